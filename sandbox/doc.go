// Package sandbox is a strict stand-in for Discord on a loopback address: the gateway, the REST endpoints that a bot uses,
// and the people who type commands. It exists because neither a test nor a first try can reach Discord.
//
//	           ┌────────────────────────── sandbox.Server ──────────────────────────┐
//	the bot ──▶│ REST: rest, *routes, callback,       people: player, view,         │◀── tests, scripts (play),
//	        ◀──│ faults, violations                   response, interaction         │──▶ people in a browser (page)
//	           │     │          │                             │                     │
//	        ◀─▶│ sandbox/gateway  sandbox/limits       sandbox/client               │
//	           │     └────────────────────────┬───────────────┘                     │
//	           │                sandbox/world: people, channels, messages, checks   │
//	           └────────────────────────────────────────────────────────────────────┘
//
// Where to look:
//
//   - sandbox: the server. What the bot reaches is in rest.go, the *routes.go files and callback.go; what people do is in
//     player.go; what they see is in view.go and response.go; what a test changes is in worldapi.go, crowd.go and faults.go.
//   - sandbox/gateway: the bot's connections and sessions, and what tests do to them. Server embeds gateway.Control.
//   - sandbox/client: what Discord's client does: show messages, read commands, fill in forms, refuse what is not valid.
//   - sandbox/limits: rate limits, the headers that name them, and the ban for invalid requests.
//   - sandbox/world: the data, and the checks of what a bot sends. It has no connections, locks or clocks.
//   - sandbox/play: scripts of what people type.
//   - sandbox/page: the page to play on, and its API.
//   - internal/smallbot: a small bot for the tests of all these.
//
// One lock, Server.mu, guards the world, the gateway and the interactions.
//
// The stand-in is strict. It refuses what Discord would refuse, with Discord's status, error code and body, and records it
// as a Violation, so that a test can assert that there were none. What Discord accepts but a careful bot avoids is recorded
// as a warning.
//
// A test starts a server, starts a bot against it, and plays:
//
//	srv, err := sandbox.Start(sandbox.Config{})   // DISCORD_API_URL=srv.URL(), DISCORD_TOKEN=srv.Token()
//	err = srv.WaitReady(ctx)                      // connected, and commands registered
//	got, err := srv.User("GM").Do(ctx, "fight", "/init add name:Goblin count:3")
//	it, err := srv.User("Anna").OnUser("fight", "Show character", "Ben") // the Apps menu of a user; OnMessage for that of a message
//	pressed, err := srv.User("Anna").Press(got.Message.ID, "Join")
//	form, err := pressed.Wait(ctx)
//	sent, err := srv.User("Anna").Submit(pressed, map[string]string{"Name": "Anna"})
//	seen, err := srv.Messages("fight", "Anna")
//	bad := srv.Violations()
//
// # The world
//
// There is one guild, "The Table", with the channels fight and tavern, and the thread side-quest in fight. Admin owns the
// guild and has Manage Server; GM, Anna, Ben and Cleo are plain members. The bot may view, send, embed, attach, read history
// and pin. Everybody has a direct message with the bot, which is called "@Anna" wherever a channel is expected. Users,
// channels and guilds go by name or ID. Their IDs are the same at every start. Whatever is added on the page is saved in the
// file Config.Additions.
//
// Everybody's client is in English, US, until SetLocale sets another language, and so is the guild, until SetCommunity makes it a
// Community server: only those can choose. Interactions carry both, as "locale" and "guild_locale", and people see a command's
// description and the names of its choices in their own language.
//
// AddBot and AddWebhook add another bot and a webhook, which post in that guild: what they say has the shape of such messages, and Post takes the JSON
// that they would send to Discord. The bot gets them as Discord describes them, for example with the command of a message's Apps menu.
//
// # Shards
//
// Config.Servers makes a world of any size. A test opens its shards and breaks them one by one:
//
//	srv, err := sandbox.Start(sandbox.Config{Servers: 100_000, MaxConcurrency: 16, IdentifyEvery: 5 * time.Second})
//	err = srv.WaitShards(ctx, 40)                  // each of 40 shards has a live session
//	location := srv.Locations()[1234]              // a server and its channel; Admin can play in all of them
//	got, err := srv.User("Admin").Do(ctx, location.Channel, "/init start")
//	srv.Shard(7).DropGateway()                     // the controls of a single shard; srv.DropGateway() drops all
//	srv.RefuseResumeEvery(10)                      // now and then
//	srv.AddServers(5000)                           // the bot grows, GET /gateway/bot recommends more shards (or SetShards) …
//	closed := srv.CloseCrowded()                   // … and Discord closes the shards with more than 2,500 servers with 4011
//	live, starts := srv.Sessions(), srv.Starts()   // the sessions, and the IDENTIFYs with their times
//
// As at Discord, a guild's shard is (guild_id >> 22) % shards, and what has no guild goes to shard 0. IDENTIFY is answered with
// 4010 for a shard that does not exist, with 4011 if the shard has more servers than Config.ServersPerShard, and with INVALID
// SESSION if another shard of its bucket (shard % Config.MaxConcurrency) identified less than Config.IdentifyEvery ago, which is
// a violation. One IDENTIFY above Config.IdentifyLimit a day ends all sessions. RESUME is free. A shard may have several
// sessions at once, and sessions may count the shards differently: each gets the events of its guilds, and the second answer to
// an interaction is refused with 40060 but is not a violation, since that is how a bot hands over to its successor. An address
// that makes Config.InvalidLimit requests in 10 minutes that are answered with 401, 403 or 429 is banned for an hour, which is a
// violation too.
//
// # Interactions over HTTP
//
// SetEndpoint gives the address to which interactions are then posted, signed, instead of sent by the gateway. As at Discord, the
// address must first pass a test: a PING, and one with a wrong signature. The bot answers in the response, or by the callback.
//
// # Time
//
// An interaction must be answered within 3 s of real time. An interaction that happens while the bot's session has no
// connection is replayed at RESUME; one that happens without any session never reaches the bot. Everything longer (the life
// of tokens, the age of messages) follows the sandbox's clock, which Advance moves ahead.
//
// # What is missing
//
// The bot needs none of this, so no test would exercise it:
//
//   - reactions, voice, presences, stickers, polls, forums, purchases;
//   - crossposting from announcement channels (AddAnnouncements makes one; its threads are of type 10);
//   - the routes of webhooks other than those of interactions;
//   - the routes for thread members (a mention adds a user to a private thread), and the message of type 21 that begins a thread
//     on a message;
//   - application command permissions, user-installed apps (and their limit of 5 follow-ups);
//   - transport compression of the gateway, and the ETF encoding.
//
// Discord's documentation says too little about these to be strict:
//
//   - files in people's messages, file type filters, picture sizes;
//   - the new token after a day's IDENTIFYs are used up: IDENTIFY is refused until the day is over, but REST keeps the token;
//   - what answers the 201st command created in a day, and the second request for all members of a guild within 30 seconds;
//   - bots with more than 150,000 servers, whose number of shards must be a multiple of a number that Discord assigns.
package sandbox
