// Package discord connects the bot to Discord. It knows nothing about fights: it decodes each interaction into a
// [Request], passes it to a [Handler], and sends the [Reply].
//
//	        gateway, by shard      one queue per channel
//	Discord ──────────────▶ Request ──────────────▶ Handler
//	   ▲                                               │
//	   └────────────── REST ◀── answer ◀── Reply ◀─────┘
//	   ▲
//	   └────────────── REST ◀── Send, Edit, Delete: messages that are not answers
//
// To use it, make a session with [New], write a Handler, and pass it to [Session.Run] in a [Host]. Run returns when its context
// is cancelled or Discord rejects the bot for good. The REST methods also work while Run is not running.
//
// What callers can rely on:
//
//   - Requests of one channel are handled one at a time, in the order Discord sent them. Channels are independent
//     of each other, and autocomplete does not wait in any queue. Nor do requests with attachments, whose files the Handler
//     has to fetch (see [Fetcher]): they are handled alongside others of their channel, two at a time.
//   - A request is answered within Discord's 3 seconds: if the handler takes longer than [Config].DeferAfter, the answer is
//     deferred, and the reply is delivered when it is ready. A Handler need not know which happened.
//   - A panic or an error in a Handler affects only that request: the user gets a reply, and the log the details.
//   - After a lost connection or a restart the session is resumed, and Discord replays what was not handled. A Handler may
//     therefore see a request twice, with the same [Request].ID. It does not see one that Discord has reported as failed.
//   - A bot in many servers has several sessions at the gateway, called shards, in one process: as many as Discord recommends. It
//     is asked at every start and whenever Discord no longer accepts the number. REST and the queues are shared.
//   - Every REST call has a deadline, respects Discord's rate limits, and is retried only if that cannot do it twice.
//   - IDENTIFYs of all shards are counted across restarts, so that a crash loop does not use up the bot's daily limit, and keep to
//     the pace that Discord sets.
//   - Tokens never appear in the log or in the text of an error.
//
// Each connection to the gateway is a link of [roundel/bot/discord/gateway].
package discord
