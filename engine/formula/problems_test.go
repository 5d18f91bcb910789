package formula_test

import (
	"errors"
	"strings"
	"testing"

	"roundel/engine/formula"
)

var (
	anywhere = formula.Scope{Stats: stats("init", "dex", "level")}
	numbers  = formula.Scope{Stats: stats("init", "dex", "level"), Number: true}
	sides    = formula.Scope{Stats: stats("init", "dex", "level"), Side: true}
	check    = formula.Scope{Stats: stats("init", "dex", "level"), Also: []string{"dc", "bonus", "level", "damage"}}
)

func TestProblems(t *testing.T) {
	for _, row := range []struct {
		rule  string
		text  string
		scope formula.Scope
		want  string
	}{
		{"RS-4 worked example 28", "d20 + int", anywhere, `column 7: "int" is no stat of this ruleset; is "init" meant?`},
		{"RS-4 all problems by column", "foo + max(d6, 1) + 2d0 + intt", anywhere, `column 1: "foo" is not a stat of this ruleset; add it to the stats, ` +
			`or use pc, npc, round, members or surprised; column 11: the values of max must be numbers, known before any dice are rolled; ` +
			`column 20: "2d0" must have 1 to 1000 sides; column 26: "intt" is no stat of this ruleset; is "init" meant?`},
		{"RS-4 columns are characters", "1 + ‖", anywhere, `column 5: "‖" can't be used in a formula; there are + - * / < <= > >= == != ( ) and the comma`},
		{"RS-4 two edits", "ddexx", anywhere, `column 1: "ddexx" is no stat of this ruleset; is "dex" meant?`},
		{"RS-4 three edits", "ddexxx", anywhere, `column 1: "ddexxx" is not a stat of this ruleset; add it to the stats, or use pc, npc, round, members or surprised`},
		{"RS-4 nothing in common", "z", anywhere, `column 1: "z" is not a stat of this ruleset; add it to the stats, or use pc, npc, round, members or surprised`},
		{"RS-4 function", "bets(dex)", anywhere, `column 1: "bets" is not a function; is "best" meant?`},
		{"RS-4 no such function", "sqrt(dexx)", anywhere, `column 1: "sqrt" is not a function; use best, worst, total, best_pc, has, min, max, abs or dice; ` +
			`column 6: "dexx" is no stat of this ruleset; is "dex" meant?`},
		{"RS-10 empty", " ", anywhere, `column 1: the formula is empty; write a number, a stat or dice, such as d20`},
		{"RS-10 length", strings.Repeat("1+", 100) + "1", anywhere, `column 201: the formula is too long; it can have 200 characters`},
		{"RS-10 brackets", strings.Repeat("(", 41) + "1" + strings.Repeat(")", 41), anywhere, `column 41: brackets and choices can be at most 40 deep`},
		{"RS-10 functions", strings.Repeat("abs(", 41) + "1", anywhere, `column 164: brackets and choices can be at most 40 deep`},
		{"RS-10 choices", strings.Repeat("1 if 1 else ", 5) + strings.Repeat("(", 36) + "1" + strings.Repeat(")", 36), anywhere,
			`column 96: brackets and choices can be at most 40 deep`},
		{"RS-10 number", "1000001", anywhere, `column 1: the number is too large; the highest is 1000000`},
		{"RS-10 long number", "1 + 99999999999999999999999", anywhere, `column 5: the number is too large; the highest is 1000000`},
		{"RS-10 capitals", "D20 + Dex", anywhere, `column 1: "D20" must be in small letters; write d20; column 7: "Dex" must be in small letters; write dex`},
		{"RS-10 missing value", "d20 + ", anywhere, `column 6: a value is missing at the end: a number, a name, dice or a bracket`},
		{"RS-10 missing value in the middle", "d20 + * 2", anywhere, `column 7: a value is missing before "*": a number, a name, dice or a bracket`},
		{"RS-10 plus sign", "+5", anywhere, `column 1: a value is missing before "+": a number, a name, dice or a bracket`},
		{"RS-10 no values", "best()", sides, `column 6: a value is missing before ")": a number, a name, dice or a bracket`},
		{"RS-10 missing operator", "2 d6", anywhere, `column 3: an operator such as + is missing before "d6"`},
		{"RS-10 implied product", "2(3)", anywhere, `column 2: an operator such as + is missing before "("`},
		{"RS-10 number and name", "2dex", anywhere, `column 1: "2dex" is not a number or dice; to multiply, write 2 * dex`},
		{"RS-10 number and word", "2or 3", anywhere, `column 1: "2or" needs a space; write 2 or`},
		{"RS-10 bracket not closed", "1 + (2 * (3)", anywhere, `column 5: this bracket is not closed; add ")"`},
		{"RS-10 bracket not opened", "1 + 2)", anywhere, `column 6: this bracket was not opened; remove it, or add "("`},
		{"RS-10 bracket with rubbish", "(1 2)", anywhere, `column 4: an operator such as + is missing before "2"`},
		{"RS-10 comma", "1, 2", anywhere, `column 2: a comma can only stand between the values of a function, as in max(1, 2)`},
		{"RS-10 no else", "1 if dex", anywhere, `column 9: "else" is missing; write VALUE if CONDITION else VALUE`},
		{"RS-10 no else in brackets", "(1 if dex)", anywhere, `column 10: "else" is missing; write VALUE if CONDITION else VALUE`},
		{"RS-10 else alone", "1 else 2", anywhere, `column 3: "else" has no "if"; write VALUE if CONDITION else VALUE`},
		{"RS-10 choice in a condition", "1 if dex if init else 2 else 3", anywhere, `column 10: a choice within a choice's condition must stand in brackets`},
		{"RS-10 chained comparison", "1 < dex < 3", anywhere, `column 9: only two values can be compared at a time; join comparisons with "and", as in a < b and b < c`},
		{"RS-10 not after a sign", "1 + not dex", anywhere, `column 5: "not" and what follows it must stand in brackets here`},
		{"RS-10 not after a value", "1 not dex", anywhere, `column 3: "and" or "or" is missing before "not"`},
		{"RS-10 one =", "1 if dex = 2 else 3", anywhere, `column 10: "=" can't be used in a formula; write == to compare`},
		{"RS-10 !", "!dex", anywhere, `column 1: "!" can't be used in a formula; write not`},
		{"RS-10 &&", "dex && init", anywhere, `column 5: "&" can't be used in a formula; write and`},
		{"RS-10 minus", "d20 − 1", anywhere, `column 5: "−" can't be used in a formula; write -`},
		{"RS-12 whole numbers", "1.5 * dex", anywhere, `column 2: "." can't be used in a formula; write whole numbers`},
		{"RS-10 no sides", "2d + 1", anywhere, `column 1: "2d" needs a number of sides; write 2d6 for six-sided dice`},
		{"RS-10 too many dice", "101d6", anywhere, `column 1: "101d6" must have 1 to 100 dice`},
		{"RS-10 no dice", "0d6", anywhere, `column 1: "0d6" must have 1 to 100 dice`},
		{"RS-10 too many sides", "d1001", anywhere, `column 1: "d1001" must have 1 to 1000 sides`},
		{"RS-10 dice notation", "4d6k3", anywhere, `column 1: "4d6k3" is not valid dice; write dice like d20, 2d6, 2d20kl1 (keep the lowest) or 4d6kh3 (keep the 3 highest)`},
		{"RS-10 keep what", "4d6kh", anywhere, `column 1: "4d6kh" is not valid dice; write dice like d20, 2d6, 2d20kl1 (keep the lowest) or 4d6kh3 (keep the 3 highest)`},
		{"RS-10 keep too many", "4d6kh5", anywhere, `column 1: "4d6kh5" must keep 1 to 4 of its dice`},
		{"RS-10 keep none", "4d6kl0", anywhere, `column 1: "4d6kl0" must keep 1 to 4 of its dice`},
		{"RS-11 number needed", "1 + 2d6", numbers, `column 5: a number is needed here, known before any dice are rolled; remove the dice`},
		{"RS-11 dice() is a roll", "dex + dice(1, 6)", numbers, `column 7: a number is needed here, known before any dice are rolled; remove the dice`},
		{"RS-11 product", "2 * d6", anywhere,
			`column 5: dice can't be multiplied; write 2d6 to roll more of them, or dice(level, 6) to roll as many as a stat says`},
		{"RS-11 quotient", "(1 + d6) / 2", anywhere, `column 6: dice can't be divided, only added and subtracted`},
		{"RS-11 comparison", "d6 > dex", anywhere, `column 1: dice can't be compared; only numbers known before the roll can`},
		{"RS-11 condition", "1 if d6 else 2", anywhere, `column 6: dice can't be part of a condition, which must be known before the roll`},
		{"RS-11 and", "pc and d6", anywhere, `column 8: dice can't be used with "and", which needs numbers known before the roll`},
		{"RS-11 not", "not d6", anywhere, `column 5: dice can't be used with "not", which needs numbers known before the roll`},
		{"RS-11 function", "min(1, -d6)", anywhere, `column 9: the values of min must be numbers, known before any dice are rolled`},
		{"RS-11 dice of dice", "dice(d6, 6)", anywhere, `column 6: the values of dice must be numbers, known before any dice are rolled`},
		{"RS-11 reported once", "abs(2 * d6)", numbers,
			`column 9: dice can't be multiplied; write 2d6 to roll more of them, or dice(level, 6) to roll as many as a stat says`},
		{"RS-13 a side", "d6 + dex", sides, `column 6: the members of a side can differ in dex; write best(dex), worst(dex) or total(dex)`},
		{"RS-13 only in checks", "d20 + bonus", anywhere, `column 7: "bonus" is known only in checks; here, use a stat, pc, npc, round, members or surprised`},
		{"RS-13 only in redraw", "card", check, `column 1: "card" is known only in redraw; here, use a stat, pc, npc, round, members, surprised, dc, bonus, level or damage`},
		{"RS-13 only in counters", "heroes", anywhere, `column 1: "heroes" is known only in counters; here, use a stat, pc, npc, round, members or surprised`},
		{"RS-13 hit points", "hp / 2", anywhere, `column 1: hit points can't be used in formulas; use a stat, pc, npc, round, members or surprised`},
		{"RS-13 function without brackets", "best + 1", anywhere, `column 1: "best" is a function; write its values in brackets after it, as in best(init)`},
		{"RS-13 stat in brackets", "dex(1)", anywhere, `column 1: "dex" is not a function; to multiply, write dex * before the bracket`},
		{"RS-13 best of a number", "best(dex + 1)", anywhere, `column 6: the values of best must be stats, as in best(init)`},
		{"RS-13 best of a fact", "total(round)", anywhere, `column 7: the values of total must be stats, as in total(init)`},
		{"RS-13 best of an unknown name", "has(dexx)", sides, `column 5: "dexx" is no stat of this ruleset; is "dex" meant?`},
		{"RS-13 abs", "abs(1, 2)", anywhere, `column 1: abs takes one value, as in abs(round)`},
		{"RS-13 dice", "dice(2)", anywhere, `column 1: dice takes two values, the number of dice and their sides, as in dice(round, 6)`},
		{"RS-14 too many dice", "60d6 + (1d8 if pc else 40d6) + 1d4", anywhere,
			`column 32: this is too much for one roll, which can have 100 dice in 20 terms; leave out some dice`},
		{"RS-14 too many terms", strings.Repeat("d6+", 20) + "d6+d6", anywhere,
			`column 61: this is too much for one roll, which can have 100 dice in 20 terms; leave out some dice`},
		{"RS-14 too many terms with a number", strings.Repeat("d6+", 20) + "dex", anywhere,
			`column 61: this is too much for one roll, which can have 100 dice in 20 terms; leave out some dice`},
		{"RS-14 too many terms by choice", "(d4 if pc else d6 + d6) + " + strings.Repeat("d6+", 18) + "d6", anywhere,
			`column 81: this is too much for one roll, which can have 100 dice in 20 terms; leave out some dice`},
		{"RS-14 too many terms by the other choice", "(d6 + d6 if pc else d4) + " + strings.Repeat("d6+", 18) + "d6", anywhere,
			`column 81: this is too much for one roll, which can have 100 dice in 20 terms; leave out some dice`},
		{"RS-14 too many terms with a number by the other choice", "(d4 if pc else d6 + 1) + " + strings.Repeat("d6+", 18) + "d6", anywhere,
			`column 80: this is too much for one roll, which can have 100 dice in 20 terms; leave out some dice`},
		{"RS-14 too many terms with a number by choice", "(d6 + 1 if pc else d4) + " + strings.Repeat("d6+", 18) + "d6", anywhere,
			`column 80: this is too much for one roll, which can have 100 dice in 20 terms; leave out some dice`},
	} {
		t.Run(row.rule, func(t *testing.T) {
			f, err := formula.Parse(row.text, row.scope)
			if err == nil {
				t.Fatalf("%s is taken as %s, want: %s", row.text, f, row.want)
			}
			var problems formula.Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("the error is %T, want formula.Problems", err)
			}
			if err.Error() != row.want {
				t.Errorf("%s\n got %s\nwant %s", row.text, err, row.want)
			}
		})
	}
}

// TestRS10ForeignSigns checks that signs known from elsewhere are answered with what to write instead.
func TestRS10ForeignSigns(t *testing.T) {
	for sign, right := range map[string]string{"=": "== to compare", "!": "not", "&": "and", "|": "or", "?": "VALUE if CONDITION else VALUE", "–": "-", "×": "*",
		"÷": "/", "≤": "<=", "≥": ">=", "≠": "!=", "[": "(", "}": ")"} {
		_, err := formula.Parse("1 "+sign+" 2", anywhere)
		if want := `column 3: "` + sign + `" can't be used in a formula; write ` + right; err == nil || err.Error() != want {
			t.Errorf("%s: the error is %v, want %s", sign, err, want)
		}
	}
}

// TestRS13Examples checks that the example given for each function is a valid formula.
func TestRS13Examples(t *testing.T) {
	for _, name := range []string{"best", "worst", "total", "best_pc", "has", "min", "max", "abs", "dice"} {
		_, err := formula.Parse(name, anywhere)
		if err == nil {
			t.Errorf("%s alone is taken", name)
			continue
		}
		_, example, found := strings.Cut(err.Error(), "as in ")
		if !found || !strings.HasPrefix(example, name+"(") {
			t.Errorf("%s: there is no example in: %v", name, err)
		}
		parse(t, example, anywhere)
	}
}

func TestRS10AtTheLimits(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("1+", 99) + "10",
		strings.Repeat("(", 40) + "1" + strings.Repeat(")", 40),
		strings.Repeat("abs(", 39) + "1" + strings.Repeat(")", 39),
		"1000000", "0000000001000000", "100d1000kl100", "50d6 + 50d6 + dice(100, 1000)",
		strings.Repeat("d6+", 19) + "dex", strings.Repeat("d6+", 19) + "d6",
		strings.Repeat("-", 199) + "1", strings.Repeat("not ", 49) + "1", "100d6 if pc else 100d8",
		strings.Repeat("(1)+", 45) + "1", strings.Repeat("abs(1)+", 28) + "1",
		strings.Repeat("(1 if 1 else 1)+", 4) + strings.Repeat("(", 39) + "1" + strings.Repeat(")", 39), "\t1\n+ 2 ", "2d6kh1 if(1)else(2)", "010", "best((dex))",
	} {
		parse(t, text, anywhere)
	}
}
