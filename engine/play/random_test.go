package play_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"

	"roundel/engine/view"
	"roundel/snowflake"
)

// draw draws random commands.
type draw struct {
	t     *rapid.T
	rs    *ruleset.Ruleset
	s     *engine.State
	names []string
}

func newDraw(t *rapid.T, rs *ruleset.Ruleset, s *engine.State) draw {
	names := []string{"Nobody", "party", "foes", "third", "Goblin", "Wolf", ""}
	for _, c := range s.Combatants {
		names = append(names, c.Name, c.Name)
	}
	return draw{t, rs, s, names}
}

func (d draw) of(label string, words ...string) string {
	return rapid.SampledFrom(words).Draw(d.t, label)
}
func (d draw) name(label string) string          { return d.of(label, d.names...) }
func (d draw) list(label string) string          { return d.name(label) + ", " + d.name(label) }
func (d draw) flag(label string) bool            { return rapid.Bool().Draw(d.t, label) }
func (d draw) n(label string, low, high int) int { return rapid.IntRange(low, high).Draw(d.t, label) }

// maybe draws a number or nil.
func (d draw) maybe(label string, low, high int) *int {
	if d.flag(label + "?") {
		return nil
	}
	n := d.n(label, low, high)
	return &n
}

// who draws a name, usually the empty one, which stands for the active combatant.
func (d draw) who() string {
	if d.flag("named") {
		return d.name("who")
	}
	return ""
}

// id draws the ID of a combatant that exists, did once, or never did.
func (d draw) id() engine.CombatantID { return engine.CombatantID(d.n("id", 0, d.s.LastID+1)) }

// rolls draws typed results for up to two names.
func (d draw) rolls() string {
	if d.rs.Order.Shape == ruleset.Cards {
		card := func() string {
			return d.of("card", "2", "3", "7", "KS", "2C", "3C", "4H", "Joker", "2/3", "7/4/1", "KS/9H", "Joker/2C")
		}
		return d.of("cards", "", "", d.name("card for")+" "+card(), d.name("card for")+" "+card()+", "+d.name("card for")+" "+card())
	}
	die := 1
	if d.rs.Order.Roll != nil {
		die = max(1, d.rs.Order.Roll.Die())
	}
	return d.of("rolls", "", "", fmt.Sprintf("%s %d", d.name("rolls for"), d.n("natural", 1, die)),
		fmt.Sprintf("%s %d/%d", d.name("rolls for"), d.n("natural", 1, die), d.n("natural", 1, die)),
		fmt.Sprintf("party %d, foes %d", d.n("natural", 0, 8), d.n("natural", 1, 8)))
}

func (d draw) duration() string {
	if d.rs.Order.Shape == ruleset.Ticks && d.flag("on the clock") {
		return d.of("ticks", "1 tick", "3 ticks", "7 ticks")
	}
	if d.flag("bound") {
		return d.of("bound duration", "start of turn", "start of source's turn", "end of source's turn", "end of next turn", "end of source's next turn",
			"1 round, start of target's turn", "2 rounds, start of source's turn", "2 rounds, end of source's turn", "2 rounds, end of round")
	}
	return d.of("duration", "", "1 round", "2 rounds", "3 rounds", "end of turn", "end of this turn", "end of round", "fight", "1 min", "1 h", "x")
}

// effectName draws the name of an effect: often a condition of the ruleset, if it has any.
func (d draw) effectName() string {
	if n := len(d.rs.Conditions); n > 0 && d.flag("condition") {
		return d.rs.Conditions[d.n("which", 0, n-1)].Name
	}
	return d.of("effect", "A", "B", "C")
}

// changes draws what is typed as changes of rolls, usually nothing (NU-22).
func (d draw) changes() string {
	if d.n("changes?", 0, 3) > 0 {
		return ""
	}
	return d.of("changes", "attack d4", "attack -2, ac 3", "deals 1d6", "edge advantage", "attacked melee disadvantage, critical melee", "attack level, attacked advantage", "critical yes, deals 2",
		"saves d4, save edge advantage", "save edge fail", "saves init 2, evades init", "temp 3", "ward 2, temp level", "x")
}

// amount draws an amount of damage: one of those, or one with kinds where the ruleset has them (NU-4).
func (d draw) amount(label string, plain ...string) string {
	if d.rs.Damage == nil || d.flag(label+" without kinds") {
		return d.of(label, plain...)
	}
	kinds := append(slices.Clone(d.rs.Damage.Kinds), d.rs.Damage.Marks...)
	return d.of(label, "9 ", "2d6 ", "1 ") + d.of(label+" of", kinds...) + d.of(label+" more", "", " + 1d4", " + 5 "+d.of(label+" besides", kinds...), " + 30 "+kinds[0]+" "+kinds[len(kinds)-1])
}

// resists draws resistances as they are typed, usually none (NU-6).
func (d draw) resists() string {
	if d.rs.Damage == nil || d.n("resists?", 0, 2) > 0 {
		return ""
	}
	of := append([]string{"all"}, d.rs.Damage.Kinds...)
	for _, g := range d.rs.Damage.Groups {
		of = append(of, g.Name)
	}
	for _, c := range d.rs.Conditions {
		of = append(of, c.Name)
	}
	w := d.rs.Damage.Words[d.n("word", 0, len(d.rs.Damage.Words)-1)]
	out := "; " + w.Word + " " + d.of("resisted", of...)
	if w.Does.Counted() {
		out += d.of("resisted number", " 1", " 4", " 20")
	}
	return out + d.of("except", "", "", " except "+d.rs.Damage.Kinds[0])
}

// level draws a level, usually none.
func (d draw) level() *int {
	if d.flag("no level") {
		return nil
	}
	return d.maybe("level", 0, 4)
}

// source draws a source, usually none, which stands for the active combatant.
func (d draw) source() string { return d.of("source", "", "", d.name("source name")) }

// command draws any command, sometimes with wrong names. Most fights begin after a few steps.
func (d draw) command() play.Command {
	if d.s.Phase == engine.Setup {
		switch n := d.n("begin", 0, 9); {
		case n < 5 && len(d.s.Combatants) < 4:
			return d.setup()
		case n < 2:
			return play.Roll{}
		case n < 4:
			return d.surprise()
		}
	}
	if d.rs.Saves != nil && d.n("saves", 0, 4) == 0 {
		return d.saves()
	}
	if len(d.rs.Rests) > 0 && d.n("rest", 0, 9) == 0 {
		return play.Rest{Kind: d.of("kind", append(d.rs.RestNames(), "nap")...), Names: d.of("names", "", "", d.list("rests")), Amount: d.of("amount", "", "3", "x")}
	}
	if len(d.rs.Counters) > 0 && d.n("counter", 0, 5) == 0 {
		return d.counter()
	}
	groups := []func() play.Command{d.setup, d.setup, d.order, d.surprise, d.effect, d.effect, d.action, d.action, d.next, d.next, d.next}
	return groups[d.n("group", 0, len(groups)-1)]()
}

// saves draws what asks several for saves, makes those that are due, and drops them (NU-13).
func (d draw) saves() play.Command {
	if n := len(d.s.AskedSaves); n > 0 && d.n("asks", 0, 2) > 0 {
		a := &d.s.AskedSaves[d.n("asked", 0, n-1)]
		if d.n("rest", 0, 4) == 0 {
			return play.SaveRest{ID: a.ID, Drop: d.flag("drop")}
		}
		return play.SaveAnswer{ID: a.ID, Who: a.Due[d.n("due", 0, len(a.Due)-1)].Who, Roll: d.maybe("roll", 0, 21), Modifier: d.n("modifier", -3, 3)}
	}
	dc := d.n("dc", 0, 25)
	return play.Save{Use: d.of("use", "", "", d.ability()), Target: d.list("target"), Save: d.of("stat", append(d.rs.Saves.Stats(), "Fortitude")...), DC: &dc, Amount: d.amount("amount", "", "9", "2d6", "1d4-3"), Plain: d.n("plain", 0, 5) == 0,
		Success: d.of("success", "", "", "none", "half"), Effect: d.of("effect", "", "", "A", d.effectName()+" + "+d.effectName()), EffectSuccess: d.of("on success", "", "", "B"),
		EffectCritical: d.of("critical", "", "", d.effectName()), Duration: d.of("lasts", "", "", d.duration()), Repeat: d.flag("repeat"), With: d.of("with", "", "", d.effectName()),
		Source: d.source(), Name: d.of("name", "", "Fireball"), Pool: d.of("pool", "", "", "action"), Modifier: d.of("modifiers", "", "2", d.name("whose")+" -2"),
		Rolls: d.of("natural", "", d.name("rolled for")+" 12"), Advantage: d.of("advantage", "", "", "all"), Disadvantage: d.of("disadvantage", "", "", d.name("disadvantage of")),
		Now: d.n("now", 0, 3) == 0, Players: play.Policy(d.of("policy", "", "", "confirm", "gm"))}
}

func (d draw) next() play.Command {
	if o := &d.rs.Order; o.Opens() || o.Shape == ruleset.Draw {
		return d.handOver()
	}
	if d.flag("plain") {
		return play.Next{}
	}
	return play.Next{Who: d.name("who")}
}

// handOver draws what people do where they choose who follows: more often than not somebody who can.
func (d draw) handOver() play.Command {
	to := d.of("to", "", "", "end of round", "npc", d.name("next"))
	if can := d.s.Candidates(); len(can) > 0 && d.flag("a candidate") {
		to = can[d.n("candidate", 0, len(can)-1)].Name
	}
	if d.s.Open != nil && d.flag("takes") {
		return play.Take{Name: to, Moment: play.Moment{Turn: d.s.Turn - engine.TurnID(d.n("stale", 0, 9)/9)}}
	}
	return play.Next{To: to, Who: d.of("who ends", "", "", d.name("who"))}
}

// privateNote is the text of all notes in random fights.
const privateNote = "afraid of fire"

func (d draw) setup() play.Command {
	stats := d.of("stats", "", ", hp 9", ", hp 1")
	switch d.n("setup", 0, 12) {
	case 12:
		id := engine.WaveID(len(d.s.Waves)+1) * 1000
		return play.PlanWaves{Waves: []engine.Wave{{ID: id + engine.WaveID(d.n("wave", 0, 999)), From: "Ford", Round: d.n("round", 1, 4), AnyTime: d.flag("any time"),
			Foes: []engine.Newcomers{{Name: secretFoe, Count: 2}}}}}
	case 11:
		return play.EndWave{ID: d.wave(), Dropped: d.flag("dropped")}
	case 10:
		return play.AddEvent{Name: d.of("event", "Lair", "Tide", "Storm"), Score: d.maybe("score", -2, 9), Every: d.maybe("every", 1, 3), First: d.maybe("first", 1, 4)}
	case 0, 1:
		return play.Join{Name: d.of("pc", "Ann", "Bob", "Cid", "Dot", "Eve"), Stats: d.rs.Template(false), Roll: d.maybe("roll", 1, 8), Side: d.of("side", "", "foes", "third"),
			Weapon: d.of("weapon", "", "Bow, ranged, 1d6", "Axe, 1d6, shock 2/AC 15, trauma 1d8/x2")}
	case 2, 3:
		required, _, _ := strings.Cut(d.rs.Template(true), ", hp") // without the template's hit points
		if strings.HasPrefix(required, "hp") {
			required = "ac 12, morale 7"
		}
		return play.Add{Name: d.of("npc", "Goblin", "Wolf"), Block: d.block(), Weapons: d.of("weapons", "", "Claw, melee, hit 4, 1d6"), Count: d.n("count", 1, 3), Stats: d.of("required", required, required, "") + stats + d.resists(), As: d.of("as", "", "", "A figure", "Wolf"), HPShown: d.of("hp shown", "", "", "bar", "nothing"), Separate: d.flag("separate"),
			Hidden: d.flag("hidden"), Roll: d.maybe("roll", 1, 8), Owner: snowflake.User(d.of("owner", "", "", string(anna)))}
	case 4, 5, 6:
		return d.edit()
	case 7:
		return play.Remove{Name: d.name("name")}
	case 8:
		return play.Note{ID: d.id(), Text: d.of("note", "", privateNote)}
	case 9:
		return play.PingGM{On: d.flag("ping")}
	}
	return play.Scene{Text: "A bridge."}
}

// secretFoe is what planned waves bring in random fights.
const secretFoe = "Gargoyle"

// wave draws the ID of a planned wave, usually one that is there.
func (d draw) wave() engine.WaveID {
	if n := len(d.s.Waves); n > 0 && d.flag("planned") {
		return d.s.Waves[d.n("which wave", 0, n-1)].ID
	}
	return engine.WaveID(d.n("wave", 0, 9))
}

// edit draws an edit with any combination of options.
func (d draw) edit() play.Command {
	cmd := play.Edit{Name: d.name("name"), Score: d.maybe("score", -8, 8), Rename: d.of("rename", "", "Zed", "Goblin", "Pet"),
		Stats: d.of("stats", "", "hp 7", "hp 0", d.rs.StatKeys()[0]+" 3", d.rs.StatKeys()[0]+" 1"), Side: d.of("side", "", "party", "foes", "third", "Zed")}
	if owner := snowflake.User(d.of("owner", "", string(anna))); d.flag("owned") {
		cmd.Owner = &owner
	}
	if hidden := d.flag("hidden"); d.flag("hides") {
		cmd.Hidden = &hidden
	}
	switch d.n("mask", 0, 9) {
	case 0:
		cmd.As = d.of("as", "A figure", "Goblin")
	case 1:
		cmd.Reveal = true
	}
	if d.n("resists too", 0, 3) == 0 {
		cmd.Stats = strings.TrimPrefix(cmd.Stats+d.resists(), "; ")
	}
	if d.flag("shows hp") {
		cmd.HPShown = d.of("hp shown", "numbers", "words", "bar", "nothing", play.ShownAsServer)
	}
	return cmd
}

func (d draw) order() play.Command {
	switch d.n("order", 0, 8) {
	case 0, 1, 2:
		if d.rs.Wait.Delays() && d.s.Phase != engine.Setup {
			return d.wait()
		}
		return play.Roll{Rolls: d.rolls(), Tests: len(d.s.Tests) == 0 || d.flag("tests")}
	case 3:
		if len(d.s.OpenTies) > 0 && d.flag("first") {
			return play.GoFirst{Unit: d.s.OpenTies[0][len(d.s.OpenTies[0])-1]}
		}
		return play.Place{Name: d.name("name"), Before: d.name("before"), Dispute: d.flag("dispute")}
	case 4:
		return play.Last{Name: d.who()}
	case 5:
		return play.RollWithBlow{Name: d.who()}
	case 6:
		return play.Reroll{Surprised: d.of("surprised", "", d.list("surprised")), Rolls: d.rolls(), Tests: len(d.s.Tests) == 0 || d.flag("tests")}
	case 7:
		return play.Pause{}
	}
	return play.Resume{}
}

// wait draws a command for waiting.
func (d draw) wait() play.Command {
	if d.flag("takes") {
		return play.Take{Name: d.who()}
	}
	cmd := play.Delay{Name: d.of("delays", "", "", d.name("name"))}
	if d.rs.Wait == ruleset.Swap {
		cmd.With = d.name("with")
	}
	return cmd
}

func (d draw) surprise() play.Command {
	switch d.n("surprise", 0, 7) {
	case 0:
		return play.SurpriseSet{Names: d.list("surprised"), Confirm: d.flag("confirm")}
	case 1:
		return play.SurpriseSide{Side: d.of("side", "party", "foes", "third")}
	case 2:
		return play.SurpriseClear{Names: d.list("clear")}
	case 3:
		return play.SurpriseAlert{Names: d.name("alert")}
	case 4:
		return play.SurpriseAmbush{Names: d.list("ambush"), Hidden: d.flag("hidden")}
	case 5:
		return play.SurpriseAsk{Names: d.of("asked", d.list("ask"), ""), Target: d.of("target", "", "0", "40", "101", d.name("test")+" 30", "50, "+d.name("test")+" 30")}
	case 6:
		return play.SurpriseAnswer{ID: d.id(), Roll: d.maybe("roll", 0, 101)}
	}
	return play.SurpriseContest{Ambushers: d.name("ambusher"), Targets: d.list("targets")}
}

func (d draw) effect() play.Command {
	switch d.n("effects", 0, 9) {
	case 9:
		if d.rs.Down != nil || d.rs.Save != nil {
			return d.save()
		}
		return d.hitPoints()
	case 0, 1, 2, 7:
		ticks := 0
		if d.rs.PricedPool() != nil {
			ticks = d.n("ticks", -3, 2)
		}
		return play.EffectAdd{Target: d.list("target"), Name: d.effectName(), Players: play.Policy(d.of("policy", "", "", "confirm", "gm")), Duration: d.duration(), Changes: d.changes(), Damage: d.amount("damage", "", "1d4", "2", "1d6-3"),
			Initiative: d.n("initiative", -8, 8), Ticks: ticks, Skip: d.flag("skip"), NoReactions: d.flag("no reactions"), Source: d.source(),
			Level: d.level(), With: d.of("with", "", "", d.effectName()), DC: d.dc()}
	case 3:
		return play.EffectRemove{Target: d.name("target"), Name: d.of("removed", "A", "dig", d.effectName())}
	case 8:
		return play.EffectLevel{Target: d.name("target"), Name: d.effectName(), Amount: d.of("amount", "+1", "-1", "=2", "0", "x")}
	case 4:
		return play.PickDown{ID: d.id(), State: d.of("state", "dead", "stunned", "asleep")}
	case 5:
		return play.Morale{Who: d.name("morale"), Roll: d.maybe("roll", 1, 13)}
	}
	return d.hitPoints()
}

// dc draws the difficulty of an effect's check, where the ruleset has one for every effect.
func (d draw) dc() *int {
	if d.rs.Save == nil {
		return nil
	}
	return d.maybe("dc", 0, 20)
}

// save draws a roll of a check, usually of someone who has one to roll.
func (d draw) save() play.Command {
	target := d.name("target")
	for _, c := range d.s.Combatants {
		if c.Saves != nil && c.Saves.Due && d.flag("down") {
			target = c.Name
		}
	}
	return play.EffectSave{Target: target, Name: d.of("check", "", "", d.effectName()), Roll: d.maybe("roll", 1, 20), Due: d.flag("due")}
}

func (d draw) hitPoints() play.Command {
	switch policy := play.Policy(d.of("policy", "", "", "confirm", "gm")); d.of("dealing", "hp", "damage", "heal", "apply") {
	case "damage":
		return play.Damage{Target: d.list("target"), Amount: d.amount("amount", "3", "1d6", "2d6+1", "99"), Plain: d.n("plain", 0, 5) == 0, Half: d.of("half", "", d.name("half")),
			None: d.of("none", "", d.name("none")), Players: policy}
	case "heal":
		return play.Heal{Target: d.list("target"), Amount: d.of("amount", "3", "1d6"), Pool: d.of("pool", "", "", "temp", "ward"), Players: policy}
	case "apply":
		if n := len(d.s.Proposals); n > 0 {
			return play.ApplyProposal{ID: d.s.Proposals[n-1].ID}
		}
	}
	return play.HP{Target: d.list("target"), Amount: d.of("amount", "-3", "+2", "=4", "-1d6", "-99"), Half: d.of("half", "", d.name("half")), Pool: d.of("pool", "", "", "temp", "ward")}
}

func (d draw) action() play.Command {
	switch d.n("action", 0, 15) {
	case 13:
		return play.UseAbility{Who: d.id(), Ability: d.ability()}
	case 14:
		return play.SetUses{Name: d.name("name"), Ability: d.ability(), Left: d.maybe("left", -1, 3)}
	case 15:
		return play.Use{Pool: d.ability(), Who: d.who()}
	case 11, 12:
		return play.Use{Pool: d.of("pool", append(d.pools(), "mana")...), Amount: d.maybe("amount", 0, 4), Who: d.who()}
	case 0, 1:
		return play.Do{Activity: d.of("activity", "aim", "dig"), Ticks: d.maybe("ticks", -1, 4), Type: d.of("type", append(d.pools(), "", "main")...), Once: d.flag("once"), Main: d.n("main", 0, 3) == 0, Who: d.who()}
	case 2:
		return play.Reserve{Ticks: d.n("ticks", 0, 3), Who: d.who()}
	case 3:
		return play.React{Activity: "duck", Who: d.who()}
	case 4:
		return play.Move{Leaving: d.of("leaving", "", "flee", "withdraw"), Terrain: d.of("terrain", "", "rough"), Who: d.who()}
	case 5:
		return play.Engage{Target: d.name("target"), Who: d.who()}
	case 6:
		return play.Disengage{Target: d.name("target"), Who: d.who()}
	case 7:
		return play.Long{Activity: "dig", Duration: d.duration(), Who: d.who()}
	case 8:
		return d.either(play.Define{Activity: "Aim", Ticks: d.n("ticks", 0, 3)}, play.Forget{Activity: "aim"})
	}
	if d.rs.Attack.Counts() {
		return d.against()
	}
	return play.Strike{Target: d.name("target"), Who: d.who(), Damage: d.of("damage", "", "1d6", "2d4+1"), Range: d.of("range", "", "ranged"), Shock: d.of("shock", "", "2/AC 15"),
		Trauma: d.of("trauma", "", "1d8/x3"), Circumstance: d.of("circumstance", "", "half-cover"), Free: d.flag("free"), Due: d.n("due", 0, 4) == 0, Roll: d.maybe("roll", 1, 20), DamageRoll: d.maybe("damage roll", 1, 7)}
}

// counter draws a change of a counter.
func (d draw) counter() play.Command {
	name, who := d.of("counter name", "fear", "morale", "wounds", "luck", "x"), d.of("owner of it", "", "party", d.name("owner"))
	return d.either(play.CounterSet{Name: name, Value: d.n("value", -20, 20), Who: who}, play.CounterAdd{Name: name, Amount: d.n("amount", -20, 20), Who: who})
}

// against draws an attack with the options of attacks against a number.
func (d draw) against() play.Command {
	if d.n("by ability", 0, 3) == 0 {
		return play.Strike{Target: d.name("target"), Who: d.who(), Weapon: "Claw", Use: d.ability(), Roll: d.maybe("roll", 1, 20)}
	}
	return play.Strike{Target: d.name("target"), Who: d.who(), Damage: d.of("damage", "1d6", "2d4+1", "3"), Hit: d.maybe("hit", -2, 9), Modifier: d.n("modifier", 0, 2),
		Circumstance: d.of("circumstance", "", "agile"), Edge: d.of("edge", "", "", "advantage", "disadvantage", "normal"), Free: d.n("free", 0, 3) == 0,
		Roll: d.maybe("roll", 1, 20), DamageRoll: d.maybe("damage roll", 1, 12)}
}

// block draws a stat block, or none.
func (d draw) block() *engine.Block {
	if d.flag("plain") {
		return nil
	}
	breath := engine.Ability{Name: "Breath", As: engine.AsAction, Recharge: &engine.Recharge{Needs: 4}, Save: &engine.Prepared{Name: "Breath", Save: "dex", DC: 12, Amount: "2d6"}, Unsaved: true}
	if d.rs.Saves != nil {
		breath.Save.Save, breath.Unsaved = d.rs.Saves.Stats()[0], false
	}
	b := engine.Block{Monster: "Beast", Abilities: []engine.Ability{breath, {Name: "Roar", As: engine.AsBonus, Uses: 2, Per: engine.PerRound}, {Name: "Rake", As: engine.AsLegendary, Costs: 2, Attack: "Claw"},
		{Name: "Shield", As: engine.AsReaction, Uses: 1, Per: engine.PerTurn}, {Name: "Luck", As: engine.AsTrait, Uses: d.n("luck", 1, 2)}}}
	return b.Keyed()
}

// ability draws the name of an ability.
func (d draw) ability() string { return d.of("ability", "Breath", "Roar", "Rake", "Shield", "Luck") }

// pools returns the ruleset's pools as they are typed.
func (d draw) pools() []string {
	var out []string
	for i := range d.rs.Turn {
		out = append(out, d.rs.Turn[i].Typed())
	}
	return out
}

func (d draw) either(a, b play.Command) play.Command {
	if d.flag("first") {
		return a
	}
	return b
}

// randomRulesets returns the rulesets that random fights are played under.
func randomRulesets() []*ruleset.Ruleset {
	out := ruleset.Seeds()
	for _, name := range []string{"five-e-2014", "three-actions"} {
		if rs, ok := ruleset.ByName(name); ok {
			out = append(out, rs)
		}
	}
	return out
}

// TestRandomSequences plays random commands under several rulesets: Decide never changes its input, replaying the encoded log
// gives the same state, no one acts twice in a round, turns go only from stages to stages that they can go to, every state is valid, and effects that depend on turns end in time.
func TestRandomSequences(t *testing.T) {
	for _, rs := range randomRulesets() {
		t.Run(rs.Name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) })
		})
		if rs.Units.SideOption {
			t.Run(rs.Name+" with group", func(t *testing.T) {
				rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, true) })
			})
		}
	}
}

// TestRandomSequencesOfFiles does the same under files with every way of waiting, of making the order again and of settling ties.
func TestRandomSequencesOfFiles(t *testing.T) {
	const stats = "roundel: 1\nname: random\ntitle: Random\nround: 6 s\nonce: yes\nmorale: 2d6\nstats: {init: {is: Initiative}, ac: {is: Armor Class}, morale: {is: Morale}}\n" +
		"events: {Lair: {score: 4}, Tide: {score: 6, every: 2, first: 2}}\nturn: {main: 1, move: {count: 1, also: main}, parry: {count: 1, when: any time}}\n"
	for name, lines := range map[string]string{
		"rejoin":               "order: {by: score, roll: d8 + init, reroll: yes}\nwait: rejoin\nblow: -3",
		"rejoin, again, low":   "order: {by: score, roll: d8 + init, again: round, best: low, ties: [npc, gm]}\nwait: rejoin\nunits: {alike: [init]}\nsurprise: ambush turns",
		"hold":                 "order: {by: score, roll: d8, ties: [init, d6]}\nwait: hold\nsurprise: lost round",
		"hold, again":          "order: {by: score, roll: d8, again: round, reroll: yes}\nwait: hold\nunits: {alike: []}",
		"hold, ask, together":  "order: {by: score, roll: d4, again: ask, ties: together}\nwait: hold",
		"swap, low":            "order: {by: score, roll: d8, best: low, ties: [d6 a side, choose]}\nwait: swap\nblow: -2",
		"swap, again":          "order: {by: score, roll: d8, again: round, ties: joined}\nwait: swap\nunits: {alike: []}",
		"alone":                "order: {by: score, roll: d6 + init, ties: [d6 a side, choose]}\nwait: bottom\nunits: {alike: [init], alone: yes}\nblow: -3\nsurprise: lost turn",
		"alone, low":           "order: {by: score, roll: d8, best: low, ties: npc}\nwait: bottom, one a side\nunits: {alike: [], alone: yes}\nblow: -5\nsurprise: ambush turns",
		"together":             "order: {by: score, roll: d3, reroll: yes, ties: [pc, together]}\nwait: bottom\nblow: -1\nunits: {alike: []}",
		"together, rejoin":     "order: {by: score, roll: d3, ties: [init a side, together]}\nwait: rejoin",
		"sides together, ask":  "order: {by: score, roll: d6, again: ask, ties: together}\nunits: side\nsurprise: free round",
		"sides again":          "order: {by: score, roll: d6 if pc else 3, again: round, ties: npc}\nunits: side\nwait: rejoin",
		"turns":                "order: {by: score, roll: d8 + init, turns: 2 if npc else 1 + round / 3, ties: [npc, gm]}\nwait: rejoin\nunits: {alike: [init]}\nblow: -3",
		"turns, again":         "order: {by: score, roll: d8, turns: ac / 6, again: round, reroll: yes}\nwait: hold\nunits: {alike: []}\nsurprise: lost turn",
		"turns, together":      "order: {by: score, roll: d3, turns: 3 - round, ties: together, reroll: yes}\nwait: bottom\nsurprise: late roll",
		"turns, swap, low":     "order: {by: score, roll: d6, turns: 2, best: low, again: ask, ties: [d6 a side, choose]}\nwait: swap\nsurprise: one action",
		"turns of sides":       "order: {by: score, roll: d6, turns: members, again: round, ties: npc}\nunits: side\nsurprise: free round\nwait: bottom, one a side",
		"passes":               "order: {by: score, roll: d8 + 4, passes: 3, ties: [npc, together], reroll: yes}\nwait: rejoin\nblow: -2",
		"passes, again":        "order: {by: score, roll: d8 + init - 2, passes: 4, again: round, turns: 2 if pc else 1}\nwait: bottom\nsurprise: ambush turns",
		"passes, phases":       "order: {by: score, roll: 2d6, passes: 5, again: ask, phases: [move, act]}\nwait: hold",
		"phases":               "order: {by: score, roll: d6, ties: together, phases: [a, b, c]}\nunits: {alike: []}\nwait: swap\nsurprise: lost turn",
		"slots":                "order: {by: score, roll: d8 + init, slots: yes, ties: [pc, joined], reroll: yes}\nunits: {alike: []}\nsurprise: lost turn",
		"slots, again":         "order: {by: score, roll: d8, slots: yes, again: round, turns: 2 if npc else 1}\nsurprise: one action",
		"slots, passes":        "order: {by: score, roll: 2d6, slots: yes, passes: 5, again: ask, phases: [a, b]}\nsurprise: lost round",
		"ask, late roll, last": "order: {by: score, roll: 2d4 + init, again: ask, ties: [choose, init a side, d8]}\nwait: bottom, one a side",
	} {
		t.Run(name, func(t *testing.T) {
			rs, err := ruleset.Read([]byte(stats + lines))
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) })
		})
	}
}

// step is one command's events and the export after it.
type step struct {
	events []engine.Event
	export string
}

// playRandom returns how many commands were played; some of them were refused.
func playRandom(rt *rapid.T, rs *ruleset.Ruleset, group bool) int {
	codec := engine.New()
	roller := dice.Seeded(rapid.Uint64().Draw(rt, "seed"))
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := mustDecide(rt, nil, rs, play.Start{Name: "Random", Ruleset: rs.Name, Group: group}, play.Input{Actor: engine.Actor{User: theGM}})
	log := []step{{s, exported(rt, rs, engine.Fold(nil, s))}}
	state := engine.Fold(nil, s)
	acted, started := map[string]bool{}, map[string]bool{}
	length := rapid.IntRange(5, 70).Draw(rt, "length")
	for turn := range length {
		now = now.Add(time.Second)
		cmd := newDraw(rt, rs, state).command()
		user := rapid.SampledFrom([]snowflake.User{theGM, theGM, theGM, anna, other}).Draw(rt, "user")
		if _, joins := cmd.(play.Join); joins {
			user = anna
		}
		before, was := state, encode(rt, codec, state)
		in := play.Input{Actor: engine.Actor{User: user}, Now: now, Turn: engine.TurnID(turn + 1), Dice: roller}
		out, err := play.Decide(state, rs, cmd, in)
		if encode(rt, codec, state) != was {
			rt.Fatalf("Decide(%#v) changed the state it was given", cmd)
		}
		if err != nil {
			checkRefusal(rt, err)
			continue
		}
		state = out.State
		log = append(log, step{out.Events, exported(rt, rs, state)})
		checkState(rt, rs, state)
		checkStages(rt, out)
		switch {
		case rs.Order.Shape == ruleset.Ticks:
			checkClock(rt, before, state)
		case !rs.Order.Repeat && rs.Order.Shape != ruleset.Draw:
			checkOnceARound(rt, rs.Order.Slots, out, acted)
			checkStartsOnce(rt, out, started)
		}
		checkTogether(rt, rs, out)
	}
	replay(rt, codec, rs, log, state)
	checkRoundsEnd(rt, rs, state, roller)
	if rs.Order.Shape == ruleset.Ticks {
		everyoneActs(rt, rs, state, roller)
	}
	boundEffectsEnd(rt, rs, state, roller)
	return length
}

// goOn returns what the GM does to go on: a round in which turns are not used up ends at once.
func goOn(rs *ruleset.Ruleset, s *engine.State) play.Command {
	switch {
	case s.Paused:
		return play.Resume{}
	case s.Awaits:
		return play.Roll{}
	case len(s.Active) > 0 && s.TurnPhase+1 < len(rs.Order.Phases): // the turn goes on first (RS-25)
	case rs.Order.Repeat && !s.Closing && s.Phase == engine.Running && (s.Open != nil || len(s.ActiveMembers()) > 0):
		return play.Next{To: play.EndOfRound}
	case s.Open != nil:
		return play.Take{Name: s.Candidates()[0].Name}
	}
	return play.Next{}
}

// checkRoundsEnd checks that the GM can always bring the round to its end.
func checkRoundsEnd(rt *rapid.T, rs *ruleset.Ruleset, s *engine.State, roller dice.Roller) {
	if s.Phase != engine.Running || rs.Order.Shape == ruleset.Ticks || allHold(s) && len(s.Interrupted) == 0 && len(s.Active) == 0 && len(s.Units) == 0 {
		return
	}
	round := s.Round
	for n := 0; s.Round == round && n < mostTurns(rs, s)+20*len(s.Combatants)*max(1, len(rs.Order.Phases)); n++ {
		cmd := goOn(rs, s)
		out, err := play.Decide(s, rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: engine.TurnID(10000 + n), Dice: roller})
		if err != nil {
			if slices.ContainsFunc(s.Combatants, func(c engine.Combatant) bool { return c.Kind != engine.AnEvent }) {
				rt.Fatalf("%#v: %v", cmd, err)
			}
			return // only events are left
		}
		s = out.State
	}
	if s.Round == round {
		rt.Fatalf("round %d does not end", round)
	}
}

// mostTurns returns more than how often /next can be needed for a round.
func mostTurns(rs *ruleset.Ruleset, s *engine.State) int {
	n := 3*(len(s.Combatants)+len(s.Further)) + 3
	n *= max(1, len(rs.Order.Phases))
	if most := 0; rs.Order.Passes > 0 {
		for _, u := range s.Order(rs) {
			most = max(most, u.Base+u.Moved+20)
		}
		n *= 2 + most/rs.Order.Passes
	}
	return n
}

// boundEffectsEnd plays turns until every effect that depends on turns must have ended (RS-60, RS-63): those that count have three rounds
// left at most.
func boundEffectsEnd(rt *rapid.T, rs *ruleset.Ruleset, s *engine.State, roller dice.Roller) {
	bound := func(e engine.Effect) bool {
		return e.Until.Counted() && e.Remaining <= 3 || e.Until == engine.UntilStartOfTurn || e.Until == engine.UntilEndOfTurn ||
			e.Until == engine.UntilEndOfNextTurn || e.Until == engine.UntilStartOfSourceTurn || e.Until == engine.UntilEndOfSourceTurn
	}
	left := map[engine.EffectID]bool{}
	for _, e := range s.Effects {
		left[e.ID] = bound(e)
	}
	if s.Phase != engine.Running && s.Phase != engine.Ambush || len(s.Combatants) == 0 || rs.Order.Shape == ruleset.Ticks { // a clock has no rounds
		return
	}
	if s.Paused {
		s = engine.Fold(s, []engine.Event{engine.Resumed{}})
	}
	turnless := map[engine.UnitID]bool{} // who had no turn in one of the rounds, and so ended none of its effects (RS-26, RS-47)
	last := s.Round + 6
	for turn := engine.TurnID(1000); s.Round <= last; turn++ {
		cmd := goOn(rs, s)
		out, err := play.Decide(s, rs, cmd, play.Input{Actor: engine.Actor{User: s.GM}, Turn: turn, Dice: roller})
		var why *engine.Error
		if errors.As(err, &why) && (why.Reason == reason.NobodyActive || why.Reason == reason.NobodyJoined) {
			return // only events are left
		}
		if err != nil {
			rt.Fatalf("the next turn: %v", err)
		}
		s = out.State
		checkState(rt, rs, s)
		checkStages(rt, out)
		for i := range s.Units {
			u := &s.Units[i]
			turnless[u.ID] = turnless[u.ID] || u.Stage == engine.Holding || hasNoTurns(rs, s, u)
		}
	}
	if o := &rs.Order; o.Repeat || o.Shape == ruleset.Draw {
		return // not everyone has a turn every round
	}
	unit := func(who engine.CombatantID, unit engine.UnitID) engine.UnitID {
		if c := s.Combatant(who); c != nil {
			return c.Unit
		}
		return unit
	}
	for _, e := range s.Effects {
		if left[e.ID] && !turnless[unit(e.Target, e.Unit)] && !turnless[unit(e.Source, e.SourceUnit)] {
			rt.Fatalf("six rounds later %s is still there: %+v", e.Name, e)
		}
	}
}

func mustDecide(rt *rapid.T, s *engine.State, rs *ruleset.Ruleset, cmd play.Command, in play.Input) []engine.Event {
	out, err := play.Decide(s, rs, cmd, in)
	if err != nil {
		rt.Fatalf("%#v: %v", cmd, err)
	}
	return out.Events
}

// replay applies the encoded log again. Every prefix must give the same export as it did live, which is what undo relies on
// (CO-9), and the whole log must give the live state.
func replay(rt *rapid.T, codec *engine.Codec, rs *ruleset.Ruleset, log []step, live *engine.State) {
	var s *engine.State
	for i, st := range log {
		s = engine.Fold(s, recode(rt, codec, st.events))
		if got := exported(rt, rs, s); got != st.export {
			rt.Fatalf("after step %d of %d the replayed export differs:\n%s\n%s", i, len(log), got, st.export)
		}
	}
	if a, b := encode(rt, codec, live), encode(rt, codec, s); a != b {
		rt.Fatalf("the replayed state differs:\n%s\n%s", a, b)
	}
	data := encode(rt, codec, live)
	again, ok, err := codec.DecodeState([]byte(data))
	if err != nil || !ok || encode(rt, codec, again) != data {
		rt.Fatalf("a decoded snapshot differs: %v, %v", ok, err)
	}
}

func exported(rt *rapid.T, rs *ruleset.Ruleset, s *engine.State) string {
	data, err := view.JSON(s, rs)
	if err != nil {
		rt.Fatal(err)
	}
	return string(data)
}

// checkOnceARound checks that no combatant ends two turns in one round (TO-9).
func checkOnceARound(rt *rapid.T, slots bool, out engine.Outcome, acted map[string]bool) {
	s := engine.Fold(out.Before, nil)
	for _, e := range out.Events {
		engine.Apply(s, e)
		var who engine.CombatantID
		switch e := e.(type) {
		case engine.RoundBegan, engine.AmbushBegan, engine.PassBegan:
			clear(acted)
			continue
		case engine.TurnEnded:
			place := fmt.Sprintf("at place %d", cmp.Or(e.Place, e.Unit))
			if acted[place] && (e.Place != 0 || !slots) {
				rt.Fatalf("unit %d acted twice %s in round %d", e.Unit, place, s.Round)
			}
			acted[place] = true
			for _, c := range s.Members(e.Unit) {
				acted[fmt.Sprint(c.ID)] = acted[fmt.Sprint(c.ID)] && len(s.PlacesOf(e.Unit)) < 2
			}
			continue
		case engine.UnitChanged: // it keeps the turns that it has not had
			acted[fmt.Sprint(e.Combatant)] = acted[fmt.Sprint(e.Combatant)] && (e.Acted || len(s.PlacesOf(e.Unit)) < 2)
			continue
		case engine.MemberActed:
			who = e.Combatant
		case engine.TurnLost:
			who = e.Combatant
		default:
			continue
		}
		key := fmt.Sprint(who)
		if acted[key] {
			rt.Fatalf("combatant %s acted twice in round %d", key, s.Round)
		}
		acted[key] = true
	}
}

// checkStartsOnce checks that what belongs to the start or the end of a turn happens once a round, as nobody has two turns in one: rolls for
// pools, and checks that turns make due (RS-46, RS-64).
func checkStartsOnce(rt *rapid.T, out engine.Outcome, started map[string]bool) {
	for _, e := range out.Events {
		key := ""
		switch e := e.(type) {
		case engine.RoundBegan, engine.AmbushBegan:
			clear(started)
		case engine.PoolRolled:
			key = fmt.Sprint("the roll for ", e.Pool, " of ", e.Combatant)
		case engine.SaveDue:
			key = fmt.Sprint("the check of ", e.Combatant, ", who is down,")
		case engine.CheckDue:
			if e.Damage == 0 {
				key = fmt.Sprint("the check of effect ", e.Effect)
			}
		}
		if key != "" && started[key] {
			rt.Fatalf("%s comes twice in round %d", key, out.State.Round)
		}
		started[key] = true
	}
}

// checkTogether checks that only units of one score have a turn at once (RS-23), but for a modifier that has ended as their turn began.
func checkTogether(rt *rapid.T, rs *ruleset.Ruleset, out engine.Outcome) {
	state := engine.Fold(out.Before, nil)
	for _, e := range out.Events {
		if ended, is := e.(engine.EffectEnded); is && ended.Effect.Initiative != 0 {
			return
		}
		if began, is := e.(engine.TurnBegan); is && !state.FreeRound {
			at := func(id engine.UnitID) int { // the score of the place where a unit has this turn (RS-21)
				if i := slices.IndexFunc(began.Places, func(p engine.UnitID) bool { return state.MainID(p) == id }); i >= 0 {
					id = began.Places[i]
				}
				return state.OrderScore(rs, id)
			}
			for _, id := range began.Units {
				if a, b := at(began.Units[0]), at(id); a != b {
					rt.Fatalf("units with the scores %d and %d act at once", a, b)
				}
			}
		}
		engine.Apply(state, e)
	}
}

func recode(rt *rapid.T, codec *engine.Codec, log []engine.Event) []engine.Event {
	data, err := codec.EncodeEvents(log)
	if err != nil {
		rt.Fatal(err)
	}
	out, err := codec.DecodeEvents(data)
	if err != nil {
		rt.Fatal(err)
	}
	return out
}

func encode(rt *rapid.T, codec *engine.Codec, s *engine.State) string {
	data, err := codec.EncodeState(s)
	if err != nil {
		rt.Fatal(err)
	}
	return string(data)
}
