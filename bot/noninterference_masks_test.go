package bot

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
)

// The same test with masks (NU-35): at the plain table, the mask was typed as the name. Nobody is hidden at only one of the tables, so
// everything that anyone but the GM can get must be the same after each line.

// realNames returns the names behind the masks of a table, alone and without numbers, and one that is almost right.
func realNames(st *seat) []string {
	var out []string
	s := st.state()
	for i := 0; s != nil && i < len(s.Combatants) && len(out) < 4; i++ {
		if real := s.Combatants[i].RealName; real != "" {
			out = append(out, real)
			if base, is := engine.Numbered(real); is && !slices.Contains(out, base) {
				out = append(out, base)
			}
			out = append(out, real[:len(real)-1])
		}
	}
	return out
}

// TestNU35Masks: until they are revealed, those who are masked are what their masks say, whatever happens and whoever asks.
func TestNU35Masks(t *testing.T) {
	playEach(t, scriptsOfMasks(), func(t *testing.T, sc script, ruleset string) []leak {
		sc.masked = true
		return duelOf(t, sc, ruleset, sc.parse(ruleset))
	})
}

const (
	// figure stands at its place as Assassin, figures as two of them.
	figure  = "GM: /init add {name:Assassin as:}[name:]Figure stats:$s, hp 9 roll:6 side:Dark\n"
	figures = "GM: /init add {name:Assassin as:}[name:]Figure count:2 stats:$s, hp 9 roll:6\n"
)

func scriptsOfMasks() []script {
	everywhere := "turn-order structured-time flow-of-time combat-sequence rounds-initiative five-e-2014 three-actions"
	out := []script{
		{name: "masked from the beginning", sides: "party 6, foes 3, Dark 5", lines: opening + goblin + figure + "GM: /init roll $sides\n" + rounds2 + `
GM: /damage target:{Assassin}[Figure] amount:3
GM: /effect add target:{assassin}[figure] name:Burning duration:2 rounds damage:1
Ben: /damage target:Assassin amount:1
Ben: /damage target:Asassin amount:1
Anna: /effect add target:Assassin name:Glow
Anna: /init last name:Assassin
GM: /hp target:{Assassin, Knight}[Figure, Knight] amount:-1 half:{Assassin}[Figure]
GM: /init undo
GM: /init redo
GM: /hp target:{Assassin}[Figure] amount:=0
Anna: /next
Ben: /next
GM: /next
GM: /init remove name:{Assassin}[Figure]
`},
		{name: "a character is called so", sides: "party 6, foes 3, Dark 5", lines: opening + figure + `
Ben: /init join name:Assassin stats:$s, hp 12 roll:4
Cleo: /init join name:Assassin 2 stats:$s, hp 12 roll:4
GM: /init roll $sides
GM: /hp target:Assassin amount:-2
GM: /hp target:Figure amount:-2
Anna: /next
GM: /init add name:Assassins stats:$s, hp 5 roll:3
GM: /init edit name:Figure {as}[rename]:Cloak
GM: /init edit name:Cloak rename:Hood
`},
		{name: "several and hidden ones", sides: "party 6, foes 3", lines: opening + figures + `
GM: /init add {name:Assassin as:}[name:]Figure stats:$s, hp 9 roll:6 hidden:true
GM: /init add {name:Bishop as:}[name:]Figure stats:$other, hp 9 roll:2
GM: /init roll $sides
Anna: /next
GM: /next
GM: /next
GM: /init edit name:{Assassin 1}[Figure 1] hidden:true
Anna: /next
GM: /init edit name:{Assassin 1}[Figure 1] hidden:false
GM: /hp target:{Assassin 1, assassin 2}[Figure 1, figure 2] amount:-3
GM: /next
Ben: /next
`},
		{name: "it comes out of hiding", sides: "party 6, foes 3, Dark 5", lines: opening + goblin + `
GM: /init add {name:Assassin as:}[name:]Figure stats:$s, hp 9 roll:6 side:Dark hidden:true
GM: /init roll $sides
Anna: /next
GM: /next
GM: /next
Ben: /init join name:Figure stats:$s, hp 5 roll:3
GM: /init edit name:{Assassin}[Figure 2] hidden:false
Anna: /next
GM: /init edit name:{Assassin}[Figure 2] side:foes
GM: /init undo
`},
		{name: "a player gets it", sides: "party 6, foes 3, Dark 5", lines: opening + figure + `
GM: /init roll $sides
GM: /init edit name:{Assassin}[Figure] owner:Ben
Ben: /hp target:Figure amount:-1
Ben: /hp target:Assassin amount:-1
Anna: /next
Ben: press End turn
Ben: /next who:Figure
GM: /init edit name:Figure owner:GM
`},
		{name: "one that all knew takes a mask", sides: "party 6, foes 3", lines: opening + goblin + `
GM: /init add name:Wolf stats:$s, hp 9 count:2 roll:2
GM: /init edit name:Goblin {as}[rename]:Figure
GM: /init edit name:Wolf {as}[rename]:Beast
GM: /init roll $sides
Anna: /next
GM: /hp target:{Goblin, Wolf 1}[Figure, Beast 1] amount:-1
Ben: /effect list target:Wolf 1
GM: /init add name:Goblin stats:$s, hp 8 roll:3
Ben: /effect list target:Goblin
`},
		{name: "in German", speaks: "de de", sides: "party 6, foes 3, Dark 5", lines: opening + figure + "GM: /init roll $sides\n" + rounds2},
		{name: "surprised and first", rulesets: "turn-order structured-time combat-sequence rounds-initiative", sides: "party 6, foes 3, Dark 5", lines: opening + figure + `
GM: /surprise set names:{Assassin}[Figure]
GM: /init roll $sides
GM: /init place name:{Assassin}[Figure] before:Elf
GM: /surprise clear names:{Assassin}[Figure]
Anna: /next
GM: /init edit name:{Assassin}[Figure] score:3
`},
		{name: "results are typed for it", rulesets: "turn-order five-e-2014 three-actions", lines: opening + `
GM: /init add {name:Assassin as:}[name:]Figure count:2 stats:$s, hp 9
GM: /init roll rolls:{Assassin 12}[Figure 12]
Anna: /next
GM: /next
GM: /init undo
`},
		{name: "results are typed for each", rulesets: "flow-of-time rounds-initiative", lines: opening + `
GM: /init add {name:Assassin as:}[name:]Figure count:2 stats:$s, hp 9
GM: /init roll rolls:{Assassin 1: 4, Assassin 2 = 3}[Figure 1: 4, Figure 2 = 3]
Anna: /next
GM: /next
`},
		{name: "saves", rulesets: "five-e-2014 three-actions", lines: opening + figures + `
GM: /init roll
GM: /save target:{Assassin, Knight}[Figure, Knight] save:$save dc:12 amount:8 fire rolls:{Assassin 1 4}[Figure 1 4] modifier:{Assassin 1 2}[Figure 1 2] source:{Assassin 2}[Figure 2]
Anna: /effect save target:Knight roll:3
Ben: /save target:Assassin save:$save dc:10
GM: /save target:Elf save:$save dc:12 amount:3 effect:Prone source:{Assassin 1}[Figure 1] now:true
GM: /init undo
`},
		{name: "attacks", rulesets: "combat-sequence five-e-2014 three-actions", sides: "party 6, foes 3, Dark 5", lines: opening + figure + `
GM: /init roll $sides
Anna: /attack target:Figure hit:9 damage:1d6 roll:14 damage_roll:2
Anna: /attack target:Assassin hit:9 damage:1d6 roll:14 damage_roll:2
GM: /attack who:{Assassin}[Figure] target:Knight hit:5 damage:1d6 roll:14 damage_roll:2 free:true
Anna: /next
GM: /attack who:{Assassin}[Figure] target:Elf hit:5 weapon:Knife damage:1d6 roll:3
Ben: /next
`},
		{name: "it is revealed", noLog: true, sides: "party 6, foes 3, Dark 5", lines: opening + goblin + figure + `
GM: /init roll $sides
Anna: /next
[GM: /init edit name:Figure rename:Assassin] {GM: /init edit name:Assassin reveal:true}
GM: /hp target:Assassin amount:-1
Ben: /init join name:Figure stats:$s, hp 9 roll:3
GM: /next
Ben: /next
GM: /next
Anna: /effect list target:Assassin
`},
	}
	for i := range out {
		if out[i].rulesets == "" {
			out[i].rulesets = everywhere
		}
	}
	return out
}

// TestNU35EveryScript: what happens in the other scripts, to hidden ones as well, does not give masks away either. Both tables have the
// hidden combatants, and one of them has masked all of the GM's. With -deep, all scripts are played under all of their rulesets.
func TestNU35EveryScript(t *testing.T) {
	scripts := slices.Concat(scriptsOfTurns(), scriptsOfNames(), scriptsOfOrder(), scriptsOfActions(), scriptsOfChanges(), scriptsOfEffects(), scriptsOfWaits(),
		scriptsOfPools(), scriptsOfShapes(), scriptsOfTwins())
	if !*deep { // every fifth, because all take as long as the tests that they are from
		some := scripts[:0:0]
		for i := 0; i < len(scripts); i += 5 {
			some = append(some, scripts[i])
		}
		scripts = some
	}
	playEach(t, scripts, func(t *testing.T, sc script, ruleset string) []leak {
		sc.masked, sc.sampled = true, true
		return duelOf(t, sc, ruleset, maskedLines(sc.parse(ruleset)))
	})
}

var addsNPC = regexp.MustCompile(`^(GM: /init add .*?)name:([^:]+?)( \w+:.*)?$`)

// maskedLines returns the lines of the table with hidden combatants as lines of both tables, at one of which the NPCs are masked.
func maskedLines(lines []scriptLine) []scriptLine {
	var out []scriptLine
	for _, l := range lines {
		line := strings.Replace(l.hidden, "back", "GM: /init undo", 1)
		if line == "" {
			continue
		}
		both := same(line)
		if m := addsNPC.FindStringSubmatch(line); m != nil && !strings.Contains(line, "owner:") {
			both.hidden = m[1] + "name:Veil as:" + m[2] + m[3]
		}
		out = append(out, both)
	}
	return out
}
