package bot

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/card"
	"roundel/claims"
	"roundel/internal/claimstest"
	"roundel/store"
)

// sharedTable is a table that two processes serve, each with a publisher of its own.
type sharedTable struct {
	*publishedTable
	shared  *claimstest.Shared
	members [2]*claimstest.Member
	pubs    [2]*card.Publisher
	slows   [2]*slowStore
}

// withTwo plays a test on a table that two processes serve. The fight of openFight is shown.
func withTwo(t *testing.T, play func(st *sharedTable)) {
	synctest.Test(t, func(t *testing.T) {
		st := &sharedTable{publishedTable: &publishedTable{table: newTable(t), discord: &fakeDiscord{t: t, ids: map[string]string{}}}, shared: claimstest.New()}
		st.carry = st.discord.carry
		alive := make(chan struct{})
		for i := range st.pubs {
			st.members[i] = st.shared.Join()
			st.claims, st.slow = st.members[i], &slowStore{memStore: st.store}
			st.slows[i] = st.slow
			st.pubs[i] = st.publisher()
			go st.beats(i, alive)
		}
		st.by(0)
		st.openFight()
		st.discord.any = true
		play(st)
		time.Sleep(time.Minute)
		for _, pub := range st.pubs {
			pub.Close(time.Second)
		}
		close(alive)
	})
}

// beats says that a process is alive.
func (st *sharedTable) beats(i int, alive chan struct{}) {
	for {
		select {
		case <-alive:
			return
		case <-time.After(time.Second):
			st.members[i].Beat()
		}
	}
}

// by makes one of the processes handle what is done from now on.
func (st *sharedTable) by(i int) { st.bot.cards = st.pubs[i] }

// calls returns the calls since the last time, after a while.
func (st *sharedTable) calls(after time.Duration) []string {
	time.Sleep(after)
	synctest.Wait()
	st.discord.mu.Lock()
	defer st.discord.mu.Unlock()
	out := st.discord.done
	st.discord.done = nil
	return out
}

// count returns how many of the calls have a part.
func count(calls []string, part string) (n int) {
	for _, c := range calls {
		if strings.Contains(c, part) {
			n++
		}
	}
	return n
}

// TestOneCardForATurnOfTwoProcesses: a turn gets one card, whichever process ended the turn before and while the other one is
// showing something.
func TestOneCardForATurnOfTwoProcesses(t *testing.T) {
	withTwo(t, func(st *sharedTable) {
		st.calls(0)
		who, turns := []string{"Elf", "Knight"}, []string{"Round 1 · Elf", "Round 2 · Knight", "Round 2 · Elf", "Round 3 · Knight"}
		for i, turn := range turns {
			st.by(i % 2)
			st.do("GM", "/hp target:"+who[i%2]+" amount:-1") // this process shows the channel now
			synctest.Wait()
			st.by((i + 1) % 2)
			st.do("GM", "/next")
			calls := st.calls(5 * time.Second)
			posted := 0
			for _, c := range calls {
				if (strings.HasPrefix(c, "send") || strings.HasPrefix(c, "answer")) && strings.Contains(c, turn) {
					posted++
				}
			}
			if posted != 1 {
				t.Errorf("%s has %d cards: %q", turn, posted, calls)
			}
			if st.shared.Holder(claims.Channel, card.ChannelKey(testChannel)) != nil {
				t.Error("the channel is still claimed")
			}
		}
	})
}

// TestTheChangeOfAnotherProcessIsShown: what one process changes is shown although the other one has the channel.
func TestTheChangeOfAnotherProcessIsShown(t *testing.T) {
	withTwo(t, func(st *sharedTable) {
		st.do("GM", "/hp target:Knight amount:-1")
		synctest.Wait()
		st.by(1)
		st.do("GM", "/hp target:Knight amount:-2")
		if calls := st.calls(5 * time.Second); count(calls, "27/30") != 1 {
			t.Errorf("%q", calls)
		}
		st.by(0) // whose memory of the card is old
		st.do("GM", "/hp target:Knight amount:+2")
		if calls := st.calls(5 * time.Second); count(calls, "29/30") != 1 {
			t.Errorf("%q", calls)
		}
		if s := st.shown(); s.Behind() {
			t.Errorf("%+v", s)
		}
	})
}

// shown returns what has been shown of the fight.
func (st *sharedTable) shown() store.Display {
	d, _, err := st.store.Display(st.t.Context(), testChannel)
	if err != nil {
		st.t.Fatal(err)
	}
	return d
}

// TestWhatADeadProcessLeftIsShown: a turn that a process has stored but not shown is shown by another one within 12 s.
func TestWhatADeadProcessLeftIsShown(t *testing.T) {
	withTwo(t, func(st *sharedTable) {
		st.calls(0)
		st.members[0].Lose()
		st.do("GM", "/next")
		if calls := st.calls(12 * time.Second); count(calls, "send **Round 1 · Elf**") != 1 {
			t.Errorf("%q", calls)
		}
	})
}

// TestALateEditIsHealed: a process loses its claims while it edits a card, and another one shows more. The edit, which Discord
// carries out last, does not stay.
func TestALateEditIsHealed(t *testing.T) {
	for name, c := range map[string]struct {
		next string
		cut  bool          // the process cannot store what it did until it is back
		full time.Duration // how long it cannot store anything after that
	}{"the same card": {"/hp target:Knight amount:-5", false, 0}, "another card": {"/next", false, 0},
		"the same card, cut off": {"/hp target:Knight amount:-5", true, 0}, "another card, cut off": {"/next", true, 0},
		"the same card, cut off, then full": {"/hp target:Knight amount:-5", true, 10 * time.Second}} {
		t.Run(name, func(t *testing.T) {
			next := c.next
			withTwo(t, func(st *sharedTable) {
				editing, landed := make(chan struct{}), make(chan struct{})
				st.discord.editing = func() {
					st.discord.editing = nil
					close(editing)
					<-landed
				}
				st.do("GM", "/hp target:Knight amount:-1")
				<-editing
				st.members[0].Lose()
				st.by(1)
				st.do("GM", next)
				late := st.calls(15 * time.Second)
				st.slows[0].full.Store(c.cut)
				close(landed)
				synctest.Wait()
				st.members[0].Return()
				time.Sleep(c.full)
				st.slows[0].full.Store(false)
				after := st.calls(20 * time.Second)
				right := func(call string) bool { // it is the newest state, or what remains of a card
					if strings.HasPrefix(next, "/hp") {
						return strings.Contains(call, "24/30")
					}
					return strings.HasPrefix(call, "edit 802") && !strings.Contains(call, "```")
				}
				if !slices.ContainsFunc(late, right) || !slices.ContainsFunc(after, right) {
					t.Errorf("before the late edit %q\nafter it %q", late, after)
				}
				if d := st.shown(); d.Behind() {
					t.Errorf("%+v", d)
				}
			})
		})
	}
}

// TestOneReminder: a turn that takes long has one reminder, though two processes could send it.
func TestOneReminder(t *testing.T) {
	withTwo(t, func(st *sharedTable) {
		st.live.Store(true)
		st.calls(0)
		err := st.store.SaveDisplay(t.Context(), st.shown(), func() store.Display {
			d := st.shown()
			d.Remind = time.Now().UnixMilli()
			return d
		}())
		if err != nil {
			t.Fatal(err)
		}
		if calls := st.calls(2 * time.Minute); len(calls) != 1 || !strings.HasPrefix(calls[0], "send") {
			t.Errorf("%q", calls)
		}
		if n := st.shared.Taken(claims.Chore, claims.Reminders); n != 1 {
			t.Errorf("the chore was claimed %d times", n)
		}
	})
}

// TestWhatIsHiddenEditsNoCard: a change that players may not see edits no card, although another process, or the one before a restart, has shown
// the card. The edit would be marked as one.
func TestWhatIsHiddenEditsNoCard(t *testing.T) {
	withTwo(t, func(st *sharedTable) {
		st.do("GM", "/init add name:Wraith stats:init 1, hp 20 roll:2 hidden:true")
		st.calls(15 * time.Second)
		for i := range 4 {
			st.by(i % 2)
			st.do("GM", "/hp target:Wraith amount:-1")
			if calls := st.calls(15 * time.Second); len(calls) > 0 {
				t.Errorf("change %d: %q", i, calls)
			}
		}
		st.do("GM", "/hp target:Knight amount:-1")
		if calls := st.calls(15 * time.Second); count(calls, "29/30") != 1 {
			t.Errorf("a change that everyone may see: %q", calls)
		}
	})
	withPublisher(t, func(st *publishedTable) {
		st.live.Store(true)
		st.discord.any = true
		st.do("GM", "/init start name:Bridge")
		st.do("Anna", "/init join name:Knight stats:init 15, hp 30")
		st.do("GM", "/init add name:Wraith stats:init 1, hp 20 roll:2 hidden:true")
		time.Sleep(time.Minute)
		st.pub.Close(time.Second)
		st.open()
		made := len(st.discord.done)
		st.do("GM", "/hp target:Wraith amount:-1")
		time.Sleep(time.Minute)
		if calls := st.discord.done[made:]; len(calls) > 0 {
			t.Errorf("after a restart: %q", calls)
		}
	})
}
