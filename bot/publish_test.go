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

	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/engine"
)

// fakeDiscord accepts only the calls that a test expects: each must be the next one in plan, a text like "send Turn" or
// "edit 2 Round". A text after "!" makes the call fail, as in "edit 2 !10008".
type fakeDiscord struct {
	t      *testing.T
	mu     sync.Mutex
	plan   []string
	done   []string
	sent   []discord.Message
	ids    map[string]string       // by nonce
	any    bool                    // accepts every call
	gone   map[string]bool         // messages deleted by hand
	lost   int                     // code of the error from looking for messages
	left   map[string]bool         // users who aren't in the server
	looks  []string                // users that Discord was asked about
	looked int                     // number of times a message was looked for
	during func(m discord.Message) // runs while a message is being sent
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

func (f *fakeDiscord) Send(_ context.Context, _ discord.ChannelID, m discord.Message) (discord.MessageID, error) {
	err := f.call("send", m.Text)
	if f.during != nil {
		f.during(m)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if id, twice := f.ids[m.Nonce]; twice {
		return discord.MessageID(id), err
	}
	if m.Nonce == "" || len(m.Nonce) > 25 {
		f.t.Errorf("the nonce is %q", m.Nonce)
	}
	f.sent = append(f.sent, m)
	id := fmt.Sprint(800 + len(f.sent))
	if err == nil {
		f.ids[m.Nonce] = id
	}
	return discord.MessageID(id), err
}

func (f *fakeDiscord) Edit(_ context.Context, _ discord.ChannelID, id discord.MessageID, m discord.Message) error {
	return f.call("edit "+string(id), m.Text)
}

func (f *fakeDiscord) Delete(_ context.Context, _ discord.ChannelID, id discord.MessageID) error {
	return f.call("delete "+string(id), "")
}

func (f *fakeDiscord) Pin(_ context.Context, _ discord.ChannelID, id discord.MessageID) error {
	return f.call("pin "+string(id), "")
}

func (f *fakeDiscord) Present(_ context.Context, _ discord.ChannelID, user discord.UserID) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looks = append(f.looks, string(user))
	return !f.left[string(user)], nil
}

func (f *fakeDiscord) Exists(_ context.Context, _ discord.ChannelID, id discord.MessageID) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looked++
	if f.lost != 0 {
		return false, &discord.APIError{Call: "exists", Status: 404, Code: f.lost}
	}
	return !f.gone[string(id)], nil
}

// publishedTable is a table with a publisher.
type publishedTable struct {
	*table
	discord *fakeDiscord
	pub     *publish.Publisher
	live    atomic.Bool // the publisher uses the test's clock
	broken  atomic.Bool // the publisher panics when it looks up a ruleset
}

// publisher returns a publisher of a bot's fights.
func (b *Bot) publisher(discord publish.Poster, store publish.Store) *publish.Publisher {
	return publish.New(publish.Parts{Store: store, Rules: b.ruleset, Discord: discord, Log: b.log, Now: b.now, Turns: b.turns, Members: b.members})
}

// publisher returns the table's publisher, new or after a restart.
func (st *publishedTable) publisher() *publish.Publisher {
	return publish.New(publish.Parts{Store: st.store, Discord: st.discord, Log: st.bot.log, Turns: st.bot.turns, Members: st.bot.members,
		Rules: func(name string) (*engine.Ruleset, error) {
			if st.broken.Load() {
				panic("no rules")
			}
			return st.bot.ruleset(name)
		},
		Now: func() time.Time {
			if st.live.Load() {
				return time.Now()
			}
			return st.bot.now()
		}})
}

func withPublisher(t *testing.T, play func(st *publishedTable)) {
	synctest.Test(t, func(t *testing.T) {
		st := &publishedTable{table: newTable(t), discord: &fakeDiscord{t: t, ids: map[string]string{}}}
		st.pub = st.publisher()
		st.bot.changed = st.pub.Changed
		play(st)
		time.Sleep(time.Minute)
		st.pub.Close(time.Second)
		if len(st.discord.plan) > 0 {
			t.Errorf("calls missing: %v\ncalls made: %v", st.discord.plan, st.discord.done)
		}
	})
}

// expect lists the calls that an action must lead to within a time.
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
		st.t.Errorf("after %v, calls missing: %v", within, st.discord.plan)
	}
}

// opened starts a fight and waits until it is shown: announcement 802, tracker 801.
func (st *publishedTable) opened() {
	st.t.Helper()
	const soon = 3 * time.Second
	st.expect(soon, func() { st.do("GM", "/init start name:Bridge") }, "send: Nobody is in it yet")
	st.expect(soon, func() { st.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6") }, "edit 801: Knight")
	st.expect(soon, func() { st.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10") }, "edit 801: Elf")
	st.expect(soon, func() { st.do("GM", "/init roll") }, "send: Turn: **Knight** <@101>", "edit 801: round 1")
}

func TestTrackerAndAnnouncements(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		m := st.discord.sent[1]
		if len(m.Mentions) != 1 || m.Mentions[0] != "101" || m.Buttons[0][0].Label != "End turn" {
			t.Errorf("%+v", m)
		}
		st.expect(time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf** <@102>", "edit 801: **Elf**")
		st.expect(3*time.Second, func() { st.do("GM", "/init undo") }, "send: Turn: **Knight**", "edit 801: **Knight**")
		st.expect(3*time.Second, func() { st.do("GM", "/init pause") }, "edit 801: suspended")
		st.expect(3*time.Second, func() { st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID) }, "edit 801: This fight is over")
	})
}

// TestManyChangesAreOneEdit checks that changes made while Discord is busy are shown together.
func TestManyChangesAreOneEdit(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		st.discord.any = true
		before := len(st.discord.done)
		for range 200 {
			st.do("GM", "/hp target:Knight amount:-1")
		}
		time.Sleep(12 * time.Second)
		synctest.Wait()
		if n := len(st.discord.done) - before; n > 3 || !strings.Contains(st.discord.done[len(st.discord.done)-1], "down") {
			t.Errorf("%d calls: %v", n, st.discord.done[before:])
		}
	})
}

func TestTrackerComesBack(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 801: 29/30 !404/10008", "send: 29/30", "delete 801")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 803: 28/30 !429/30046", "send: 28/30", "delete 803")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 804: 27/30")
	})
}

// TestPassingFaults checks that rate limits and temporary errors of Discord only delay what is shown.
func TestPassingFaults(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		st.expect(30*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 801: 29/30 !500/0", "edit 801: 29/30 !429/0", "edit 801: 29/30 !503/0", "edit 801: 29/30")
	})
}

// TestLastingFaults checks that without permission, or without the channel, nothing more is tried until the next change.
func TestLastingFaults(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		for _, fault := range []string{"403/50001", "403/50013", "404/10003", "400/50035"} {
			st.expect(time.Minute, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 801 !"+fault)
		}
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf** !403/50013", "edit 801: **Elf**")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Elf amount:-1") }, "send: Turn: **Elf**", "edit 801: 19/20")
	})
}

// TestRestart checks that a restart shows what wasn't shown before, and nothing twice.
func TestRestart(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		st.pub.Close(time.Second)
		st.do("Anna", "/next")
		st.pub = st.publisher()
		st.bot.changed = st.pub.Changed
		st.discord.plan = []string{"send: Turn: **Elf**", "edit 801: **Elf**"}
		if err := st.pub.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		st.expect(3*time.Second, func() { st.pub.Changed(testChannel) })
	})
}

// TestCrashBetweenSendAndSave checks that a message sent again has the same nonce, so Discord doesn't post it twice.
func TestCrashBetweenSendAndSave(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		shown := *st.store.fights[0]
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf**", "edit 801")
		n := len(st.discord.sent)
		st.store.fights[0].display = shown.display
		st.expect(3*time.Second, func() { st.pub.Changed(testChannel) }, "send: Turn: **Elf**")
		if len(st.discord.sent) != n {
			t.Error("the turn was announced twice")
		}
	})
}

// TestEarlierTrackerIsClosed checks a fight that ended unseen and was followed by another one right away.
func TestEarlierTrackerIsClosed(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		st.pub.Close(time.Second)
		st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID)
		st.do("GM", "/init start name:Second")
		st.pub = st.publisher()
		st.bot.changed = st.pub.Changed
		st.expect(3*time.Second, func() { st.pub.Changed(testChannel) }, "edit 801: This fight is over", "send: Second")
	})
}

// TestPublisherSurvivesPanics checks that a fight that can't be shown loses its tracker but doesn't end the process.
func TestPublisherSurvivesPanics(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.opened()
		st.broken.Store(true)
		st.expect(time.Minute, func() { st.do("GM", "/hp target:Knight amount:-1") })
		st.broken.Store(false)
		st.expect(time.Minute, func() { st.pub.Changed(testChannel) }, "edit 801: 29/30")
	})
}
