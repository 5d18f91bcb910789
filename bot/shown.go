package bot

import (
	"fmt"
	"slices"

	"roundel/bot/discord"
	"roundel/engine"
)

// boardMessage is the tracker: the order as a view has it, with buttons for what people do most.
func boardMessage(s *engine.State, rs *engine.Ruleset) discord.Message {
	return discord.Message{Text: board(s, rs, boardLength), Buttons: boardButtons(s, rs), V2: true}
}

// closedMessage is what the tracker of an ended fight becomes.
func closedMessage() discord.Message {
	return discord.Message{Text: "This fight is over. /init start begins another.", V2: true}
}

// boardButtons belong to the present turn: their custom IDs carry it.
func boardButtons(s *engine.State, rs *engine.Ruleset) [][]discord.Button {
	turn := turnText(s.Turn)
	button := func(label, verb string, style discord.Style) discord.Button {
		return discord.Button{Label: label, ID: joinID(verb, turn), Style: style}
	}
	people := []discord.Button{button("Join", "join", discord.Secondary), button("Add NPCs", "add", discord.Secondary)}
	steer := []discord.Button{button("Undo", "undo", discord.Secondary), button("GM panel", "panel", discord.Secondary)}
	switch {
	case s.Phase == engine.Setup:
		people[0].Style = discord.Primary
		return [][]discord.Button{append(people, button("Roll initiative", "roll", discord.Success)), steer}
	case s.Paused:
		return [][]discord.Button{append([]discord.Button{button("Resume", "resume", discord.Primary)}, people...), steer}
	}
	row := append(turnButtons("next", s, rs), button("Effect", "effect", discord.Secondary), button("Damage", "damage", discord.Secondary))
	out := [][]discord.Button{row}
	if rs.Reactions {
		out = append(out, []discord.Button{button("React", "react", discord.Secondary)})
	}
	return append(out, append(people, steer...))
}

// turnButtons are for whose turn it is.
func turnButtons(end string, s *engine.State, rs *engine.Ruleset) []discord.Button {
	row := []discord.Button{{Label: "End turn", ID: joinID(end, turnText(s.Turn)), Style: discord.Primary}}
	if rs.ActLast && s.Phase == engine.Running {
		row = append(row, discord.Button{Label: "Act last", ID: joinID("last", turnText(s.Turn))})
	}
	if rs.Budget == engine.Ticks {
		row = append(row, discord.Button{Label: "Reserve", ID: joinID("reserve", turnText(s.Turn))})
	}
	return row
}

// announcement tells of a new turn in a view and pings the players who have somebody active, nobody else. It says what ended on
// them, what is on them still, and what they may do; and of whom the player has left the server.
func announcement(s *engine.State, rs *engine.Ruleset, left []string, ended ...string) discord.Message {
	when := ""
	switch {
	case s.Phase == engine.Ambush:
		when = "Before round 1 · "
	case s.Round > 0:
		when = fmt.Sprintf("Round %d · ", s.Round)
	}
	m := discord.Message{Mentions: players(s, left), Buttons: [][]discord.Button{turnButtons("done", s, rs)}}
	whose := whoseTurn(s, rs)
	if whose == gmActs {
		m.Text = when + "The GM acts."
	} else {
		m.Text = when + "Turn: **" + whose + "**" + ticksNow(s, rs)
	}
	for _, player := range m.Mentions {
		m.Text += " " + at(player)
	}
	if whose != gmActs {
		for _, line := range append(ended, under(s)...) {
			m.Text += "\n" + line
		}
		if len(m.Mentions) > 0 {
			m.Text += "\n" + mayDo(s, rs)
		}
	}
	for _, line := range away(s, left) {
		m.Text += "\n" + line
	}
	if next := onDeck(s, rs); next != "" {
		m.Text += "\nOn deck: " + next
	}
	m.Text = clip(m.Text, discord.MaxContent)
	return m
}

// mostUnder is how many effects an announcement names.
const mostUnder = 6

// under names the effects on those who have the turn.
func under(s *engine.State) []string {
	var out []string
	for _, c := range s.ActiveMembers() {
		for _, e := range s.EffectsOn(c) {
			out = append(out, plain(c.Name)+" is under "+plain(e.Name)+parens(effectDetails(e))+".")
		}
	}
	if len(out) > mostUnder {
		out = append(out[:mostUnder:mostUnder], fmt.Sprintf("… and %d more effects; /effect list shows them.", len(out)-mostUnder))
	}
	return out
}

// mayDo says what a turn holds in the ruleset, in one line.
func mayDo(s *engine.State, rs *engine.Ruleset) string {
	switch {
	case s.FreeRound:
		return "A free round: everybody of your side acts, in any order."
	case rs.Budget == engine.Ticks:
		return "Spend ticks with /act do; up to 2 can be reserved for reactions."
	case rs.BySide(s):
		return "Main action, a move and on-turn actions each, in any order; End turn when yours is done."
	case rs.Budget == engine.Actions:
		return "Main action, a move and on-turn actions; a second move takes the main action's place."
	case rs.ActLast:
		return "Act, or act last this round."
	}
	return "Any actions, in any order."
}

// endings tells what ended in a view, and what damage fell by itself, for the announcement of those whose turn it is then.
func endings(rs *engine.Ruleset, view engine.View) []ending {
	if view.Before == nil || !slices.ContainsFunc(view.Events, fallsByItself) {
		return nil
	}
	var out []ending
	t := &teller{rs: rs, view: view}
	view.Follow(func(i int, s *engine.State) {
		t.lines = nil
		t.step(i, s)
		t.flush()
		for _, line := range t.lines {
			switch e := view.Events[i].(type) {
			case engine.EffectEnded:
				out = append(out, ending{e.Effect.Target, e.Effect.Unit, line})
			case engine.HPChanged:
				if e.Cause != "" {
					out = append(out, ending{e.Combatant, 0, line})
				}
			}
		}
	})
	return out
}

// fallsByItself tells an effect's end and damage that nobody dealt.
func fallsByItself(e engine.Event) bool {
	switch e := e.(type) {
	case engine.EffectEnded:
		return true
	case engine.HPChanged:
		return e.Cause != ""
	}
	return false
}

// players are the owners of those in a view who may act now, and the GM where that was wished. For those who have left the
// server the GM acts.
func players(s *engine.State, left []string) []string {
	var out []string
	ping := func(user string) {
		if user != "" && !slices.Contains(left, user) && !slices.Contains(out, user) {
			out = append(out, user)
		}
	}
	for _, c := range s.ActiveMembers() {
		owner := string(c.Owner)
		if (owner == "" || slices.Contains(left, owner)) && s.PingGM {
			owner = string(s.GM)
		}
		ping(owner)
	}
	if s.GMActs() && s.PingGM {
		ping(string(s.GM))
	}
	return out
}

// away says for whom of those who may act now nobody is there any more.
func away(s *engine.State, left []string) []string {
	var out, names []string
	for _, c := range s.ActiveMembers() {
		if c.Owner != "" && slices.Contains(left, string(c.Owner)) {
			names = append(names, plain(c.Name))
		}
	}
	switch len(names) {
	case 0:
	case 1:
		out = append(out, fmt.Sprintf("The player of %s is not in this server any more: the GM can act for %[1]s, or hand it over with "+
			"/init edit name:%[1]s owner:…", names[0]))
	default:
		out = append(out, "The players of "+several(names)+" are not in this server any more: the GM can act for them, or hand them over with "+
			"/init edit, option owner.")
	}
	if s.PingGM && slices.Contains(left, string(s.GM)) {
		out = append(out, "The GM is not in this server any more: a member with Manage Server can act as GM.")
	}
	return out
}

// onDeck is the unit of a view that acts next, or nothing.
func onDeck(s *engine.State, rs *engine.Ruleset) string {
	ready := func(u *engine.Unit) bool {
		return u.Rolled && !s.IsActive(u.ID) && slices.ContainsFunc(s.Members(u.ID), func(c *engine.Combatant) bool {
			return c.Standing() && (s.Phase != engine.Ambush || s.FreeRound || c.Ambusher)
		})
	}
	order := rs.Order(s)
	for _, u := range order {
		if !u.Acted && ready(u) {
			return plain(u.Name)
		}
	}
	if s.Phase != engine.Running {
		return ""
	}
	for _, u := range order {
		if ready(u) {
			return fmt.Sprintf("%s, in round %d", plain(u.Name), s.Round+1)
		}
	}
	return ""
}
