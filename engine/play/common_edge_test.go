package play_test

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// unitName returns the name of a combatant's unit.
func (f *fight) unitName(name string) string { return f.s.Unit(f.combatant(name).Unit).Name }

func TestCO4JoinersUnderEveryRuleset(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{})
		f.skipTo("Goblin 1")
		scores := map[engine.UnitID]int{}
		for i := range f.s.Units {
			scores[f.s.Units[i].ID] = f.s.Units[i].Base
		}
		turn, round := f.s.Turn, f.s.Round
		for i := range 6 {
			f.by(ben, play.Join{Name: fmt.Sprintf("Late %d", i), Stats: f.rs.Template(false), Side: "late"})
		}
		if f.s.Turn != turn {
			t.Fatal("a joiner took the turn")
		}
		for id, score := range scores {
			if f.s.Unit(id).Base != score {
				t.Fatal("a joiner changed a score")
			}
		}
		// Those placed below the active unit act this round, those above it wait.
		below, waits := false, map[string]bool{}
		for _, u := range f.s.Order(f.rs) {
			for _, c := range f.s.Members(u.ID) {
				if strings.HasPrefix(c.Name, "Late") {
					waits[c.Name] = !below
				}
			}
			below = below || f.s.IsActive(u.ID)
		}
		for name, wait := range waits {
			if f.combatant(name).Acted != wait {
				t.Errorf("%s waits: %v, want %v: %s", name, f.combatant(name).Acted, wait, f.order())
			}
		}
		for f.s.Round == round {
			f.next(1)
		}
		for name := range waits {
			if f.combatant(name).Acted && !f.s.IsActive(f.combatant(name).Unit) {
				t.Errorf("%s still waits in the next round", name)
			}
		}
	})
}

func TestCO4JoiningTheActingSide(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.by(ben, play.Join{Name: "Kit", Stats: "dex 9"}) // joins the acting side: waits, and changes no score
	f.gm(play.Add{Name: "Thug", Stats: "dex 9"})      // joins a side that has yet to act
	f.wantOrder("party 10, foes 2")
	f.wantTurns("1: Ace, Doc", "1: Thug 1, Thug 2, Thug 3", "2: Ace, Doc, Kit")
	f.next(1)
	f.by(ben, play.Join{Name: "Zed", Stats: "dex 0"}) // joins a side that has acted
	f.wantTurns("2: Thug 1, Thug 2, Thug 3", "3: Ace, Doc, Kit, Zed")
}

// TestCO4JoiningASideThatWasPassedOver: a side whose members have all acted with others has no turn left when its place has come.
func TestCO4JoiningASideThatWasPassedOver(t *testing.T) {
	for _, moved := range []bool{true, false} {
		f := raid(t)
		f.gm(play.Add{Name: "Bot", Side: "bots"}, play.Roll{Rolls: "party 1, foes 8, bots 5"}, play.Next{Who: "Thug 1"}, play.Edit{Name: "Thug 1", Side: "bots"},
			play.Edit{Name: "Bot", Side: "party"})
		if !moved {
			f.gm(play.Add{Name: "Drone", Side: "bots"}) // below the active side
			f.next(1)
			f.wantActive("1: Drone")
			continue
		}
		f.next(1)
		f.gm(play.Add{Name: "Drone", Side: "bots"}) // above it
		f.wantTurns("1: Ace, Doc, Bot", "2: Thug 2", "2: Thug 1, Drone")
	}
}

func TestCO5RemovingFromAGroup(t *testing.T) {
	f := knightAndGoblins(t)
	f.next(1)
	f.gm(play.Next{Who: "Goblin 1"}, play.Remove{Name: "Goblin 2"})
	f.wantActive("1: Goblin 3")
	f.gm(play.Remove{Name: "Goblin 3"}) // the last one that had not acted
	f.wantTurns("2: Knight", "2: Goblin 1")
}

func TestCO5RemovingOthersKeepsTheTurn(t *testing.T) {
	f := start(t, to)
	for i, name := range []string{"A", "B", "C", "D", "E"} {
		f.pc(name, "init 0", 20-2*i)
	}
	f.gm(play.Roll{})
	f.next(2)
	turn := f.s.Turn
	f.gm(play.Remove{Name: "A"}, play.Remove{Name: "E"})
	if f.s.Turn != turn {
		t.Fatal("the turn changed")
	}
	f.wantTurns("1: C", "1: D", "2: B", "2: C")
}

func TestCO6SecondsOfEachRuleset(t *testing.T) {
	want := map[string]int{st: 5, ft: 12, cs: 6, ri: 6, to: 0}
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{})
		for f.s.Round < 4 {
			f.next(1)
		}
		f.wantClock(3 * want[f.rs.Name])
	})
}

func TestCO7TypedInitiativeIsChecked(t *testing.T) {
	dies := map[string]int{st: 10, ft: 20, cs: 8, ri: 8, to: 20}
	everyRuleset(t, func(t *testing.T, f *fight) {
		name := f.unitName("Knight")
		for _, bad := range []int{0, -1, dies[f.rs.Name] + 1} {
			f.refused(theGM, play.Roll{Rolls: fmt.Sprintf("%s %d", name, bad)}, engine.Invalid, reason.DiceRange, fmt.Sprintf("High=\"%d\"", dies[f.rs.Name]))
		}
		f.gm(play.Roll{Rolls: fmt.Sprintf("%s %d", name, dies[f.rs.Name])})
		if u := f.s.Unit(f.combatant("Knight").Unit); u.Natural != dies[f.rs.Name] {
			t.Fatalf("natural %d", u.Natural)
		}
		typed := 0
		for _, e := range lastOf[engine.InitiativeRolled](f) {
			if e.Die != dies[f.rs.Name] || e.Natural < 1 || e.Natural > e.Die {
				t.Errorf("rolled %+v", e)
			}
			if e.Typed {
				typed++
			}
		}
		if typed != 1 {
			t.Errorf("%d rolls count as typed", typed)
		}
	})
}

func TestCO9PreviousStatesAreUnchanged(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{}, play.EffectAdd{Target: "Knight, Goblin 1", Name: "Acid", Damage: "1d6", Duration: "3 rounds"})
		var before []string
		states := []*engine.State{f.s}
		for range 60 {
			before = append(before, f.encode(f.s))
			f.next(1)
			states = append(states, f.s)
		}
		for i := len(before) - 1; i >= 0; i-- { // more than fifty steps, and no later one changed an earlier state
			if f.encode(states[i]) != before[i] {
				t.Fatalf("state %d was changed later", i)
			}
		}
	})
}

func TestCO11GroupsAndSides(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.gm(play.EffectAdd{Target: "Ace", Name: "Own", Duration: "end of turn"}, play.EffectAdd{Target: "Doc", Name: "This", Duration: "end of this turn"},
		play.EffectAdd{Target: "party", Name: "Side", Duration: "1 round"}, play.EffectAdd{Target: "party", Name: "Turn", Duration: "end of turn"})
	f.by(anna, play.Next{})
	f.wantEffects("This on Doc 0, Side on party 1, Turn on party 0") // the whole phase has to end
	f.gm(play.EffectAdd{Target: "Ace", Name: "Next", Duration: "1 round"})
	f.by(ben, play.Next{})
	f.wantEffects("Next on Ace 1") // Ace's own turn was over, so the next one counts
	f.next(2)
	f.wantEffects("")
}

func TestCO11EndOfThisTurnWhenTheTurnIsWithdrawn(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.EffectAdd{Target: "Goblin 1", Name: "Lit", Duration: "end of this turn"}, play.Remove{Name: "Knight"})
	f.wantEffects("")
	f.gm(play.EffectAdd{Target: "Goblin 1", Name: "Lit", Duration: "end of this turn"}, play.Last{})
	f.wantEffects("")
}

func TestCO11DurationTexts(t *testing.T) {
	f := pilotAndDrones(t)
	for text, want := range map[string]int{"1 round": 1, "7 rounds": 7, "3": 3, "1 min": 5, "10 min": 50, "1 h": 300, "2H": 600, " 2  Rounds ": 2, "1000 rounds": 1000, "168 h": 50400,
		"1.5 h": 450, "1 day": 7200, "1 h 30 min": 450, "30 s": 3} {
		f.gm(play.EffectAdd{Target: "Pilot", Name: "X", Duration: text})
		if e := f.s.Effects[0]; len(f.s.Effects) != 1 || e.Until != engine.UntilOwnTurns || e.Remaining != want {
			t.Errorf("%q: %+v, want %d", text, f.s.Effects, want)
		}
	}
	for _, bad := range []string{"1001 rounds", "169 h", "0 min", "1.5 rounds", "8 days", "1 h 30", "round", "½ h", "end of the turn", "99999 h"} {
		f.refused(theGM, play.EffectAdd{Target: "Pilot", Name: "X", Duration: bad}, engine.Invalid)
	}
}

func TestCO12DownInAGroup(t *testing.T) {
	f := knightAndGoblins(t)
	f.gm(play.HP{Target: "Goblin 2", Amount: "-5"})
	f.wantTurns("1: Knight", "1: Goblin 1, Goblin 3")
	f.gm(play.HP{Target: "Goblin 3", Amount: "-5"})
	f.wantActive("1: Goblin 1, Goblin 3") // went down in its own turn, which is not skipped
	f.wantTurns("1: Goblin 1, Goblin 3", "2: Knight", "2: Goblin 1")
	f.gm(play.HP{Target: "Goblin 2", Amount: "+1"})
	f.wantActive("2: Goblin 1") // it lost its turn of this round
	f.wantTurns("2: Goblin 1", "3: Knight", "3: Goblin 1, Goblin 2")
}

func TestCO13SidesByName(t *testing.T) {
	f := raid(t)
	f.gm(play.HP{Target: "foes", Amount: "-4", Half: "Thug 2"})
	f.wantHP("Thug 1", 2)
	f.wantHP("Thug 2", 4)
	f.gm(play.EffectAdd{Target: "Foes", Name: "Fear"}, play.EffectAdd{Target: "Thug 1", Name: "Fear"})
	f.wantEffects("Fear on foes 0, Fear on Thug 1 0")
	f.gm(play.EffectAdd{Target: "foes", Name: "fear", Duration: "2 rounds"}) // replaces the earlier one
	f.wantEffects("Fear on Thug 1 0, fear on foes 2")
	f.refused(anna, play.EffectAdd{Target: "foes", Name: "Fear"}, engine.NotAllowed)
	f.refused(anna, play.Remove{Name: "party"}, engine.NotAllowed) // Doc is ben's
	f.gm(play.Remove{Name: "foes"})
	f.wantEffects("")
}

func TestCO14ScoreOfASide(t *testing.T) {
	f := raid(t)
	score := 11
	f.refused(theGM, play.Edit{Name: "foes", Score: &score}, engine.NotNow)
	f.gm(play.Roll{Rolls: "party 4, foes 1"}, play.EffectAdd{Target: "foes", Name: "Mud", Initiative: -2, Duration: "fight"})
	f.wantOrder("party 6, foes 0/2")
	f.gm(play.Edit{Name: "FOES", Score: &score}, play.Edit{Name: "Ace", Stats: "dex 9"})
	f.wantOrder("foes 9/11, party 6")
	f.wantScore("Ace", 4, 6, 6)
	f.wantTurns("1: Ace, Doc", "1: Thug 1, Thug 2", "2: Thug 1, Thug 2")
}

func TestCO14StatsAfterTheRoll(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		f.gm(play.Roll{})
		before := f.order()
		stat := f.rs.Stats[0].Key
		f.gm(play.Edit{Name: "Knight", Stats: stat + " 9"}, play.Edit{Name: "Goblin 1", Stats: stat + " 9"})
		if f.order() != before {
			t.Fatalf("the order was %s, now %s", before, f.order())
		}
	})
}

// TestRefusalPrecedence: a refusal for lack of permission comes before one because the ruleset lacks the command.
func TestRefusalPrecedence(t *testing.T) {
	everyRuleset(t, func(t *testing.T, f *fight) {
		rs := f.rs
		f.gm(play.Roll{})
		for name, row := range map[string]struct {
			cmd play.Command
			has bool
		}{
			"last": {play.Last{Name: "Goblin 1"}, rs.Wait.ActsLast()}, "blow": {play.RollWithBlow{Name: "Goblin 1"}, rs.Blow != 0},
			"reserve": {play.Reserve{Ticks: 9, Who: "Goblin 1"}, rs.PricedPool() != nil}, "react": {play.React{Who: "Goblin 1"}, rs.ReactionPool() != nil},
			"move": {play.Move{Who: "Goblin 1"}, rs.MovePool() != nil}, "long": {play.Long{Who: "Goblin 1"}, rs.PricedPool() != nil},
			"engage": {play.Engage{Who: "Goblin 1", Target: "Goblin 1"}, rs.Attack.Melee()}, "define": {play.Define{Ticks: 0}, rs.PricedPool() != nil},
			"forget": {play.Forget{}, rs.PricedPool() != nil}, "attack": {play.Strike{Who: "Goblin 1", Target: "Goblin 1"}, rs.Attack.Form != ruleset.NoAttack},
			"morale": {play.Morale{Who: "nobody"}, rs.Morale.Roll != nil}, "reroll": {play.Reroll{Surprised: "nobody"}, rs.Order.Reroll},
			"ambush": {play.SurpriseAmbush{}, rs.Surprise.Kind == ruleset.AmbushTurns}, "ask": {play.SurpriseAsk{}, rs.Surprise.Kind == ruleset.LostRound},
			"contest": {play.SurpriseContest{}, rs.Surprise.Kind == ruleset.LateRoll}, "alert": {play.SurpriseAlert{}, rs.Surprise.Kind == ruleset.FreeRound},
		} {
			for _, user := range []snowflake.User{anna, other} {
				if code := refusalCodeFor(t, f, user, row.cmd); code != engine.NotAllowed {
					t.Errorf("%s by %s is refused with %s", name, user, code)
				}
			}
			if code := refusalCodeFor(t, f, theGM, row.cmd); !row.has && code != engine.NotInRules || row.has && code == engine.NotInRules {
				t.Errorf("%s by the GM is refused with %q", name, code)
			}
		}
	})
}

// refusalCodeFor returns the code a command is refused with, or "" if it is not refused. It keeps the state unchanged.
func refusalCodeFor(t *testing.T, f *fight, user snowflake.User, cmd play.Command) engine.Code {
	t.Helper()
	before := f.s
	err := f.do(user, cmd)
	f.s = before
	if err == nil {
		return ""
	}
	return err.(*engine.Error).Code
}

func TestRefusalsWithoutAName(t *testing.T) {
	f := knightAndGoblins(t)
	f.dice = dice.Seeded(1)
	f.refused(theGM, play.Strike{Target: "Knight"}, engine.NotInRules)
	f.refused(theGM, play.React{Activity: "x"}, engine.NotInRules)
	f = raid(t)
	f.refused(theGM, play.Last{}, engine.NotInRules)
	f.refused(other, play.Last{}, engine.NotAllowed)
}
