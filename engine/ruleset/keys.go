package ruleset

import (
	"regexp"

	"roundel/engine/strictyaml"
)

// MaxName is the maximum length of the name of a combatant or an event, in code points, including a group member's number.
const MaxName = 32

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
func fileKeys() strictyaml.Spec {
	return strictyaml.MappingOf("a ruleset",
		strictyaml.Required("roundel", strictyaml.Format()),
		strictyaml.Required("name", strictyaml.Pattern(namePattern, "2 to 32 small letters, digits and hyphens, with a letter first")),
		strictyaml.Required("title", strictyaml.Text(1, 60)),
		strictyaml.Optional("fits", strictyaml.ListOf(strictyaml.Text(1, 40), 20, "one text or a list of at most 20")),
		strictyaml.Optional("credit", strictyaml.Paragraph(600)),
		strictyaml.Optional("help", strictyaml.ListOf(strictyaml.Paragraph(500), 12, "one text or a list of at most 12")),
		strictyaml.Optional("round", strictyaml.Pattern(lengthPattern, "a length of time such as 6 s, 1 min or 1 h")),
		strictyaml.Optional("stats", statsSpec()),
		strictyaml.Optional("units", unitsSpec()),
		strictyaml.Required("order", orderSpec()),
		strictyaml.Optional("turn", turnSpec()),
		strictyaml.Optional("wait", strictyaml.Words("bottom", "bottom, one a side", "rejoin", "hold", "swap")),
		strictyaml.Optional("blow", strictyaml.Number(-100, -1)),
		strictyaml.Optional("surprise", strictyaml.Words("none", "lost round", "late roll", "free round", "ambush turns", "roll", "lost turn", "one action")),
		strictyaml.Optional("durations", strictyaml.Words("end of target's turn", "start of target's turn", "start of source's turn", "end of source's turn", "end of round")),
		strictyaml.Optional("save", checkSpec()),
		strictyaml.Optional("conditions", strictyaml.Spec{Names: &strictyaml.Named{Of: "a condition", Spec: conditionSpec(), Most: 60, Length: strictyaml.MaxKey, Fold: true, What: "a text of at most 50 characters"},
			What: "a mapping of names to what the conditions do, such as Prone: {}"}),
		strictyaml.Optional("down", downSpec()),
		strictyaml.Optional("counters", strictyaml.Spec{Names: &strictyaml.Named{Of: "a counter", Spec: counterSpec(), Most: 12, Length: 30, Fold: true, What: "a text of at most 30 characters"},
			What: "a mapping of names to counters, such as fear: {to: 12}"}),
		strictyaml.Optional("events", strictyaml.Spec{Names: &strictyaml.Named{Of: "an event", Spec: eventSpec(), Most: 12, Length: MaxName, Pattern: commaless, Fold: true,
			What: "a text of at most 32 characters without commas"}, What: "a mapping of names to events, such as Lair: {score: 20}"}),
		strictyaml.Optional("morale", strictyaml.Formula("a roll such as 2d6")),
		strictyaml.Optional("once", strictyaml.YesNo()),
		strictyaml.Optional("attack", attackSpec()),
	)
}

func statsSpec() strictyaml.Spec {
	stat := strictyaml.Or(strictyaml.Text(0, MaxBytes), strictyaml.MappingOf("a stat",
		strictyaml.Optional("is", strictyaml.Text(0, MaxBytes)),
		strictyaml.Optional("from", strictyaml.Number(-maxStat, maxStat)),
		strictyaml.Optional("to", strictyaml.Number(-maxStat, maxStat)),
		strictyaml.Optional("default", strictyaml.Number(-1000000, 1000000)),
		strictyaml.Optional("need", strictyaml.Words("pc", "npc", "all", "none")),
		strictyaml.Optional("or", strictyaml.ListOf(strictyaml.Pattern(keyPattern, "the key of a stat"), 40, "one stat or a list of stats")),
	))
	stat.What = "what the stat is, or a mapping with the keys is, from, to, default, need and or"
	return strictyaml.Spec{Names: &strictyaml.Named{Of: "a stat", Spec: stat, Most: 40, Pattern: keyPattern, Length: strictyaml.MaxKey,
		What: "at most 24 small letters, digits and underscores, with a letter first"}, What: "a mapping of stats, such as init: Initiative"}
}

func unitsSpec() strictyaml.Spec {
	alike := strictyaml.MappingOf("units", strictyaml.Required("alike", strictyaml.ListOf(numberFormula(), 40, "a list of stats and formulas")), strictyaml.Optional("alone", strictyaml.YesNo()))
	out := strictyaml.Or(strictyaml.Words("each", "side", "each or side"), alike)
	out.What = "each, side, each or side, or a mapping such as alike: [init]"
	return out
}

func turnSpec() strictyaml.Spec {
	pool := strictyaml.Or(strictyaml.Formula("a count"), strictyaml.MappingOf("a pool",
		strictyaml.Required("count", strictyaml.Formula("a number, a formula for one, or any")),
		strictyaml.Optional("also", strictyaml.Pattern(keyPattern, "the key of another pool")),
		strictyaml.Optional("when", strictyaml.Words("own turn", "any time", "others' turns", "after others' turns")),
		strictyaml.Optional("back", backSpec()),
		strictyaml.Optional("reserve", strictyaml.Number(0, maxCount)),
		strictyaml.Optional("metres", strictyaml.Number(0, 1000)),
		strictyaml.Optional("priced", strictyaml.YesNo()),
	))
	pool.What = "a number, any, or a mapping with the keys count, also, when, back, reserve, metres and priced"
	return strictyaml.Spec{Names: &strictyaml.Named{Of: "a pool", Spec: pool, Most: 12, Pattern: keyPattern, Length: strictyaml.MaxKey,
		What: "at most 24 small letters, digits and underscores, with a letter first"}, What: "a mapping of pools to counts, such as action: 1"}
}

func backSpec() strictyaml.Spec {
	out := strictyaml.Or(strictyaml.Words("own turn", "round", "fight"), strictyaml.MappingOf("a recharge", strictyaml.Required("roll", roll()), strictyaml.Required("needs", numberFormula())))
	out.What = "own turn, round, fight, or a mapping with the keys roll and needs"
	return out
}

func checkSpec() strictyaml.Spec {
	return strictyaml.MappingOf("a check",
		strictyaml.Optional("at", strictyaml.Words("end", "start", "damage")),
		strictyaml.Required("roll", roll()),
		strictyaml.Required("needs", numberFormula()),
		strictyaml.Optional("ends", strictyaml.Words("pass", "fail")),
		strictyaml.Optional("passes", strictyaml.Number(1, maxCount)),
		strictyaml.Optional("fails", strictyaml.Number(1, maxCount)),
		strictyaml.Optional("becomes", strictyaml.Text(1, strictyaml.MaxKey)),
	)
}

func conditionSpec() strictyaml.Spec {
	takes := strictyaml.Spec{Names: &strictyaml.Named{Of: "a pool", Spec: strictyaml.Number(-20, 20), Most: 12, Pattern: keyPattern, Length: strictyaml.MaxKey, What: "a pool of turn"},
		What: "a mapping of pools to numbers, such as action: 1"}
	return strictyaml.MappingOf("a condition",
		strictyaml.Optional("skip", strictyaml.YesNo()),
		strictyaml.Optional("no reactions", strictyaml.YesNo()),
		strictyaml.Optional("level", strictyaml.YesNo()),
		strictyaml.Optional("most", strictyaml.Number(1, maxCount)),
		strictyaml.Optional("fades", strictyaml.Words("start of turn", "end of turn", "spent")),
		strictyaml.Optional("lasts", strictyaml.Text(1, 60)),
		strictyaml.Optional("takes", takes),
		strictyaml.Optional("initiative", strictyaml.Number(-maxModifier, maxModifier)),
		strictyaml.Optional("damage", strictyaml.YesNo()),
		strictyaml.Optional("one", strictyaml.YesNo()),
		strictyaml.Optional("breaks", strictyaml.ListOf(strictyaml.Text(1, strictyaml.MaxKey), 62, "down, skip, the name of a condition, or a list of these")),
		strictyaml.Optional("check", checkSpec()),
		strictyaml.Optional("note", strictyaml.Text(0, 200)),
	)
}

func downSpec() strictyaml.Spec {
	states := strictyaml.Spec{List: &strictyaml.Items{Of: strictyaml.Text(1, strictyaml.MaxKey), Min: 3, Max: 3}, What: "a list of three states, such as [dying, stable, dead]"}
	return strictyaml.MappingOf("down",
		strictyaml.Optional("who", strictyaml.Words("pc", "npc", "all")),
		strictyaml.Required("states", states),
		strictyaml.Optional("at", strictyaml.Words("start")),
		strictyaml.Optional("label", strictyaml.Text(1, 45)),
		strictyaml.Required("roll", roll()),
		strictyaml.Required("needs", numberFormula()),
		strictyaml.Optional("passes", strictyaml.Number(1, maxCount)),
		strictyaml.Optional("fails", strictyaml.Number(1, maxCount)),
		strictyaml.Optional("on 1", strictyaml.Words("two fails", "none")),
		strictyaml.Optional("on 20", strictyaml.Pattern(upPattern, "up at 1 hp, or another number of hit points")),
		strictyaml.Optional("hit", strictyaml.Number(0, maxCount)),
		strictyaml.Optional("massive", strictyaml.YesNo()),
		strictyaml.Optional("level", strictyaml.YesNo()),
		strictyaml.Optional("degrees", strictyaml.YesNo()),
	)
}

func counterSpec() strictyaml.Spec {
	return strictyaml.MappingOf("a counter",
		strictyaml.Optional("from", numberFormula()),
		strictyaml.Optional("least", strictyaml.Number(-1000000, 1000000)),
		strictyaml.Optional("to", strictyaml.Number(-1000000, 1000000)),
		strictyaml.Optional("each round", numberFormula()),
		strictyaml.Optional("of", strictyaml.Words("fight", "side", "gm", "pc", "combatant")),
		strictyaml.Optional("secret", strictyaml.YesNo()),
	)
}

func eventSpec() strictyaml.Spec {
	return strictyaml.MappingOf("an event",
		strictyaml.Optional("score", strictyaml.Number(-maxScore, maxScore)),
		strictyaml.Optional("every", strictyaml.Number(1, maxRound)),
		strictyaml.Optional("first", strictyaml.Number(1, maxRound)),
		strictyaml.Optional("note", strictyaml.Text(0, 200)),
	)
}

func attackSpec() strictyaml.Spec {
	common := func(form AttackForm, more ...strictyaml.Key) *strictyaml.Keys {
		return &strictyaml.Keys{Of: "an attack by " + string(form), All: append([]strictyaml.Key{
			strictyaml.Required("form", strictyaml.Words(string(form))),
			strictyaml.Optional("costs", strictyaml.Pattern(keyPattern, "the key of a pool")),
			strictyaml.Optional("bonus", numberFormula()),
			strictyaml.Optional("against", numberFormula()),
			strictyaml.Optional("doubles", strictyaml.Words("dice", "total")),
		}, more...)}
	}
	armor := func(form AttackForm) *strictyaml.Keys {
		skill := strictyaml.Pattern(keyPattern, "the key of a stat")
		return &strictyaml.Keys{Of: "an attack by " + string(form), All: []strictyaml.Key{
			strictyaml.Required("form", strictyaml.Words(string(form))),
			strictyaml.Optional("costs", strictyaml.Pattern(keyPattern, "the key of a pool")),
			strictyaml.Optional("naturals", strictyaml.YesNo()),
			strictyaml.Optional("skills", strictyaml.Spec{List: &strictyaml.Items{Of: skill, Min: 3, Max: 12}, What: "a list of at least three stats, such as [punch, stab, shoot]"}),
		}}
	}
	penalties := strictyaml.Spec{List: &strictyaml.Items{Of: strictyaml.Number(-100, 100), Min: 2, Max: 2}, What: "a list of two penalties, such as [-5, -10]"}
	out := strictyaml.Or(strictyaml.Words("none", string(SkillTest), string(TraumaAttack), string(ShockAttack)), strictyaml.Spec{By: "form", Of: "an attack", Forms: map[string]*strictyaml.Keys{
		string(TraumaAttack):   armor(TraumaAttack),
		string(ShockAttack):    armor(ShockAttack),
		string(CriticalAttack): common(CriticalAttack, strictyaml.Optional("critical", strictyaml.Number(2, 20))),
		string(DegreesAttack):  common(DegreesAttack, strictyaml.Optional("again", penalties), strictyaml.Optional("agile", penalties)),
	}})
	out.What = "none, d100 under, d20 trauma, d20 shock, or a mapping such as {form: d20 critical}"
	return out
}

func roll() strictyaml.Spec { return strictyaml.Formula("a roll such as d20 + init") }

func numberFormula() strictyaml.Spec { return strictyaml.Formula("a number or a formula for one") }
