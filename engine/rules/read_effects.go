package rules

import (
	"errors"
	"slices"
	"strings"

	"roundel/engine/ruleset"
)

// readEffects reads how effects end, and the conditions (RS-60 to RS-66).
func (r *reader) readEffects() {
	r.rs.Durations = ruleset.Clock(r.word(r.root, "durations", string(ruleset.TargetsEnd)))
	if r.shape == ruleset.Ticks && r.rs.Durations == ruleset.RoundsEnd {
		r.problem(r.root.get("durations"), "durations: a clock has no rounds; write end of target's turn or another turn")
	}
	n := r.root.get("conditions")
	if n != nil {
		for _, e := range n.entries { // the names first, because conditions name each other
			r.rs.Conditions = append(r.rs.Conditions, ruleset.Condition{Name: strings.Join(strings.Fields(e.key.text), " ")})
		}
		for i, e := range n.entries {
			if e.value.kind == mapping {
				r.condition(e.value, &r.rs.Conditions[i])
			}
		}
	}
	r.rs.Save = r.check(r.root, "save")
}

func (r *reader) condition(n *node, c *ruleset.Condition) {
	c.Skip, c.NoReactions, c.Level = r.yes(n, "skip"), r.yes(n, "no reactions"), r.yes(n, "level")
	c.Damage, c.One, c.Note = r.yes(n, "damage"), r.yes(n, "one"), r.text(n, "note")
	c.Fades, c.Initiative = ruleset.Fades(r.text(n, "fades")), r.number(n, "initiative", 0)
	if c.Level {
		c.Most = r.number(n, "most", 20)
	} else {
		r.only(n, "this is only for conditions with level: yes", "most", "fades")
	}
	c.Lasts = r.lasts(n)
	r.takes(n, c)
	r.breaks(n, c)
	c.Check = r.check(n, "check")
}

// lasts reads the duration of a condition.
func (r *reader) lasts(n *node) string {
	v := n.get("lasts")
	if v == nil || v.kind != scalar {
		return ""
	}
	d, err := ruleset.ParseDuration(v.text)
	if d.End == ruleset.Ticked && r.shape != ruleset.Ticks {
		err = ruleset.ErrDuration
	}
	switch {
	case errors.Is(err, ruleset.ErrRounds) && r.shape == ruleset.Ticks:
		r.problem(v, "lasts: an effect can last at most %d rounds or ticks", ruleset.MaxRounds)
	case errors.Is(err, ruleset.ErrRounds):
		r.problem(v, "lasts: an effect can last at most %d rounds", ruleset.MaxRounds)
	case errors.Is(err, ruleset.ErrHours):
		r.problem(v, "lasts: an effect can last at most %d h", ruleset.MaxHours)
	case err != nil:
		more := meant(straight(strings.ToLower(v.text)), ends())
		if more == "" {
			more = "; write one such as 2 rounds, end of turn or start of source's turn"
		}
		r.problem(v, "lasts: %s is not a duration%s", quote(v.text), more)
	case r.shape == ruleset.Ticks && (d.End == ruleset.EndOfRound || d.Clock == ruleset.RoundsEnd):
		r.problem(v, "lasts: a clock has no rounds to end; write ticks, or a turn")
	case r.shape == ruleset.Ticks && d.Seconds > 0:
		r.problem(v, "lasts: a clock has no length of rounds, so time can't be counted; write ticks or rounds")
	case d.Seconds > 0 && !r.root.has("round"):
		r.problem(v, "lasts: time can only be counted if the ruleset has round, the length of a round; add it, or write rounds")
	}
	return v.text
}

// ends returns the durations that are words.
func ends() []string {
	var out []string
	for _, end := range []ruleset.End{ruleset.Fight, ruleset.EndOfTurn, ruleset.EndOfThisTurn, ruleset.EndOfRound, ruleset.EndOfNextTurn,
		ruleset.EndOfSourcesTurn, ruleset.EndOfSourcesNextTurn, ruleset.StartOfTurn, ruleset.StartOfSourcesTurn} {
		out = append(out, string(end))
	}
	return out
}

// takes reads which pools a condition takes, and whether a level can fall by that.
func (r *reader) takes(n *node, c *ruleset.Condition) {
	if v := n.get("takes"); v != nil {
		for _, e := range v.entries {
			if !r.poolExists(e.key, "takes", e.key.text) || e.value.kind != scalar {
				continue
			}
			count := r.number(v, e.key.text, 0)
			if count == 0 {
				r.problem(e.value, "%s: must be a whole number from -20 to 20, and not 0", e.key.text)
			}
			c.Takes = append(c.Takes, ruleset.Take{Pool: e.key.text, N: count})
		}
	}
	if c.Fades == ruleset.FadesBySpent && !n.has("takes") {
		r.problem(n.get("fades"), "fades: the level can only fall by what is spent if the condition has takes")
	}
}

// breaks reads what ends a condition.
func (r *reader) breaks(n *node, c *ruleset.Condition) {
	for _, item := range n.get("breaks").list() {
		switch {
		case item.kind != scalar:
		case item.text == "down":
			c.Breaks.Down = true
		case item.text == "skip":
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
func (r *reader) conditionExists(v *node, key string, more ...string) string {
	if c := r.rs.Condition(v.text); c != nil {
		return c.Name
	}
	known := slices.Clone(more)
	for i := range r.rs.Conditions {
		known = append(known, r.rs.Conditions[i].Name)
	}
	near := meant(v.text, known)
	if near == "" {
		near = "; add it to conditions"
		if len(more) > 0 {
			near += ", or write " + either(more)
		}
	}
	r.problem(v, "%s: %s is not a condition of this ruleset%s", key, quote(v.text), near)
	return ""
}

// check reads a check (RS-66). It returns nil if there is none.
func (r *reader) check(parent *node, key string) *ruleset.Check {
	n := parent.get(key)
	if n == nil || n.kind != mapping {
		return nil
	}
	facts := []string{"dc", "bonus", "level", "damage"}
	c := &ruleset.Check{At: ruleset.CheckAt(r.word(n, "at", string(ruleset.AtEnd))), Keeps: r.text(n, "ends") == "fail",
		Passes: r.number(n, "passes", 1), Fails: r.number(n, "fails", 0),
		Roll: r.formula(n, "roll", scope{also: facts}), Needs: r.formula(n, "needs", scope{number: true, also: facts})}
	if c.Keeps && c.Fails > 0 {
		c.Passes = c.Fails // the last of the fails ends it
	}
	if c.Roll != nil && c.Needs != nil {
		c.NeedsDC = slices.Contains(append(c.Roll.Facts(), c.Needs.Facts()...), "dc")
	}
	if v := n.get("becomes"); v != nil && v.kind == scalar {
		c.Becomes = r.conditionExists(v, "becomes")
		if !n.has("fails") {
			r.problem(r.keyOf(n, "becomes"), "becomes: this takes its place after so many fails; add fails")
		}
	}
	return c
}
