package rules

import (
	"regexp"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// The limits of numbers. Scores and modifiers of scores are limited as in commands.
const (
	maxStat     = 100000
	maxScore    = 1000
	maxModifier = 100
	maxCount    = 100 // how many: passes, fails, levels, what is held back
	maxRound    = 10000
)

var (
	namePattern = regexp.MustCompile(`^[a-z][a-z0-9-]{1,31}$`)
	keyPattern  = regexp.MustCompile(`^[a-z][a-z0-9_]{0,23}$`)
	commaless   = regexp.MustCompile(`^[^,]+$`)

	lengthPattern = regexp.MustCompile(`^0*[1-9]\d{0,4} *(s|min|h)$`)
	deckPattern   = regexp.MustCompile(`^(french( *\+ *(1 joker|2 jokers))?|\d{1,3} *- *\d{1,3})$`)
	upPattern     = regexp.MustCompile(`^up at 0*[1-9]\d{0,4} hp$`)
)

// fileKeys returns every key that a file can have.
func fileKeys() spec {
	return mappingOf("a ruleset",
		key{"roundel", formatSpec(), true},
		key{"name", pattern(namePattern, "2 to 32 small letters, digits and hyphens, with a letter first"), true},
		key{"title", text(1, 60), true},
		key{"fits", listOf(text(1, 40), 20, "one text or a list of at most 20"), false},
		key{"credit", paragraph(600), false},
		key{"help", listOf(paragraph(500), 12, "one text or a list of at most 12"), false},
		key{"round", pattern(lengthPattern, "a length of time such as 6 s, 1 min or 1 h"), false},
		key{"stats", statsSpec(), false},
		key{"units", unitsSpec(), false},
		key{"order", orderSpec(), true},
		key{"turn", turnSpec(), false},
		key{"wait", words("bottom", "bottom, one a side", "rejoin", "hold", "swap"), false},
		key{"blow", number(-100, -1), false},
		key{"surprise", words("none", "lost round", "late roll", "free round", "ambush turns", "roll", "lost turn", "one action"), false},
		key{"durations", words("end of target's turn", "start of target's turn", "start of source's turn", "end of source's turn", "end of round"), false},
		key{"save", checkSpec(), false},
		key{"conditions", spec{names: &names{of: "a condition", spec: conditionSpec(), most: 60, length: maxKey, fold: true, what: "a text of at most 50 characters"},
			what: "a mapping of names to what the conditions do, such as Prone: {}"}, false},
		key{"down", downSpec(), false},
		key{"counters", spec{names: &names{of: "a counter", spec: counterSpec(), most: 12, length: 30, fold: true, what: "a text of at most 30 characters"},
			what: "a mapping of names to counters, such as fear: {to: 12}"}, false},
		key{"events", spec{names: &names{of: "an event", spec: eventSpec(), most: 12, length: engine.MaxName, pattern: commaless, fold: true,
			what: "a text of at most 32 characters without commas"}, what: "a mapping of names to events, such as Lair: {score: 20}"}, false},
		key{"morale", formulaOf("a roll such as 2d6"), false},
		key{"once", yesNo(), false},
		key{"attack", attackSpec(), false},
	)
}

// formatSpec is the number of the only format so far (RS-2).
func formatSpec() spec {
	s := number(1, 1)
	s.what = "1, the format that this bot reads"
	return s
}

func statsSpec() spec {
	stat := or(text(0, MaxBytes), mappingOf("a stat",
		key{"is", text(0, MaxBytes), false},
		key{"from", number(-maxStat, maxStat), false},
		key{"to", number(-maxStat, maxStat), false},
		key{"default", number(-1000000, 1000000), false},
		key{"need", words("pc", "npc", "all", "none"), false},
		key{"or", listOf(pattern(keyPattern, "the key of a stat"), 40, "one stat or a list of stats"), false},
	))
	stat.what = "what the stat is, or a mapping with the keys is, from, to, default, need and or"
	return spec{names: &names{of: "a stat", spec: stat, most: 40, pattern: keyPattern, length: maxKey,
		what: "at most 24 small letters, digits and underscores, with a letter first"}, what: "a mapping of stats, such as init: Initiative"}
}

func unitsSpec() spec {
	alike := mappingOf("units", key{"alike", listOf(numberFormula(), 40, "a list of stats and formulas"), true}, key{"alone", yesNo(), false})
	out := or(words("each", "side", "each or side"), alike)
	out.what = "each, side, each or side, or a mapping such as alike: [init]"
	return out
}

func turnSpec() spec {
	pool := or(formulaOf("a count"), mappingOf("a pool",
		key{"count", formulaOf("a number, a formula for one, or any"), true},
		key{"also", pattern(keyPattern, "the key of another pool"), false},
		key{"when", words("own turn", "any time", "others' turns", "after others' turns"), false},
		key{"back", backSpec(), false},
		key{"reserve", number(0, maxCount), false},
		key{"metres", number(0, 1000), false},
		key{"priced", yesNo(), false},
	))
	pool.what = "a number, any, or a mapping with the keys count, also, when, back, reserve, metres and priced"
	return spec{names: &names{of: "a pool", spec: pool, most: 12, pattern: keyPattern, length: maxKey,
		what: "at most 24 small letters, digits and underscores, with a letter first"}, what: "a mapping of pools to counts, such as action: 1"}
}

func backSpec() spec {
	out := or(words("own turn", "round", "fight"), mappingOf("a recharge", key{"roll", roll(), true}, key{"needs", numberFormula(), true}))
	out.what = "own turn, round, fight, or a mapping with the keys roll and needs"
	return out
}

func checkSpec() spec {
	return mappingOf("a check",
		key{"at", words("end", "start", "damage"), false},
		key{"roll", roll(), true},
		key{"needs", numberFormula(), true},
		key{"ends", words("pass", "fail"), false},
		key{"passes", number(1, maxCount), false},
		key{"fails", number(1, maxCount), false},
		key{"becomes", text(1, maxKey), false},
	)
}

func conditionSpec() spec {
	takes := spec{names: &names{of: "a pool", spec: number(-20, 20), most: 12, pattern: keyPattern, length: maxKey, what: "a pool of turn"},
		what: "a mapping of pools to numbers, such as action: 1"}
	return mappingOf("a condition",
		key{"skip", yesNo(), false},
		key{"no reactions", yesNo(), false},
		key{"level", yesNo(), false},
		key{"most", number(1, maxCount), false},
		key{"fades", words("start of turn", "end of turn", "spent"), false},
		key{"lasts", text(1, 60), false},
		key{"takes", takes, false},
		key{"initiative", number(-maxModifier, maxModifier), false},
		key{"damage", yesNo(), false},
		key{"one", yesNo(), false},
		key{"breaks", listOf(text(1, maxKey), 62, "down, skip, the name of a condition, or a list of these"), false},
		key{"check", checkSpec(), false},
		key{"note", text(0, 200), false},
	)
}

func downSpec() spec {
	states := spec{list: &items{of: text(1, maxKey), min: 3, max: 3}, what: "a list of three states, such as [dying, stable, dead]"}
	return mappingOf("down",
		key{"who", words("pc", "npc", "all"), false},
		key{"states", states, true},
		key{"at", words("start"), false},
		key{"label", text(1, 45), false},
		key{"roll", roll(), true},
		key{"needs", numberFormula(), true},
		key{"passes", number(1, maxCount), false},
		key{"fails", number(1, maxCount), false},
		key{"on 1", words("two fails", "none"), false},
		key{"on 20", pattern(upPattern, "up at 1 hp, or another number of hit points"), false},
		key{"hit", number(0, maxCount), false},
		key{"massive", yesNo(), false},
		key{"level", yesNo(), false},
		key{"degrees", yesNo(), false},
	)
}

func counterSpec() spec {
	return mappingOf("a counter",
		key{"from", numberFormula(), false},
		key{"least", number(-1000000, 1000000), false},
		key{"to", number(-1000000, 1000000), false},
		key{"each round", numberFormula(), false},
		key{"of", words("fight", "side", "gm", "pc", "combatant"), false},
		key{"secret", yesNo(), false},
	)
}

func eventSpec() spec {
	return mappingOf("an event",
		key{"score", number(-maxScore, maxScore), false},
		key{"every", number(1, maxRound), false},
		key{"first", number(1, maxRound), false},
		key{"note", text(0, 200), false},
	)
}

func attackSpec() spec {
	common := func(form ruleset.AttackForm, more ...key) *keys {
		return &keys{"an attack by " + string(form), append([]key{
			{"form", words(string(form)), true},
			{"costs", pattern(keyPattern, "the key of a pool"), false},
			{"bonus", numberFormula(), false},
			{"against", numberFormula(), false},
			{"doubles", words("dice", "total"), false},
		}, more...)}
	}
	armor := func(form ruleset.AttackForm) *keys {
		skill := pattern(keyPattern, "the key of a stat")
		return &keys{"an attack by " + string(form), []key{
			{"form", words(string(form)), true},
			{"costs", pattern(keyPattern, "the key of a pool"), false},
			{"naturals", yesNo(), false},
			{"skills", spec{list: &items{of: skill, min: 3, max: 12}, what: "a list of at least three stats, such as [punch, stab, shoot]"}, false},
		}}
	}
	penalties := spec{list: &items{of: number(-100, 100), min: 2, max: 2}, what: "a list of two penalties, such as [-5, -10]"}
	out := or(words("none", string(ruleset.SkillTest), string(ruleset.TraumaAttack), string(ruleset.ShockAttack)), spec{by: "form", forms: map[string]*keys{
		string(ruleset.TraumaAttack):   armor(ruleset.TraumaAttack),
		string(ruleset.ShockAttack):    armor(ruleset.ShockAttack),
		string(ruleset.CriticalAttack): common(ruleset.CriticalAttack, key{"critical", number(2, 20), false}),
		string(ruleset.DegreesAttack):  common(ruleset.DegreesAttack, key{"again", penalties, false}, key{"agile", penalties, false}),
	}})
	out.what = "none, d100 under, d20 trauma, d20 shock, or a mapping such as {form: d20 critical}"
	return out
}
