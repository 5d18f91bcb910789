package storetest

import (
	"errors"
	"fmt"
	"time"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/snowflake"
)

// fights returns the tests that need nothing but a store for fights.
func fights() []contract {
	return []contract{
		{"AnUpdateIsKept", anUpdateIsKept},
		{"RedeliveryGetsTheSameAnswerAndChangesNothing", redelivery},
		{"AnInteractionWithoutIDIsNotRemembered", withoutID},
		{"AnErrorRollsBackStateLogAndInteraction", rollback},
		{"ARefusalKeepsWhatCanBeRedone", refusalKeepsRedo},
		{"ReadIsReadOnly", readOnly},
		{"ChannelsAreSeparate", separateChannels},
		{"EncountersOpenAndClose", openAndClose},
		{"TwoFightsInOneUpdateAreSeparate", twoFights},
		{"OpenCountCountsTheFightsOfAServer", openCount},
		{"BeganIsTheTimeOfTheFirstEntry", began},
		{"TimesAreStoredInMilliseconds", milliseconds},
		{"WritersInOneChannelTakeTurns", writersTakeTurns},
		{"UndoAndRedoWalkTheChain", walkTheChain},
		{"TheLogKeepsUndoneEntries", logKeepsUndone},
		{"ANoteDoesNotPreventRedo", noteKeepsRedo},
		{"UndoRestartsTheTurn", undoRestartsTheTurn},
		{"UndoToAStep", undoToAStep},
		{"UndoToAStepRestartsTheTurn", undoToAStepRestartsTheTurn},
		{"TwoHundredUndos", twoHundredUndos},
		{"TwoHundredStepsAtOnce", twoHundredSteps},
		{"StepsToChooseFrom", stepsToChooseFrom},
		{"LatestIsTheStateAtTheEnd", latest},
		{"ALongLogIsComplete", longLog},
		{"TheStartsTextMustBeKnown", textMustBeKnown},
		{"RandomFightsMatchTheModel", randomFights},
	}
}

func anUpdateIsKept(e *env) {
	e.do("1", Appending(Did(0, started("Bridge"))))
	if got := e.do("2", Appending(Did(1, scene("dusk")))); got != "dusk" {
		e.Fatalf("answer %q", got)
	}
	e.reopen()
	e.wantScene("dusk")
	if n := len(e.log()); n != 2 {
		e.Fatalf("%d entries", n)
	}
}

func redelivery(e *env) {
	e.do("1", Appending(Did(0, started("Bridge"), scene("dusk"))))
	e.do("2", nothing)
	for range 2 {
		e.again(channel, "1", "dusk")
		e.again(channel, "2", "")
		e.again("another channel", "1", "dusk")
		e.reopen()
	}
	if n := len(e.log()); n != 1 || e.stateIn("another channel") != nil {
		e.Errorf("%d entries", n)
	}
}

func withoutID(e *env) {
	for range 2 {
		e.do("", answering("x"))
	}
}

func rollback(e *env) {
	e.do("1", Appending(Did(0, started("Bridge"), scene("dusk"))))
	broken := errors.New("broken")
	_, _, err := e.fights.Update(e.ctx(), channel, "2", func(j engine.Journal) ([]byte, error) {
		if err := j.Append(Did(1, scene("night"))); err != nil {
			return nil, err
		}
		if j.State().Scene != "night" || j.NextSeq() != 3 {
			e.Error("the journal does not show its own entry")
		}
		return []byte("x"), broken
	})
	if err != broken {
		e.Fatalf("got %v, want the error unchanged", err)
	}
	e.wantScene("dusk")
	// The same entry number and interaction ID are used again, for something else.
	if got := e.do("2", Appending(Did(2, scene("dawn")))); got != "dawn" {
		e.Fatalf("answer %q", got)
	}
	e.wantScene("dawn")
	if log := e.log(); len(log) != 2 || log[1].Command != "/do 2" {
		e.Fatalf("the log is %+v", log)
	}
	mine := errors.New("mine")
	for name, fn := range map[string]update{"a start": Appending(Did(0, started("Lost"))), "nothing": nothing} {
		_, _, err = e.fights.Update(e.ctx(), "empty", "3", func(j engine.Journal) ([]byte, error) {
			if _, err := fn(j); err != nil {
				return nil, err
			}
			return nil, mine
		})
		if err != mine || e.stateIn("empty") != nil || len(e.logIn("empty")) != 0 {
			e.Errorf("%s: %v, %+v", name, err, e.stateIn("empty"))
		}
	}
}

// refusalKeepsRedo: a command that fails after it has appended, undone or redone leaves the way that redo takes as it was.
func refusalKeepsRedo(e *env) {
	e.scenes(4)
	e.do("", UndoingTo(5, 2))
	broken := errors.New("broken")
	for _, fns := range [][]update{{Appending(Did(6, scene("new")))}, {Undoing(6)}, {Redoing(6)}, {Redoing(6), Appending(Did(7, scene("new"))), Undoing(8)},
		{Appending(Did(6, ended()))}, {Appending(Did(6, ended()), Did(7, started("Next")))}} {
		err := e.try("", func(j engine.Journal) ([]byte, error) {
			for _, fn := range fns {
				if _, err := fn(j); err != nil {
					return nil, err
				}
			}
			return nil, broken
		})
		if err != broken {
			e.Fatalf("got %v", err)
		}
	}
	e.wantScene("1")
	if got := e.do("", RedoingTo(9, 5)); got != "/do 2 /do 3 /do 4" {
		e.Errorf("redid %q", got)
	}
	e.wantScene("4")
	if n := len(e.log()); n != 5+3+3 {
		e.Errorf("%d entries", n)
	}
}

func readOnly(e *env) {
	e.scenes(2)
	e.do("", Undoing(3))
	e.no(e.fights.Read(e.ctx(), channel, func(j engine.Journal) error {
		_, undo := j.Undo("gm", epoch, 0)
		_, redo := j.Redo("gm", epoch, 0)
		for _, err := range []error{j.Append(Did(1, scene("x"))), undo, redo} {
			if err == nil {
				e.Error("a reader may write")
			}
		}
		if j.NextSeq() != 5 {
			e.Errorf("next is %d", j.NextSeq())
		}
		return nil
	}))
	e.wantScene("1")
	mine := errors.New("mine")
	if err := e.fights.Read(e.ctx(), channel, func(engine.Journal) error { return mine }); err != mine {
		e.Fatalf("got %v", err)
	}
	if err := e.fights.Log(e.ctx(), channel, func(engine.Log) error { return mine }); err != mine {
		e.Fatalf("got %v", err)
	}
}

func separateChannels(e *env) {
	for i := range 3 {
		e.doIn(snowflake.Channel(fmt.Sprint(i)), "", Appending(Did(i, started(fmt.Sprint(i)), scene("%d", i))))
	}
	e.doIn("1", "", Appending(Did(4, ended())))
	e.doIn("2", "", Appending(Did(5, scene("two"))))
	e.doIn("2", "", Undoing(6))
	for i, want := range []int{1, 2, 3} {
		ch := snowflake.Channel(fmt.Sprint(i))
		if log := e.logIn(ch); len(log) != want || log[0].Events[0] != started(string(ch)) {
			e.Errorf("channel %s has the log %+v", ch, log)
		}
		if got := e.stateIn(ch); (got == nil) != (i == 1) || got != nil && got.Scene != fmt.Sprint(i) {
			e.Errorf("channel %s has the state %+v", ch, got)
		}
	}
}

func openAndClose(e *env) {
	for name, entry := range map[string]engine.Entry{
		"an entry that starts nothing": Did(0, scene("x")),
		"a note":                       noted(0, started("x")),
		"an undo":                      {Kind: engine.Undid, Events: []engine.Event{started("x")}},
		"no events":                    Did(0),
	} {
		if err := e.try("", Appending(entry)); err == nil {
			e.Errorf("%s was accepted", name)
		}
	}
	e.wantRefused(Undoing(0), engine.NothingToUndo, reason.NoFight)
	e.wantRefused(Redoing(0), engine.NothingToUndo, reason.NoFight)
	e.do("", Appending(Did(0, started("one"))))
	if err := e.try("", Appending(Did(1, started("two")))); err == nil {
		e.Error("a second encounter was started while the first was open")
	}
	e.do("", func(j engine.Journal) ([]byte, error) {
		if err := j.Append(Did(2, ended())); err != nil {
			return nil, err
		}
		if began, err := j.Began(); j.State() != nil || j.NextSeq() != 1 || !began.IsZero() || err != nil {
			e.Errorf("after the end: %+v, next %d, began %v, %v", j.State(), j.NextSeq(), began, err)
		}
		return nil, nil
	})
	e.wantRefused(Undoing(3), engine.NothingToUndo, reason.NoFight)
	if n := len(e.log()); n != 2 || e.state() != nil {
		e.Errorf("the ended fight has %d entries and the state %+v", n, e.state())
	}
	e.reopen()
	e.wantRefused(Redoing(3), engine.NothingToUndo, reason.NoFight)
	e.do("", Appending(Did(4, started("two"), scene("a")), Did(5, ended()), Did(6, started("three"))))
	if got := e.state(); got == nil || got.Name != "three" || len(e.log()) != 1 {
		e.Errorf("the state is %+v", got)
	}
}

// twoFights: an update that undoes a step, ends the fight and begins the next one undoes the next one's own steps after that.
func twoFights(e *env) {
	e.scenes(3)
	got := e.do("", func(j engine.Journal) ([]byte, error) {
		if _, err := j.Undo("gm", At(5), 0); err != nil {
			return nil, err
		}
		for _, entry := range []engine.Entry{Did(6, ended()), Did(7, started("Next"), scene("a")), Did(8, scene("b")), Did(9, scene("c"))} {
			if err := j.Append(entry); err != nil {
				return nil, err
			}
		}
		if began, err := j.Began(); !began.Equal(At(7)) || err != nil {
			e.Errorf("the next fight began at %v, %v", began, err)
		}
		steps, err := j.Undo("gm", At(10), 0)
		return []byte(commands(steps) + " " + j.State().Scene), err
	})
	if got != "/do 9 b" {
		e.Errorf("the answer is %q", got)
	}
	e.forget()
	e.wantScene("b")
	if log := e.log(); len(log) != 4 || log[3].Of != 3 || !log[2].Undone {
		e.Errorf("the log is %+v", log)
	}
	e.do("", Redoing(11))
	e.wantScene("c")
}

func openCount(e *env) {
	open := func(server snowflake.Guild) (n int) {
		e.no(e.fights.Read(e.ctx(), "somewhere", func(j engine.Journal) (err error) { n, err = j.OpenCount(server); return err }))
		return n
	}
	for ch, server := range map[snowflake.Channel]snowflake.Guild{"1": "a", "2": "a", "3": "b"} {
		entry := Did(0, started("Bridge"))
		entry.Server = server
		e.doIn(ch, "", Appending(entry))
	}
	if a, b, c := open("a"), open("b"), open("c"); a != 2 || b != 1 || c != 0 {
		e.Errorf("%d, %d and %d are open", a, b, c)
	}
	e.doIn("1", "", func(j engine.Journal) ([]byte, error) {
		if n, err := j.OpenCount("a"); n != 2 || err != nil {
			e.Errorf("%d are open in an update, %v", n, err)
		}
		if err := j.Append(Did(1, ended())); err != nil {
			return nil, err
		}
		if n, err := j.OpenCount("a"); n != 1 || err != nil {
			e.Errorf("%d are open in an update that has ended one, %v", n, err)
		}
		next := Did(2, started("Next"))
		next.Server = "a"
		if err := j.Append(next); err != nil {
			return nil, err
		}
		if n, err := j.OpenCount("a"); n != 2 || err != nil {
			e.Errorf("%d are open in an update that has started one, %v", n, err)
		}
		return nil, j.Append(Did(3, ended()))
	})
	if a := open("a"); a != 1 {
		e.Errorf("%d are open after one has ended", a)
	}
}

func milliseconds(e *env) {
	first := Did(0, started("one"))
	first.At = epoch.Add(1234567)
	e.do("", Appending(first))
	if got := e.log()[0].At; !got.Equal(epoch.Add(1000000)) {
		e.Errorf("at %v", got)
	}
}

func began(e *env) {
	first := Did(0, started("one"))
	first.At = epoch.Add(7 * time.Millisecond)
	e.do("", Appending(first))
	for n := range 100 {
		e.do("", Appending(Did(1+n, scene("%d", n))))
	}
	e.do("", Undoing(200))
	want := func(j interface{ Began() (time.Time, error) }) error {
		got, err := j.Began()
		if !got.Equal(first.At) {
			e.Errorf("the fight began at %v, want %v", got, first.At)
		}
		return err
	}
	for range 2 {
		e.no(e.fights.Read(e.ctx(), channel, func(j engine.Journal) error { return want(j) }))
		e.no(e.fights.Log(e.ctx(), channel, func(l engine.Log) error { return want(l) }))
		e.do("", func(j engine.Journal) ([]byte, error) { return nil, want(j) })
		e.forget()
	}
}

// writersTakeTurns: each writer builds on what the one before it has left, and no entry is lost or numbered twice.
func writersTakeTurns(e *env) {
	e.do("", Appending(Did(0, started("Bridge"), scene(""))))
	const writers, times = 8, 10
	parallel(writers, func(w int) {
		for n := range times {
			answer, again, err := e.fights.Update(e.ctx(), channel, fmt.Sprint(1000+w*times+n), func(j engine.Journal) ([]byte, error) {
				entry := Did(0, scene("%s%c", j.State().Scene, 'a'+w))
				entry.Command = fmt.Sprint(w, " ", n)
				return fmt.Append(nil, j.NextSeq()), j.Append(entry)
			})
			if err != nil || again || len(answer) == 0 {
				e.Errorf("writer %d: %s, %v, %v", w, answer, again, err)
			}
		}
	})
	log, next, path := e.log(), [writers]int{}, ""
	if len(log) != 1+writers*times {
		e.Fatalf("%d entries", len(log))
	}
	for i, entry := range log[1:] {
		var w, n int
		if _, err := fmt.Sscan(entry.Command, &w, &n); err != nil {
			e.Fatal(err)
		}
		if entry.Seq != int64(i+2) || n != next[w] {
			e.Errorf("entry %d is number %d of writer %d, want %d", entry.Seq, n, w, next[w])
		}
		e.again(channel, fmt.Sprint(1000+w*times+n), fmt.Sprint(entry.Seq))
		next[w], path = n+1, path+string(rune('a'+w))
	}
	e.wantScene(path)
}
