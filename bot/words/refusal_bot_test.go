package words

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/reason"
)

// ownRefusals returns examples of every refusal that the engine has no reason for.
func ownRefusals() []lang.Phrase {
	knight := &engine.State{Turn: 7, Active: []engine.UnitID{1}, Units: []engine.Unit{{ID: 1, Name: "Kni_ght"}}}
	three := &engine.State{Turn: 7, Active: []engine.UnitID{1, 2, 3}, Units: []engine.Unit{{ID: 1, Name: "Ann"}, {ID: 2, Name: "Bo"}, {ID: 3, Name: "Cid"}}}
	why := &engine.Error{Reason: reason.TickCost, Args: engine.Args{Pool: "ticks", Low: 1, High: 20}}
	return []lang.Phrase{
		lang.P("bot.unknown-command"),
		lang.P("bot.monsters-in-server"),
		lang.P("bot.monsters-for-gms"),
		lang.P("bot.party-for-gms"),
		lang.P("bot.no-players"),
		lang.P("bot.rest-no-fight"),
		lang.P("bot.rest-carries-nothing"),
		lang.P("bot.rest-nobody", lang.Flag("gm", false)), lang.P("bot.rest-nobody", lang.Flag("gm", true)),
		lang.P("bot.rest-no-party"),
		lang.P("bot.rest-own"),
		lang.P("bot.rest-unknown", lang.Quoted("name", "Mra"), lang.All("names", []string{"Knight", "Mira"})),
		lang.P("bot.monsters-too-large", lang.N("limit", 1<<20)),
		lang.P("bot.monsters-too-complex", lang.N("most", 100_000)),
		lang.P("bot.not-monsters"),
		lang.P("bot.too-many-monsters", lang.N("most", 200)),
		lang.P("bot.monster-too-large", lang.Name("name", "Wyrm"), lang.N("limit", 16384)), lang.P("bot.monsters-full"),
		MonstersExist([]string{"Owl_bear", "Rat"}),
		MonstersExist([]string{"A", "B", "C", "D", "E", "F", "G"}),
		lang.P("bot.unknown-monster", lang.Quoted("name", "gobblin"), lang.Name("near", "Gob_lin")),
		lang.P("bot.unknown-monster", lang.Quoted("name", "@everyone"), lang.Name("near", "")),
		lang.P("bot.not-own-monster", lang.Quoted("name", "Owlbear")),
		lang.P("bot.nothing-to-save"),
		lang.P("bot.too-many-attacks", lang.Int("most", 12)),
		lang.P("bot.no-name-or-monster"),
		lang.P("bot.hp-needs-monster"),
		lang.P("bot.no-hit-dice", lang.Name("name", "Rat")),
		lang.P("bot.not-hit-dice", lang.Quoted("text", "many")),
		lang.P("bot.encounters-in-server"),
		lang.P("bot.encounters-for-gms"),
		lang.P("bot.encounter-too-large", lang.N("limit", 1<<20)),
		lang.P("bot.too-many-encounters", lang.N("most", 100)),
		lang.P("bot.encounters-full"),
		lang.P("bot.too-many-foes", lang.Int("most", 100), lang.N("count", 1000)),
		lang.P("bot.wave-limit", lang.Int("most", 20)),
		lang.P("bot.encounter-name", lang.Int("most", 60)),
		lang.P("bot.encounter-exists", lang.Quoted("name", "The *ford*")),
		lang.P("bot.unknown-encounter", lang.Quoted("name", "frod"), lang.Name("near", "The *ford*")),
		lang.P("bot.not-a-table", lang.Quoted("name", "Night *road*")),
		lang.P("bot.no-table", lang.Quoted("name", "Night *road*")),
		lang.P("bot.table-exists", lang.Quoted("name", "Night *road*")),
		lang.P("bot.roll-without-table"),
		lang.P("bot.table-changed"),
		lang.P("bot.foes-added"),
		lang.P("bot.table-result", lang.Quoted("name", "Night *road*"), lang.Quoted("other", "The *ford*"), lang.Int("low", 1), lang.Int("high", 6), lang.Int("most", 3)),
		lang.P("bot.table-unknown", lang.Quoted("name", "Night *road*"), lang.Quoted("other", "The *ford*"), lang.Int("low", 1), lang.Int("high", 6), lang.Int("most", 3)),
		lang.P("bot.table-circle", lang.Quoted("name", "Night *road*"), lang.Quoted("other", "The *ford*"), lang.Int("low", 1), lang.Int("high", 6), lang.Int("most", 3)),
		lang.P("bot.table-deep", lang.Quoted("name", "Night *road*"), lang.Quoted("other", "The *ford*"), lang.Int("low", 1), lang.Int("high", 6), lang.Int("most", 3)),
		lang.P("bot.unknown-encounter", lang.Quoted("name", "@everyone"), lang.Name("near", "")),
		lang.P("bot.no-fight-to-save"),
		lang.P("bot.party-form", lang.Quoted("text", "four")),
		lang.P("bot.party-range", lang.Quoted("text", "21x5"), lang.N("most", 20), lang.N("level", 30)),
		lang.P("bot.no-difficulty", lang.Term("ruleset", "Turn Order")),
		lang.P("bot.xp-over"),
		lang.P("bot.adjust-needs-monster"),
		lang.P("bot.scale-over"),
		lang.P("bot.nothing-to-scale", lang.Quoted("name", "Ford")),
		lang.P("bot.encounter-name-taken", lang.Quoted("name", "Ford")),
		lang.P("bot.no-adjustment", lang.Quoted("word", "huge"), lang.Term("ruleset", "Three actions"), lang.Listed("words", []string{"elite", "weak"})),
		lang.P("bot.wish-over"),
		lang.P("bot.no-rated-monsters", lang.Term("ruleset", "Three actions")),
		lang.P("bot.no-theme", lang.Quoted("theme", "zzz")),
		lang.P("bot.not-possible", lang.Term("label", "hard"), lang.Term("near", "easy")),
		lang.P("bot.none-possible"),
		lang.P("bot.unknown-difficulty", lang.Quoted("text", "brutal"), lang.Listed("labels", []string{"easy", "hard"})),
		lang.P("bot.no-party-levels", lang.Int("count", 1), lang.Listed("names", []string{"Mira"})),
		lang.P("bot.xp-posted"),
		lang.P("bot.xp-nobody"),
		lang.P("bot.no-foes-to-save"),
		lang.P("bot.round-without-foes"),
		lang.P("bot.foes-form", lang.Quoted("text", "3")),
		lang.P("bot.foe-count", lang.Quoted("text", "99 Rat"), lang.Int("most", 50)),
		lang.P("bot.wave-round", lang.N("most", 1000)),
		lang.P("bot.unknown-foe", lang.Quoted("name", "gobblin"), lang.Name("near", "Gob_lin")),
		lang.P("bot.unknown-foe", lang.Quoted("name", "gobblin"), lang.Name("near", "")),
		lang.P("bot.unknown-button"),
		lang.P("bot.ability-moved", lang.Name("name", "*Mira*")),
		lang.P("bot.unknown-form"),
		lang.P("bot.form-of-someone-else"),
		lang.P("bot.no-save-of-yours"),
		lang.P("bot.unknown-topic", lang.Quoted("topic", "cooking")),
		EarlierTurn(knight),
		EarlierTurn(three),
		EarlierTurn(&engine.State{Turn: 7}),
		EarlierTurn(&engine.State{}),
		EarlierTurn(&engine.State{Open: &engine.OpenTurn{}}),
		lang.P("bot.earlier-fight"),
		lang.P("bot.earlier-screen"),
		lang.P("bot.not-the-gm", lang.Text("gm", Mention("1"))),
		lang.P("bot.fight-went-on"),
		lang.P("bot.no-one-needs-state"),
		lang.P("bot.no-one-to-surprise"),
		lang.P("bot.start-in-server"),
		lang.P("bot.start-sealed"),
		lang.P("bot.start-lacking", lang.AllParts("missing", []lang.Phrase{lang.P("permission.view-channel")})),
		lang.P("bot.start-lacking", lang.AllParts("missing", []lang.Phrase{lang.P("permission.view-channel"), lang.P("permission.send-messages-in-threads"), lang.P("permission.read-message-history")})),
		UnknownRuleset("chess", nil),
		UnknownRuleset("turn-oder", []string{"turn-order"}),
		UnknownRuleset("p", []string{"a", "b", "c", "d", "e", "f", "g"}),
		SeveralRulesets("5e", []string{"five-e-2014", "five-e-2024"}),
		lang.P("bot.default-ruleset-gone", lang.Name("name", "house")),
		lang.P("bot.rulesets-in-server"),
		lang.P("bot.rulesets-for-managers"),
		lang.P("bot.ruleset-too-large", lang.N("limit", 32768)),
		lang.P("bot.ended-the-bot"),
		lang.P("bot.file-not-fetched"),
		lang.P("bot.file-gone"),
		lang.P("bot.file-not-discord"),
		lang.P("bot.ruleset-name-taken", lang.Name("name", "house")),
		lang.P("bot.ruleset-exists", lang.Name("name", "house")),
		lang.P("bot.too-many-rulesets", lang.Int("n", 50)),
		NotOwnRuleset("chess", nil),
		NotOwnRuleset("chess", []string{"duel", "house"}),
		lang.P("bot.one-name", lang.Text("option", "name"), lang.Text("other", "who")),
		lang.P("bot.not-a-member", lang.Name("option", "owner")),
		lang.P("bot.not-a-whole-number", lang.Quoted("text", "six")),
		lang.P("bot.not-a-whole-number", lang.Quoted("text", "**@everyone** <@1>")),
		lang.P("bot.not-in-weapon", lang.Quoted("text", "1d4"), lang.Text("parts", "1d6+1, shock 2/AC 13")),
		lang.P("bot.no-npcs"),
		lang.P("bot.not-in-effect", lang.Quoted("text", "glow"), lang.Text("parts", "level 2, dc 14, skip, damage 1d6")),
		lang.P("bot.not-in-save", lang.Quoted("text", "glow"), lang.Text("parts", "level 2, dc 14, skip, damage 1d6")),
		lang.P("bot.twice-in-effect", lang.Quoted("key", "dc")),
		lang.P("bot.not-in-attack", lang.Quoted("text", "glow"), lang.Text("parts", "+2, roll 15 or half-cover")),
		lang.P("bot.nobody-to-attack"),
		lang.P("bot.nobody-here"),
		lang.P("bot.nobody-chosen"),
		lang.P("bot.effect-gone"),
		lang.P("bot.check-over"),
		lang.P("bot.no-characters"),
		lang.P("bot.no-numbers", lang.Name("name", "Elf")),
		lang.P("bot.unknown-character", lang.Quoted("name", "Elf")),
		lang.P("bot.saved-lacks-stats", lang.Name("name", "Poet"), lang.All("missing", []string{"init"}), lang.Term("ruleset", "Turn Order"),
			lang.Quoted("example", "init 1, hp 10")),
		lang.P("bot.too-many-characters", lang.N("most", 50)),
		lang.P("bot.stat-in-no-ruleset", lang.Quoted("key", "luck")),
		lang.P("bot.save-in-no-ruleset", lang.Quoted("save", "luck")),
		lang.P("bot.settings-in-server"),
		lang.P("bot.settings-for-managers"),
		lang.P("bot.not-an-activity", lang.Quoted("text", "Strike 0")),
		lang.P("bot.no-activity-chosen"),
		UnusableActivity("Flow of Time", "Strike", why),
		lang.P("bot.too-many-server-activities", lang.N("most", 50)),
		lang.P("bot.not-offered"),
		lang.P("bot.no-number"),
		lang.P("bot.no-target"),
		lang.P("bot.no-use"),
		lang.P("bot.only-in-servers"),
		lang.P("bot.not-in-fight"),
		lang.P("bot.unknown-language", lang.Quoted("text", "xx"), lang.Text("tags", "auto, en, de")),
		lang.P("bot.sheet-too-large", lang.N("limit", 4<<20)),
		lang.P("bot.sheet-too-much", lang.N("limit", 64<<10)),
		lang.P("bot.sheet-not-text"),
		lang.P("bot.sheet-complex"),
		lang.P("bot.sheet-unknown"),
		lang.P("bot.sheet-monster"),
		lang.P("bot.sheet-name", lang.N("most", 32)),
		lang.P("bot.sheet-syntax", lang.N("line", 3), lang.N("column", 14)),
		lang.P("bot.data-too-soon"),
		lang.P("bot.too-fast", lang.N("per_minute", 240)),
		lang.P("bot.too-many-fights", lang.N("open", 250)),
		lang.P("bot.log-full", lang.N("most", 100_000)),
		lang.P("bot.file-too-large", lang.Int("megabytes", 12)),
		lang.P("bot.disk-full"),
		lang.P("bot.no-database"),
		lang.P("bot.unsafe-database"),
		lang.P("bot.newer-fight"),
		lang.P("bot.rules-unreadable", lang.Text("ref", "3415266f")),
		lang.P("bot.maybe-saved", lang.Text("ref", "3415266f")),
		lang.P("bot.failed", lang.Text("ref", "3415266f")),
	}
}

// TestOwnRefusals checks what the bot itself refuses: the texts of the section bot, all shown in testdata/refusals_bot.txt, and in German in
// testdata/refusals_bot_de.txt.
func TestOwnRefusals(t *testing.T) {
	var b, de strings.Builder
	shown, last := map[string]bool{"rulesets": true, "more-rulesets": true}, "" // the two are parts of others
	for _, p := range ownRefusals() {
		name := strings.TrimPrefix(p.ID, "bot.")
		if name != last {
			fmt.Fprintf(&b, "%s\n", name)
			fmt.Fprintf(&de, "%s\n", name)
		}
		text, german := (&Refused{Says: p}).Error(), (&Refused{Says: p}).In(lang.Bundled().Of("de"))
		fmt.Fprintf(&b, "  %s\n", text)
		fmt.Fprintf(&de, "  %s\n", german)
		checkSentence(t, name, text)
		checkSentence(t, name, german)
		shown[name], last = true, name
	}
	english, err := os.ReadFile("lang/languages/en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(english), "\n  bot:\n")
	texts := 0
	for line := range strings.Lines(section) {
		name, _, is := strings.Cut(strings.TrimPrefix(line, "    "), ":")
		if !strings.HasPrefix(line, "    ") {
			break
		} else if strings.HasPrefix(name, "#") || !is {
			continue
		}
		if texts++; !shown[name] {
			t.Errorf("bot.%s has no example", name)
		}
	}
	if texts < 100 {
		t.Errorf("only %d texts", texts)
	}
	golden(t, "testdata/refusals_bot.txt", b.String())
	golden(t, "testdata/refusals_bot_de.txt", de.String())
	for name, l := range others() {
		var other strings.Builder
		for _, p := range ownRefusals() {
			says(t, &other, l, p)
		}
		golden(t, "testdata/refusals_bot_"+name+".txt", other.String())
	}
}
