// Package rate limits how fast a user can send requests, so that nobody keeps the bot from answering others.
//
//	request of a user in a channel ──▶ Limiter.Allow ──▶ go on, or "too fast"
//
// What is counted is kept in memory only. It has no clock: callers say what time it is.
package rate
