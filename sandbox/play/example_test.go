package play_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/play"
)

// wave answers every command with a wave.
func wave(bot *discordgo.Session, i *discordgo.InteractionCreate) {
	err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: i.Member.User.GlobalName + " waves.", AllowedMentions: smallbot.None()}})
	if err != nil {
		log.Print(err)
	}
}

// A script plays what people type, and prints what everybody sees.
func ExampleScript_Play() {
	srv, err := sandbox.Start(sandbox.Config{AnswerWithin: time.Minute})
	if err != nil {
		log.Fatal(err)
	}
	defer srv.Close()
	bot, err := smallbot.Open(context.Background(), srv, wave, &discordgo.ApplicationCommand{Name: "wave", Description: "Wave"})
	if err != nil {
		log.Fatal(err)
	}
	defer smallbot.Close(bot)

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
