package ruleset

import (
	"fmt"
	"strings"
	"testing"
)

func TestRS9Stats(t *testing.T) {
	rs := mustRead(t, file("stats: {init: Initiative, agi: {is: Agility, from: -5, to: 10, default: 3, need: all, or: dex}, dex: {need: pc, or: [agi, init]}, dc: {need: npc}, str: {need: none}}"))
	if st := rs.Stats[0]; st.Is != "Initiative" || st.Min != -1000 || st.Max != 1000 || st.Default != 0 || st.PC || st.NPC {
		t.Errorf("%+v", st)
	}
	if st := rs.Stats[1]; st.Is != "Agility" || st.Min != -5 || st.Max != 10 || st.Default != 3 || !st.PC || !st.NPC || len(st.Or) != 1 {
		t.Errorf("%+v", st)
	}
	refused(t, []refusal{
		{"stats: {Init: x, 2nd: y, hp: z, d6: z, has: z, pc: z, if: z}", []string{
			"4:9: Init: the name of a stat must be at most 24 small letters, digits and underscores, with a letter first",
			"4:18: 2nd: the name of a stat must be at most 24 small letters, digits and underscores, with a letter first",
			"4:26: hp: this word has a meaning in every formula; choose another name for the stat",
			"4:33: d6: this word has a meaning in every formula; choose another name for the stat",
			"4:40: has: this word has a meaning in every formula; choose another name for the stat",
			"4:48: pc: this word has a meaning in every formula; choose another name for the stat",
			"4:55: if: this word has a meaning in every formula; choose another name for the stat"}},
		{"stats: {a: {from: 5, to: 4}, b: {from: 100001, need: both, or: [b, c, ab]}}", []string{"4:9: a: from is 5, more than to, which is 4",
			`4:40: from: must be a whole number from -100000 to 100000, not "100001"`, `4:54: need: must be pc, npc, all or none, not "both"`,
			"4:65: or: a stat can't stand in for itself", `4:68: or: "c" is not a stat of this ruleset`, `4:71: or: "ab" is not a stat of this ruleset; is "a" meant?`}},
		{"stats: {" + numbered("s", 41) + "}", []string{"4:329: stats: there can be at most 40, not 41"}},
	})
}

// numbered writes a mapping with n entries.
func numbered(name string, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s%02d: x", name, i)
	}
	return strings.Join(out, ", ")
}

func TestRS13Units(t *testing.T) {
	rs := mustRead(t, file("stats: {init: x}\nunits: {alike: [init, 10 * init]}"))
	if !rs.Units.Alike || len(rs.Units.Same) != 2 {
		t.Errorf("%+v", rs.Units)
	}
	if rs := mustRead(t, file("units: {alike: []}")); !rs.Units.Alike || rs.Units.Same != nil {
		t.Errorf("%+v", rs.Units)
	}
	const bare = "the members of a side can differ in dex; write best(dex), worst(dex) or total(dex)"
	refused(t, []refusal{
		{"units: sides", []string{`4:8: units: must be each, side, each or side, or a mapping such as alike: [init], not "sides"; is "side" meant?`}},
		{"units: {alike: [d6, x]}", []string{"4:17: alike: a number is needed here, known before any dice are rolled; remove the dice",
			`4:21: alike: "x" is not a stat of this ruleset; add it to the stats, or use pc, npc, round, members or surprised`}},
		{"units: side\nstats: {dex: x}\norder: {by: score, roll: d8 + dex, ties: [dex, dex a side], turns: dex}", []string{
			"6:31: roll: " + bare, "6:43: ties: " + bare, "6:68: turns: " + bare}},
		{"units: each or side\nstats: {dex: x}\norder: {by: score, roll: d8 + dex, side roll: d8 + dex}", []string{"6:52: side roll: " + bare}},
		{"units: each or side\nstats: {dex: x}\norder: {by: score, roll: d8 + dex}", []string{
			"6:8: side roll: this key is missing; with units: each or side it is what a side rolls, such as d20 + best(dex)"}},
		{"units: each or side", nil},
		{"order: {by: score, roll: d8, side roll: d6}", []string{
			"4:30: side roll: this is only for units: each or side, where the GM chooses; what every unit rolls is roll"}},
		{"stats: {dex: x}\norder: {by: pick, roll: d8 + dex, ties: dex}", []string{"5:30: roll: " + bare, "5:41: ties: " + bare}},
	})
}

func TestRS20Order(t *testing.T) {
	o := mustRead(t, file("stats: {dex: x}\norder: {by: score, roll: d20 + dex, best: low, again: ask, turns: 2, reroll: yes, ties: dex}")).Order
	if !o.Low || o.Again != OnAsking || o.Turns.Value(nil) != 2 || !o.Reroll || len(o.Ties) != 1 || o.Ties[0].Kind != ByValue {
		t.Errorf("%+v", o)
	}
	if o := mustRead(t, file("")).Order; o.Low || o.Again != OnceAFight || o.Turns != nil || o.Reroll || o.TieDie != 20 {
		t.Errorf("%+v", o)
	}
	refused(t, []refusal{
		{"order: {by: score, roll: d20, again: rounds, best: lowest, turns: 11, reroll: maybe}", []string{
			`4:38: again: must be fight, round or ask, not "rounds"; is "round" meant?`, `4:52: best: must be high or low, not "lowest"`,
			"4:67: turns: must be a number from 0 to 10, not 11", `4:79: reroll: must be yes or no, not "maybe"`}},
		{"order: {by: score, roll: d20, turns: d4, passes: 0}", []string{"4:38: turns: a number is needed here, known before any dice are rolled; remove the dice",
			`4:50: passes: must be a whole number from 1 to 100000, not "0"`}},
	})
}

// TestRS21Turns: several turns in a round are a number.
func TestRS21Turns(t *testing.T) {
	refused(t, []refusal{
		{"order: {by: score, roll: d20, turns: [1, 2]}", []string{"4:38: turns: must be a number or a formula for one, not a list"}},
		{"order: {by: score, roll: d20, turns: 2 if npc else 1}", nil},
	})
	if rs, err := Read([]byte(file("order: {by: score, roll: d20, turns: 2 if npc else 1}"))); err != nil || rs.Order.Turns == nil {
		t.Errorf("%v", err)
	}
}

// TestRS25ToRS27Read: phases, passes and slots are checked.
func TestRS25ToRS27Read(t *testing.T) {
	refused(t, []refusal{
		{"order: {by: score, roll: d20, passes: 0}", []string{`4:39: passes: must be a whole number from 1 to 100000, not "0"`}},
		{"order: {by: score, roll: d20, phases: [a, A, b]}", []string{`4:43: phases: "A" is there twice; each must have a name of its own`}},
		{"order: {by: score, roll: d20, phases: a}", []string{`4:39: phases: must be a list of 2 to 8 names, not "a"`}},
		{"order: {by: score, roll: d20, phases: [a]}", []string{"4:39: phases: the list can have 2 to 8 items, not 1"}},
		{"order: {by: score, roll: d20, phases: [a, b], passes: 10, slots: yes}", nil},
	})
	o := mustRead(t, file("order: {by: score, roll: d20, phases: [a, b], passes: 10, slots: yes}")).Order
	if len(o.Phases) != 2 || o.Passes != 10 || !o.Slots {
		t.Errorf("%+v", o)
	}
	if _, err := Read([]byte(file("order: {by: score, roll: d20, slots: no}"))); err != nil {
		t.Errorf("slots: no: %v", err)
	}
}

func TestRS23Ties(t *testing.T) {
	ties := func(list string) string {
		return file("stats: {init: x, dex: x}\norder: {by: score, roll: d10 + d6, ties: " + list + "}")
	}
	for list, die := range map[string]int{"[]": 6, "[npc, choose, gm]": 6, "[init, d20]": 20, "[d6 a side, choose]": 6, "[d8 a side, d12 a side, 2d4]": 4,
		"[d8, ]": 8, "[d12 a side, d4 + d6 a side]": 12, "pc a side": 6, "together": 6} {
		if rs := mustRead(t, ties(list)); rs.Order.TieDie != die {
			t.Errorf("%s: d%d, want d%d", list, rs.Order.TieDie, die)
		}
	}
	o := mustRead(t, ties("[pc, best(init) a side, d6  a  side, choose, joined]")).Order
	want := []Tie{{Kind: PCsFirst}, {Kind: ByValue, Side: true}, {Kind: ByDice, Side: true}, {Kind: Choose}, {Kind: AsJoined}}
	for i, tie := range o.Ties {
		if tie.Kind != want[i].Kind || tie.Side != want[i].Side || (tie.By != nil) != (tie.Kind == ByValue || tie.Kind == ByDice) {
			t.Errorf("tie %d is %+v, want %+v", i, tie, want[i])
		}
	}
	refused(t, []refusal{
		{"order: {by: score, roll: d20, ties: [gm, pc]}", []string{"4:42: ties: nothing can follow gm, which leaves no tie"}},
		{"order: {by: score, roll: d20, ties: [joined, pc]}", []string{"4:46: ties: nothing can follow joined, which leaves no tie"}},
		{"order: {by: score, roll: d20, ties: [together, pc]}", []string{"4:48: ties: nothing can follow together, which leaves no tie"}},
		{"order: {by: draw, tokens: 1, ties: together}", []string{"4:36: ties: together is only for an order in which each unit has a place of its own: by score, cards or clock; leave it out here"}},
		{"order: {by: pick, roll: d6, ties: [pc, together]}", []string{"4:40: ties: together is only for an order in which each unit has a place of its own: by score, cards or clock; leave it out here"}},
		{"order: {by: score, roll: d20, ties: [d6, pc]}", []string{"4:42: ties: nothing can follow a roll, which leaves no tie"}},
		{"order: {by: score, roll: d20, ties: [choos]}", []string{`4:38: ties: "choos" is not a rule for ties; is "choose" meant?`}},
		{"stats: {dex: x}\norder: {by: score, roll: d20, ties: dx}", []string{`5:37: ties: "dx" is no stat of this ruleset; is "dex" meant?`}},
		{"order: {by: score, roll: d20, ties: [pc, pc, pc, pc, pc, pc, pc, pc, pc]}", []string{"4:37: ties: the list can have at most 8 items, not 9"}},
	})
}

func TestRS28ToRS38OtherShapes(t *testing.T) {
	for _, order := range []string{
		"{by: cards, deck: french}", "{by: cards, deck: french + 2 jokers, deal: 3, lowest: round == 1, redraw: card < 5, shuffle: after joker, best: high}",
		"{by: cards, deck: 1-100, shuffle: when empty, ties: joined}", "{by: pick}", "{by: pick, next: same side, who: gm, repeat: yes, roll: d6, best: low}",
		"{by: draw, tokens: 20, pool: side, ends: 3, turns: 2}", "{by: clock, roll: d6, cost: 1000, ties: [pc, joined]}",
	} {
		mustRead(t, file("order: "+order))
	}
	refused(t, []refusal{
		{"order: {by: cards}", []string{"4:8: deck: this key is missing in an order by cards; it is french, french + 1 joker, french + 2 jokers, or numbers such as 1-10"}},
		{"order: {by: cards, deck: tarot, deal: 0, lowest: d6, redraw: cards < 5, shuffle: never}", []string{
			`4:26: deck: must be french, french + 1 joker, french + 2 jokers, or numbers such as 1-10, not "tarot"`, "4:39: deal: must be a number from 1 to 10, not 0",
			"4:50: lowest: a number is needed here, known before any dice are rolled; remove the dice", `4:62: redraw: "cards" is no stat of this ruleset; is "card" meant?`,
			`4:82: shuffle: must be every round, after joker or when empty, not "never"`}},
		{"order: {by: cards, deck: 10-1}", []string{"4:26: deck: the numbers must be from 1 to 100, and the lower one first, not 10-1"}},
		{"order: {by: cards, deck: french, shuffle: after joker}", []string{"4:43: shuffle: this deck has no jokers; write every round or when empty"}},
		{"order: {by: pick, next: all, who: players}", []string{`4:25: next: must be any, other side or same side, not "all"; is "any" meant?`, `4:35: who: must be actor, side, anyone or gm, not "players"`}},
		{"order: {by: draw, tokens: 21, ends: 4}", []string{"4:27: tokens: must be a number from 0 to 20, not 21", `4:37: ends: must be a whole number from 0 to 3, not "4"`}},
		{"round: 6 s\norder: {by: clock, roll: d6, cost: 0}\ndurations: end of round\nturn: {a: {count: 1, back: round}}\nconditions: {A: {lasts: 3 ticks}, B: {lasts: end of round}, C: {lasts: 1 min}}", []string{
			"4:1: round: a clock has no rounds", "5:36: cost: must be a number from 1 to 1000000, not 0", "6:12: durations: a clock has no rounds; write end of target's turn or another turn",
			"7:28: back: a clock has no rounds; write own turn or fight", "8:46: lasts: a clock has no rounds to end; write ticks, or a turn",
			"8:72: lasts: a clock has no length of rounds, so time can't be counted; write ticks or rounds"}},
		{"order: {by: clock, roll: d6}\nblow: -2\nevents: {Lair: {every: 2}}\ncounters: {doom: {each round: 1}, luck: {from: 3}}\nwait: bottom\nsurprise: late roll\nconditions: {A: {lasts: 1001 ticks}}", []string{
			"5:1: blow: a clock has no rounds, so this would never happen", "6:1: events: a clock has no rounds, so this would never happen",
			"7:19: each round: a clock has no rounds, so this would never happen", "8:7: wait: a clock has no rounds to be last in; write rejoin, hold or swap",
			"9:11: surprise: a clock has no rounds; write lost turn or another kind", "10:25: lasts: an effect can last at most 1000 rounds or ticks"}},
	})
}

func TestRS40Turn(t *testing.T) {
	rs := mustRead(t, file("stats: {wits: x}\nturn: {main: 1, free: any, move: {count: wits if wits else 2, also: main, when: others’ turns, back: round, reserve: 2, metres: 10, priced: yes}, breath: {count: 1, back: {roll: d6, needs: 5}}}"))
	main, free, move, breath := rs.Turn[0], rs.Turn[1], rs.Turn[2], rs.Turn[3]
	if main.Count.Value(nil) != 1 || main.When != OwnTurn || main.Back.At != BackOwnTurn || free.Counted() {
		t.Errorf("%+v\n%+v", main, free)
	}
	if !move.Counted() || move.Also != "main" || move.When != OthersTurns || move.Back.At != BackRound || move.Reserve != 2 || move.Metres != 10 || !move.Priced {
		t.Errorf("%+v", move)
	}
	if breath.Back.At != Recharge || !breath.Back.Roll.Rolls() || breath.Back.Needs.Value(nil) != 5 {
		t.Errorf("%+v", breath)
	}
	refused(t, []refusal{
		{"turn: {a: {also: b, count: 1}, b: {also: c, count: 1}, c: {also: a, count: 1}, d: {also: d, count: 1}, e: {also: x, count: 1}}", []string{
			"4:18: also: b leads back to a; no pool can stand in for itself", "4:42: also: c leads back to b; no pool can stand in for itself",
			"4:66: also: a leads back to c; no pool can stand in for itself", "4:90: also: d leads back to d; no pool can stand in for itself",
			`4:114: also: "x" is not a pool of this ruleset; there are a, b, c, d and e`}},
		{"turn: {a: d4, b: -1, c: {when: later}, d: {count: 1, back: {roll: d6}}}", []string{
			"4:11: a: a number is needed here, known before any dice are rolled; remove the dice", "4:18: b: must be a number from 0 to 1000000, not -1",
			"4:25: count: this key is missing in a pool; it is a number, a formula for one, or any",
			`4:32: when: must be own turn, any time, others' turns or after others' turns, not "later"`,
			"4:60: needs: this key is missing in a recharge; it is a number or a formula for one"}},
		{"turn: {on_turn: 1, on__turn: 2, On: 3}", []string{"4:20: on__turn: typed, this is the same as on_turn; choose another name",
			"4:33: On: the name of a pool must be at most 24 small letters, digits and underscores, with a letter first"}},
		{"turn: {a: {count: 1, reserve: 1, priced: yes}, b: {count: 1, reserve: 1}, c: {count: 1, priced: yes}, d: {count: any, reserve: 1}}", []string{
			"4:62: reserve: only one pool can have this, and a has it already", "4:89: priced: only one pool can have this, and a has it already",
			"4:119: reserve: a pool that is not counted has nothing to hold back; give count a number",
			"4:119: reserve: only one pool can have this, and a has it already"}},
		{"turn: {" + numbered("s", 13) + "}", append([]string{}, xCounts(13)...)},
	})
}

// xCounts returns the problems of the pools that [numbered] writes, whose counts aren't numbers.
func xCounts(n int) []string {
	var out []string
	for i := range n {
		if i == 12 {
			out = append(out, "4:104: turn: there can be at most 12, not 13")
		}
		out = append(out, fmt.Sprintf(`4:%d: s%02d: "x" is not a stat of this ruleset; add it to the stats, or use any, pc, npc, round, members or surprised`, 13+8*i, i))
	}
	return out
}

func TestRS45ToRS50Words(t *testing.T) {
	for _, word := range []string{"bottom", "bottom, one a side", "rejoin", "hold", "swap"} {
		if rs := mustRead(t, file("wait: "+word)); string(rs.Wait) != word {
			t.Errorf("%s: %q", word, rs.Wait)
		}
	}
	for _, word := range []string{"lost round", "late roll", "free round", "ambush turns", "roll", "lost turn", "one action"} {
		if rs := mustRead(t, file("surprise: "+word)); string(rs.Surprise.Kind) != word {
			t.Errorf("%s: %q", word, rs.Surprise.Kind)
		}
	}
	if rs := mustRead(t, file("surprise: none\nattack: none\nblow: -100")); rs.Surprise.Kind != NoSurprise || rs.Attack.Form != NoAttack || rs.Blow != -100 {
		t.Errorf("%+v", rs)
	}
	if rs := mustRead(t, file("surprise: late roll")); rs.Surprise.Sneak != "sneak" || rs.Surprise.Notice != "notice" {
		t.Errorf("%+v", rs.Surprise)
	}
	if rs := mustRead(t, file("surprise: lost round")); rs.Surprise.Awareness != "awareness" {
		t.Errorf("%+v", rs.Surprise)
	}
	refused(t, []refusal{
		{"wait: none\nsurprise: lost", []string{`4:7: wait: must be bottom, "bottom, one a side", rejoin, hold or swap, not "none"`,
			`5:11: surprise: must be none, lost round, late roll, free round, ambush turns, roll, lost turn or one action, not "lost"`}},
		{"blow: 0", []string{`4:7: blow: must be a whole number from -100 to -1, not "0"`}},
	})
}
