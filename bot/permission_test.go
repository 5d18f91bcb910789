package bot

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// permission says who may use a command. The command is tried in a fight under a ruleset that has it.
type permission struct {
	line    string
	ruleset string
	may     string // "all", "owner" (and the GM), "gm", "manage" (Manage Server)
}

// permissions has a row for every command. Knight is Anna's, Monk is Ben's, Goblin is the GM's; Admin has Manage Server.
func permissions() []permission {
	const to, st, ft, cs, ri = "turn-order", "structured-time", "flow-of-time", "combat-sequence", "rounds-initiative"
	return []permission{
		{"/init join name:Elf stats:init 3", to, "all"}, {"/init list", to, "all"}, {"/init log", to, "all"}, {"/init ping on_deck:true", to, "all"},
		{"/effect list", to, "all"}, {"/roll dice:1d1", to, "all"}, {"/help", to, "all"},
		{"/character save name:Elf", to, "all"}, {"/character list", to, "all"}, {"/character export name:Elf", to, "all"}, {"/character use name:Elf", to, "all"}, {"/character show name:Elf", to, "all"},
		{"/rolls save name:Sneak dice:3d6", to, "all"}, {"/rolls list", to, "all"}, {"/rolls delete name:Sneak", to, "all"}, {"/dice", to, "all"},
		{"/character delete name:Elf", to, "all"}, {"/init start", to, "all"}, {"/roundel settings reminder:5", to, "manage"},
		{"/roundel data", to, "all"}, {"/roundel erase", to, "all"},
		{"/init add name:Orc stats:init 4", to, "gm"}, {"/init scene text:A bridge", to, "gm"}, {"/init roll", to, "gm"},
		{"/init edit name:Knight stats:hp 9", to, "gm"}, {"/init pause", to, "gm"}, {"/init language to:de", to, "gm"}, {"/init resume", to, "gm"},
		{"/init undo", to, "gm"}, {"/init redo", to, "gm"}, {"/init export", to, "gm"}, {"/init end", to, "gm"},
		{"/init reroll", st, "gm"}, {"/surprise set names:Knight", st, "gm"}, {"/surprise side side:foes", cs, "gm"},
		{"/surprise clear names:Knight", to, "gm"}, {"/surprise alert names:Knight", cs, "gm"},
		{"/surprise test names:Knight target:40", st, "gm"}, {"/surprise contest ambushers:Knight targets:Goblin", ri, "gm"},
		{"/surprise ambush names:Knight", to, "gm"}, {"/act define activity:Aim ticks:1", ft, "gm"},
		{"/act forget activity:Aim", ft, "gm"}, {"/morale who:Goblin", cs, "gm"},
		{"/init remove name:Knight", to, "owner"}, {"/init last name:Knight", to, "owner"}, {"/init blow name:Knight", to, "owner"},
		{"/init place name:Knight before:Goblin", to, "gm"}, {"/next who:Knight", to, "owner"},
		{"/effect add target:Knight name:Bless", to, "owner"}, {"/effect remove target:Knight name:Mark", to, "owner"},
		{"/effect level target:Knight name:Mark amount:1", to, "owner"},
		{"/hp target:Knight amount:-1", to, "owner"}, {"/damage target:Goblin amount:1", to, "owner"}, {"/heal target:Goblin amount:1", to, "owner"}, {"/act do activity:Aim who:Knight", st, "owner"},
		{"/act reserve ticks:1 who:Knight", ft, "owner"}, {"/act react activity:Duck who:Knight", st, "owner"},
		{"/act move who:Knight", ri, "owner"}, {"/act engage target:Goblin who:Knight", ri, "owner"},
		{"/act disengage target:Goblin who:Knight", ri, "owner"}, {"/act long activity:Climb duration:1 min who:Knight", ft, "owner"},
		{"/attack target:Goblin who:Knight damage:1d4 hit:1", ri, "owner"},
		{"/check what:init who:Knight", to, "owner"},
		{"/rest kind:night names:Knight", "three-actions", "gm"},
		{"/save target:Knight save:fort dc:12", "three-actions", "owner"},
		{"/counter list", to, "all"}, {"/counter set name:hero points value:2 who:Knight", "three-actions", "owner"},
		{"/counter add name:hero points amount:1 who:Knight", "three-actions", "owner"}, {"/counter set name:escalation die value:2", "escalation", "gm"},
		{"/counter add name:escalation die amount:1", "escalation", "gm"},
		{"/ruleset list", to, "all"}, {"/ruleset show name:turn-order", to, "all"},
		{"/ruleset remove name:chess", to, "manage"}, {"/init delay name:Knight", "three-actions", "owner"}, {"/init take name:Knight", "three-actions", "owner"},
		{"/init event name:Lair score:5", to, "gm"}, {"/act use pool:reaction who:Knight", "three-actions", "owner"},
		{"/effect save target:Knight name:Mark", "three-actions", "owner"},
		{"/monster save name:Rat stats:init 1", to, "manage"}, {"/monster list", to, "manage"}, {"/monster show name:Rat", to, "gm"}, {"/monster uses name:Rat ability:Bite left:1", to, "gm"}, {"/monster export name:Rat", to, "manage"},
		{"/monster delete name:Rat", to, "manage"},
		{"/encounter save name:Ford foes:2 Goblin", to, "manage"}, {"/encounter list", to, "manage"}, {"/encounter show", "five-e-2014", "gm"}, {"/encounter suggest difficulty:easy party:4x5", "five-e-2014", "gm"},
		{"/encounter scale name:Ford difficulty:easy party:4x5", "five-e-2014", "gm"},
		{"/encounter load name:Ford", to, "manage"}, {"/encounter roll name:Ford", to, "gm"}, {"/encounter delete name:Ford", to, "manage"}, {"/encounter export name:Ford", to, "manage"},
		{"/party save", to, "gm"}, {"/party show", to, "gm"}, {"/party delete", to, "gm"},
	}
}

func TestPermissionOfEveryCommand(t *testing.T) {
	// these need a file; TestRS8OwnRulesets, TestMonstersAreTheGMs and TestEncountersAreTheGMs try them without the permission, and the last needs none
	covered := map[string]bool{"ruleset add": true, "monster add": true, "encounter import": true, "character import": true}
	for path, rt := range newTable(t).bot.commands { // TestCR57WhoMay and TestCR71Members try those of Apps menus
		covered[path] = covered[path] || rt.on != 0
	}
	for _, p := range permissions() {
		words := strings.Fields(strings.TrimPrefix(p.line, "/"))
		tb := newTable(t)
		for _, path := range []string{words[0], strings.Join(words[:min(2, len(words))], " ")} {
			rt, ok := tb.bot.commands[path]
			if !ok {
				continue
			}
			covered[path] = true
			if may := map[who]string{anyone: p.may, rulesetUser: "all", settingsUser: "all", theGM: "gm", partyGM: "gm", monsterReader: "gm", encounterReader: "gm"}[rt.by]; p.may != cmp.Or(may, "manage") {
				t.Errorf("the route of /%s is for others than the row says", path)
			}
		}
		for _, who := range []string{"GM", "Admin", "Anna", "Ben", "Cleo"} {
			checkPermission(t, p, who)
		}
	}
	for path := range newTable(t).bot.commands {
		if !covered[path] {
			t.Errorf("there is no row for /%s", path)
		}
	}
}

func checkPermission(t *testing.T, p permission, who string) {
	t.Helper()
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	first, later := "", ""
	if p.ruleset == "turn-order" || p.ruleset == "three-actions" {
		first, later = " roll:20", " roll:2" // the Knight's turn
	}
	for _, line := range []string{"GM: /init start ruleset:" + p.ruleset,
		"Anna: /init join name:Knight stats:" + statsFor(p.ruleset) + first, "Ben: /init join name:Monk stats:" + statsFor(p.ruleset) + later,
		"GM: /init add name:Goblin stats:" + strings.Replace(statsFor(p.ruleset), "init 3", "init 1", 1), "GM: /effect add target:Knight name:Mark", "GM: /init roll"} {
		actor, command, _ := strings.Cut(line, ": ")
		tb.do(actor, command)
	}
	before := tb.state()
	got := tb.do(who, p.line)
	allowed := map[string][]string{"all": {"GM", "Admin", "Anna", "Ben", "Cleo"}, "gm": {"GM", "Admin"},
		"owner": {"GM", "Admin", "Anna"}, "manage": {"Admin"}}[p.may]
	refused := got.Ephemeral && (strings.Contains(got.Text, "nly <@100>") || strings.Contains(got.Text, "Only members with"))
	if slices.Contains(allowed, who) == refused {
		t.Errorf("%s: %s: %s", who, p.line, got.Text)
	}
	if refused && !reflect.DeepEqual(before, tb.state()) {
		t.Errorf("%s: %s was refused but changed something", who, p.line)
	}
}

// anyDice are random dice, for tests in which rolls don't matter.
type anyDice struct{}

func (anyDice) Roll(sides int) int { return 1 + rand.IntN(sides) }

func statsFor(ruleset string) string {
	return map[string]string{"turn-order": "init 3, hp 9", "structured-time": "agility 30, hp 9", "flow-of-time": "finesse 3, hp 9",
		"combat-sequence": "dex 1, ac 12, hp 9", "rounds-initiative": "dex 1, ac 12, hp 9",
		"three-actions": "init 3, hp 9", "escalation": "init 3, hp 9"}[ruleset]
}
