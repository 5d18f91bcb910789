package sandbox_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/sandbox"
	"roundel/sandbox/page"
)

// rewrite sends discordgo's requests, which go to discord.com, to the sandbox.
type rewrite struct {
	host string
	next http.RoundTripper
}

func (rt rewrite) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", rt.host, rt.host
	return rt.next.RoundTrip(r)
}

// patience is how long a test waits for something that has to happen. It decides only how soon a failure is reported,
// so it is far longer than even a busy machine needs.
const patience = time.Minute

// start starts a sandbox for one test, which from here on runs in parallel with the others. Users wait for answers as
// long as the test does, unless cfg says otherwise.
func start(t *testing.T, cfg sandbox.Config) *sandbox.Server {
	t.Helper()
	return startWith(t, cfg, page.Config{})
}

// startWith is start with a configured page.
func startWith(t *testing.T, cfg sandbox.Config, offers page.Config) *sandbox.Server {
	t.Helper()
	t.Parallel()
	if cfg.AnswerWithin == 0 {
		cfg.AnswerWithin = patience
	}
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv.Handle(page.Handlers(srv, offers))
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

// newBot makes a discordgo session that talks to the sandbox and is not connected yet.
func newBot(t *testing.T, srv *sandbox.Server) *discordgo.Session {
	t.Helper()
	bot, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		t.Fatal(err)
	}
	root, err := url.Parse(srv.URL())
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	bot.Client = &http.Client{Transport: rewrite{root.Host, transport}, Timeout: patience}
	bot.Identify.Intents = discordgo.IntentsGuilds
	bot.ShouldRetryOnRateLimit = false
	bot.MaxRestRetries = 0
	bot.LogLevel = discordgo.LogError - 1
	return bot
}

func open(t *testing.T, bot *discordgo.Session) {
	t.Helper()
	if err := bot.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bot.Close(); err != nil && !errors.Is(err, discordgo.ErrWSNotFound) {
			t.Log("closing the bot:", err)
		}
	})
}

func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// echoCommands is a small command table with everything that the tests type.
func echoCommands() []*discordgo.ApplicationCommand {
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

// serve opens a bot that has registered echoCommands and handles interactions with the function.
func serve(t *testing.T, srv *sandbox.Server, handle func(*discordgo.Session, *discordgo.InteractionCreate)) *discordgo.Session {
	t.Helper()
	bot := newBot(t, srv)
	bot.AddHandler(handle)
	open(t, bot)
	if _, err := bot.ApplicationCommandBulkOverwrite(srv.BotID(), "", echoCommands()); err != nil {
		t.Fatal(err)
	}
	if err := srv.WaitReady(soon(t)); err != nil {
		t.Fatal(err)
	}
	return bot
}

func none() *discordgo.MessageAllowedMentions {
	return &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}
}

func reply(t *testing.T, bot *discordgo.Session, i *discordgo.InteractionCreate, kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData) {
	if err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
		t.Error(err)
	}
}

func noViolations(t *testing.T, srv *sandbox.Server, except ...int) {
	t.Helper()
	for _, v := range append(srv.Violations(except...), srv.Warnings()...) {
		t.Error("violation:", v)
	}
}
