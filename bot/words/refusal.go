package words

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Of says what was refused and what to do instead, in one sentence or two short ones. sides reports whether each side of the fight acts as
// one.
func Of(l *lang.Language, e *engine.Error, sides bool) string {
	if e.Reason == reason.UnknownKind || e.Reason == reason.UnknownResist {
		e = nearestShown(l, e)
	}
	return l.Sentence(refusal(e, sides))
}

// nearestShown returns e with the suggestion nearest to what was typed, comparing names as the reader sees them (WO-15).
func nearestShown(l *lang.Language, e *engine.Error) *engine.Error {
	shown := map[string]string{}
	for _, name := range e.Names {
		shown[strings.ToLower(l.Term(name))] = name
	}
	near := formula.Nearest(strings.ToLower(e.Text), slices.Sorted(maps.Keys(shown)))
	if near == "" {
		return e
	}
	out := *e
	out.Near = shown[near]
	return &out
}

// refusal returns the phrase of a refusal. All refusals have the same arguments.
func refusal(e *engine.Error, sides bool) lang.Phrase {
	id := "refusal." + string(e.Reason)
	if e.Reason == "" || !lang.English().Has(id) {
		return lang.P("refusal.any")
	}
	return lang.P(id, refusalArgs(e, sides)...)
}

func refusalArgs(e *engine.Error, bySide bool) []lang.Arg {
	called, names := lang.Name, lang.All("names", e.Names)
	var free, sides, pools, terms, numbers []lang.Phrase // the names as kinds of actions, as sides, as pools, as texts of the ruleset, and as numbers of sheets
	for _, name := range e.Names {
		free = append(free, lang.P("list.pool-kind", lang.PoolNoun("pool", name)))
		sides = append(sides, bareSide(name))
		pools = append(pools, lang.P("list.pool", pooled(ruleset.PoolKey(name), name, 1)))
		terms = append(terms, term(name))
		numbers = append(numbers, named(NumberName(name)))
	}
	if bySide {
		called, names = lang.Unit, lang.AllParts("names", sides)
	}
	stat := lang.Name
	if e.Reason == reason.UnknownKind || e.Reason == reason.UnknownResist {
		called, names, stat = lang.Term, lang.AllParts("names", terms), lang.Term
	}
	if e.Reason == reason.StatsMissing {
		names = lang.AllParts("names", needed(e.Names))
	}
	if e.Reason == reason.SayCheck {
		names = lang.AllParts("names", phrases(e.Names, func(name string) lang.Phrase {
			if name == e.Down {
				return lang.P("list.name", lang.QuotedPart("name", downState(name)))
			}
			if slices.Contains(e.Conditions, name) {
				return lang.P("list.name", lang.QuotedTerm("name", name))
			}
			return lang.P("list.name", lang.Quoted("name", name))
		}))
	}
	text, example := lang.Name, lang.Quoted("quoted_example", e.Example)
	if e.Reason == reason.ResistNumber || e.Reason == reason.ResistNoNumber || e.Reason == reason.ResistNothing {
		text, stat, example = lang.Term, lang.Term, lang.QuotedPart("quoted_example", lang.P("list.name", lang.Mixed("name", e.Example)))
	}
	quoted, about := lang.Quoted, lang.Term
	if e.Condition {
		quoted = lang.QuotedTerm
	}
	if e.Reason == reason.TooFewLeft || e.Reason == reason.TooFewReserved {
		about = lang.Name // an activity, as somebody typed it
	}
	typed := quoted("typed", e.Text)
	if e.Down != "" {
		typed = lang.QuotedPart("typed", downState(e.Down))
	}
	gm := lang.Part("gm", lang.P("whose-turn.gm"))
	if e.GM != "" {
		gm = lang.Text("gm", Mention(e.GM))
	}
	chooser := lang.P("whose-turn.gm-picks")
	if e.Other != "" {
		chooser = lang.P("whose-turn.side-picks", lang.Side("side", e.Other))
	}
	return []lang.Arg{
		called("name", e.Name), lang.Quoted("quoted_name", e.Name), lang.Side("side", e.Name), lang.Term("event", e.Name), called("other", e.Other), called("near", e.Near), lang.Name("near_number", NumberName(e.Near)),
		text("text", e.Text), about("term", e.Text), typed, names, lang.AllParts("sides", sides), lang.AllParts("free", free),
		lang.AllParts("pools", pools), lang.AllParts("terms", terms), lang.AllParts("numbers", numbers), gm, lang.Flag("owned", e.Owned),
		lang.Flag("yours", e.Yours), lang.Int("active", len(e.Turn)), lang.Part("turn", turnNow(e.Args)), lang.Part("chooser", chooser),
		lang.Term("ruleset", e.Ruleset), ofFile("effect", e.Other, e.Condition), lang.Text("option", e.Option), stat("stat", e.Stat), lang.Text("which_stat", e.Stat), lang.Quoted("quoted_stat", e.Stat),
		lang.Text("example", e.Example), example, lang.Mixed("dice", e.Dice), lang.Flag("one_die", strings.HasPrefix(e.Dice, "d")),
		lang.N("low", e.Low), lang.N("high", e.High), lang.N("count", e.Count), lang.N("left", e.Left),
		lang.PoolNoun("pool", e.Pool), lang.PoolNoun("other_pool", e.Other), lang.Pool("pool_left", e.Pool, e.Left), lang.Pool("pool_high", e.Pool, e.High),
	}
}

// needed returns the stats that are missing, as a list: "level and wits, and finesse or cognition". A stat such as finesse|cognition stands for
// those of which one will do.
func needed(missing []string) []lang.Phrase {
	var all, choices []lang.Phrase
	for _, one := range missing {
		if keys := strings.Split(one, "|"); len(keys) > 1 {
			choices = append(choices, lang.P("list.either", lang.AllParts("parts", phrases(keys, named))))
		} else {
			all = append(all, named(one))
		}
	}
	switch {
	case len(choices) == 0:
		return all
	case len(all) > 0:
		choices = slices.Insert(choices, 0, lang.P("list.all", lang.AllParts("parts", all)))
	}
	return []lang.Phrase{chained("list.further", choices)}
}

// turnNow says whose turn it is.
func turnNow(a engine.Args) lang.Phrase {
	switch {
	case len(a.Turn) > 0:
		whose := make([]lang.Phrase, len(a.Turn))
		for i, name := range a.Turn {
			whose[i] = named(name)
			if name == engine.Party || name == engine.Foes {
				whose[i] = lang.P("list.side", lang.Side("side", name))
			}
		}
		return lang.P("whose-turn.of", lang.AllParts("whose", whose))
	case a.GMActs:
		return lang.P("whose-turn.gm-acts")
	}
	return lang.P("whose-turn.nobody")
}

// NotDice says what is wrong with text that should be dice, given the error of [dice.Parse].
func NotDice(err error) lang.Phrase {
	e, is := errors.AsType[*dice.Error](err)
	if !is {
		e = &dice.Error{Fault: dice.NotNotation}
	}
	typed := lang.Quoted("typed", e.Text)
	switch e.Fault {
	case dice.TooManyDice:
		return lang.P("dice.too-many", lang.N("dice", dice.MaxDice), lang.N("terms", dice.MaxTerms))
	case dice.DiceCount:
		return lang.P("dice.count", typed, lang.N("high", dice.MaxDice))
	case dice.DieSides:
		return lang.P("dice.sides", typed, lang.N("high", dice.MaxSides))
	case dice.KeepCount:
		return lang.P("dice.keep", typed)
	case dice.Times:
		return lang.P("dice.times", lang.N("high", dice.MaxTimes))
	case dice.NoEdge:
		return lang.P("dice.no-edge")
	case dice.UnknownName:
		return lang.P("dice.unknown-name", typed, lang.Name("near", e.Instead))
	case dice.EveryFace:
		return lang.P("dice.every-face", typed)
	case dice.ModTwice:
		return lang.P("dice.mod-twice", typed)
	case dice.Ambiguous:
		return lang.P("dice.ambiguous", typed, lang.Names("instead", strings.Split(e.Instead, ", ")))
	}
	return lang.P("dice.form", typed)
}

// Refused is a refusal that isn't one of the engine's: its code and its phrase.
type Refused struct {
	Code engine.Code
	Says lang.Phrase
}

// Error returns the sentence in English.
func (r *Refused) Error() string { return r.In(lang.English()) }

// In returns the sentence in a language.
func (r *Refused) In(l *lang.Language) string { return l.Sentence(r.Says) }

// Unwrap returns an [engine.Error] with the same code, so that callers need to look for only one type.
func (r *Refused) Unwrap() error { return &engine.Error{Code: r.Code} }

// mostNamed is the maximum number of rulesets or monsters that a refusal names.
const mostNamed = 5

// rulesetNames offers the names of rulesets: "five-e-2014 or five-e-2024".
func rulesetNames(names []string) lang.Phrase {
	if n := len(names); n > mostNamed {
		return lang.P("bot.more-rulesets", lang.Parts("names", phrases(names[:mostNamed], named)), lang.Int("n", n-mostNamed))
	} else if n > 0 {
		return lang.P("bot.rulesets", lang.All("names", names))
	}
	return lang.Phrase{}
}

// EarlierTurn refuses a button of an earlier turn and says whose turn it is now; s is the asker's view.
func EarlierTurn(s *engine.State) lang.Phrase {
	if s.Open != nil {
		return lang.P("bot.earlier-turn-open")
	}
	return lang.P("bot.earlier-turn", lang.Part("turn", turnNow(engine.Args{GMActs: s.GMActs(), Turn: s.ActiveNames()})))
}

// UnknownRuleset refuses a ruleset that doesn't exist. near are similar names.
func UnknownRuleset(typed string, near []string) lang.Phrase {
	return lang.P("bot.unknown-ruleset", lang.Quoted("typed", typed), lang.Part("near", rulesetNames(near)))
}

// SeveralRulesets refuses a title or game that several rulesets share.
func SeveralRulesets(typed string, which []string) lang.Phrase {
	return lang.P("bot.several-rulesets", lang.Int("n", len(which)), lang.Quoted("typed", typed), lang.Part("which", rulesetNames(which)))
}

// NotOwnRuleset refuses to remove a ruleset that isn't the server's own. own are the server's own ones.
func NotOwnRuleset(typed string, own []string) lang.Phrase {
	return lang.P("bot.not-own-ruleset", lang.Quoted("typed", typed), lang.Parts("own", phrases(own, named)))
}

// UnusableActivity says that a ruleset refuses an activity, and why.
func UnusableActivity(ruleset, activity string, why *engine.Error) lang.Phrase {
	return lang.P("bot.unusable-activity", lang.Name("ruleset", ruleset), lang.Quoted("activity", activity), lang.Part("why", refusal(why, false)))
}

// MonstersExist refuses to replace monsters without being asked to.
func MonstersExist(names []string) lang.Phrase {
	if more := len(names) - mostNamed; more > 0 {
		return lang.P("bot.more-monsters-exist", lang.Parts("names", phrases(names[:mostNamed], named)), lang.N("more", more))
	}
	return lang.P("bot.monsters-exist", lang.Parts("names", phrases(names, named)))
}
