// Package sandbox is Discord as far as a bot can see it, on a loopback address: the gateway, the REST endpoints a bot
// uses, the people who type commands, and a page to play on. It exists because no test and no first try can reach
// Discord.
//
// It is strict. What Discord would refuse it refuses, with Discord's status, error code and body, and records it as a
// Violation, so that a test can assert that there was none. What Discord accepts and a careful bot avoids is recorded
// as a warning.
//
// A test starts a server, starts a bot against it, and plays:
//
//	srv, err := sandbox.Start(sandbox.Config{})   // DISCORD_API_URL=srv.URL(), DISCORD_TOKEN=srv.Token()
//	err = srv.WaitReady(ctx)                      // connected, and commands registered
//	got, err := srv.User("GM").Do(ctx, "fight", "/init add name:Goblin count:3")
//	pressed, err := srv.User("Anna").Press(got.Message.ID, "Join")
//	form, err := pressed.Wait(ctx)
//	sent, err := srv.User("Anna").Submit(pressed, map[string]string{"Name": "Anna"})
//	seen, err := srv.Messages("fight", "Anna")
//	bad := srv.Violations()
//
// # The world
//
// One guild, "The Table", with the channels fight and tavern and the thread side-quest in fight. Its people are Admin,
// who owns the guild and has Manage Server, and GM, Anna, Ben and Cleo, who are plain members. The bot may view, send,
// embed, attach, read history and pin. Everybody has a direct message with the bot, called "@Anna" wherever a channel
// is asked for. Users, channels and guilds are named by name or ID. Their IDs are the same at every start; what is added on
// the page is kept in the file Config.Additions.
//
// # Time
//
// An interaction must be answered within 3 s of the real clock; one that happens while the bot has a session without
// a connection is replayed at RESUME, and one that happens without any session is never heard of. Everything longer
// (token life, age of messages) follows the sandbox's clock, which Advance puts forward.
//
// # The page
//
// URL() is a page on which to play by hand. What it asks for is plain JSON, which scripts may use too:
//
//	GET  /sandbox/world?user=          users, channels that the user sees, names of IDs, is the bot connected
//	GET  /sandbox/commands?user=&channel=
//	GET  /sandbox/messages?user=&channel=
//	GET  /sandbox/violations
//	GET  /sandbox/faults               the fault panel, and how the bot has fared
//	GET  /sandbox/live                 a WebSocket: {"changed":["world","commands","faults", channel IDs …],"connected":…}
//	POST /sandbox/command              {"user","channel","line"} or {"user","channel","name","options":{…}}
//	POST /sandbox/complete             the same with "focused"
//	POST /sandbox/press                {"user","message","button"}
//	POST /sandbox/select               {"user","message","menu","values":[…]}
//	POST /sandbox/submit               {"user","interaction","fields":{…}}
//	POST /sandbox/attach               {"user","name","data"}: a file in base64; the value of an option or field is its ID
//	POST /sandbox/say                  {"user","channel","text"}
//	POST /sandbox/add                  {"kind","name","channel"}: a user, a channel, or a thread in a channel
//	POST /sandbox/demo                 {"name"}: sets up a fight of Config.Demos in a new channel
//	POST /sandbox/fault                {"name","seconds"}
//
// Commands, presses and forms answer when the user has its answer: {"interaction","text","response"}. What Discord's
// client would not send is 400 with {"error"}. The page is at /, for one user at /?user=Anna&channel=fight, and several
// beside each other at /side.html.
//
// Play plays a Script, without a browser, and writes down what everybody sees.
//
// # What it does not have
//
// Reactions, voice, presences, webhooks other than those of interactions, stickers, polls, forums and announcement
// channels, the routes for members of threads (a mention lets somebody in), application command permissions, context menus
// (they can be registered but not used), apps that users install (and their limit of 5 follow-ups), purchases, files in what
// users say, filters of file types, the sizes of pictures, transport compression of the gateway, and the ETF encoding.
package sandbox
