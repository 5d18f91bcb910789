package engine

// decider works a command out on a copy of the state: every event it emits is applied to the copy at once, so that
// later steps see what earlier ones did.
type decider struct {
	s      *State
	rs     *Ruleset
	in     Input
	events []Event
}
