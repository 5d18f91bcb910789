package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/sandbox/client"
)

// inGerman returns a table of a Community server in German, with a fight that the GM has started. Ben's Discord is in English.
func inGerman(t *testing.T, from *outside, ruleset string) *table {
	t.Helper()
	tb := newTableFrom(t, from)
	tb.must(tb.srv.SetCommunity("", "de"))
	tb.reads("de", "GM")
	tb.do("GM", "/init start name:Brücke ruleset:"+ruleset, "**Brücke** beginnt (", "SL ist @GM.")
	return tb
}

// TestWO2German: in a Community server whose language is German, everyone reads German. A form is in the language of who fills it in.
func TestWO2German(t *testing.T) {
	t.Parallel()
	tb := inGerman(t, nil, "turn-order")
	card := tb.message("GM", "**Brücke**", "Noch ist niemand dabei.", "Zugreihenfolge")
	for _, want := range []string{"Beitreten", "Gegner hinzufügen", "Initiative würfeln"} {
		if !slices.ContainsFunc(card.Buttons, func(b client.Button) bool { return b.Label == want }) {
			t.Errorf("the card has no button %s: %+v", want, card.Buttons)
		}
	}
	tb.exported("de")
	opened := tb.opens("Ben", card.ID, "Beitreten")
	form, err := opened.Wait(tb.soon())
	tb.must(err)
	if form.Modal.Title != "Join the fight" {
		t.Errorf("Ben's form is called %q", form.Modal.Title)
	}
	tb.sends("Ben", opened, map[string]string{"name": "Ritter", "stats": "init 15, hp 30"}, "Ritter (@Ben) ist jetzt dabei.")
	tb.do("GM", "/init roll", "**Runde 1 · Ritter**")
	tb.without(tb.do("Ben", "/init list", "round 1").Text(), "Runde")
	tb.message("GM", "**Runde 1 · Ritter**", "Du bist dran!")
}

// TestWO6German: a refusal is in the fight's language for a client in a language that the bot doesn't have.
func TestWO6German(t *testing.T) {
	t.Parallel()
	tb := inGerman(t, nil, "turn-order")
	tb.reads("hu", "Ben")
	tb.do("GM", "/init add name:Goblin stats:init 7, hp 5", "Goblin ist jetzt dabei.")
	tb.do("GM", "/init roll")
	tb.do("Ben", "/next", "Gerade am Zug: Goblin. Diesen Zug kann nur @GM beenden.")
	tb.do("GM", "/init language to:en", "This fight is now in English.")
	tb.do("Ben", "/next", "It's Goblin's turn now. Only @GM can end it.")
}

// TestWO4German: in a server that is no Community, a GM whose Discord is in German reads how to change the fight's language, and does.
func TestWO4German(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.reads("de", "GM")
	tb.do("GM", "/init start name:Bridge ruleset:turn-order", "**Bridge** begins")
	if m := tb.message("GM", "Diesen Kampf auf Deutsch: `/init language to:de`."); !m.Ephemeral {
		t.Error("everyone reads the hint")
	}
	tb.do("GM", "/init language to:de", "Die Sprache dieses Kampfs ist jetzt Deutsch.")
	tb.message("GM", "Noch ist niemand dabei.")
	tb.exported("de")
	tb.do("GM", "/init undo")
	tb.exported("en")
	tb.message("GM", "Nobody has joined yet.")
	tb.do("GM", "/init redo")
	tb.exported("de")
	tb.do("GM", "/init language to:de", "Die Sprache dieses Kampfs ist schon Deutsch")
}

// TestWO10German: the log is told in the language of who reads it, equal outcomes together.
func TestWO10German(t *testing.T) {
	t.Parallel()
	from := realOutside()
	from.dice = dice.Script(10, 4, 6)
	tb := inGerman(t, &from, "turn-order")
	tb.do("GM", "/init add name:Goblin count:3 stats:init 7, hp 10", "Goblin 1, Goblin 2 und Goblin 3 sind jetzt dabei.")
	tb.do("GM", "/init roll", "Goblin: d20 (10) + 7 = **17**")
	tb.do("GM", "/damage target:Goblin 1, Goblin 2, Goblin 3 amount:2d6 half:Goblin 2",
		"Schaden: 2d6 (4, 6) = 10.\nGoblin 1 und 3: am Boden. Goblin 2 erleidet die Hälfte (5): schwer verletzt.")
	tb.do("Ben", "/init log", "Goblins 1 and 3 are down. Goblin 2 takes half (5) and is bloodied.")
}

// TestWO8German: suggestions have German names and English values. What is typed is English in every language.
func TestWO8German(t *testing.T) {
	t.Parallel()
	tb := inGerman(t, nil, "turn-order")
	tb.do("GM", "/init add name:Goblin stats:init 7, hp 5")
	got, err := tb.srv.User("GM").Complete(tb.soon(), "fight", "/effect add target:Goblin name:Segen duration:", "duration")
	tb.must(err)
	for _, want := range []client.Choice{{Name: "2 Runden", Value: "2 rounds"}, {Name: "Ende des Zugs", Value: "end of turn"}} {
		if !slices.Contains(got, want) {
			t.Errorf("%v is not offered: %v", want, got)
		}
	}
	tb.do("GM", "/effect add target:Goblin name:Segen duration:2 Runden", "ist keine Dauer. Schreib 2 rounds,")
	tb.do("GM", "/effect add target:Goblin name:Segen duration:2 rounds", "Goblin: Segen, für 2 Runden.")
}

// TestWO3German: a language the bot doesn't have is refused, and so is who can't manage the server.
func TestWO3German(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.reads("de", "Admin", "Ben")
	tb.do("Admin", "/roundel settings language:xx", "Die Sprache „xx“ gibt es hier nicht. Wähle eine von diesen: auto, en, de,")
	tb.do("Ben", "/roundel settings language:de", "Die Einstellungen kann nur ändern, wer „Server verwalten“ darf.")
	tb.do("Admin", "/roundel settings", "Sprache neuer Kämpfe: auto (die des Servers)")
	tb.do("Admin", "/roundel settings language:de", "Sprache neuer Kämpfe: Deutsch")
}

// TestWO7German: a sentence whose text German lacks is English as a whole, among German ones. A host's file is German without it.
func TestWO7German(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../bot/words/lang/languages/de.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var kept [][]byte
	section := ""
	for line := range bytes.Lines(source) {
		if bytes.HasPrefix(line, []byte("  ")) && !bytes.HasPrefix(line, []byte("   ")) {
			section = strings.TrimSpace(string(line))
		}
		if section == "damage:" && bytes.HasPrefix(line, []byte("    one: ")) {
			continue
		}
		kept = append(kept, line)
	}
	lacking := bytes.Replace(bytes.Join(kept, nil), []byte("language: de\n"), []byte("language: nl\n"), 1)
	if len(kept) != bytes.Count(source, []byte("\n"))-1 {
		t.Fatal("German has no text damage.one")
	}
	folder := t.TempDir()
	tb := newTable(t, "ROUNDEL_LANGUAGES="+folder)
	if err := os.WriteFile(filepath.Join(folder, "nl.yaml"), lacking, 0o600); err != nil {
		t.Fatal(err)
	}
	tb.end()
	tb.start()
	tb.do("GM", "/init start name:Bridge ruleset:turn-order")
	tb.do("GM", "/init language to:nl", "Die Sprache dieses Kampfs")
	tb.do("Anna", "/init join name:Anna stats:init 15, hp 30", "Anna (@Anna) ist jetzt dabei.")
	tb.do("GM", "/init roll", "**Runde 1 · Anna**")
	tb.do("Anna", "/damage target:Anna amount:5", "Anna takes 5 damage: 25/30.")
	tb.do("Anna", "/next", "**Runde 2 · Anna**")
}

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
