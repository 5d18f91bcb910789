package rules

import (
	"strconv"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// readShape reads what only some shapes of order have (RS-25 to RS-38).
func (r *reader) readShape(n *node, o *ruleset.Order, sides bool) {
	r.distinct(n.get("phases"), "phases")
	o.Phases = r.texts(n.get("phases"))
	switch r.shape {
	case ruleset.Score:
		o.Passes, o.Slots = r.number(n, "passes", 0), r.yes(n, "slots")
	case ruleset.Cards:
		r.readDeck(n, &o.Deck, sides)
	case ruleset.Pick:
		o.Next = ruleset.Next(r.word(n, "next", string(ruleset.Anyone)))
		o.Chooser, o.Repeat = ruleset.Chooser(r.word(n, "who", string(ruleset.ByActor))), r.yes(n, "repeat")
	case ruleset.Draw:
		o.Tokens = r.formula(n, "tokens", scope{number: true, to: 20})
		o.Lots, o.Ends = ruleset.Lots(r.word(n, "pool", string(ruleset.OwnLots))), r.number(n, "ends", 0)
	case ruleset.Ticks:
		o.Low = true
		o.Cost = r.formula(n, "cost", scope{number: true, side: sides, from: 1, to: formula.MaxNumber})
	}
}

// noRounds refuses what needs rounds under a clock (RS-38).
func (r *reader) noRounds() {
	if r.shape != ruleset.Ticks {
		return
	}
	r.only(r.root, "a clock has no rounds, so this would never happen", "blow", "events")
	for _, e := range r.entries(r.root.get("counters")) {
		r.only(e.value, "a clock has no rounds, so this would never happen", "each round")
	}
	switch v := r.root.get("wait"); r.rs.Wait {
	case ruleset.Bottom, ruleset.BottomOnceSide:
		r.problem(v, "wait: a clock has no rounds to be last in; write rejoin, hold or swap")
	}
	switch v := r.root.get("surprise"); r.rs.Surprise.Kind {
	case ruleset.LostRound, ruleset.LateRoll:
		r.problem(v, "surprise: a clock has no rounds; write lost turn or another kind")
	}
}

// entries returns the entries of a mapping whose values are mappings too.
func (r *reader) entries(n *node) []entry {
	var out []entry
	if n != nil && n.kind == mapping {
		for _, e := range n.entries {
			if e.value.kind == mapping {
				out = append(out, e)
			}
		}
	}
	return out
}

// readDeck reads what an order by cards deals (RS-28 to RS-30).
func (r *reader) readDeck(n *node, d *ruleset.Deck, side bool) {
	d.Deal = r.formula(n, "deal", scope{number: true, side: side, from: 1, to: 10})
	d.Lowest = r.formula(n, "lowest", scope{number: true, side: side})
	d.Redraw = r.formula(n, "redraw", scope{number: true, side: side, also: []string{"card"}})
	d.Shuffle = ruleset.Shuffle(r.word(n, "shuffle", string(ruleset.EveryRound)))
	deck := r.text(n, "deck")
	if low, high, ok := strings.Cut(deck, "-"); ok {
		a, errA := strconv.Atoi(strings.TrimSpace(low))
		b, errB := strconv.Atoi(strings.TrimSpace(high))
		if errA != nil || errB != nil || a < 1 || b > 100 || a > b {
			r.problem(n.get("deck"), "deck: the numbers must be from 1 to 100, and the lower one first, not %s", deck)
		}
		d.Low, d.High = a, b
	} else {
		d.French = true
		switch {
		case strings.Contains(deck, "2 jokers"):
			d.Jokers = 2
		case strings.Contains(deck, "1 joker"):
			d.Jokers = 1
		}
	}
	if d.Shuffle == ruleset.AfterJoker && deck != "" && !strings.Contains(deck, "joker") {
		r.problem(n.get("shuffle"), "shuffle: this deck has no jokers; write every round or when empty")
	}
}
