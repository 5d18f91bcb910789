package bot

import (
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/rules"
)

// TestEveryFormIsLabeled checks that under every ruleset each input of a form has a label and all of its texts fit
// Discord's limits.
func TestEveryFormIsLabeled(t *testing.T) {
	for _, rs := range rules.All() {
		for verb, form := range reopened() {
			f := form(&engine.State{}, rs)
			if n := discord.Length(f.Title); n < 1 || n > discord.MaxTitle {
				t.Errorf("%s, %s: a title of %d characters: %q", rs.Name, verb, n, f.Title)
			}
			for _, in := range f.Inputs {
				checkInput(t, verb+" "+in.ID, in.Label, in.Hint)
			}
		}
	}
	long := strings.Repeat("Ж", engine.MaxName)
	for _, text := range []words.FormText{words.TestForm(long, 100), words.StrikeForm(long)} {
		if n := discord.Length(text.Title); n < 1 || n > discord.MaxTitle {
			t.Errorf("a title of %d characters: %q", n, text.Title)
		}
		for id, in := range text.Inputs {
			checkInput(t, id, in.Label, in.Hint)
		}
	}
}

func checkInput(t *testing.T, what, label, hint string) {
	t.Helper()
	if n := discord.Length(label); n < 1 || n > discord.MaxTitle {
		t.Errorf("%s: a label of %d characters: %q", what, n, label)
	}
	if n := discord.Length(hint); n > discord.MaxChoice {
		t.Errorf("%s: a hint of %d characters: %q", what, n, hint)
	}
}

// TestNoFormTextIsUnused checks that package words has no text for an input that a form doesn't have.
func TestNoFormTextIsUnused(t *testing.T) {
	rs := rules.All()[0]
	texts := map[string]words.FormText{"join-form": words.JoinForm(rs), "add-form": words.AddForm(rs), "effect-form": words.EffectForm(rs),
		"damage-form": words.DamageForm(), "react-form": words.ReactForm(), "reserve-form": words.ReserveForm()}
	for verb, form := range reopened() {
		if has, want := len(form(&engine.State{}, rs).Inputs), len(texts[verb].Inputs); has != want {
			t.Errorf("%s has %d inputs but texts for %d", verb, has, want)
		}
	}
}
