package engine

// Outcome is what a command does: the events, and the state they lead to from the one it was decided on, which is not
// changed. What somebody may know of it is its [Outcome.View].
type Outcome struct {
	Before *State // nil: there was no encounter
	Events []Event
	State  *State
}
