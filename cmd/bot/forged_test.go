package main

import (
	"strings"
	"testing"

	"roundel/sandbox"
	"roundel/sandbox/client"
)

// TestForgeriesAreRefusedInPrivate: presses and forms that Discord's client would not send, with the IDs of other channels, servers and users
// and of what is hidden, each get one private sentence, change nothing and tell nothing hidden. Discord accepts all answers.
func TestForgeriesAreRefusedInPrivate(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.srv.AddGuild("Elsewhere", "Admin", "hall")
	tb.must(err)
	ids := map[string]string{} // of buttons and menus, by channel and verb
	var card client.Message
	for _, channel := range []string{"tavern", "hall", "fight"} {
		tb.channel = channel
		card = tb.underway()
		tb.do("GM", "/init add name:Zorn stats:init 1, hp 5 roll:2 hidden:true", "Zorn (hidden) has joined")
		screen := tb.do("GM", "/init list", "Zorn").Message
		more := tb.press("GM", card.ID, "More…").Message
		end := tb.do("GM", "/init end").Message
		for _, m := range []*client.Message{&card, screen, more, end} {
			for _, b := range m.Buttons {
				verb, _, _ := strings.Cut(b.CustomID, ":")
				ids[channel+" "+verb] = b.CustomID
			}
			for _, one := range m.Menus {
				verb, _, _ := strings.Cut(one.CustomID, ":")
				ids[channel+" "+verb] = one.CustomID
			}
		}
	}
	refused := tb.fill("GM", card.ID, "Damage", map[string]string{"target": "Zorn", "amount": "seven"}, "seven")
	again := refused.Message.Buttons[0].CustomID
	_, turn, _ := strings.Cut(ids["fight next"], ":")
	before := tb.export()
	for _, f := range []struct {
		user, id, want string
		values         []string
		fields         map[string]string // nil: a press
	}{
		{user: "Anna", id: ids["tavern next"], want: "earlier turn"},
		{user: "Anna", id: ids["hall next"], want: "earlier turn"},
		{user: "GM", id: ids["tavern end"], want: "earlier"},
		{user: "GM", id: ids["hall end"], want: "earlier"},
		{user: "GM", id: ids["tavern screen-pick"], want: "earlier", values: []string{"1"}},
		{user: "Ben", id: ids["fight screen-pick"], want: "Only @GM", values: []string{"1"}},
		{user: "Ben", id: ids["fight end"], want: "Only @GM"},
		{user: "Ben", id: ids["fight next"], want: "Only"},
		{user: "Ben", id: again, want: "filled in by someone else"},
		{user: "Ben", id: "no-such-button:1", want: "button"},
		{user: "Ben", id: "", want: "button"},
		{user: "Ben", id: "\u202e<@&1>:@everyone", want: "button"},
		{user: "Ben", id: "next:" + strings.Repeat("z", 95), want: "earlier turn"},
		{user: "Ben", id: "surprise:4", want: "Only @GM"},
		{user: "Ben", id: "surprise:1048578", want: "Only @GM"},
		{user: "Ben", id: "screen-hide:x:1", want: "Only @GM"},
		{user: "Ben", id: "note-form:x:1", want: "Only @GM", fields: map[string]string{"note": "x"}},
		{user: "Ben", id: "damage-form", want: "Nobody in this fight has that name", fields: map[string]string{"target": "Zorn", "amount": "1"}},
		{user: "Ben", id: "damage-form:" + strings.Repeat("9", 88), want: "in this fight", fields: map[string]string{"target": "nobody", "amount": "1"}},
		{user: "Ben", id: "act-form:" + turn, want: "Nobody was chosen", fields: map[string]string{"activity": "x"}},
		{user: "Ben", id: "join-as:" + turn, want: "no saved character", values: []string{"Nobody"}},
		{user: "Ben", id: "garbage-form", want: "button", fields: map[string]string{}},
	} {
		var it *sandbox.Interaction
		if f.fields != nil {
			it, err = tb.srv.User(f.user).ForgeForm("fight", f.id, f.fields)
		} else {
			it, err = tb.srv.User(f.user).Forge(card.ID, f.id, f.values...)
		}
		tb.must(err)
		got, err := it.Wait(tb.soon())
		tb.must(err)
		if got.Failed || !got.Ephemeral || got.Modal != nil {
			t.Errorf("%s sends %q %v: %+v", f.user, f.id, f.fields, got)
		}
		tb.check(f.user+" sends "+f.id, got, []string{f.want})
		if text := got.Text(); strings.Contains(text, "\n") || strings.Contains(text, "Zorn") {
			t.Errorf("%s sends %q %v: %s", f.user, f.id, f.fields, text)
		}
		if after := tb.export(); after != before {
			t.Fatalf("%s sends %q %v: the fights have changed:\n%s", f.user, f.id, f.fields, after)
		}
	}
}
