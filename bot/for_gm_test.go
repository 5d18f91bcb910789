package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"roundel/bot/discord"
	"roundel/snowflake"
)

// phone is what a GM has in front of them: the private messages that were sent to them without their asking.
type phone struct {
	mu    sync.Mutex
	dead  bool
	fail  error         // of every call
	held  chan struct{} // the next message waits for it
	shown []discord.Message
	ids   []string
	calls []string
	n     int
}

func (p *phone) Live() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.dead
}

func (p *phone) call(name string) (int, error) {
	p.calls = append(p.calls, name)
	return 0, p.fail
}

func (p *phone) Whisper(_ context.Context, m discord.Message) (snowflake.Message, error) {
	p.mu.Lock()
	held := p.held
	p.held = nil
	p.mu.Unlock()
	if held != nil {
		<-held
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.call("send"); err != nil {
		return "", err
	}
	p.n++
	p.ids, p.shown = append(p.ids, fmt.Sprint(p.n)), append(p.shown, m)
	return snowflake.Message(fmt.Sprint(p.n)), nil
}

func (p *phone) Edit(_ context.Context, id snowflake.Message, m discord.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.call("edit"); err != nil {
		return err
	}
	p.shown[slices.Index(p.ids, string(id))] = m
	return nil
}

func (p *phone) Delete(_ context.Context, id snowflake.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.call("delete"); err != nil {
		return err
	}
	i := slices.Index(p.ids, string(id))
	p.ids, p.shown = slices.Delete(p.ids, i, i+1), slices.Delete(p.shown, i, i+1)
	return nil
}

// told returns the messages that are there, once none is being sent any more.
func (tb *table) told(p *phone) []discord.Message {
	tb.bot.asides.toldTo(tb.t.Context(), testChannel, people()["GM"])
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.shown)
}

// wantTold fails unless exactly one private message is there, with these words.
func (tb *table) wantTold(p *phone, words ...string) discord.Message {
	tb.t.Helper()
	all := tb.told(p)
	if len(all) != 1 {
		tb.t.Fatalf("the GM has %d messages: %+v", len(all), all)
	}
	for _, w := range words {
		if !strings.Contains(all[0].Text, w) {
			tb.t.Errorf("the GM is told %q, want %q", all[0].Text, w)
		}
	}
	return all[0]
}

// cave starts a fight: Mira (Anna's), Bran (Ben's), Orc (the GM's), Cat (Cleo's), Wolf (the GM's). The GM has the phone.
func cave(t *testing.T, way func(p *phone) discord.Whisperer) (*table, *phone) {
	t.Helper()
	tb, p := newTable(t), &phone{}
	tb.way = func(r *discord.Request) discord.Whisperer {
		if r.User != people()["GM"] {
			t.Errorf("a way to %s was kept", r.User)
		}
		return way(p)
	}
	tb.do("Admin", "/monster save name:Orc stats:init 1, hp 15 attacks:Axe, hit 5, 1d12; Spear, ranged, hit 5, 1d6")
	tb.do("Admin", "/monster save name:Wolf stats:init 1, hp 9 attacks:Bite, hit 4, 1d6")
	tb.do("GM", "/init start ruleset:five-e-2014")
	for _, line := range []string{"Anna: /init join name:Mira stats:init 1, ac 15, hp 30 roll:19", "Ben: /init join name:Bran stats:init 1, ac 15, hp 30 roll:17",
		"Admin: /init add monster:Orc roll:15", "Cleo: /init join name:Cat stats:init 1, ac 12, hp 12 roll:13", "Admin: /init add monster:Wolf roll:11"} {
		who, command, _ := strings.Cut(line, ": ")
		tb.do(who, command)
	}
	tb.do("GM", "/init roll")
	return tb, p
}

func always(p *phone) discord.Whisperer { return p }

// TestTheGMIsToldAtOnce: when a player's command begins the turn of the GM's unit, the GM alone is told its attacks, with buttons that work.
// The next message takes the place of the one before, whose buttons were refused by then.
func TestTheGMIsToldAtOnce(t *testing.T) {
	tb, p := cave(t, always)
	tb.do("Anna", "/next")
	if got := tb.told(p); len(got) != 0 {
		t.Fatalf("told %+v", got)
	}
	next := tb.do("Ben", "/next")
	if strings.Contains(fmt.Sprintf("%+v", next), "Axe") || next.Alone != nil {
		t.Errorf("Ben reads %+v", next)
	}
	orc := tb.wantTold(p, "Orc can attack:\n- Axe: melee, +5 to hit, 1d12\n- Spear: ranged, +5 to hit, 1d6")
	axe := orc.Buttons[0][0]
	if axe.Label != "Axe" {
		t.Fatalf("%+v", orc.Buttons)
	}
	tb.wants(tb.press("Ben", axe.ID), true, "nly <@100>")
	if form := tb.press("GM", axe.ID).Form; form == nil {
		t.Error("the button opens no form")
	}
	if got := tb.do("GM", "/hp target:Cat amount:-1"); got.Alone != nil {
		t.Errorf("told again: %+v", got.Alone)
	}
	tb.do("GM", "/next")
	tb.wants(tb.press("GM", axe.ID), true, "earlier turn")
	tb.do("Cleo", "/next")
	tb.wantTold(p, "Wolf can attack:\n- Bite")
	if got := strings.Join(p.calls, " "); got != "send send delete" {
		t.Errorf("calls: %s", got)
	}
}

// TestTheGMIsToldLaterInstead: without a token that works, the GM's next reply tells it, once.
func TestTheGMIsToldLaterInstead(t *testing.T) {
	for name, way := range map[string]func(p *phone) discord.Whisperer{
		"no token":       nil,
		"an expired one": func(p *phone) discord.Whisperer { p.dead = true; return p },
		"Discord fails":  func(p *phone) discord.Whisperer { p.fail = errors.New("no"); return p },
	} {
		tb, p := cave(t, func(p *phone) discord.Whisperer {
			if way == nil {
				return nil
			}
			return way(p)
		})
		tb.do("Anna", "/next")
		tb.do("Ben", "/next")
		if got := tb.told(p); len(got) != 0 {
			t.Fatalf("%s: %+v", name, got)
		}
		got := tb.do("GM", "/hp target:Cat amount:-1")
		if got.Alone == nil || !strings.Contains(got.Alone.Text, "Orc can attack:\n- Axe") {
			t.Errorf("%s: %+v", name, got)
		}
		if got := tb.do("GM", "/hp target:Cat amount:-1"); got.Alone != nil {
			t.Errorf("%s: told again: %+v", name, got.Alone)
		}
	}
}

// TestTheGMIsAskedOnceAboutTheFallen: the question comes at once and not again with the next reply. Within a turn the message is edited, and
// the attacks stay in it. In the next turn it still asks, because the earlier message is deleted.
func TestTheGMIsAskedOnceAboutTheFallen(t *testing.T) {
	tb, p := cave(t, always)
	tb.do("Anna", "/damage target:Orc amount:99")
	tb.wantTold(p, "Orc is down. What became of them?")
	tb.do("Anna", "/damage target:Wolf amount:99")
	tb.wantTold(p, "Orc and Wolf are down. What became of them?")
	if got := tb.do("GM", "/hp target:Cat amount:-1"); got.Alone != nil {
		t.Errorf("asked again: %+v", got.Alone)
	}
	tb.do("GM", "/hp target:Wolf amount:+5")
	tb.do("Anna", "/next")
	tb.do("Ben", "/next")
	tb.do("Cleo", "/next")
	asked := tb.wantTold(p, "Orc is down. What became of them?", "Wolf can attack:\n- Bite")
	if got := strings.Join(p.calls, " "); got != "send edit send delete" {
		t.Errorf("calls: %s", got)
	}
	tb.wants(tb.pickLabels("GM", asked.Buttons[0][0], "Dead"), true, "Orc is dead")
}

// TestTheGMsOwnCommandWaits: a command of the GM while the message is on its way waits for it, so that nothing is told twice or not at all.
func TestTheGMsOwnCommandWaits(t *testing.T) {
	for _, fails := range []bool{false, true} {
		tb, p := cave(t, always)
		tb.do("Anna", "/next")
		held := make(chan struct{})
		p.held = held
		tb.do("Ben", "/next") // does not wait
		if fails {
			p.mu.Lock()
			p.fail = errors.New("no")
			p.mu.Unlock()
		}
		answered := make(chan *discord.Reply)
		r := tb.command("GM", "/hp target:Cat amount:-1")
		go func() {
			reply, err := tb.bot.Handle(context.Background(), r)
			if err != nil {
				t.Error(err)
			}
			answered <- reply
		}()
		close(held)
		if got := <-answered; (got.Alone != nil) != fails {
			t.Errorf("fails %v: %+v", fails, got)
		}
	}
}

// TestUndoAfterTheGMWasTold: an undo makes the buttons stale, and a redo makes them work again.
func TestUndoAfterTheGMWasTold(t *testing.T) {
	tb, p := cave(t, always)
	tb.do("Anna", "/next")
	tb.do("Ben", "/next")
	axe := tb.wantTold(p, "Orc can attack").Buttons[0][0].ID
	tb.do("GM", "/init undo")
	tb.wants(tb.press("GM", axe), true, "earlier turn", "Bran")
	tb.do("GM", "/init redo")
	if tb.press("GM", axe).Form == nil {
		t.Error("the button opens no form after the redo")
	}
	tb.do("GM", "/init undo")
	tb.do("Ben", "/next")
	tb.wantTold(p, "Orc can attack")
}

// TestAnotherManagersCommandTellsTheGM: whoever stands in for the GM is told by the reply, and the GM at once.
func TestAnotherManagersCommandTellsTheGM(t *testing.T) {
	tb, p := cave(t, always)
	tb.do("Anna", "/next")
	if got := tb.do("Admin", "/next"); got.Alone == nil || !strings.Contains(got.Alone.Text, "Orc can attack") {
		t.Errorf("%+v", got)
	}
	tb.wantTold(p, "Orc can attack")
}

// TestNothingIsToldAfterTheFight: the token of a fight's GM is not used for another fight in the channel.
func TestNothingIsToldAfterTheFight(t *testing.T) {
	tb, p := cave(t, always)
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.way = nil
	tb.do("Ben", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Mira stats:init 1, ac 15, hp 30 roll:19")
	tb.do("Admin", "/init add monster:Orc roll:15")
	tb.do("Ben", "/init roll")
	tb.do("Anna", "/next")
	if got := tb.told(p); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
