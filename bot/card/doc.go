// Package card posts what a channel sees besides replies: the card of each turn, and reminders. A
// [Publisher] works from the stored state after the replies were sent, so a restart, a rate limit or an outage only delays it:
//
//	bot: a turn begins ──▶ Publisher.Answer: the card that the answer carries
//	bot: a fight changed ──▶ Publisher.Changed(channel) ─┐
//	a restart            ──▶ Publisher.CatchUp ──────────┤
//	                                                     ▼
//	        Store.Display (what was shown) + Store.Read (the state)
//	                                                     │ view.View: what everyone may know
//	                         words ──▶ discord.Message ──▶ Poster.Send, Poster.Edit
//	                                                     ▼
//	                                          Store.SaveDisplay
//
// It never changes a fight. Package bot runs the commands, and package words writes the text of the messages.
package card
