package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// withMonk returns knightAndGoblins during the Knight's turn, with Ben's Monk, whose turn comes later.
func withMonk(t *testing.T, results ...int) *fight {
	t.Helper()
	f := knightAndGoblins(t, results...)
	f.by(ben, play.Join{Name: "Monk", Stats: "init 1, hp 20", Roll: roll(1)})
	f.wantActive("1: Knight")
	return f
}

func TestDamageSharesOneRoll(t *testing.T) {
	f := withMonk(t, 2, 3)
	f.gm(play.Damage{Target: "Goblin, Knight", Amount: "2d6+2", Half: "Goblin 2, Knight", None: "Goblin 3"})
	f.wantHP("Goblin 1", 0)
	f.wantHP("Goblin 2", 2) // half of 7, rounded down
	f.wantHP("Goblin 3", 5)
	f.wantHP("Knight", 27)
	changes := lastOf[engine.HPChanged](f)
	if len(changes) != 4 || !changes[2].None || changes[2].Booked || changes[0].Roll.String() != "2d6+2 (2, 3) = 7" {
		t.Fatalf("the changes are %+v", changes)
	}
	f.gm(play.Heal{Target: "Goblin 1, Knight", Amount: "2"})
	f.wantHP("Goblin 1", 2)
	f.wantHP("Knight", 29)
	if changes := lastOf[engine.HPChanged](f); changes[0].Booked {
		t.Fatalf("healing is booked: %+v", changes[0])
	}
	f.gm(play.Damage{Target: "Monk", Amount: "3-5"})
	f.wantHP("Monk", 20) // never heals
}

func TestDamageTakesSoakFirst(t *testing.T) {
	f := start(t, "combat-sequence")
	f.by(anna, play.Join{Name: "Ace", Stats: "dex 1, ac 12, hp 9"})
	f.gm(play.Add{Name: "Tank", Stats: "hp 9, ac 13, soak 3"}, play.Roll{Rolls: "party 8, foes 1"})
	f.by(anna, play.Damage{Target: "Tank", Amount: "5"})
	f.wantHP("Tank", 7)
	if e := lastOf[engine.HPChanged](f)[0]; e.Soaked != 3 || e.Soak != 0 || e.By != f.combatant("Ace").ID {
		t.Fatalf("the change is %+v", e)
	}
}

func TestDamageRefusals(t *testing.T) {
	f := withMonk(t)
	f.gm(play.Add{Name: "Rock", Stats: "init 0", Roll: roll(5)})
	for _, text := range []string{"-5", "+5", "=5", "−5", " -2d6", "", "lots", "5d", "--5"} {
		f.refused(theGM, play.Damage{Target: "Knight", Amount: text}, engine.Invalid, reason.PlainAmount)
		f.refused(theGM, play.Heal{Target: "Knight", Amount: text}, engine.Invalid, reason.PlainAmount)
	}
	f.refused(theGM, play.Damage{Target: "Knight", Amount: "99999999"}, engine.Invalid, reason.TooManyHP)
	f.refused(theGM, play.Damage{Target: "Knight", Amount: "1", Half: "Monk"}, engine.Invalid, reason.HalfNotTarget)
	f.refused(theGM, play.Damage{Target: "Knight", Amount: "1", None: "Monk"}, engine.Invalid, reason.NoneNotTarget, engine.Args{Name: "Monk"})
	f.refused(theGM, play.Damage{Target: "Goblin", Amount: "1", Half: "Goblin 1", None: "Goblin"}, engine.Invalid, reason.HalfAndNone, engine.Args{Name: "Goblin 1"})
	f.refused(theGM, play.Damage{Target: "Rock", Amount: "1"}, engine.NotNow, reason.NoHP)
	f.gm(play.Damage{Target: "Rock, Goblin 1", Amount: "1", None: "Rock"})
	f.wantHP("Goblin 1", 4)
}

// TestDamagePermissions: players deal damage to others in their own turn, to their own combatants at any time.
func TestDamagePermissions(t *testing.T) {
	f := withMonk(t)
	f.by(anna, play.Damage{Target: "Goblin 1, Monk", Amount: "1"}, play.Heal{Target: "Monk", Amount: "1"})
	f.by(ben, play.Damage{Target: "Monk", Amount: "2"}, play.Heal{Target: "Monk", Amount: "1"})
	f.wantHP("Monk", 19)
	for _, cmd := range []play.Command{play.Damage{Target: "Goblin 1", Amount: "1"}, play.Heal{Target: "Monk, Knight", Amount: "1"}} {
		f.refused(ben, cmd, engine.NotAllowed, reason.NotYourDamage, engine.Args{Turn: []string{"Knight"}})
		f.refused(other, cmd, engine.NotAllowed, reason.NotInFight)
	}
	f.next(1)
	f.refused(anna, play.Damage{Target: "Goblin 1", Amount: "1"}, engine.NotAllowed, reason.NotYourDamage)
	f.next(1)
	f.wantActive("1: Monk")
	f.by(ben, play.Damage{Target: "Goblin 1", Amount: "1"})
	f.gm(play.Pause{})
	f.refused(ben, play.Damage{Target: "Goblin 1", Amount: "1"}, engine.NotNow, reason.Paused)
	f.by(ben, play.Damage{Target: "Monk", Amount: "1"})
}

// TestDamageInEveryRuleset: the owner of an active combatant may, whatever the ruleset.
func TestDamageInEveryRuleset(t *testing.T) {
	for _, rs := range ruleset.Seeds() {
		f := start(t, rs.Name)
		f.dice = script(t, 8, 1, 8, 1, 8, 1)
		f.by(anna, play.Join{Name: "Knight", Stats: rs.Template(false)})
		f.gm(play.Add{Name: "Goblin", Stats: "hp 9"}, play.Roll{})
		for range 3 {
			if f.s.ActiveMembers()[0].Name == "Knight" {
				break
			}
			f.next(1)
		}
		f.by(anna, play.Damage{Target: "Goblin", Amount: "4"})
		f.wantHP("Goblin", 5)
	}
}

// TestDamageOnHiddenNames: for players a hidden name is a name that nobody has, and a hidden combatant of their own can't deal
// damage unseen.
func TestDamageOnHiddenNames(t *testing.T) {
	f := withMonk(t)
	f.gm(play.Add{Name: "Zorn", Stats: "init 1, hp 9", Roll: roll(3), Hidden: true})
	for _, name := range []string{"Zorn", "Quux"} {
		for _, cmd := range []play.Command{play.Damage{Target: name, Amount: "1"}, play.Damage{Target: "Goblin 1", Amount: "1", Half: name},
			play.Damage{Target: "Goblin 1", Amount: "1", None: name}, play.Heal{Target: name, Amount: "1"}} {
			f.refused(anna, cmd, engine.NotFound, reason.UnknownName, engine.Args{Text: name})
		}
	}
	hide := true
	f.gm(play.Edit{Name: "Knight", Hidden: &hide})
	f.refused(anna, play.Damage{Target: "Goblin 1", Amount: "1"}, engine.NotNow, reason.HiddenDealer, engine.Args{Name: "Knight"})
	f.by(anna, play.Damage{Target: "Knight", Amount: "1"})
}

// TestDamageIsBooked: damage counts for the active combatant of whoever enters it.
func TestDamageIsBooked(t *testing.T) {
	booked := func(f *fight, want string) {
		t.Helper()
		e := lastOf[engine.HPChanged](f)[0]
		got := ""
		if e.By != 0 {
			got = f.s.Combatant(e.By).Name
		}
		if !e.Booked || got != want {
			t.Fatalf("%+v is booked to %q, want %q", e, got, want)
		}
	}
	f := withMonk(t)
	f.by(anna, play.Damage{Target: "Goblin 1", Amount: "1"})
	booked(f, "Knight")
	f.gm(play.Damage{Target: "Monk", Amount: "1"})
	booked(f, "Knight")
	f.gm(play.HP{Target: "Goblin 2", Amount: "-1"})
	booked(f, "Knight")
	f.gm(play.Damage{Target: "Knight", Amount: "1"}) // not by itself
	booked(f, "")
	f.by(ben, play.Damage{Target: "Monk", Amount: "1"}) // in the Knight's turn, but entered by Ben
	booked(f, "")
	f.next(1)
	f.gm(play.Damage{Target: "Knight", Amount: "1"}) // three goblins are active
	booked(f, "")
	f.gm(play.Next{Who: "Goblin 1"}, play.Next{Who: "Goblin 2"}, play.Damage{Target: "Knight", Amount: "1"})
	booked(f, "Goblin 3")

	f = start(t, "combat-sequence")
	f.by(anna, play.Join{Name: "Ace", Stats: "dex 1, ac 12, hp 9"})
	f.by(ben, play.Join{Name: "Bo", Stats: "dex 1, ac 12, hp 9"})
	f.gm(play.Add{Name: "Thug", Stats: "hp 9"}, play.Roll{Rolls: "party 8, foes 1"})
	f.by(anna, play.Damage{Target: "Thug", Amount: "1"}) // the one owned
	booked(f, "Ace")
	f.gm(play.Damage{Target: "Thug", Amount: "1"})
	booked(f, "")
}

// TestDamageOfPlayersIsConfirmed: under GMConfirms the GM applies a player's damage, once.
func TestDamageOfPlayersIsConfirmed(t *testing.T) {
	f := withMonk(t, 4, 3, 5)
	deal := play.Damage{Target: "Goblin, Monk", Amount: "2d6", Half: "Monk", None: "Goblin 3", Players: play.GMConfirms}
	f.by(anna, deal)
	proposed := lastOf[engine.DamageProposed](f)
	if len(f.last) != 1 || len(proposed) != 1 || f.combatant("Monk").HP != 20 {
		t.Fatalf("the events are %+v", f.last)
	}
	apply := play.ApplyProposal{ID: proposed[0].ID}
	f.refused(anna, apply, engine.NotAllowed, reason.GMOnly)
	f.next(1) // the turn of whoever dealt it may be over
	f.gm(play.Remove{Name: "Goblin 1"}, apply)
	f.wantHP("Goblin 2", 0)
	f.wantHP("Goblin 3", 5)
	f.wantHP("Monk", 17)
	if e := lastOf[engine.HPChanged](f)[0]; e.By != f.combatant("Knight").ID || e.Roll.Total != 7 {
		t.Fatalf("the change is %+v", e)
	}
	f.refused(theGM, apply, engine.NotNow, reason.ProposalOver)
	f.wantHP("Monk", 17)

	f = withMonk(t)
	f.by(anna, play.Heal{Target: "Monk", Amount: "5", Players: play.GMConfirms}, play.Damage{Target: "Goblin 1", Amount: "1", Players: play.GMConfirms})
	if len(f.s.Proposals) != 2 || f.s.Proposals[0].ID == f.s.Proposals[1].ID {
		t.Fatalf("the proposals are %+v", f.s.Proposals)
	}
	if seen := view.State(f.s, view.Viewer{User: anna}); seen.Proposals != nil {
		t.Fatal("players see the proposals that the GM has yet to apply")
	}
	hide := true
	f.gm(play.Edit{Name: "Goblin 1", Hidden: &hide})
	before := f.s
	f.gm(play.ApplyProposal{ID: f.s.Proposals[1].ID})
	if seen := view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{User: anna}); len(seen.Events) != 0 {
		t.Fatalf("players see %+v of damage to one who is hidden now", seen.Events)
	}
	f.by(anna, play.Damage{Target: "Goblin 2", Amount: "1", Players: play.GMConfirms})
	f.gm(play.Remove{Name: "Goblin 2"})
	f.refused(theGM, play.ApplyProposal{ID: f.s.Proposals[1].ID}, engine.NotNow, reason.Gone)
	f.by(anna, play.Damage{Target: "Knight", Amount: "5", Players: play.GMConfirms}) // its own
	f.wantHP("Knight", 25)
	f.gm(play.Damage{Target: "Monk", Amount: "5", Players: play.GMConfirms})
	f.wantHP("Monk", 15)
}

// TestDamageByTheGMAlone: under GMDeals players change only their own combatants.
func TestDamageByTheGMAlone(t *testing.T) {
	f := withMonk(t)
	f.refused(anna, play.Damage{Target: "Goblin 1", Amount: "1", Players: play.GMDeals}, engine.NotAllowed, reason.DamageOfGM)
	f.refused(anna, play.Heal{Target: "Monk, Knight", Amount: "1", Players: play.GMDeals}, engine.NotAllowed, reason.DamageOfGM)
	f.by(anna, play.Damage{Target: "Knight", Amount: "1", Players: play.GMDeals})
	f.gm(play.Damage{Target: "Goblin 1", Amount: "1", Players: play.GMDeals})
	f.wantHP("Goblin 1", 4)
}

// TestDamageByHiddenOnes: nobody but the GM learns which hidden combatant dealt damage or takes it.
func TestDamageByHiddenOnes(t *testing.T) {
	f := withMonk(t)
	f.gm(play.Add{Name: "Zorn", Stats: "init 1, hp 9", Roll: roll(3), Hidden: true})
	for f.s.ActiveMembers()[0].Name != "Zorn" {
		f.next(1)
	}
	before := f.s
	f.gm(play.Damage{Target: "Knight, Zorn", Amount: "3"})
	if e := lastOf[engine.HPChanged](f)[0]; e.By != f.combatant("Zorn").ID {
		t.Fatalf("the change is %+v", e)
	}
	view := view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{})
	if len(view.Events) != 1 || view.Events[0].(engine.HPChanged).By != 0 {
		t.Fatalf("everyone sees %+v", view.Events)
	}
}
