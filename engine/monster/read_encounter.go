package monster

import (
	"slices"

	"roundel/engine"
	"roundel/engine/strictyaml"
)

// ReadEncounter reads an encounter: foes that join a fight at once, and those that may join in later rounds. A foe is some monsters of one
// kind and how they differ from it, or has everything that a monster has:
//
//	roundel: 1
//	encounter: Ambush at the ford
//	foes:
//	  - {monster: Goblin, count: 3, hp: roll, stats: {ac: 16}, hidden: yes}
//	waves:
//	  - round: 4
//	    foes:
//	      - {name: Mud Ape, hp: 30, attacks: [{name: Fist, bonus: 5, damage: 1d8+3 bludgeoning}]}
//
// Whether there are monsters of these names isn't checked. The error is of type [Problems], and lists everything that is wrong with it.
func ReadEncounter(text []byte) (*Encounter, error) {
	r := &reader{}
	out := &Encounter{}
	if r.Open(text, large("a file of an encounter"), encounterKeys()) {
		out.Name = r.encounterName()
		out.Add(0, r.foes(r.Root)...)
		seen := map[int]bool{}
		for _, n := range r.listed("waves") {
			round := r.Number(n, "round", 0)
			if seen[round] && round > 0 {
				r.Problem(n.Get("round"), "round: there are two waves for round %d; put their foes into one", round)
			}
			seen[round] = true
			out.Add(round, r.foes(n)...)
		}
		out.Tidy()
		if heads := out.Heads(); heads > MaxFoes {
			r.Problem(r.Root, "an encounter can have at most %d foes, and this one has %d", MaxFoes, heads)
		} else if heads == 0 && len(r.Problems) == 0 {
			r.Problem(r.Root, "foes: there are none; write at least one here or in waves")
		}
	}
	if len(r.Problems) > 0 {
		return nil, strictyaml.Sorted(r.Problems)
	}
	return out, nil
}

// encounterName returns the name of the encounter.
func (r *reader) encounterName() string {
	name := engine.CleanName(r.Text(r.Root, "encounter"))
	at := r.Root.Get("encounter")
	known := func(p strictyaml.Problem) bool { return p.Line == at.Line && p.Column == at.Column }
	if at != nil && at.Kind == strictyaml.Scalar && !IsEncounterName(name) && !slices.ContainsFunc(r.Problems, known) {
		r.Problem(at, "encounter: a name has at most %d characters that can be seen", MaxEncounterName)
	}
	return name
}

// foes returns the foes of the file or of a wave.
func (r *reader) foes(of *strictyaml.Node) []Foe {
	var out []Foe
	for _, n := range r.Mappings(of, "foes") {
		out = append(out, r.foe(n))
	}
	return out
}

func (r *reader) foe(n *strictyaml.Node) Foe {
	f := Foe{Monster: engine.CleanName(r.Text(n, "monster")), Count: r.Number(n, "count", 1), Side: r.combatantName(n, "side"),
		Hidden: r.Yes(n, "hidden"), Separate: r.Yes(n, "separate"), RollHP: r.Text(n, "hp") == "roll"}
	if n.Get("monster") == nil {
		f.Own = r.ownKind(n)
		return f
	}
	f.Name, f.Stats = r.combatantName(n, "name"), r.statsOf(n)
	r.Only(n, "the monster already has this; leave this key out, or leave out monster and describe the whole foe", "hit dice", "attacks")
	if hp := r.Number(n, "hp", 0); hp > 0 {
		f.Stats = append(f.Stats, engine.StatPair{Key: "hp", Value: hp})
	}
	return f
}

// ownKind returns what a foe says of its kind itself.
func (r *reader) ownKind(n *strictyaml.Node) *Monster {
	if n.Get("name") == nil {
		r.Problem(n, "a foe needs the key monster with the name of a known monster, or the key name with stats of its own")
	}
	hp := n.Get("hp")
	if hp != nil && hp.Text == "roll" && n.Get("hit dice") == nil {
		r.Problem(hp, "hp: without hit dice there is nothing to roll; add hit dice: 2d6+2, or write a number")
	}
	if hp != nil && hp.Text == "average" {
		r.Problem(hp, "hp: only a foe with monster has an average; write a number")
	}
	return new(r.monster(n))
}
