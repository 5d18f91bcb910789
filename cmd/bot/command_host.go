package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot"
	"roundel/bot/discord"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

const (
	healthLimit  = 4 * time.Second // the image's health check times out after 5 s
	discordLimit = 30 * time.Second
)

// hostCommands returns the commands for the host of a bot.
func hostCommands() []subcommand {
	guild := func(set *flag.FlagSet, c *invocation) {
		set.StringVar(&c.guild, "guild", "", "the ID of the `SERVER`; overrides DISCORD_GUILD_ID")
	}
	return []subcommand{
		{name: "health", about: "ask the running bot whether it is healthy", run: health,
			more: "It asks at the address in ROUNDEL_HTTP_ADDR. Containers use this as their health check.",
			flags: func(set *flag.FlagSet, c *invocation) {
				set.BoolVar(&c.ready, "ready", false, "also check that it is connected to Discord and its database accepts writes")
			}},
		{name: "doctor", about: "examine the settings, Discord and the database, and print one screen for a bug report", run: examine,
			more: "It prints no secrets and changes nothing. The bot may be running. If anything is wrong, it is marked with !!, the exit status\nis 1, and the last line says what to do first.",
			flags: func(set *flag.FlagSet, c *invocation) {
				set.Func("channel", "also say what the bot lacks in the channel with this `ID`; may be repeated", func(id string) error {
					c.channels = append(c.channels, id)
					return nil
				})
			}},
		{name: "register", about: "register the commands with Discord, even if nothing has changed", run: register, flags: guild,
			more: "The bot does this by itself at each start if something has changed."},
		{name: "unregister", about: "remove all of the bot's commands from Discord", run: unregister, flags: guild,
			more: "Use this before retiring the bot or switching from one server to all servers. A running bot registers them again at its next start."},
		{name: "invite", about: "print the link that adds the bot to a server, with only the permissions it needs", run: invite,
			flags: func(set *flag.FlagSet, c *invocation) {
				set.StringVar(&c.id, "id", "", "the ID of the `APPLICATION`; if left out, roundel asks Discord for it, using the token")
			}},
		{name: "version", about: "print the version and what it was built with", run: printVersion,
			more: "Roundel asks for newer versions only with --check, and only there. URL is one of these:\n\n" +
				"  https://api.github.com/repos/OWNER/NAME/releases     the JSON that GitHub, Gitea and Forgejo have; also /releases/latest\n" +
				"  https://github.com/OWNER/NAME/releases.atom          Atom; the version is at the end of each link, or is the title",
			flags: func(set *flag.FlagSet, c *invocation) {
				set.StringVar(&c.feed, "check", "", "also say whether the release feed at this `URL` has a newer version")
			}},
	}
}

func health(ctx context.Context, c *invocation) error {
	s, err := parseSettings(c.environment)
	if err == nil {
		err = s.checkHTTP()
	}
	if err == nil && s.HTTPAddr == "" {
		err = errors.New("ROUNDEL_HTTP_ADDR is missing; without it the bot serves no health pages")
	}
	if err != nil {
		return exit{2, err}
	}
	page := "healthz"
	if c.ready {
		page = "readyz"
	}
	status, text, err := ask(ctx, s.HTTPAddr, page)
	if err != nil {
		return fmt.Errorf("the bot does not answer; check that it runs, with the same ROUNDEL_HTTP_ADDR: %w", err)
	}
	if status != http.StatusOK {
		return fmt.Errorf("the bot is not healthy: %s", text)
	}
	return c.say("%s", text)
}

// ask returns the status and the text of a health page of the bot that listens on addr.
func ask(ctx context.Context, addr, page string) (status int, text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(addr)+"/"+page, nil)
	if err != nil {
		return 0, "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1000))
	return resp.StatusCode, strings.TrimSpace(string(body)), err
}

// reachable returns the address at which this machine can reach a server that listens on addr.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() && ip.To4() != nil {
		host = "127.0.0.1"
	} else if ip != nil && ip.IsUnspecified() {
		host = "::1"
	}
	return net.JoinHostPort(host, port)
}

func register(ctx context.Context, c *invocation) error {
	cfg, err := readSettings(c.environment)
	if err != nil {
		return exit{2, err}
	}
	list, err := commandList(cfg)
	if err != nil {
		return err
	}
	where, err := c.setCommands(ctx, list)
	if err != nil {
		return err
	}
	return c.say("%d commands are registered %s. If your Discord client does not show them yet, reload it (Ctrl+R).", len(list), where)
}

// commandList returns the commands of this release, in the languages of the settings.
func commandList(cfg settings) ([]*discord.Command, error) {
	b, err := bot.NewBot(bot.Parts{Library: bot.NewLibrary(bot.LibraryParts{Bundled: ruleset.Bundled()}), Dice: dice.NewFair(), Now: time.Now,
		Log: zerolog.Nop(), Languages: cfg.languages})
	if err != nil {
		return nil, err
	}
	return b.Commands(), nil
}

func unregister(ctx context.Context, c *invocation) error {
	where, err := c.setCommands(ctx, []any{})
	if err != nil {
		return err
	}
	return c.say("All of the bot's commands were removed %s.", where)
}

// setCommands replaces the bot's commands with list and returns in which servers.
func (c *invocation) setCommands(ctx context.Context, list any) (where string, err error) {
	cfg, session, err := c.session()
	if err != nil {
		return "", err
	}
	if c.guild != "" {
		cfg.Guild = c.guild
		if cfg.checkGuild() != nil {
			return "", exit{2, fmt.Errorf("--guild is not a valid server ID: %q; in Discord, turn on Developer Mode and choose Copy Server ID", c.guild)}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, discordLimit)
	defer cancel()
	if err := session.RegisterCommands(ctx, snowflake.Guild(cfg.Guild), list); err != nil {
		return "", advise(err, cfg.Guild)
	}
	if cfg.Guild != "" {
		return "in server " + cfg.Guild, nil
	}
	return "in every server", nil
}

func invite(ctx context.Context, c *invocation) error {
	if c.id == "" {
		if s, err := parseSettings(c.environment); err == nil && s.Token == "" && s.TokenFile == "" {
			return exit{2, errors.New("roundel invite needs the application's ID: add --id APPLICATION (it is on the General Information page " +
				"of the developer portal), or set DISCORD_TOKEN so that Discord can be asked")}
		}
		_, session, err := c.session()
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, discordLimit)
		defer cancel()
		if c.id, err = session.ApplicationID(ctx); err != nil {
			return advise(err, "")
		}
	}
	if strings.Trim(c.id, "0123456789") != "" {
		return exit{2, fmt.Errorf("--id is not a valid application ID: %q; it is the number on the General Information page of the developer portal", c.id)}
	}
	return c.say("%s", discord.InviteURL(c.id))
}

// session returns a session for REST calls. It does not connect to the gateway.
func (c *invocation) session() (settings, *discord.Session, error) {
	cfg, err := readSettings(c.environment)
	if err != nil {
		return cfg, nil, exit{2, err}
	}
	session, err := discord.New(discord.Config{Token: cfg.Token, APIURL: cfg.APIURL, Log: zerolog.Nop()})
	return cfg, session, err
}

// advise turns an error of Discord into one that says what the host can do about it. The text holds no token.
func advise(err error, guild string) error {
	text := discord.Redact(err.Error())
	var refusal *discord.APIError
	switch {
	case errors.As(err, &refusal) && refusal.Status == http.StatusUnauthorized:
		return errors.New("the bot token is not accepted by Discord; copy a new one from the Bot page of the developer portal")
	case discord.Code(err) == discord.CodeMissingAccess && guild != "":
		return fmt.Errorf("the bot is not in server %s, or was added without the scope applications.commands; roundel invite prints the link (%s)", guild, text)
	}
	if unreached := net.Error(nil); errors.As(err, &unreached) {
		return fmt.Errorf("there is no answer from Discord; check this machine's connection, and look at discordstatus.com: %s", text)
	}
	return errors.New(text)
}

// version is set when a release is built, by -ldflags "-X main.version=1.2.3".
var version string

// buildInfo returns the information that the Go command has put into this program.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// versionOf returns the version in one word: the release's or, without one, that of the source.
func versionOf(info *debug.BuildInfo) string {
	switch {
	case version != "":
		return version
	case info.Main.Version != "" && info.Main.Version != "(devel)":
		return info.Main.Version
	}
	return "devel"
}

// versionLine returns the version, and what it was built with and for.
func versionLine(info *debug.BuildInfo) string {
	return fmt.Sprintf("roundel %s, %s, %s/%s", versionOf(info), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func printVersion(ctx context.Context, c *invocation) error {
	info := buildInfo()
	lines := []string{versionLine(info)}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.time" || s.Key == "vcs.modified" {
			lines = append(lines, strings.TrimPrefix(s.Key, "vcs.")+" "+s.Value)
		}
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/mattn/go-sqlite3" || m.Path == "github.com/bwmarrin/discordgo" {
			lines = append(lines, m.Path+" "+m.Version)
		}
	}
	if err := c.say("%s", strings.Join(lines, "\n")); err != nil || c.feed == "" {
		return err
	}
	return c.compareRelease(ctx, c.feed)
}
