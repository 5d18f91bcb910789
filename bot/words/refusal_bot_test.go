package words

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/reason"
)

// ownRefusal is a refusal of the bot's own, named after its function.
type ownRefusal struct {
	name string
	says lang.Phrase
}

// ownRefusals returns examples of every function in refusal_bot.go.
func ownRefusals() []ownRefusal {
	knight := &engine.State{Turn: 7, Active: []engine.UnitID{1}, Units: []engine.Unit{{ID: 1, Name: "Kni_ght"}}}
	three := &engine.State{Turn: 7, Active: []engine.UnitID{1, 2, 3}, Units: []engine.Unit{{ID: 1, Name: "Ann"}, {ID: 2, Name: "Bo"}, {ID: 3, Name: "Cid"}}}
	why := &engine.Error{Reason: reason.TickCost, Args: engine.Args{Pool: "ticks", Low: 1, High: 20}}
	return []ownRefusal{
		{"UnknownCommand", UnknownCommand()},
		{"MonstersInServer", MonstersInServer()},
		{"MonstersForGMs", MonstersForGMs()},
		{"PartyForGMs", PartyForGMs()},
		{"NoPlayers", NoPlayers()},
		{"MonstersTooLarge", MonstersTooLarge(1 << 20)},
		{"MonstersTooComplex", MonstersTooComplex(100_000)},
		{"NotMonsters", NotMonsters()},
		{"TooManyMonsters", TooManyMonsters(200)},
		{"MonstersExist", MonstersExist([]string{"Owl_bear", "Rat"})},
		{"MonstersExist", MonstersExist([]string{"A", "B", "C", "D", "E", "F", "G"})},
		{"UnknownMonster", UnknownMonster("gobblin", "Gob_lin")},
		{"UnknownMonster", UnknownMonster("@everyone", "")},
		{"NotOwnMonster", NotOwnMonster("Owlbear")},
		{"NothingToSave", NothingToSave()},
		{"TooManyAttacks", TooManyAttacks(12)},
		{"NoNameOrMonster", NoNameOrMonster()},
		{"HPNeedsMonster", HPNeedsMonster()},
		{"NoHitDice", NoHitDice("Rat")},
		{"NotHitDice", NotHitDice("many")},
		{"EncountersInServer", EncountersInServer()},
		{"EncountersForGMs", EncountersForGMs()},
		{"EncounterTooLarge", EncounterTooLarge(1 << 20)},
		{"TooManyEncounters", TooManyEncounters(100)},
		{"EncountersFull", EncountersFull()},
		{"TooManyFoes", TooManyFoes(100, 1000)},
		{"WaveLimit", WaveLimit(20)},
		{"EncounterName", EncounterName(60)},
		{"EncounterExists", EncounterExists("The *ford*")},
		{"UnknownEncounter", UnknownEncounter("frod", "The *ford*")},
		{"UnknownEncounter", UnknownEncounter("@everyone", "")},
		{"NoFightToSave", NoFightToSave()},
		{"NoFoesToSave", NoFoesToSave()},
		{"RoundWithoutFoes", RoundWithoutFoes()},
		{"FoesForm", FoesForm("3")},
		{"FoeCount", FoeCount("99 Rat", 50)},
		{"WaveRound", WaveRound(1000)},
		{"UnknownFoe", UnknownFoe("gobblin", "Gob_lin")},
		{"UnknownFoe", UnknownFoe("gobblin", "")},
		{"UnknownButton", UnknownButton()},
		{"UnknownForm", UnknownForm()},
		{"FormOfSomeoneElse", FormOfSomeoneElse()},
		{"UnknownTopic", UnknownTopic("cooking")},
		{"EarlierTurn", EarlierTurn(knight)},
		{"EarlierTurn", EarlierTurn(three)},
		{"EarlierTurn", EarlierTurn(&engine.State{Turn: 7})},
		{"EarlierTurn", EarlierTurn(&engine.State{})},
		{"EarlierFight", EarlierFight()},
		{"EarlierScreen", EarlierScreen()},
		{"NotTheGM", NotTheGM("1")},
		{"FightWentOn", FightWentOn()},
		{"NoOneNeedsState", NoOneNeedsState()},
		{"NoOneToSurprise", NoOneToSurprise()},
		{"StartInServer", StartInServer()},
		{"StartSealed", StartSealed()},
		{"StartLacking", StartLacking([]string{ViewChannel})},
		{"StartLacking", StartLacking([]string{ViewChannel, SendInThreads, ReadMessageHistory})},
		{"UnknownRuleset", UnknownRuleset("chess", nil)},
		{"UnknownRuleset", UnknownRuleset("turn-oder", []string{"turn-order"})},
		{"UnknownRuleset", UnknownRuleset("p", []string{"a", "b", "c", "d", "e", "f", "g"})},
		{"SeveralRulesets", SeveralRulesets("5e", []string{"five-e-2014", "five-e-2024"})},
		{"DefaultRulesetGone", DefaultRulesetGone("house")},
		{"RulesetsInServer", RulesetsInServer()},
		{"RulesetsForManagers", RulesetsForManagers()},
		{"RulesetTooLarge", RulesetTooLarge(32768)},
		{"EndedTheBot", EndedTheBot()},
		{"FileNotFetched", FileNotFetched()},
		{"FileGone", FileGone()},
		{"FileNotDiscord", FileNotDiscord()},
		{"RulesetNameTaken", RulesetNameTaken("house")},
		{"RulesetExists", RulesetExists("house")},
		{"TooManyRulesets", TooManyRulesets(50)},
		{"NotOwnRuleset", NotOwnRuleset("chess", nil)},
		{"NotOwnRuleset", NotOwnRuleset("chess", []string{"duel", "house"})},
		{"OneName", OneName("name", "who")},
		{"NotAMember", NotAMember("owner")},
		{"NotAWholeNumber", NotAWholeNumber("six")},
		{"NotAWholeNumber", NotAWholeNumber("**@everyone** <@1>")},
		{"NotInWeapon", NotInWeapon("1d4", "1d6+1, shock 2/AC 13")},
		{"NoNPCs", NoNPCs()},
		{"NotInEffect", NotInEffect("glow", "level 2, dc 14, skip, damage 1d6")},
		{"TwiceInEffect", TwiceInEffect("dc")},
		{"NotInAttack", NotInAttack("glow", "+2, roll 15 or half-cover")},
		{"NobodyToAttack", NobodyToAttack()},
		{"NobodyHere", NobodyHere()},
		{"NobodyChosen", NobodyChosen()},
		{"EffectGone", EffectGone()},
		{"CheckOver", CheckOver()},
		{"NoCharacters", NoCharacters()},
		{"UnknownCharacter", UnknownCharacter("Elf")},
		{"SavedLacksStats", SavedLacksStats("Poet", &engine.Error{Args: engine.Args{Ruleset: "Turn Order", Names: []string{"init"}, Example: "init 1, hp 10"}})},
		{"TooManyCharacters", TooManyCharacters(50)},
		{"StatInNoRuleset", StatInNoRuleset("luck")},
		{"SettingsInServer", SettingsInServer()},
		{"SettingsForManagers", SettingsForManagers()},
		{"NotAnActivity", NotAnActivity("Strike 0")},
		{"NoActivityChosen", NoActivityChosen()},
		{"UnusableActivity", UnusableActivity("Flow of Time", "Strike", why)},
		{"TooManyServerActivities", TooManyServerActivities(50)},
		{"DataTooSoon", DataTooSoon()},
		{"TooFast", TooFast(240)},
		{"TooManyFights", TooManyFights(250)},
		{"LogFull", LogFull(100_000)},
		{"FileTooLarge", FileTooLarge(12)},
		{"DiskFull", DiskFull()},
		{"NoDatabase", NoDatabase()},
		{"UnsafeDatabase", UnsafeDatabase()},
		{"NewerFight", NewerFight()},
		{"RulesUnreadable", RulesUnreadable("3415266f")},
		{"MaybeSaved", MaybeSaved("3415266f")},
		{"Failed", Failed("3415266f")},
	}
}

// TestOwnRefusals checks the sentences of refusal_bot.go, which are all in testdata/refusals_bot.txt.
func TestOwnRefusals(t *testing.T) {
	var b strings.Builder
	shown, last := map[string]bool{}, ""
	for _, r := range ownRefusals() {
		if r.name != last {
			fmt.Fprintf(&b, "%s\n", r.name)
		}
		text := (&Refused{Says: r.says}).Error()
		fmt.Fprintf(&b, "  %s\n", text)
		checkSentence(t, r.name, text)
		shown[r.name], last = true, r.name
	}
	file, err := parser.ParseFile(token.NewFileSet(), "refusal_bot.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && !shown[f.Name.Name] {
			t.Errorf("%s has no example", f.Name.Name)
		}
	}
	golden(t, "testdata/refusals_bot.txt", b.String())
}
