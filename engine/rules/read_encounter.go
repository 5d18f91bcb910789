package rules

import (
	"slices"

	"roundel/engine"
	"roundel/engine/monster"
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
func ReadEncounter(text []byte) (*monster.Encounter, error) {
	r := &reader{}
	out := &monster.Encounter{}
	if r.open(text, large("a file of an encounter"), encounterKeys()) {
		out.Name = r.encounterName()
		out.Add(0, r.foes(r.root)...)
		seen := map[int]bool{}
		for _, n := range r.listed("waves") {
			round := r.number(n, "round", 0)
			if seen[round] && round > 0 {
				r.problem(n.get("round"), "round: there are two waves for round %d; put their foes into one", round)
			}
			seen[round] = true
			out.Add(round, r.foes(n)...)
		}
		out.Tidy()
		if heads := out.Heads(); heads > monster.MaxFoes {
			r.problem(r.root, "an encounter can have at most %d foes, and this one has %d", monster.MaxFoes, heads)
		} else if heads == 0 && len(r.problems) == 0 {
			r.problem(r.root, "foes: there are none; write at least one here or in waves")
		}
	}
	if len(r.problems) > 0 {
		return nil, sorted(r.problems)
	}
	return out, nil
}

// encounterName returns the name of the encounter.
func (r *reader) encounterName() string {
	name := engine.CleanName(r.text(r.root, "encounter"))
	at := r.root.get("encounter")
	known := func(p Problem) bool { return p.Line == at.line && p.Column == at.column }
	if at != nil && at.kind == scalar && !monster.IsEncounterName(name) && !slices.ContainsFunc(r.problems, known) {
		r.problem(at, "encounter: a name has at most %d characters that can be seen", monster.MaxEncounterName)
	}
	return name
}

// foes returns the foes of the file or of a wave.
func (r *reader) foes(of *node) []monster.Foe {
	var out []monster.Foe
	for _, n := range r.mappings(of, "foes") {
		out = append(out, r.foe(n))
	}
	return out
}

func (r *reader) foe(n *node) monster.Foe {
	f := monster.Foe{Monster: engine.CleanName(r.text(n, "monster")), Count: r.number(n, "count", 1), Side: r.combatantName(n, "side"),
		Hidden: r.yes(n, "hidden"), Separate: r.yes(n, "separate"), RollHP: r.text(n, "hp") == "roll"}
	if n.get("monster") == nil {
		f.Own = r.ownKind(n)
		return f
	}
	f.Name, f.Stats = r.combatantName(n, "name"), r.statsOf(n)
	r.only(n, "the monster already has this; leave this key out, or leave out monster and describe the whole foe", "hit dice", "attacks")
	if hp := r.number(n, "hp", 0); hp > 0 {
		f.Stats = append(f.Stats, engine.StatPair{Key: "hp", Value: hp})
	}
	return f
}

// ownKind returns what a foe says of its kind itself.
func (r *reader) ownKind(n *node) *monster.Monster {
	if n.get("name") == nil {
		r.problem(n, "a foe needs the key monster with the name of a known monster, or the key name with stats of its own")
	}
	hp := n.get("hp")
	if hp != nil && hp.text == "roll" && n.get("hit dice") == nil {
		r.problem(hp, "hp: without hit dice there is nothing to roll; add hit dice: 2d6+2, or write a number")
	}
	if hp != nil && hp.text == "average" {
		r.problem(hp, "hp: only a foe with monster has an average; write a number")
	}
	return new(r.monster(n))
}
