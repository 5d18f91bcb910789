// Package limits is the stand-in's rate limits: how many requests a bot may make, and what the headers of an answer say.
//
//	request ──▶ Take ────▶ go on, or how long to wait and in which scope (user, global)
//	answer  ──▶ Headers ─▶ X-RateLimit-Limit, -Remaining, -Reset, -Reset-After, -Bucket
//	        └─▶ Invalid ─▶ whether the address is banned, for too many answers 401, 403 and 429
//
// It has no lock and no clock: sandbox.Server calls it under its lock, with the real time for limits and the sandbox's time for bans.
package limits
