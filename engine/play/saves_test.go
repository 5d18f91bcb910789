package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
)

// fireball begins worked example 1: Ogre, Goblin and Salamander of the GM, and Anna's Knight.
func fireball(t *testing.T, results ...int) *fight {
	t.Helper()
	f := start(t, "five-e-2014", append([]int{20, 15, 10}, results...)...)
	f.npc("Ogre", 1, "init 0, hp 59, dex -1", 15)
	f.npc("Goblin", 1, "init 0, hp 30, dex 2", 14)
	f.npc("Salamander", 1, "init 0, hp 90, dex 2, immune fire", 13)
	f.pc("Knight", "init 0, hp 30, dex 1", 12)
	f.gm(play.Roll{})
	return f
}

func fireballSave() play.Save {
	return play.Save{Target: "Ogre, Goblin, Salamander, Knight", Save: "dex", DC: roll(15), Amount: "28 fire", Name: "Fireball", Rolls: "Ogre 12, Goblin 13, Salamander 3"}
}

func (f *fight) wantAllHP(want string) {
	f.t.Helper()
	got := ""
	for _, c := range f.s.Combatants {
		got += fmt.Sprintf("%s %d ", c.Name, c.HP)
	}
	if got != want+" " {
		f.t.Errorf("hit points are %s, want %s", got, want)
	}
}

func (f *fight) results() map[string]ruleset.SaveResult {
	out := map[string]ruleset.SaveResult{}
	for _, e := range lastOf[engine.SaveMade](f) {
		out[f.s.Combatant(e.Who).Name] = e.Result
	}
	return out
}

// TestNU14Fireball: worked example 1. The GM's save at once, Anna's Knight is asked and answers three turns later (NU-16).
func TestNU14Fireball(t *testing.T) {
	f := fireball(t)
	f.gm(fireballSave())
	f.wantAllHP("Ogre 31 Goblin 16 Salamander 90 Knight 30")
	knight := f.combatant("Knight")
	if due := f.s.SavesDue(knight.ID); len(due) != 1 || due[0].Name != "Fireball" || len(f.s.AskedSaves) != 1 || len(due[0].Made) != 3 {
		t.Fatalf("%+v", f.s.AskedSaves)
	}
	data, err := view.JSON(f.s, f.rs)
	if want := `"asked_saves": [
    {
      "name": "Fireball",
      "save": "dex",
      "dc": 15,
      "success": "half",
      "effect": "",
      "source": "Ogre",
      "due": [
        "Knight"
      ],
      "parts": [
        {
          "names": [
            "fire"
          ],
          "amount": 28
        }
      ]
    }
  ]`; err != nil || !strings.Contains(string(data), want) {
		t.Errorf("%v: %s", err, data)
	}
	f.gm(play.Next{}, play.Next{}, play.Next{}, play.Pause{})
	f.by(anna, play.EffectSave{Target: "Knight", Roll: roll(14)})
	if e := lastOf[engine.SaveMade](f)[0]; e.Total != 15 || e.Result != ruleset.SaveSuccess || e.Share != ruleset.TakesHalf {
		t.Errorf("%+v", e)
	}
	f.wantAllHP("Ogre 31 Goblin 16 Salamander 90 Knight 16")
	if len(f.s.AskedSaves) > 0 {
		t.Errorf("still due: %+v", f.s.AskedSaves)
	}
	f.refused(anna, play.EffectSave{Target: "Knight", Roll: roll(14)}, engine.NotNow, reason.NoCheckDue)
}

// TestNU13Troll: worked example 5: four results, what each leaves, then the weakness, and a natural 20 or 1 is one better or worse.
func TestNU13Troll(t *testing.T) {
	for _, row := range []struct {
		natural, takes int
		result         ruleset.SaveResult
	}{{12, 23, ruleset.SaveFailure}, {17, 16, ruleset.SaveSuccess}, {20, 0, ruleset.SaveCriticalSuccess}, {2, 36, ruleset.SaveCriticalFailure}, {1, 36, ruleset.SaveCriticalFailure}} {
		f := start(t, "three-actions")
		f.npc("Troll", 1, "init 0, hp 90, ref 5, weak fire 10", 15)
		f.gm(play.Save{Target: "Troll", Save: "Reflex", DC: roll(22), Amount: "13 fire", Rolls: fmt.Sprintf("Troll %d", row.natural)})
		if got := f.results()["Troll"]; got != row.result || f.combatant("Troll").HP != 90-row.takes {
			t.Errorf("%d: %s, %d hit points", row.natural, got, f.combatant("Troll").HP)
		}
	}
}

// TestNU18Dragon: worked example 7. Effects with a repeated save by result, a pool, and a side as the target.
func TestNU18Dragon(t *testing.T) {
	f := start(t, "five-e-2014", 4, 4)
	f.npc("Dragon", 1, "init 0, hp 300, recharge 5", 18)
	f.pc("Knight", "init 0, hp 60, wis 1, dex 1", 12)
	f.by(ben, play.Join{Name: "Bard", Stats: "init 0, hp 50, wis 2, dex 2", Roll: roll(10)})
	f.gm(play.Roll{}, play.Save{Target: "party", Save: "wis", DC: roll(19), Name: "Frightful Presence", Effect: "Frightened", Repeat: true})
	a := f.s.AskedSaves[0]
	f.by(anna, play.SaveAnswer{ID: a.ID, Who: f.combatant("Knight").ID, Roll: roll(18)})
	f.by(ben, play.SaveAnswer{ID: a.ID, Who: f.combatant("Bard").ID, Roll: roll(16)})
	if got := f.results()["Bard"]; got != ruleset.SaveFailure {
		t.Errorf("%s", got)
	}
	if len(f.s.Effects) != 1 {
		t.Fatalf("%+v", f.s.Effects)
	}
	if e := f.s.Effects[0]; e.Name != "Frightened" || !e.HasDC || e.DC != 19 || e.Bonus != 2 || e.Target != f.combatant("Bard").ID || e.Source != f.combatant("Dragon").ID {
		t.Errorf("%+v", e)
	}
	f.gm(play.Next{}, play.Next{}, play.Next{})
	f.dice = dice.Script(slices.Repeat([]int{3}, 18)...)
	breath := play.Save{Target: "party", Save: "dex", DC: roll(21), Name: "Fire Breath", Amount: "18d6", Pool: "recharge", Now: true, Rolls: "Knight 1, Bard 1"}
	f.gm(breath)
	f.wantAllHP("Dragon 300 Knight 6 Bard 0")
	if p := f.rs.Pool("recharge"); f.s.PoolLeft(f.combatant("Dragon"), p) != 0 {
		t.Error("the pool is still full")
	}
	breath.Rolls = ""
	f.refused(theGM, breath, engine.NotNow, reason.PoolUsed)
}

// TestNU15Answers: who may answer, typed rolls and modifiers, and that of two answers the first counts.
func TestNU15Answers(t *testing.T) {
	f := fireball(t)
	f.gm(fireballSave())
	id, knight := f.s.AskedSaves[0].ID, f.combatant("Knight").ID
	f.by(ben, play.Join{Name: "Bard", Stats: "init 0, hp 20, dex 2", Roll: roll(3)})
	f.refused(ben, play.SaveAnswer{ID: id, Who: knight}, engine.NotAllowed, reason.NotYoursToPlay)
	f.refused(anna, play.SaveAnswer{ID: id, Who: knight, Roll: roll(21)}, engine.Invalid, reason.DiceRange)
	f.refused(anna, play.SaveRest{ID: id}, engine.NotAllowed, reason.GMOnly)
	f.by(anna, play.SaveAnswer{ID: id, Who: knight, Roll: roll(10), Modifier: 4})
	if e := lastOf[engine.SaveMade](f)[0]; e.Total != 15 || e.Modifier != 4 {
		t.Errorf("%+v", e)
	}
	f.refused(anna, play.SaveAnswer{ID: id, Who: knight, Roll: roll(14)}, engine.NotNow, reason.SaveOver)
	f.gm(play.Save{Target: "Knight, Bard", Save: "dex", DC: roll(10), Name: "Trap"}, play.Save{Target: "Knight", Save: "Constitution", DC: roll(10)})
	f.by(anna, play.EffectSave{Target: "Knight", Name: "constitution", Roll: roll(3)})
	if e := lastOf[engine.SaveMade](f)[0]; e.Stat != "con" || !e.Lacks || e.Total != 3 {
		t.Errorf("the one named: %+v", e)
	}
	f.dice = dice.Script(9, 7)
	f.gm(play.SaveRest{ID: f.s.AskedSaves[0].ID})
	if got := f.results(); len(got) != 2 || got["Knight"] != ruleset.SaveSuccess || got["Bard"] != ruleset.SaveFailure {
		t.Errorf("%v", got)
	}
	f.gm(play.Save{Target: "Knight", Save: "dex", DC: roll(10)})
	f.gm(play.SaveRest{ID: f.s.AskedSaves[0].ID, Drop: true})
	if len(f.s.AskedSaves) != 0 || len(lastOf[engine.SavesDropped](f)) != 1 {
		t.Errorf("%+v", f.s.AskedSaves)
	}
}

// TestNU16Leaves: a target that leaves takes its save along, and the oldest save of several is answered first.
func TestNU16Leaves(t *testing.T) {
	f := fireball(t)
	f.by(ben, play.Join{Name: "Bard", Stats: "init 0, hp 20, dex 2", Roll: roll(3)})
	f.gm(play.Save{Target: "Knight, Bard", Save: "dex", DC: roll(10), Name: "One"}, play.Save{Target: "Knight", Save: "dex", DC: roll(10), Name: "Two"})
	f.by(anna, play.EffectSave{Target: "Knight", Roll: roll(3)})
	if got := f.s.SavesDue(f.combatant("Knight").ID); len(got) != 1 || got[0].Name != "Two" {
		t.Errorf("%+v", got)
	}
	f.gm(play.Remove{Name: "Knight"})
	if len(f.s.AskedSaves) != 1 || f.s.AskedSaves[0].Name != "One" {
		t.Errorf("%+v", f.s.AskedSaves)
	}
}

// TestNU16Limits: 20 open ones, 50 targets.
func TestNU16Limits(t *testing.T) {
	f := fireball(t)
	ask := play.Save{Target: "Knight", Save: "dex", DC: roll(10)}
	for range 20 {
		f.gm(ask)
	}
	f.refused(theGM, ask, engine.NotNow, reason.TooManyAsked)
	f.gm(play.Save{Target: "Ogre", Save: "dex", DC: roll(10), Rolls: "Ogre 3"})
	f.npc("Rat", 50, "init 0, hp 1", 1)
	f.refused(theGM, play.Save{Target: "Rat, Knight", Save: "dex", DC: roll(10)}, engine.Invalid, reason.TooManySaving)
	f.dice = dice.Script(slices.Repeat([]int{9}, 50)...)
	f.gm(play.Save{Target: "Rat", Save: "dex", DC: roll(10)})
	if n := len(lastOf[engine.SaveMade](f)); n != 50 {
		t.Errorf("%d have saved", n)
	}
	f.gm(play.SaveRest{ID: f.s.AskedSaves[0].ID, Drop: true})
	f.gm(ask)
	f.refused(theGM, ask, engine.NotNow, reason.TooManyAsked)
}

// TestNU18Comes: which effects come with each of the four results. What is for a critical failure takes the place of what is for a failure, and what is
// for a success doesn't come with a critical one.
func TestNU18Comes(t *testing.T) {
	// Against 20 with +3: 20 is one better than a success, 17 is one, 16 isn't, and 7 misses by 10.
	results := []int{20, 17, 16, 7}
	for _, row := range []struct {
		failure, critical, success string
		want                       [4]string // of a critical success, a success, a failure and a critical failure
	}{
		{"Prone", "Stunned", "Dazzled", [4]string{"", "Dazzled", "Prone", "Stunned"}},
		{"Prone + Dazzled", "", "", [4]string{"", "", "Prone Dazzled", "Prone Dazzled"}},
		{"", "Stunned", "", [4]string{"", "", "", "Stunned"}},
		{"", "", "Dazzled", [4]string{"", "Dazzled", "", ""}},
		{"Prone", "", "Dazzled", [4]string{"", "Dazzled", "Prone", "Prone"}},
		{"Prone", "Frightened 2 + Fleeing", "", [4]string{"", "", "Prone", "Frightened Fleeing"}},
	} {
		for i, natural := range results {
			f := start(t, "three-actions")
			f.npc("Hag", 1, "init 0, hp 60, will 3", 5)
			cmd := play.Save{Target: "Hag", Save: "will", DC: roll(20), Effect: row.failure, EffectCritical: row.critical, EffectSuccess: row.success, Rolls: fmt.Sprintf("Hag %d", natural)}
			f.gm(cmd)
			var got []string
			for _, e := range f.s.Effects {
				got = append(got, e.Name)
			}
			if strings.Join(got, " ") != row.want[i] {
				t.Errorf("%+v, %s: it has %q", row, f.results()["Hag"], got)
			}
		}
	}
}

// TestNU13Options: modifiers, advantage and disadvantage, what a success takes, and what is refused.
func TestNU13Options(t *testing.T) {
	f := fireball(t)
	f.dice = dice.Script(4, 17, 18, 5, 9)
	f.gm(play.Save{Target: "Ogre, Goblin, Salamander", Save: "dex", DC: roll(15), Amount: "10", Success: "none", Modifier: "1, Goblin -2", Advantage: "all", Disadvantage: "Salamander"})
	made := lastOf[engine.SaveMade](f)
	if made[0].Total != 17 || made[0].Roll.Expr != "2d20kh1-1" || made[1].Total != 18 || made[2].Total != 12 || made[2].Roll.Expr != "1d20+2" {
		t.Errorf("%+v", made)
	}
	f.wantAllHP("Ogre 59 Goblin 30 Salamander 80 Knight 30")
	base := play.Save{Target: "Ogre", Save: "dex", DC: roll(15)}
	for _, row := range []struct {
		change func(c *play.Save)
		code   engine.Code
		why    reason.Reason
	}{
		{func(c *play.Save) { c.Save = "luck" }, engine.Invalid, reason.UnknownSave},
		{func(c *play.Save) { c.Save = " " }, engine.Invalid, reason.SaveNeeds},
		{func(c *play.Save) { c.DC = nil }, engine.Invalid, reason.SaveNeeds},
		{func(c *play.Save) { c.DC = roll(1001) }, engine.Invalid, reason.CheckNumber},
		{func(c *play.Save) { c.Success = "some" }, engine.Invalid, reason.SaveSuccess},
		{func(c *play.Save) { c.Modifier = "x" }, engine.Invalid, reason.SaveModifier},
		{func(c *play.Save) { c.Modifier = "Knight 2" }, engine.Invalid, reason.SaveNotTarget},
		{func(c *play.Save) { c.Rolls = "Knight 2" }, engine.Invalid, reason.SaveNotTarget},
		{func(c *play.Save) { c.Rolls = "Ogre 22" }, engine.Invalid, reason.DiceRange},
		{func(c *play.Save) { c.Effect = "Prone 2" }, engine.Invalid, reason.NoLevel},
		{func(c *play.Save) { c.Effect = "Exhaustion 7" }, engine.Invalid, reason.LevelRange},
		{func(c *play.Save) { c.Repeat = true }, engine.Invalid, reason.NoSaveEffect},
		{func(c *play.Save) { c.Duration = "1 round" }, engine.Invalid, reason.NoSaveEffect},
		{func(c *play.Save) { c.EffectCritical = "Prone" }, engine.NotInRules, reason.NoSaveDegrees},
		{func(c *play.Save) { c.Pool = "luck" }, engine.NotInRules, reason.UnknownPool},
		{func(c *play.Save) { c.Target = "Nobody" }, engine.NotFound, reason.UnknownName},
		{func(c *play.Save) { c.Amount = "-3" }, engine.Invalid, reason.KindAmount},
	} {
		c := base
		row.change(&c)
		f.refused(theGM, c, row.code, row.why)
	}
	other := start(t, "turn-order")
	other.npc("Ogre", 1, "init 0, hp 59", 15)
	other.refused(theGM, base, engine.NotInRules, reason.NoSaves)
	flat := start(t, "three-actions")
	flat.npc("Ogre", 1, "init 0, hp 59", 15)
	flat.refused(theGM, play.Save{Target: "Ogre", Save: "ref", DC: roll(15), Advantage: "all"}, engine.NotInRules, reason.NoSaveEdge)
}

// TestNU14Fails: a save that fails by itself is neither asked nor rolled.
func TestNU14Fails(t *testing.T) {
	f := fireball(t)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Paralyzed"}, play.Save{Target: "Knight", Save: "dex", DC: roll(15), Amount: "9"})
	if e := lastOf[engine.SaveMade](f)[0]; e.FailsBy != "Paralyzed" || e.Result != ruleset.SaveFailure || f.combatant("Knight").HP != 21 || len(f.s.AskedSaves) > 0 {
		t.Errorf("%+v", e)
	}
}

// TestNU13Players: a player asks for saves in its own turn; with the setting confirm the dice fall at once, and the rest when the GM applies it.
func TestNU13Players(t *testing.T) {
	f := fireball(t)
	cmd := play.Save{Target: "Ogre", Save: "dex", DC: roll(15), Amount: "2d6", Players: play.GMConfirms}
	f.refused(anna, cmd, engine.NotAllowed, reason.NotYourSaves)
	none := cmd
	none.Players = play.GMDeals
	f.refused(anna, none, engine.NotAllowed, reason.SavesOfGM)
	f.gm(play.Next{}, play.Next{}, play.Next{})
	now := cmd
	now.Now = true
	f.refused(anna, now, engine.NotAllowed, reason.GMOnly)
	theirs := cmd
	theirs.Rolls = "Ogre 3"
	f.refused(anna, theirs, engine.NotAllowed, reason.NotYoursToPlay)
	f.dice = dice.Script(3, 4)
	f.by(anna, cmd)
	p := f.s.Proposals[0]
	if p.Saves == nil || p.Saves.Amount != 7 || len(p.Saves.Targets) != 1 || len(lastOf[engine.SaveMade](f)) > 0 {
		t.Fatalf("%+v", p)
	}
	f.dice = dice.Script(2)
	f.gm(play.ApplyProposal{ID: p.ID})
	f.wantAllHP("Ogre 52 Goblin 30 Salamander 90 Knight 30")
	if e := lastOf[engine.HPChanged](f)[0]; e.By != f.combatant("Knight").ID {
		t.Errorf("%+v", e)
	}
}

// TestNU18Repeat: the check of a repeated save is a save with its stat, also where the condition has a check of its own: what changes saves with that
// stat counts (NU-25).
func TestNU18Repeat(t *testing.T) {
	f := fireball(t)
	again := func(name string) {
		f.gm(play.Save{Target: "Goblin", Save: "dex", DC: roll(15), Rolls: "Goblin 3", Effect: name, Repeat: true})
	}
	again("Snared")
	f.gm(play.EffectAdd{Target: "Goblin", Name: "Dodging", Duration: "fight"}, play.Next{}, play.Next{})
	f.dice = dice.Script(4, 13)
	f.gm(play.EffectSave{Target: "Goblin", Name: "Snared"})
	if e := lastOf[engine.Checked](f)[0]; e.Roll.Expr != "2d20kh1+2" || !e.Passed {
		t.Errorf("%+v", e)
	}
	again("Concentrating")
	if check := f.s.Effects[len(f.s.Effects)-1].CheckUnder(f.rs); check == nil || check.Keeps || check.Saves != "dex" {
		t.Errorf("%+v", check)
	}
}

// TestNU18Room: saves that could bring more effects than a fight can have are refused, and so are answers, before anything is rolled.
func TestNU18Room(t *testing.T) {
	f := fireball(t)
	f.npc("Rat", 49, "init 0, hp 1", 1)
	f.gm(play.Save{Target: "Knight", Save: "dex", DC: roll(10), Effect: "One + Two"})
	for _, name := range []string{"A", "B", "C"} {
		for i := range 49 {
			f.gm(play.EffectAdd{Target: fmt.Sprintf("Rat %d", i+1), Name: name})
		}
	}
	f.refused(theGM, play.Save{Target: "Rat, Ogre", Save: "dex", DC: roll(10), Effect: "One + Two"}, engine.NotNow, reason.TooManyEffects)
	f.refused(theGM, play.Save{Target: "Rat, Ogre", Save: "dex", DC: roll(10), Effect: "One", EffectSuccess: "Three + Four"}, engine.NotNow, reason.TooManyEffects)
	f.dice = dice.Script(slices.Repeat([]int{9}, 50)...)
	f.gm(play.Save{Target: "Rat, Ogre", Save: "dex", DC: roll(0), Effect: "One", EffectSuccess: "Three"})
	if len(f.s.Effects) != 197 {
		t.Fatalf("%d effects", len(f.s.Effects))
	}
	f.gm(play.EffectAdd{Target: "Ogre", Name: "E"}, play.EffectAdd{Target: "Ogre", Name: "F"})
	id := f.s.AskedSaves[0].ID
	f.refused(anna, play.SaveAnswer{ID: id, Who: f.combatant("Knight").ID}, engine.NotNow, reason.TooManyEffects)
	f.refused(theGM, play.SaveRest{ID: id}, engine.NotNow, reason.TooManyEffects)
	f.gm(play.EffectRemove{Target: "Ogre", Name: "E"})
	f.by(anna, play.SaveAnswer{ID: id, Who: f.combatant("Knight").ID, Roll: roll(2)})
	if len(f.s.Effects) != 200 {
		t.Errorf("%d effects", len(f.s.Effects))
	}
}

// TestNU13Side: of a side and of a group those who stand save, even if that is nobody; who is named alone saves at 0 hit points too.
func TestNU13Side(t *testing.T) {
	f := fireball(t)
	f.npc("Rat", 3, "init 0, hp 1", 1)
	f.gm(play.HP{Target: "Knight", Amount: "=0"}, play.HP{Target: "Rat 2", Amount: "=0"})
	f.refused(theGM, play.Save{Target: "party", Save: "dex", DC: roll(10)}, engine.NotNow, reason.NobodyStands)
	f.dice = dice.Script(9, 9, 9)
	f.gm(play.Save{Target: "rat", Save: "dex", DC: roll(10)})
	if got := f.results(); len(got) != 2 || got["Rat 2"] != "" {
		t.Errorf("%v", got)
	}
	f.gm(play.Save{Target: "Rat 2, Rat 2", Save: "dex", DC: roll(10)})
	if got := f.results(); len(got) != 1 || got["Rat 2"] == "" {
		t.Errorf("%v", got)
	}
}

// TestNU16Ends: no save is due any more once the fight has ended.
func TestNU16Ends(t *testing.T) {
	f := fireball(t)
	f.gm(play.Save{Target: "Knight", Save: "dex", DC: roll(10)}, play.End{})
	if len(f.s.AskedSaves) > 0 {
		t.Errorf("%+v", f.s.AskedSaves)
	}
}

// TestNU19Confirmed: of a player's saves that wait for the GM, only the dice of the damage fall at once. The pool is spent, and the player begins to
// concentrate, when they are applied.
func TestNU19Confirmed(t *testing.T) {
	f := start(t, "five-e-2014", 4, 4, 4, 4)
	f.npc("Ogre", 1, "init 0, hp 59, wis -1", 5)
	f.pc("Sage", "init 0, hp 30, recharge 6", 12)
	f.gm(play.Roll{})
	cmd := play.Save{Target: "Ogre", Save: "wis", DC: roll(15), Amount: "1d6", Effect: "Frightened", With: "Concentrating", Pool: "recharge", Players: play.GMConfirms}
	left := func() int { return f.s.PoolLeft(f.combatant("Sage"), f.rs.Pool("recharge")) }
	f.by(anna, cmd)
	p := f.s.Proposals[0]
	if left() != 1 || len(f.s.Effects) > 0 || p.Saves.Amount != 4 {
		t.Fatalf("%d left, %+v", left(), p.Saves)
	}
	for _, user := range []snowflake.User{"", anna, ben} { // NU-21: until they come, only the GM knows the effects
		v := view.Of(engine.Outcome{Before: f.s, Events: f.last, State: f.s}, view.Viewer{User: user})
		if e, is := v.Events[len(v.Events)-1].(engine.SavesProposed); !is || e.Saves.Effects != nil || e.Saves.First != nil || len(e.Saves.Targets) != 1 {
			t.Errorf("%q reads %+v", user, v.Events)
		}
	}
	f.by(anna, cmd)
	f.by(anna, play.Next{})
	f.gm(play.ApplyProposal{ID: p.ID})
	if left() != 0 || len(f.s.Effects) != 2 || f.s.Effects[0].Name != "Concentrating" || f.s.Effects[1].With != f.s.Effects[0].ID {
		t.Errorf("%d left, %+v", left(), f.s.Effects)
	}
	f.refused(theGM, play.ApplyProposal{ID: f.s.Proposals[0].ID}, engine.NotNow, reason.PoolUsed)
}

// TestNU19ImmuneSource: a source that has become immune to what the effects end with takes nothing of the proposal, and nothing is spent.
func TestNU19ImmuneSource(t *testing.T) {
	f := start(t, "five-e-2014", 4)
	f.npc("Ogre", 1, "init 0, hp 59, wis -1", 5)
	f.pc("Sage", "init 0, hp 30, recharge 6", 12)
	f.gm(play.Roll{})
	f.by(anna, play.Save{Target: "Ogre", Save: "wis", DC: roll(15), Amount: "1d6", Effect: "Frightened", With: "Concentrating", Pool: "recharge", Players: play.GMConfirms})
	f.gm(play.Edit{Name: "Sage", Stats: "immune Concentrating"})
	f.refused(theGM, play.ApplyProposal{ID: f.s.Proposals[0].ID}, engine.NotNow, reason.ProposalLate)
	if len(f.s.Proposals) != 1 || f.s.PoolLeft(f.combatant("Sage"), f.rs.Pool("recharge")) != 1 {
		t.Errorf("%+v", f.s.Proposals)
	}
}

// TestNU18Exported: the effect of saves that are due is exported with its level.
func TestNU18Exported(t *testing.T) {
	f := start(t, "three-actions")
	f.npc("Hag", 1, "init 0, hp 60", 5)
	f.pc("Knight", "init 0, hp 30, will 5", 12)
	f.gm(play.Roll{}, play.Save{Target: "Knight", Save: "will", DC: roll(20), Effect: "Frightened 3 + Fleeing"})
	if got := f.export(); !strings.Contains(got, `"effect": "Frightened 3 + Fleeing"`) {
		t.Error(got)
	}
}

// TestNU21Seen: others read the results, but no roll of the GM's combatants; hidden targets are for them as if they were not in the command, and a hidden
// source isn't named.
func TestNU21Seen(t *testing.T) {
	f := fireball(t)
	f.gm(play.Add{Name: "Imp", Stats: "init 0, hp 9, dex 3", Hidden: true})
	cmd := fireballSave()
	cmd.Target, cmd.Source, cmd.Rolls = cmd.Target+", Imp", "Imp", cmd.Rolls+", Imp 4"
	before := f.s
	f.gm(cmd)
	v := view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{User: anna})
	imp := f.combatant("Imp").ID
	for _, e := range v.Events {
		switch e := e.(type) {
		case engine.SavesCalled:
			if e.Source != 0 || slices.Contains(e.Who, imp) || len(e.Due) != 1 {
				t.Errorf("%+v", e)
			}
		case engine.SaveMade:
			if e.Who == imp || e.Total != 0 || e.Roll.Total != 0 || e.Lacks || !e.Blurred {
				t.Errorf("%+v", e)
			}
		}
	}
	asked := v.State.AskedSaves
	if len(asked) != 1 || len(asked[0].Made) != 3 || asked[0].Made[0].Shown != nil || asked[0].Source != 0 {
		t.Errorf("%+v", asked)
	}
	f.gm(play.Save{Target: "Imp", Save: "dex", DC: roll(5), Rolls: "Imp 4"})
	if v := view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{User: anna}); len(v.Events) > 0 {
		t.Errorf("%+v", v.Events)
	}
}

// TestNU21Given: the total of a save stays the GM's if the combatant is given to a player later, and a player's stays public if it is taken away.
func TestNU21Given(t *testing.T) {
	f := fireball(t)
	f.pc("Bard", "init 0, hp 20, dex 2", 11)
	f.gm(play.Save{Target: "Ogre, Knight, Bard", Save: "dex", DC: roll(15), Rolls: "Ogre 12"})
	f.by(anna, play.SaveAnswer{ID: f.s.AskedSaves[0].ID, Who: f.combatant("Knight").ID, Roll: roll(14)})
	owner, gm := anna, snowflake.User("")
	f.gm(play.Edit{Name: "Ogre", Owner: &owner}, play.Edit{Name: "Knight", Owner: &gm})
	for _, user := range []snowflake.User{"", anna, ben} {
		made := view.State(f.s, view.Viewer{User: user}).AskedSaves[0].Made
		if ogre := made[0]; ogre.Shown != nil || ogre.Result != ruleset.SaveFailure {
			t.Errorf("%q sees the Ogre's save: %+v", user, ogre)
		}
		if knight := made[1]; knight.Shown == nil || *knight.Shown != 15 {
			t.Errorf("%q doesn't see the Knight's save: %+v", user, knight)
		}
	}
}

// BenchmarkSave measures one /save on 50 combatants under five-e-2014.
func BenchmarkSave(b *testing.B) {
	rs, _ := ruleset.ByName("five-e-2014")
	var s *engine.State
	turn := engine.TurnID(1)
	roller := dice.Seeded(1)
	playing := func(cmd play.Command) *engine.State {
		turn++
		out, err := play.Decide(s, rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: turn, Now: time.Unix(int64(turn), 0), Dice: roller})
		if err != nil {
			b.Fatal(err)
		}
		return out.State
	}
	s = playing(play.Start{Name: "Big", Ruleset: rs.Name})
	s = playing(play.Add{Name: "Goblin", Count: 50, Stats: "init 1, hp 300, dex 2, resist fire, reduce physical 5"})
	s = playing(play.Roll{})
	dc := 15
	b.ReportAllocs()
	for b.Loop() {
		playing(play.Save{Target: "Goblin", Save: "dex", DC: &dc, Amount: "8d6 fire + 2d6 bludgeoning", Name: "Fireball"})
	}
}
