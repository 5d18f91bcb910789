package words

import (
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// MonsterTopic is the topic of /help about monsters; its text is in monsters.go.
const MonsterTopic = "monsters"

// Topics returns the keys of all topics of /help, starting with the rules of the fight.
func Topics() []string {
	return []string{"rules", "start", "turns", "effects", "hp", "surprise", "actions", "dice", MonsterTopic}
}

// HelpOn returns the help on a topic other than the rules of the fight and monsters; ok is false if there is no such topic.
func HelpOn(l *lang.Language, key string) (text string, ok bool) {
	if !slices.Contains(Topics(), key) || key == "rules" || key == MonsterTopic {
		return "", false
	}
	return l.Line("help.topic", lang.Part("title", lang.P("choice.topic-"+key)), lang.Part("text", lang.P("help-on."+key))), true
}

// RulesHelp explains a fight under the ruleset step by step, with the commands for each step.
func RulesHelp(l *lang.Language, rs *ruleset.Ruleset) string {
	lines := []string{l.Line("help.rules", lang.Term("ruleset", rs.Title))}
	for i, step := range rs.Help {
		lines = append(lines, l.Line("help.step", lang.Int("n", i+2), lang.Text("step", l.Term(step))))
	}
	lines = append(lines, l.Line("help.stats", lang.Text("stats", strings.Join(rs.StatKeys(), ", ")), lang.Text("example", rs.Template(false))))
	return strings.Join(lines, "\n")
}

// allRules returns all the help on a ruleset: a fight step by step, what the ruleset has, and the credit for its text (RS-9).
func allRules(l *lang.Language, rs *ruleset.Ruleset) string {
	lines := append([]string{RulesHelp(l, rs), l.Line("help.more")}, Facts(l, rs)...)
	if rs.Credit != "" {
		lines = append(lines, l.Term(rs.Credit))
	}
	return strings.Join(lines, "\n")
}

// maxHelp is the maximum length of the help in one message.
const maxHelp = 1950

// Help returns what the viewer can do now in a fight, then its rules; s is the viewer's view of it, nil if there is none. If that doesn't
// fit one message, the last line points to the topic of the rules.
func Help(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, v view.Viewer) string {
	now := l.Line("help.now") + "\n"
	for _, step := range whatNow(calledBoth(l, s), rs, v) {
		now += l.Say(step) + "\n"
	}
	if all := now + "\n" + allRules(l, rs); Length(all) <= maxHelp {
		return all
	}
	return fitting(now+"\n", RulesHelp(l, rs), l.Line("help.rest", lang.Part("topic", lang.P("choice.topic-rules"))))
}

// HelpOnRules returns all rules of a ruleset. If they don't fit one message, file has all of them as plain text.
func HelpOnRules(l *lang.Language, rs *ruleset.Ruleset) (text, file string) {
	all := allRules(l, rs)
	if Length(all) <= maxHelp {
		return all, ""
	}
	short := RulesHelp(l, rs)
	if rs.Credit != "" {
		short += "\n" + l.Term(rs.Credit)
	}
	return fitting("", short, l.Line("help.rules-in-file")), Unformatted(all)
}

// fitting returns text, then as many of the lines as fit one message, then rest.
func fitting(text, lines, rest string) string {
	for line := range strings.Lines(lines + "\n") {
		if Length(text)+Length(line)+Length(rest) > maxHelp {
			break
		}
		text += line
	}
	return text + rest
}

// whatNow returns the next steps of whoever asks, a line each.
func whatNow(s *engine.State, rs *ruleset.Ruleset, v view.Viewer) []lang.Phrase {
	if s == nil {
		return []lang.Phrase{lang.P("now.no-fight")}
	}
	var own []*engine.Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Owner != "" && c.Owner == v.User {
			own = append(own, c)
		}
	}
	switch {
	case v.GM && (v.User == s.GM || len(own) == 0): // a player who may act as GM is told about their own turns
		return gmNow(s, rs, v)
	case len(own) == 0:
		return guestNow(s, rs)
	case s.Phase == engine.Setup:
		return []lang.Phrase{lang.P("now.in", lang.Names("who", namesOf(own))), lang.P("now.leave")}
	case s.Paused:
		return []lang.Phrase{lang.P("now.paused"), lang.P("now.read")}
	}
	if active := slices.DeleteFunc(s.ActiveMembers(), func(c *engine.Combatant) bool { return !slices.Contains(own, c) }); len(active) > 0 {
		return yourTurn(s, rs, active)
	}
	return waiting(s, rs, own)
}

// namesOf returns the names of combatants.
func namesOf(who []*engine.Combatant) []string {
	out := make([]string, len(who))
	for i, c := range who {
		out[i] = c.Name
	}
	return out
}

// gmNow returns what the GM can do.
func gmNow(s *engine.State, rs *ruleset.Ruleset, v view.Viewer) []lang.Phrase {
	anyTime := lang.P("now.any-time")
	switch {
	case s.Phase == engine.Setup && combatants(s) == 0:
		return []lang.Phrase{lang.P("now.nobody-joined"), lang.P("now.add")}
	case s.Phase == engine.Setup:
		return append(surpriseNow(rs), lang.P("now.so-far", lang.N("n", combatants(s))), lang.P("now.roll"))
	case s.Paused:
		return []lang.Phrase{lang.P("now.resume"), anyTime}
	case len(s.ActiveMembers()) == 0:
		now := nowIs(s, rs)
		if now.ID == "wait.nobody" {
			now = lang.P("now.nobodys-turn")
		}
		return []lang.Phrase{now, anyTime}
	}
	now := lang.Part("now", nowIs(s, rs))
	for _, c := range s.ActiveMembers() {
		if c.Owner == "" || c.Owner == v.User {
			return []lang.Phrase{lang.P("now.yours", now), inTurn(rs), anyTime}
		}
	}
	return []lang.Phrase{lang.P("now.players", now), anyTime}
}

// surpriseNow says how to settle surprise before initiative is rolled.
func surpriseNow(rs *ruleset.Ruleset) []lang.Phrase {
	switch rs.Surprise.Kind {
	case ruleset.LostRound:
		return []lang.Phrase{lang.P("now.surprise-test")}
	case ruleset.LateRoll:
		return []lang.Phrase{lang.P("now.surprise-contest")}
	case ruleset.WorseRoll, ruleset.LostTurn, ruleset.OneAction:
		return []lang.Phrase{lang.P("now.surprise")}
	case ruleset.FreeRound:
		return []lang.Phrase{lang.P("now.surprise-side")}
	case ruleset.AmbushTurns:
		return []lang.Phrase{lang.P("now.ambush")}
	}
	return nil
}

// guestNow returns what someone without a combatant can do.
func guestNow(s *engine.State, rs *ruleset.Ruleset) []lang.Phrase {
	example := lang.Text("example", rs.Template(false))
	if s.Phase == engine.Setup {
		return []lang.Phrase{lang.P("now.join", example), lang.P("now.wait-for-roll")}
	}
	return []lang.Phrase{nowIs(s, rs), lang.P("now.join-late", example), lang.P("now.watch")}
}

// nowIs returns whose turn it is.
func nowIs(s *engine.State, rs *ruleset.Ruleset) lang.Phrase {
	if s.Paused {
		return lang.P("now.paused")
	}
	return turnIs("turn.now", s, rs)
}

// inTurn says how a turn is played and ended.
func inTurn(rs *ruleset.Ruleset) lang.Phrase {
	how, pool, keeps := "record", "", 0
	switch {
	case pricedTurn(rs) && rs.ReservePool() != nil:
		how, pool, keeps = "spend", rs.PricedPool().Key, rs.ReservePool().Reserve
	case hasActions(rs) && rs.MovePool() != nil:
		how = "move"
	case hasActions(rs):
		how = "act"
	}
	return lang.P("now.in-turn", lang.Text("how", how), lang.PoolNoun("pool", pool), lang.Int("keeps", keeps), lang.Flag("attack", rs.Attack.Form != ruleset.NoAttack))
}

// yourTurn returns what a player whose turn it is can do.
func yourTurn(s *engine.State, rs *ruleset.Ruleset, active []*engine.Combatant) []lang.Phrase {
	out := []lang.Phrase{lang.P("now.your-turn", lang.Names("who", namesOf(active)), lang.Part("left", budgetNow(s, rs))), inTurn(rs)}
	if rs.Wait.ActsLast() && s.Phase == engine.Running {
		out = append(out, lang.P("now.act-last"))
	}
	if how := howToWait(rs); how.Is() && s.Phase == engine.Running {
		out = append(out, how)
	}
	return out
}

// waiting returns what a player can do outside their turn.
func waiting(s *engine.State, rs *ruleset.Ruleset, own []*engine.Combatant) []lang.Phrase {
	out := []lang.Phrase{nowIs(s, rs)}
	next, reacts, instant, waits := false, false, false, false
	var uses []*ruleset.Pool
	for i, c := range own {
		u := s.Unit(c.Unit)
		waits = waits || u != nil && u.Waits()
		acted := c.Acted || u == nil || u.Acted()
		if i < mostOwn {
			out = append(out, lang.P("when."+whenActs(s, rs, c, acted), lang.Name("who", c.Name)))
		}
		next = next || !acted && u.Last == 0
		reacts = reacts || CanReact(s, rs, c)
		for _, p := range CanUse(s, rs, c) {
			if !slices.Contains(uses, p) {
				uses = append(uses, p)
			}
		}
		instant = instant || c.Standing() && instantPool(rs) != nil
	}
	if waits {
		out = append(out, lang.P("now.take"))
	}
	if reacts {
		out = append(out, lang.P("now.react"))
	}
	if uses != nil {
		var pools []lang.Phrase
		for _, p := range uses {
			pools = append(pools, lang.P("left.single", lang.PoolNoun("pool", p.Key)))
		}
		out = append(out, lang.P("now.use", lang.AllParts("pools", pools)))
	}
	if instant {
		key := instantPool(rs).Key
		out = append(out, lang.P("now.instant", lang.PoolNoun("pool", key), lang.Text("type", strings.ReplaceAll(key, "_", "-"))))
	}
	if rs.Wait.ActsLast() && next && s.Phase == engine.Running {
		out = append(out, lang.P("now.last"))
	}
	return out
}

// mostOwn is the maximum number of a player's combatants that the help describes.
const mostOwn = 2

// whenActs returns the name of the text that says when a combatant acts next.
func whenActs(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant, acted bool) string {
	switch {
	case !c.Standing():
		return "down"
	case c.Surprised && rs.Surprise.Kind == ruleset.LateRoll:
		return "surprised-late"
	case c.Surprised && s.OneAction:
		return "surprised-ambush"
	case c.Surprised:
		return "surprised"
	case s.Phase == engine.Ambush && !s.MayAct(c):
		return "round-1"
	case acted || s.Awaits:
		return "next-round"
	}
	return "this-round"
}
