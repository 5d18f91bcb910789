package bot

import "testing"

// TestNonInterferenceOfEncounters: what a server has saved, a wave to come and hidden foes of an encounter leave no trace, and a visible foe is
// what it would be if it had been added with a command of its own.
func TestNonInterferenceOfEncounters(t *testing.T) {
	const ford = "{Admin: /encounter save name:Zorn's ford foes:2 Ogre, hidden; at round 2: 3 Wolf, hidden; at round 3: Goblin}\n"
	for _, sc := range []script{
		{name: "saved and never used", lines: opening + goblin + ford + `
{Admin: /encounter save name:Zorn}
{Admin: /encounter list}
{Admin: /encounter export name:Zorn's ford}
Anna: /encounter list
Anna: /encounter show name:Zorn's ford
Anna: /encounter show name:Nothing
Anna: /encounter load name:Zorn's ford
Anna: /encounter save name:Zorn's ford
Anna: /encounter save name:X foes:Ogre
Anna: /encounter export name:Zorn's ford
Anna: /encounter delete name:Zorn's ford
Anna: /init start encounter:Zorn's ford
GM: /init roll
Anna: /next
{Admin: /encounter delete name:Zorn's ford}
Ben: /next
`},
		{name: "hidden foes and waves", lines: opening + goblin + ford + `
{Admin: /encounter load name:Zorn's ford}
GM: /init roll{ rolls:Ogre 1}
Anna: /init list
Anna: /next
Ben: /next
GM: /next
{GM: /next}
GM: /init scene text:Mist.
{Admin: press Bring them in}
Ben: /help
{GM: /init undo}
{GM: /init redo}
GM: /init pause
GM: /init undo
GM: /init redo
GM: /init resume
Anna: /next
Ben: /next
GM: /next
{GM: /next}
{GM: press Forget them}
{GM: /init undo}
{GM: /init redo}
GM: /hp target:Goblin amount:-3
`},
		{name: "a visible foe and a wave that never comes", lines: opening + goblin + `
{Admin: /encounter save name:Ford foes:2 Ogre; at round 9: 3 Wolf, hidden}
[Admin: /init add name:Ogre count:2 stats:init -1, ac 11, con 3, hp 59]{Admin: /encounter load name:Ford}
GM: /init roll
Anna: /next
Ben: /next
GM: /next
GM: /next
Anna: /init log
GM: /init undo
GM: /init redo
`},
	} {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			if found := duelOf(t, sc, "five-e-2014", sc.parse("five-e-2014")); len(found) > 0 {
				t.Errorf("%s", report(found))
			}
		})
	}
}
