package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"

	"roundel/engine/view"
)

// readFile reads a ruleset with an order and what else is given.
func readFile(t *testing.T, order string, lines ...string) *ruleset.Ruleset {
	t.Helper()
	rs, err := ruleset.Read([]byte("roundel: 1\nname: test\ntitle: Test\nstats: {tokens: Tokens, init: Initiative}\norder: " + order + "\n" + strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// play begins a fight under a ruleset with Anna, Ben (by ben) and these NPCs, who are foes unless a side follows the name after a slash.
func playFight(t *testing.T, rs *ruleset.Ruleset, npcs string, results ...int) *fight {
	t.Helper()
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
	f.by(anna, play.Join{Name: "Anna"})
	f.by(ben, play.Join{Name: "Ben"})
	for name := range strings.FieldsSeq(npcs) {
		name, side, _ := strings.Cut(name, "/")
		f.gm(play.Add{Name: name, Side: side, Stats: "hp 5"})
	}
	return f
}

// who returns who has the turn, or who can take it: "2: Anna", "2? Ben, Orc by Anna".
func (f *fight) who() string {
	if f.s.Open == nil {
		return f.active()
	}
	var names []string
	for _, u := range f.s.Candidates() {
		names = append(names, u.Name)
	}
	by := string(f.s.Open.Chooser)
	if u := f.s.Unit(f.s.Open.By); u != nil {
		by = u.Name
	} else if f.s.Open.Side != "" && f.s.Open.Chooser == ruleset.BySide {
		by = f.s.Open.Side
	}
	return strings.Replace(f.active(), ": ", "? ", 1) + strings.Join(names, ", ") + " by " + by
}

func (f *fight) wantWho(want string) {
	f.t.Helper()
	if got := f.who(); got != want {
		f.t.Fatalf("the turn: %q, want %q", got, want)
	}
}

func nextTo(name string) play.Next { return play.Next{To: name} }

// TestRS33WorkedExample13 is popcorn: the GM gives the first turn, whoever acted the next one, and the last names who begins.
func TestRS33WorkedExample13(t *testing.T) {
	rs, _ := ruleset.ByName("popcorn")
	f := playFight(t, rs, "Orc")
	f.gm(play.Roll{})
	f.wantWho("1? Anna, Ben, Orc by actor")
	f.refused(anna, nextTo("Anna"), engine.NotAllowed, reason.NotYourChoice)
	f.gm(nextTo("Anna"))
	f.wantWho("1: Anna")
	f.by(anna, nextTo("Orc"))
	f.wantWho("1: Orc")
	f.gm(nextTo("Ben"))
	f.wantWho("1: Ben")
	f.by(ben, play.Next{})
	f.wantWho("2? Anna, Ben, Orc by Ben")
	f.refused(anna, nextTo("Anna"), engine.NotAllowed, reason.NotYourChoice)
	f.by(ben, nextTo("Ben"))
	f.wantWho("2: Ben")
}

const alternating = "{by: pick, next: other side, who: side, roll: d10 if pc else 5, ties: [npc, joined]}"

// TestRS32WorkedExample14 is sides in turns: the party has rolled higher, and a side that has nobody left is passed over.
func TestRS32WorkedExample14(t *testing.T) {
	f := playFight(t, readFile(t, alternating), "Orc Wolf Bat")
	f.refused(theGM, play.Roll{Rolls: "foes 3"}, engine.Invalid, reason.NoDice)
	f.refused(theGM, play.Roll{Rolls: "party 11"}, engine.Invalid, reason.DiceRange)
	f.refused(theGM, play.Roll{Rolls: "Anna 7"}, engine.NotFound, reason.SideEmpty)
	f.gm(play.Roll{Rolls: "party 7"})
	f.wantWho("1? Anna, Ben by party")
	f.refused(theGM, nextTo("Orc"), engine.NotNow, reason.NoCandidate, "Anna")
	f.by(ben, play.Take{})
	f.wantWho("1: Ben")
	f.by(ben, play.Next{})
	f.wantWho("1? Orc, Wolf, Bat by foes")
	f.refused(anna, play.Take{}, engine.NotAllowed, reason.NotYourChoice)
	f.gm(play.Take{Name: "Wolf"}, play.Next{})
	f.wantWho("1: Anna") // the only one of the party: at once
	f.by(anna, play.Next{})
	f.wantWho("1? Orc, Bat by foes")
	f.gm(play.Take{Name: "Orc"}, play.Next{})
	f.wantWho("1: Bat")
	f.gm(play.Next{})
	f.wantWho("2? Anna, Ben by party")
}

// TestRS33SidesRoll: 5 against 5 goes to the NPCs, the order of sides holds for the fight, and a side that comes later rolls and finds its
// place.
func TestRS33SidesRoll(t *testing.T) {
	f := playFight(t, readFile(t, alternating), "Orc", 5)
	f.refused(theGM, play.Roll{Rolls: "party 6/3"}, engine.Invalid, reason.TwoResults, engine.Args{Name: "party"})
	f.gm(play.Roll{})
	rolled := lastOf[engine.SidesRolled](f)
	if len(rolled) != 1 || len(rolled[0].Rolls) != 2 || rolled[0].Rolls[0].Die != 10 || strings.Join(rolled[0].Order, " ") != "foes party" {
		t.Fatalf("%+v", rolled)
	}
	f.wantWho("1? Orc by foes")
	f.gm(play.Take{}, play.Add{Name: "Elf", Side: "woods"}, play.Next{})
	if got := f.s.Begin; len(got) != 3 || got[0].Side != "foes" || got[1].Side != "woods" || got[2].Side != "party" || got[1].Score != 5 {
		t.Fatalf("%+v", got) // joined later than the foes
	}
	f.wantWho("1: Elf")
	f.gm(play.Next{})
	f.wantWho("1? Anna, Ben by party")
	f.gm(play.Take{Name: "Anna"}, play.Next{})
	f.wantWho("1: Ben") // nobody else is left
	f.next(1)
	f.wantWho("2? Orc by foes")
}

// TestRS33Ties: the list of rules settles equal scores, the lowest goes first if the file says so, and sides roll again each round.
func TestRS33Ties(t *testing.T) {
	f := playFight(t, readFile(t, "{by: pick, next: same side, who: gm, roll: d6, best: low, again: round, ties: [d4]}"), "Orc Elf/woods", 3, 3, 2, 1, 4, 6, 6, 1, 2)
	f.gm(play.Roll{}) // 3, 3 and 2: woods, then by d4 1 and 4
	if got := f.s.Begin; got[0].Side != "woods" || got[1].Side != "foes" || got[2].Side != "party" {
		t.Fatalf("%+v", got)
	}
	f.wantWho("1? Elf by gm")
	f.gm(play.Take{}, play.Next{})
	f.wantWho("1: Orc") // the next side, of which there is only one
	f.gm(play.Next{})
	f.wantWho("1? Anna, Ben by gm")
	f.refused(anna, play.Take{}, engine.NotAllowed, reason.NotYourChoice)
	f.gm(play.Take{Name: "Anna"}, play.Roll{Rolls: "woods 1"}, play.Next{})
	f.wantWho("1: Ben")
	f.gm(play.Next{})
	if got := f.s.Begin; got[0].Side != "woods" || got[0].Score != 1 || len(f.s.Rolls) != 0 {
		t.Fatalf("%+v", got) // 6 and 6, then by d4
	}
}

// TestRS32SameSide: the side that acted goes on while it has somebody.
func TestRS32SameSide(t *testing.T) {
	f := playFight(t, readFile(t, "{by: pick, next: same side, who: side}"), "Orc Wolf")
	f.gm(play.Roll{})
	f.wantWho("1? Anna, Ben, Orc, Wolf by gm")
	f.gm(play.Take{Name: "Orc"}, play.Next{})
	f.wantWho("1: Wolf")
	f.gm(play.Next{})
	f.wantWho("1? Anna, Ben by party")
	f.by(anna, play.Take{}, play.Next{})
	f.wantWho("1: Ben")
	f.by(ben, play.Next{})
	f.wantWho("2? Anna, Ben, Orc, Wolf by side")
	f.by(anna, play.Take{})
	f.wantWho("2: Anna")
}

// TestRS35LostTurns: a unit that is down or stunned isn't a candidate; it loses its turn when the round ends, in order of joining.
func TestRS35LostTurns(t *testing.T) {
	rs, _ := ruleset.ByName("popcorn")
	f := playFight(t, rs, "Orc Wolf Bat")
	f.gm(play.Roll{}, play.HP{Target: "Bat", Amount: "-9"},
		play.EffectAdd{Target: "Orc", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.wantWho("1? Anna, Ben, Wolf by actor")
	f.refused(theGM, nextTo("Orc"), engine.NotNow, reason.NoCandidate, "Anna Ben Wolf")
	f.gm(nextTo("Anna"), nextTo("Wolf"))
	f.wantWho("1: Wolf")
	f.gm(play.Next{})
	f.wantWho("1: Ben")
	f.by(ben, play.Next{})
	if got := lastOf[engine.TurnLost](f); len(got) != 2 || got[0].Combatant != f.combatant("Orc").ID || got[1].Combatant != f.combatant("Bat").ID {
		t.Fatalf("%+v", got)
	}
	f.wantEffects("")
	f.wantWho("2? Anna, Ben, Orc, Wolf by Ben") // losing a turn isn't acting
}

// TestRS34ActorLeaves: the GM chooses for an actor who has left, and for an NPC.
func TestRS34ActorLeaves(t *testing.T) {
	rs, _ := ruleset.ByName("popcorn")
	f := playFight(t, rs, "Orc Wolf")
	f.gm(play.Roll{}, nextTo("Anna"))
	f.by(anna, play.Remove{Name: "Anna"})
	f.wantWho("1? Ben, Orc, Wolf by actor")
	f.refused(ben, nextTo("Ben"), engine.NotAllowed, reason.NotYourChoice)
	f.gm(nextTo("Ben"))
	f.by(ben, play.Next{})
	f.wantWho("1? Orc, Wolf by Ben")
	f.by(ben, play.Remove{Name: "Ben"})
	f.wantWho("1? Orc, Wolf by actor")
	f.gm(play.Remove{Name: "Wolf"})
	f.wantWho("1: Orc") // the only one left
	f.gm(play.Remove{Name: "Orc"})
	f.wantWho("1: ")
	f.gm(play.Add{Name: "Rat"})
	f.wantWho("1: Rat")
}

// TestRS34OpenTurnGoesOn: an open turn always has a way out.
func TestRS34OpenTurnGoesOn(t *testing.T) {
	f := playFight(t, readFile(t, alternating), "Orc Wolf")
	f.gm(play.Roll{Rolls: "party 7"}, play.Take{Name: "Anna"}, play.Next{}, play.Take{Name: "Orc"}, play.Next{})
	f.wantWho("1: Ben")
	f.gm(play.Next{})
	f.wantWho("1: Wolf")
	f.gm(play.Next{})
	f.wantWho("2? Anna, Ben by party")
	f.gm(play.HP{Target: "Orc", Amount: "-9"}, play.EffectAdd{Target: "Anna", Name: "Held", Skip: true})
	f.wantWho("2? Ben by party") // as the round begins, even the only one takes it
	f.gm(play.EffectAdd{Target: "Ben", Name: "Held", Skip: true})
	f.wantWho("2? Wolf by foes")
	f.gm(play.EffectRemove{Target: "Ben", Name: "Held"})
	f.wantWho("2? Wolf by foes")
	f.gm(play.Take{}, play.Next{})
	f.wantWho("2: Ben")
	f.gm(play.Next{})
	f.wantWho("3? Ben by party")
}

// TestCO10OpenTurnTaken: of two people who take one turn, the second reads who was faster.
func TestCO10OpenTurnTaken(t *testing.T) {
	f := playFight(t, readFile(t, alternating), "Orc")
	f.gm(play.Roll{Rolls: "party 7"})
	turn := f.s.Turn
	f.by(anna, play.Take{Moment: play.Moment{Turn: turn}})
	f.refused(ben, play.Take{Moment: play.Moment{Turn: turn}}, engine.Stale, reason.TurnTaken, "Anna")
	f.refused(ben, play.Take{}, engine.Stale, reason.TurnTaken, "Anna")
}

// TestRS32Repeat: nobody's turns are used up, and only the GM ends the round.
func TestRS32Repeat(t *testing.T) {
	rs, _ := ruleset.ByName("spotlight")
	f := playFight(t, rs, "Orc")
	f.gm(play.Roll{})
	f.wantWho("1? Anna, Ben, Orc by gm")
	f.refused(anna, play.Take{}, engine.NotAllowed, reason.NotYourChoice)
	f.gm(nextTo("Anna"))
	f.by(anna, play.Next{})
	f.wantWho("1? Anna, Ben, Orc by anyone")
	f.by(anna, play.Take{})
	f.by(anna, play.Next{})
	f.refused(anna, nextTo("end of round"), engine.NotAllowed, reason.GMOnly)
	f.refused(theGM, play.Next{}, engine.NotNow, reason.TurnOpen, "Anna Ben Orc")
	f.gm(nextTo("End of round"))
	f.wantWho("2? Anna, Ben, Orc by anyone")
	f.by(ben, play.Take{})
	f.gm(nextTo("end of round"))
	f.wantWho("3? Anna, Ben, Orc by anyone")
}

// TestRS21RepeatedTurns: pools and words of one turn go by every turn; counted rounds and damage by the first of the round alone.
func TestRS21RepeatedTurns(t *testing.T) {
	f := playFight(t, readFile(t, "{by: pick, who: anyone, repeat: yes}", "turn: {action: 1}",
		"conditions: {Frightened: {level: yes, fades: end of turn}, Ill: {check: {roll: d6, needs: 4}}, Sick: {check: {at: start, roll: d6, needs: 4}}}"), "Orc")
	level := 3
	f.gm(play.Roll{}, play.HP{Target: "Orc", Amount: "=30"}, nextTo("Anna"), play.Do{Activity: "x"},
		play.EffectAdd{Target: "Orc", Name: "Burning", Damage: "3", Duration: "2 rounds"}, play.EffectAdd{Target: "Orc", Name: "Frightened", Level: &level},
		play.EffectAdd{Target: "Orc", Name: "Ill"}, play.EffectAdd{Target: "Orc", Name: "Sick"},
		nextTo("Orc"), play.Next{})
	f.wantHP("Orc", 27)
	if n := f.s.Effects[1].Level; n != 2 {
		t.Fatalf("level %d", n)
	}
	due := func(n int) {
		t.Helper()
		for _, e := range f.s.Effects[2:4] {
			if e.Check == nil || e.Check.Due != n {
				t.Fatalf("%s: %+v", e.Name, e.Check)
			}
		}
	}
	due(1)
	one := 1
	f.dice = script(t, 1, 1)
	f.gm(play.EffectSave{Target: "Orc", Name: "Ill", Roll: &one}, play.EffectSave{Target: "Orc", Name: "Sick", Roll: &one})
	due(0)
	f.gm(nextTo("Orc"), play.Do{Activity: "y"}, play.EffectAdd{Target: "Orc", Name: "Dazed", Duration: "end of turn"}, play.Next{})
	f.wantHP("Orc", 27)
	due(0)
	f.wantEffects("Burning on Orc 1, Frightened on Orc 0, Ill on Orc 0, Sick on Orc 0")
	f.gm(nextTo("Anna"), play.Do{Activity: "x"}, nextTo("Anna"), play.Do{Activity: "x"}, nextTo("end of round"), nextTo("Orc"), play.Next{})
	f.wantHP("Orc", 24)
	f.wantEffects("Frightened on Orc 0, Ill on Orc 0, Sick on Orc 0")
}

// TestRS71EventsOfPick: fixed entries come when the round ends, also when the GM ends it.
func TestRS71EventsOfPick(t *testing.T) {
	f := playFight(t, readFile(t, "{by: pick, who: anyone, repeat: yes}"), "Orc")
	two := 2
	f.refused(theGM, play.AddEvent{Name: "Lair", Score: &two}, engine.Invalid, reason.EventAtEnd, engine.Args{Ruleset: f.rs.Title})
	f.gm(play.Roll{}, play.AddEvent{Name: "Lair"}, play.AddEvent{Name: "Tide", Every: &two}, nextTo("Anna"), nextTo("Orc"), nextTo("end of round"))
	f.wantTurns("1: Lair", "1: Tide")
	f.next(1)
	f.wantWho("2? Anna, Ben, Orc by anyone")
	f.gm(nextTo("end of round"))
	f.wantWho("2: Lair")
	f.next(1)
	f.wantWho("3? Anna, Ben, Orc by anyone")
	rs, _ := ruleset.ByName("popcorn")
	f = playFight(t, rs, "")
	f.gm(play.AddEvent{Name: "Lair"}, play.Roll{}, nextTo("Anna"), play.Next{})
	f.wantWho("1: Ben")
	f.wantTurns("1: Ben", "1: Lair")
	f.next(1)
	f.wantWho("2? Anna, Ben by Ben")
}

// TestRS63DepartedOfPick: a source that has gone passes when the round ends.
func TestRS63DepartedOfPick(t *testing.T) {
	rs, _ := ruleset.ByName("popcorn")
	f := playFight(t, rs, "Orc Wolf")
	f.gm(play.Roll{}, nextTo("Orc"), play.EffectAdd{Target: "Ben", Name: "Marked", Duration: "start of source's turn"}, nextTo("Anna"),
		play.Remove{Name: "Orc"}, nextTo("Wolf"))
	f.wantEffects("Marked on Ben 0")
	f.next(1)
	f.wantWho("1: Ben")
	f.next(1)
	f.wantEffects("")
	f.wantWho("2? Anna, Ben, Wolf by Ben")
}

// TestRS45NoWaitWithoutPlaces: a file in which units have no places can't have ways of waiting.
func TestRS45NoWaitWithoutPlaces(t *testing.T) {
	_, err := ruleset.Read([]byte("roundel: 1\nname: test\ntitle: Test\norder: {by: pick}\nwait: hold\nblow: -2"))
	want := "5:1: wait: only units with a place in the order can wait, and here they have none; leave this key out\n" +
		"6:1: blow: only units with a place in the order can lose it, and here they have none; leave this key out"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	f := playFight(t, readFile(t, "{by: draw, tokens: 1}"), "Orc", 1)
	f.gm(play.Roll{})
	f.refused(theGM, play.Place{Name: "Anna", Before: "Ben"}, engine.NotInRules, reason.NoPlaces)
	f.refused(theGM, play.Edit{Name: "Anna", Score: roll(3)}, engine.NotInRules, reason.NoPlaces)
	f.refused(theGM, play.Last{Name: "Anna"}, engine.NotInRules)
	f.refused(theGM, play.Delay{}, engine.NotInRules)
	f.refused(theGM, play.Take{}, engine.NotInRules, reason.NoTake)
}

// TestRS32HiddenUnitsChangeNothing: what others see of an order by choice is the same, whether or not there are hidden units, but for the
// GM's turns in between.
func TestRS32HiddenUnitsChangeNothing(t *testing.T) {
	for _, order := range []string{alternating, "{by: pick}", "{by: pick, next: same side, who: side, roll: d6, again: round}", "{by: pick, who: anyone}"} {
		rs := readFile(t, order)
		seen := func(hidden bool) string {
			in := play.Input{Actor: engine.Actor{User: theGM}, Dice: dice.Seeded(7), HiddenDice: dice.Seeded(8)}
			s := mustPlay(t, nil, rs, play.Start{Name: "Test", Ruleset: "test"}, in).State
			for _, cmd := range []play.Add{{Name: "Elf", Side: "party"}, {Name: "Orc"}, {Name: "Dwarf", Side: "party"}, {Name: "Wolf"}, {Name: "Bat"}} {
				s = mustPlay(t, s, rs, cmd, in).State
			}
			if hidden {
				for _, cmd := range []play.Add{{Name: "Ghost"}, {Name: "Imp", Side: "hell"}, {Name: "Spy", Side: "party"}} {
					cmd.Hidden = true
					s = mustPlay(t, s, rs, cmd, in).State
				}
			}
			var out []string
			var cmd play.Command = play.Roll{}
			for s.Round < 5 {
				in.Turn++
				s = mustPlay(t, s, rs, cmd, in).State
				view := view.State(s, view.Viewer{})
				var can []string
				for _, u := range view.Candidates() {
					can = append(can, u.Name)
				}
				if !view.GMActs() {
					out = append(out, fmt.Sprint(view.Round, view.ActiveNames(), can, view.Open, view.Begin))
				}
				switch {
				case len(can) > 0 && in.Turn%5 == 0 && hidden && slices.ContainsFunc(s.Candidates(), func(u *engine.Unit) bool { return s.Hidden(u.ID) }):
					i := slices.IndexFunc(s.Candidates(), func(u *engine.Unit) bool { return s.Hidden(u.ID) })
					cmd, out = play.Take{Name: s.Candidates()[i].Name}, out[:len(out)-1] // it comes again
				case s.Open != nil:
					cmd = play.Take{Name: s.Candidates()[len(can)/2].Name}
				default:
					cmd = play.Next{}
				}
			}
			return strings.Join(out, "\n")
		}
		if plain, hidden := seen(false), seen(true); plain != hidden {
			t.Errorf("%s: without hidden ones:\n%s\nwith:\n%s", order, plain, hidden)
		}
	}
}
