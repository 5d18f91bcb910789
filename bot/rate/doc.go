// Package rate limits how fast a user can send requests, so that nobody can keep the bot busy.
//
//	request of a user in a channel ──▶ Limiter.Allow ──▶ go on, or "too fast"
//
// The counts are kept in memory only. The package has no clock: callers say what time it is.
package rate
