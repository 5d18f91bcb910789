package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// yardRules is a ruleset that somebody uploads: with pools, counters, conditions, waiting and events of its own.
const yardRules = `roundel: 1
name: house-yard
title: House Yard
round: 10 s
stats: {nerve: {is: how calm you are, need: all}}
order: {by: score, roll: d20 + nerve, again: round, ties: [pc, nerve, d20]}
wait: hold
turn: {main: 2, dodge: {count: 1, when: "others' turns", back: round}, luck: {count: 1, when: any time, back: {roll: d6, needs: 5}}}
durations: start of source's turn
save: {roll: d12 + bonus, needs: dc}
conditions:
  Rattled: {level: yes, fades: end of turn, takes: {main: 1}}
  Burning: {damage: yes, check: {at: end, roll: d6, needs: 6, passes: 2}}
counters: {alarm: {from: 1, each round: 1, to: 9}, grudge: {of: gm, to: 5}}
events: {Bell: {score: 12, every: 2, note: the guards come}}
down: {roll: d6, needs: 4, passes: 2, fails: 2, states: [bleeding, stable, dead]}
`

// rulesetFights returns what is recorded under each ruleset, each in its own channel.
func rulesetFights() map[string]string {
	fiveE := `
Anna: /init join name:Ana stats:init 2, con 2, ac 15, attack 5, hp 20 roll:18
Ben: /init join name:Bo stats:init 1, con 1, ac 13, hp 25 roll:9
GM: /init add name:Dragon stats:init 0, ac 18, attack 10, legendary 3, resist 2, recharge 6, hp 200 roll:15
GM: /init add name:Orc count:2 stats:init 0, ac 12, hp 30 roll:5
GM: /init event name:Lair action score:20 every:2 note:stones fall
GM: /surprise set names:Orc 2
GM: /init roll
GM: /effect add target:Orc 1 name:Paralyzed dc:14 bonus:2 with:Concentrating
GM: /effect add target:Dragon name:Marked duration:end of source's next turn
GM: /attack target:Orc 2 damage:1d8+3 roll:12 damage_roll:5
GM: /next
GM: /act use pool:legendary who:Dragon
GM: /next
GM: /act use pool:recharge
GM: /hp target:Ana amount:-5
GM: /effect save target:Ana roll:15
GM: /hp target:Ana amount:-19
GM: /next
GM: /effect add target:Dragon name:Frightened dc:12 with:Concentrating duration:3 rounds
GM: /act use pool:reaction
GM: /next
GM: /effect add target:Orc name:Exhaustion level:2
GM: /next
GM: /effect save target:Ana roll:9
GM: /next
GM: /hp target:Bo amount:-7
GM: /effect add target:Bo name:Poisoned dc:13 duration:2 rounds
GM: /next
GM: /next
`
	return map[string]string{
		"five-e-2014": fiveE, "five-e-2024": fiveE,
		"three-actions": `
Anna: /init join name:Kay stats:init 5, ac 15, attack 9, hp 20 roll:15
Ben: /init join name:Sol stats:init 3, ac 14, hp 18 roll:12
GM: /init add name:Ogre stats:init 1, ac 18, attack 7, hp 80 roll:10
GM: /init add name:Wolf count:2 stats:init 4, ac 13, hp 12 roll:3
GM: /init roll
GM: /counter set name:hero points value:2 who:Kay
GM: /init delay
GM: /effect add target:Ogre name:Frightened level:2
GM: /effect add target:Wolf 1 name:Persistent damage damage:1d4
GM: /effect add target:Kay name:Off-guard duration:2 rounds
GM: /act do activity:Step ticks:1
GM: /next
GM: /init take
GM: /attack target:Ogre damage:1d8+3 roll:19 damage_roll:6
GM: /next
GM: /hp target:Sol amount:-18
GM: /act use pool:reaction who:Wolf 2
GM: /next
GM: /effect add target:Ogre name:Slowed level:1 dc:15 source:Wolf 1 duration:3 rounds
GM: /next
GM: /effect save target:Sol roll:8
GM: /init delay name:Kay
`,
		"escalation": `
Anna: /init join name:Bard stats:init 8, hp 33 roll:12
Ben: /init join name:Monk stats:init 2, hp 30 roll:9
GM: /init add name:Giant stats:init 4, hp 90 roll:13
GM: /init add name:Imp count:3 stats:init 1, hp 6 roll:4
GM: /init roll
GM: /effect add target:Giant name:Hard save ends note:confused
GM: /act do activity:Song type:quick
GM: /next
GM: /init delay
GM: /effect add target:Imp 2 name:Stunned duration:end of source's next turn
GM: /next
GM: /init take name:Giant
GM: /effect add target:Bard name:Ongoing damage damage:5
GM: /next
GM: /next
GM: /next
GM: /effect save target:Bard roll:4
GM: /counter add name:escalation die amount:1
`,
		"d6-who-begins": `
Anna: /init join name:Deserter stats:hp 5
Ben: /init join name:Hermit stats:hp 3
GM: /init add name:Skeleton count:2 stats:hp 6
GM: /init roll rolls:party 4
GM: /effect add target:Skeleton 1 name:Burning damage:1 duration:3 rounds source:Hermit
GM: /next
GM: /next
GM: /next
GM: /hp target:Hermit amount:-3
`,
		"static-dex": `
Anna: /init join name:Detective stats:dex 60, gun 1, skill 45, hp 12
Ben: /init join name:Journalist stats:dex 65, skill 30, hp 11
GM: /init add name:Guard stats:dex 50, skill 25, hp 10
GM: /init add name:Cultist stats:dex 50, skill 40, hp 11
GM: /init event name:Train score:55 note:it arrives
GM: /init roll
GM: /effect add target:Cultist name:Dazed duration:end of source's next turn
GM: /next
GM: /init edit name:Detective stats:gun 0 score:60
GM: /next
GM: /hp target:Guard amount:-10
GM: /next
`,
		"house-yard": `
Anna: /init join name:Kai stats:nerve 4, hp 14 roll:16
Ben: /init join name:Lou stats:nerve 2, hp 9 roll:11
GM: /init add name:Dog count:2 stats:nerve 1, hp 8
GM: /init event name:Bell
GM: /init roll rolls:Dog 1 8, Dog 2 5
GM: /counter set name:grudge value:3
GM: /effect add target:Dog 1, Dog 2 name:Rattled level:2
GM: /effect add target:Lou name:Burning damage:1d4
GM: /act do activity:Climb ticks:1
GM: /act use pool:luck
GM: /next
GM: /effect add target:Dog 1 name:Snared dc:9 duration:2 rounds
GM: /next
GM: /next
GM: /next
GM: /hp target:Lou amount:-9
GM: /init delay
`,
		"turn-order": `
Anna: /init join name:Knight stats:init 15, hp 30 roll:6
Ben: /init join name:Monk stats:init 9, hp 20 roll:2
GM: /init add name:Goblin count:3 stats:init 7, hp 5 roll:14
GM: /init add name:Assassin stats:init 1, hp 9 roll:2
GM: /init roll
GM: /init last
GM: /effect add target:Knight name:Burning damage:2 duration:9 rounds
GM: /effect add target:Goblin name:Slow initiative:-4 duration:fight
GM: /next
GM: /init blow
GM: /next
GM: /hp target:Goblin 2 amount:-5
GM: /next
`,
		"structured-time": `
Anna: /init join name:Arbitrator stats:agility 42, ws 35, bs 40, hp 12 roll:4
Ben: /init join name:Seer stats:agility 31, ws 30, hp 9 roll:7
GM: /init add name:Cultist count:3 stats:agility 38, ws 25, hp 8 roll:9
GM: /surprise set names:Cultist
GM: /init scene text:Candles, and a bell.
GM: /init roll
GM: /attack target:Cultist 1 damage:1d5+3 roll:55 damage_roll:4
GM: /next
GM: /effect add target:Seer name:Stunned skip:true duration:2 rounds
GM: /next
`,
		"flow-of-time": `
Anna: /init join name:Runner stats:finesse 5, hp 9 roll:15
Ben: /init join name:Scholar stats:cognition 4, hp 8 roll:8
GM: /init add name:Duelist stats:finesse 3, hp 10 roll:12
GM: /act define activity:Shoot ticks:2
GM: /init roll
GM: /act do activity:Shoot
GM: /act reserve ticks:1
GM: /next
GM: /act react activity:Duck who:Runner
GM: /effect add target:Scholar name:Slowed ticks:-1 duration:2 rounds
GM: /next
GM: /act long activity:Dig duration:2 rounds
GM: /next
`,
		"combat-sequence": `
Anna: /init join name:Cop stats:dex 1, ac 14, skill 1, attack 2, hp 8
Ben: /init join name:Medic stats:dex 0, ac 12, hp 7
GM: /init add name:Thug count:3 stats:dex 0, ac 12, morale 7, hp 5
GM: /init roll rolls:party 6, foes 3
GM: /attack who:Cop target:Thug 1 damage:1d6+1 roll:18 damage_roll:5
GM: /act do who:Medic activity:Rally once:true
GM: /next
GM: /next
GM: /effect add target:Medic name:Bleeding damage:1 duration:3 rounds
GM: /morale who:Thug 2 roll:9
`,
		"rounds-initiative": `
Anna: /init join name:Pilot stats:dex 2, ac 13, attack 1, hp 8 roll:7
Ben: /init join name:Gunner stats:dex 0, ac 12, hp 7 roll:3
GM: /init add name:Guard count:2 stats:dex 1, ac 12, hp 6
GM: /init roll rolls:Guard 1 4, Guard 2 1
GM: /act do activity:Duck type:move
GM: /attack target:Guard 1 weapon:Rifle damage:1d8 shock:2/AC 15 roll:4
GM: /next
GM: /next
GM: /effect add target:Gunner name:Blind duration:2 rounds
GM: /next
`,
	}
}

// TestRecordRulesets records a database with a fight under every ruleset, and the encounter.json of each fight.
func TestRecordRulesets(t *testing.T) {
	if !*record {
		t.Skip("only with -record")
	}
	tb := newTable(t)
	tb.addRooms(rulesetFights())
	tb.upload("Admin", yardRules, "", "has been added")
	exports := map[string]json.RawMessage{}
	for ruleset, lines := range rulesetFights() {
		tb.channel = ruleset
		tb.do("GM", "/init start name:"+ruleset+" ruleset:"+ruleset, "begins")
		for line := range strings.Lines(strings.TrimSpace(lines)) {
			who, command, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if got := tb.do(who, command); got.Failed || got.Ephemeral {
				t.Errorf("%s, %s: %s", ruleset, line, got.Text())
			}
		}
		exports[ruleset] = json.RawMessage(exported(tb))
	}
	if t.Failed() {
		return
	}
	tb.upload("Admin", strings.Replace(yardRules, "d20", "d6", 1), " replace:true", "has been replaced")
	tb.end()
	dump, version := dumpSQL(t, tb.db)
	data, err := json.MarshalIndent(exports, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(upgradeFolder, fmt.Sprintf("rulesets-%d", version))
	keep(t, name+".sql", withNames(tb).Replace(dump))
	keep(t, name+".json", withNames(tb).Replace(string(data)))
}

// addRooms adds a channel for each fight.
func (tb *table) addRooms(fights map[string]string) {
	tb.t.Helper()
	for name := range fights {
		if _, err := tb.srv.AddChannel("", name); err != nil {
			tb.t.Fatal(err)
		}
		tb.rooms = append(tb.rooms, name)
	}
}

// TestFightsOfEveryRulesetAreUpgraded: in every recorded database with a fight under each ruleset, all fights are sound, export the same
// as before, are the same again after undo and redo, and go on (RS-6).
func TestFightsOfEveryRulesetAreUpgraded(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(upgradeFolder + "/rulesets-*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded databases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".sql"), func(t *testing.T) {
			t.Parallel()
			upgradeRulesets(t, file)
		})
	}
}

func upgradeRulesets(t *testing.T, file string) {
	tb := newTable(t)
	tb.addRooms(rulesetFights())
	tb.open(file)
	data, err := os.ReadFile(strings.TrimSuffix(file, ".sql") + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var fights map[string]json.RawMessage
	if err := json.Unmarshal([]byte(withIDs(tb).Replace(string(data))), &fights); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"turn-order", "structured-time", "flow-of-time", "combat-sequence", "rounds-initiative"} {
		if fights[name] == nil {
			t.Errorf("no fight under %s is recorded", name)
		}
	}
	for ruleset, before := range fights {
		tb.channel = ruleset
		contains(t, exported(tb), string(before))
		for range 3 {
			tb.do("GM", "/init undo", "Undone")
		}
		for range 3 {
			tb.do("GM", "/init redo", "Redone")
		}
		contains(t, exported(tb), string(before))
		if got := tb.do("GM", "/next"); got.Failed || got.Ephemeral {
			t.Errorf("%s: /next: %s", ruleset, got.Text())
		}
	}
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
}

// contains fails unless an encounter.json is the same as an old one to the byte, apart from fields that have been added since.
func contains(t *testing.T, now, then string) {
	t.Helper()
	var got, want any
	if err := json.Unmarshal([]byte(now), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(then), &want); err != nil {
		t.Fatal(err)
	}
	a, errA := json.MarshalIndent(withoutAdded(got, want), "", " ")
	b, errB := json.MarshalIndent(want, "", " ")
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("encounter.json was\n%s\nand is now\n%s", b, a)
	}
}

// withoutAdded returns a JSON value without the fields that an older one lacks.
func withoutAdded(now, then any) any {
	switch then := then.(type) {
	case map[string]any:
		have, ok := now.(map[string]any)
		if !ok {
			return now
		}
		out := map[string]any{}
		for key, value := range then {
			if field, ok := have[key]; ok {
				out[key] = withoutAdded(field, value)
			}
		}
		return out
	case []any:
		have, ok := now.([]any)
		if !ok || len(have) != len(then) {
			return now
		}
		out := make([]any, len(have))
		for i := range have {
			out[i] = withoutAdded(have[i], then[i])
		}
		return out
	}
	return now
}

func TestWithoutAdded(t *testing.T) {
	for _, row := range []struct{ now, then, want string }{
		{`{"a": 1, "b": [{"c": null, "d": 2}]}`, `{"b": [{"c": null}]}`, `{"b":[{"c":null}]}`},
		{`{"a": [1, 2]}`, `{"a": [1]}`, `{"a":[1,2]}`}, {`{"a": 1}`, `{"a": 2, "b": 3}`, `{"a":1}`}, {`[]`, `{"a": 0}`, `[]`}, {`5`, `"x"`, `5`},
	} {
		var now, then any
		if json.Unmarshal([]byte(row.now), &now) != nil || json.Unmarshal([]byte(row.then), &then) != nil {
			t.Fatal("not JSON")
		}
		if got, err := json.Marshal(withoutAdded(now, then)); err != nil || string(got) != row.want {
			t.Errorf("%s without what %s lacks: %s, %v", row.now, row.then, got, err)
		}
	}
}
