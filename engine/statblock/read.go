package statblock

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/monster"
)

// The reasons why a file can't be read.
var (
	ErrNotJSON    = errors.New("statblock: the file is not JSON")
	ErrUnknown    = errors.New("statblock: there is no monster in a known format")
	ErrTooMany    = errors.New("statblock: there are too many monsters")
	ErrTooComplex = errors.New("statblock: there are too many values, or they are nested too deep")
)

// MaxMonsters is the maximum number of monsters in a file.
const MaxMonsters = 200

// Part is a part of a monster.
type Part string

// The parts that may not be understood.
const (
	Whole       Part = "whole" // the monster can't be taken: its name is missing, too long, or has commas
	Twice       Part = "twice" // the monster can't be taken: the file has another one with that name
	Copied      Part = "copy"  // the monster can't be taken: the file gives it as a copy of another one
	HitPoints   Part = "hit-points"
	HitDice     Part = "hit-dice"
	ArmorClass  Part = "armor-class"
	Initiative  Part = "initiative"
	Legendary   Part = "legendary"
	Recharge    Part = "recharge" // abilities recharge on different results
	Action      Part = "action"   // anything that is not an attack
	MoreAttacks Part = "attacks"  // attacks beyond the maximum
)

// Missed is a part of a monster that was not understood.
type Missed struct {
	Monster string
	Part    Part
	Name    string // of an action
}

// Read returns the monsters of a file, in its order, and the parts of them that were not understood. The error is [ErrNotJSON], [ErrUnknown],
// [ErrTooMany] or [ErrTooComplex].
func Read(text []byte) ([]monster.Monster, []Missed, error) {
	d := &decoder{left: MaxValues}
	var blocks []*block
	file, err := d.decode(string(text))
	if err == nil {
		blocks = d.find(file, 0)
	}
	switch {
	case d.full:
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
		b.read(b)
		if b.copied {
			missed = append(missed, Missed{b.m.Name, Copied, ""})
			continue
		}
		switch _, twice := monster.Find(out, b.m.Name); {
		case engine.CheckName(b.m.Name) != nil:
			missed = append(missed, Missed{b.m.Name, Whole, ""})
			continue
		case twice:
			missed = append(missed, Missed{b.m.Name, Twice, ""})
			continue
		}
		b.recharge()
		out, missed = append(out, b.m), append(missed, b.missed...)
	}
	return out, missed, nil
}

// block is a monster that is being read.
type block struct {
	object
	read   func(b *block)
	m      monster.Monster
	missed []Missed
	copied bool // what is given is only how it differs from another monster

	recharges map[int]bool // the lowest results on which abilities recharge
}

// maxDepth is the maximum depth at which a monster may be nested.
const maxDepth = 3

// find returns the monsters in a value: the value itself, or those nested in its lists and objects.
func (d *decoder) find(v any, depth int) []*block {
	var inside []any
	switch v := v.(type) {
	case map[string]any:
		if read := form(v); read != nil {
			return []*block{{object: v, read: read, recharges: map[int]bool{}}}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			inside = append(inside, v[key])
		}
	case []any:
		inside = v
	case string: // an export of Improved Initiative has JSON in texts
		if !strings.HasPrefix(v, "{") {
			return nil
		}
		if nested, err := d.decode(v); err == nil {
			return d.find(nested, maxDepth)
		}
	}
	if depth > maxDepth {
		return nil
	}
	var out []*block
	for _, one := range inside {
		out = append(out, d.find(one, depth+1)...)
	}
	return out
}

// form returns the function that reads a monster in this format, or nil if the object isn't a monster.
func form(o object) func(b *block) {
	_, named := o["name"].(string)
	_, titled := o["Name"].(string)
	switch {
	case titled && o.at("HP") != nil:
		return (*block).improvedInitiative
	case named && (o.at("system", "attributes") != nil || o.at("data", "attributes") != nil):
		return (*block).foundry
	case named && o.at("hp") != nil && (o["ac"] != nil || o["dex"] != nil):
		return (*block).fiveETools
	case named && o["hit_points"] != nil:
		return (*block).open5e
	case named && o.at("_copy") != nil:
		return (*block).copyOf
	}
	return nil
}

func (b *block) miss(part Part, name string) {
	b.missed = append(b.missed, Missed{b.m.Name, part, oneLine(name)})
}

// stat sets a stat.
func (b *block) stat(key string, n int) {
	if b.m.Stats == nil {
		b.m.Stats = map[string]int{}
	}
	if n >= -monster.MaxStat && n <= monster.MaxStat {
		b.m.Stats[key] = n
	}
}

// named sets the name.
func (b *block) named(key string) { b.m.Name = engine.CleanName(oneLine(b.text(key))) }

// hitPoints sets hit points and dice; the dice may be in parentheses.
func (b *block) hitPoints(hp any, hitDice string) {
	if n, ok := whole(hp); ok && n > 0 && n <= engine.MaxHP {
		b.m.HP = n
	} else {
		b.miss(HitPoints, "")
	}
	hitDice = strings.Trim(strings.TrimSpace(hitDice), "()")
	if hitDice == "" {
		return
	}
	if expr, ok := diceOf(hitDice); ok && expr.HasDice() {
		b.m.HitDice = expr.String()
	} else {
		b.miss(HitDice, "")
	}
}

// armorClass sets the Armor Class: a number, or the first of a list of numbers or objects.
func (b *block) armorClass(v any, key string) {
	if list, ok := v.([]any); ok && len(list) > 0 {
		v = list[0]
	}
	if o, ok := v.(map[string]any); ok {
		v = o[key]
	}
	if n, ok := whole(v); ok {
		b.stat("ac", n)
		return
	}
	b.miss(ArmorClass, "")
}

// abilities are the six abilities, in the order of a stat block.
func abilities() []string { return []string{"str", "dex", "con", "int", "wis", "cha"} }

// ability sets an ability modifier, and the save unless that has its own bonus.
func (b *block) ability(key string, mod int, save any) {
	b.stat(key+"_mod", mod)
	if n, ok := whole(save); ok {
		mod = n
	}
	b.stat(key, mod)
}

// initiative sets the initiative modifier to the Dexterity modifier plus more, if Dexterity is known.
func (b *block) initiative(more int) {
	if mod, ok := b.m.Stats["dex_mod"]; ok {
		b.stat("init", mod+more)
		return
	}
	b.miss(Initiative, "")
}

// recharge sets the result on which abilities recharge, if it is the same for all.
func (b *block) recharge() {
	switch all := slices.Collect(maps.Keys(b.recharges)); {
	case len(all) == 1:
		b.stat("recharge", all[0])
	case len(all) > 1:
		b.m.Recharges = true
		b.miss(Recharge, "")
	}
}

// attack adds an attack.
func (b *block) attack(a monster.Attack) {
	a.Name = strings.Map(func(r rune) rune {
		if r == ',' || r == ';' {
			return -1
		}
		return r
	}, oneLine(a.Name))
	twice := slices.ContainsFunc(b.m.Attacks, func(other monster.Attack) bool { return engine.SameName(other.Name, a.Name) })
	switch {
	case len(b.m.Attacks) >= monster.MaxAttacks:
		b.miss(MoreAttacks, a.Name)
	case twice || a.Check() != nil:
		b.miss(Action, a.Name)
	default:
		b.m.Attacks = append(b.m.Attacks, a)
	}
}
