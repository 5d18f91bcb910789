package bot

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// niRuleset limits the random scripts to some rulesets, to look for what is wrong with these.
var niRuleset = flag.String("ni.rulesets", "", "names of rulesets separated by spaces that random non-interference scripts are played under")

// TestNonInterferenceOfRandomScripts plays as many random scripts as -seeds says, some of them in pseudo-languages or in German. A script that reveals a difference is
// shortened and printed. With masks, both tables have the hidden combatants, and one has masked all of the GM's. Otherwise text in {curly braces} happens only at the table with hidden combatants, $h1 is the first hidden
// combatant, and $v1 is the first visible one.
func TestNonInterferenceOfRandomScripts(t *testing.T) {
	checkSeeds(t)
	played := append(script{}.under(), filed()...)
	if *niRuleset != "" {
		played = strings.Fields(*niRuleset)
	}
	own := map[string][]string{}
	for _, name := range filed() {
		own[name] = filedLines(t, name)
	}
	n := 0
	defer func() { t.Logf("%d scripts were played with and without hidden combatants", n) }()
	rapid.Check(t, func(rt *rapid.T) {
		n++
		ruleset := rapid.SampledFrom(played).Draw(rt, "ruleset")
		lines := randomScript{rt, ruleset, own[ruleset]}.lines()
		settings := rapid.SampledFrom([]string{"", "", `{"damage":"confirm"}`, `{"damage":"gm"}`}).Draw(rt, "settings")
		speaks := rapid.SampledFrom([]string{"", "pseudo", "de de", "de en-US", "en-US de"}).Draw(rt, "WO-12 languages of the fight and of people")
		masked := rapid.SampledFrom([]bool{false, false, true}).Draw(rt, "NU-35 masks instead of hidden combatants")
		if masked {
			lines = append(lines, randomScript{rt, ruleset, nil}.some(1, 5, linesAtMasks())...)
		}
		sc := script{name: "random", speaks: speaks, sampled: true, masked: masked, settings: settings, lines: strings.Join(lines, "\n")}
		parsed := sc.parse(ruleset)
		if masked {
			parsed = maskedLines(parsed)
		}
		found := duelOf(t, sc, ruleset, parsed)
		if len(found) > 0 || t.Failed() {
			rt.Fatalf("under %s:\n%s\n%s", ruleset, strings.Join(lines, "\n"), report(found))
		}
	})
}

// checkSeeds makes rapid check as often as -seeds says until the end of the test, and at most three times under the race detector.
func checkSeeds(t *testing.T) {
	t.Helper()
	checks := flag.Lookup("rapid.checks")
	before := checks.Value.String()
	seeds := *simSeeds
	if raceDetector {
		seeds = min(seeds, 3)
	}
	if err := checks.Value.Set(fmt.Sprint(seeds)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := checks.Value.Set(before); err != nil {
			t.Error(err)
		}
	})
}

// randomScript draws the lines of a script.
type randomScript struct {
	rt      *rapid.T
	ruleset string
	own     []string // lines with what the ruleset has
}

func (s randomScript) of(lines ...string) string { return rapid.SampledFrom(lines).Draw(s.rt, "line") }

// some draws a few of these lines.
func (s randomScript) some(least, most int, lines []string) []string {
	return rapid.SliceOfN(rapid.SampledFrom(lines), least, most).Draw(s.rt, "lines")
}

func (s randomScript) lines() []string {
	out := []string{"GM: /init start name:Bridge ruleset:$ruleset",
		s.of("Anna: /init join name:Knight stats:$s, hp 300", "Anna: /init join name:Knight stats:$s, hp 300 roll:5", "Anna: /init join name:Knight stats:$other, hp 300"),
		s.of("Ben: /init join name:Elf stats:$s, hp 300", "Ben: /init join name:Elf stats:$s, hp 300 roll:5")}
	var blocks []string
	if slices.Contains([]string{"five-e-2014", "five-e-2024"}, s.ruleset) {
		var adds []string
		switch rapid.SampledFrom([]string{"nobody", "hidden", "visible"}).Draw(s.rt, "who has a stat block") {
		case "hidden":
			adds, blocks = hiddenBlocks()
		case "visible":
			adds, blocks = visibleBlocks()
		}
		out = append(out, adds...)
	}
	if sheet := s.of("", "", "Anna: /character import file:roundel-mira.yaml name:Knight"); sheet != "" {
		out = slices.Insert(out, 1, sheet)
	}
	out = append(out, s.some(1, 6, append(visibleAdds(), hiddenAdds()...))...)
	out = append(out, s.some(0, 2, s.surprises())...)
	out = append(out, "GM: /init roll")
	actions := slices.DeleteFunc(s.actions(), s.betweenOrders)
	for range 3 * min(1, len(blocks)) { // they are what it is about then
		actions = append(actions, blocks...)
	}
	return append(out, s.some(0, 18, actions)...)
}

// hiddenBlocks returns lines that add hidden foes with stat blocks, and lines that use what these can do against each other (MO-1), but for attacks, which
// bring them into view. A button that isn't there isn't pressed.
func hiddenBlocks() (adds, actions []string) {
	adds = []string{"{GM: /init add monster:Adult Red Dragon name:Zorn side:Dark hidden:true}", "{GM: /init add monster:Gladiator name:Yrsa count:2 side:Dark hidden:true}"}
	return adds, []string{"{GM: /monster show name:$h1}\n{GM: press Multiattack}", "{GM: /init list}\n{GM: press Multiattack}", "{GM: /monster show name:$h2}", "{GM: press Detect}", "{GM: press Pass}",
		"{GM: press Wing Attack: target=$h2}", "{GM: press Fire Breath (1): target=$h2}",
		"{GM: press Frightful Presence: target=$h2}", "{GM: press Frightful Presence (1): target=$h2}",
		"{GM: /monster show name:Yrsa 1}\n{GM: press Parry}", "{GM: /init list}\n{GM: press Reactions: Parry · Yrsa}", "{GM: /monster uses name:$h1 ability:Fire Breath left:1}", "{GM: /act use pool:Fire Breath who:$h1}",
		"Anna: press Multiattack", "Ben: press Fire Breath (1)", "Anna: /monster show name:Zorn", "GM: /next", "GM: /next"}
}

// visibleBlocks returns lines that add foes with stat blocks that everyone sees, and lines that use what these can do, also against who is hidden.
func visibleBlocks() (adds, actions []string) {
	adds = []string{"GM: /init add monster:Adult Red Dragon name:Wyrm", "GM: /init add monster:Gladiator name:Brute count:2"}
	for _, label := range []string{"Claw", "Claw (2)", "Rend", "Rend (3)", "Bite", "Bite (1)", "Spear"} {
		weapon, _, _ := strings.Cut(label, " (")
		actions = append(actions, "GM: press "+label+": target=Elf; weapon="+weapon)
	}
	return adds, append(actions, "GM: /monster show name:Wyrm\nGM: press Multiattack", "GM: /init list\nGM: press Multiattack", "GM: press Detect", "GM: press Pass", "GM: press Tail Attack: target=Elf",
		"GM: press Wing Attack: target=Elf{, $h1}", "GM: press Fire Breath (1): target=Elf, Knight{, $h1}", "GM: press Frightful Presence: target=Knight{, $h2}", "GM: press Frightful Presence (1): target=Knight{, $h1}",
		"GM: press All at one target: target=Knight", "GM: press Fiery Rays: target=Elf", "GM: press Pounce: target=Elf", "GM: /init list\nGM: press Reactions: Parry · Brute", "GM: /monster show name:Brute 1\nGM: press Parry",
		"GM: /monster uses name:Wyrm ability:Fire Breath left:1", "GM: /act use pool:Fire Breath who:Wyrm", "Anna: press Multiattack", "Ben: press Fire Breath (1)", "Anna: press Pass",
		"Anna: /monster show name:Wyrm", "{GM: /monster show name:$h1}", "GM: /next", "GM: /next")
}

// linesAtMasks returns lines of people who would know who is behind a mask, and of the GM, who does. Those who are masked are all called Veil.
func linesAtMasks() []string {
	return []string{"Anna: /damage target:Veil amount:3", "Ben: /damage target:Veil 2, Goblin amount:1", "Ben: /effect add target:Elf name:Hex source:Veil duration:1 round", "Anna: /effect list target:Veil",
		"Cleo: /init join name:Veil stats:$s, hp 300", "GM: /hp target:Goblin, Zorn amount:-2", "GM: /effect add target:Elf name:Chill source:Goblin duration:2 rounds damage:1",
		"GM: /init add name:Goblin stats:$s, hp 9", "GM: /init add name:Zorn count:2 stats:$other, hp 9 hidden:true", "GM: /init edit name:Goblin 1 hidden:true", "GM: /init edit name:Goblin 1 hidden:false",
		"GM: /init edit name:Zorn hidden:false", "GM: /init edit name:Goblin owner:Ben", "GM: /next", "Anna: /next", "Ben: /next", "GM: /init undo"}
}

// betweenOrders reports whether a line changes a score for a while where every round has a new order. The change ends before the GM acts
// last, and the new order is made after that: only in between can the unchanged score be read.
func (s randomScript) betweenOrders(line string) bool {
	return slices.Contains([]string{"d6-who-begins", "swappers", "askers", "sworn", "passes", "sides-d6", "dwindlers"}, s.ruleset) && strings.Contains(line, "round initiative:")
}

func visibleAdds() []string {
	return []string{"GM: /init add name:Goblin stats:$s, hp 40", "GM: /init add name:Goblin count:2 stats:$s, hp 40",
		"GM: /init add name:Goblin stats:$other, hp 40", "GM: /init add name:Wolf stats:$s, hp 40 separate:true",
		"GM: /init add name:Owl stats:$s, hp 40 owner:Ben"}
}

func hiddenAdds() []string {
	return []string{"{GM: /init add name:Zorn stats:$s, hp 9 side:Dark hidden:true}", "{GM: /init add name:Zorn stats:$s, hp 9 hidden:true}",
		"{GM: /init add name:Zorn stats:$s, hp 9 side:party hidden:true}", "{GM: /init add name:Yrsa count:2 stats:$s, hp 9 hidden:true}",
		"{GM: /init add name:Goblin stats:$s, hp 9 hidden:true}", "{GM: /init add name:Goblin count:2 stats:$s, hp 9 hidden:true}",
		"{GM: /init add name:Wolf stats:$s, hp 9 hidden:true separate:true}"}
}

// surprises returns lines that determine who is surprised. Under combat-sequence, a hidden member of a side affects whether
// the side is surprised; there it is up to the GM to avoid that.
func (s randomScript) surprises() []string {
	switch s.ruleset {
	case "five-e-2014", "five-e-2024", "holders", "swappers", "askers", "joiners":
		return []string{"{GM: /surprise set names:$h1}", "GM: /surprise set names:$v2{, $h1}", "GM: /surprise set names:$v3{, $h1}", "{GM: /surprise clear names:$h1}"}
	case "turn-order":
		return []string{"{GM: /surprise ambush names:$h1}", "GM: /surprise ambush names:$v2{, $h1}", "{GM: /surprise clear names:$h1}"}
	case "structured-time", "rounds-initiative":
		return []string{"{GM: /surprise set names:$h1}", "GM: /surprise set names:$v2{, $h1} confirm:true", "{GM: /surprise clear names:$h1}"}
	}
	return []string{"GM: /init scene text:A bridge."}
}

func (s randomScript) actions() []string {
	visible := []string{"GM: /next", "GM: /next", "GM: /next", "GM: /next", "Anna: /next", "Anna: /next", "Ben: /next", "Ben: /next", "Anna: press End turn",
		"GM: press End turn", "GM: /next who:$v3", "GM: /next who:$v4", "GM: /hp target:Knight amount:-3", "GM: /hp target:$v3{, $h1} amount:-2",
		"GM: /hp target:$v3, Elf{, $h1} amount:-1d6 half:Elf{, $h1}", "GM: /effect add target:Elf name:Burning duration:2 rounds damage:1",
		"GM: /effect add target:Knight name:Slow duration:1 round initiative:-2", "GM: /effect add target:$v3 name:Stun duration:1 round skip:true",
		"GM: /effect add target:Elf name:Bless duration:end of round", "GM: /effect add target:$v1 name:Mark duration:end of this turn",
		"GM: /effect remove target:Elf name:Burning", "GM: /init undo", "GM: /init undo", "GM: /init redo", "GM: /init undo to:$3", "GM: /init redo to:$2", "GM: /init pause", "GM: /init resume",
		"Cleo: /init join name:Newt stats:$s, hp 300", "Cleo: /init remove name:Newt", "GM: /init add name:Goblin stats:$s, hp 40", "GM: /init add name:Goblin count:2 stats:$other, hp 40",
		"GM: /init remove name:$v4", "GM: /init edit name:$v3 score:9", "GM: /init edit name:$v3 stats:hp 33", "GM: /init edit name:$v3 rename:Gob", "GM: /init edit name:$v3 side:Night", "GM: /init edit name:$v4 side:party",
		"GM: /init edit name:$v3 stats:$other", "GM: /init edit name:$v4 rename:Zorn", "GM: /init remove name:$v3", "GM: /hp target:$v3 amount:-400",
		"GM: /init place name:$v2 before:$v1", "GM: /roll dice:d20", "wait 90s",
		"Anna: /check what:ste dc:15", "Anna: /check what:hp modifier:1d4", "Ben: /check what:hp secret:true", "GM: /check what:hp who:$v3", "Ben: /roll dice:d20+hp who:$v3",
		"Anna: /damage target:$v3 amount:1d4", "Anna: /damage target:$v3, $v4, Elf amount:3 half:Elf none:$v4", "Ben: /damage target:$v3, Knight amount:2",
		"Ben: /heal target:Knight, $v3 amount:1d4", "GM: /damage target:$v3, Elf{, $h1} amount:1d6 half:Elf{, $h1}", "GM: press Apply", "GM: press Apply",
		"GM: /damage target:Knight, $v4{, $h1} amount:2 none:$v4{, $h1}",
		"GM: /effect add target:Elf name:Hex duration:end of source's next turn source:$v3", "GM: /effect add target:$v3 name:Bane duration:2 rounds, start of source's turn",
		"GM: /effect add target:Knight name:Ward duration:start of source's turn source:$v4", "Anna: /effect add target:Knight name:Guard duration:start of turn",
		"GM: /effect add target:$v4 name:Pact duration:end of next turn with:Hex source:Elf",
		"Anna: quote boom 9", "Ben: quote Zorn takes 9", "Anna: quote $v3 takes 9: use=damage", "Ben: quote the Elf heals 4: target=Elf", "Anna: quote Ghoul and $v4, to hit 14",
		"GM: quote boom 9: target=$v3{, $h1};use=damage", "GM: quote Zorn takes 9: target=Knight;use=damage", "Anna: quote boom 9: target=$v4;use=damage"}
	hidden := []string{"{GM: /hp target:$h1 amount:-4}", "{GM: /check what:hp who:$h1 dc:9}", "{GM: /roll dice:d20+hp who:$h1}", "{GM: /hp target:$h2 amount:-400}", "{GM: /hp target:$h2 amount:+9}", "{GM: /damage target:$h1 amount:4}",
		"{GM: /heal target:$h2 amount:3}",
		"{GM: /effect add target:$h1 name:Venom duration:2 rounds damage:1}", "{GM: /effect add target:$h1 name:Fast duration:1 round initiative:3}",
		"{GM: /effect add target:$h1 name:Stun duration:1 round skip:true}", "{GM: /init edit name:$h1 stats:hp 7}", "{GM: /init edit name:$u1 score:9}",
		"{GM: /init edit name:$h1 side:foes}", "{GM: /init edit name:$h1 side:Night}", "{GM: /init edit name:$h1 rename:Ghoul}", "{GM: /init remove name:$h1}",
		"{GM: /effect add target:$h1 name:Grip duration:2 rounds, end of source's turn source:Knight}", "{GM: /effect add target:$h1 name:Chill duration:end of next turn with:Hex source:Elf}",
		"{GM: quote boom 9: target=$h1;use=damage}", "{GM: quote Zorn takes 9: target=$h2;use=healing}", "{GM: quote boom 9: target=$h1, $h2;use=damage;half=true}",
		"{GM: quote boom 9: target=$h1;use=initiative}",
		"{GM: /act do activity:Lurk who:$h1}", "{GM: /init place name:$u1 before:Elf}", "{back}", "{back}"}
	return append(append(append(visible, hidden...), hiddenAdds()[:5]...), s.special()...)
}

// special returns lines with the actions of one ruleset.
func (s randomScript) special() []string {
	if s.own != nil {
		return s.own
	}
	switch s.ruleset {
	case "turn-order":
		return []string{"Anna: /init last", "Ben: press Act last", "GM: /init last who:$v3", "{GM: /init last who:$u1}", "{GM: /init last who:$h1}", "Anna: /init blow",
			"{GM: /init blow who:$u1}", "{GM: /init blow who:$h1}", "GM: /init blow who:$v4", "GM: /effect add target:$v3 name:Chill duration:1 round initiative:-3",
			"GM: /effect add target:$v4 name:Fast initiative:4", "GM: /effect remove target:$v4 name:Fast", "{GM: /init edit name:$h1 score:8}", "GM: /init edit name:$v4 score:7"}
	case "structured-time":
		return []string{"GM: /init reroll", "Anna: /act react activity:Duck", "Anna: /act do activity:Aim", "Anna: /attack target:$v3 damage:1d4"}
	case "flow-of-time":
		return []string{"Anna: /act do activity:Aim ticks:2", "Ben: /act reserve ticks:1", "Ben: /act react activity:Duck", "Anna: /act long activity:Dig duration:1 min",
			"{GM: /act reserve ticks:1 who:$h1}", "{GM: /act long activity:Dig duration:1 min who:$h1}", "{GM: /effect add target:$h1 name:Slow ticks:-1 duration:1 round}"}
	}
	return []string{"Anna: /act move", "Anna: /act move leaving:flee", "Ben: /act move leaving:withdraw", "Anna: /act engage target:$v3", "GM: /act engage target:$v3 who:Elf",
		"{GM: /act engage target:Knight who:$h1}", "{GM: /act engage target:Elf who:$h1}", "{GM: /act disengage target:Knight who:$h1}",
		"Anna: /attack target:$v3 damage:1d4 hit:3", "GM: /morale who:$v3{, $h1}", "Anna: /act do activity:Shout type:instant"}
}

// linesOfNumbers returns lines with saves, kinds of damage, what absorbs it, and effects that change rolls, for the bundled rulesets that have them.
func linesOfNumbers() []string {
	return []string{"GM: /save target:$v3, Elf{, $h1} save:$save dc:12 amount:8 fire now:true", "GM: /save target:Knight, $v3{, $h2} save:$save dc:14 amount:1d6 effect:Prone duration:2 rounds source:Elf",
		"{GM: /save target:$h1, $h2 save:$save dc:10 amount:5 cold effect:Prone}", "GM: /save target:$v3, $v4 save:$save dc:9 amount:4 modifier:1", "Anna: /save target:$v3, Knight save:$save dc:11 amount:3 cold",
		"Anna: /effect save target:Knight roll:9", "GM: /effect save target:Knight roll:14", "GM: /effect add target:$v3{, $h1} name:Aid changes:temp 5", "{GM: /effect add target:$h1 name:Aid changes:temp 5}",
		"GM: /effect remove target:$v3 name:Aid", "GM: /effect add target:$v4 name:Bless duration:1 round changes:saves d4, attack 1, resist fire", "Anna: /effect add target:$v3 name:Prone",
		"GM: /effect add target:Goblin name:Prone", "GM: /effect add target:$v3, Elf{, $h1} name:Paralyzed duration:1 round", "GM: /heal target:$v3{, $h1} amount:4 pool:temp", "{GM: /heal target:$h1 amount:4 pool:temp}",
		"GM: /damage target:$v3, $v4{, $h1} amount:5 fire + 3 cold", "GM: /damage target:$v3{, $h1} amount:9 slashing half:$v3{, $h1}", "{GM: /damage target:$h1 amount:4 fire}", "Ben: /damage target:Goblin amount:4 fire",
		"GM: /init edit name:$v3 stats:immune prone, fire", "{GM: /init edit name:$h1 stats:immune Prone, resist fire}", "{GM: /init edit name:$h2 stats:immune Prone and Paralyzed}",
		"Anna: /attack target:$v3 damage:1d6 fire hit:5"}
}
