package ruleset

import (
	"errors"
	"slices"
	"strings"

	"roundel/engine/strictyaml"
)

// readEffects reads how effects end, and the conditions (RS-60 to RS-66).
func (r *reader) readEffects() {
	r.rs.Durations = Clock(r.Word(r.Root, "durations", string(TargetsEnd)))
	if r.shape == Ticks && r.rs.Durations == RoundsEnd {
		r.Problem(r.Root.Get("durations"), "durations: a clock has no rounds; write end of target's turn or another turn")
	}
	n := r.Root.Get("conditions")
	if n != nil {
		for _, e := range n.Entries { // the names first, because conditions name each other
			r.rs.Conditions = append(r.rs.Conditions, Condition{Name: strings.Join(strings.Fields(e.Key.Text), " ")})
		}
		for i, e := range n.Entries {
			if e.Value.Kind == strictyaml.Mapping {
				r.condition(e.Value, &r.rs.Conditions[i])
			}
		}
	}
	r.rs.Save = r.check(r.Root, "save")
}

func (r *reader) condition(n *strictyaml.Node, c *Condition) {
	c.Skip, c.NoReactions, c.Level = r.Yes(n, "skip"), r.Yes(n, "no reactions"), r.Yes(n, "level")
	c.Damage, c.One, c.Note = r.Yes(n, "damage"), r.Yes(n, "one"), r.Text(n, "note")
	c.Fades, c.Initiative = Fades(r.Text(n, "fades")), r.Number(n, "initiative", 0)
	if c.Level {
		c.Most = r.Number(n, "most", 20)
	} else {
		r.Only(n, "this is only for conditions with level: yes", "most", "fades")
	}
	c.Lasts = r.lasts(n)
	r.takes(n, c)
	r.breaks(n, c)
	c.Check = r.check(n, "check")
}

// lasts reads the duration of a condition.
func (r *reader) lasts(n *strictyaml.Node) string {
	v := n.Get("lasts")
	if v == nil || v.Kind != strictyaml.Scalar {
		return ""
	}
	d, err := ParseDuration(v.Text)
	if d.End == Ticked && r.shape != Ticks {
		err = ErrDuration
	}
	switch {
	case errors.Is(err, ErrRounds) && r.shape == Ticks:
		r.Problem(v, "lasts: an effect can last at most %d rounds or ticks", MaxRounds)
	case errors.Is(err, ErrRounds):
		r.Problem(v, "lasts: an effect can last at most %d rounds", MaxRounds)
	case errors.Is(err, ErrHours):
		r.Problem(v, "lasts: an effect can last at most %d h", MaxHours)
	case err != nil:
		more := strictyaml.Meant(strictyaml.Straight(strings.ToLower(v.Text)), ends())
		if more == "" {
			more = "; write one such as 2 rounds, end of turn or start of source's turn"
		}
		r.Problem(v, "lasts: %s is not a duration%s", strictyaml.Quote(v.Text), more)
	case r.shape == Ticks && (d.End == EndOfRound || d.Clock == RoundsEnd):
		r.Problem(v, "lasts: a clock has no rounds to end; write ticks, or a turn")
	case r.shape == Ticks && d.Seconds > 0:
		r.Problem(v, "lasts: a clock has no length of rounds, so time can't be counted; write ticks or rounds")
	case d.Seconds > 0 && !r.Root.Has("round"):
		r.Problem(v, "lasts: time can only be counted if the ruleset has round, the length of a round; add it, or write rounds")
	}
	return v.Text
}

// ends returns the durations that are words.
func ends() []string {
	var out []string
	for _, end := range []End{Fight, EndOfTurn, EndOfThisTurn, EndOfRound, EndOfNextTurn,
		EndOfSourcesTurn, EndOfSourcesNextTurn, StartOfTurn, StartOfSourcesTurn} {
		out = append(out, string(end))
	}
	return out
}

// takes reads which pools a condition takes, and whether a level can fall by that.
func (r *reader) takes(n *strictyaml.Node, c *Condition) {
	if v := n.Get("takes"); v != nil {
		for _, e := range v.Entries {
			if !r.poolExists(e.Key, "takes", e.Key.Text) || e.Value.Kind != strictyaml.Scalar {
				continue
			}
			count := r.Number(v, e.Key.Text, 0)
			if count == 0 {
				r.Problem(e.Value, "%s: must be a whole number from -20 to 20, and not 0", e.Key.Text)
			}
			c.Takes = append(c.Takes, Take{Pool: e.Key.Text, N: count})
		}
	}
	if c.Fades == FadesBySpent && !n.Has("takes") {
		r.Problem(n.Get("fades"), "fades: the level can only fall by what is spent if the condition has takes")
	}
}

// breaks reads what ends a condition.
func (r *reader) breaks(n *strictyaml.Node, c *Condition) {
	for _, item := range n.Get("breaks").List() {
		switch {
		case item.Kind != strictyaml.Scalar:
		case item.Text == "down":
			c.Breaks.Down = true
		case item.Text == "skip":
			c.Breaks.Skip = true
		default:
			if name := r.conditionExists(item, "breaks", "down", "skip"); name != "" {
				c.Breaks.Conditions = append(c.Breaks.Conditions, name)
			}
		}
	}
}

// conditionExists returns the name of a condition as the file has it. If there is none, it refuses the name and returns "". more are other
// words that are allowed there.
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

// check reads a check (RS-66). It returns nil if there is none.
func (r *reader) check(parent *strictyaml.Node, key string) *Check {
	n := parent.Get(key)
	if n == nil || n.Kind != strictyaml.Mapping {
		return nil
	}
	facts := []string{"dc", "bonus", "level", "damage"}
	c := &Check{At: CheckAt(r.Word(n, "at", string(AtEnd))), Keeps: r.Text(n, "ends") == "fail",
		Passes: r.Number(n, "passes", 1), Fails: r.Number(n, "fails", 0),
		Roll: r.formula(n, "roll", scope{also: facts}), Needs: r.formula(n, "needs", scope{number: true, also: facts})}
	if c.Keeps && c.Fails > 0 {
		c.Passes = c.Fails // the last of the fails ends it
	}
	if c.Roll != nil && c.Needs != nil {
		c.NeedsDC = slices.Contains(append(c.Roll.Facts(), c.Needs.Facts()...), "dc")
	}
	if v := n.Get("becomes"); v != nil && v.Kind == strictyaml.Scalar {
		c.Becomes = r.conditionExists(v, "becomes")
		if !n.Has("fails") {
			r.Problem(r.KeyOf(n, "becomes"), "becomes: this takes its place after so many fails; add fails")
		}
	}
	return c
}
