package page_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/page"
)

// TestPageUploads checks that the page uploads a file first and sends its ID with the command.
func TestPageUploads(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{})
	smallbot.Serve(t, srv, func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		text := ""
		for _, file := range i.ApplicationCommandData().Resolved.Attachments {
			text += file.Filename + ": " + download(t, file.URL)
		}
		err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: text, AllowedMentions: smallbot.None()}})
		if err != nil {
			t.Error(err)
		}
	}, &discordgo.ApplicationCommand{Name: "rules", Description: "Rules", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "File", Required: true}}})

	status, got := ask(t, srv, "/sandbox/attach", body{"user": "GM", "name": "a.txt", "data": []byte("from the page")})
	id, _ := got["id"].(string)
	if status != 200 || id == "" {
		t.Fatalf("got %d %v", status, got)
	}
	status, got = ask(t, srv, "/sandbox/command", body{"user": "GM", "channel": "fight", "name": "rules", "options": body{"file": id}})
	if status != 200 || got["text"] != "a.txt: from the page" {
		t.Errorf("the command got %d %v", status, got)
	}
	if status, got := ask(t, srv, "/sandbox/attach", body{"user": "Nobody", "name": "a.txt"}); status != 400 {
		t.Errorf("a file from an unknown user got %d %v", status, got)
	}
	smallbot.NoViolations(t, srv)
}

// download returns what is at an address, or why it cannot be read.
func download(t *testing.T, address string) string {
	response, err := http.Get(address)
	if err != nil {
		t.Error(err)
		return err.Error()
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}
