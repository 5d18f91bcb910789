package play_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/sandbox"
	"roundel/sandbox/play"
)

// toSandbox sends discordgo's requests, which go to discord.com, to the sandbox.
type toSandbox struct{ host string }

func (to toSandbox) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", to.host, to.host
	return http.DefaultTransport.RoundTrip(r)
}

// startBot starts a bot with one command, /wave, which it answers.
func startBot(srv *sandbox.Server) (*discordgo.Session, error) {
	bot, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		return nil, err
	}
	address, err := url.Parse(srv.URL())
	if err != nil {
		return nil, err
	}
	bot.Client = &http.Client{Transport: toSandbox{address.Host}}
	bot.Identify.Intents = discordgo.IntentsGuilds
	bot.AddHandler(func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: i.Member.User.GlobalName + " waves.",
				AllowedMentions: &discordgo.MessageAllowedMentions{}}})
		if err != nil {
			log.Print(err)
		}
	})
	if err := bot.Open(); err != nil {
		return nil, err
	}
	_, err = bot.ApplicationCommandBulkOverwrite(srv.BotID(), "", []*discordgo.ApplicationCommand{{Name: "wave", Description: "Wave"}})
	return bot, err
}

// A script plays what people type, and prints what everybody sees.
func ExampleScript_Play() {
	srv, err := sandbox.Start(sandbox.Config{AnswerWithin: time.Minute})
	if err != nil {
		log.Fatal(err)
	}
	defer srv.Close()
	bot, err := startBot(srv)
	if err != nil {
		log.Fatal(err)
	}
	defer bot.Close()

	script := play.Script{Channel: "tavern", Out: os.Stdout, Text: "Anna: hello\nAnna: /wave\n"}
	if err := script.Play(context.Background(), srv); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(srv.Violations()), "violations")
	// Output:
	// Anna: hello
	// Anna: /wave
	//   Anna waves.
	// 0 violations
}
