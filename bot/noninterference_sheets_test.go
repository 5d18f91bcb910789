package bot

import "testing"

// TestCR42NonInterference: checks, their form and rolls with names show nothing of hidden combatants, with sheets and without.
func TestCR42NonInterference(t *testing.T) {
	playEach(t, scriptsOfSheets(), playSampled)
}

func scriptsOfSheets() []script {
	const joins = `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /character import file:roundel-mira.yaml name:Knight
Ben: /character import file:pathbuilder-hedda.json name:Elf
Anna: /init join name:Knight stats:$s roll:7
Ben: /init join name:Elf stats:$s roll:5
`
	return []script{
		{name: "checks with sheets", rulesets: "turn-order five-e-2014 three-actions", lines: joins + goblin + zornLast + `
GM: /init roll
Anna: /check what:stealth
{GM: /check what:init who:Zorn dc:10}
Ben: /check what:nature dc:15 modifier:1d4
{GM: /check what:hp who:Zorn secret:true}
GM: /check what:init who:Goblin
GM: /check what:stealth who:Knight secret:true
Anna: /check what:init who:Zorn
Anna: /check what:init who:Goblin
Anna: /roll dice:d20+stealth
{GM: /roll dice:d20+init who:Zorn}
Ben: /roll dice:d20+stealth who:Zorn
Anna: press Roll my save: what=stealth
Ben: press Roll my save: what=fortitude
GM: /next
Anna: /character import file:roundel-mira.yaml name:Knight
Anna: press Update in the fight
{GM: /check what:init who:Zorn roll:9}
GM: /init undo
Anna: /next
`},
		{name: "checks with stats alone", rulesets: "turn-order five-e-2014 three-actions", lines: opening + goblin + zornLast + `
GM: /init roll
Anna: /check what:init
Anna: /check what:init who:Zorn dc:4
Ben: /check what:hp secret:true
GM: /check what:init who:Goblin edge:advantage
Anna: press Roll my save: what=init
Anna: /next
Ben: /check what:init modifier:-1
GM: /init undo
`},
	}
}
