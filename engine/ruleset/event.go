package ruleset

import (
	"regexp"
	"strings"

	"roundel/engine/strictyaml"
)

// Event is a fixed entry of the order, as a default for /init event (RS-71).
type Event struct {
	Name  string
	Score int
	Every int // rounds
	First int // the first round; 0: as soon as its place comes
	Note  string
}

var commaless = regexp.MustCompile(`^[^,]+$`)

func (r *reader) eventsKey(k *strictyaml.Keys) {
	k.Add("events", "[fixed entries in the order](#events)",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "an event", About: "the event, as it is shown", Spec: r.eventKeys(&Event{}).Spec(), Most: 12, Length: MaxName, Pattern: commaless,
			Fold: true, What: "a text of at most 32 characters without commas"}, What: "a mapping of names to events, such as Lair: {score: 20}"},
		func(n *strictyaml.Node) {
			r.onlyWithRounds(r.Root, "events")
			for _, e := range n.Mappings() {
				event := Event{Name: e.Key.Text, Every: 1}
				r.eventKeys(&event).Read(e.Value)
				r.rs.Events = append(r.rs.Events, event)
				r.shown(event.Name, event.Note)
				switch shape := r.rs.Order.Shape; {
				case shape == Score && !e.Value.Has("score"):
					r.Problem(e.Key, "%s: score is missing; it is the place of the event in an order by score, such as score: 20", e.Key.Text)
				case shape != Score && shape != "":
					r.Only(e.Value, "only an order by score has this; here events come when the round ends", "score")
				}
			}
		})
}

// eventKeys returns the keys of an event (RS-71).
func (r *reader) eventKeys(e *Event) *strictyaml.Keys {
	k := strictyaml.NewKeys("an event")
	k.Number("score", "its place, below everyone with that score; required in an order by `score`", &e.Score, -maxScore, maxScore)
	k.Number("every", "it comes every so many rounds; default: 1", &e.Every, 1, maxRound)
	k.Number("first", "the first round it comes in", &e.First, 1, maxRound)
	k.Text("note", "a reminder for the GM", &e.Note, strictyaml.Text(0, 200))
	return k
}

// EventNames returns the names of the ruleset's events.
func (r *Ruleset) EventNames() []string {
	return each(r.Events, func(e *Event) string { return e.Name })
}

// Event returns the event with that name, ignoring case, or nil.
func (r *Ruleset) Event(name string) *Event {
	name = strings.Join(strings.Fields(name), " ")
	return first(r.Events, func(e *Event) bool { return strings.EqualFold(e.Name, name) })
}
