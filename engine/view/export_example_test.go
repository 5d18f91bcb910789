package view_test

import (
	"fmt"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Another program can read the fight from encounter.json. What doesn't apply is null: an NPC's owner, a score before the roll.
func Example_export() {
	s := engine.Fold(nil, []engine.Event{
		engine.EncounterStarted{Name: "Bridge fight", Ruleset: "turn-order", GM: "gm"},
		engine.UnitFormed{Unit: engine.UnitForm{ID: 1, Name: "Wraith", Side: engine.Foes}},
		engine.CombatantAdded{Combatant: engine.Combatant{ID: 2, Unit: 1, Name: "Wraith", Kind: engine.NPC, Side: engine.Foes, Hidden: true}},
	})
	rs, _ := ruleset.ByName("turn-order")
	rs.Hash = "c0ffee" // of the file, which may get better words
	data, err := view.JSON(s, rs)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(data))
	// Output:
	// {
	//   "version": 1,
	//   "name": "Bridge fight",
	//   "ruleset": "turn-order",
	//   "language": "en",
	//   "phase": "setup",
	//   "paused": false,
	//   "round": 0,
	//   "elapsed_seconds": null,
	//   "gm": "gm",
	//   "active": [],
	//   "order": [
	//     {
	//       "unit": "Wraith",
	//       "members": [
	//         "Wraith"
	//       ],
	//       "score": null,
	//       "original_score": null,
	//       "acted": false,
	//       "place": 1,
	//       "together": false,
	//       "shown": ""
	//     }
	//   ],
	//   "combatants": [
	//     {
	//       "name": "Wraith",
	//       "kind": "npc",
	//       "side": "foes",
	//       "owner": null,
	//       "unit": "Wraith",
	//       "stats": {},
	//       "natural": null,
	//       "score": null,
	//       "original_score": null,
	//       "acted": false,
	//       "surprised": false,
	//       "hidden": true,
	//       "alert": false,
	//       "ambusher": false,
	//       "blow": "",
	//       "last": false,
	//       "down": "",
	//       "hp": null,
	//       "hp_max": null,
	//       "absorbs": {},
	//       "ticks_left": null,
	//       "ticks_reserved": null,
	//       "hp_shown": "words",
	//       "pools": {},
	//       "carries": false,
	//       "saves": null,
	//       "resistances": [],
	//       "rating": "",
	//       "adjust": "",
	//       "block": null,
	//       "uses": [],
	//       "multiattack": null,
	//       "waiting": "",
	//       "real_name": "",
	//       "sheet": null
	//     }
	//   ],
	//   "effects": [],
	//   "counters": [],
	//   "held_rolls": {},
	//   "ruleset_sha256": "c0ffee",
	//   "asked_saves": [],
	//   "difficulty": null,
	//   "xp": null,
	//   "pass": null,
	//   "tick": null,
	//   "turn_phase": "",
	//   "open_turn": null,
	//   "deck_left": null,
	//   "bag": null
	// }
}
