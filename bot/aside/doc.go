// Package aside tells GMs at once, in a private message, what only they may know of what a player has just done. It uses the token of the
// GM's latest interaction in the channel, which works for 15 minutes; without one, the GM's next reply says it.
//
//	a reply to the GM was sent ──▶ Teller.Keep: the token
//	a player's change          ──▶ Teller.Tell ──▶ a private message, in place of the one before
//	the GM's next request      ──▶ Teller.Told: what need not be said again
//
// All of it is in memory and may be lost: then the GM's next reply says it, too.
package aside
