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
	"roundel/snowflake"
)

// savesUnder begins a fight of Anna's Knight and the GM's Orc under savesFile with changes: pairs of what is replaced and what replaces it.
func savesUnder(t *testing.T, changes ...string) *fight {
	t.Helper()
	f := startText(t, strings.NewReplacer(changes...).Replace(savesFile))
	f.pc("Knight", "init 2, hp 60, con 2", 18)
	f.npc("Orc", 1, "init 0, hp 90, dex 1", 10)
	f.gm(play.Roll{})
	return f
}

// saved returns the only save that the last command made.
func (f *fight) saved() engine.SaveMade {
	f.t.Helper()
	return onlyOf[engine.SaveMade](f)
}

// TestNU13Refused: every option has its limits.
func TestNU13Refused(t *testing.T) {
	f := fireball(t)
	f.npc("Rat", 2, "init 0, hp 1", 1)
	base := play.Save{Target: "Ogre", Save: "dex", DC: roll(15)}
	for _, row := range []struct {
		change func(c *play.Save)
		code   engine.Code
		why    reason.Reason
	}{
		{func(c *play.Save) { c.Target = " , " }, engine.Invalid, reason.NoName},
		{func(c *play.Save) { c.DC = roll(-1) }, engine.Invalid, reason.CheckNumber},
		{func(c *play.Save) { c.Name = strings.Repeat("x", 51) }, engine.Invalid, reason.SaveName},
		{func(c *play.Save) { c.Modifier = "101" }, engine.Invalid, reason.ModifierRange},
		{func(c *play.Save) { c.Modifier = "-101" }, engine.Invalid, reason.ModifierRange},
		{func(c *play.Save) { c.Modifier = "Rat 2" }, engine.Invalid, reason.SaveNotTarget},
		{func(c *play.Save) { c.Target, c.Modifier = "Ogre, Rat 1", "Rat 2 1" }, engine.Invalid, reason.SaveNotTarget},
		{func(c *play.Save) { c.Advantage = "Nobody" }, engine.NotFound, reason.UnknownName},
		{func(c *play.Save) { c.Target, c.Rolls = "Rat", "Rat 12" }, engine.Invalid, reason.Several},
		{func(c *play.Save) { c.Target, c.Rolls = "foes", "foes 12" }, engine.Invalid, reason.Several},
		{func(c *play.Save) { c.Rolls = "Ogre 12/3" }, engine.Invalid, reason.TwoResults},
		{func(c *play.Save) { c.Modifier = "Ogre 2, Ogre 3" }, engine.Invalid, reason.TwoModifiers},
		{func(c *play.Save) { c.Modifier = "2, Ogre 3, 4" }, engine.Invalid, reason.SaveModifier},
		{func(c *play.Save) { c.Advantage = "party" }, engine.Invalid, reason.SaveNotTarget},
		{func(c *play.Save) { c.With = "Concentrating" }, engine.Invalid, reason.NoSaveEffect},
		{func(c *play.Save) { c.Effect, c.With, c.Source = "Concentrating", "Concentrating", "Ogre" }, engine.Invalid, reason.WithItself},
	} {
		c := base
		row.change(&c)
		f.refused(theGM, c, row.code, row.why)
	}
	f.gm(play.Save{Target: "Ogre", Save: "dex", DC: roll(0), Name: strings.Repeat("x", 50), Modifier: "100", Rolls: "Ogre 3"})
	f = savesUnder(t, "save: {roll: (2d20kh1 if edge > 0 else 2d20kl1 if edge < 0 else d20) + bonus, needs: dc, saves: yes}\n", "")
	f.refused(theGM, play.Save{Target: "Orc", Save: "dex", DC: roll(15), Effect: "Rattled", Repeat: true}, engine.NotInRules, reason.NoRepeat)
}

// TestNU13Names: what is typed by name is for those of a group that are targets. Everyone saves once. If there are several numbers
// for one target, a combatant's name goes before a side's, and a name of fewer before one of more.
func TestNU13Names(t *testing.T) {
	f := fireball(t)
	f.npc("Rat", 3, "init 0, hp 9", 1)
	f.dice = dice.Script(9, 9, 9, 9)
	f.gm(play.Save{Target: "Ogre, Rat 2", Save: "dex", DC: roll(15), Modifier: "Rat 5, 2", Disadvantage: "Rat"})
	made := lastOf[engine.SaveMade](f)
	if len(made) != 2 || made[0].Modifier != 2 || made[1].Modifier != 5 || made[0].Roll.Expr != "1d20-1" || made[1].Roll.Expr != "2d20kl1" {
		t.Errorf("%+v", made)
	}
	f.dice = dice.Script(9, 9, 9, 9, 9, 9, 9, 9, 9)
	f.gm(play.Save{Target: "foes", Save: "dex", DC: roll(15), Modifier: "Rat 1 3, foes 1, Rat 2", Disadvantage: "foes", Advantage: "Rat"})
	made = lastOf[engine.SaveMade](f)
	for i, want := range []string{"1 2d20kl1-1", "1 2d20kl1+2", "1 2d20kl1+2", "3 1d20", "2 1d20", "2 1d20"} {
		if got := fmt.Sprintf("%d %s", made[i].Modifier, made[i].Roll.Expr); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
	f.dice = dice.Script(9, 9, 9)
	f.gm(play.Save{Target: "Rat 2, Rat", Save: "dex", DC: roll(15)})
	if made := lastOf[engine.SaveMade](f); len(made) != 3 || made[0].Who != f.combatant("Rat 2").ID {
		t.Errorf("%+v", made)
	}
	f.npc("Foes", 1, "init 0, hp 9", 1)
	f.dice = dice.Script(9)
	f.gm(play.Save{Target: "foes", Save: "dex", DC: roll(15)})
	if got := f.results(); len(got) != 1 || got["Foes"] == "" {
		t.Errorf("%v", got)
	}
	f.gm(play.HP{Target: "Rat 1, Rat 2", Amount: "=0"})
	f.dice = dice.Script(9, 9, 9, 9, 9)
	f.gm(play.Save{Target: "foes, Rat 1", Save: "dex", DC: roll(15), Now: true})
	if got := f.results(); got["Rat 1"] != "" && got["Rat 2"] != "" || got["Foes"] == "" {
		t.Errorf("%v", got)
	}
	f.gm(play.Remove{Name: "Rat 2"}, play.Remove{Name: "Rat 3"})
	f.refused(theGM, play.Save{Target: "Rat 1", Save: "dex", DC: roll(15), Rolls: "Rat 3, Rat 1 4"}, engine.Invalid, reason.TwoResults)
}

// TestNU13LeastReach: what counts is how much a name stands for, not how much of that is a target, nor the order of the names. A combatant goes before
// its group, even if the group has no other member, and a group before a side. Two modifiers that could both count are refused.
func TestNU13LeastReach(t *testing.T) {
	f := fireball(t)
	f.npc("Rat", 3, "init 0, hp 9", 1)
	try := func(target, modifier string, want int) {
		t.Helper()
		f.dice = dice.Script(9, 9, 9, 9)
		f.gm(play.Save{Target: target, Save: "dex", DC: roll(15), Modifier: modifier})
		if made := lastOf[engine.SaveMade](f); made[0].Modifier != want {
			t.Errorf("%s: %+v", modifier, made)
		}
	}
	refused := func(target, modifier, name string) {
		t.Helper()
		f.refused(theGM, play.Save{Target: target, Save: "dex", DC: roll(15), Modifier: modifier}, engine.Invalid, reason.TwoModifiers, engine.Args{Name: name})
	}
	for _, modifier := range []string{"Rat 2, Rat 1 3, foes 4", "foes 4, Rat 1 3, Rat 2", "Rat 1 3, Rat 2, foes 4"} {
		try("Rat 1, Ogre", modifier, 3)
	}
	try("Rat 1", "Rat 2, foes 4, Rat 2, Rat 1 3, foes 5", 3)
	try("Rat 1, Knight", "foes 4, Rat 2", 2)
	refused("Rat 1, Knight", "foes 4, Rat 2, Rat 3", "Rat")
	refused("Rat 1, Knight", "foes 4, foes 2", "foes")
	refused("Rat 1, Knight", "rat 1 2, Rat 3, Rat 1 2", "Rat 1")
	refused("Rat 1, Rat 2", "Rat 1 5, Rat 2, Rat 3", "Rat")
	f.gm(play.Remove{Name: "Rat 2"}, play.Remove{Name: "Rat 3"})
	try("Rat 1", "Rat 1 3, Rat 2", 3)
	try("Rat 1", "Rat 2, Rat 1 3", 3)
}

// TestNU13Standing: of several under one name those who stand save, whether they are a unit or not, also if only one is left.
func TestNU13Standing(t *testing.T) {
	f := fireball(t)
	f.npc("Rat", 2, "init 0, hp 1", 1)
	f.dice = dice.Script(9, 8)
	f.gm(play.Add{Name: "Wolf", Count: 2, Stats: "init 0, hp 9", Separate: true})
	f.gm(play.Remove{Name: "Rat 1"}, play.HP{Target: "Rat 2, Wolf 2", Amount: "=0"})
	f.refused(theGM, play.Save{Target: "Rat", Save: "dex", DC: roll(15)}, engine.NotNow, reason.NobodyStands)
	f.dice = dice.Script(9)
	f.gm(play.Save{Target: "Wolf", Save: "dex", DC: roll(15)})
	if e := f.saved(); e.Who != f.combatant("Wolf 1").ID {
		t.Errorf("%+v", e)
	}
}

// TestNU13Degrees: ten above what is needed is a critical success, and a natural 1 is one worse, also where the total would pass.
func TestNU13Degrees(t *testing.T) {
	for _, row := range []struct {
		natural, bonus int
		want           ruleset.SaveResult
	}{{19, 13, ruleset.SaveCriticalSuccess}, {19, 12, ruleset.SaveSuccess}, {1, 25, ruleset.SaveFailure}, {1, 31, ruleset.SaveSuccess}, {20, 2, ruleset.SaveCriticalSuccess}, {20, 1, ruleset.SaveFailure}, {3, 9, ruleset.SaveCriticalFailure}} {
		f := start(t, "three-actions")
		f.npc("Hag", 1, fmt.Sprintf("init 0, hp 60, will %d", row.bonus), 5)
		needs := 22
		if row.natural == 20 && row.bonus == 1 {
			needs = 31 // a critical failure otherwise
		}
		f.gm(play.Save{Target: "Hag", Save: "will", DC: roll(needs), Rolls: fmt.Sprintf("Hag %d", row.natural)})
		if got := f.results()["Hag"]; got != row.want {
			t.Errorf("%+v: %s", row, got)
		}
	}
	f := savesUnder(t, "  needs: dc\n  names", "  needs: dc\n  degrees: yes\n  damage: {success: none, failure: full, critical success: none, critical failure: double}\n  names")
	f.gm(play.Save{Target: "Orc", Save: "dex", DC: roll(20), Amount: "13", Rolls: "Orc 2"})
	f.wantHP("Orc", 90-26) // also without kinds of damage
	f.gm(play.Save{Target: "Orc", Save: "dex", DC: roll(10), Amount: "13", Success: "half", Rolls: "Orc 12"})
	f.wantHP("Orc", 64-6) // what is typed goes before the file
	f.gm(play.Save{Target: "Orc", Save: "dex", DC: roll(10), Amount: "13", Rolls: "Orc 12"})
	f.wantHP("Orc", 58)
}

// TestNU14Now: with now, nobody is asked, and the rolls are the bot's. Without damage, no hit points change.
func TestNU14Now(t *testing.T) {
	f := fireball(t)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Blessed", Changes: "saves d4"})
	f.dice = dice.Script(11, 3)
	f.gm(play.Save{Target: "Knight", Save: "dex", DC: roll(15), Now: true})
	if e := f.saved(); e.Total != 15 || e.Roll.Total != 12 || len(e.Mods) != 1 || e.Mods[0].N != 3 || e.Lacks || e.Share != "" || len(f.s.AskedSaves) > 0 || len(lastOf[engine.HPChanged](f)) > 0 {
		t.Errorf("%+v", e)
	}
}

// TestNU15Late: an answer is refused for those who aren't asked, and without a die the bot rolls.
func TestNU15Late(t *testing.T) {
	f := fireball(t)
	f.gm(fireballSave())
	id, knight := f.s.AskedSaves[0].ID, f.combatant("Knight").ID
	f.refused(theGM, play.SaveAnswer{ID: id, Who: f.combatant("Ogre").ID}, engine.NotNow, reason.SaveOver)
	f.refused(theGM, play.SaveAnswer{ID: id, Who: 999}, engine.NotNow, reason.SaveOver)
	f.refused(anna, play.SaveAnswer{ID: id + 1, Who: knight}, engine.NotNow, reason.SaveOver)
	f.refused(theGM, play.SaveRest{ID: id + 1}, engine.NotNow, reason.SaveOver)
	f.refused(anna, play.SaveAnswer{ID: id, Who: knight, Modifier: 101}, engine.Invalid, reason.ModifierRange)
	f.dice = dice.Script(14)
	f.by(anna, play.SaveAnswer{ID: id, Who: knight})
	if e := f.saved(); e.Total != 15 || len(f.s.AskedSaves) > 0 {
		t.Errorf("%+v", e)
	}
}

// TestNU15Hidden: for those who don't know of a combatant, it is on no side and owes nothing.
func TestNU15Hidden(t *testing.T) {
	f := fireball(t)
	f.gm(play.Add{Name: "Imp", Stats: "init 0, hp 9", Owner: ben, Hidden: true}, play.Save{Target: "Imp, Knight", Save: "dex", DC: roll(15)})
	a := f.s.AskedSaves[0]
	f.refused(anna, play.SaveAnswer{ID: a.ID, Who: f.combatant("Imp").ID}, engine.NotNow, reason.SaveOver)
	f.next(3)
	f.gm(play.Add{Name: "Ghost", Stats: "init 0, hp 9", Hidden: true})
	f.dice = dice.Script(9, 9, 9)
	f.by(anna, play.Save{Target: "foes", Save: "dex", DC: roll(15)})
	if n := len(lastOf[engine.SaveMade](f)); n != 3 {
		t.Errorf("%d have saved", n)
	}
}

// TestNU13Dealer: the damage of saves counts for their source, except what it does to itself, and for nobody once that has left.
func TestNU13Dealer(t *testing.T) {
	f := fireball(t)
	goblin := f.combatant("Goblin").ID
	f.gm(play.Save{Target: "Ogre, Goblin, Salamander, Knight", Save: "dex", DC: roll(15), Amount: "8", Source: "Goblin", Success: "none", Rolls: "Ogre 3, Goblin 3, Salamander 19"})
	var by []engine.CombatantID
	for _, e := range lastOf[engine.HPChanged](f) {
		by = append(by, e.By)
	}
	if want := []engine.CombatantID{goblin, 0, 0}; !slices.Equal(by, want) {
		t.Errorf("by %v, want %v", by, want)
	}
	f.gm(play.Remove{Name: "Goblin"})
	f.by(anna, play.EffectSave{Target: "Knight", Roll: roll(2)})
	if e := lastOf[engine.HPChanged](f)[0]; e.By != 0 || !e.Booked {
		t.Errorf("%+v", e)
	}
}

// TestNU13Source: without a typed source, a player's saves have one only in a turn of its own; what is typed has to be its own.
func TestNU13Source(t *testing.T) {
	f := start(t, "five-e-2014")
	f.pc("Knight", "init 0, hp 30, dex 1", 12)
	own := play.Save{Target: "Knight", Save: "dex", DC: roll(15), Rolls: "Knight 3", Amount: "1"}
	f.by(anna, own) // nobody has a turn yet
	f.npc("Ogre", 1, "init 0, hp 59", 15)
	f.gm(play.Roll{})
	f.wantActive("1: Ogre")
	f.by(anna, own)
	if call := lastOf[engine.SavesCalled](f)[0]; call.Source != 0 || call.By != 0 {
		t.Errorf("%+v", call)
	}
	f.gm(own)
	if call := lastOf[engine.SavesCalled](f)[0]; call.Source != f.combatant("Ogre").ID {
		t.Errorf("%+v", call)
	}
	own.Source = "Ogre"
	f.refused(anna, own, engine.NotAllowed, reason.NotYoursToPlay)
	own.Source, own.Players = "Knight", play.GMConfirms
	f.by(anna, own) // only its own combatants save, so no GM has to agree
	if call := lastOf[engine.SavesCalled](f); len(call) != 1 || call[0].Source != f.combatant("Knight").ID || len(f.s.Proposals) > 0 {
		t.Errorf("%+v", f.last)
	}
}

// TestNU19NeedsSource: without a source there is no pool to spend from.
func TestNU19NeedsSource(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Ogre", 1, "init 0, hp 59, recharge 5", 15)
	f.refused(theGM, play.Save{Target: "Ogre", Save: "dex", DC: roll(15), Pool: "recharge"}, engine.Invalid, reason.NeedsSource)
}

// TestNU18Names: a number after a condition is its level; after anything else, and where a condition has it in its name, it is part of the name.
func TestNU18Names(t *testing.T) {
	f := savesUnder(t, "  Doomed:", "  Shaken 2: {}\n  Doomed:")
	for typed, want := range map[string]string{"shaken 3": "Shaken 3", "Hex 3": "Hex 3 0", "Doomed soul": "Doomed soul 0", "shaken 2": "Shaken 2 0"} {
		f.gm(play.Save{Target: "Orc", Save: "dex", DC: roll(15), Effect: typed, Rolls: "Orc 2"})
		if e := lastOf[engine.EffectAdded](f)[0].Effect; fmt.Sprint(e.Name, " ", e.Level) != want {
			t.Errorf("%q is %q, level %d", typed, e.Name, e.Level)
		}
		f.gm(play.EffectRemove{Target: "Orc", Name: lastOf[engine.EffectAdded](f)[0].Effect.Name})
	}
}

// TestNU18Durations: durations are counted from when the effect comes, and a source that has left is replaced by the target.
func TestNU18Durations(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Ogre", 1, "init 0, hp 59", 15)
	f.npc("Goblin", 1, "init 0, hp 30", 14)
	f.pc("Knight", "init 0, hp 30", 12)
	last := func() engine.Effect { return f.s.Effects[len(f.s.Effects)-1] }
	f.gm(play.Roll{})
	f.gm(play.Save{Target: "Ogre", Save: "dex", DC: roll(15), Effect: "Blinded", Duration: "end of this turn", Rolls: "Ogre 2"})
	if e := last(); e.Until != engine.UntilEndOfThisTurn {
		t.Errorf("%+v", e)
	}
	f.gm(play.Save{Target: "Ogre", Save: "dex", DC: roll(15), Effect: "Poisoned", Duration: "3 rounds", Rolls: "Ogre 2"})
	if e := last(); e.Remaining != 3 {
		t.Errorf("%+v", e)
	}
	f.gm(play.Save{Target: "Knight", Save: "dex", DC: roll(15), Effect: "Prone", Duration: "end of this turn"})
	f.next(1)
	f.by(anna, play.EffectSave{Target: "Knight", Roll: roll(2)})
	if e := last(); e.Until != engine.UntilEndOfThisTurn || e.Turn != f.s.Turn {
		t.Errorf("%+v", e)
	}
	f.gm(play.Save{Target: "Knight", Save: "dex", DC: roll(15), Effect: "Restrained", Source: "Goblin", Duration: "end of source's turn"})
	f.gm(play.Save{Target: "Knight", Save: "dex", DC: roll(15), Effect: "Deafened", Source: "Goblin", Duration: "end of turn"})
	f.gm(play.Remove{Name: "Goblin"})
	f.by(anna, play.EffectSave{Target: "Knight", Roll: roll(2)})
	if e := last(); e.Target != f.combatant("Knight").ID || e.Source != e.Target {
		t.Errorf("%+v", e)
	}
	f.by(anna, play.EffectSave{Target: "Knight", Roll: roll(2)})
	if e := last(); e.Name != "Deafened" || e.Source != 0 {
		t.Errorf("%+v", e)
	}
}

// TestNU18SourceThatLeft: an effect doesn't name a source that has left, though another effect still depends on that one's turns (RS-63).
func TestNU18SourceThatLeft(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Ogre", 1, "init 0, hp 59", 15)
	f.npc("Goblin", 1, "init 0, hp 30", 14)
	f.pc("Knight", "init 0, hp 30", 12)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Ogre", Name: "Restrained", Source: "Goblin", Duration: "end of source's turn"},
		play.Save{Target: "Knight", Save: "dex", DC: roll(15), Effect: "Deafened", Source: "Goblin", Duration: "end of turn"}, play.Remove{Name: "Goblin"})
	if e := f.s.Effects[0]; f.s.SourceName(&e) != "Goblin" {
		t.Errorf("%+v", e)
	}
	f.by(anna, play.EffectSave{Target: "Knight", Roll: roll(2)})
	if e := f.s.Effects[len(f.s.Effects)-1]; e.Name != "Deafened" || e.Source != 0 {
		t.Errorf("%+v", e)
	}
}

// TestNU13Applied: a player's saves are gone once they are applied, which gives them an ID of their own. Targets that have left don't save, and with
// nobody left, without what the source pays with, or with too many open ones they are refused.
func TestNU13Applied(t *testing.T) {
	f := start(t, "five-e-2014")
	f.pc("Sage", "init 0, hp 30, recharge 6", 20)
	f.npc("Ogre", 1, "init 0, hp 59", 15)
	f.npc("Goblin", 1, "init 0, hp 30", 14)
	f.by(ben, play.Join{Name: "Bard", Stats: "init 0, hp 20", Roll: roll(10)})
	f.gm(play.Roll{})
	ask := func(target, with, pool string) engine.ProposalID {
		c := play.Save{Target: target, Save: "wis", DC: roll(15), Amount: "2", With: with, Pool: pool, Players: play.GMConfirms}
		if with != "" {
			c.Effect = "Frightened"
		}
		f.by(anna, c)
		return f.s.Proposals[len(f.s.Proposals)-1].ID
	}
	both, gone := ask("Ogre, Bard", "", ""), ask("Ogre", "", "")
	pays, holds, plain := ask("Goblin", "", "recharge"), ask("Goblin", "Concentrating", ""), ask("Goblin", "", "")
	more := ask("Bard", "", "")
	f.gm(play.Remove{Name: "Ogre"})
	f.gm(play.ApplyProposal{ID: both})
	if len(f.s.Proposals) != 5 || len(f.s.AskedSaves) != 1 || int64(f.s.AskedSaves[0].ID) <= int64(more) || len(f.s.AskedSaves[0].Due) != 1 {
		t.Errorf("%+v\n%+v", f.s.Proposals, f.s.AskedSaves)
	}
	f.refused(theGM, play.ApplyProposal{ID: gone}, engine.NotNow, reason.Gone)
	for range 19 {
		f.gm(play.Save{Target: "Bard", Save: "dex", DC: roll(10)})
	}
	f.refused(theGM, play.ApplyProposal{ID: more}, engine.NotNow, reason.TooManyAsked)
	if again := ask("Bard", "", ""); again == more { // the GM may apply it once others are answered
		t.Error("not proposed")
	}
	f.gm(play.Remove{Name: "Sage"})
	f.refused(theGM, play.ApplyProposal{ID: pays}, engine.NotNow, reason.Gone)
	f.refused(theGM, play.ApplyProposal{ID: holds}, engine.NotNow, reason.Gone)
	f.dice = dice.Script(3)
	f.gm(play.ApplyProposal{ID: plain}) // all of the GM's roll at once, so there may be more
	f.wantHP("Goblin", 28)
}

// TestNU21Fails: a save that fails by itself has no total, and one whose combatant has left stays among the results.
func TestNU21Fails(t *testing.T) {
	f := fireball(t)
	f.pc("Page", "init 0, hp 20", 11)
	f.gm(play.EffectAdd{Target: "Page", Name: "Paralyzed"}, play.Save{Target: "Goblin, Knight, Page", Save: "dex", DC: roll(15), Rolls: "Goblin 3", Source: "Ogre"}, play.Remove{Name: "Goblin"}, play.Remove{Name: "Ogre"})
	asked := view.State(f.s, view.Viewer{User: ben}).AskedSaves
	if len(asked) != 1 || len(asked[0].Made) != 2 || asked[0].Made[1].Shown != nil || asked[0].Made[1].Result != ruleset.SaveFailure {
		t.Errorf("%+v", asked)
	}
}

// TestNU21Kept: others read no effects before they come, neither of saves nor of what is proposed, nor that a combatant lacks the stat. They don't know of
// a hidden dealer.
func TestNU21Kept(t *testing.T) {
	f := fireball(t)
	f.gm(play.Add{Name: "Imp", Stats: "init 0, hp 9", Hidden: true})
	seen := func(cmd play.Command, by snowflake.User) view.View {
		before := f.s
		f.by(by, cmd)
		return view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{User: ben})
	}
	call := play.Save{Target: "Knight, Imp", Save: "con", DC: roll(15), Effect: "Frightened", Source: "Imp", Rolls: "Imp 3"}
	v := seen(call, theGM)
	if e := v.Events[0].(engine.SavesCalled); e.Effects != nil || e.Source != 0 || e.By != 0 || len(e.Who) != 1 || !v.Withheld {
		t.Errorf("%+v", e)
	}
	if a := v.State.AskedSaves[0]; a.Effects != nil || a.Source != 0 || a.By != 0 || len(a.Due) != 1 {
		t.Errorf("%+v", a)
	}
	if e := seen(play.EffectSave{Target: "Knight", Roll: roll(3)}, anna).Events[0].(engine.SaveMade); e.Lacks || e.Total != 3 {
		t.Errorf("%+v", e)
	}
	f.gm(play.Save{Target: "Knight", Save: "con", DC: roll(15), Source: "Ogre"})
	if a := view.State(f.s, view.Viewer{User: ben}).AskedSaves[0]; a.Source != f.combatant("Ogre").ID || a.By != a.Source {
		t.Errorf("%+v", a)
	}
	f.next(3)
	v = seen(play.Save{Target: "Ogre", Save: "con", DC: roll(15), Amount: "2", Effect: "Frightened", With: "Concentrating", Players: play.GMConfirms}, anna)
	if e := v.Events[0].(engine.SavesProposed); e.Saves == nil || e.Saves.Effects != nil || e.Saves.First != nil || len(e.Saves.Targets) != 1 || e.Saves.Amount != 2 {
		t.Errorf("%+v", e.Saves)
	}
}
