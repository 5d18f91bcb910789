package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
)

// Ending is an effect's end, or damage that fell by itself, in words.
type Ending struct {
	On   engine.CombatantID
	Unit engine.UnitID
	Line string
}

// FightOver is what the tracker of an ended fight says.
const FightOver = "This fight is over. /init start begins another."

// Announcement tells of a new turn in a view: what ended on those whose turn it is, what is on them still, and what they may
// do; and of whom the player has left the server. Those who are mentioned are pinged.
func Announcement(s *engine.State, rs *engine.Ruleset, mentions, left, ended []string) string {
	text := ""
	switch {
	case s.Phase == engine.Ambush:
		text = "Before round 1 · "
	case s.Round > 0:
		text = fmt.Sprintf("Round %d · ", s.Round)
	}
	whose := whoseTurn(s, rs)
	if whose == gmActs {
		text += "The GM acts."
	} else {
		text += "Turn: **" + whose + "**" + ticksNow(s, rs)
	}
	for _, player := range mentions {
		text += " " + Mention(player)
	}
	if whose != gmActs {
		for _, line := range append(ended, under(s)...) {
			text += "\n" + line
		}
		if len(mentions) > 0 {
			text += "\n" + mayDo(s, rs)
		}
	}
	for _, line := range away(s, left) {
		text += "\n" + line
	}
	if next := onDeck(s, rs); next != "" {
		text += "\nOn deck: " + next
	}
	return text
}

// Reminder says whose turn it still is.
func Reminder(s *engine.State, rs *engine.Ruleset, mentions, left []string) string {
	text := "Still the turn of **" + whoseTurn(s, rs) + "**; it began " + Since(s) + "."
	for _, player := range mentions {
		text += " " + Mention(player)
	}
	return strings.Join(append([]string{text}, away(s, left)...), "\n")
}

// BackHere comes before an announcement when the bot was removed from a server and is there again.
func BackHere(s *engine.State) string {
	return "The bot is back in this server; **" + Plain(s.Name) + "** goes on.\n"
}

// NotPinned says why a tracker is not pinned; full: the channel has no room for another pin.
func NotPinned(full bool) string {
	if full {
		return "The tracker could not be pinned: the channel has no room for more pins."
	}
	return "The tracker could not be pinned: the bot needs the permission Pin Messages here."
}

// mostUnder is how many effects an announcement names.
const mostUnder = 6

// under names the effects on those who have the turn.
func under(s *engine.State) []string {
	var out []string
	for _, c := range s.ActiveMembers() {
		for _, e := range s.EffectsOn(c) {
			out = append(out, Plain(c.Name)+" is under "+Plain(e.Name)+parens(effectDetails(e))+".")
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

// Endings tells what ended in a view, and what damage fell by itself, for the announcement of those whose turn it is then.
func Endings(rs *engine.Ruleset, view engine.View) []Ending {
	if view.Before == nil || !slices.ContainsFunc(view.Events, fallsByItself) {
		return nil
	}
	var out []Ending
	t := &teller{rs: rs, view: view}
	view.Follow(func(i int, s *engine.State) {
		t.lines = nil
		t.step(i, s)
		t.flush()
		for _, line := range t.lines {
			switch e := view.Events[i].(type) {
			case engine.EffectEnded:
				out = append(out, Ending{e.Effect.Target, e.Effect.Unit, line})
			case engine.HPChanged:
				if e.Cause != "" {
					out = append(out, Ending{e.Combatant, 0, line})
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

// away says for whom of those who may act now nobody is there any more.
func away(s *engine.State, left []string) []string {
	var out, names []string
	for _, c := range s.ActiveMembers() {
		if c.Owner != "" && slices.Contains(left, string(c.Owner)) {
			names = append(names, Plain(c.Name))
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
			return Plain(u.Name)
		}
	}
	if s.Phase != engine.Running {
		return ""
	}
	for _, u := range order {
		if ready(u) {
			return fmt.Sprintf("%s, in round %d", Plain(u.Name), s.Round+1)
		}
	}
	return ""
}
