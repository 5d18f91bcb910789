package monster

import (
	"regexp"

	"roundel/engine"
	"roundel/engine/strictyaml"
)

// MaxBytes is the size of a file of monsters or of an encounter, in bytes.
const MaxBytes = 262144

var (
	hpPattern  = regexp.MustCompile(`^(average|roll|0*([1-9]\d{0,4}|100000))$`) // the hit points of a foe
	keyPattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,23}$`)                   // the key of a stat
)

// attackKeys returns every key that an attack can have.
func attackKeys() strictyaml.Spec {
	return strictyaml.MappingOf("an attack",
		strictyaml.Required("name", strictyaml.Text(1, 50)),
		strictyaml.Optional("kind", strictyaml.Words(string(Melee), string(Ranged), string(Either))),
		strictyaml.Optional("bonus", strictyaml.Number(-500, 500)),
		strictyaml.Optional("damage", strictyaml.ListOf(strictyaml.Text(1, 100), 6, "dice such as 2d6+2 slashing, or a list of at most 6")),
		strictyaml.Optional("more", strictyaml.Text(1, 100)),
	)
}

// monsterKeys returns every key that a file of monsters can have.
func monsterKeys() strictyaml.Spec {
	one := strictyaml.MappingOf("a monster",
		strictyaml.Required("name", strictyaml.Text(1, engine.MaxName)),
		strictyaml.Optional("hp", strictyaml.Number(1, engine.MaxHP)),
		strictyaml.Optional("hit dice", strictyaml.Text(1, 50)),
		strictyaml.Optional("stats", anyStats()),
		strictyaml.Optional("attacks", strictyaml.ListOf(attackKeys(), MaxAttacks, "a list of at most 12 attacks")),
	)
	return strictyaml.MappingOf("a file of monsters",
		strictyaml.Required("roundel", strictyaml.Format()),
		strictyaml.Required("monsters", strictyaml.ListOf(one, 200, "a list of at most 200 monsters, such as - name: Owlbear")),
	)
}

// encounterKeys returns every key that a file of an encounter can have.
func encounterKeys() strictyaml.Spec {
	foe := strictyaml.MappingOf("a foe",
		strictyaml.Optional("monster", strictyaml.Text(1, engine.MaxName)),
		strictyaml.Optional("name", strictyaml.Text(1, engine.MaxName)),
		strictyaml.Optional("count", strictyaml.Number(1, MaxCount)),
		strictyaml.Optional("hp", strictyaml.Pattern(hpPattern, "average, roll or a whole number from 1 to 100000")),
		strictyaml.Optional("hit dice", strictyaml.Text(1, 50)),
		strictyaml.Optional("stats", anyStats()),
		strictyaml.Optional("attacks", strictyaml.ListOf(attackKeys(), MaxAttacks, "a list of at most 12 attacks")),
		strictyaml.Optional("side", strictyaml.Text(1, engine.MaxName)),
		strictyaml.Optional("hidden", strictyaml.YesNo()),
		strictyaml.Optional("separate", strictyaml.YesNo()),
	)
	foes := strictyaml.ListOf(foe, MaxFoes, "a list of at most 100 foes, such as - monster: Owlbear")
	wave := strictyaml.MappingOf("a wave",
		strictyaml.Required("round", strictyaml.Number(1, MaxRound)),
		strictyaml.Required("foes", foes),
	)
	return strictyaml.MappingOf("a file of an encounter",
		strictyaml.Required("roundel", strictyaml.Format()),
		strictyaml.Required("encounter", strictyaml.Text(1, MaxEncounterName)),
		strictyaml.Optional("foes", foes),
		strictyaml.Optional("waves", strictyaml.ListOf(wave, MaxWaves, "a list of at most 20 waves, such as - round: 4")),
	)
}

// anyStats are values of stats of any rulesets.
func anyStats() strictyaml.Spec {
	return strictyaml.Spec{Names: &strictyaml.Named{Of: "a stat", Spec: strictyaml.Number(-MaxStat, MaxStat), Most: MaxStats, Pattern: keyPattern, Length: strictyaml.MaxKey,
		What: "at most 24 small letters, digits and underscores, with a letter first"}, What: "a mapping of stats to numbers, such as {init: 2, ac: 15}"}
}

// large returns a kind of file with up to MaxBytes bytes. The limit of marks is more than a file of that size needs, and keeps the memory low
// that reading YAML takes: about 1 kB for each value.
func large(what string) strictyaml.File {
	return strictyaml.File{What: what, Most: MaxBytes, Marks: MaxBytes / 4}
}
