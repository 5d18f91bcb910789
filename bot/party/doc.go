// Package party invites the players of a channel to a fight: its usual party, if the GM keeps one, or else everybody who has saved a character
// in the server that fits the fight's ruleset.
//
//	/init start party:True ──▶ Keeper.Invite ──▶ whom the message mentions, once
//	/party save            ──▶ Keeper.Save   ──▶ the usual party of the channel
//
// People join by themselves: with one tap, if they have a saved character.
package party
