// Package refusal has the sentences that say what can't be done, and what to do instead:
//
//	engine.Error{Reason, Args} ──▶ Of ──▶ "Ace has already used the main action this turn. …"
//
// The engine refuses with a reason and its arguments; what the bot itself refuses has a function each. testdata shows them all.
package refusal
