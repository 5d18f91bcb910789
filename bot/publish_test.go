package bot

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/claims"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// fakeDiscord accepts only planned calls. Each call must be the next one of plan, such as "send: Turn" or "edit 2: Round",
// where the text after the colon is a part of the message. A call planned as "edit 2 !404/10008" fails with that HTTP status
// and code.
type fakeDiscord struct {
	t       *testing.T
	mu      sync.Mutex
	plan    []string
	done    []string
	sent    []discord.Message
	ids     map[string]string       // IDs of the messages sent, by nonce
	any     bool                    // every call is accepted, whatever the plan
	left    map[string]bool         // users who have left the server
	asked   []string                // the users whom Present was asked about
	during  func(m discord.Message) // called while a message is being sent
	edits   []discord.Message
	editing func() // called while a message is being edited
}

func (f *fakeDiscord) call(what, text string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done = append(f.done, what+" "+strings.ReplaceAll(text, "\n", " "))
	if f.any {
		return nil
	}
	if len(f.plan) == 0 {
		f.t.Errorf("unexpected call: %s %s", what, text)
		return nil
	}
	want, fault, _ := strings.Cut(f.plan[0], " !")
	f.plan = f.plan[1:]
	verb, words, _ := strings.Cut(want, ": ")
	if verb != what || !strings.Contains(text, words) {
		f.t.Errorf("got %s %s\nwant %s", what, text, want)
	}
	var status, code int
	if n, err := fmt.Sscanf(fault, "%d/%d", &status, &code); n < 1 || err != nil && fault != "" && n < 2 {
		return nil
	}
	return &discord.APIError{Call: what, Status: status, Code: code}
}

func (f *fakeDiscord) Send(_ context.Context, _ snowflake.Channel, m discord.Message) (snowflake.Message, error) {
	err := f.call("send", m.Text)
	if f.during != nil {
		f.during(m)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if id, sent := f.ids[m.Nonce]; sent {
		return snowflake.Message(id), err
	}
	if m.Nonce == "" || len(m.Nonce) > 25 {
		f.t.Errorf("bad nonce %q", m.Nonce)
	}
	f.sent = append(f.sent, m)
	id := fmt.Sprint(800 + len(f.sent))
	if err == nil {
		f.ids[m.Nonce] = id
	}
	return snowflake.Message(id), err
}

func (f *fakeDiscord) Edit(_ context.Context, _ snowflake.Channel, id snowflake.Message, m discord.Message) error {
	err := f.call("edit "+string(id), m.Text)
	f.mu.Lock()
	f.edits = append(f.edits, m)
	f.mu.Unlock()
	if f.editing != nil {
		f.editing()
	}
	return err
}

func (f *fakeDiscord) Delete(_ context.Context, _ snowflake.Channel, id snowflake.Message) error {
	return f.call("delete "+string(id), "")
}

func (f *fakeDiscord) Present(_ context.Context, _ snowflake.Channel, user snowflake.User) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, string(user))
	return !f.left[string(user)], nil
}

// carry sends what an answer carries: a new message, or an update of the one that was pressed.
func (f *fakeDiscord) carry(r *discord.Request, post *discord.Post) {
	what := "answer"
	if post.Update {
		what = "update " + string(r.Message)
	}
	if f.call(what, post.Message.Text) != nil {
		post.Sent("", nil)
		return
	}
	if post.Update {
		post.Sent(r.Message, nil)
		return
	}
	f.mu.Lock()
	f.sent = append(f.sent, post.Message)
	id := snowflake.Message(fmt.Sprint(800 + len(f.sent)))
	f.mu.Unlock()
	post.Sent(id, nil)
}

// publishedTable is a table with a publisher that posts to a fakeDiscord.
type publishedTable struct {
	*table
	discord *fakeDiscord
	pub     *card.Publisher
	live    atomic.Bool // the publisher uses the clock of the synctest bubble
	broken  atomic.Bool // the publisher panics when it looks up a ruleset
	slow    *slowStore  // what the publisher stores in; nil: store
	claims  claims.Claims
}

// publisher returns a publisher for a bot's fights.
func (b *Bot) publisher(discord card.Poster, store card.Store) *card.Publisher {
	return card.New(card.Parts{Store: store, Rules: b.rulesets.Of, Discord: discord, Languages: b.languages, Log: b.log, Now: b.now, Turns: b.turns, Members: b.members, OnDeck: OnDeck(b.store)})
}

// publisher returns a new publisher for the table, as after a restart.
func (st *publishedTable) publisher() *card.Publisher {
	var store card.Store = st.store
	if st.slow != nil {
		store = st.slow
	}
	return card.New(card.Parts{Store: store, Discord: st.discord, Log: st.bot.log, Turns: st.bot.turns, Members: st.bot.members, OnDeck: OnDeck(st.bot.store), Claims: st.claims,
		Rules: func(ctx context.Context, s *engine.State) (*ruleset.Ruleset, error) {
			if st.broken.Load() {
				panic("no rules")
			}
			return st.bot.rulesets.Of(ctx, s)
		},
		Now: func() time.Time {
			if st.live.Load() {
				return time.Now()
			}
			return time.Unix(0, st.clock.Load())
		}})
}

// open gives the bot a new publisher, as after a restart.
func (st *publishedTable) open() {
	st.pub = st.publisher()
	st.bot.cards = st.pub
}

// withPublisher plays a test on a stage in a synctest bubble. At its end, every planned call must have been made.
func withPublisher(t *testing.T, play func(st *publishedTable)) {
	synctest.Test(t, func(t *testing.T) {
		st := &publishedTable{table: newTable(t), discord: &fakeDiscord{t: t, ids: map[string]string{}}}
		st.carry = st.discord.carry
		st.open()
		play(st)
		time.Sleep(time.Minute)
		st.pub.Close(time.Second)
		if len(st.discord.plan) > 0 {
			t.Errorf("missing calls: %v\ncalls made: %v", st.discord.plan, st.discord.done)
		}
	})
}

// expect calls act and checks that it leads to exactly the planned calls within the given time.
func (st *publishedTable) expect(within time.Duration, act func(), plan ...string) {
	st.t.Helper()
	st.discord.mu.Lock()
	st.discord.plan = plan
	st.discord.mu.Unlock()
	act()
	time.Sleep(within)
	synctest.Wait()
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	if len(st.discord.plan) > 0 {
		st.t.Errorf("missing calls after %v: %v", within, st.discord.plan)
	}
}

// openFight starts a fight of two and shows it. The card of the first turn is message 802.
func (st *publishedTable) openFight() {
	st.t.Helper()
	const soon = 3 * time.Second
	st.expect(soon, func() { st.do("GM", "/init start name:Bridge") }, "answer: Nobody has joined yet")
	st.expect(soon, func() { st.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6") }, "edit 801: Knight")
	st.expect(soon, func() { st.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10") }, "edit 801: Elf")
	st.expect(soon, func() { st.do("GM", "/init roll") }, "answer: **Round 1 · Knight** <@101>", "edit 801: **Bridge**")
}

// TestCards plays a fight from its start to its end. Answers carry the cards, and the card before loses its buttons.
func TestCards(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		m := st.discord.sent[1]
		if len(m.Mentions) != 1 || m.Mentions[0] != "101" || m.Buttons[0][0].Label != "End turn" {
			t.Errorf("%+v", m)
		}
		st.expect(time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf** <@102>", "edit 802: **Round 1 · Knight**")
		st.expect(3*time.Second, func() { st.do("GM", "/init undo") }, "answer: Undone", "edit 803: **Round 1 · Elf**")
		st.expect(3*time.Second, func() { st.do("GM", "/init pause") }, "edit 804: Fight paused")
		st.expect(3*time.Second, func() { st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID) }, "edit 804: This fight is over")
	})
}

// TestCardsWithoutAnswers: if answers can't carry cards, the publisher posts them.
func TestCardsWithoutAnswers(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf** !400/50035", "send: **Round 1 · Elf** <@102>", "edit 802: **Round 1 · Knight**")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Elf amount:-1") }, "edit 803: 19/20")
		st.expect(3*time.Second, func() { st.do("GM", "/init remove name:Elf") }, "answer: **Round 2 · Knight**", "edit 803: **Round 1 · Elf**")
	})
}

// TestOneCardForATurn: the publisher leaves a turn's card to the answer, even if it reads the turn before the answer is decided. If
// the answer does not go through, the publisher posts the card.
func TestOneCardForATurn(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		readAtOnce := func() { st.pub.Changed(testChannel, nil, true); synctest.Wait() }
		st.store.after = readAtOnce
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
		st.store.after = readAtOnce
		st.expect(3*time.Second, func() { st.do("Ben", "/next") }, "answer !400/50035", "send: **Round 2 · Knight**", "edit 803: **Round 1 · Elf**")
		st.store.after = readAtOnce
		st.expect(3*time.Second, func() { st.pressCard("Anna", "End turn") }, "update 804: **Round 2 · Knight**", "send: **Round 2 · Elf**")
	})
}

// TestOneCardWhileReading: an answer that carries a turn's card is sent just after the publisher has read what was shown.
func TestOneCardWhileReading(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.carry = func(r *discord.Request, post *discord.Post) {
			st.store.shown = func() { st.discord.carry(r, post) }
			st.pub.Changed(testChannel, nil, true)
			synctest.Wait()
		}
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
	})
}

// TestACardIsPressedBeforeItIsKnown: Discord shows a card, but its response is late. A player ends the turn on it meanwhile.
func TestACardIsPressedBeforeItIsKnown(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		var late func()
		st.carry = func(r *discord.Request, post *discord.Post) {
			held := *post
			held.Sent = func(id snowflake.Message, via *discord.Via) { late = func() { post.Sent(id, via) } }
			st.discord.carry(r, &held)
		}
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**")
		st.carry = st.discord.carry
		r := st.request("Ben", discord.Pressed)
		r.Path, r.Message = st.button("End turn"), "803"
		st.expect(3*time.Second, func() { st.handle(r) }, "update 803: **Round 1 · Elf**", "send: **Round 2 · Knight**", "edit 802: **Round 1 · Knight**")
		st.expect(3*time.Second, func() { late() }) // the card has no buttons any more
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Elf amount:-1") }, "edit 804: **Round 2 · Knight**")
	})
}

// TestEarlierCardsWaitForPermissions: an earlier card that the bot may not edit loses its buttons once it may.
func TestEarlierCardsWaitForPermissions(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(time.Minute, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**", "edit 802: **Round 1 · Knight** !403/50001")
		st.expect(time.Minute, func() { st.do("GM", "/hp target:Elf amount:-1") }, "edit 803: 19/20", "edit 802: **Round 1 · Knight** !400/50083")
		st.expect(time.Minute, func() { st.do("Ben", "/next") }, "answer: **Round 2 · Knight**", "edit 802: **Round 1 · Knight**", "edit 803: **Round 1 · Elf**")
		st.expect(time.Minute, func() { st.do("GM", "/hp target:Elf amount:-1") }, "edit 804: 18/20")
	})
}

// pressCard presses a button of the card.
func (st *publishedTable) pressCard(who, label string) *discord.Reply {
	st.t.Helper()
	r := st.request(who, discord.Pressed)
	r.Path, r.Message = st.button(label), st.store.fights[len(st.store.fights)-1].shown().Card
	return st.handle(r)
}

// TestEndTurnOnTheCard: the answer to End turn shrinks the card, and the next card follows. What happened as the turn ended
// is on the next card and stays there.
func TestEndTurnOnTheCard(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.roll(2)
		st.expect(3*time.Second, func() { st.do("GM", "/effect add target:Knight name:Poisoned damage:1d4 duration:1 round") }, "edit 802: Poisoned")
		st.expect(3*time.Second, func() { st.pressCard("Anna", "End turn") }, "update 802: **Round 1 · Knight**", "send: Knight takes 2 damage from Poisoned")
		if head, _, _ := strings.Cut(st.discord.sent[2].Text, "\n```"); !strings.HasSuffix(head, "\n\n**Round 1 · Elf** <@102>\nYou're up! Take your turn, or move to the end of the round.\n") {
			t.Errorf("the card begins with %q", head)
		}
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Elf amount:-1") }, "edit 803: Knight takes 2 damage from Poisoned")
		st.expect(3*time.Second, func() { st.pressCard("Ben", "End turn") }, "update 803: Knight takes 2 damage from Poisoned", "send: **Round 2 · Knight**")
		st.expect(3*time.Second, func() { st.pressCard("Anna", "End turn") }, "update 804: **Round 2 · Knight** !500/0", "send: **Round 2 · Elf**", "edit 804: **Round 2 · Knight**")
	})
}

// TestManyChangesAreOneEdit: changes that follow quickly are shown together.
func TestManyChangesAreOneEdit(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.discord.any = true
		before := len(st.discord.done)
		for range 200 {
			st.do("GM", "/hp target:Knight amount:-1")
		}
		time.Sleep(12 * time.Second)
		synctest.Wait()
		if n := len(st.discord.done) - before; n > 3 || !strings.Contains(st.discord.done[len(st.discord.done)-1], "down") {
			t.Errorf("%d calls, or no last state: %v", n, st.discord.done[before:])
		}
	})
}

// TestNothingToShow: an edit that would change nothing is not made, and a fight that no one touches costs no call.
func TestNothingToShow(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(3*time.Second, func() { st.do("GM", "/init scene text:A bridge") })
		st.expect(24*time.Hour, func() {})
	})
}

// TestCardIsReplaced: if the card was deleted, or was edited too often, a new one is posted, which pings nobody again.
func TestCardIsReplaced(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802: 29/30 !404/10008", "send: 29/30", "delete 802")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 803: 28/30 !429/30046", "send: 28/30", "delete 803")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 804: 27/30")
		if m := st.discord.sent[3]; len(m.Mentions) != 0 {
			t.Errorf("pings %v", m.Mentions)
		}
	})
}

// TestTransientErrorsAreRetried: rate limits and server errors only delay the card.
func TestTransientErrorsAreRetried(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(30*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802: 29/30 !500/0", "edit 802: 29/30 !429/0", "edit 802: 29/30 !503/0", "edit 802: 29/30")
		st.expect(30*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**", "edit 802: Knight !500/0", "edit 802: **Round 1 · Knight**")
	})
}

// TestPermanentErrorsAreNotRetried: without permission, or without the channel, nothing is tried until the next change.
func TestPermanentErrorsAreNotRetried(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		for _, fault := range []string{"403/50001", "403/50013", "400/50035", "404/10003"} {
			st.expect(time.Minute, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802 !"+fault)
		}
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf** !403/50013",
			"send: **Round 1 · Elf** !403/50013", "send: **Round 1 · Elf** !403/50013")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Elf amount:-1") }, "send: 19/20", "edit 805: 19/20", "edit 802: **Round 1 · Knight**")
	})
}

// TestRestart: after a restart everything that was not shown before is shown once.
func TestRestart(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.pub.Close(time.Second)
		st.bot.cards = card.Nothing{}
		st.do("Anna", "/next")
		st.open()
		st.discord.plan = []string{"send: **Round 1 · Elf**", "edit 803: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**"}
		if err := st.pub.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		st.expect(3*time.Second, func() { st.pub.Changed(testChannel, nil, true) })
	})
}

// TestClosingWaitsForNoPause: when the bot stops, the last changes are shown at once, although the card has just been edited.
func TestClosingWaitsForNoPause(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(0, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802: 29/30")
		st.expect(0, func() { st.do("GM", "/hp target:Knight amount:-1") })
		began := time.Now()
		st.expect(0, func() { st.pub.Close(2 * time.Second) }, "edit 802: 28/30")
		if took := time.Since(began); took != 0 {
			t.Errorf("closing took %v", took)
		}
	})
}

// TestClosingTriesAgain: a change that Discord's fault keeps from being shown is tried again after a pause while there is time.
func TestClosingTriesAgain(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(0, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802: 29/30 !500/0")
		began := time.Now()
		st.expect(0, func() { st.pub.Close(2 * time.Second) }, "edit 802: 29/30")
		if took := time.Since(began); took != time.Second {
			t.Errorf("closing took %v", took)
		}
	})
}

// TestCrashBetweenSendAndSave: the card is sent again with the same nonce, so Discord does not post a second one.
func TestCrashBetweenSendAndSave(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		shown := *st.store.fights[0]
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer !500/0", "send: **Round 1 · Elf**", "edit 802")
		n := len(st.discord.sent)
		st.store.fights[0].display = shown.display
		st.expect(3*time.Second, func() { st.pub.Changed(testChannel, nil, true) }, "send: **Round 1 · Elf**", "edit 802")
		if len(st.discord.sent) != n {
			t.Error("the card was posted twice")
		}
	})
}

// TestEarlierCardIsClosed: if a fight's end was not shown before the next fight began, its card is still closed.
func TestEarlierCardIsClosed(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.pub.Close(time.Second)
		st.bot.cards = card.Nothing{}
		st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID)
		st.do("GM", "/init start name:Second")
		st.open()
		st.expect(3*time.Second, func() { st.pub.Changed(testChannel, nil, true) }, "edit 802: This fight is over", "send: Second")
	})
}

// TestPublisherSurvivesPanics: after a panic the fight is shown at the next change.
func TestPublisherSurvivesPanics(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.broken.Store(true)
		st.expect(time.Minute, func() { st.do("GM", "/hp target:Knight amount:-1") })
		st.broken.Store(false)
		st.expect(time.Minute, func() { st.pub.Changed(testChannel, nil, true) }, "edit 802: 29/30")
	})
}

// TestManyChannelsBehindAreShownInTurn: after an outage in which many channels have fallen behind, only some of them are read and shown at a time.
// All are shown in the end, and a channel in which somebody acts meanwhile doesn't wait for the others.
func TestManyChannelsBehindAreShownInTurn(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		const channels, most = 500, 64
		st.discord.any = true
		st.pub.Close(time.Second)
		st.bot.cards = card.Nothing{}
		st.do("GM", "/init start name:Bridge")
		st.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6")
		st.do("GM", "/init roll")
		for i := range channels - 1 {
			f := *st.store.fight(testChannel)
			f.channel, f.id = snowflake.Channel(fmt.Sprint(1000+i)), int64(1000+i)
			st.store.fights = append([]*memFight{&f}, st.store.fights...)
		}
		st.open()
		var now, peak atomic.Int64
		st.discord.during = func(discord.Message) {
			peak.Store(max(peak.Load(), now.Add(1)))
			time.Sleep(5 * time.Second)
			now.Add(-1)
		}
		if err := st.pub.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := now.Load(); n != most {
			t.Errorf("%d channels are shown at once, want %d", n, most)
		}
		st.pub.Changed("1000", nil, true) // the last one but one
		synctest.Wait()
		if n := now.Load(); n != most+1 {
			t.Errorf("%d channels are shown with the one in which somebody acts", n)
		}
		time.Sleep(5 * time.Minute)
		if behind, err := st.store.Behind(t.Context(), ""); err != nil || len(behind) > 0 || peak.Load() > most+1 {
			t.Errorf("%d of %d channels are behind, at most %d at once: %v", len(behind), channels, peak.Load(), err)
		}
	})
}
