package discord_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/sandbox"
)

// offer returns n options "Goblin 1", "Goblin 2" … with the values "1", "2" ….
func offer(n int) []discord.Option {
	out := make([]discord.Option, n)
	for i := range out {
		out[i] = discord.Option{Label: fmt.Sprintf("Goblin %d", i+1), Value: fmt.Sprint(i + 1), About: "hurt"}
	}
	return out
}

// TestSelects picks several options of a message's select and of a form's, and none of an optional one, as a user does.
func TestSelects(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		switch req.Kind {
		case discord.Pressed:
			return &discord.Reply{Form: &discord.Form{ID: "filled:" + req.Fields["values"], Title: "A form", Inputs: []discord.Input{
				{ID: "whom", Label: "Whom", Help: "Several can be picked", Hint: "Nobody", Required: true, Menu: &discord.Menu{Options: offer(30), Most: 25}},
				{ID: "half", Label: "Half", Menu: &discord.Menu{Options: offer(2), Most: 25}},
				{ID: "how", Label: "How", Menu: &discord.Menu{Options: []discord.Option{{Label: "Sword", Value: "s", Picked: true}}}},
				{ID: "note", Label: "Note", Value: "old"}}}}, nil
		case discord.Filled:
			return &discord.Reply{Text: fmt.Sprintf("%s whom=%s half=%s how=%s note=%s", req.Path, req.Fields["whom"], req.Fields["half"], req.Fields["how"], req.Fields["note"])}, nil
		}
		return &discord.Reply{Text: "choose", Buttons: [][]discord.Button{{{Label: "Go", ID: "go"}},
			{{Label: "Whom?" + strings.Repeat("x", 200), ID: "menu", Menu: &discord.Menu{Options: offer(3), Least: 1, Most: 25}}}}}, nil
	})
	r.ready()
	anna := r.srv.User("Anna")
	message := r.do("/do it what:x").Message
	if _, err := anna.Select(message.ID, "menu"); err == nil {
		t.Error("none was picked of a select that asks for one")
	}
	opened, err := anna.Select(message.ID, "menu", "Goblin 3", "Goblin 1")
	if err != nil {
		t.Fatal(err)
	}
	form := r.wait(opened).Modal
	if form == nil || form.CustomID != "filled:3,1" || len(form.Fields[0].Menu.Options) != 25 || form.Fields[0].Description != "Several can be picked" {
		t.Fatalf("%+v", form)
	}
	if _, err := anna.Submit(opened, map[string]string{"Whom": ""}); err == nil {
		t.Error("a required select was left empty and sent")
	}
	sent, err := anna.Submit(opened, map[string]string{"Whom": "Goblin 2\nGoblin 25"})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.wait(sent).Text(); got != "filled:3,1 whom=2,25 half= how=s note=old" {
		t.Error(got)
	}
	r.faultless()
}
