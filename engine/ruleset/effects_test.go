package ruleset

import (
	"slices"
	"strings"
	"testing"
)

func TestRS65Conditions(t *testing.T) {
	rs := mustRead(t, file("turn: {action: 3}\nconditions:\n  Slowed: {skip: yes, no reactions: yes, level: yes, fades: spent, lasts: '2 rounds, end of round', takes: {action: 1}, "+
		"initiative: -2, damage: yes, one: yes, breaks: [down, skip, prone], note: slow}\n  Prone: {}\n  Quick: {level: yes, most: 3, takes: {action: -1}}"))
	c := rs.Conditions[0]
	if c.Name != "Slowed" || !c.Skip || !c.NoReactions || !c.Level || c.Most != 20 || c.Fades != FadesBySpent || c.Lasts != "2 rounds, end of round" ||
		c.Initiative != -2 || !c.Damage || !c.One || c.Note != "slow" || c.Takes[0] != (Take{Pool: "action", N: 1}) {
		t.Errorf("%+v", c)
	}
	if !c.Breaks.Down || !c.Breaks.Skip || !slices.Equal(c.Breaks.Conditions, []string{"Prone"}) || rs.Conditions[2].Most != 3 || rs.Conditions[2].Takes[0].N != -1 {
		t.Errorf("%+v", rs.Conditions)
	}
	refused(t, []refusal{
		{"conditions: {Prone: {}, prone: {}}", []string{"4:25: prone: this name is already in line 4, and case does not matter"}},
		{"conditions: {A: {most: 3, fades: spent}, B: {level: yes, fades: spent}}", []string{"4:18: most: this is only for conditions with level: yes",
			"4:27: fades: this is only for conditions with level: yes", "4:34: fades: the level can only fall by what is spent if the condition has takes",
			"4:65: fades: the level can only fall by what is spent if the condition has takes"}},
		{"turn: {action: 1}\nconditions: {A: {takes: {acton: 1, action: 0}}, B: {takes: {action: 21}}}", []string{
			`5:26: takes: "acton" is not a pool of this ruleset; is "action" meant?`, "5:44: action: must be a whole number from -20 to 20, and not 0",
			`5:69: action: must be a whole number from -20 to 20, not "21"`}},
		{"conditions: {A: {takes: {x: 1}, breaks: [dwon, B, skpi]}}", []string{`4:26: takes: "x" is not a pool of this ruleset; add it to turn`,
			`4:42: breaks: "dwon" is not a condition of this ruleset; is "down" meant?`, `4:48: breaks: "B" is not a condition of this ruleset; add it to conditions, or write down or skip`,
			`4:51: breaks: "skpi" is not a condition of this ruleset; is "skip" meant?`}},
		{"conditions: {A: {initiative: 101}, \"\\u200b\": {}}", []string{`4:30: initiative: must be a whole number from -100 to 100, not "101"`,
			"4:36: \u200b: the name of a condition must be a text of at most 50 characters"}},
		{"conditions: {A: {note: '" + strings.Repeat("x", 201) + "'}}", []string{"4:24: note: must be one line of at most 200 characters, not \"" + strings.Repeat("x", 49) + "…\"; it has 201"}},
	})
}

func TestRS60Lasts(t *testing.T) {
	for _, lasts := range []string{"fight", "end of turn", "End  of source’s next turn", "3", "3 rounds", "1 min, end of round", "2 h"} {
		mustRead(t, file("round: 6 s\nconditions: {A: {lasts: '"+strings.ReplaceAll(lasts, "'", "''")+"'}}"))
	}
	refused(t, []refusal{
		{"conditions: {A: {lasts: soon}, B: {lasts: 1 min}, C: {lasts: 1001 rounds}, D: {lasts: 169 h}, E: {lasts: end of trun}, F: {lasts: 2 ticks}}", []string{
			`4:25: lasts: "soon" is not a duration; write one such as 2 rounds, end of turn or start of source's turn`,
			"4:43: lasts: time can only be counted if the ruleset has round, the length of a round; add it, or write rounds",
			"4:62: lasts: an effect can last at most 1000 rounds", "4:87: lasts: an effect can last at most 168 h",
			`4:106: lasts: "end of trun" is not a duration; is "end of turn" meant?`,
			`4:131: lasts: "2 ticks" is not a duration; write one such as 2 rounds, end of turn or start of source's turn`}},
	})
	if rs := mustRead(t, file("")); rs.Durations != TargetsEnd {
		t.Errorf("the default is %q", rs.Durations)
	}
	if rs := mustRead(t, file("durations: start of source’s turn")); rs.Durations != SourcesStart {
		t.Errorf("%q", rs.Durations)
	}
}

func TestRS66Checks(t *testing.T) {
	rs := mustRead(t, file("stats: {con: x, level: x}\nsave: {roll: d20 + bonus, needs: dc}\nconditions:\n"+
		"  A: {check: {at: damage, roll: d20 + con, needs: 'max(10, damage / 2)', ends: fail}}\n"+
		"  B: {check: {roll: d10, needs: 6, passes: 2, fails: 3, becomes: c}}\n  C: {level: yes, check: {at: start, roll: d20, needs: 10 + level, ends: fail, fails: 2}}"))
	if s := rs.Save; s.At != AtEnd || s.Keeps || s.Passes != 1 || s.Fails != 0 || !s.NeedsDC {
		t.Errorf("%+v", s)
	}
	a, b, c := rs.Conditions[0].Check, rs.Conditions[1].Check, rs.Conditions[2].Check
	if a.At != AtDamage || !a.Keeps || a.NeedsDC || b.Passes != 2 || b.Fails != 3 || b.Becomes != "C" || c.At != AtStart || c.Passes != 2 || c.Fails != 2 {
		t.Errorf("%+v\n%+v\n%+v", a, b, c)
	}
	if !slices.Equal(c.Needs.Facts(), []string{"level"}) {
		t.Errorf("level is %q, not the fact of the check", c.Needs.Stats())
	}
	refused(t, []refusal{
		{"save: {roll: d20}", []string{"4:7: needs: this key is missing in a check; it is a number or a formula for one"}},
		{"save: {at: begin, roll: d20 + dcc, needs: d6, ends: both, passes: 0, becomes: X}", []string{`4:12: at: must be end, start or damage, not "begin"`,
			`4:31: roll: "dcc" is no stat of this ruleset; is "dc" meant?`, "4:43: needs: a number is needed here, known before any dice are rolled; remove the dice",
			`4:53: ends: must be pass or fail, not "both"`, `4:67: passes: must be a whole number from 1 to 100, not "0"`,
			"4:70: becomes: this takes its place after so many fails; add fails", `4:79: becomes: "X" is not a condition of this ruleset; add it to conditions`}},
	})
}

func TestRS68Down(t *testing.T) {
	d := mustRead(t, file("down: {who: all, roll: d20, needs: 10, passes: 3, fails: 4, on 1: two fails, on 20: up at 12 hp, hit: 1, massive: yes, label: Save, states: [a, b, c]}")).Down
	if !d.PC || !d.NPC || d.Passes != 3 || d.Fails != 4 || d.OnOne != 1 || d.UpAt != 12 || d.Hit != 1 || !d.Massive || d.Label != "Save" || d.First+d.Middle+d.Last != "abc" {
		t.Errorf("%+v", d)
	}
	d = mustRead(t, file("down: {at: start, level: yes, roll: d20, needs: 10 + level, degrees: yes, fails: 4, states: [a, b, c], on 1: none}")).Down
	if !d.PC || d.NPC || !d.Level || !d.Degrees || d.Passes != 0 || d.OnOne != 0 || !slices.Equal(d.Needs.Facts(), []string{"level"}) {
		t.Errorf("%+v", d)
	}
	refused(t, []refusal{
		{"down: {roll: d20, needs: 10, states: [a, b, A]}", []string{`4:45: states: "A" is there twice; each must have a name of its own`}},
		{"down: {roll: d20, needs: dc + level, states: [a, b], degrees: yes}", []string{`4:26: needs: "dc" is known only in checks; here, use a stat, pc, npc, round, members or surprised`,
			`4:31: needs: "level" is known only in checks; here, use a stat, pc, npc, round, members or surprised`, "4:46: states: the list can have 3 items, not 2",
			"4:54: degrees: this is only for level: yes"}},
		{"down: {level: yes, passes: 3, roll: d20, needs: 10, states: a, at: end, on 1: dead, on 20: up at 0 hp, label: '" + strings.Repeat("x", 46) + "'}", []string{
			"4:20: passes: with level: yes passes are not counted; each lowers the level", `4:61: states: must be a list of three states, such as [dying, stable, dead], not "a"`,
			`4:68: at: must be start, not "end"`, `4:79: on 1: must be two fails or none, not "dead"`,
			`4:92: on 20: must be up at 1 hp, or another number of hit points, not "up at 0 hp"`,
			"4:111: label: must be one line of at most 45 characters, not \"" + strings.Repeat("x", 46) + "\"; it has 46"}},
	})
}

func TestRS70CountersAndEvents(t *testing.T) {
	rs := mustRead(t, file("stats: {luck: x}\ncounters:\n  Fear: {from: heroes, to: 12, of: gm, secret: yes}\n  Luck: {from: luck, each round: round, least: -3, of: pc}\n  x: {}\n"+
		"events: {Lair: {score: 20, every: 3, first: 2, note: boom}, Storm: {score: -1}}"))
	f, l, x := rs.Counters[0], rs.Counters[1], rs.Counters[2]
	if f.To != 12 || f.Of != OfGM || !f.Secret || l.Least != -3 || l.To != 1000 || l.EachRound == nil || x.From != nil || x.Of != OfFight || x.Least != 0 {
		t.Errorf("%+v", rs.Counters)
	}
	if rs.Events[0] != (Event{Name: "Lair", Score: 20, Every: 3, First: 2, Note: "boom"}) || rs.Events[1].Every != 1 || rs.Events[1].First != 0 {
		t.Errorf("%+v", rs.Events)
	}
	refused(t, []refusal{
		{"stats: {luck: x}\ncounters: {A: {from: luck}, a: {least: 5, to: 4}, B: {each round: d6, of: npc}, " + strings.Repeat("x", 31) + ": {}}", []string{
			"5:22: from: the members of a side can differ in luck; write best(luck), worst(luck) or total(luck)",
			"5:29: a: this name is already in line 5, and case does not matter", "5:29: a: least is 5, more than to, which is 4",
			"5:67: each round: a number is needed here, known before any dice are rolled; remove the dice",
			`5:75: of: must be fight, side, gm, pc or combatant, not "npc"; is "pc" meant?`,
			"5:81: " + strings.Repeat("x", 31) + ": the name of a counter must be a text of at most 30 characters"}},
		{"events: {Lair: {score: 1001}}", []string{`4:24: score: must be a whole number from -1000 to 1000, not "1001"`}},
		{"events: {Lair: {}, 'a, b': {score: 1, every: 0}}", []string{"4:10: Lair: score is missing; it is the place of the event in an order by score, such as score: 20",
			"4:20: a, b: the name of an event must be a text of at most 32 characters without commas", `4:46: every: must be a whole number from 1 to 10000, not "0"`}},
		{"events: {Lair: {score: 3}}\norder: {by: pick}", []string{"4:17: score: only an order by score has this; here events come when the round ends"}},
	})
}

func TestRS72Attack(t *testing.T) {
	rs := mustRead(t, file("morale: 2d6 + 1\nonce: yes\nattack: d20 trauma"))
	if rs.Morale.Roll.String() != "2d6+1" || rs.Morale.Stat != "morale" || !rs.Once || rs.Attack.Form != TraumaAttack || rs.Attack.Stats.RangedArmor != "ac_ranged" {
		t.Errorf("%+v %+v", rs.Morale, rs.Attack)
	}
	if a := mustRead(t, file("attack: d100 under")).Attack; a.Stats != (AttackStats{Melee: "ws", Ranged: "bs"}) {
		t.Errorf("%+v", a)
	}
	refused(t, []refusal{
		{"morale: 7", []string{"4:9: morale: must be a roll of dice and numbers alone, such as 2d6"}},
		{"morale: 2d6 + round", []string{"4:9: morale: must be a roll of dice and numbers alone, such as 2d6"}},
		{"attack: d20 critical", []string{`4:9: attack: must be none, d100 under, d20 trauma, d20 shock, or a mapping such as {form: d20 critical}, not "d20 critical"`}},
		{"attack: {form: d20 critcal}", []string{`4:16: form: must be d20 critical, d20 degrees, d20 shock or d20 trauma, not "d20 critcal"; is "d20 critical" meant?`}},
		{"attack: {costs: action}", []string{"4:9: form: this key is missing in an attack; it is d20 critical, d20 degrees, d20 shock or d20 trauma"}},
	})
}

func TestRS73RS74AttackForms(t *testing.T) {
	a := mustRead(t, file("attack: {form: d20 critical}")).Attack
	if a.Critical != 20 || a.Doubles != DoubleDice || a.Costs != "" || a.Bonus != nil || a.Against != nil || a.Again != nil || a.Stats.Armor != "ac" {
		t.Errorf("%+v", a)
	}
	a = mustRead(t, file("stats: {attack: x, ac: x}\nturn: {action: 1}\nattack: {form: d20 degrees, costs: action, against: ac + 1}")).Attack
	if a.Costs != "action" || a.Bonus.String() != "attack" || a.Against.String() != "ac + 1" || a.Doubles != DoubleTotal ||
		!slices.Equal(a.Again, []int{-5, -10}) || !slices.Equal(a.Agile, []int{-4, -8}) || a.Critical != 0 {
		t.Errorf("%+v", a)
	}
	a = mustRead(t, file("attack: {form: d20 degrees, again: [-3, -6], doubles: dice}")).Attack
	if !slices.Equal(a.Again, []int{-3, -6}) || a.Doubles != DoubleDice {
		t.Errorf("%+v", a)
	}
	const common = "there are form, costs, bonus, against, doubles"
	refused(t, []refusal{
		{"attack: {form: d20 critical, again: [-5, -10], critical: 1, costs: act, bonus: d6}", []string{
			"4:30: again: an attack by d20 critical can't have this key, only form: d20 degrees; " + common + " and critical",
			`4:58: critical: must be a whole number from 2 to 20, not "1"`, `4:68: costs: "act" is not a pool of this ruleset; add it to turn`,
			"4:80: bonus: a number is needed here, known before any dice are rolled; remove the dice"}},
		{"attack: {form: d20 degrees, critical: 19, again: -5, agile: [-4]}", []string{
			"4:29: critical: an attack by d20 degrees can't have this key, only form: d20 critical; " + common + ", again and agile",
			`4:50: again: must be a list of two penalties, such as [-5, -10], not "-5"`, "4:61: agile: the list can have 2 items, not 1"}},
	})
}

// TestRS72ArmorAttackKeys: RI-9, natural results can count for nothing, and weapons can have skills of their own.
func TestRS72ArmorAttackKeys(t *testing.T) {
	a := mustRead(t, file("stats: {punch: x, stab: x, shoot: x}\nturn: {main: 1}\nattack: {form: d20 shock, naturals: no, skills: [punch, stab, shoot]}")).Attack
	if a.Form != ShockAttack || !a.NoNaturals || a.Costs != "main" || !slices.Equal(a.Skills, []string{"punch", "stab", "shoot"}) || a.Stats.Skill != "skill" {
		t.Errorf("%+v", a)
	}
	a = mustRead(t, file("turn: {act: 1}\nattack: {form: d20 trauma, costs: act}")).Attack
	if a.Form != TraumaAttack || a.NoNaturals || a.Costs != "act" || a.Skills != nil {
		t.Errorf("%+v", a)
	}
	refused(t, []refusal{
		{"stats: {stab: x}\nattack: {form: d20 shock, skills: [stab, stab, stba]}", []string{
			`5:42: skills: "stab" is there twice; each must have a name of its own`,
			`5:48: skills: "stba" is not a stat of this ruleset; is "stab" meant?`}},
		{"attack: {form: d20 shock, skills: [stab], naturals: maybe}", []string{
			"4:35: skills: the list can have 3 to 12 items, not 1", `4:36: skills: "stab" is not a stat of this ruleset`,
			`4:53: naturals: must be yes or no, not "maybe"`}},
	})
}
