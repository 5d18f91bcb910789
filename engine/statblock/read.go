package statblock

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// The reasons why a file can't be read.
var (
	ErrNotJSON    = errors.New("statblock: the file is not JSON")
	ErrUnknown    = errors.New("statblock: there is no monster in a known format")
	ErrTooMany    = errors.New("statblock: there are too many monsters")
	ErrTooComplex = errors.New("statblock: there are too many values, or they are nested too deep")
)

// The limits of a file.
const (
	MaxMonsters = 200
	MaxValues   = 100_000 // including those in JSON that is itself inside a text

	deep     = 64   // values nested deeper are skipped
	deepest  = 1000 // a file that is nested deeper is refused
	maxDepth = 3    // how deep a monster may be nested
)

// Part is a part of a monster.
type Part string

// The parts that may be missed.
const (
	Whole       Part = "whole" // the monster is left out: its name is missing, too long, or has commas
	Twice       Part = "twice" // the monster is left out: the file has another one with that name
	Copied      Part = "copy"  // the monster is left out: the file gives it as a copy of another one
	HitPoints   Part = "hit-points"
	HitDice     Part = "hit-dice"
	ArmorClass  Part = "armor-class"
	Initiative  Part = "initiative"
	Legendary   Part = "legendary"
	Rating      Part = "rating"
	Resistance  Part = "resistance" // named after what was missed
	Action      Part = "action"     // an attack or ability of that name, all of it
	MoreAttacks Part = "attacks"    // an attack beyond the maximum
	Uses        Part = "uses"       // how often the ability of that name can be used
	Save        Part = "save"       // what save the ability of that name asks for, and what it does
	Entry       Part = "entry"      // an entry of the file that monsters have no place for
)

// Missed is a part of a monster that wasn't understood.
type Missed struct {
	Monster string
	Part    Part
	Name    string // what it is about; see [Part]
}

// Read returns the monsters of a file in its order, and the parts of them that weren't understood. The error is [ErrNotJSON], [ErrUnknown],
// [ErrTooMany] or [ErrTooComplex].
func Read(text []byte) ([]monster.Monster, []Missed, error) {
	d := &loosejson.Decoder{Values: MaxValues, Deep: deep, Most: deepest}
	var blocks []*block
	file, err := d.Decode(string(text))
	if err == nil {
		blocks = (&search{d, formats()}).find(file, 0)
	}
	switch {
	case d.Full:
		return nil, nil, ErrTooComplex
	case err != nil:
		return nil, nil, ErrNotJSON
	case len(blocks) == 0:
		return nil, nil, ErrUnknown
	case len(blocks) > MaxMonsters:
		return nil, nil, ErrTooMany
	}
	var out []monster.Monster
	var missed []Missed
	for _, b := range blocks {
		b.read()
		switch _, twice := monster.Find(out, b.m.Name); {
		case b.form.copied:
			missed = append(missed, Missed{b.m.Name, Copied, ""})
		case engine.CheckName(b.m.Name) != nil:
			missed = append(missed, Missed{b.m.Name, Whole, ""})
		case twice:
			missed = append(missed, Missed{b.m.Name, Twice, ""})
		default:
			out, missed = append(out, b.m), append(missed, b.missed...)
		}
	}
	return out, missed, nil
}

// search looks for monsters in any of the given formats.
type search struct {
	decoder *loosejson.Decoder
	forms   []*form
}

// find returns the monsters in a value: the value itself, or those nested in its lists and objects.
func (s *search) find(v any, depth int) []*block {
	var inside []any
	switch v := v.(type) {
	case loosejson.Object:
		for _, f := range s.forms {
			if f.is(v) {
				return []*block{{Object: v, form: f}}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			inside = append(inside, v[key])
		}
	case []any:
		inside = v
	case string: // an export from Improved Initiative has JSON inside texts
		if !strings.HasPrefix(v, "{") {
			return nil
		}
		if nested, err := s.decoder.Decode(v); err == nil {
			return s.find(nested, maxDepth)
		}
	}
	if depth > maxDepth {
		return nil
	}
	var out []*block
	for _, one := range inside {
		out = append(out, s.find(one, depth+1)...)
	}
	return out
}

// form is a monster format.
type form struct {
	is     func(o loosejson.Object) bool // whether an object is a monster in this format
	rows   []row                         // in the order to read them in
	kinds  string                        // of what kind the entries are, for [block.misshapen]
	silent string                        // keys, separated by spaces, that don't matter in a fight
	copied bool                          // a monster is given only by how it differs from another
}

// row says what to do with one value of a monster.
type row struct {
	from string // paths, separated by spaces; the first that has a value counts
	take func(b *block, v any)
}

// formats returns the formats that can be read. An object counts as the first format that recognizes it.
func formats() []*form {
	return []*form{improvedInitiative(), pathfinder(), foundry(), fiveETools(), open5e(), copyOf()}
}

// block is a monster being read.
type block struct {
	loosejson.Object
	form     *form
	m        monster.Monster
	features []feature
	missed   []Missed
}

// read reads all rows of the format, then the features, and lists the entries that no row reads.
func (b *block) read() {
	known := map[string]bool{}
	for _, key := range strings.Fields(b.form.silent) {
		known[key] = true
	}
	for _, r := range b.form.rows {
		var v any
		for _, path := range strings.Fields(r.from) {
			key, _, _ := strings.Cut(path, ".")
			known[key] = true
			if v == nil {
				v = b.Get(path)
			}
		}
		r.take(b, v)
	}
	b.misshapen("", b.Object, b.form.kinds)
	b.addFeatures()
	for _, key := range b.Unread(func(key string) bool { return known[key] }) {
		b.miss(Entry, key)
	}
	b.fit()
}

// fit removes abilities from the end until the monster is small enough to be stored (MO-9).
func (b *block) fit() {
	for len(b.m.Abilities) > 0 {
		if b.m.Size() <= monster.MaxStored {
			return
		}
		last := len(b.m.Abilities) - 1
		b.miss(Action, b.m.Abilities[last].Name)
		b.m.Abilities = b.m.Abilities[:last]
		if _, unknown := engine.ParseSteps(b.m.Multiattack, b.m.Actions()); unknown != "" {
			b.m.Multiattack = ""
		}
	}
}

// maxUnread limits how many unread entries are listed for an actor's data, and for the data of each of its items.
const maxUnread = 100

// unread lists the entries of an object that aren't read. known has patterns for [loosejson.Object.UnreadPaths], separated by spaces. of is
// the name of the item that the object belongs to; if it is empty, the object belongs to the actor.
func (b *block) unread(of string, o loosejson.Object, known string) {
	for _, path := range o.UnreadPaths(strings.Fields(known), maxUnread) {
		path = strings.TrimSuffix(path, ".value")
		if of != "" {
			path = of + ": " + path
		}
		b.miss(Entry, path)
	}
}

func (b *block) miss(part Part, name string) {
	one := Missed{b.m.Name, part, clip(unbroken(name), 80)}
	if !slices.Contains(b.missed, one) {
		b.missed = append(b.missed, one)
	}
}
