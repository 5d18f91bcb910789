// Package aside tells GMs what only they may know about a player's command, in a private message sent at once. It uses the token of the
// GM's latest interaction in the channel, which is valid for 15 minutes; without one, the news comes with the next reply to the GM.
//
//	a reply to the GM was sent ──▶ Teller.Keep: the token
//	a player's change          ──▶ Teller.Tell ──▶ a private message, which replaces the previous one
//	the GM's next request      ──▶ Teller.Told: what doesn't have to be said again
//
// Everything is kept in memory and may be lost. Then, too, the news comes with the next reply to the GM.
package aside
