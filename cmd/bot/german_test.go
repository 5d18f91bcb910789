package main

import (
	"slices"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// TestGermanIsComplete: German has every text of the bot and everything that the bundled rulesets say, except credits, which are quoted as
// their licenses ask.
func TestGermanIsComplete(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, rs := range ruleset.Bundled().List {
		for _, text := range rs.Texts() {
			if text != rs.Credit {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) < 200 || !slices.Contains(texts, "Prone") {
		t.Fatalf("only %d texts of rulesets", len(texts))
	}
	if missing := lang.Bundled().Of("de").Missing(texts); len(missing) > 0 {
		t.Errorf("German lacks %d texts: %q", len(missing), missing)
	}
}
