package rules

import (
	"regexp"

	"roundel/engine"
	"roundel/engine/monster"
)

// MaxMonsters is the size of a file of monsters or of an encounter, in bytes.
const MaxMonsters = 262144

// hpPattern is what the hit points of a foe may be.
var hpPattern = regexp.MustCompile(`^(average|roll|0*([1-9]\d{0,4}|100000))$`)

// attackKeys returns everything that may stand in an attack.
func attackKeys() spec {
	return mappingOf("an attack",
		key{"name", text(1, 50), true},
		key{"kind", words(string(monster.Melee), string(monster.Ranged), string(monster.Either)), false},
		key{"bonus", number(-500, 500), false},
		key{"damage", listOf(text(1, 100), 6, "dice such as 2d6+2 slashing, or a list of at most 6"), false},
		key{"more", text(1, 100), false},
	)
}

// monsterKeys returns everything that may stand in a file of monsters.
func monsterKeys() spec {
	one := mappingOf("a monster",
		key{"name", text(1, engine.MaxName), true},
		key{"hp", number(1, engine.MaxHP), false},
		key{"hit dice", text(1, 50), false},
		key{"stats", anyStats(), false},
		key{"attacks", listOf(attackKeys(), monster.MaxAttacks, "a list of at most 12 attacks"), false},
	)
	return mappingOf("a file of monsters",
		key{"roundel", formatSpec(), true},
		key{"monsters", listOf(one, 200, "a list of at most 200 monsters, such as - name: Owlbear"), true},
	)
}

// encounterKeys returns everything that may stand in a file of an encounter.
func encounterKeys() spec {
	foe := mappingOf("a foe",
		key{"monster", text(1, engine.MaxName), false},
		key{"name", text(1, engine.MaxName), false},
		key{"count", number(1, monster.MaxCount), false},
		key{"hp", pattern(hpPattern, "average, roll or a whole number from 1 to 100000"), false},
		key{"hit dice", text(1, 50), false},
		key{"stats", anyStats(), false},
		key{"attacks", listOf(attackKeys(), monster.MaxAttacks, "a list of at most 12 attacks"), false},
		key{"side", text(1, engine.MaxName), false},
		key{"hidden", yesNo(), false},
		key{"separate", yesNo(), false},
	)
	foes := listOf(foe, monster.MaxFoes, "a list of at most 100 foes, such as - monster: Owlbear")
	wave := mappingOf("a wave",
		key{"round", number(1, monster.MaxRound), true},
		key{"foes", foes, true},
	)
	return mappingOf("a file of an encounter",
		key{"roundel", formatSpec(), true},
		key{"encounter", text(1, monster.MaxEncounterName), true},
		key{"foes", foes, false},
		key{"waves", listOf(wave, monster.MaxWaves, "a list of at most 20 waves, such as - round: 4"), false},
	)
}

// anyStats are values of stats of any rulesets.
func anyStats() spec {
	return spec{names: &names{of: "a stat", spec: number(-maxStat, maxStat), most: monster.MaxStats, pattern: keyPattern, length: maxKey,
		what: "at most 24 small letters, digits and underscores, with a letter first"}, what: "a mapping of stats to numbers, such as {init: 2, ac: 15}"}
}
