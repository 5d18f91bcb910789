package words

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

var update = flag.Bool("update", false, "write what the sentences are now into testdata")

// reasons returns every reason that the engine's source declares, in its order.
func reasons(t *testing.T) []reason.Reason {
	t.Helper()
	files, err := filepath.Glob("../../engine/reason/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []reason.Reason
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Reason" {
				for _, value := range spec.Values {
					text, err := strconv.Unquote(value.(*ast.BasicLit).Value)
					if err != nil {
						t.Fatal(err)
					}
					out = append(out, reason.Reason(text))
				}
			}
			return true
		})
	}
	if len(out) < 100 {
		t.Fatalf("only %d reasons found", len(out))
	}
	return out
}

// samples are arguments to show a reason with; those not listed are shown with all of a fight's.
func samples() map[reason.Reason][]engine.Args {
	turn := []string{"Knight"}
	who := func(a engine.Args) []engine.Args {
		others := []engine.Args{a, a, a}
		others[0].Turn, others[1].GMActs = turn, true
		return others
	}
	party := []string{"foes", "party"}
	return map[reason.Reason][]engine.Args{
		reason.NotYoursToChange: {{Name: "Goblin 1"}, {Name: "Elf", Owned: true}},
		reason.NotYoursToPlay:   {{Name: "Goblin 1"}, {Name: "Elf", Owned: true}},
		reason.NotYourTurn:      append(who(engine.Args{}), engine.Args{Turn: turn, Owned: true}),
		reason.TurnOver:         append(who(engine.Args{}), engine.Args{Turn: []string{"party", "foes"}}),
		reason.ActedAlready:     who(engine.Args{}),
		reason.NotTurnOf:        who(engine.Args{Name: "Elf"}),
		reason.FightExists:      {{Name: "Bridge fight"}},
		reason.NotDone:          {{Text: "17"}, {Text: "the ambush"}},
		reason.NotUndone:        {{Text: "17"}},
		reason.TooManySteps:     {{High: engine.MaxSteps}},
		reason.UnknownName:      {{Text: "gob 1", Near: "Goblin 1"}, {Text: "zzz"}, {Text: "**@everyone** <@1>"}},
		reason.Several:          {{Text: "Goblin", Name: "Goblin 1"}},
		reason.HiddenInGroup:    {{Name: "Goblin 1", Other: "Goblin"}},
		reason.NameLong: {{Count: 40, High: engine.MaxName},
			{Name: strings.Repeat("Goblin", 6) + " 12", Count: 39, High: engine.MaxName}},
		reason.NameTaken:        {{Name: "goblin"}},
		reason.EventTaken:       {{Name: "Lair action"}},
		reason.SayWho:           {{Option: "who"}},
		reason.SeveralNumbers:   {{Text: "an", Names: []string{"sleight_of_hand", "animal_handling"}}},
		reason.UnknownNumber:    {{Name: "Mira", Text: "stealht", Near: "stealth"}, {Name: "Mira", Text: "cooking"}},
		reason.CheckNotTyped:    {{Dice: "d6! + 3"}},
		reason.StatRange:        {{Stat: "init", Low: -20, High: 99, Count: 1000}, {Stat: "hp", High: 100_000, Count: -5}},
		reason.StatForm:         {{Text: "quick", Example: "init 1, hp 10"}},
		reason.UnknownStat:      {{Ruleset: "Turn Order", Stat: "agility", Names: []string{"init", "hp"}}},
		reason.StatsMissing:     {{Ruleset: "Flow of Time", Names: []string{"finesse|cognition", "level"}, Example: "finesse 1, hp 10"}},
		reason.LacksStat:        {{Name: "Orc", Stat: "ac", Example: "ac 12"}, {Name: "Orc", Stat: "ws", Example: "ws 35"}},
		reason.TooManyHP:        {{High: 100_000}},
		reason.UnknownRest:      {{Ruleset: "5E", Text: "nap", Names: []string{"short rest", "long rest"}}},
		reason.RestAmount:       {{Text: "long rest"}},
		reason.AbsorbNeedsHP:    {{Stat: "temp"}},
		reason.UnknownAbsorb:    {{Ruleset: "5E", Text: "ward", Names: []string{"temp", "shield"}}},
		reason.HPOverMax:        {{Count: 60, High: 45}},
		reason.DiceRange:        {{Dice: "d20", Low: 1, High: 20, Count: 25}, {Dice: "2d6", Low: 2, High: 12, Count: 13, Name: "Kay"}},
		reason.DamageRange:      {{Dice: "2d6+1", Low: 2, High: 12, Count: 13}},
		reason.RollPair:         {{Text: "Knight six"}},
		reason.RollsTogether:    {{Name: "Goblin 1", Other: "Goblin"}},
		reason.GroupRolled:      {{Name: "Goblin"}},
		reason.NoteLength:       {{High: 300}},
		reason.TooManyWaves:     {{High: 50}},
		reason.ScoreRange:       {{Low: -1000, High: 1000}},
		reason.LastTaken:        {{Name: "party", Yours: true}, {Name: "party"}},
		reason.SideEmpty:        {{Text: "wolves", Names: party}},
		reason.OnAlert:          {{Name: "foes"}},
		reason.TestTarget:       {{Low: 1, High: 100}},
		reason.OpenTests:        {{Names: []string{"Seer"}}, {Names: []string{"Seer", "Gunner"}}},
		reason.TargetForm:       {{Text: "Seer forty"}},
		reason.TwoTargets:       {{Name: "Seer"}},
		reason.LackAwareness:    {{Names: []string{"Gunner"}, Stat: "awareness"}, {Names: []string{"Gunner", "Raider 1"}, Stat: "awareness"}},
		reason.HPAmount:         {{Text: "lots"}},
		reason.HPSign:           {{Text: "12"}},
		reason.HPShown:          {{Text: "loud"}},
		reason.MessageNumber:    {{Low: 0, High: 100_000}},
		reason.OneOnly:          {{}},
		reason.HalfOfOther:      {{}},
		reason.HasScore:         {{Name: "Mira"}},
		reason.TotalRange:       {{Name: "Mira", Low: 5, High: 24, Count: 30}},
		reason.PlainAmount:      {{Text: "-5"}, {Text: "lots"}},
		reason.KindAmount:       {{Text: "-5 fire"}},
		reason.NotYourDamage:    who(engine.Args{}),
		reason.NotYourSaves:     who(engine.Args{}),
		reason.NotInDispute:     {{Name: "Elf"}},
		reason.TiesLater:        {{}},
		reason.NobodyTied:       {{Name: "Elf"}},
		reason.NotYourEffect:    who(engine.Args{}),
		reason.LengthenedOrOver: {{Text: "Stunned"}},
		reason.DownState:        {{Text: "asleep", Names: engine.DownStates()}},
		reason.ModifierRange:    {{Low: -100, High: 100}},
		reason.DamageForm:       {{Text: "much"}},
		reason.NoDamageEver:     {{Text: "-3"}},
		reason.UnknownEffect:    {{Text: "Slow"}},
		reason.DurationForm:     {{Text: "a while"}},
		reason.DurationRounds:   {{High: 1000}},
		reason.DurationHours:    {{High: 168}},
		reason.LongRounds:       {{High: 1000}},
		reason.LongHours:        {{High: 168}},
		reason.TooFewReserved:   {{Name: "Medic", Text: "Parry", Pool: "ticks", Count: 2, Left: 1}},
		reason.TickCost:         {{Pool: "ticks", High: 20}, {Pool: "ticks", Low: 1, High: 20}},
		reason.TooFewLeft: {{Name: "Medic", Text: "Strike", Pool: "ticks", Count: 2, Left: 1}, {Name: "Medic", Text: "Strike", Pool: "ticks", Count: 2},
			{Name: "Medic", Text: "Strike", Pool: "ticks", Count: 3, Left: 2}, {Name: "Ace", Pool: "legendary", Count: 3, Left: 1}},
		reason.UnknownPool:     {{Ruleset: "Escalation die", Text: "mana", Names: []string{"standard", "move", "quick"}}, {Ruleset: "Turn Order", Text: "mana"}},
		reason.PoolAmount:      {{Low: 1, High: 1000}},
		reason.ReactionPools:   {{Ruleset: "Three actions", Names: []string{"reaction"}}},
		reason.OnlyFirstPool:   {{Name: "Ace", Pool: "action"}},
		reason.TooFewToReserve: {{Name: "Medic", Pool: "ticks", Count: 2, Left: 1}},
		reason.ReserveLimit:    {{Name: "Medic", Pool: "ticks", High: 2, Left: 1}, {Name: "Medic", Pool: "ticks", High: 2}},
		reason.NoReactionsNow:  {{Name: "Medic", Other: "Dazed", Condition: true}},
		reason.UnknownActivity: {{Text: "Juggle"}},
		reason.NothingToForget: {{Text: "Juggle"}},
		reason.OnceUsed:        {{Name: "Ace", Text: "Killing Blow"}},
		reason.ActionType:      {{Text: "jump", Names: []string{"main", "move", "on-turn", "instant"}}},
		reason.PoolUsed: {{Name: "Ace", Pool: "main", Count: 1, High: 1, Names: []string{"on_turn", "instant"}}, {Name: "Ace", Pool: "move", Other: "main", Count: 1, High: 1},
			{Name: "Ace", Pool: "bonus", Count: 1, High: 1}, {Name: "Ace", Pool: "legendary", Count: 1, High: 3}, {Name: "Ace", Pool: "recharge", Count: 1}},
		reason.NoMultiattack:    {{Name: "Dragon"}},
		reason.MultiattackTwice: {{Name: "Dragon"}},
		reason.MultiattackOver:  {{Name: "Dragon"}, {Name: "Dragon", Text: "Bite"}, {Name: "Dragon", Text: "Bite", Names: []string{"Claw", "Tail"}}},
		reason.NoCheckOf:        {{Ruleset: "Turn Order", Text: "Slow"}},
		reason.BonusAlone:       {{Text: "Slow"}},
		reason.NoSaveEffect:     {{Option: "repeat"}},
		reason.UnknownPrepared:  {{Text: "Fire Breth", Names: []string{"Fire Breath"}, Near: "Fire Breath"}, {Text: "Fire Breath"}},
		reason.UnknownAbility:   {{Name: "Dragon", Text: "Fire Breth", Names: []string{"Fire Breath", "Tail"}, Near: "Fire Breath"}, {Name: "Dragon", Text: "Fire"}},
		reason.NoUses: {{Name: "Dragon", Text: "Fire Breath", High: 1, Option: "recharge", Count: 5}, {Name: "Dragon", Text: "Roar", High: 3, Option: "fight"},
			{Name: "Dragon", Text: "Roar", High: 3, Option: "round"}, {Name: "Dragon", Text: "Roar", High: 3, Option: "turn"}},
		reason.OneUse:          {{Text: "Roar"}},
		reason.CheckNumber:     {{Option: "dc", Low: 0, High: 1000}, {Option: "bonus", Low: -100, High: 100}},
		reason.NoCheck:         {{Name: "Orc", Text: "Slow"}},
		reason.NoCheckDue:      {{Name: "Orc"}},
		reason.CheckNotDue:     {{Name: "Orc", Text: "Slow"}, {Name: "Orc", Text: "dying", Down: "dying"}},
		reason.SayCheck:        {{Name: "Orc", Names: []string{"Slow", "dying"}, Down: "dying"}},
		reason.NotAfterTurn:    {{Name: "Dragon", Pool: "legendary"}},
		reason.OnceATurn:       {{Name: "Dragon", Pool: "legendary"}},
		reason.NothingReserved: {{Name: "Medic", Pool: "ticks"}},
		reason.WithdrawMain:    {{Name: "Ace", Pool: "main"}},
		reason.Terrain:         {{Text: "lava", Names: []string{"rough"}}},
		reason.Leaving:         {{Text: "hop", Names: []string{"withdraw", "flee"}}},
		reason.Range:           {{Text: "far", Names: []string{"melee", "ranged"}}},
		reason.Attribute:       {{Text: "luck", Names: []string{"str", "dex", "best"}}},
		reason.ShockForm:       {{Text: "2"}},
		reason.TraumaForm:      {{Text: "1d8"}},
		reason.MainAhead:       {{Pool: "main"}},
		reason.SkillForm:       {{Text: "5"}},
		reason.WeaponSkill:     {{Text: "pilot", Names: []string{"punch", "stab", "shoot"}}},
		reason.Circumstance:    {{Text: "fog", Names: play.OptionsOf(ruleset.ShockAttack).Circumstances}},
		reason.Edge:            {{Text: "luck", Names: []string{"advantage", "disadvantage"}}},
		reason.NoAgainst:       {{Ruleset: "5E", Stat: "ac"}},
		reason.UnknownCounter:  {{Ruleset: "Spotlight", Text: "hope", Names: []string{"fear", "doom"}}},
		reason.CounterOfAll:    {{Text: "escalation die"}},
		reason.CounterOfPCs:    {{Name: "Orc", Text: "hero points"}},
		reason.CounterSide:     {{Text: "wolves", Names: []string{"party", "foes"}}},
		reason.UnknownWeapon:   {{Name: "Kay", Text: "Bow"}},
		reason.SwapWith:        {{Names: []string{"Orc", "Ben"}}, {}},
		reason.SwapLater:       {{Name: "Anna", Names: []string{"Orc", "Ben"}}, {Name: "Anna"}},
		reason.NoLevelToChange: {{Text: "Quick"}},
		reason.LevelRange:      {{Text: "Slowed", Low: 1, High: 3}},
		reason.UnknownWith:     {{Name: "Anna", Text: "Hex"}},
		reason.WeaponNumber:    {{Text: "much", Option: "hit", Low: -1000, High: 1000}},
	}
}

// partial is a language that has words for some of what the bot says.
type partial struct {
	*lang.Language
	lacks []string // IDs of texts
}

// others are the languages besides English and German, by the names of the files with their refusals.
var others = sync.OnceValue(func() map[string]partial {
	out := map[string]partial{}
	for _, l := range lang.Bundled().All() {
		if l.Tag != "en" && l.Tag != "de" {
			out[strings.ToLower(strings.ReplaceAll(l.Tag, "-", "_"))] = partial{l, l.Missing(nil)}
		}
	}
	return out
})

// says adds a refusal to a golden file if the language has words for it.
func says(t *testing.T, b *strings.Builder, l partial, p lang.Phrase) {
	t.Helper()
	if slices.Contains(l.lacks, p.ID) {
		return
	}
	text := l.Sentence(p)
	fmt.Fprintf(b, "%s: %s\n", p.ID, text)
	if !strings.ContainsAny(text[len(text)-1:], ".?") && !strings.HasSuffix(text, "。") && !strings.HasSuffix(text, "？") || strings.ContainsAny(text, "{}\n") || strings.Contains(text, "  ") {
		t.Errorf("%s in %s: not a sentence: %s", p.ID, l.Tag, text)
	}
}

// TestRefusals: every reason there is has its sentence. They are all in testdata/refusals.txt, in German in testdata/refusals_de.txt, and in the
// languages that have some of them in other files, to be read there.
func TestRefusals(t *testing.T) {
	english, german := lang.English(), lang.Bundled().Of("de")
	texts := map[*lang.Language]*strings.Builder{english: {}, german: {}}
	other, usual := map[string]*strings.Builder{}, []engine.Args{{Name: "Goblin 1", Other: "Knight", Names: []string{"Ann", "Bo"}, Text: "xyz", Ruleset: "Turn Order",
		Example: "init 1, hp 10", Stat: "init", Dice: "d6", Count: 1, Left: 1, Low: 1, High: 200}}
	shown := samples()
	for _, reason := range reasons(t) {
		args, ok := shown[reason]
		if !ok {
			args = usual
		}
		delete(shown, reason)
		for l, b := range texts {
			fmt.Fprintf(b, "%s\n", reason)
			for _, a := range args {
				text := Of(l, &engine.Error{Code: engine.Invalid, Reason: reason, Args: a, GM: "1"}, false)
				fmt.Fprintf(b, "  %s\n", text)
				checkSentence(t, string(reason), text)
			}
		}
		for name, l := range others() {
			if other[name] == nil {
				other[name] = &strings.Builder{}
			}
			for _, a := range args {
				says(t, other[name], l, refusal(&engine.Error{Code: engine.Invalid, Reason: reason, Args: a, GM: "1"}, false))
			}
		}
	}
	for reason := range shown {
		t.Errorf("there is no reason %s", reason)
	}
	for _, text := range []string{"xyz", "", "101d6", "60d6+41d6", "1d1001", "4d6kh5"} {
		_, err := dice.Parse(text)
		for l, b := range texts {
			said := lang.Capital(l.Say(NotDice(err)))
			fmt.Fprintf(b, "not dice: %s\n  %s\n", text, said)
			checkSentence(t, text, said)
		}
	}
	golden(t, "testdata/refusals.txt", texts[english].String())
	golden(t, "testdata/refusals_de.txt", texts[german].String())
	for name, b := range other {
		golden(t, "testdata/refusals_"+name+".txt", b.String())
	}
}

// checkSentence wants capital letters, full stops and nothing left to be filled in, and the words of native speakers.
func checkSentence(t *testing.T, what, text string) {
	t.Helper()
	first, _ := utf8.DecodeRuneInString(text)
	if text == Of(lang.English(), &engine.Error{}, false) || text == Of(lang.Bundled().Of("de"), &engine.Error{}, false) {
		t.Errorf("%s has no words", what)
	}
	if unicode.IsLower(first) || !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") || strings.Contains(text, "\n") {
		t.Errorf("%s: not a sentence: %s", what, text)
	}
	text = strings.ReplaceAll(text, "is no longer", "is not any more")
	for _, bad := range []string{"%!", "%s", "%d", "%q", "{", "  ", " .", " ,", "<nil>", "no part of", "may do that", "; ", "anew", "is no ", "cannot"} {
		if strings.Contains(text, bad) {
			t.Errorf("%s: %q in: %s", what, bad, text)
		}
	}
	if !strings.Contains(text, `"" isn't dice`) && strings.Contains(text, `""`) {
		t.Errorf("%s: nothing between quotes: %s", what, text)
	}
	for _, sentence := range strings.SplitAfter(text, ". ") {
		if first, _ := utf8.DecodeRuneInString(sentence); unicode.IsLower(first) {
			t.Errorf("%s: starts with a small letter: %s", what, sentence)
		}
	}
}

// golden compares a text with the file that holds it, or writes it there.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is not up to date (go test ./bot/words -update, and read what changed). It would be:\n%s", name, got)
	}
}

// TestRefusalWords: what is asked of the sentences one by one.
func TestRefusalWords(t *testing.T) {
	for want, e := range map[string]engine.Error{
		"Only <@7> can change Goblin 1.":                                           {Reason: reason.NotYoursToChange, GM: "7", Args: engine.Args{Name: "Goblin 1"}},
		"Only <@7> or Elf's player can act for Elf.":                               {Reason: reason.NotYoursToPlay, GM: "7", Args: engine.Args{Name: "Elf", Owned: true}},
		"Only the GM can do that.":                                                 {Reason: reason.GMOnly},
		"Turn Order doesn't resolve attacks. Use /roll, then /damage.":             {Reason: reason.NoAttacks, Args: engine.Args{Ruleset: "Turn Order"}},
		"Flow of Time has no surprise rules. See /help for its rules.":             {Reason: reason.NoSurprise, Args: engine.Args{Ruleset: "Flow of Time"}},
		`Nobody called "gob 1" is in this fight. Did you mean Goblin 1?`:           {Reason: reason.UnknownName, Args: engine.Args{Text: "gob 1", Near: "Goblin 1"}},
		`Nobody in this fight has that name. /init list shows the names.`:          {Reason: reason.UnknownName, Args: engine.Args{Text: "zzz"}},
		"That's too many hit points (at most 100,000).":                            {Reason: reason.TooManyHP, Args: engine.Args{High: 100_000}},
		"Someone on your side is already acting last this round.":                  {Reason: reason.LastTaken, Args: engine.Args{Name: "party", Yours: true}},
		"That turn is over. It's the party's turn now.":                            {Reason: reason.TurnOver, Args: engine.Args{Turn: []string{"party"}}},
		"That turn is over. It's the foes' turn now.":                              {Reason: reason.TurnOver, Args: engine.Args{Turn: []string{"foes"}}},
		"That turn is over. It's the party and wolves' turn now.":                  {Reason: reason.TurnOver, Args: engine.Args{Turn: []string{"party", "wolves"}}},
		"Someone on Red Hand's side is already acting last this round.":            {Reason: reason.LastTaken, Args: engine.Args{Name: "Red Hand"}},
		`Gl\_ow\* can't be both the attacker and the target. Name another target.`: {Reason: reason.SelfAttack, Args: engine.Args{Name: "Gl_ow*"}},
		`Nobody called "\<\@1> \*x\*" is in this fight. Did you mean \*x\*?`:       {Reason: reason.UnknownName, Args: engine.Args{Text: "<@1> *x*", Near: "*x*"}},
	} {
		if got := Of(lang.English(), &e, false); got != want {
			t.Errorf("%s\nwant: %s", got, want)
		}
	}
}

// TestWO15RefusalsNameAsTyped: a name at the beginning of a refusal is as it was typed.
func TestWO15RefusalsNameAsTyped(t *testing.T) {
	if got := Of(lang.English(), &engine.Error{Reason: reason.LastAlready, Args: engine.Args{Name: "anna"}}, false); !strings.HasPrefix(got, "anna ") {
		t.Error(got)
	}
	for _, l := range lang.Bundled().All() {
		for _, e := range []*engine.Error{
			{Reason: reason.NameLong, Args: engine.Args{Name: "anna", Count: 40, High: 32}},
			{Reason: reason.LastAlready, Args: engine.Args{Name: "a"}},
			{Reason: reason.MultiattackOver, Args: engine.Args{Name: "orc", Text: "claw"}},
		} {
			if got := Of(l, e, false); strings.HasPrefix(got, "Anna") || strings.HasPrefix(got, "A ") || strings.HasPrefix(got, "Claw") || strings.HasPrefix(got, "Orc") {
				t.Errorf("%s: %s", l.Tag, got)
			}
		}
	}
	for names, says := range map[string]string{"anna": "anna is too long for a name", "": "That name is too long"} {
		if got := Of(lang.English(), &engine.Error{Reason: reason.NameLong, Args: engine.Args{Name: names, Count: 40, High: 32}}, false); !strings.HasPrefix(got, says) {
			t.Error(got)
		}
	}
	side := &engine.Error{Reason: reason.LastAlready, Args: engine.Args{Name: "party"}}
	if got := Of(lang.English(), side, true); !strings.HasPrefix(got, "Party ") {
		t.Error(got)
	}
	for _, why := range []reason.Reason{reason.Immune, reason.OpenTests, reason.LackAwareness} {
		for name, says := range map[string]string{"anna": "anna ", "raiders": "raiders ", "party": "Party "} {
			e := &engine.Error{Reason: why, Args: engine.Args{Names: []string{name}, Text: "Poisoned", Stat: "awareness"}}
			if got := Of(lang.English(), e, true); !strings.HasPrefix(got, says) {
				t.Errorf("where sides act: %s", got)
			}
		}
	}
}

// TestWO16OlderTexts: a host's own texts go on with the arguments that they had before one of several stats could be named.
func TestWO16OlderTexts(t *testing.T) {
	set, problems := lang.Bundled().With([]lang.File{{Name: "our.yaml", Source: []byte("language: en\ntexts:\n  refusal: {stats-missing: \"{ruleset} wants {names}.\"}\n  now: {nobodys-turn: Add someone.}\n")}})
	if problems != nil {
		t.Fatal(problems)
	}
	e := &engine.Error{Reason: reason.StatsMissing, Args: engine.Args{Ruleset: "Flow of Time", Names: []string{"finesse|cognition", "level"}}}
	if got := Of(set.Of("en"), e, false); got != "Flow of Time wants level, and finesse or cognition." {
		t.Error(got)
	}
}

// TestWO6NeedsApart: where one of several stats will do, the others that are needed don't read as if they belonged to them.
func TestWO6NeedsApart(t *testing.T) {
	for _, one := range []struct{ tag, names, says string }{
		{"en", "finesse|cognition", "needs finesse or cognition. Write"},
		{"en", "wits level", "needs wits and level. Write"},
		{"en", "finesse|cognition level", "needs level, and finesse or cognition. Write"},
		{"en", "level finesse|cognition wits", "needs level and wits, and finesse or cognition. Write"},
		{"de", "finesse|cognition level", "braucht level, außerdem finesse oder cognition. Schreib"},
		{"fr", "finesse|cognition level", "demande level, ainsi que finesse ou cognition. Écrivez"},
	} {
		e := &engine.Error{Reason: reason.StatsMissing, Args: engine.Args{Ruleset: "Flow of Time", Names: strings.Fields(one.names), Example: "level 1"}}
		if got := Of(lang.Bundled().Of(one.tag), e, true); !strings.Contains(got, one.says) {
			t.Errorf("%s where sides act: %s", one.names, got)
		}
		if got := Of(lang.Bundled().Of(one.tag), e, false); !strings.Contains(got, one.says) {
			t.Errorf("%s: %s", one.names, got)
		}
	}
}

// TestWO6FormsOfSides: a side takes its own form, in a refusal that says whose turn it is too.
func TestWO6FormsOfSides(t *testing.T) {
	for tag, want := range map[string]string{"en": "It's the foes' turn now.", "fr": "C’est maintenant le tour des adversaires.", "es-ES": "Ahora es el turno de los enemigos.",
		"pt-BR": "Agora é o turno dos inimigos.", "de": "Gerade am Zug: die Gegner."} {
		if got := lang.Bundled().Of(tag).Say(turnNow(engine.Args{Turn: []string{engine.Foes}})); got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}
