package bot

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// TestEarlierCardIsClosedNextToACarriedOne: the card of an earlier fight is closed even if the answer to /init start has already
// carried the first card of the next one.
func TestEarlierCardIsClosedNextToACarriedOne(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.expect(3*time.Second, func() {
			end := st.do("GM", "/init end").Buttons[0][0].ID
			st.do("GM", "/hp target:Knight amount:-1") // the publisher pauses after this
			synctest.Wait()
			st.press("GM", end)
			st.do("GM", "/init start name:Second")
		}, "edit 802: 29/30", "answer: Second", "edit 802: This fight is over")
	})
}

// TestFailedChangeHoldsNothingUp: if a press on the card could not be stored, the card is kept current.
func TestFailedChangeHoldsNothingUp(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openGroup()
		st.store.failing = errors.New("the disk is full")
		r := st.request("Anna", discord.Pressed)
		r.Path, r.Message = st.button("End turn"), st.store.fights[0].shown().Card
		if _, err := st.bot.Handle(t.Context(), r); err == nil {
			t.Error("no error")
		}
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802: 29/30")
	})
}

// openGroup starts a fight by sides and shows it. Anna's Knight and Ben's Elf have the turn, on message 802.
func (st *publishedTable) openGroup() {
	st.t.Helper()
	st.discord.any = true
	st.do("GM", "/init start name:Bridge ruleset:combat-sequence")
	st.do("Anna", "/init join name:Knight stats:"+niStats("combat-sequence", true)+", hp 30")
	st.do("Ben", "/init join name:Elf stats:"+niStats("combat-sequence", false)+", hp 20")
	st.do("GM", "/init add name:Goblin stats:"+niStats("combat-sequence", false)+", hp 5 side:foes")
	st.do("GM", "/init roll rolls:party 6, foes 3")
	if s := st.state(); len(s.ActiveMembers()) != 2 {
		st.t.Fatalf("active: %+v", s.ActiveMembers())
	}
	time.Sleep(3 * time.Second)
	synctest.Wait()
	st.discord.any = false
}

// TestAnswerThatHangs: a card whose answer takes too long is posted without it in time.
func TestAnswerThatHangs(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		var late *discord.Post
		st.carry = func(_ *discord.Request, post *discord.Post) { late = post }
		st.expect(12*time.Second, func() { st.do("Anna", "/next") }, "send: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
		st.carry = st.discord.carry
		st.expect(3*time.Second, func() { late.Sent("", nil) })
	})
}

// TestTheNextTurnIsClaimedWhileACardIsSent: a card that an answer is still carrying is not posted again because somebody who has seen it
// ends the turn.
func TestTheNextTurnIsClaimedWhileACardIsSent(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		var sent func()
		st.carry = func(r *discord.Request, post *discord.Post) {
			sent = func() { st.discord.carry(r, post) }
		}
		st.expect(5*time.Second, func() {
			st.do("Anna", "/next")
			next := st.state().Turn + 1
			st.pub.Claim(testChannel, next)
			st.pub.Changed(testChannel, nil, true)
			time.Sleep(2 * time.Second)
			synctest.Wait()
			st.pub.Release(testChannel, next)
			sent()
		}, "answer: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
	})
}

// TestCardThatIsStoredLate: a card that an answer carried is not posted again while it is being stored.
func TestCardThatIsStoredLate(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		slow := st.onSlowStore()
		slow.save = func() { // the publisher looks while the card is being stored
			slow.save = nil
			st.pub.Changed(testChannel, nil, true)
			synctest.Wait()
		}
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
		slow.display = func() { // the card is stored when the publisher has just read that there is none
			slow.display = nil
			st.do("Ben", "/next")
		}
		st.expect(3*time.Second, func() { st.pub.Changed(testChannel, nil, true) }, "answer: **Round 2 · Knight**", "edit 803: **Round 1 · Elf**")
	})
}

// slowStore is a memStore in which other things happen before something is stored or after it was read.
type slowStore struct {
	*memStore
	save, display, read func()
	full                atomic.Bool // nothing can be stored
}

// onSlowStore replaces the publisher by one that stores in a slowStore.
func (st *publishedTable) onSlowStore() *slowStore {
	st.pub.Close(time.Second)
	st.slow = &slowStore{memStore: st.store}
	st.open()
	return st.slow
}

func (s *slowStore) SaveDisplay(ctx context.Context, was, next store.Display) error {
	if save := s.save; save != nil {
		save()
	}
	if s.full.Load() {
		return errors.New("the disk is full")
	}
	return s.memStore.SaveDisplay(ctx, was, next)
}

func (s *slowStore) Display(ctx context.Context, ch snowflake.Channel) (store.Display, bool, error) {
	d, ok, err := s.memStore.Display(ctx, ch)
	if display := s.display; display != nil {
		s.display = nil
		display()
	}
	return d, ok, err
}

func (s *slowStore) Read(ctx context.Context, ch snowflake.Channel, fn func(engine.Journal) error) error {
	err := s.memStore.Read(ctx, ch, fn)
	if read := s.read; read != nil {
		s.read = nil
		read()
	}
	return err
}

// TestCardThatComesAfterTheState: the publisher has just read the fight when an answer carries the card of the next turn, which can't be stored
// at once. The publisher doesn't take the turn that it has read for a later one.
func TestCardThatComesAfterTheState(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		slow := st.onSlowStore()
		reading, then := make(chan struct{}), make(chan struct{})
		slow.read = func() {
			close(reading)
			<-then
		}
		st.expect(5*time.Second, func() {
			st.do("GM", "/hp target:Knight amount:-1")
			<-reading
			slow.full.Store(true)
			st.do("Anna", "/next")
			slow.full.Store(false)
			close(then)
		}, "answer: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
	})
}

// TestCardThatComesBeforeAnotherIsStored: before the publisher has stored a card that it has posted, an answer carries the card of the next turn. The
// publisher doesn't show the earlier turn on it.
func TestCardThatComesBeforeAnotherIsStored(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		slow := st.onSlowStore()
		saving, then := make(chan struct{}), make(chan struct{})
		slow.save = func() {
			slow.save = nil
			close(saving)
			<-then
		}
		st.expect(5*time.Second, func() {
			st.do("Anna", "/next")
			<-saving
			st.do("Ben", "/next")
			close(then)
		}, "answer: **Round 1 · Elf** !400/50035", "send: **Round 1 · Elf**", "answer: **Round 2 · Knight**", "edit 802: **Round 1 · Knight**",
			"edit 803: **Round 1 · Elf**")
	})
}

// TestEditDuringAnAnswer: if the publisher edits the card while an answer shrinks it, Discord may make the edit last, so the card is
// shrunk again.
func TestEditDuringAnAnswer(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		edit := make(chan struct{})
		st.discord.editing = func() {
			st.discord.editing = nil
			<-edit
		}
		var sent func()
		st.carry = func(r *discord.Request, post *discord.Post) {
			sent = func() { st.discord.carry(r, post) }
		}
		st.expect(3*time.Second, func() {
			st.do("GM", "/hp target:Knight amount:-1")
			synctest.Wait()
			st.pressCard("Anna", "End turn")
			close(edit)
			synctest.Wait()
			sent()
		}, "edit 802: 29/30", "update 802: **Round 1 · Knight**", "send: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
	})
}

// TestAnswerDuringAnEdit: while the publisher edits the card, an answer carries the next one. That is pressed at once, and what
// remains of it is its own heading.
func TestAnswerDuringAnEdit(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		const soon = 3 * time.Second
		st.expect(soon, func() { st.do("GM", "/init start name:Bridge") }, "answer: Nobody has joined yet")
		st.expect(soon, func() { st.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6") }, "edit 801: Knight")
		edit := make(chan struct{})
		st.discord.editing = func() {
			st.discord.editing = nil
			<-edit
		}
		st.expect(soon, func() {
			st.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10")
			synctest.Wait()
			st.do("GM", "/init roll")
			close(edit)
			synctest.Wait()
			st.pressCard("Anna", "End turn")
		}, "edit 801: Elf", "answer: **Round 1 · Knight**", "edit 801: **Bridge**", "update 802: **Round 1 · Knight**", "send: **Round 1 · Elf**")
	})
}

// TestPressBeforeItsCardIsStored: a card that is stored after the turn has ended is shrunk, and does not become the fight's card.
func TestPressBeforeItsCardIsStored(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		var late *discord.Post
		st.carry = func(_ *discord.Request, post *discord.Post) { late = post }
		st.expect(time.Second, func() { st.do("Anna", "/next") })
		st.carry = st.discord.carry
		st.expect(3*time.Second, func() {
			st.discord.sent = append(st.discord.sent, late.Message) // message 803 is there, but the publisher does not know
			r := st.request("Ben", discord.Pressed)
			r.Path, r.Message = st.button("End turn"), "803"
			st.handle(r)
			synctest.Wait()
			late.Sent("803", nil)
		}, "update 803: **Round 1 · Elf**", "send: **Round 2 · Knight**", "edit 802: **Round 1 · Knight**")
	})
}

// TestCardThatCannotBeStored: a card that was posted is not posted again because it could not be stored.
func TestCardThatCannotBeStored(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		slow := st.onSlowStore()
		slow.full.Store(true)
		st.expect(10*time.Second, func() { st.do("Anna", "/next") }, "answer !400/50035", "send: **Round 1 · Elf**")
		slow.full.Store(false)
		st.expect(10*time.Second, func() {}, "edit 802: **Round 1 · Knight**")
	})
}

// TestFightOfAnOlderRelease: after an upgrade in mid-fight, the tracker and the announcement of the release before lose their buttons
// once there is a card.
func TestFightOfAnOlderRelease(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		d := &st.store.fights[0].display
		d.Shown = "799" // the announcement; the tracker is 802
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Knight amount:-1") }, "edit 802: 29/30", "edit 799: ")
		d.Shown = "800"
		st.expect(3*time.Second, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**", "edit 800: ", "edit 802: ")
		for _, m := range st.discord.edits[len(st.discord.edits)-2:] {
			if m.Text != "" || !m.KeepText || m.V2 || len(m.Buttons) > 0 {
				t.Errorf("%+v", m)
			}
		}
	})
}

// TestTurnThatChangesInAPause: the card of a turn keeps its own heading if the turn changes while the fight is paused.
func TestTurnThatChangesInAPause(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.discord.any = true
		st.do("Cleo", "/init join name:Cleric stats:init 1, hp 30 roll:1")
		st.do("GM", "/init pause")
		st.do("GM", "/init remove name:Knight")
		time.Sleep(3 * time.Second)
		synctest.Wait()
		st.discord.any = false
		st.expect(3*time.Second, func() { st.do("GM", "/init resume") }, "send: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
	})
}

// withUnstoredCard runs fn while nothing can be stored, after an answer has carried the card of the Elf's turn.
func withUnstoredCard(t *testing.T, fn func(st *publishedTable)) {
	t.Helper()
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		st.onSlowStore().full.Store(true)
		st.expect(100*time.Millisecond, func() { st.do("Anna", "/next") }, "answer: **Round 1 · Elf**")
		fn(st)
	})
}

// TestCardsThatCannotBeStored: answers carry the cards of two turns while nothing can be stored. Both earlier cards lose their buttons once
// it can be.
func TestCardsThatCannotBeStored(t *testing.T) {
	withUnstoredCard(t, func(st *publishedTable) {
		st.expect(100*time.Millisecond, func() { st.do("Ben", "/next") }, "answer: **Round 2 · Knight**")
		st.slow.full.Store(false)
		st.expect(12*time.Second, func() {}, "edit 802: **Round 1 · Knight**", "edit 803: **Round 1 · Elf**")
	})
}

// TestEndBeforeItsCardIsStored: a card that could not be stored before its fight ended shows the end, and the one before it loses its buttons,
// also if the next fight has begun by then.
func TestEndBeforeItsCardIsStored(t *testing.T) {
	const over = "**Round 1 · Elf**\nThis fight is over"
	for name, c := range map[string]struct {
		then func(st *publishedTable)
		plan []string
	}{
		"ended":         {func(*publishedTable) {}, []string{"edit 803: " + over, "edit 802: **Round 1 · Knight**"}},
		"another begun": {func(st *publishedTable) { st.do("GM", "/init start name:Second") }, []string{"answer: **Second**", "edit 803: " + over, "edit 802: This fight is over"}},
	} {
		t.Run(name, func(t *testing.T) {
			withUnstoredCard(t, func(st *publishedTable) {
				st.expect(12*time.Second, func() {
					st.press("GM", st.do("GM", "/init end").Buttons[0][0].ID)
					c.then(st)
					st.slow.full.Store(false)
				}, c.plan...)
			})
		})
	}
}

// TestChangesInAPause: between two edits of a card, nothing is read for a change that needs no card of its own, and a turn has its card
// at once.
func TestChangesInAPause(t *testing.T) {
	withPublisher(t, func(st *publishedTable) {
		st.openFight()
		const inPause = 100 * time.Millisecond
		st.expect(inPause, func() { st.do("GM", "/hp target:Elf amount:-1") }, "edit 802: 19/20")
		st.store.shown = func() { t.Error("read in a pause, although nothing was to be posted") }
		st.expect(inPause, func() { st.do("GM", "/hp target:Elf amount:-1"); st.do("GM", "/init pause") })
		st.expect(inPause, func() { st.do("GM", "/hp target:Knight amount:-2") })
		st.store.shown = nil
		st.expect(inPause, func() { st.do("GM", "/init remove name:Knight") }) // it was the Knight's turn
		st.expect(inPause, func() { st.do("GM", "/init resume") }, "send: **Round 1 · Elf**", "edit 802: **Round 1 · Knight**")
		st.expect(3*time.Second, func() { st.do("GM", "/hp target:Elf amount:-1") }, "edit 803: 17/20")
	})
}
