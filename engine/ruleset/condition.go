package ruleset

import (
	"slices"
	"strconv"
	"strings"

	"roundel/engine/strictyaml"
)

// Condition is what the file says about effects with this name (RS-65).
type Condition struct {
	Name        string
	Skip        bool // loses turns
	NoReactions bool // spends nothing out of turn
	Level       bool // has a level, up to Most
	Most        int
	Fades       Fades
	Lasts       string // its duration if none is typed, as [ParseDuration] reads it; empty: until removed
	Takes       []Take // reduces how much of these pools comes back, times the level (RS-43)
	Initiative  int    // modifies the score while it lasts (TO-8)
	Damage      bool   // the option damage is required
	One         bool   // a second one on the same target ends the first
	Breaks      Breaks
	Check       *Check
	Note        string
	Changes     []Change // of rolls and damage, while it lasts (NU-22)
	Also        []string // conditions whose changes it has as well
	Type        string   // the type of its numbers; of one type, only the highest bonus and the lowest penalty count
}

// Take is how much a condition takes from a pool per level; negative: it gives.
type Take struct {
	Pool string
	N    int
}

// Fades says when a level drops automatically (RS-65).
type Fades string

// When a level drops: never; by one at the start or end of the target's turn; or by what Takes took.
const (
	NeverFades   Fades = ""
	FadesStart   Fades = "start of turn"
	FadesEnd     Fades = "end of turn"
	FadesBySpent Fades = "spent"
)

// Breaks says what ends a condition immediately: its target goes down, gets an effect that loses turns, or gets one of these conditions.
type Breaks struct {
	Down, Skip bool
	Conditions []string
}

// Condition returns the condition with that name, ignoring case, or nil.
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

func (r *reader) conditionsKey(k *strictyaml.Keys) {
	k.Add("conditions", "[effects known by name](#conditions)",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a condition", About: "the condition; case doesn't matter", Spec: r.conditionKeys(&Condition{}).Spec(), Most: 60,
			Length: strictyaml.MaxKey, Fold: true, What: "a text of at most 50 characters"}, What: "a mapping of names to what the conditions do, such as Prone: {}"},
		r.readConditions)
}

// conditionKeys returns the keys of a condition (RS-65).
func (r *reader) conditionKeys(c *Condition) *strictyaml.Keys {
	k := strictyaml.NewKeys("a condition")
	k.YesNo("skip", "loses its turns", &c.Skip)
	k.YesNo("no reactions", "can spend nothing out of turn", &c.NoReactions)
	k.YesNo("level", "has a level, the option `level`; at 0 it ends", &c.Level)
	k.Number("most", "the highest level; default: 20", &c.Most, 1, maxCount)
	k.Add("fades", "when the level falls: by one at the start or end of its target's turn, or by what `takes` took (`spent`)",
		strictyaml.Words(string(FadesStart), string(FadesEnd), string(FadesBySpent)), func(n *strictyaml.Node) { c.Fades = Fades(n.Text) })
	k.Text("lasts", "how long it lasts if no duration is typed, such as `2 rounds` or `start of source's turn`", &c.Lasts, strictyaml.Text(1, 60)).Then(r.checkLasts)
	k.Add("takes", "how much of which pools is missing when they come back, -20 to 20, times the level; below 0, it is more",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a pool", About: "the pool, and how many of it are missing; 0 isn't allowed", Spec: strictyaml.Number(-20, 20), Most: 12,
			Pattern: keyPattern, Length: strictyaml.MaxKey, What: "a pool of turn"}, What: "a mapping of pools to numbers, such as action: 1"},
		func(n *strictyaml.Node) { c.Takes = r.takes(n) })
	k.Number("initiative", "added to the score while it lasts", &c.Initiative, -maxModifier, maxModifier)
	k.YesNo("damage", "takes an amount of damage, dealt at the end of each turn", &c.Damage)
	k.YesNo("one", "whether a second one on the same target ends the first", &c.One)
	k.Add("breaks", "what else ends it: going `down`, an effect that loses turns (`skip`), or a condition",
		strictyaml.ListOf(strictyaml.Text(1, strictyaml.MaxKey), 62, "down, skip, the name of a condition, or a list of these"),
		func(n *strictyaml.Node) { c.Breaks = r.breaks(n) })
	k.Add("check", "[a check](#checks)", r.checkKeys(&Check{}).Spec(), func(n *strictyaml.Node) { c.Check = r.readCheck(n) })
	r.changeKeys(k, c)
	k.Text("note", "a reminder, shown with it", &c.Note, strictyaml.Text(0, 200))
	return k
}

func (r *reader) readConditions(n *strictyaml.Node) {
	rs := r.rs
	for _, e := range n.Entries { // names first, because conditions refer to each other
		rs.Conditions = append(rs.Conditions, Condition{Name: strings.Join(strings.Fields(e.Key.Text), " "), Most: 20})
	}
	for i, e := range n.Entries {
		c, v := &rs.Conditions[i], e.Value
		r.conditionKeys(c).Read(v)
		r.shown(c.Name, c.Note)
		if !c.Level {
			c.Most = 0
			if !v.Refused("level") {
				r.Only(v, "this is only for conditions with level: yes", "most", "fades")
			}
		}
		if c.Fades == FadesBySpent && !v.Has("takes") {
			r.Problem(v.Get("fades"), "fades: the level can only fall by what is spent if the condition has takes")
		}
	}
}

// takes reads how much a condition takes from pools.
func (r *reader) takes(n *strictyaml.Node) []Take {
	var out []Take
	for _, e := range n.Entries {
		if !r.poolExists(e.Key, "takes", e.Key.Text) || e.Value.Kind != strictyaml.Scalar {
			continue
		}
		count, err := strconv.Atoi(e.Value.Text)
		if err != nil || count == 0 {
			r.Problem(e.Value, "%s: must be a whole number from -20 to 20, and not 0", e.Key.Text)
		}
		out = append(out, Take{Pool: e.Key.Text, N: count})
	}
	return out
}

// breaks reads what ends a condition.
func (r *reader) breaks(n *strictyaml.Node) Breaks {
	var out Breaks
	for _, item := range n.List() {
		switch {
		case item.Kind != strictyaml.Scalar:
		case item.Text == "down":
			out.Down = true
		case item.Text == "skip":
			out.Skip = true
		default:
			if name := r.conditionExists(item, "breaks", "down", "skip"); name != "" {
				out.Conditions = append(out.Conditions, name)
			}
		}
	}
	return out
}

// conditionExists returns the spelling of a condition's name in the file. If there is no such condition, it reports the name and returns "".
// more are other words that are allowed.
func (r *reader) conditionExists(v *strictyaml.Node, key string, more ...string) string {
	if c := r.rs.Condition(v.Text); c != nil {
		return c.Name
	}
	known := slices.Clone(more)
	for i := range r.rs.Conditions {
		known = append(known, r.rs.Conditions[i].Name)
	}
	near := strictyaml.Meant(v.Text, known)
	if near == "" {
		near = "; add it to conditions"
		if len(more) > 0 {
			near += ", or write " + strictyaml.Either(more)
		}
	}
	r.Problem(v, "%s: %s is not a condition of this ruleset%s", key, strictyaml.Quote(v.Text), near)
	return ""
}
