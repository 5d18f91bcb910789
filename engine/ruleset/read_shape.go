package ruleset

import (
	"strconv"
	"strings"

	"roundel/engine/formula"

	"roundel/engine/strictyaml"
)

// readShape reads what only some shapes of order have (RS-25 to RS-38).
func (r *reader) readShape(n *strictyaml.Node, o *Order, sides bool) {
	r.distinct(n.Get("phases"), "phases")
	o.Phases = r.Texts(n.Get("phases"))
	switch r.shape {
	case Score:
		o.Passes, o.Slots = r.Number(n, "passes", 0), r.Yes(n, "slots")
	case Cards:
		r.readDeck(n, &o.Deck, sides)
	case Pick:
		o.Next = Next(r.Word(n, "next", string(Anyone)))
		o.Chooser, o.Repeat = Chooser(r.Word(n, "who", string(ByActor))), r.Yes(n, "repeat")
	case Draw:
		o.Tokens = r.formula(n, "tokens", scope{number: true, to: 20})
		o.Lots, o.Ends = Lots(r.Word(n, "pool", string(OwnLots))), r.Number(n, "ends", 0)
	case Ticks:
		o.Low = true
		o.Cost = r.formula(n, "cost", scope{number: true, side: sides, from: 1, to: formula.MaxNumber})
	}
}

// noRounds refuses what needs rounds under a clock (RS-38).
func (r *reader) noRounds() {
	if r.shape != Ticks {
		return
	}
	r.Only(r.Root, "a clock has no rounds, so this would never happen", "blow", "events")
	for _, e := range r.entries(r.Root.Get("counters")) {
		r.Only(e.Value, "a clock has no rounds, so this would never happen", "each round")
	}
	switch v := r.Root.Get("wait"); r.rs.Wait {
	case Bottom, BottomOnceSide:
		r.Problem(v, "wait: a clock has no rounds to be last in; write rejoin, hold or swap")
	}
	switch v := r.Root.Get("surprise"); r.rs.Surprise.Kind {
	case LostRound, LateRoll:
		r.Problem(v, "surprise: a clock has no rounds; write lost turn or another kind")
	}
}

// entries returns the entries of a mapping whose values are mappings too.
func (r *reader) entries(n *strictyaml.Node) []strictyaml.Entry {
	var out []strictyaml.Entry
	if n != nil && n.Kind == strictyaml.Mapping {
		for _, e := range n.Entries {
			if e.Value.Kind == strictyaml.Mapping {
				out = append(out, e)
			}
		}
	}
	return out
}

// readDeck reads what an order by cards deals (RS-28 to RS-30).
func (r *reader) readDeck(n *strictyaml.Node, d *Deck, side bool) {
	d.Deal = r.formula(n, "deal", scope{number: true, side: side, from: 1, to: 10})
	d.Lowest = r.formula(n, "lowest", scope{number: true, side: side})
	d.Redraw = r.formula(n, "redraw", scope{number: true, side: side, also: []string{"card"}})
	d.Shuffle = Shuffle(r.Word(n, "shuffle", string(EveryRound)))
	deck := r.Text(n, "deck")
	if low, high, ok := strings.Cut(deck, "-"); ok {
		a, errA := strconv.Atoi(strings.TrimSpace(low))
		b, errB := strconv.Atoi(strings.TrimSpace(high))
		if errA != nil || errB != nil || a < 1 || b > 100 || a > b {
			r.Problem(n.Get("deck"), "deck: the numbers must be from 1 to 100, and the lower one first, not %s", deck)
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
	if d.Shuffle == AfterJoker && deck != "" && !strings.Contains(deck, "joker") {
		r.Problem(n.Get("shuffle"), "shuffle: this deck has no jokers; write every round or when empty")
	}
}
