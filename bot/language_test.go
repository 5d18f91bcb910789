package bot

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
)

// germanTable returns a table of a Community server in German. Ben's and the GM's Discord is in English, Cleo's in a language that the bot doesn't
// have, everyone else's in German.
func germanTable(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	tb.guildLocale = "de"
	tb.locales["GM"], tb.locales["Ben"], tb.locales["Cleo"] = "en-US", "en-GB", "hu"
	return tb
}

// TestWO6Failures: what went wrong is told in the language of the user, or in the fight's if the bot doesn't have that.
func TestWO6Failures(t *testing.T) {
	tb := germanTable(t)
	failed := func(in string) string { return lang.Bundled().Of(in).Line("bot.failed", lang.Text("ref", "abc123")) }
	said := func(who, want string) {
		t.Helper()
		got := tb.bot.ErrorReply(tb.request(who, discord.Typed), errors.New("disk on fire"), "abc123")
		if got.Text != want || !got.Ephemeral {
			t.Errorf("%s reads %q, want %q", who, got.Text, want)
		}
	}
	said("Cleo", failed("en"))
	tb.do("GM", "/init start name:Bridge")
	said("Cleo", failed("de"))
	said("Ben", failed("en"))
	said("Anna", failed("de"))
	if failed("de") == failed("en") {
		t.Error("German says it in English")
	}
}

// TestWO2FullText: what a session shows without asking the bot is in the asker's language, else in the fight's; what everyone reads is in the fight's.
func TestWO2FullText(t *testing.T) {
	tb := germanTable(t)
	english, german, french := lang.English(), lang.Bundled().Of("de"), lang.Bundled().Of("fr")
	said := func(who string, everyone bool, in *lang.Language) {
		t.Helper()
		if got := tb.bot.FullText(tb.request(who, discord.Typed), everyone); got != in.Line("answer.full-text") {
			t.Errorf("%s reads %q", who, got)
		}
	}
	said("Ben", false, english)
	said("Ben", true, german) // as Discord has it for the server
	tb.do("Admin", "/roundel settings language:fr")
	said("Ben", true, french)
	tb.do("Admin", "/roundel settings language:auto")
	tb.do("GM", "/init start name:Bridge")
	tb.do("Admin", "/roundel settings language:fr")
	said("Ben", true, german)
	said("Ben", false, english)
	said("Cleo", false, german) // whose language the bot doesn't have
	for who, in := range map[string]*lang.Language{"Ben": english, "Anna": german, "Cleo": german} {
		if got := tb.bot.Texts(tb.request(who, discord.Typed)).Busy; got != in.Line("answer.busy") {
			t.Errorf("%s reads %q", who, got)
		}
	}
}

// TestWO13RefusedWhileLooking: refusals of what changes nothing use the words of the ruleset's file.
func TestWO13RefusedWhileLooking(t *testing.T) {
	tb, files := withUploads(t)
	tb.locales["GM"] = "de"
	tb.handle(tb.upload(files, "Admin", duelFile("d20")+"words: {de: {A Duel: Ein Duell}}\n"))
	tb.do("GM", "/init start name:Bridge ruleset:duel")
	tb.do("GM", "/init add name:Wolf stats:nerve 2 roll:9")
	tb.do("GM", "/init roll")
	tb.wants(tb.press("GM", discord.CustomID("use", card.TurnArg(tb.state().Turn))), true, "Ein Duell")
}

// TestWO6EndOfAMembersTurn: what says everywhere else that a member's turn is over is in the asker's language where only they read it.
func TestWO6EndOfAMembersTurn(t *testing.T) {
	tb := germanTable(t)
	tb.do("GM", "/init start name:Bridge ruleset:combat-sequence")
	tb.do("Ben", "/init join name:Knight stats:dex 1, hp 9")
	tb.do("Ben", "/init join name:Elf stats:dex 1, hp 9")
	tb.roll(3)
	tb.do("GM", "/init roll")
	choose := tb.do("Ben", "/next")
	tb.wants(choose, true, "several active combatants")
	tb.wants(tb.press("Ben", choose.Buttons[0][0].ID), true, "Knight's turn is over.")
}

// TestWO2Everyone: damage that waits for the GM, and the summary, are in the fight's language, whoever asked and whatever the server's has become.
func TestWO2Everyone(t *testing.T) {
	tb := germanTable(t)
	tb.do("Admin", "/roundel settings damage:confirm")
	tb.do("GM", "/init start name:Bridge")
	tb.do("Admin", "/roundel settings language:fr")
	tb.do("Ben", "/init join name:Knight stats:init 1, hp 9 roll:10")
	tb.do("GM", "/init add name:Wolf stats:init 1, hp 9 roll:3")
	tb.do("GM", "/init roll")
	waits := tb.do("Ben", "/damage target:Wolf amount:3")
	tb.wants(waits, false, "Schaden", "<@100>")
	if label, want := waits.Buttons[0][0].Label, lang.Bundled().Of("de").Own("button.apply"); label != want {
		t.Errorf("the button is called %q, want %q", label, want)
	}
	ended := tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.wants(ended, false, lang.Bundled().Of("de").Line("summary.over", lang.Name("fight", "Bridge")))
	if len(ended.Files) == 1 && !strings.Contains(ended.Files[0].Description, "Kampf") {
		t.Errorf("the picture is described as %q", ended.Files[0].Description)
	}
}

// TestWO10Steps: steps to go back to are told in the language of whoever chooses, and are the same steps.
func TestWO10Steps(t *testing.T) {
	tb := germanTable(t)
	tb.do("GM", "/init start name:Bridge")
	tb.do("GM", "/init add name:Wolf stats:init 1, hp 9")
	steps := func(locale string) []discord.Choice {
		tb.locales["GM"] = locale
		r := tb.command("GM", "/init undo to:")
		r.Kind, r.Focused = discord.Completing, "to"
		return tb.handle(r).Choices
	}
	english, german := steps("en-US"), steps("de")
	if len(english) != len(german) || len(english) == 0 {
		t.Fatalf("%d steps in English, %d in German", len(english), len(german))
	}
	for i := range english {
		if english[i].Value != german[i].Value || english[i].Name == german[i].Name {
			t.Errorf("%v in English, %v in German", english[i], german[i])
		}
	}
	if name := german[0].Name; !strings.Contains(name, "Bridge beginnt") {
		t.Errorf("the step is %q", name)
	}
}

// TestWO10Redelivered: what is delivered again gets the text that it got first, whatever languages have become.
func TestWO10Redelivered(t *testing.T) {
	tb := germanTable(t)
	tb.do("GM", "/init start name:Bridge")
	joins, refused := tb.command("Anna", "/init join name:Knight stats:init 1"), tb.command("Anna", "/init roll")
	first, why := tb.handle(joins), tb.handle(refused)
	tb.wants(first, false, "Knight (<@101>) ist jetzt dabei.")
	tb.wants(why, true, "Das darf nur <@100>.")
	tb.do("GM", "/init language to:en")
	joins.Locale, refused.Locale, joins.GuildLocale = "fr", "en-US", ""
	if again := tb.handle(joins); again.Text != first.Text {
		t.Errorf("delivered again: %q, first: %q", again.Text, first.Text)
	}
	if again := tb.handle(refused); again.Text != why.Text {
		t.Errorf("delivered again: %q, first: %q", again.Text, why.Text)
	}
}

// TestWO2BothParts: of one reply, what everyone reads is in the fight's language, and what only the asker reads in theirs.
func TestWO2BothParts(t *testing.T) {
	tb := germanTable(t)
	tb.do("GM", "/init start name:Bridge")
	tb.do("GM", "/init add name:Wolf stats:init 1, hp 9")
	tb.do("GM", "/init add name:Ghost stats:init 1, hp 9 hidden:true")
	reply := tb.do("GM", "/damage target:Wolf, Ghost amount:3")
	if strings.Contains(reply.Text, "Ghost") || !strings.Contains(reply.Text, "erleidet") {
		t.Errorf("everyone reads %q", reply.Text)
	}
	if reply.Alone == nil || !strings.Contains(reply.Alone.Text, "Ghost") || !strings.Contains(reply.Alone.Text, "take") || strings.Contains(reply.Alone.Text, "erleide") {
		t.Errorf("the GM reads %+v", reply.Alone)
	}
}

// TestWO10Export: the export is the same in every language but for the language itself.
func TestWO10Export(t *testing.T) {
	export := func(to, locale string) []byte {
		tb := germanTable(t)
		tb.locales["GM"] = locale
		tb.do("GM", "/init start name:Bridge ruleset:five-e-2014")
		tb.do("GM", "/init language to:"+to)
		tb.do("Anna", "/init join name:Knight stats:init 1, hp 9 roll:10")
		tb.do("GM", "/init add name:Wolf stats:init 1, hp 9 roll:3")
		tb.do("GM", "/effect add target:Wolf name:Prone duration:2 rounds")
		tb.do("GM", "/damage target:Wolf amount:9")
		tb.do("GM", "/init roll")
		data := tb.do("GM", "/init export").Files[0].Data
		if n := bytes.Count(data, []byte(`"language": "`+to+`"`)); n != 1 {
			t.Errorf("%s: the language is there %d times: %s", to, n, data)
		}
		return bytes.Replace(data, []byte(`"language": "`+to+`"`), nil, 1)
	}
	if de, en := export("de", "de"), export("en", "hu"); !bytes.Equal(de, en) {
		t.Errorf("in German:\n%s\nin English:\n%s", de, en)
	}
}

// TestWO6Told: what the GM is told at once of a player's change is in the GM's language, and everyone reads the fight's.
func TestWO6Told(t *testing.T) {
	tb, p := germanTable(t), &phone{}
	tb.way = func(*discord.Request) discord.Whisperer { return always(p) }
	tb.do("GM", "/init start name:Bridge ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Knight stats:init 9, ac 15, hp 30 roll:19")
	tb.do("GM", "/init add name:Wolf stats:init 1, hp 3 roll:2")
	tb.do("GM", "/init roll")
	for locale, want := range map[string]string{"en-US": "Wolf is down", "de": "Wolf ist am Boden", "hu": "Wolf ist am Boden"} {
		tb.locales["GM"] = locale
		tb.do("GM", "/init list")
		reply := tb.do("Anna", "/damage target:Wolf amount:9")
		tb.wants(reply, false, "Wolf erleidet 9 Schaden und geht zu Boden.")
		told := tb.told(p)
		if len(told) == 0 {
			t.Fatalf("%s: the GM is told nothing", locale)
		}
		if got := told[len(told)-1].Text; !strings.Contains(got, want) {
			t.Errorf("%s: the GM is told %q, want %q", locale, got, want)
		}
		tb.do("GM", "/init undo")
	}
}

// TestPictureIsDrawnOnce: those who read the log of a fight that is over, one after the other, get the same picture, also if its ruleset
// translates its texts. A reader of another language gets another.
func TestPictureIsDrawnOnce(t *testing.T) {
	tb, files := withUploads(t)
	tb.wants(tb.handle(tb.upload(files, "Admin", "roundel: 1\nname: watch\ntitle: Watch\nstats: {init: How quick.}\norder: {by: score, roll: d10 + init}\nwords: {de: {Watch: Wache}}\n")), true, "watch")
	tb.do("GM", "/init start name:Bridge ruleset:watch")
	tb.do("Anna", "/init join name:Knight stats:init 1, hp 9 roll:9")
	tb.do("GM", "/init roll")
	tb.do("GM", "/damage target:Knight amount:3")
	tb.do("Anna", "/next")
	tb.do("GM", "/damage target:Knight amount:2")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.do("Anna", "/init log")
	first := tb.bot.charts.picture
	if first == nil {
		t.Fatal("there is no picture")
	}
	tb.do("Ben", "/init log")
	if tb.bot.charts.picture != first {
		t.Error("the same picture was drawn again")
	}
	tb.locales["Cleo"] = "de"
	tb.do("Cleo", "/init log")
	if tb.bot.charts.picture == first {
		t.Error("Cleo gets the picture in English")
	}
}
