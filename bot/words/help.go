package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// helpText is one topic of /help.
type helpText struct{ topic, title, text string }

// Topic is a topic of /help: its key in the command, and its title.
type Topic struct{ Key, Title string }

// Topics returns all topics of /help, starting with the rules of the fight.
func Topics() []Topic {
	out := []Topic{{"rules", "The rules of this fight"}}
	for _, h := range helpTexts() {
		out = append(out, Topic{h.topic, h.title})
	}
	return append(out, Topic{MonsterTopic, "Monsters"})
}

// MonsterTopic is the topic about monsters; its text is in monsters.go.
const MonsterTopic = "monsters"

// HelpOn returns the help on a topic other than the rules of the fight; ok is false if there is no topic with that key.
func HelpOn(key string) (text string, ok bool) {
	for _, h := range helpTexts() {
		if h.topic == key {
			return "**" + h.title + "**\n" + h.text, true
		}
	}
	return "", false
}

func helpTexts() []helpText {
	return []helpText{
		{"start", "Starting a fight", "/init start opens a fight in this channel and makes you its GM.\n" +
			"Players: join with /init join name stats, or the Join button.\n" +
			"GM: add NPCs with /init add name count stats, or the Add foes button. NPC stats you leave out count as 0.\n" +
			"GM: start round 1 with /init roll. Rolling real dice? Enter the results in the roll or rolls option."},
		{"turns", "Turns", "End your turn with the End turn button or /next. A button only works during its own turn.\n" +
			"/init list shows the order; /init log shows what happened, even after the end.\n" +
			"GM: /init undo undoes the last change, as many times as you need; /init redo redoes it. With the to option, both can go several steps at once.\n" +
			"GM: /init pause and /init resume pause and resume the fight. /init end asks you to confirm, then ends the fight."},
		{"effects", "Effects", "Add one with /effect add target name duration. Durations: 2 rounds (the target's own turns), end of turn, " +
			"end of this turn, end of round, fight; if the ruleset has a clock, also 10 min or 1 h.\n" +
			"damage is dealt at the end of each of the target's turns; skip makes targets lose their turns (a stun).\n" +
			"Remove one with /effect remove; see them all with /effect list."},
		{"hp", "Hit points", "/damage target amount deals damage, /heal target amount heals: 5, 2d6 or 1d8+2. " +
			"For several targets, list them: Goblin 1, Goblin 2. Use half for those who take half, none for those who take nothing. " +
			"Players can use both on their own turn.\n" +
			"/hp target amount corrects hit points: =12 sets, +3 adds, -5 takes away. Dice work too: -1d8-2 takes away 1d8 + 2.\n" +
			"Only the GM sees numbers for the GM's combatants; everyone else reads unhurt, hurt, bloodied, critical or down."},
		{"surprise", "Surprise and hiding", "Surprise works differently in each ruleset; /help explains yours.\n" +
			"Set it before /init roll; until then, /surprise clear removes it.\n" +
			"GM: to hide a combatant from the players, use the hidden option of /init add or /init edit."},
		{"actions", "Actions and attacks", "On your turn use /act do, /act move and /act reserve; between turns, /act react. " +
			"/help says which of these your ruleset has.\n" +
			"/attack target rolls an attack. Rolling real dice? Enter the results in roll, damage_roll and trauma_roll.\n" +
			"You can write a weapon in one go: Laser pistol, ranged, 1d6, attribute dex, shock 1/AC 15. Punch is built in.\n" +
			"modifier adds to the roll, hit replaces the whole bonus, and free makes it an attack out of turn.\n" +
			"If you leave out who, the active combatant acts."},
		{"dice", "Dice", "/roll 2d6+1, d20-2, 4d6kh3, d%. With secret, only you see the result, and the GM in the log."},
	}
}

// RulesHelp returns a fight under the ruleset step by step, with the commands for each step.
func RulesHelp(rs *ruleset.Ruleset) string {
	lines := []string{"**A fight under " + Text(rs.Title) + "**",
		"1. **Joining.** `/init start` opens the fight and makes you its GM. Players: `/init join`. GM: `/init add`."}
	for i, step := range rs.Help {
		lines = append(lines, fmt.Sprintf("%d. %s", i+2, step))
	}
	lines = append(lines, "Stats: "+strings.Join(rs.StatKeys(), ", ")+". Example: "+rs.Template(false)+".",
		"Hit points: `/damage`, `/heal`, `/hp`. Made a mistake? `/init undo`.")
	return strings.Join(lines, "\n")
}

// allRules returns the whole help on a ruleset: a fight under it, what it has, and where its text comes from (RS-9).
func allRules(rs *ruleset.Ruleset) string {
	lines := append([]string{RulesHelp(rs), moreHelp}, Facts(rs)...)
	if rs.Credit != "" {
		lines = append(lines, rs.Credit)
	}
	return strings.Join(lines, "\n")
}

// maxHelp is the maximum length of the help in one message.
const maxHelp = 1950

// Help returns what the viewer can do now in a fight, then its rules; s is the viewer's view of it, nil if there is none. What
// doesn't fit one message is on a topic of its own.
func Help(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, v view.Viewer) string {
	const rest = "For the rest of the rules, use /help with the topic: The rules of this fight."
	return fitting("**What you can do now**\n"+strings.Join(whatNow(l, s, rs, v), "\n")+"\n\n", allRules(rs), rest)
}

// HelpOnRules returns all rules of a ruleset. If they don't fit one message, file has all of them as plain text.
func HelpOnRules(rs *ruleset.Ruleset) (text, file string) {
	all := allRules(rs)
	if text = fitting("", all, "All of the rules are in the attached file."); text != all {
		file = Unformatted(all)
	}
	return text, file
}

// fitting returns text and then as many lines as fit one message. If that isn't all, the last line is rest.
func fitting(text, lines, rest string) string {
	if Length(text)+Length(lines) <= maxHelp {
		return text + lines
	}
	for line := range strings.Lines(lines) {
		if Length(text)+Length(line)+Length(rest) > maxHelp {
			break
		}
		text += line
	}
	return text + rest
}

// whatNow returns the next steps of whoever asks, a line each.
func whatNow(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, v view.Viewer) []string {
	if s == nil {
		return []string{"There's no fight in this channel. `/init start` opens one and makes you its GM."}
	}
	var own []*engine.Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Owner != "" && c.Owner == v.User {
			own = append(own, c)
		}
	}
	switch {
	case v.GM && (v.User == s.GM || len(own) == 0): // others who may act as GM but play are told about their own turns
		return gmNow(l, s, rs, v)
	case len(own) == 0:
		return guestNow(l, s, rs)
	case s.Phase == engine.Setup:
		return []string{"You're in with " + several(plainNames(own)) + ". The GM rolls initiative once everyone is in.",
			"To leave, use `/init remove`. `/init list` shows who has joined."}
	case s.Paused:
		return []string{"The fight is paused. The GM can continue it.", "`/init list` shows the order, `/init log` what has happened."}
	}
	if active := activeOf(s, own); len(active) > 0 {
		return yourTurn(l, s, rs, active)
	}
	return waiting(l, s, rs, own)
}

// activeOf returns those of the combatants who may take their turn now.
func activeOf(s *engine.State, who []*engine.Combatant) []*engine.Combatant {
	active := s.ActiveMembers()
	return slices.DeleteFunc(slices.Clone(who), func(c *engine.Combatant) bool {
		return !slices.ContainsFunc(active, func(a *engine.Combatant) bool { return a.ID == c.ID })
	})
}

// namesOf returns the names of combatants.
func namesOf(who []*engine.Combatant) []string {
	out := make([]string, len(who))
	for i, c := range who {
		out[i] = c.Name
	}
	return out
}

func plainNames(who []*engine.Combatant) []string {
	out := make([]string, len(who))
	for i, c := range who {
		out[i] = Text(c.Name)
	}
	return out
}

// gmNow returns what the GM can do.
func gmNow(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, v view.Viewer) []string {
	const mistakes = "Any time: `/damage`, `/heal`, `/effect add`. `/init undo` undoes the last change."
	switch {
	case s.Phase == engine.Setup && len(s.Combatants) == 0:
		return []string{"Nobody has joined yet. Players: `/init join` or **" + ButtonJoin + "**.", "You: add NPCs with `/init add` or **" + ButtonAdd + "**."}
	case s.Phase == engine.Setup:
		return append(surpriseNow(rs), Counted(len(s.Combatants), "combatant")+" so far. Add NPCs with `/init add`.",
			"Once everyone is in, begin with `/init roll` or **"+ButtonRoll+"**.")
	case s.Paused:
		return []string{"The fight is paused. Continue it with `/init resume` or **" + ButtonResume + "**.", mistakes}
	case len(s.ActiveMembers()) == 0:
		return []string{"It's nobody's turn. Add someone with `/init add`, or end the fight with `/init end`.", mistakes}
	}
	for _, c := range s.ActiveMembers() {
		if c.Owner == "" || c.Owner == v.User {
			return []string{nowIs(l, s, rs) + " That turn is yours to play.", inTurn(rs), mistakes}
		}
	}
	return []string{nowIs(l, s, rs) + " The player ends the turn, or you do with `/next`.", mistakes}
}

// surpriseNow says how to settle surprise before initiative is rolled.
func surpriseNow(rs *ruleset.Ruleset) []string {
	switch rs.Surprise.Kind {
	case ruleset.LostRound:
		return []string{"Is anyone surprised? Use `/surprise set` or `/surprise test` first."}
	case ruleset.LateRoll:
		return []string{"Is anyone surprised? Use `/surprise contest` or `/surprise set` first."}
	case ruleset.WorseRoll, ruleset.LostTurn, ruleset.OneAction:
		return []string{"Is anyone surprised? Use `/surprise set` first."}
	case ruleset.FreeRound:
		return []string{"Is a whole side surprised? Use `/surprise side` first."}
	case ruleset.AmbushTurns:
		return []string{"Is it an ambush? Use `/surprise ambush` first."}
	}
	return nil
}

// guestNow returns what somebody without a combatant can do.
func guestNow(l *lang.Language, s *engine.State, rs *ruleset.Ruleset) []string {
	join := "Join with `/init join` or **" + ButtonJoin + "**, and stats like " + rs.Template(false) + "."
	if s.Phase == engine.Setup {
		return []string{join, "The GM rolls initiative once everyone is in."}
	}
	return []string{nowIs(l, s, rs), join + " You'll act as soon as your place in the order allows.",
		"Or watch: `/init list` shows the order, `/init log` what has happened."}
}

// nowIs returns whose turn it is.
func nowIs(l *lang.Language, s *engine.State, rs *ruleset.Ruleset) string {
	switch {
	case s.Paused:
		return "The fight is paused. The GM can continue it."
	case s.Turn == 0:
		return nobodysTurn(l, s)
	}
	return TurnIs(l, "turn.now", s, rs)
}

// inTurn says how a turn is played and ended.
func inTurn(rs *ruleset.Ruleset) string {
	how, attack := "Record what you do with `/act do`.", " Attack with `/attack`."
	switch {
	case pricedTurn(rs) && rs.ReservePool() != nil:
		how = fmt.Sprintf("Spend %ss with `/act do`, or keep up to %d for reactions with `/act reserve`.", PoolNoun(rs.PricedPool().Key), rs.ReservePool().Reserve)
	case hasActions(rs) && rs.MovePool() != nil:
		how = "Act with `/act do`, and move with `/act move`."
	case hasActions(rs):
		how = "Act with `/act do`."
	}
	if rs.Attack.Form == ruleset.NoAttack {
		attack = " Roll with `/roll`, and enter damage with `/damage`."
	}
	return how + attack + " End the turn with `/next` or **" + ButtonEndTurn + "**."
}

// yourTurn returns what a player whose turn it is can do.
func yourTurn(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, active []*engine.Combatant) []string {
	out := []string{l.Line("help.your-turn", lang.Names("who", namesOf(active)), lang.Part("left", budgetNow(s, rs))), inTurn(rs)}
	if rs.Wait.ActsLast() && s.Phase == engine.Running {
		out = append(out, "To act at the end of the round instead, press **"+ButtonActLast+"** or use `/init last`.")
	}
	if how := howToWait(l, rs); how != "" && s.Phase == engine.Running {
		out = append(out, how)
	}
	return out
}

// waiting returns what a player can do outside their turn.
func waiting(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, own []*engine.Combatant) []string {
	out := []string{nowIs(l, s, rs)}
	next, reacts, instant, waits := false, false, false, false
	var uses []string
	for i, c := range own {
		u := s.Unit(c.Unit)
		waits = waits || u != nil && u.Waits()
		acted := c.Acted || u == nil || u.Acted()
		if i < mostOwn {
			out = append(out, status(s, rs, c, acted))
		}
		next = next || !acted && u.Last == 0
		reacts = reacts || CanReact(s, rs, c)
		for _, p := range CanUse(s, rs, c) {
			if noun := Article(PoolNoun(p.Key)); !slices.Contains(uses, noun) {
				uses = append(uses, noun)
			}
		}
		instant = instant || c.Standing() && instantPool(rs) != nil
	}
	if waits {
		out = append(out, "You're waiting. To take your turn, press **"+ButtonTake+"** or use `/init take`.")
	}
	if reacts {
		out = append(out, "You can react now: `/act react`.")
	}
	if uses != nil {
		out = append(out, "You can use "+And(uses)+" now: `/act use`.")
	}
	if instant {
		out = append(out, "You can take "+Article(PoolNoun(instantPool(rs).Key))+" now: `/act do` with the type "+strings.ReplaceAll(instantPool(rs).Key, "_", "-")+".")
	}
	if rs.Wait.ActsLast() && next && s.Phase == engine.Running {
		out = append(out, "To move to the end of this round, use `/init last`.")
	}
	return out
}

// mostOwn is the maximum number of a player's combatants that the help describes.
const mostOwn = 2

// status says when a combatant acts next.
func status(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant, acted bool) string {
	name := Text(c.Name)
	switch {
	case !c.Standing():
		return name + " is down and loses every turn until healed."
	case c.Surprised && rs.Surprise.Kind == ruleset.LateRoll:
		return name + " is surprised: instant actions only until round 2."
	case c.Surprised && s.OneAction:
		return name + " is surprised and acts from round 1 on."
	case c.Surprised:
		return name + " is surprised and loses this turn."
	case s.Phase == engine.Ambush && !s.MayAct(c):
		return name + " acts from round 1 on."
	case acted:
		return name + " acts again next round."
	}
	return Possessive(name) + " turn is still to come this round."
}
