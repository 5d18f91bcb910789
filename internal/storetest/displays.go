package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// displays returns the tests of how far fights have been shown.
func displays() []contract {
	return []contract{
		{"DisplayFollowsTheFight", displayFollows},
		{"AnOutdatedDisplayIsNotSaved", outdatedDisplay},
		{"OfDisplaysSavedAtOnceOneIsKept", displaysAtOnce},
		{"ADisplayAndACommandDoNotConflict", displayAndCommand},
		{"BehindAgreesWithDisplay", behind},
		{"DueListsOpenFightsByTime", due},
	}
}

func (e *env) display(ch snowflake.Channel) store.Display {
	e.Helper()
	d, ok, err := e.s.Display(e.ctx(), ch)
	if !ok || err != nil {
		e.Fatalf("display: %v, %v", ok, err)
	}
	return d
}

// show saves a changed display.
func (e *env) show(ch snowflake.Channel, change func(d *store.Display)) store.Display {
	e.Helper()
	was := e.display(ch)
	next := was
	change(&next)
	e.no(e.s.SaveDisplay(e.ctx(), was, next))
	return next
}

func displayFollows(e *env) {
	if _, ok, err := e.s.Display(e.ctx(), channel); ok || err != nil {
		e.Fatalf("without a fight: %v, %v", ok, err)
	}
	begun := Did(0, started("Bridge"))
	begun.Server = "42"
	e.do("", Appending(begun))
	first := e.display(channel)
	if want := (store.Display{Encounter: first.Encounter, Server: "42", Channel: channel, Seq: 1}); first != want {
		e.Fatalf("got %+v, want %+v", first, want)
	}
	e.do("", Appending(Did(1, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 2, At: At(1)}, engine.Paused{})))
	want := store.Display{Encounter: first.Encounter, Server: "42", Channel: channel, Seq: 2, Turn: 2, Paused: true,
		Card: "b", CardSeq: 1, Announced: 2, Shown: "a", Remind: 7}
	e.no(e.s.SaveDisplay(e.ctx(), e.display(channel), want))
	e.reopen()
	if got := e.display(channel); got != want {
		e.Fatalf("got %+v, want %+v", got, want)
	}
	e.do("", Undoing(2))
	want.Seq, want.Turn, want.Paused = 3, 0, false
	if got := e.display(channel); got != want {
		e.Fatalf("undone: got %+v, want %+v", got, want)
	}
	e.do("", Redoing(2))
	e.do("", Appending(Did(3, ended())))
	want.Seq, want.Ended = 5, true
	if got := e.display(channel); got != want {
		e.Fatalf("ended: got %+v, want %+v", got, want)
	}
	e.do("", Appending(Did(4, started("Next"))))
	if got := e.display(channel); got.Encounter <= first.Encounter || got != (store.Display{Encounter: got.Encounter, Channel: channel, Seq: 1}) {
		e.Errorf("the next fight: %+v", got)
	}
	nowhere := store.Display{Encounter: first.Encounter + 99}
	if err := e.s.SaveDisplay(e.ctx(), nowhere, nowhere); err == nil || errors.Is(err, store.ErrOutdated) {
		e.Fatalf("the display of a missing encounter was saved: %v", err)
	}
}

// outdatedDisplay: a display that was made from an older one than the stored one is refused, whichever field differs.
func outdatedDisplay(e *env) {
	e.do("", Appending(Did(0, started("Bridge"))))
	first := e.display(channel)
	for name, change := range map[string]func(d *store.Display){
		"card":       func(d *store.Display) { d.Card += "b" },
		"card's seq": func(d *store.Display) { d.CardSeq++ },
		"announced":  func(d *store.Display) { d.Announced++ },
		"shown":      func(d *store.Display) { d.Shown += "a" },
		"remind":     func(d *store.Display) { d.Remind++ },
	} {
		was := e.display(channel)
		shown := e.show(channel, change)
		late := was
		late.Remind += 10
		if err := e.s.SaveDisplay(e.ctx(), was, late); !errors.Is(err, store.ErrOutdated) {
			e.Errorf("%s: it was overwritten: %v", name, err)
		}
		if got := e.display(channel); got != shown {
			e.Errorf("%s: got %+v, want %+v", name, got, shown)
		}
	}
	e.do("", Appending(Did(1, scene("x")))) // a command in the fight is not a conflict
	e.no(e.s.SaveDisplay(e.ctx(), e.display(channel), first))
}

// displaysAtOnce: of several publishers that start from the same display, one saves its own.
func displaysAtOnce(e *env) {
	e.do("", Appending(Did(0, started("Bridge"))))
	for round := range 10 {
		was := e.display(channel)
		var saved atomic.Int32
		cards := make([]snowflake.Message, 12)
		parallel(len(cards), func(i int) {
			next := was
			next.Card = snowflake.Message(fmt.Sprint(round, " ", i))
			switch err := e.s.SaveDisplay(e.ctx(), was, next); {
			case err == nil:
				saved.Add(1)
				cards[i] = next.Card
			case !errors.Is(err, store.ErrOutdated):
				e.Error(err)
			}
		})
		if got := e.display(channel).Card; saved.Load() != 1 || !slices.Contains(cards, got) {
			e.Errorf("%d were saved, and the card is %q of %q", saved.Load(), got, cards)
		}
	}
}

// displayAndCommand: a display and a command are saved at the same time, and neither is lost.
func displayAndCommand(e *env) {
	e.do("", Appending(Did(0, started("Bridge"))))
	parallel(2, func(i int) {
		for n := range 30 {
			if i == 0 {
				e.do("", Appending(Did(n, scene("%d", n))))
				continue
			}
			e.show(channel, func(d *store.Display) { d.CardSeq, d.Card = int64(n), snowflake.Message(fmt.Sprint(n)) })
		}
	})
	if got := e.display(channel); got.Seq != 31 || got.CardSeq != 29 || got.Card != "29" {
		e.Errorf("%+v", got)
	}
	e.wantScene("29")
	e.check()
}

func behind(e *env) {
	turn := engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 1, At: At(0)}
	ends := [][]engine.Event{nil, {turn}, {turn, engine.Paused{}}, {turn, ended()}}
	var all []store.Display
	for i, more := range ends {
		for boardSeq := range int64(2) {
			for announced := range engine.TurnID(2) {
				ch := snowflake.Channel([]string{"a", "b", "c", "d"}[i] + string(rune('0'+boardSeq*2+int64(announced))))
				e.doIn(ch, "", Appending(Did(0, append([]engine.Event{started("x")}, more...)...)))
				all = append(all, e.show(ch, func(d *store.Display) { d.CardSeq, d.Announced = boardSeq, announced }))
			}
		}
	}
	want := slices.DeleteFunc(slices.Clone(all), func(d store.Display) bool { return !d.Behind() })
	got, err := e.s.Behind(e.ctx(), "")
	if err != nil || !slices.Equal(got, want) || len(got) == 0 || len(got) == len(all) {
		e.Fatalf("got %+v, %v, want %+v", got, err, want)
	}
	for _, d := range all {
		got, err := e.s.Behind(e.ctx(), d.Channel)
		if err != nil || d.Behind() != (len(got) == 1) || len(got) == 1 && got[0] != d {
			e.Errorf("got %+v, %v, want %+v", got, err, d)
		}
	}
	// An ended fight of which the end was not shown stays behind when the next one begins.
	e.doIn("d0", "", Appending(Did(1, started("next"))))
	if got, err := e.s.Behind(e.ctx(), "d0"); err != nil || len(got) != 2 || !got[0].Ended || got[1].Ended {
		e.Errorf("%+v, %v", got, err)
	}
}

func due(e *env) {
	minutes := map[snowflake.Channel]int{"a": 3, "b": 1, "c": 2, "never": 0, "ended": 1, "later": 5, "paused": 1}
	for ch, m := range minutes {
		e.doIn(ch, "", Appending(Did(0, started("x"))))
		if m > 0 {
			e.show(ch, func(d *store.Display) { d.Remind = At(60 * m).UnixMilli() })
		}
	}
	e.doIn("ended", "", Appending(Did(1, ended())))
	e.doIn("paused", "", Appending(Did(1, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 2, At: At(1)}, engine.Paused{})))
	for at, want := range map[time.Time]string{At(59): "[]", At(60): "[b]", At(180): "[b c a]", At(299): "[b c a]"} {
		var got []snowflake.Channel
		list, err := e.s.Due(e.ctx(), at)
		for _, d := range list {
			got = append(got, d.Channel)
		}
		if fmt.Sprint(got) != want || err != nil {
			e.Errorf("due at %v are %v, want %s, %v", at, got, want, err)
		}
	}
	e.show("b", func(d *store.Display) { d.Remind = 0 })
	if list, err := e.s.Due(e.ctx(), At(180)); err != nil || len(list) != 2 || list[0] != e.display("c") {
		e.Errorf("%+v, %v", list, err)
	}
	e.doIn("paused", "", Appending(Did(2, engine.Resumed{})))
	if list, err := e.s.Due(e.ctx(), At(60)); err != nil || len(list) != 1 || list[0] != e.display("paused") {
		e.Errorf("after the pause: %+v, %v", list, err)
	}
}
