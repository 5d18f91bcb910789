package bot

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/play"
)

// TestCR58Numbers finds numbers in texts as other bots and people write them. The parts of a text are content, titles, fields and so on.
func TestCR58Numbers(t *testing.T) {
	for name, one := range map[string]struct {
		texts []string
		want  string // the numbers that are offered, the one that is chosen at first, and as what
	}{
		"Avrae, attack":          {[]string{"**To Hit**: 2d20kh1 (~~4~~, 13) + 4 = 17\n**Damage**: 1d8 (6) + 2 = 8"}, "17 8: 8 damage"},
		"Avrae, embed":           {[]string{"Mira attacks with a Rapier!", "Rapier: **To Hit**: 1d20 (13) + 8 = `21`\n**Damage**: 1d8 (5) + 4 [piercing] = `9`", "Goblin: <16/25 HP> (-9)"}, "21 9: 9 damage"},
		"Avrae, roll":            {[]string{"<@123456789012345678>  :game_die:\n**Result**: 1d20 (9) + 4\n**Total**: 13"}, "13: 13 damage"},
		"Avrae, initiative":      {[]string{"Mira Vane makes an Initiative check!", "1d20 (9) + 4 = `13`"}, "13: 13 damage"},
		"Dice Maiden":            {[]string{"<@1> Request: `[3d6 + 5]` Roll: `[4, 2, 6]` Result: `17`"}, "17: 17 damage"},
		"Dice Maiden, several":   {[]string{"Roll Set 1\n`[2d6]` Result: `7`\n`[2d6]` Result: `7`\n`[2d6]` Result: `12`"}, "7 7 12: 7 damage"},
		"RollButler":             {[]string{"**Mira** rolled `2d6+3`\n`[4, 5] + 3` = **12**"}, "12: 12 damage"},
		"Sidekick":               {[]string{"@Mira: `1d8+2` = (6)+2 = 8"}, "8: 8 damage"},
		"rpg-dice-bot":           {[]string{"<@!1> `1d20+5` = [12]+5 = 17"}, "17: 17 damage"},
		"RPG Sessions":           {[]string{"Rolling 4d6k3… Details: [4d6k3 (6 5 ~~1~~ 3)]", "Total: 14"}, "14: 14 damage"},
		"Beyond20":               {[]string{"Longsword", "Rolled 1d20 (11) + 5 =", "To Hit: 16", "Damage: **9** slashing"}, "16 9: 9 damage"},
		"Beyond20, webhook":      {[]string{"Mira", "Longsword", "To Hit: 1d20 (11) + 5 = **16**\nSlashing Damage: 1d8 (6) + 3 = **9**\nCritical Damage: 1d8 (2) = **2**"}, "16 9 2: 9 damage"},
		"Tupperbox":              {[]string{"The wolf bites for 7!"}, "7: 7 damage"},
		"D&D Beyond link":        {[]string{"Mira Vane\nTO HIT: **22**\nhttps://www.dndbeyond.com/characters/12345678"}, "22: 22 attack"},
		"BCDice":                 {[]string{"(2D6+3) ＞ 7[3,4]+3 ＞ 10"}, "7 3 10: 7 damage"},
		"equals, full width":     {[]string{"２ｄ６（３＋４）＝７"}, "7: 7 damage"},
		"roundel":                {[]string{"<@101> rolls for luck: 2d20kh1 (~~4~~, 17) + 1 = 18"}, "18: 18 damage"},
		"roundel, rerolled":      {[]string{"<@101> rolls: 4d6rr=1 (3, 4, 5, 2) = **14**"}, "14: 14 damage"},
		"roundel, successes":     {[]string{"<@101> rolls: 10d10t>=8 (8, 10, 1, 7, 9, 3, 8, 9, 2, 2) = **5**"}, "5: 5 damage"},
		"roundel, exploding":     {[]string{"<@101> rolls: 4d6!>=5 (1, 2, 3, 4) = **10**"}, "10: 10 damage"},
		"equals after dice":      {[]string{"2d6=7"}, "7: 7 damage"},
		"a person":               {[]string{"takes 9 fire, 5e rules, 2d6+3"}, "9: 9 damage"},
		"a person, healing":      {[]string{"Mira heals Ben for 12"}, "12: 12 healing"},
		"a person, initiative":   {[]string{"init 15"}, "15: 15 initiative"},
		"a person, attack":       {[]string{"I attack the goblin, 19"}, "19: 19 attack"},
		"a person, in initial":   {[]string{"my initial guess is 19"}, "19: 19 damage"},
		"German":                 {[]string{"Der Goblin bekommt 11 Schaden (2W6+3, Wurf 8), er hat noch 40%"}, "11: 11 damage"},
		"German initiative":      {[]string{"Initiative: 18"}, "18: 18 initiative"},
		"French":                 {[]string{"Le gobelin prend 14 dégâts de feu"}, "14: 14 damage"},
		"Spanish":                {[]string{"¡El goblin recibe 6 de daño!"}, "6: 6 damage"},
		"Portuguese":             {[]string{"O goblin leva 13 de dano. Resultado: 13"}, "13: 13 damage"},
		"Japanese":               {[]string{"ゴブリンに9点のダメージ"}, "9: 9 damage"},
		"Korean":                 {[]string{"고블린에게 7의 피해"}, "7: 7 damage"},
		"decimals and thousands": {[]string{"3.5 m away, 1,234 gold, 2.000 more, takes 8."}, "8: 8 damage"},
		"fractions and tags":     {[]string{"#4 is at 12/30, 50% of 7d6, AC15 and 20ft"}, ""},
		"beside a letter":        {[]string{"5e x3 3rd 2nd h2o"}, ""},
		"struck through":         {[]string{"~~takes 12~~ takes 6"}, "6: 6 damage"},
		"mentions and emoji":     {[]string{"<@12> <@&34> <#56> <:d20:78> <a:d:90> <t:1700000000:R> </roll:99> hit for 5"}, "5: 5 damage"},
		"spoilers":               {[]string{"||takes **1**__3__||"}, "13: 13 damage"},
		"a number before dice":   {[]string{"rolls 3 + 2d6 and 1d20 + 4 - 1, then 11"}, "11: 11 damage"},
		"once a line":            {[]string{"5 and 5 and 6\n5"}, "5 6 5: 5 damage"},
		"too large":              {[]string{"takes 100001 or 100000"}, "100000: 100000 damage"},
		"too large for any":      {[]string{"= 99999999999999999999999"}, ""},
		"equals before total":    {[]string{"2d6 = 7\nTotal damage: 12\nand 9 more"}, "7 12: 12 damage"},
		"total of dice":          {[]string{"Total: 3d6"}, ""},
		"nothing":                {nil, ""},
		"in brackets":            {[]string{"(5 left) takes 9 [8] {7}"}, "9: 9 damage"},
		"an unclosed bracket":    {[]string{"ouch :( takes 9"}, "9: 9 damage"},
		"one of two unclosed":    {[]string{"Mira (lv. 5 takes (4) 9"}, "5 9: 5 damage"},
		"no numbers":             {[]string{"nothing at all"}, ""},
	} {
		f := findNumbers(one.texts)
		got := ""
		for i, n := range f.all {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprint(n.n)
		}
		if got != "" {
			got += fmt.Sprintf(": %d %s", f.all[f.chosen].n, f.use)
		}
		if got != one.want {
			t.Errorf("%s: got %q, want %q", name, got, one.want)
		}
	}
	if f := findNumbers([]string{strings.Repeat("a 7\n", 100)}); len(f.all) != discord.MaxOptions {
		t.Errorf("%d numbers", len(f.all))
	}
	if f := findNumbers([]string{strings.Repeat("x", mostRead-2), "= 12345"}); len(f.all) != 0 {
		t.Errorf("more than %d characters are read: %v", mostRead, f.all)
	}
}

// TestCR58StruckDice: a line in the menu shows the dice that count, without the commas of those that are struck through.
func TestCR58StruckDice(t *testing.T) {
	for text, want := range map[string]string{
		"2d20kh1 (~~4~~, 13) + 4 = 17":             "2d20kh1 (13) + 4 = 17",
		"2d20kl1 (4, ~~13~~) + 4 = 8":              "2d20kl1 (4) + 4 = 8",
		"4d6kh2 (~~1~~, 6, ~~2~~, 5) = 11":         "4d6kh2 (6, 5) = 11",
		"4d6kh2 [6, 5, ~~**1**~~, ~~2~~] = 11":     "4d6kh2 [6, 5] = 11",
		"4d6kh2 (~~1~~, ~~2~~, **6**, 5) = `11`":   "4d6kh2 (6, 5) = 11",
		"1d20 (~~4~~) = 0":                         "1d20 () = 0",
		"~~takes 12~~, takes 6":                    ", takes 6",
		"hit (a, ~~b~~ for 5 ~~c~~) for 9":         "hit (a,  for 5 ) for 9",
		"13~~, then 4~~, 5":                        "13, 5",
		"damage (~~4~~, 13), ~~half~~, (7, ~~2~~)": "damage (13), (7)",
	} {
		if got := strings.Join(readLines([]string{text}), "\n"); got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// FuzzFindNumbers checks that any text is read, and that what is found is a number of its line that can be applied.
func FuzzFindNumbers(f *testing.F) {
	for _, text := range []string{"**To Hit**: 2d20kh1 (~~4~~, 13) + 4 = 17", "Result: `17`", "takes 9 fire, 5e rules, 2d6+3", "＝９", "((1) 2] 3", "3+1d6(2)[3]*4", "<@1>~~<t:1>", "\xff= 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := findNumbers([]string{text, text})
		if len(got.all) > discord.MaxOptions || len(got.all) > 0 && got.chosen >= len(got.all) {
			t.Fatalf("%+v", got)
		}
		for _, n := range got.all {
			if n.n < 0 || n.n > engine.MaxHP || !strings.ContainsFunc(n.line, func(r rune) bool { return r >= '0' && r <= '9' }) || strings.Contains(n.line, "\n") {
				t.Fatalf("%+v", n)
			}
		}
		if utf8.RuneCountInString(got.text) > 2*mostRead {
			t.Fatal("too much is read")
		}
		if got.use != play.AsDamage && len(got.all) == 0 {
			t.Fatalf("%+v", got)
		}
	})
}
