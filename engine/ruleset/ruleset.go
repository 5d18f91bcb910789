package ruleset

import (
	"slices"
	"strconv"
	"strings"

	"roundel/engine/dice"
	"roundel/engine/formula"
)

// Ruleset is how one game runs its turns. A zero field means that the game has no such rule. It is never changed once it has been
// read, and is safe for concurrent use.
type Ruleset struct {
	Name   string   // as typed: "turn-order"
	Title  string   // as shown: "Turn Order"
	Credit string   // where the text of the file comes from, if that is licensed
	Fits   []string // what people call games that it fits: "5e", "pathfinder 2e"
	Help   []string // paragraphs for /help

	Text []byte // the file it was read from
	Hash string // SHA-256 of Text in lower-case hex: which text it is, whatever its name

	RoundSeconds int // length of a round in seconds; 0: no clock is shown (CO-6)

	Stats      []Stat
	Units      Units
	Order      Order
	Turn       []Pool // what a turn has (RS-40); empty: nothing is counted
	Wait       Wait
	Blow       int // added to the score in the round after a blow, below 0 (TO-7); 0: there are none
	Surprise   Surprise
	Durations  Clock  // how "N rounds" are counted (RS-60)
	Save       *Check // of every effect that is put on with a difficulty and has no check of its own (RS-66)
	Conditions []Condition
	Down       *Down // nil: the GM picks the state of whoever is at 0 hit points (CO-12)
	Counters   []Counter
	Events     []Event
	Morale     Morale
	Once       bool // abilities that work once per scene (CS-4)
	Attack     Attack
}

// Stat is a stat that a combatant can have, apart from hp.
type Stat struct {
	Key      string // as typed: "init"
	Is       string // what it is, for /help
	Min, Max int    // the allowed range, inclusive
	Default  int    // what formulas see if it was not given
	PC, NPC  bool   // whether PCs and NPCs need it
	Or       []string
}

// Units says who shares a place in the order.
type Units struct {
	Side       bool // each side is one unit (CS-1)
	SideOption bool // the GM can choose that (RI-2)
	// Alike: NPCs of one type, side and owner for which all formulas in Same have equal values are one unit (TO-4).
	Alike bool
	Same  []*formula.Formula
	Alone bool // what one member of such a unit does or suffers moves that member alone (TO-4)
}

// Morale is a roll against losing heart (CS-8).
type Morale struct {
	Roll dice.Expr // above the stat breaks; nil: there are no Morale checks
	Stat string
}

// Stat returns the stat with that key, and whether the ruleset has one.
func (r *Ruleset) Stat(key string) (Stat, bool) {
	for _, st := range r.Stats {
		if st.Key == key {
			return st, true
		}
	}
	return Stat{}, false
}

// Knows reports whether the ruleset has a stat with that key. All rulesets know hp.
func (r *Ruleset) Knows(key string) bool { return slices.Contains(r.StatKeys(), key) }

// StatKeys returns the keys of all stats in the ruleset, hp last.
func (r *Ruleset) StatKeys() []string {
	var out []string
	for _, st := range r.Stats {
		out = append(out, st.Key)
	}
	return append(out, "hp")
}

// Template returns an example of the stats option with hp and every stat that an NPC or a PC needs: "init 1, hp 10".
func (r *Ruleset) Template(npc bool) string {
	var out []string
	for _, st := range r.Stats {
		if npc && st.NPC || !npc && st.PC {
			out = append(out, st.Key+" "+strconv.Itoa(max(st.Min, min(st.Max, 1))))
		}
	}
	return strings.Join(append(out, "hp 10"), ", ")
}

// Condition returns the condition with that name, without regard to case, or nil.
func (r *Ruleset) Condition(name string) *Condition {
	for i := range r.Conditions { // nearly always, the name is written as in the file
		if r.Conditions[i].Name == name {
			return &r.Conditions[i]
		}
	}
	name = strings.Join(strings.Fields(name), " ")
	for i := range r.Conditions {
		if strings.EqualFold(r.Conditions[i].Name, name) {
			return &r.Conditions[i]
		}
	}
	return nil
}

// BlowChange returns what is added to the score in the round after a blow (TO-7), so that the unit acts later.
func (r *Ruleset) BlowChange() int {
	if r.Order.Low {
		return -r.Blow
	}
	return r.Blow
}

// Event returns the event with that name, without regard to case, or nil.
func (r *Ruleset) Event(name string) *Event {
	name = strings.Join(strings.Fields(name), " ")
	for i := range r.Events {
		if strings.EqualFold(r.Events[i].Name, name) {
			return &r.Events[i]
		}
	}
	return nil
}
