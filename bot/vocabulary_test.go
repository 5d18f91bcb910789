package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// TestWO15KindsOfDamage: kinds of damage, marks and resistances can be typed as the asker or the fight's readers see them wherever damage is typed. They are kept
// as the file has them, whose own names go on working.
func TestWO15KindsOfDamage(t *testing.T) {
	t.Parallel()
	tb := withForms(t)
	tb.locales["GM"], tb.locales["Anna"], tb.locales["Admin"] = "de", "de", "de"
	tb.want("GM", "/init edit name:Ogre stats:hp 200, Resistenz Feuer, kälte; Immunität Gift, Liegend außer magisch; dex 3")
	resists := func() (out []string) {
		for _, c := range tb.state().Combatants {
			if c.Name == "Ogre" {
				out = append(out, ruleset.ResistancesText(c.Resists))
			}
		}
		return out
	}
	if got := resists(); !slices.Equal(got, []string{"resist fire, cold; immune poison, Prone except magical"}) {
		t.Errorf("%q", got)
	}
	for _, typed := range []string{"8 Feuer", "8 fire", "8  FEUER + 0 kälte", "10 Feuer-2 Feuer"} {
		tb.want("GM", "/damage target:Ogre amount:"+typed, "takes 4 damage")
	}
	tb.roll(6, 5)
	tb.want("GM", "/damage target:Ogre amount:2d6/2 Blitz", "takes 5 damage (2d6 (6, 5) / 2 lightning = 5)")
	tb.roll(6, 6)
	tb.want("GM", "/damage target:Ogre, Figure amount:2d6/2 Feuer", "2d6 (6, 6) / 2 fire = 6", "Ogre takes 3 damage (resists fire)", "Figure is hurt")
	tb.want("GM", "/damage target:Ogre amount:5 Gift + 3 hieb magisch", "takes 3 damage")
	tb.wants(tb.fill("GM", tb.formAt("GM", "damage"), map[string]string{"target": "Ogre", "amount": "6 Kälte"}), false, "takes 3 damage")
	tb.want("GM", "/save target:Ogre save:dex dc:30 amount:8 Feuer rolls:Ogre 2", "takes 4 damage")
	tb.want("GM", "/init edit name:Ogre stats:Resistenz gegen nichts, Immunität nothing")
	if got := resists(); !slices.Equal(got, []string{""}) {
		t.Errorf("%q", got)
	}
	tb.wants(tb.fill("GM", tb.formAt("GM", "effect"), map[string]string{"target": "Ogre", "name": "Glut", "more": "damage 3 Feuer, changes Anfälligkeit Blitz, deals 1d6 Feuer"}), false)
	if e := tb.state().Effects[0]; e.Damage != "3 fire" || !strings.Contains(e.Changes, "vulnerable lightning") || !strings.Contains(e.Changes, "deals 1d6 fire") {
		t.Errorf("%+v", e)
	}
	tb.wants(tb.do("Anna", "/character save name:Bard stats:hp 9, Resistenz Feuer weapon:Feuer Stich, melee, 1d8 Stich + 1d4 Feuer, type Hieb saves:Glut, save Weisheit, dc 11, 2d6 Feuer"), true)
	tb.locales["Anna"] = "en-US"
	tb.wants(tb.do("Anna", "/character show"), true, "resist fire", "Feuer Stich, melee, 1d8 piercing + 1d4 fire", "save wis, dc 11, 2d6 fire")
	tb.do("Admin", "/monster save name:Ghoul stats:hp 9, Resistenz Feuer attacks:Biss, melee, hit 3, 1d6 Stich; Klaue, melee, hit 3, 1d4 Hieb")
	tb.wants(tb.do("Admin", "/monster show name:Ghoul"), true, "Resistenz Feuer", "1d6 Stich", "1d4 Hieb")
}

// TestWO15KindsRefused: the refusal of an unknown kind of damage names those that there are as the asker can type them.
func TestWO15KindsRefused(t *testing.T) {
	t.Parallel()
	tb := withForms(t)
	tb.locales["GM"] = "de"
	tb.wants(tb.do("GM", "/damage target:Ogre amount:8 Feurer"), true, "Meinst du Feuer?")
	tb.wants(tb.do("GM", "/damage target:Ogre amount:8 fier"), true, "Meinst du Feuer?")
	tb.wants(tb.do("GM", "/damage target:Ogre amount:8 xylophon"), true, "Säure, Wucht, Kälte")
	tb.wants(tb.do("GM", "/init edit name:Ogre stats:Resistenz Wuht"), true, "hinter Resistenz", "Meinst du Wucht?")
	tb.wants(tb.do("GM", "/init edit name:Ogre stats:Resistenz Feuer 5"), true, "Hinter Resistenz stehen keine Zahlen. Lass die hinter Feuer weg.")
	tb.wants(tb.do("GM", "/init edit name:Ogre stats:Resistenz; hp 5"), true, "wofür Resistenz gilt", "„Resistenz Säure“", "Resistenz gegen nichts")
}

// TestWO15WordsOfTheFile: what a server's own file has words for can be typed in each of its languages, unless it could mean several things. What the file itself
// calls something goes first.
func TestWO15WordsOfTheFile(t *testing.T) {
	t.Parallel()
	tb := startOwn(t, `order: {by: score, roll: d20 + init}
damage: {kinds: [flame, frost, spark, feuer], words: {ward: half, sealed: none}}
words:
  de: {flame: Feuer, frost: Frost, spark: Funke, ward: Schutz, sealed: gefeit}
  fr: {flame: brasier ardent, frost: Funke, spark: éclair, all: tout}
`)
	tb.want("GM", "/init add name:Ogre stats:init 3, hp 100, Schutz brasier ardent, feuer; gefeit éclair roll:2")
	tb.want("GM", "/init roll")
	if got := ruleset.ResistancesText(tb.state().Combatants[0].Resists); got != "ward flame, feuer; sealed spark" {
		t.Errorf("%q", got)
	}
	tb.want("GM", "/damage target:Ogre amount:8 brasier  ardent", "(8 flame")
	tb.want("GM", "/damage target:Ogre amount:8 Feuer", "(8 feuer")
	tb.wants(tb.do("GM", "/damage target:Ogre amount:8 Funke"), true, "funke", "isn't a kind")
	tb.locales["GM"] = "de"
	tb.want("GM", "/damage target:Ogre amount:8 Funke", "8 spark, sealed spark")
	tb.want("Admin", "/character save name:Bard weapon:Sword, 1d6 feuer + 1d4 Funke")
	tb.wants(tb.do("Admin", "/character show"), true, "1d6 feuer + 1d4 Funke") // Admin's language has no word for spark, and one of the file's own goes first
}

// TestWO15Saved: what is saved in translation has the names of one ruleset, the first that can read all of it: the server's default goes first. What some ruleset
// reads as typed is kept.
func TestWO15Saved(t *testing.T) {
	t.Parallel()
	tb := startOwn(t, `order: {by: score, roll: d20 + init}
damage: {kinds: [flame, frost], words: {resist: half, immune: none}}
words:
  de: {flame: Feuer}
  ja: {frost: 精神}
`)
	tb.locales["Admin"] = "de"
	save := func(command, want string) {
		t.Helper()
		tb.wants(tb.do("Admin", command), true, want)
	}
	save("/character save name:Bard stats:hp 9, Resistenz Feuer, Frost", "resist flame, frost")
	save("/character save name:Bard stats:hp 9, Resistenz Feuer, Kälte", "resist fire, cold")
	save("/character save name:Bard stats:hp 9, resist cold, Feuer", "resist cold, fire")
	save("/character save name:Bard weapon:Bow, 1d6 Feuer + 1d4 Kälte", "1d6 fire + 1d4 cold")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.want("Admin", "/roundel settings ruleset:five-e-2014")
	save("/character save name:Bard stats:hp 9, Resistenz Feuer", "resist fire")
	save("/character save name:Bard stats:hp 9, resist flame", "resist flame")
	save("/character save name:Bard weapon:Bow, 1d6 Feuer", "1d6 fire")
	save("/character save name:Bard saves:Glut, save Weisheit, dc 11, 2d6 Feuer", "Glut")
	tb.locales["Admin"] = "en-US"
	tb.wants(tb.do("Admin", "/character show"), true, "2d6 fire")
	tb.locales["Admin"] = "de"
	tb.do("Admin", "/monster save name:Ghoul stats:hp 9, Resistenz Feuer attacks:Biss, melee, hit 3, 1d6 Feuer")
	tb.wants(tb.do("Admin", "/monster show name:Ghoul"), true, "Resistenz Feuer", "1d6 Feuer")
	tb.locales["Admin"] = "ja"
	save("/character save name:Bard weapon:Bow, 1d6 精神", "1d6 psychic")
	tb.want("Admin", "/roundel settings ruleset:three-actions")
	save("/character save name:Bard stats:hp 9, 抵抗 精神 5、火 3", "resist mental 5, fire 3")
	save("/character save name:Bard weapon:Bow, 1d6 精神", "1d6 mental")
}

// TestWO15ResistancesRoundTrip: resistances can be typed back as every language shows them.
func TestWO15ResistancesRoundTrip(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, rs := range ruleset.Bundled().List {
		if rs.Damage == nil {
			continue
		}
		for _, l := range lang.Bundled().All() {
			l = words.Under(l, rs)
			for _, word := range []string{ruleset.ExceptOf, ruleset.NothingElse} {
				if l.Term(word) == word && !strings.HasPrefix(l.Tag, "en") {
					t.Errorf("%s has no word for %s", l.Tag, word)
				}
			}
			before, after, _ := strings.Cut(l.Line("monster.resistances", lang.Text("text", "TEXT")), "TEXT")
			check := func(text string) {
				rest, want, err := rs.TakeResistances(text)
				if err != nil || strings.Trim(rest, ", ") != "" {
					t.Fatalf("%s: %q: %v", rs.Name, text, err)
				}
				shown := l.Line("monster.resistances", lang.MixedOf("text", text, rs.Resistible()))
				shown = strings.TrimSuffix(strings.TrimPrefix(shown, before), after)
				for _, typed := range []string{shown, strings.ReplaceAll(shown, ", ", "、")} {
					kept := (&vocabulary{rs: rs, readers: []*lang.Language{l}}).stats(typed)
					if _, got, err := rs.TakeResistances(kept); err != nil || got.String() != want.String() {
						t.Errorf("%s, %s: %q is shown as %q, which is read as %q: %v", rs.Name, l.Tag, text, typed, kept, err)
					}
				}
				tried++
			}
			for _, w := range rs.Damage.Words {
				number, last := "", ""
				if w.Does.Counted() {
					number = " 5"
				}
				for _, name := range rs.Resistible() {
					switch is := slices.Contains(rs.Damage.Typed(), name); {
					case rs.Damage.Does(name) != "" || name == ruleset.ExceptOf || name == ruleset.NothingElse || !is && w.Does != ruleset.DoesNone:
						continue
					case is && name != ruleset.AllDamage:
						check(w.Word + " all" + number + " except " + name)
						last = name
					}
					check(w.Word + " " + name + number + ", " + last + number)
				}
				check(w.Word + " nothing")
			}
		}
	}
	if tried < 100 {
		t.Error(tried)
	}
}

// TestWO15StatsLikeKinds: an unknown stat that is called what a language calls a kind of damage is refused as it was typed.
func TestWO15StatsLikeKinds(t *testing.T) {
	t.Parallel()
	tb := withForms(t)
	tb.locales["GM"], tb.locales["Anna"], tb.locales["Admin"] = "de", "de", "de"
	for _, command := range []string{"/init edit name:Ogre stats:gift 3", "/init edit name:Ogre stats:Resistenz Feuer; gift 3", "/init edit name:Ogre stats:Resistenz Feuer dex 2 gift 3"} {
		tb.wants(tb.do("GM", command), true, "gift")
	}
	tb.wants(tb.do("Anna", "/character save name:Bard stats:hp 9, gift 3"), true, "gift")
	tb.wants(tb.do("Admin", "/monster save name:Ghoul stats:hp 9, gift 3"), true, "gift")
}

// BenchmarkVocabulary reads the longest texts that can be typed, under many rulesets that have many words for the same names.
func BenchmarkVocabulary(b *testing.B) {
	rules := make([]*ruleset.Ruleset, 50)
	for i := range rules {
		rs := &ruleset.Ruleset{Name: fmt.Sprint(i), Damage: &ruleset.Damage{}, Words: map[string]lang.Words{}}
		for k := range 40 {
			name := fmt.Sprintf("kind %c %c", 'a'+k%26, 'a'+k/26)
			rs.Damage.Kinds = append(rs.Damage.Kinds, name)
			for tag := range 28 {
				l := fmt.Sprint(tag)
				if rs.Words[l] == nil {
					rs.Words[l] = lang.Words{"resist": {"other": "r"}}
				}
				rs.Words[l][name] = map[string]string{"other": fmt.Sprintf("a %d %d %d", i, k, tag)}
			}
		}
		rs.Damage.Words = []ruleset.DamageWord{{Word: "resist", Does: ruleset.DoesHalf}, {Word: "immune", Does: ruleset.DoesNone}}
		rs.Conditions = []ruleset.Condition{{Name: "P"}}
		rules[i] = rs
	}
	run := func(name string, fn func(all savedVocabularies)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				fn(vocabulariesOf(rules, lang.English()))
			}
		})
	}
	for name, text := range map[string]string{"words": strings.Repeat("r ", 250), "conditions": "immune" + strings.Repeat(" P", 245) + " x", "names": "r " + strings.Repeat("a,", 249), "letters": strings.Repeat("r", 500)} {
		run("stats/"+name, func(all savedVocabularies) {
			_, _, _ = play.SavedResistances(text, rules, all.stats(text), "hp 1")
		})
	}
	for name, text := range map[string]string{"numbers": "A" + strings.Repeat(",1", 750), "names": "A" + strings.Repeat(",1 a 0 0 0", 150), "words": "A,1" + strings.Repeat(" a", 748)} {
		run("weapons/"+name, func(all savedVocabularies) { all.weapons(text) })
	}
}
