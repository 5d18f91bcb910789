// Package attach fetches the files that users attach to commands. Discord passes the bot only a description with an address;
// the bot has to download the file itself.
//
//	Request.Attachments["file"] ──▶ Fetcher.Fetch ──GET──▶ cdn.discordapp.com, media.discordapp.net,
//	        ID, name, size, URL         │                  or the host of DISCORD_API_URL
//	                                    ▼
//	                   the file, or an *Error with a Problem
//
// What callers can rely on:
//
//   - Only Discord's own hosts are asked, over HTTPS, and the host of Config.APIURL, in the way that URL says. Redirects are not
//     followed. No token, cookie or password is sent.
//   - Fetch returns within [Config].Within, however slow the host is, and never reads more than one byte above the limit.
//   - Every failure is an *[Error]. Its text contains no address, because whoever has a file's address can read the file.
package attach
