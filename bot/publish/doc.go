// Package publish shows what a channel still has to be shown: the tracker, the announcement of each turn, reminders. A
// [Publisher] works after the replies and from what is stored, so that a restart, a rate limit or an outage only delays it:
//
//	bot: a fight changed ──▶ Publisher.Changed(channel) ─┐
//	a restart            ──▶ Publisher.CatchUp ──────────┤
//	                                                     ▼
//	        Store.Display (how far it was shown) + Store.Read (the state)
//	                                                     │ engine.View: as everybody may know it
//	                         words ──▶ discord.Message ──▶ Poster.Send, Poster.Edit
//	                                                     ▼
//	                                          Store.SaveDisplay
//
// It changes no fight. What commands do is package bot's, what messages say is package words'.
package publish
