package world_test

import (
	"fmt"
	"strings"
	"time"

	"roundel/sandbox/world"
)

// A parser records every fault in the form, in Discord's words.
func ExampleParseDraft() {
	body := map[string]any{
		"content": strings.Repeat("x", 2001),
		"embeds":  []any{map[string]any{"title": "Turn 1", "color": "blue"}},
	}
	form := &world.Form{}
	world.ParseDraft(form.Root(body), nil, nil)
	fmt.Println(strings.ReplaceAll(form.Summary(), "; ", "\n"))
	// Output:
	// content: BASE_TYPE_MAX_LENGTH Must be 2000 or fewer in length.
	// embeds.0.color: NUMBER_TYPE_COERCE Value "blue" is not int.
}

// Permissions decide who can see a channel.
func ExampleWorld_Audience() {
	w := world.New("Roundel", time.Now())
	tavern := w.FindChannel("tavern")
	tavern.Overwrites[w.FindUser("Ben").ID] = 0
	for _, id := range w.Audience(tavern) {
		fmt.Println(w.DisplayName(tavern.GuildID, id))
	}
	// Output:
	// Admin
	// GM
	// Anna
	// Cleo
}
