package play_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
)

// TestNU8Damage: worked examples 2, 3 and 6 with /damage, also by half and plain (NU-10).
func TestNU8Damage(t *testing.T) {
	for _, row := range []struct {
		rules, stats string
		damage       play.Damage
		takes        int
		why          string
	}{
		{"five-e-2014", "resist cold, vulnerable fire", play.Damage{Amount: "18 cold + 9 fire"}, 27, "resist cold, vulnerable fire"},
		{"five-e-2014", "immune physical except magical, silvered", play.Damage{Amount: "9 slashing + 5 fire"}, 5, "immune physical"},
		{"five-e-2014", "immune physical except magical, silvered", play.Damage{Amount: "9 slashing silvered"}, 9, ""},
		{"five-e-2014", "resist lightning", play.Damage{Amount: "31 lightning", Half: "Target"}, 7, "resist lightning"},
		{"five-e-2014", "resist lightning", play.Damage{Amount: "31 lightning", Half: "Target", Plain: true}, 15, ""},
		{"five-e-2014", "resist lightning", play.Damage{Amount: "31 lightning", None: "Target"}, 0, ""},
		{"five-e-2024", "reduce physical 5, resist bludgeoning", play.Damage{Amount: "25 bludgeoning"}, 10, "reduce physical, resist bludgeoning"},
		{"five-e-2024", "reduce physical 5; resist bludgeoning; vulnerable bludgeoning", play.Damage{Amount: "25 bludgeoning"}, 20, "reduce physical, resist bludgeoning, vulnerable bludgeoning"},
		{"three-actions", "resist physical 5", play.Damage{Amount: "7 slashing + 9 piercing"}, 11, "resist physical"},
		{"three-actions", "weak cold iron 5, slashing 3", play.Damage{Amount: "10 slashing cold iron + 4 cold"}, 19, "weak cold iron"},
		{"five-e-2014", "resist fire", play.Damage{Amount: "(8+9)/2 fire magical"}, 4, "resist fire"},
		{"five-e-2014", "immune all", play.Damage{Amount: "9 fire"}, 0, "immune all"},
	} {
		f := start(t, row.rules)
		f.npc("Target", 1, "init 0, hp 90, "+row.stats, 15)
		row.damage.Target = "Target"
		f.gm(row.damage)
		f.wantHP("Target", 90-row.takes)
		e := lastOf[engine.HPChanged](f)[0]
		var why []string
		for _, r := range e.Why {
			why = append(why, r.Word+" "+r.Of)
		}
		if got := strings.Join(why, ", "); got != row.why || e.Arrives() != row.takes || e.Dealt() != row.takes {
			t.Errorf("%s on %s: %+v", row.damage.Amount, row.stats, e)
		}
		f.gm(play.HP{Target: "Target", Amount: "-4"}) // a correction (NU-10)
		f.wantHP("Target", 90-row.takes-4)
	}
}

// TestNU4Typed: names are refused where a ruleset has none, or none so called; healing has none.
func TestNU4Typed(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Target", 1, "init 0, hp 90", 15)
	damage := func(amount string) play.Damage { return play.Damage{Target: "Target", Amount: amount} }
	f.refused(theGM, damage("9 fier"), engine.Invalid, reason.UnknownKind, "fire")
	f.refused(theGM, damage("9 fire + 4 plasma"), engine.Invalid, reason.UnknownKind)
	f.refused(theGM, damage("8d6/2 fier"), engine.Invalid, reason.UnknownKind, "fire")
	f.refused(theGM, damage("8d6/x fire"), engine.Invalid, reason.KindAmount)
	f.refused(theGM, damage("8d6/2 Käse"), engine.Invalid, engine.Args{Text: "8d6/2 Käse"})
	f.refused(theGM, damage("-9 fire"), engine.Invalid, reason.KindAmount)
	f.refused(theGM, damage("fire"), engine.Invalid, reason.KindAmount)
	f.refused(theGM, play.Heal{Target: "Target", Amount: "9 fire"}, engine.Invalid, reason.PlainAmount)
	f.refused(theGM, play.HP{Target: "Target", Amount: "-9 fire"}, engine.Invalid, reason.HPAmount)
	f.refused(theGM, play.Heal{Target: "Target", Amount: "8d6/2 fire"}, engine.Invalid, reason.PlainAmount)
	f.wantHP("Target", 90)
	f.dice = dice.Script(4, 1, 2, 6)
	f.gm(damage("4d6 kh")) // the operators of /roll go before kinds
	f.wantHP("Target", 84)
	bare := start(t, "turn-order")
	bare.npc("Target", 1, "init 0, hp 90", 5)
	for _, amount := range []string{"9 fire", "8d6/2 fire"} {
		bare.refused(theGM, damage(amount), engine.NotInRules, reason.NoKinds, engine.Args{Ruleset: "Turn Order", Text: "fire"})
	}
	bare.refused(theGM, play.Add{Name: "Imp", Stats: "init 0, resist fire"}, engine.Invalid, reason.StatForm)
	bare.gm(damage("9"))
	if e := lastOf[engine.HPChanged](bare)[0]; e.Parts != nil || e.Plain {
		t.Errorf("%+v", e)
	}
}

// TestNU6Edit: an edit replaces what stands under the words typed, and there is a limit.
func TestNU6Edit(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Imp", 2, "init 0, resist 2, resist cold, immune fire, poisoned; hp 10", 15)
	want := func(text string) {
		t.Helper()
		for _, name := range []string{"Imp 1", "Imp 2"} {
			if got := ruleset.ResistancesText(f.combatant(name).Resists); got != text {
				t.Errorf("%s: %q, want %q", name, got, text)
			}
		}
	}
	want("resist cold; immune fire, Poisoned")
	if c := f.combatant("Imp 1"); c.Stats["resist"] != 2 || c.HP != 10 {
		t.Errorf("%+v", c)
	}
	f.gm(play.Edit{Name: "Imp", Stats: "resist acid, thunder"})
	want("immune fire, Poisoned; resist acid, thunder")
	f.gm(play.Edit{Name: "Imp", Stats: "hp 8, immune nothing"})
	want("resist acid, thunder")
	f.gm(play.Edit{Name: "Imp", Stats: "hp 7"})
	want("resist acid, thunder")
	f.refused(theGM, play.Edit{Name: "Imp", Stats: "resist fier"}, engine.Invalid, reason.UnknownResist, "fire")
	f.refused(theGM, play.Edit{Name: "Imp", Stats: "reduce fire"}, engine.Invalid, reason.ResistNumber)
	f.refused(theGM, play.Edit{Name: "Imp", Stats: "reduce fire 1001"}, engine.Invalid, reason.ResistNumber)
	f.refused(theGM, play.Edit{Name: "Imp", Stats: "immune fire 5"}, engine.Invalid, reason.ResistNoNumber)
	f.refused(theGM, play.Edit{Name: "Imp", Stats: "immune"}, engine.Invalid, reason.ResistNothing)
	for text, why := range map[string]reason.Reason{"resist fire except all": reason.UnknownResist, "reduce fire 5 except magical 3": reason.ResistNoNumber} {
		f.refused(theGM, play.Edit{Name: "Imp", Stats: text}, engine.Invalid, why, "except") // it isn't the word that takes no such name or no number
	}
	kinds := strings.Join(f.rs.Damage.Kinds, ", ")
	f.refused(theGM, play.Edit{Name: "Imp", Stats: fmt.Sprintf("immune %[1]s; vulnerable %[1]s; resist %[1]s, all, physical", kinds)}, engine.Invalid, reason.TooManyResistances)
	want("resist acid, thunder")
}

// TestNU8Petrified: worked example 4.
func TestNU8Petrified(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Statue", 1, "init 0, hp 90", 15)
	f.gm(play.EffectAdd{Target: "Statue", Name: "Petrified"})
	f.gm(play.Damage{Target: "Statue", Amount: "21 fire + 9 poison"})
	f.wantHP("Statue", 80)
	f.gm(play.Damage{Target: "Statue", Amount: "9"})
	f.wantHP("Statue", 76)
	f.gm(play.Damage{Target: "Statue", Amount: "9", Plain: true})
	f.wantHP("Statue", 67)
	f.gm(play.Save{Target: "Statue", Save: "dex", DC: roll(5), Amount: "20 cold"})
	f.wantHP("Statue", 57)
	if e := lastOf[engine.SaveMade](f)[0]; e.FailsBy != "Petrified" || e.Result != ruleset.SaveFailure {
		t.Errorf("%+v", e)
	}
	f.gm(play.Save{Target: "Statue", Save: "dex", DC: roll(5), Amount: "20 cold", Plain: true})
	f.wantHP("Statue", 37)
	f.gm(play.EffectAdd{Target: "Statue", Name: "Ward", Changes: "vulnerable cold, immune fire"})
	f.gm(play.Damage{Target: "Statue", Amount: "8 cold + 8 fire"}) // halved, then doubled
	f.wantHP("Statue", 29)
	export := f.export()
	for _, want := range []string{`"word": "resist",
          "of": "all",
          "amount": null,
          "except": [],
          "from": "Petrified"`, `"of": "cold",
          "amount": null,
          "except": [],
          "from": "Ward"`} {
		if !strings.Contains(export, want) {
			t.Errorf("%s is missing in %s", want, export)
		}
	}
}

// TestNU9Secret: what a combatant resists, nobody reads but the GM and its owner, until it changes something (NU-36).
func TestNU9Secret(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Imp", 1, "init 0, hp 10, resist cold", 15)
	f.pc("Knight", "init 0, hp 30, resist fire", 12)
	seen := func(user snowflake.User, gm bool, name string) string {
		s := view.State(f.s, view.Viewer{User: user, GM: gm})
		for i := range s.Combatants {
			if s.Combatants[i].Name == name {
				return ruleset.ResistancesText(s.Combatants[i].Resists)
			}
		}
		return ""
	}
	for _, row := range []struct {
		user        snowflake.User
		gm          bool
		imp, knight string
	}{{theGM, true, "resist cold", "resist fire"}, {anna, false, "", "resist fire"}, {ben, false, "", ""}, {"", false, "", ""}} {
		if imp, knight := seen(row.user, row.gm, "Imp"), seen(row.user, row.gm, "Knight"); imp != row.imp || knight != row.knight {
			t.Errorf("%q reads %q and %q", row.user, imp, knight)
		}
	}
	before := f.s
	f.gm(play.Edit{Name: "Knight", Stats: "immune fire"})
	for user, want := range map[snowflake.User]string{anna: "immune fire", ben: "", "": ""} {
		v := view.Of(engine.Outcome{Before: before, State: f.s, Events: f.last}, view.Viewer{User: user})
		got := ""
		for _, e := range v.Events {
			if e, is := e.(engine.StatsChanged); is {
				got = e.Resisted
			}
		}
		if got != want || want == "" && len(v.Events) > 0 {
			t.Errorf("%q reads %q in %v", user, got, v.Events)
		}
	}
	before = f.s
	f.gm(play.Edit{Name: "Knight", Stats: "init 3"}) // resistances aren't among what was typed
	for user, want := range map[snowflake.User]string{anna: "resist fire; immune fire", ben: "", "": ""} {
		v := view.Of(engine.Outcome{Before: before, State: f.s, Events: f.last}, view.Viewer{User: user})
		got, edits := "", 0
		for _, e := range v.Events {
			if e, is := e.(engine.StatsChanged); is {
				got, edits = ruleset.ResistancesText(e.Resists), edits+1
			}
		}
		if got != want || edits != 1 {
			t.Errorf("%q reads %q in %v", user, got, v.Events)
		}
	}
	f.gm(play.Damage{Target: "Imp", Amount: "9 fire"})
	if e := lastOf[engine.HPChanged](f)[0]; e.Why != nil {
		t.Errorf("%+v", e)
	}
}

// TestNU5DamageRolls: one typed result is refused where several parts have dice, and each can be typed.
func TestNU5DamageRolls(t *testing.T) {
	f := start(t, "five-e-2014", 5, 6)
	f.npc("Ogre", 1, "init 0, ac 10, hp 90, resist slashing, vulnerable fire", 15)
	f.by(anna, play.Join{Name: "Knight", Stats: "init 0, attack 5", Roll: roll(20), Weapon: "Flame, 2d6+3 slashing + 1d8 fire"})
	f.gm(play.Roll{})
	f.refused(anna, play.Strike{Target: "Ogre", Roll: roll(10), DamageRoll: roll(7)}, engine.Invalid, reason.DamageRollParts)
	for _, typed := range []string{"12", "12/7/1", "12/x", "/", "12/"} {
		f.refused(anna, play.Strike{Target: "Ogre", Roll: roll(10), DamageRolls: typed}, engine.Invalid, reason.DamageRollsForm)
	}
	f.refused(anna, play.Strike{Target: "Ogre", Roll: roll(10), DamageRolls: "13/7"}, engine.Invalid, reason.DamageRange)
	f.refused(anna, play.Strike{Target: "Ogre", Roll: roll(10), DamageRolls: "12/9"}, engine.Invalid, reason.DamageRange)
	f.refused(anna, play.Strike{Target: "Ogre", Roll: roll(10), DamageRoll: roll(7), DamageRolls: "12/7"}, engine.Invalid, reason.DamageRollTwice)
	e := f.strike(anna, play.Strike{Target: "Ogre", Roll: roll(10), DamageRolls: "12/7", Free: true})
	if e.Dealt != 22 || fmt.Sprint(e.Parts) != "[{[slashing] 15} {[fire] 7}]" || e.Damage.Expr != "2d6+3 slashing + 1d8 fire" {
		t.Errorf("%+v", e)
	}
	f.wantHP("Ogre", 90-7-14)
	e = f.strike(anna, play.Strike{Target: "Ogre", Roll: roll(20), DamageRolls: "24/16", Free: true}) // 4d6+3 slashing + 2d8 fire
	if !e.Critical || e.Dealt != 43 || fmt.Sprint(e.Parts) != "[{[slashing] 27} {[fire] 16}]" {
		t.Errorf("%+v", e)
	}
	f.wantHP("Ogre", 90-7-14-13-32)
	e = f.strike(anna, play.Strike{Target: "Ogre", Roll: roll(10), Damage: "1d6 cold", DamageRoll: roll(4), Free: true})
	if e.Dealt != 4 || fmt.Sprint(e.Parts) != "[{[cold] 4}]" {
		t.Errorf("%+v", e)
	}
}

// TestNU4Weapons: a weapon's type names what has no kind; what the ruleset doesn't know is refused where it is typed, and kept where it is saved.
func TestNU4Weapons(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Ogre", 1, "init 0, ac 10, hp 90, resist slashing, immune fire", 15)
	f.by(anna, play.Join{Name: "Knight", Stats: "init 0, attack 5", Roll: roll(20), Weapon: "Sword, 8, type slashing magical\nOdd, 9 plasma\nPair, 4, type slashing + fire\nMix, 6 + 4 fire, type cold"})
	f.gm(play.Roll{})
	for _, row := range []struct {
		weapon, damage string
		takes          int
		parts          string
	}{
		{"Sword", "", 4, "[{[slashing magical] 8}]"},
		{"Sword", "6", 3, "[{[slashing magical] 6}]"},
		{"Sword", "6 fire", 0, "[{[fire] 6}]"},
		{"Odd", "", 9, "[{[plasma] 9}]"},
		{"Pair", "", 4, "[{[] 4}]"},
		{"Mix", "", 0, "[{[fire] 10}]"}, // the term without a kind has that of the next one
		{"Axe, 7 slashing", "", 3, "[{[slashing] 7}]"},
	} {
		hp := f.combatant("Ogre").HP
		e := f.strike(anna, play.Strike{Target: "Ogre", Weapon: row.weapon, Damage: row.damage, Roll: roll(10), Free: true})
		if got := fmt.Sprint(e.Parts); got != row.parts || hp-f.combatant("Ogre").HP != row.takes {
			t.Errorf("%s %s: %s, %d", row.weapon, row.damage, got, hp-f.combatant("Ogre").HP)
		}
	}
	f.refused(anna, play.Strike{Target: "Ogre", Weapon: "Axe, 7 slahsing", Roll: roll(10)}, engine.Invalid, reason.UnknownKind, "slashing")
	f.refused(anna, play.Strike{Target: "Ogre", Weapon: "Sword", Damage: "7 plasma", Roll: roll(10)}, engine.Invalid, reason.UnknownKind)
	f.refused(anna, play.Strike{Target: "Ogre", Weapon: "Bow, 1d8, 80 feet", Roll: roll(10)}, engine.Invalid, reason.DamageForm)
	bare := start(t, "structured-time")
	bare.npc("Ogre", 1, "agility 30, ws 40, hp 90", 5)
	bare.npc("Wolf", 1, "agility 20, ws 40, hp 90", 4)
	bare.gm(play.Roll{})
	bare.refused(theGM, play.Strike{Target: "Wolf", Who: "Ogre", Weapon: "Axe, 7 slashing", Roll: roll(10)}, engine.NotInRules, reason.NoKinds)
	bare.gm(play.Strike{Target: "Wolf", Who: "Ogre", Weapon: "Axe, 7, type slashing", Roll: roll(10)})
	if e := lastOf[engine.Attacked](bare)[0]; e.Dealt != 7 || e.Parts != nil || e.Damage.Expr != "7" {
		t.Errorf("%+v", e)
	}
	if err := play.CheckWeapon("Axe, 2d6+3 slashing + 1d6 plasma"); err != nil {
		t.Error(err)
	}
}

// TestNU8Effects: what effects deal with a hit, and at the ends of turns, has kinds and goes through resistances.
func TestNU8Effects(t *testing.T) {
	f := start(t, "five-e-2014", 5, 4, 6, 3)
	f.npc("Ogre", 1, "init 0, ac 10, hp 90, resist fire", 15)
	f.pc("Knight", "init 0, attack 5, hp 30", 20)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Knight", Name: "Flaming", Changes: "deals 1d6 fire"})
	e := f.strike(anna, play.Strike{Target: "Ogre", Damage: "1d8+1 slashing", Roll: roll(10)})
	if e.Dealt != 10 || fmt.Sprint(e.Parts) != "[{[slashing] 6} {[fire] 4}]" {
		t.Errorf("%+v", e)
	}
	f.wantHP("Ogre", 90-6-2)
	f.refused(theGM, play.EffectAdd{Target: "Ogre", Name: "Burning", Damage: "1d8 fier"}, engine.Invalid, reason.UnknownKind, "fire")
	f.refused(theGM, play.EffectAdd{Target: "Ogre", Name: "Burning", Damage: "fire"}, engine.Invalid, reason.DamageForm)
	f.gm(play.EffectAdd{Target: "Ogre", Name: "Burning", Damage: "1d8 fire + 2 cold"}, play.Next{}, play.Next{})
	change := lastOf[engine.HPChanged](f)[0]
	if change.Cause != "Burning" || change.Arrives() != 5 || fmt.Sprint(change.Parts) != "[{[fire] 6} {[cold] 2}]" || change.Roll.Expr != "1d8 fire + 2 cold" {
		t.Errorf("%+v", change)
	}
	f.wantHP("Ogre", 82-5)
}

// TestNU27Immune: who is immune to a condition doesn't get it, which is said; nobody left is refused, and a save brings its damage alone.
func TestNU27Immune(t *testing.T) {
	f := start(t, "five-e-2024", 1)
	f.npc("Golem", 1, "init 0, hp 90, immune poison, poisoned", 15)
	f.npc("Rat", 3, "init 0, hp 4", 14)
	f.npc("Knight", 1, "init 0, hp 30", 13)
	f.refused(theGM, play.EffectAdd{Target: "Golem", Name: "poisoned"}, engine.NotNow, reason.Immune, "Golem")
	f.gm(play.EffectAdd{Target: "Golem, Knight", Name: "Poisoned"})
	f.wantEffects("Poisoned on Knight 0")
	if told := lastOf[engine.EffectResisted](f); len(told) != 1 || fmt.Sprint(told[0].Combatants) != fmt.Sprint([]engine.CombatantID{f.combatant("Golem").ID}) || told[0].Name != "Poisoned" {
		t.Errorf("%+v", told)
	}
	f.gm(play.EffectAdd{Target: "Golem", Name: "Prone"}, play.EffectRemove{Target: "Golem", Name: "Prone"}, play.EffectRemove{Target: "Knight", Name: "Poisoned"})
	f.gm(play.Edit{Name: "Rat 2", Stats: "immune poisoned"})
	f.gm(play.EffectAdd{Target: "Rat", Name: "Poisoned"}) // the group has an immune member: the others have it each
	f.wantEffects("Poisoned on Rat 1 0, Poisoned on Rat 3 0")
	f.gm(play.EffectAdd{Target: "Knight", Name: "Petrified"}) // brings immunity to Poisoned
	f.refused(theGM, play.EffectAdd{Target: "Knight", Name: "Poisoned"}, engine.NotNow, reason.Immune)
	f.gm(play.Save{Target: "Golem, Knight", Save: "con", DC: roll(20), Amount: "8 cold", Effect: "Poisoned", Rolls: "Golem 2, Knight 2"})
	f.wantHP("Golem", 82)
	f.wantHP("Knight", 26)
	f.wantEffects("Poisoned on Rat 1 0, Poisoned on Rat 3 0, Petrified on Knight 0")
	if told := lastOf[engine.EffectResisted](f); len(told) != 2 {
		t.Errorf("%+v", told)
	}
}

// TestNU8Sums: of every amount, of 20,000 with -rapid.checks 100, what half and resistances leave is what soak and pools absorb, hit points lose, and goes below 0.
func TestNU8Sums(t *testing.T) {
	f := start(t, "five-e-2014")
	words := []string{"immune", "reduce", "resist", "vulnerable"}
	names := []string{"fire", "cold", "slashing", "physical", "all", "magical"}
	rng := rand.New(rand.NewPCG(27, 8))
	for i := range 40 {
		word, of := words[rng.IntN(4)], names[rng.IntN(6)]
		if word == "reduce" {
			of += " 7"
		}
		f.npc(fmt.Sprintf("Target %c%c", 'A'+i/26, 'A'+i%26), 1, fmt.Sprintf("init 0, hp %d, temp %d; %s %s, resist poison", 1+rng.IntN(80), rng.IntN(20), word, of), 15)
	}
	amounts := []string{"%d fire", "%d cold + 5 slashing magical", "%d", "%d slashing + 3 fire + 2 poison"}
	for i := range 200 * checks() {
		s := f.s
		c := &s.Combatants[rng.IntN(len(s.Combatants))]
		cmd := play.Damage{Target: c.Name, Amount: fmt.Sprintf(amounts[rng.IntN(4)], rng.IntN(60)), Plain: rng.IntN(9) == 0}
		if rng.IntN(3) == 0 {
			cmd.Half = c.Name
		}
		out, err := play.Decide(s, f.rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Now: f.now, Turn: engine.TurnID(1000 + i), Dice: f.dice})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range out.Events {
			e, is := e.(engine.HPChanged)
			if !is {
				continue
			}
			dealt, absorbed := 0, 0
			for _, p := range e.Parts {
				dealt += p.Amount
			}
			for _, a := range e.Absorbed {
				absorbed += a.N
			}
			if dealt != -e.Amount || e.Shared > dealt || e.Amount < 0 && e.Shared-e.Resisted != absorbed+e.Soaked+(e.From-e.To)+max(0, e.Beyond()) || (e.Resisted != 0) != (len(e.Why) > 0) && len(e.Why) < 2 {
				t.Fatalf("%s on %+v: %+v", cmd.Amount, c.Resists, e)
			}
		}
	}
}

// TestNU27Proposed: what a player proposes says nothing about who is immune. Once the GM applies it, they are left out, also of a unit, and where nobody is
// left it is refused.
func TestNU27Proposed(t *testing.T) {
	f := start(t, "five-e-2024")
	f.pc("Knight", "init 0, hp 30", 16)
	f.npc("Golem", 1, "init 0, hp 90, immune poisoned", 15)
	f.npc("Rat", 3, "init 0, hp 4", 14)
	f.gm(play.Roll{}, play.Edit{Name: "Rat 2", Stats: "immune poisoned"})
	propose := func(target string) engine.ProposalID {
		t.Helper()
		f.by(anna, play.EffectAdd{Target: target, Name: "Poisoned", Players: play.GMConfirms})
		if len(f.last) != 1 {
			t.Errorf("%+v", f.last)
		}
		return f.s.Proposals[len(f.s.Proposals)-1].ID
	}
	f.refused(theGM, play.ApplyProposal{ID: propose("Golem")}, engine.NotNow, reason.Immune, "Golem")
	rats := propose("Golem, Rat")
	if e := f.s.Proposals[len(f.s.Proposals)-1].Effects; len(e) != 2 || e[1].Unit == 0 {
		t.Errorf("%+v", e)
	}
	f.gm(play.ApplyProposal{ID: rats})
	f.wantEffects("Poisoned on Rat 1 0, Poisoned on Rat 3 0")
	if told := lastOf[engine.EffectResisted](f); len(told) != 1 || len(told[0].Combatants) != 2 {
		t.Errorf("%+v", told)
	}
	f.gm(play.EffectRemove{Target: "Rat 1", Name: "Poisoned"}, play.EffectRemove{Target: "Rat 3", Name: "Poisoned"}, play.Edit{Name: "Rat 2", Stats: "immune nothing"})
	f.gm(play.ApplyProposal{ID: propose("Rat")}) // by then, all can have it
	f.wantEffects("Poisoned on Rat 0")
}

// TestNU27HiddenMember: a hidden member that is immune changes nothing of what others see of its group.
func TestNU27HiddenMember(t *testing.T) {
	f := start(t, "five-e-2024")
	f.npc("Rat", 2, "init 0, hp 4", 14)
	f.gm(play.Add{Name: "Rat", Stats: "init 0, hp 4, immune poisoned", Hidden: true}, play.Roll{}, play.EffectAdd{Target: "Rat", Name: "Poisoned"})
	f.wantEffects("Poisoned on Rat 0")
}

// TestNU10Plain: plain leaves out what resistances do, with /damage and /save alike; corrections never have them, and damage at turns' ends always has.
func TestNU10Plain(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Target", 1, "init 0, hp 90, resist fire, vulnerable cold", 15)
	f.pc("Knight", "init 0, hp 30", 5)
	f.gm(play.Roll{})
	f.gm(play.Damage{Target: "Target", Amount: "10 fire + 3 cold", Plain: true})
	f.wantHP("Target", 77)
	f.gm(play.Save{Target: "Target", Save: "dex", DC: new(15), Amount: "10 fire", Plain: true, Rolls: "Target 2"})
	f.wantHP("Target", 67)
	f.gm(play.Save{Target: "Target", Save: "dex", DC: new(15), Amount: "10 fire", Rolls: "Target 2"})
	f.wantHP("Target", 62)
	f.gm(play.HP{Target: "Target", Amount: "-2"})
	f.wantHP("Target", 60)
	f.gm(play.EffectAdd{Target: "Target", Name: "Burning", Damage: "6 fire", Duration: "3 rounds"})
	f.next(1)
	f.wantHP("Target", 57)
}
