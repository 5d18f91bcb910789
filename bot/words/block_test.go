package words

import (
	"fmt"
	"strings"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine/monster"
)

// TestMO14StatBlockOfAKind: each line is there where there is something to say, in the order of a stat block, and the licence sentence is last.
func TestMO14StatBlockOfAKind(t *testing.T) {
	m, book, ok := monster.FindIn(nil, monster.Books(), "srd-5.1/Adult Red Dragon")
	if !ok {
		t.Fatal("the book lacks the dragon")
	}
	text, rest := Block{Kind: m}.Text(lang.English(), 4000)
	at := 0
	for _, want := range []string{"**Adult Red Dragon**\nHuge dragon, rating 17 (18,000 XP)\nHit points: 256 (19d12+133) · AC 19\nInitiative +0 · Speed: 40 ft.",
		"Stats: str 8, dex 6, con 13, int 3, wis 7, cha 11, legendary 3, resist 3\nDamage: immune fire\nSenses: blindsight 60 ft.", "Languages: Common",
		"**Actions**\n- Multiattack: Frightful Presence, 1 Bite, 2 Claw\n- Bite: melee, +14 to hit, 2d10+8 piercing + 2d6 fire\n", "- Fire Breath (recharge 5–6, dex, DC 21, half on a success, 18d6 fire, 60-foot cone): ",
		"**Legendary actions**\n- Detect: ", "- Wing Attack (costs 2, dex, DC 22, ", "-# " + book.Index().Credit} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Errorf("%q is not there, or too early:\n%s", want, text)
			continue
		}
		at += i
	}
	if rest != "" || !strings.HasSuffix(text, book.Index().Credit) {
		t.Errorf("%q is left out of\n%s", rest, text)
	}
	plain := &monster.Monster{Name: "Ape", HP: 7, Stats: map[string]int{"ac": 12, "dex": 6, "dex_mod": 0, "init": 1, "wis": 2, "wis_mod": 2}}
	if text, _ := (Block{Kind: plain}).Text(lang.English(), 4000); text != "**Ape**\nHit points: 7\nStats: ac 12, dex 6, dex\\_mod 0, init 1, wis 2" {
		t.Errorf("a monster with nothing but numbers (MO-2), of which those that are the same aren't listed twice: %q", text)
	}
	bare := &monster.Monster{Name: "Ape", Is: "Large ape"}
	if text, _ := (Block{Kind: bare}).Text(lang.English(), 4000); text != "**Ape**\nLarge ape" {
		t.Errorf("lines about nothing: %q", text)
	}
}

// TestMO16StatBlockLeavesOut: languages, senses, texts of traits, texts of abilities, further traits, in this order; the rest has all of it.
func TestMO16StatBlockLeavesOut(t *testing.T) {
	m := &monster.Monster{Name: "Ape", Is: "Large ape", Languages: "Common", Senses: "smell", HP: 9}
	for i := range 8 {
		m.Abilities = append(m.Abilities, monster.Ability{Name: fmt.Sprintf("Trait %d", i), As: "trait", Text: "It is so within 5 ft. of it. It is also so."})
		m.Abilities = append(m.Abilities, monster.Ability{Name: fmt.Sprintf("Roar %d", i), Text: "It roars.", Save: &monster.Save{Stat: "wis", DC: 12}})
	}
	b := Block{Kind: m}
	there := func(text string) (out []bool) {
		for _, part := range []string{"Common", "smell", "It is so within 5 ft. of it.", "It roars.", "Trait 7"} {
			out = append(out, strings.Contains(text, part))
		}
		return out
	}
	seen := map[string]bool{}
	for room := 4000; room > 100; room-- {
		text, rest := b.Text(lang.English(), room)
		if Length(text) > room {
			t.Fatalf("%d characters in room for %d:\n%s", Length(text), room, text)
		}
		now := there(text)
		for i := 1; i < len(now); i++ {
			if !now[i] && now[i-1] {
				t.Errorf("part %d is left out before the one before it:\n%s", i, text)
			}
		}
		for i, in := range now {
			if !in && !there(rest)[i] {
				t.Errorf("part %d was left out, and isn't in the rest of\n%s\n\n%s", i, text, rest)
			}
		}
		if strings.Contains(text, "It is also so") || !strings.Contains(rest, "It is also so.") {
			t.Errorf("traits have their first sentence here, and all in the rest:\n%s\n\n%s", text, rest)
		}
		if now[4] && !strings.Contains(text, "Trait 5") || !strings.Contains(text+rest, "Roar 7 (wis, DC 12)") {
			t.Errorf("a name or a number is lost:\n%s\n\n%s", text, rest)
		}
		seen[fmt.Sprint(now)] = true
	}
	if len(seen) != 6 {
		t.Errorf("%v", seen)
	}
}
