package command

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
)

// parseStats parses a stats option and checks it against the ruleset's stats.
func (d *decider) parseStats(text string) (stats, error) {
	out := stats{values: map[string]int{}}
	pairs, err := SplitStats(text, d.rs.Template(false))
	if err != nil {
		return out, err
	}
	for _, g := range pairs {
		if err := out.set(d.rs, g.Key, g.Value); err != nil {
			return out, err
		}
	}
	return out, nil
}

// completeStats refuses a player character without the stats the ruleset needs. For an NPC it sets them to 0, which
// afterJoining reports.
func (d *decider) completeStats(values map[string]int, kind engine.Kind) error {
	var missing []string
	for _, st := range d.rs.Stats {
		needed := kind == engine.PC && st.PC || kind == engine.NPC && st.NPC
		_, has := values[st.Key]
		instead := slices.ContainsFunc(st.Or, func(k string) bool { _, ok := values[k]; return ok })
		if needed && !has && !instead {
			missing = append(missing, st.Key)
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case kind == engine.NPC:
		for _, key := range missing {
			values[key] = 0
		}
		d.assumedStats = missing
		return nil
	}
	return engine.Refuse(engine.Invalid, engine.ReasonStatsMissing, engine.Args{Ruleset: d.rs.Title, Names: missing, Example: d.rs.Template(false)})
}

func (st *stats) set(rs *engine.Ruleset, key string, n int) error {
	low, high := minHP, maxHP
	if key != "hp" {
		known, ok := rs.Stat(key)
		if !ok {
			return engine.Refuse(engine.Invalid, engine.ReasonUnknownStat, engine.Args{Ruleset: rs.Title, Stat: key, Names: rs.StatKeys()})
		}
		low, high = known.Min, known.Max
	}
	if n < low || n > high {
		return engine.Refuse(engine.Invalid, engine.ReasonStatRange, engine.Args{Stat: key, Low: low, High: high, Count: n})
	}
	st.given = append(st.given, key+" "+strconv.Itoa(n))
	if key == "hp" {
		st.hp, st.hasHP = n, true
	} else {
		st.values[key] = n
	}
	return nil
}

// stats is a parsed stats option.
type stats struct {
	values map[string]int // all but hp
	hp     int
	hasHP  bool
	given  []string // "init 15", in the order typed
}

// StatPair is one pair of a stats option.
type StatPair struct {
	Key   string // lower case
	Value int
}

// String returns the pair as it is typed: "init 15".
func (g StatPair) String() string { return g.Key + " " + strconv.Itoa(g.Value) }

// SplitStats parses a stats option, like "init 15, hp=30", into pairs. It does not check the keys, which depend on the
// ruleset. example is what refusals suggest writing. Errors are *[engine.Error] with code Invalid.
func SplitStats(text, example string) ([]StatPair, error) {
	var out []StatPair
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := statPattern.FindStringSubmatch(part)
		if m == nil {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonStatForm, engine.Args{Text: part, Example: example})
		}
		key := strings.ToLower(m[1])
		n, err := strconv.Atoi(m[2])
		switch {
		case key == "hp" && n > maxHP: // including numbers too long for an int
			return nil, tooManyHP()
		case err != nil: // the pattern allows only digits, so the number is too long
			return nil, engine.Refuse(engine.Invalid, engine.ReasonStatDigits, engine.Args{Stat: key})
		}
		if slices.ContainsFunc(out, func(g StatPair) bool { return g.Key == key }) {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonStatTwice, engine.Args{Stat: key})
		}
		out = append(out, StatPair{key, n})
	}
	return out, nil
}

// mergeStats returns a copy of base with the values of over added or replaced.
func mergeStats(base, over map[string]int) map[string]int {
	out := maps.Clone(base)
	if out == nil {
		out = map[string]int{}
	}
	maps.Copy(out, over)
	return out
}

var statPattern = regexp.MustCompile(`^([^\s=:+-]+)\s*[\s=:]?\s*([+-]?\d+)$`)

// setStats gives a new combatant its stats. Soak is also a pool that gets used up.
func setStats(c *engine.Combatant, st stats) {
	c.Stats, c.HasHP, c.HP, c.MaxHP, c.Soak = st.values, st.hasHP, st.hp, st.hp, st.values["soak"]
}

// The limits on hit points.
const (
	minHP = 0
	maxHP = 100_000
)
