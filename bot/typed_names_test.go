package bot

import (
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/engine"
)

// withForms is a fight under five-e-2014 in which the GM has a masked one, Assassin, and Anna's Sage can save others with what is prepared.
func withForms(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	tb.want("Anna", "/character save name:Sage stats:init 1, hp 30, dex 2 saves:Fireball, save dex, dc 15, 9 fire, success none; Web, save dex, dc 12, effect Restrained, duration 1 h, repeat")
	tb.want("GM", "/init start ruleset:five-e-2014")
	tb.want("Anna", "/init join name:Sage roll:12")
	tb.want("GM", "/init add name:Assassin as:Figure stats:init 3, hp 20, wis 1, dex 1 roll:10")
	tb.want("GM", "/init add name:Ogre stats:init 3, hp 50, wis 1 roll:2")
	tb.want("GM", "/init roll")
	return tb
}

// formAt opens a form by the verb of its button, in this turn.
func (tb *table) formAt(who, verb string, more ...string) string {
	tb.t.Helper()
	r := tb.press(who, strings.Join(append([]string{verb, card.TurnArg(tb.state().Turn)}, more...), ":"))
	if r.Form == nil {
		tb.t.Fatalf("%s has no form: %s", verb, r.Text)
	}
	return r.Form.ID
}

// idOf returns a combatant as it stands in custom IDs.
func (tb *table) idOf(name string) string {
	_, who := tb.state().Named(name, func(*engine.Combatant) bool { return true })
	return card.CombatantArg(who[0])
}

// abilityAt returns the ability at an index of a combatant's as it stands in custom IDs.
func (tb *table) abilityAt(name string, i int) string {
	_, who := tb.state().Named(name, func(*engine.Combatant) bool { return true })
	return card.AbilityArg(tb.state().Abilities(who[0]), i)
}

// TestNU33TypedIntoForms: what is typed into the last line of a form names a masked one as options of a command do, and nobody but the GM is understood.
func TestNU33TypedIntoForms(t *testing.T) {
	tb := withForms(t)
	tb.roll(3)
	tb.wants(tb.fill("GM", tb.formAt("GM", "more-saves"), map[string]string{"target": "Ogre", "save": "wis", "dc": "15", "more": "source assassin, target Assassin\nroll Assassin 12, modifier Assassin 3, " +
		"advantage Assassin (as Figure), effect Frightened + Prone"}), false, "from Figure", "Figure")
	if s := tb.state(); len(s.Effects) != 2 || s.SourceName(&s.Effects[0]) != "Figure" || s.Effects[0].Name != "Frightened" {
		t.Errorf("%+v", s.Effects)
	}
	tb.wants(tb.fill("GM", tb.formAt("GM", "effect"), map[string]string{"target": "Ogre", "name": "Slow", "more": "source Assassin"}), false, "Slow")
	if e := tb.state().Effects[2]; tb.state().SourceName(&e) != "Figure" {
		t.Errorf("%+v", e)
	}
	tb.wants(tb.fill("Anna", tb.formAt("Anna", "effect"), map[string]string{"target": "Ogre", "name": "Slow", "more": "source Assassin"}), true, "has that name")
	tb.wants(tb.fill("Anna", tb.formAt("Anna", "prepared-save", tb.idOf("Sage"), tb.abilityAt("Sage", 0)), map[string]string{"target": "Ogre", "dc": "15", "amount": "9 fire", "success": "none", "parts": "target Assassin"}), true, "has that name")
	tb.roll(1, 1)
	tb.wants(tb.fill("GM", tb.formAt("GM", "prepared-save", tb.idOf("Sage"), tb.abilityAt("Sage", 0)), map[string]string{"target": "Ogre", "dc": "15", "amount": "9 fire", "success": "none", "parts": "target Assassin"}), false, "Ogre and Figure take 9 damage")
}

// TestWO15TypedIntoForms: names typed into a form's last line, several effects, saves that are kept and conditions among stats and changes are understood as
// the asker reads them, and kept as the file has them.
func TestWO15TypedIntoForms(t *testing.T) {
	tb := withForms(t)
	tb.locales["GM"], tb.locales["Anna"], tb.locales["Admin"] = "de", "de", "de"
	tb.roll(4, 5)
	tb.wants(tb.fill("GM", tb.formAt("GM", "more-saves"), map[string]string{"target": "Ogre", "save": "wis", "dc": "25", "more": "target gegner, effect Verängstigt + liegend, with konzentration, source Sage"}), false,
		"Ogre is Frightened", "Figure is Prone", "Sage is Concentrating")
	tb.want("GM", "/save target:Ogre save:Weisheit dc:25 effect:Festgesetzt+Verängstigt rolls:Ogre 2", "Ogre is Restrained")
	tb.wants(tb.fill("GM", tb.formAt("GM", "effect"), map[string]string{"target": "Figure", "name": "Brave", "changes": "attack 1, immune Verängstigt, fire", "more": "with Konzentration, source Sage"}), false, "Brave")
	tb.want("GM", "/init edit name:Ogre stats:hp 40, immune cold and Liegend; dex 3")
	for _, c := range tb.state().Combatants {
		if c.Name == "Ogre" && (len(c.Resists) != 2 || c.Resists[1].Of != "Prone" || c.Stats["dex"] != 3) {
			t.Errorf("%+v", c.Resists)
		}
	}
	tb.wants(tb.do("Anna", "/character save name:Bard stats:hp 9, immune Verängstigt saves:Angst, save Weisheit, dc 11, effect Verängstigt, pool Bonusaktion"), true,
		"Rettungswurf `wis`, SG 11, Effekt Verängstigt, kostet Bonusaktion")
	tb.locales["Anna"] = "en-US"
	tb.wants(tb.do("Anna", "/character show"), true, "save wis, dc 11, effect Frightened, pool bonus")
	tb.wants(tb.do("Admin", "/monster save name:Ghoul stats:hp 9, immune Vergiftet saves:Biss, save con, dc 11, effect Vergiftet"), true, "Effekt Vergiftet")
}

// TestWO15RefusedAsShown: a refusal calls a condition as the asker reads it, however it was typed.
func TestWO15RefusedAsShown(t *testing.T) {
	tb := withForms(t)
	tb.locales["GM"] = "de"
	for _, typed := range []string{"Verängstigt", "Frightened"} {
		tb.wants(tb.do("GM", "/effect remove target:Ogre name:"+typed), true, "keinen Effekt namens „Verängstigt“")
	}
	for _, own := range []string{"Brave", "Move", "move", "long rest"} { // the last three are called something in German, but are no conditions
		tb.wants(tb.do("GM", "/effect remove target:Ogre name:"+own), true, "keinen Effekt namens „"+own+"“")
		tb.wants(tb.do("GM", "/effect add target:Ogre name:Hex source:Ogre with:"+own), true, "keinen Effekt namens „"+own+"“")
	}
	tb.do("GM", "/effect add target:Ogre name:Frightened")
	tb.do("GM", "/effect add target:Ogre name:long rest")
	for command, says := range map[string]string{
		"/effect add target:Ogre name:Frightened level:2":                           "„Verängstigt“ hat keine Stufen",
		"/effect level target:Ogre name:frightened amount:+1":                       "„Verängstigt“ hat keine Stufen",
		"/effect add target:Ogre name:Exhaustion level:9":                           "Die Stufe von „Erschöpfung“ muss",
		"/effect add target:Ogre name:Concentrating with:Concentrating source:Ogre": "„Konzentration“ kann nicht mit sich selbst enden",
		"/effect save target:Ogre name:Frightened":                                  "„Verängstigt“",
		"/effect save target:Ogre name:long rest":                                   "„long rest“",
		"/effect level target:Ogre name:long rest amount:+1":                        "„long rest“ hat keine Stufen",
	} {
		tb.wants(tb.do("GM", command), true, says)
	}
}

// TestNU20Emptied: what is emptied in the form of a prepared save is left out of it.
func TestNU20Emptied(t *testing.T) {
	tb := withForms(t)
	fields := map[string]string{"target": "Ogre", "dc": "15", "amount": "", "success": "none"}
	tb.roll(1)
	if got := tb.fill("Anna", tb.formAt("Anna", "prepared-save", tb.idOf("Sage"), tb.abilityAt("Sage", 0)), fields); strings.Contains(said(got), "damage") || !strings.Contains(said(got), "Ogre: failure.") {
		t.Errorf("%s", said(got))
	}
	fields["amount"], fields["success"] = "9 fire", "" // the ruleset's: half
	tb.roll(20)
	tb.wants(tb.fill("Anna", tb.formAt("Anna", "prepared-save", tb.idOf("Sage"), tb.abilityAt("Sage", 0)), fields), false, "Ogre takes 4 damage")
}
