// Package keep is what people read about what they keep for later fights: their characters, a server's settings and its monsters.
//
//	bot/saved ──▶ Character, ServerSettings ──▶ the replies to /character and /roundel
//
// The rules of package words hold here too: names and anything else people typed are shown as typed, and ping no one.
package keep
