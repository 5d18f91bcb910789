package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"roundel/bot/discord"
)

// TestRegisteredCommands compares what is registered with Discord, byte for byte, with what the last change of a command registered.
func TestRegisteredCommands(t *testing.T) {
	var got bytes.Buffer
	enc := json.NewEncoder(&got)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(newTable(t).bot.Commands()); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/commands.json", got.Bytes())
}

// TestRegisteredButtonsAndForms compares what buttons, menus and forms are counted as, and which forms can be opened again after a refusal, with
// what they were. Messages of earlier releases have these verbs, so none may go.
func TestRegisteredButtonsAndForms(t *testing.T) {
	var got bytes.Buffer
	b := newTable(t).bot
	for _, verb := range slices.Sorted(maps.Keys(b.presses)) {
		fmt.Fprintf(&got, "%s: %s", verb, b.presses[verb].as)
		if b.presses[verb].reopens() {
			got.WriteString(", opens again")
		}
		got.WriteByte('\n')
	}
	golden(t, "testdata/buttons.txt", got.Bytes())
}

// golden compares a text with a file, or writes the file with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; if that is meant, run with -update and read the diff", name)
	}
}

// TestCommandGroups checks that what is used most is suggested first, and that no command is left out.
func TestCommandGroups(t *testing.T) {
	groups := CommandGroups()
	if !slices.Equal(groups[0], []string{"init"}) || !slices.Equal(groups[2], []string{"next", "damage", "heal", "hp", "rest"}) {
		t.Errorf("%v", groups)
	}
	var all []string
	for _, top := range newTable(t).bot.Commands() {
		if top.Type == discord.ChatCommand {
			all = append(all, top.Name)
		}
	}
	if !slices.Equal(slices.Concat(groups...), all) {
		t.Errorf("%v are in groups, %v are registered", groups, all)
	}
}
