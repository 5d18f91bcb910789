package engine

// Outcome is the result of a command: its events, and the states before and after them. Before is never changed. [Outcome.View]
// returns what a viewer may know of it.
type Outcome struct {
	Before *State // nil: there was no encounter
	Events []Event
	State  *State // after all events
}
