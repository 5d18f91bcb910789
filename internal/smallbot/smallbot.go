package smallbot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/sandbox"
)

// Handler is what a bot does with an interaction.
type Handler = func(*discordgo.Session, *discordgo.InteractionCreate)

// requestTimeout ends a request that hangs. It is far longer than even a busy machine needs.
const requestTimeout = time.Minute

// toSandbox sends discordgo's requests, which go to discord.com, to the sandbox.
type toSandbox struct {
	*http.Transport
	host string
}

// RoundTrip sends a request to the sandbox.
func (to toSandbox) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", to.host, to.host
	return to.Transport.RoundTrip(r)
}

// New returns a discordgo session that talks to the sandbox and is not connected yet.
func New(srv *sandbox.Server) (*discordgo.Session, error) {
	bot, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		return nil, fmt.Errorf("smallbot: %w", err)
	}
	root, err := url.Parse(srv.URL())
	if err != nil {
		return nil, fmt.Errorf("smallbot: %w", err)
	}
	bot.Client = &http.Client{Transport: toSandbox{&http.Transport{}, root.Host}, Timeout: requestTimeout}
	bot.Identify.Intents = discordgo.IntentsGuilds
	bot.ShouldRetryOnRateLimit = false
	bot.MaxRestRetries = 0
	bot.LogLevel = discordgo.LogError - 1
	return bot, nil
}

// Open connects a bot that handles interactions with handle, and registers Commands and the further ones. Close it with Close.
func Open(ctx context.Context, srv *sandbox.Server, handle Handler, further ...*discordgo.ApplicationCommand) (*discordgo.Session, error) {
	bot, err := New(srv)
	if err != nil {
		return nil, err
	}
	bot.AddHandler(handle)
	err = bot.Open()
	if err == nil {
		_, err = bot.ApplicationCommandBulkOverwrite(srv.BotID(), "", append(Commands(), further...))
	}
	if err == nil {
		err = srv.WaitReady(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("smallbot: %w", err), Close(bot))
	}
	return bot, nil
}

// Close ends a bot's connections. It is not an error if the bot is not connected.
func Close(bot *discordgo.Session) error {
	err := bot.Close()
	bot.Client.CloseIdleConnections()
	if err != nil && !errors.Is(err, discordgo.ErrWSNotFound) {
		return fmt.Errorf("smallbot: close: %w", err)
	}
	return nil
}

// Commands returns the bot's commands: /init add, /init end and /say.
func Commands() []*discordgo.ApplicationCommand {
	text, whole := discordgo.ApplicationCommandOptionString, discordgo.ApplicationCommandOptionInteger
	one := 1.0
	return []*discordgo.ApplicationCommand{
		{Name: "init", Description: "Fights", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "add", Description: "Add", Options: []*discordgo.ApplicationCommandOption{
				{Type: text, Name: "name", Description: "Name", Required: true, Autocomplete: true},
				{Type: whole, Name: "count", Description: "How many", MinValue: &one, MaxValue: 20},
				{Type: text, Name: "stats", Description: "Stats"},
				{Type: discordgo.ApplicationCommandOptionUser, Name: "owner", Description: "Owner"},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "hidden", Description: "Hidden"},
			}},
			{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "end", Description: "End"},
		}},
		{Name: "say", Description: "Say", Options: []*discordgo.ApplicationCommandOption{
			{Type: text, Name: "mode", Description: "Mode", Required: true, Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "Loud", Value: "loud"}, {Name: "Quiet", Value: "quiet"}}},
		}},
	}
}

// WaitBack waits until a bot is connected and has resumed or identified more often than before.
func WaitBack(ctx context.Context, srv *sandbox.Server, before int) error {
	return srv.Await(ctx, func() bool { return srv.Connected() && srv.Resumes()+srv.Identifies() > before })
}

// ErrLoop means that discordgo reconnects without end: its heartbeat and its reader have both noticed a drop, and each closes what the other has
// opened. A busy machine makes that more likely. Only another bot helps.
var ErrLoop = errors.New("smallbot: discordgo reconnects without end")

// mostSessions is how many sessions discordgo may begin in [WaitDone] before that is taken for a loop, which begins one a second.
const mostSessions = 5

// WaitDone lets a user run a command until a bot with the handler Done has answered it. A command is lost with its session, and
// discordgo may begin two sessions after a drop. It returns [ErrLoop] if it doesn't stop.
func WaitDone(ctx context.Context, srv *sandbox.Server, user, channel string) error {
	for first := srv.Identifies(); srv.Identifies() <= first+mostSessions; {
		before := srv.Identifies()
		it, err := srv.User(user).Command(channel, "/init end")
		if err != nil {
			return err
		}
		done := func() bool { return it.Response().Text() == "done" }
		lost := func() bool { return it.Dropped() || srv.Identifies() > before }
		if err := srv.Await(ctx, func() bool { return done() || srv.Connected() && lost() }); err != nil {
			return fmt.Errorf("smallbot: the answer is %+v: %w", it.Response(), err)
		}
		if done() {
			return nil
		}
	}
	return ErrLoop
}

// Retry plays with one bot after another until one of them isn't in a loop, but no more than three. It returns what the last one does.
func Retry(play func() error) (err error) {
	for range 3 {
		if err = play(); !errors.Is(err, ErrLoop) {
			break
		}
	}
	return err
}
