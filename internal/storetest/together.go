package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// together returns the tests of what happens at the same time.
func together() []contract {
	return []contract{
		{"ReadersSeeWhatIsCommitted", readersSeeWhatIsCommitted},
		{"ALogIsReadWhileItGrows", logWhileItGrows},
		{"AReadIsOfOneMoment", readOfOneMoment},
		{"EveryReaderSeesAWholeStep", wholeSteps},
		{"SixtyFourChannelsAtOnce", manyChannels},
		{"AStartIsMadeByOne", oneStart},
		{"SettingsThatChangeMeanwhileDecide", settingsMeanwhile},
		{"CharactersThatChangeMeanwhileAreReadAgain", charactersMeanwhile},
		{"CharactersAreOfTheFightsMoment", charactersOfOneMoment},
	}
}

// readersSeeWhatIsCommitted: nothing of an update is seen while it runs, and all of it once it has returned.
func readersSeeWhatIsCommitted(e *env) {
	e.scenes(1)
	e.do("5", func(j engine.Journal) ([]byte, error) {
		if err := j.Append(Did(2, scene("dusk"))); err != nil {
			return nil, err
		}
		e.wantScene("1")
		if n := len(e.log()); n != 2 {
			e.Errorf("a reader sees %d entries", n)
		}
		if d, _, err := e.s.Display(e.ctx(), channel); d.Seq != 2 || err != nil {
			e.Errorf("a reader sees %+v, %v", d, err)
		}
		_, err := j.Undo("gm", At(3), 0)
		e.wantScene("1")
		return nil, errors.Join(err, j.Append(Did(4, scene("dawn"))))
	})
	e.wantScene("dawn")
	if n := len(e.log()); n != 5 {
		e.Errorf("%d entries", n)
	}
}

// logWhileItGrows: a log that is read stays as it was when the reading began, and nobody waits for its reader.
func logWhileItGrows(e *env) {
	e.scenes(1)
	e.do("", Undoing(2))
	e.no(e.s.Log(e.ctx(), channel, func(l engine.Log) error {
		read := 0
		for entry, err := range l.All() {
			read++
			if err != nil || entry.Undone != (entry.Seq == 2) {
				e.Errorf("%+v, %v", entry, err)
			}
			e.do("", Redoing(3))
			e.do("", Appending(Did(4, scene("more"))))
			e.do("", Undoing(5))
			e.do("", Undoing(5))
		}
		if read != 3 || l.State().Scene != "0" {
			e.Errorf("%d entries were read, and the scene is %q", read, l.State().Scene)
		}
		return nil
	}))
	if n := len(e.log()); n != 3+3*4 {
		e.Errorf("%d entries", n)
	}
}

// readOfOneMoment: the steps that a reader asks for lead to the state that it sees, even if another command comes in between.
func readOfOneMoment(e *env) {
	e.scenes(1)
	runs := 0
	e.no(e.s.Read(e.ctx(), channel, func(j engine.Journal) error {
		state := j.State()
		runs++
		if runs == 1 {
			e.do("", Appending(Did(2, scene("dusk"))))
		}
		steps, err := j.Done(1)
		if err != nil {
			return err
		}
		if after := engine.Fold(steps.Before, steps.Entries[0].Events); after.Scene != state.Scene || steps.Entries[0].Seq != j.NextSeq()-1 {
			e.Errorf("the scene is %q, after entry %d it is %q", state.Scene, steps.Entries[0].Seq, after.Scene)
		}
		return nil
	}))
	if runs > 2 {
		e.Errorf("it was read %d times", runs)
	}
	e.wantScene("dusk")
}

// wholeSteps: an update's entries are seen all or none, and the state is the one after them.
func wholeSteps(e *env) {
	e.do("", Appending(Did(0, started("Bridge"), scene("0"))))
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for last := 0; ; {
				select {
				case <-done:
					return
				default:
				}
				last = e.wholeStep(last)
				if e.Failed() {
					return
				}
			}
		})
	}
	for n := range 30 {
		e.do("", Appending(Did(n, scene("x")), Did(n, scene("y")), Did(n, scene("%d", n+1))))
	}
	close(done)
	readers.Wait()
}

// wholeStep reads the log once and returns how many updates it has, which must not be fewer than before.
func (e *env) wholeStep(before int) (n int) {
	err := e.s.Log(e.ctx(), channel, func(l engine.Log) error {
		log, err := all(l)
		n = len(log) / 3
		if want := fmt.Sprint(n); err == nil && (len(log)%3 != 1 || l.State().Scene != want || n < before) {
			e.Errorf("%d entries, the scene is %q, and there were %d updates before", len(log), l.State().Scene, before)
		}
		return err
	})
	if err != nil {
		e.Error(err)
	}
	return n
}

// manyChannels: many fights are played at once, with undos, and each is as if it had been played alone.
func manyChannels(e *env) {
	play := func(ch snowflake.Channel, n int) {
		id := func(k int) string { return fmt.Sprint(1_000_000 + n*100 + k) }
		e.doIn(ch, id(0), Appending(Did(0, started("Bridge"), scene("0"))))
		for k := 1; k < 8; k++ {
			e.doIn(ch, id(k), Appending(Did(k, scene("%s %d", ch, k))))
		}
		e.doIn(ch, id(8), Undoing(8))
		e.doIn(ch, id(9), UndoingTo(9, 4))
		e.doIn(ch, id(10), Redoing(10))
	}
	parallel(64, func(i int) { play(snowflake.Channel(fmt.Sprint(i)), i) })
	for i := range 64 {
		ch := snowflake.Channel(fmt.Sprint(i))
		if got := e.stateIn(ch); got == nil || got.Scene != string(ch)+" 4" {
			e.Errorf("channel %s has the state %+v", ch, got)
		}
	}
	if r := e.check(); r.Encounters != 64 || r.Entries != 64*(8+1+3+1) {
		e.Errorf("%s", r)
	}
}

// oneStart: when many start a fight in a channel at once, one does.
func oneStart(e *env) {
	for round := range 5 {
		ch := snowflake.Channel(fmt.Sprint("round ", round))
		errs := make([]error, 12)
		parallel(len(errs), func(i int) {
			_, _, errs[i] = e.s.Update(e.ctx(), ch, "", Appending(Did(0, started(fmt.Sprint(i)))))
		})
		won := ""
		for i, err := range errs {
			if err == nil {
				won += fmt.Sprint(i)
			}
		}
		if got := e.stateIn(ch); got == nil || got.Name != won || len(e.logIn(ch)) != 1 {
			e.Errorf("%s: it was started by %q, and the state is %+v", ch, won, got)
		}
	}
}

// settingsMeanwhile: what is stored was decided by the settings that are stored before it, even if they were changed during the decision.
func settingsMeanwhile(e *env) {
	e.do("", Appending(Did(0, started("Bridge"))))
	for i, set := range []string{"1", "2"} { // what the store remembers of the settings is used the second time
		runs := 0
		e.do(fmt.Sprint(1+i), func(j engine.Journal) ([]byte, error) {
			data, err := j.Settings("500")
			runs++
			if err == nil && runs == 1 {
				_, _, err = e.s.Amend(e.ctx(), store.SettingsOf("500"), "", replacing(set, ""))
			}
			return nil, errors.Join(err, j.Append(Did(1+i, scene("%s", data))))
		})
		e.wantScene(set)
	}
}

// charactersMeanwhile: an update that changes saved characters changes those that it has read, even if they were changed during the decision. One that
// changes them twice doesn't conflict with itself, and one that only reads them isn't run again.
func charactersMeanwhile(e *env) {
	e.do("", Appending(Did(0, started("Bridge"))))
	cell := store.CharactersOf("a", "anna")
	for i, changes := range []int{2, 1, 0} {
		runs := 0
		e.do(fmt.Sprint(1+i), func(j engine.Journal) ([]byte, error) {
			data, err := j.Characters("a", "anna")
			runs++
			if err == nil && runs == 1 {
				_, _, err = e.s.Amend(e.ctx(), cell, "", replacing(fmt.Sprint(i), ""))
			}
			for n := range changes {
				j.Amend("a", "anna", func(now []byte) []byte {
					if n == 0 && string(now) != string(data) {
						e.Errorf("%q is changed, after %q was read", now, data)
					}
					return append(slices.Clip(now), '+')
				})
			}
			return nil, errors.Join(err, j.Append(Did(1+i, scene("%s", data))))
		})
		data, err := e.s.Load(e.ctx(), cell)
		if want := fmt.Sprint(i) + strings.Repeat("+", changes); err != nil || string(data) != want || runs != min(changes, 1)+1 {
			e.Errorf("%d runs have stored %q, want %q; %v", runs, data, want, err)
		}
	}
	e.wantScene("1+")
}

// charactersOfOneMoment: the characters that a reader or an update gets are those of the fight that it sees, even if another command changes both.
func charactersOfOneMoment(e *env) {
	e.scenes(1)
	step := func(n int) {
		e.do("", func(j engine.Journal) ([]byte, error) {
			j.Amend("a", "anna", func([]byte) []byte { return fmt.Append(nil, n) })
			return nil, j.Append(Did(n, scene("%d", n)))
		})
	}
	step(2)
	runs := 0
	e.no(e.s.Read(e.ctx(), channel, func(j engine.Journal) error {
		if runs++; runs == 1 {
			step(3)
		}
		data, err := j.Characters("a", "anna")
		if err == nil && string(data) != j.State().Scene {
			e.Errorf("a reader gets %q in %q", data, j.State().Scene)
		}
		return err
	}))
	parallel(20, func(n int) {
		if n%2 == 0 {
			step(4 + n)
			return
		}
		_, _, err := e.s.Update(e.ctx(), channel, "", func(j engine.Journal) ([]byte, error) {
			data, err := j.Characters("a", "anna")
			if err == nil && string(data) != j.State().Scene {
				e.Errorf("an update gets %q in %q", data, j.State().Scene)
			}
			return nil, errors.Join(err, j.Append(Did(4+n, scene("%s", j.State().Scene))))
		})
		e.no(err)
	})
}
