package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roundel/sandbox/client"
)

// german has some texts only, so that what it lacks is said in English.
const german = `
language: de
title: Deutsch
plurals: {one: n = 1}
texts:
  turn:
    language: "Sprache: {language, select, en {Englisch} de {Deutsch} other {{language}}}."
    gm-acts: Die SL ist am Zug.
  roster:
    started: "**{fight}** beginnt ({ruleset}). SL: {gm}"
    joined: "Dabei: {who}"
    newcomer: "{who}"
  history: {undone: "Zurück:", redone: "Wieder:"}
  board: {nobody-joined: Noch niemand da.}
  card: {over: Dieser Kampf ist vorbei.}
  refusal: {gm-only: "Das kann nur {gm}.", no-fight: Hier ist kein Kampf.}
  bot: {unknown-language: "{text}: keine Sprache. Es gibt: {tags}.", unknown-topic: "Keine Hilfe zu {topic}."}
  settings:
    language-already: Der Kampf ist schon auf {language}.
    language-hint: "Diesen Kampf auf {title}: /init language to:{tag}"
    language-auto: "auto: die Sprache des Servers"
`

// newTranslated returns a table whose bot has these texts in German. Servers are no Communities, and everyone's client is in English.
func newTranslated(t *testing.T) *table {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "de.yaml"), []byte(german), 0o600); err != nil {
		t.Fatal(err)
	}
	return newTable(t, "ROUNDEL_LANGUAGES="+folder)
}

// reads sets the language of clients.
func (tb *table) reads(locale string, users ...string) {
	tb.t.Helper()
	for _, user := range users {
		tb.must(tb.srv.SetLocale(user, locale))
	}
}

// without fails if a text has one of these words.
func (tb *table) without(text string, words ...string) {
	tb.t.Helper()
	for _, w := range words {
		if strings.Contains(text, w) {
			tb.t.Errorf("%q is in: %s", w, text)
		}
	}
}

// exported returns whether the export says that the fight is in a language.
func (tb *table) exported(tag string) {
	tb.t.Helper()
	if data := tb.export(); !strings.Contains(data, `"language": "`+tag+`"`) {
		tb.t.Errorf("the export is not in %s: %.300s", tag, data)
	}
}

// TestWO1: a fight is in the language of the server's settings; of a Community server, if the settings leave that to Discord; else in
// English. It stays in that language.
func TestWO1(t *testing.T) {
	t.Parallel()
	tb := newTranslated(t)
	end := func() {
		tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight")
	}
	tb.do("GM", "/init start name:One", "**One**", "Turn Order")
	tb.exported("en")
	tb.must(tb.srv.SetCommunity("", "de"))
	tb.without(tb.do("GM", "/init add name:Wolf").Text(), "Dabei")
	tb.exported("en")
	end()
	tb.do("GM", "/init start name:Two", "**Two** beginnt")
	tb.exported("de")
	tb.message("Cleo", "Noch niemand da.")
	tb.do("Admin", "/roundel settings language:EN", "English")
	tb.do("GM", "/init add name:Wolf stats:init 1", "Dabei: ")
	tb.exported("de")
	end()
	tb.message("Cleo", "Dieser Kampf ist vorbei.")
	tb.without(tb.do("GM", "/init start name:Three", "**Three**").Text(), "beginnt")
	tb.exported("en")
	end()
	tb.do("Admin", "/roundel settings language:de", "German")
	tb.must(tb.srv.SetCommunity("", ""))
	tb.do("GM", "/init start name:Four", "**Four** beginnt")
	tb.exported("de")
	end()
	tb.do("Admin", "/roundel settings language:auto", "the server's own")
	tb.without(tb.do("GM", "/init start name:Five", "**Five**").Text(), "beginnt")
	tb.exported("en")
}

// TestWO3: the setting takes auto or the tag of a language, and is offered by the languages' own names.
func TestWO3(t *testing.T) {
	t.Parallel()
	tb := newTranslated(t)
	tb.do("Admin", "/roundel settings language:xx", "There's no language \"xx\" here. Choose one of these: auto, en, de,")
	tb.do("Ben", "/roundel settings language:de", "Only members with Manage Server")
	tb.do("Admin", "/roundel settings", "Language of new fights: auto")
	offers := func(line, focused string, want ...client.Choice) {
		t.Helper()
		if got, err := tb.srv.User("Admin").Complete(tb.soon(), "fight", line, focused); err != nil || !slices.Equal(got[:min(len(got), len(want))], want) {
			t.Errorf("%s offers %v, %v; want %v", line, got, err, want)
		}
	}
	auto, en, de := client.Choice{Name: "auto: the server's own language", Value: "auto"}, client.Choice{Name: "English", Value: "en"}, client.Choice{Name: "Deutsch", Value: "de"}
	offers("/roundel settings language:", "language", auto, en, de)
	offers("/roundel settings language:deu", "language", de)
	offers("/init language to:", "to", en, de)
	tb.reads("de", "Admin")
	auto.Name = "auto: die Sprache des Servers"
	offers("/roundel settings language:a", "language", auto)
}

// TestWO4: the GM changes a fight's language, which can be undone and redone. What changes nothing says so.
func TestWO4(t *testing.T) {
	t.Parallel()
	tb := newTranslated(t)
	tb.reads("de", "GM")
	tb.do("GM", "/init language to:de", "Hier ist kein Kampf.")
	tb.do("GM", "/init start name:Bridge", "Bridge")
	tb.do("Ben", "/init language to:de", "Only @GM can do that.")
	tb.do("GM", "/init language to:xx", "keine Sprache. Es gibt: en, de,")
	tb.do("GM", "/init language to:en", "Der Kampf ist schon auf en.")
	tb.exported("en")
	public := tb.do("GM", "/init language to:de", "Sprache: Deutsch.")
	if public.Message.Ephemeral {
		t.Error("only the GM reads that the language has changed")
	}
	tb.message("Cleo", "Noch niemand da.")
	tb.exported("de")
	tb.without(tb.do("GM", "/init undo", "This fight is now in German.").Text(), "Zurück")
	tb.card("Nobody has joined yet.")
	tb.exported("en")
	tb.do("GM", "/init redo", "Wieder:", "Sprache: Deutsch.")
	tb.exported("de")
	tb.do("Ben", "/init log", "This fight is now in German.")
	tb.do("GM", "/init log", "Sprache: Deutsch.")
	tb.do("GM", "/init add name:Wolf", "Dabei: ")
	tb.do("GM", "/init roll")
	tb.do("GM", "/init pause")
	tb.do("GM", "/init language to:en", "This fight is now in English.")
	tb.exported("en")
}

// TestWO5: who starts a fight in another language than their own reads once, alone and in their own language, how to change that.
func TestWO5(t *testing.T) {
	t.Parallel()
	tb := newTranslated(t)
	const hint = "Diesen Kampf auf Deutsch: /init language to:de"
	tb.reads("de", "GM", "Anna")
	tb.do("GM", "/init start name:Bridge", "Bridge")
	if m := tb.message("GM", hint); !m.Ephemeral {
		t.Error("everyone reads the hint")
	}
	tb.do("Anna", "/init join name:Knight stats:init 1")
	tb.do("GM", "/init language to:de", "Sprache: Deutsch.")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "Kampf beenden")
	tb.do("Admin", "/roundel settings language:de")
	tb.reads("hu", "Ben")
	tb.do("Ben", "/init start name:Gate", "**Gate** beginnt")
	tb.press("Ben", tb.do("Ben", "/init end").Message.ID, "Kampf beenden")
	tb.do("Admin", "/init start name:Hall", "**Hall** beginnt")
	tb.message("Admin", "This fight in English: `/init language to:en`")
	for user, times := range map[string]int{"GM": 1, "Anna": 0, "Ben": 0, "Admin": 0} {
		seen, err := tb.srv.Messages("fight", user)
		tb.must(err)
		if got := len(slices.DeleteFunc(seen, func(m client.Message) bool { return !strings.Contains(m.Text, hint) })); got != times {
			t.Errorf("%s has read the hint %d times, want %d", user, got, times)
		}
	}
}

// TestWO6: what one user sees is in the language of their client, in the fight's if the bot doesn't have that, or else in English.
func TestWO6(t *testing.T) {
	t.Parallel()
	tb := newTranslated(t)
	tb.reads("de", "Ben")
	tb.reads("hu", "Cleo")
	tb.reads("en-GB", "Anna")
	const de, en = "Das kann nur @GM.", "Only @GM can do that."
	tb.do("Ben", "/init roll", "Hier ist kein Kampf.")
	tb.do("Cleo", "/init roll", "There's no fight in this channel.")
	tb.do("GM", "/init start name:Bridge", "Bridge")
	tb.do("Ben", "/init roll", de)
	tb.do("Cleo", "/init roll", en)
	tb.do("GM", "/init language to:de", "Sprache: Deutsch.")
	tb.do("Cleo", "/init roll", de)
	tb.do("Anna", "/init roll", en)
	tb.do("Cleo", "/init export", de) // is refused outside of a transaction
	tb.do("Anna", "/init export", en)
	tb.do("Ben", "/init export", de)
}
