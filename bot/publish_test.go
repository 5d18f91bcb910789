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

// fakeDiscord accepts only planned calls. Each call must be the next one of plan, such as "send: Turn" or "edit 2: Round",
// where the text after the colon is a part of the message. A call planned as "edit 2 !404/10008" fails with that HTTP status
// and code.
type fakeDiscord struct {
	t      *testing.T
	mu     sync.Mutex
	plan   []string
	done   []string
	sent   []discord.Message
	ids    map[string]string       // IDs of the messages sent, by nonce
	any    bool                    // every call is accepted, whatever the plan
	gone   map[string]bool         // IDs of messages that somebody deleted
	code   int                     // Exists fails with this code; 0: it succeeds
	left   map[string]bool         // users who have left the server
	asked  []string                // the users whom Present was asked about
	checks int                     // number of Exists calls
	during func(m discord.Message) // called while a message is being sent
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
	if id, sent := f.ids[m.Nonce]; sent {
		return discord.MessageID(id), err
	}
	if m.Nonce == "" || len(m.Nonce) > 25 {
		f.t.Errorf("bad nonce %q", m.Nonce)
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
	f.asked = append(f.asked, string(user))
	return !f.left[string(user)], nil
}

func (f *fakeDiscord) Exists(_ context.Context, _ discord.ChannelID, id discord.MessageID) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.checks++
	if f.code != 0 {
		return false, &discord.APIError{Call: "exists", Status: 404, Code: f.code}
	}
	return !f.gone[string(id)], nil
}

// stage is a table with a publisher that posts to a fakeDiscord.
type publishedTable struct {
	*table
	discord *fakeDiscord
	pub     *publish.Publisher
	live    atomic.Bool // the publisher uses the clock of the synctest bubble
	broken  atomic.Bool // the publisher panics when it looks up a ruleset
}

// publisher returns a publisher for a bot's fights.
func (b *Bot) publisher(discord publish.Poster, store publish.Store) *publish.Publisher {
	return publish.New(publish.Parts{Store: store, Rules: b.ruleset, Discord: discord, Log: b.log, Now: b.now, Turns: b.turns, Members: b.members})
}

// publisher returns a new publisher for the table, as after a restart.
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

// withPublisher plays a test on a stage in a synctest bubble. At its end, every planned call must have been made.
func withPublisher(t *testing.T, play func(st *publishedTable)) {
	synctest.Test(t, func(t *testing.T) {
		st := &publishedTable{table: newTable(t), discord: &fakeDiscord{t: t, ids: map[string]string{}}}
		st.pub = st.publisher()
		st.bot.changed = st.pub.Changed
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

// openFight starts a fight of two and shows it. The tracker is message 801, the announcement 802.
func (st *publishedTable) openFight() {
	st.t.Helper()
	const soon = 3 * time.Second
	st.expect(soon, func() { st.do("GM", "/init start name:Bridge") }, "send: Nobody has joined yet")
	st.expect(soon, func() { st.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6") }, "edit 801: Knight")
	st.expect(soon, func() { st.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10") }, "edit 801: Elf")
	st.expect(soon, func() { st.do("GM", "/init roll") }, "send: Turn: **Knight** <@101>", "edit 801: round 1")
}

// TestTrackerAndAnnouncements plays a fight from its start to its end.
func TestTrackerAndAnnouncements(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		m := st.discord.sent[1]
		if len(m.Mentions) != 1 || m.Mentions[0] != "101" || m.Buttons[0][0].Label != "End turn" {
			t.Errorf("%+v", m)
		}
		st.expect(time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf** <@102>", "edit 801: **Elf**")
		st.expect(3*time.Second, func() { st.do("GM", "/init undo") }, "send: Turn: **Knight**", "edit 801: **Knight**")
		st.expect(3*time.Second, func() { st.do("GM", "/init pause") }, "edit 801: Fight paused")
		st.expect(3*time.Second, func() { st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID) }, "edit 801: This fight is over")
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

// TestTrackerIsReplaced: if the tracker was deleted, or was edited too often, a new one is posted.
func TestTrackerIsReplaced(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 801: 29/30 !404/10008", "send: 29/30", "delete 801")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 803: 28/30 !429/30046", "send: 28/30", "delete 803")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 804: 27/30")
	})
}

// TestTransientErrorsAreRetried: rate limits and server errors only delay the tracker.
func TestTransientErrorsAreRetried(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(30*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 801: 29/30 !500/0", "edit 801: 29/30 !429/0", "edit 801: 29/30 !503/0", "edit 801: 29/30")
	})
}

// TestPermanentErrorsAreNotRetried: without permission, or without the channel, nothing is tried until the next change.
func TestPermanentErrorsAreNotRetried(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		for _, fault := range []string{"403/50001", "403/50013", "404/10003", "400/50035"} {
			st.expect(time.Minute, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 801 !"+fault)
		}
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "send: Turn: **Elf** !403/50013", "edit 801: **Elf**")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Elf amount:-1") }, "send: Turn: **Elf**", "edit 801: 19/20")
	})
}

// TestRestart: after a restart everything that was not shown before is shown once.
func TestRestart(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
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

// TestCrashBetweenSendAndSave: the announcement is sent again with the same nonce, so Discord does not post a second one.
func TestCrashBetweenSendAndSave(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
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

// TestEarlierTrackerIsClosed: if a fight's end was not shown before the next fight began, its tracker is still closed.
func TestEarlierTrackerIsClosed(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.pub.Close(time.Second)
		st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID)
		st.do("GM", "/init start name:Second")
		st.pub = st.publisher()
		st.bot.changed = st.pub.Changed
		st.expect(3*time.Second, func() { st.pub.Changed(testChannel) }, "edit 801: This fight is over", "send: Second")
	})
}

// TestPublisherSurvivesPanics: after a panic the fight is shown at the next change.
func TestPublisherSurvivesPanics(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.broken.Store(true)
		st.expect(time.Minute, func() { st.do("GM", "/hp target:Knight amount:-1") })
		st.broken.Store(false)
		st.expect(time.Minute, func() { st.pub.Changed(testChannel) }, "edit 801: 29/30")
	})
}
