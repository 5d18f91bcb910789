// Package page serves the page on which people play in the sandbox with a browser, and its API.
//
//	browser: static/*.js ──▶ /sandbox/… (JSON) ──▶ page ──▶ sandbox.User, sandbox.Server
//	                     ◀── /sandbox/live (WebSocket): what has changed
//
// Handlers returns everything that the page serves, for Server.Handle:
//
//	srv, err := sandbox.Start(sandbox.Config{})
//	srv.Handle(page.Handlers(srv, page.Config{}))
//
// The page is at /. A window for one user is at /?user=Anna&channel=fight, and several windows side by side are at /side.html;
// with &alone= a window is for that user only. The page knows only what a Discord client knows: it finds out whose turn it is
// from the messages that ping somebody.
// Everybody's client has a language, which the bar "Play as" sets: the frame of the page stays English, but commands show the
// descriptions and choices in that language, and the bot is told it.
// A file can be chosen for an option, or dropped onto the channel: it goes into the command on the line, or into one that requires
// exactly one file.
// Other bots and webhooks (Server.AddBot, Server.AddWebhook) stand in the bar too: what is typed as one of them gets the shape of their messages.
// It loads nothing from elsewhere and needs no build step. The stand-in refuses requests from foreign hosts, and the page
// refuses forms that foreign sites post.
//
// # The API
//
// Scripts may use it too:
//
//	GET  /sandbox/world?user=          users, the channels the user can see, names of IDs, languages, whether the bot is connected,
//	                                   and what Config offers: demos, the order of the commands, the one to begin with
//	GET  /sandbox/commands?user=&channel=
//	GET  /sandbox/apps?user=&channel=  the commands in the Apps menus of users and messages
//	GET  /sandbox/messages?user=&channel=
//	GET  /sandbox/violations
//	GET  /sandbox/faults               the fault panel, and how the bot has done
//	GET  /sandbox/live                 a WebSocket: {"changed":["world","commands","faults", channel IDs …],"connected":…}
//	POST /sandbox/command              {"user","channel","line"} or {"user","channel","name","options":{…}}
//	POST /sandbox/complete             the same with "focused"
//	POST /sandbox/app                  {"user","message","name"}, or on a user: {"user","channel","target","name"}
//	POST /sandbox/press                {"user","message","button"}
//	POST /sandbox/select               {"user","message","menu","values":[…]}
//	POST /sandbox/submit               {"user","interaction","fields":{…}}
//	POST /sandbox/attach               {"user","name","data"}: a file in base64; its ID is the value of an option or field
//	POST /sandbox/say                  {"user","channel","text"}; of another bot or a webhook, the text may be the JSON of a message
//	POST /sandbox/add                  {"kind","name","channel"}: a user, a channel, or a thread in a channel
//	POST /sandbox/locale               {"user","locale"}: the language of the user's client
//	POST /sandbox/community            {"locale"}: the language of the server, which is a Community server unless it is empty
//	POST /sandbox/demo                 {"name"}: sets up one of Config.Demos in a new channel
//	POST /sandbox/fault                {"name","seconds"}
//
// Commands, presses and forms return once the user has an answer: {"interaction","text","response"}. What Discord's client
// would not send is answered with 400 and {"error"}.
package page
