package words

import (
	"maps"
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// The words of each mechanic are in a file of their own. This file lists them: which events are rendered, what can follow damage, what the
// order shows, and what /help says about the ruleset.

// fight is a fight as somebody reads it. What is shown of it is a method, so that the words of each mechanic have all three at hand.
type fight struct {
	l  *lang.Language   // the reader's
	s  *engine.State    // the reader's view
	rs *ruleset.Ruleset // nil: outside a fight
}

// sentences returns the functions that render events. The first one to return a text for an event is the only one.
func (t *teller) sentences() []func(engine.Event) string {
	return []func(engine.Event) string{t.roster, t.order, t.waits, t.turn, t.effect, t.damage, t.state, t.action, t.tests, t.checks, t.saves, t.counters}
}

// followsHit reports whether an event can be the consequence of a change of hit points.
func followsHit(e engine.Event) bool {
	switch e.(type) {
	case engine.EffectEnded, engine.AbsorbSet, engine.DownChanged, engine.CheckDue, engine.CountersSet, engine.SourceLeft, engine.SaveDue:
		return true
	}
	return false
}

// unitStates returns the words below a unit's row for the states it is in.
func (f fight) unitStates(u *engine.Unit) []string {
	return tagged(f.l, []tag{{u.Last > 0, "state.acts-last"}, {u.Place == engine.PlaceMissed, "state.acts-next-round"}, {u.Stage == engine.Delaying, "state.delaying"},
		{u.Stage == engine.Holding, "state.holding"}, {u.Blow == engine.BlowPending, "state.blow-pending"}, {u.Blow.Lowers(), "state.blow-active"}})
}

// tag is a word that is shown if it is on.
type tag struct {
	on bool
	id string // of its text
}

// tagged returns the words that are on.
func tagged(l *lang.Language, tags []tag) []string {
	var out []string
	for _, t := range tags {
		if t.on {
			out = append(out, l.Label(t.id))
		}
	}
	return out
}

// states returns the words for the states a combatant is in, below its row and on the GM's screen.
func (f fight) states(c *engine.Combatant) []string {
	out := tagged(f.l, []tag{{c.Hidden, "state.hidden"}, {c.Concealed, "state.concealed"}, {c.Surprised, "state.surprised"}, {c.SurpriseDue, "state.surprise-due"},
		{c.Ambusher, "state.ambush"}, {c.Alert, "state.alert"}, {c.BlowDue, "state.blow-pending"}})
	switch down := c.Saves; {
	case down == nil || c.Standing():
	case down.Level > 0:
		out = append(out, f.l.Label("check.tag-level", lang.Int("level", down.Level)))
	case down.Passes+down.Fails > 0:
		out = append(out, f.l.Label("check.tag-counts", lang.N("passes", down.Passes), lang.N("fails", down.Fails)))
	}
	for _, key := range slices.Sorted(maps.Keys(c.Pools)) {
		if held := c.Pools[key].Reserved; held > 0 {
			out = append(out, f.l.Label("state.reserved", lang.Pool("pool", key, held)))
		}
	}
	return out
}

// Facts returns what a ruleset has, a line each: its stats, pools, conditions, and how to wait (RS-9).
func Facts(l *lang.Language, rs *ruleset.Ruleset) []string {
	var out []string
	for _, st := range rs.Stats {
		if st.Is != "" {
			out = append(out, l.Line("facts.stat", lang.Text("stat", st.Key), lang.Brief("is", st.Is, mostNote)))
		}
	}
	for i := range rs.Absorbs {
		out = append(out, l.Line("facts.stat", lang.Text("stat", rs.Absorbs[i].Key), lang.Brief("is", rs.Absorbs[i].Words(), mostNote)))
	}
	if rs.Damage != nil {
		out = append(out, damageFacts(l, rs.Damage))
	}
	if len(rs.Rests) > 0 {
		out = append(out, l.Line("facts.rests", lang.Parts("rests", phrases(rs.RestNames(), term))))
	}
	var pools []lang.Phrase
	for i := range rs.Turn {
		pools = append(pools, pool(&rs.Turn[i]))
	}
	if len(pools) > 0 {
		out = append(out, l.Line("facts.turn", lang.Part("pools", chained("list.chain", pools))))
	}
	for _, c := range rs.Conditions {
		out = append(out, l.Line("facts.condition", lang.Term("condition", c.Name), lang.Part("does", chained("list.chain", does(c)))))
	}
	if rs.Wait != ruleset.NoWait {
		wait, _, oneASide := strings.Cut(string(rs.Wait), ",")
		out = append(out, l.Line("facts.wait", lang.Text("wait", wait), lang.Flag("one_a_side", oneASide)))
	}
	var counters, events []lang.Phrase
	for _, c := range rs.Counters {
		counters = append(counters, term(c.Name))
	}
	for _, e := range rs.Events {
		events = append(events, term(e.Name))
	}
	if len(counters) > 0 {
		out = append(out, l.Line("facts.counters", lang.Parts("counters", counters)))
	}
	if len(events) > 0 {
		out = append(out, l.Line("facts.events", lang.Parts("events", events)))
	}
	return out
}
