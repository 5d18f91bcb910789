package card

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// Card returns the card of the current turn of a view, or of a fight that is waiting for its first turn: the order and the
// buttons. It pings only the players whose turn it is; left are users who have left the server, and those of onDeck who are on deck are
// mentioned there.
func Card(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, left []snowflake.User, onDeck ...snowflake.User) discord.Message {
	m, _ := cardMessage(s, rs, words.Card{In: l, Left: left, OnDeck: onDeck})
	return m
}

// cardMessage returns a card, and what remains of it when its turn is over. It sets c.Mentions; c.In is needed.
func cardMessage(s *engine.State, rs *ruleset.Ruleset, c words.Card) (m discord.Message, head string) {
	if s.Turn != 0 {
		c.Mentions = players(s, c.Left)
	}
	return discord.Message{Text: c.Text(s, rs), Buttons: boardButtons(c.In, s, rs), Mentions: c.Mentions, V2: true}, c.Head(s, rs)
}

// headMessage returns what remains of a card when its turn is over. A message of a release without cards only loses its buttons.
func headMessage(head string) discord.Message {
	return discord.Message{Text: head, V2: head != "", KeepText: head == ""}
}

// closedMessage returns the last card of a fight that has ended.
func closedMessage(l *lang.Language, head string) discord.Message {
	if head != "" {
		head += "\n"
	}
	return headMessage(head + l.Line("card.over"))
}

// players returns the owners of the active combatants of a view. If the GM wants to be pinged, the GM stands in for owners
// who have left the server, and for combatants without an owner.
func players(s *engine.State, left []snowflake.User) []snowflake.User {
	var out []snowflake.User
	ping := func(user snowflake.User) {
		if user != "" && !slices.Contains(left, user) && !slices.Contains(out, user) {
			out = append(out, user)
		}
	}
	for _, c := range append(s.ActiveMembers(), s.Choosers()...) {
		owner := c.Owner
		if (owner == "" || slices.Contains(left, owner)) && s.PingGM {
			owner = s.GM
		}
		ping(owner)
	}
	if s.PingGM && (s.GMActs() || s.Open != nil && len(s.Choosers()) == 0 && s.Open.Chooser != ruleset.ByAnyone) {
		ping(s.GM)
	}
	return out
}

// owners returns all players of a view who have combatants.
func owners(s *engine.State) []snowflake.User {
	var out []snowflake.User
	for i := range s.Combatants {
		if owner := s.Combatants[i].Owner; owner != "" && !slices.Contains(out, owner) {
			out = append(out, owner)
		}
	}
	return out
}

// boardButtons returns the card's buttons: the public options of whoever has the turn. None of them depends on a hidden combatant, so
// while the GM acts, all buttons that somebody could use are there. Their custom IDs contain the current turn.
func boardButtons(l *lang.Language, s *engine.State, rs *ruleset.Ruleset) [][]discord.Button {
	button := func(verb string, style discord.Style) discord.Button {
		return Button(l, style, verb, TurnArg(s.Turn))
	}
	join := button("join", discord.Secondary)
	control := []discord.Button{button("undo", discord.Secondary), button("more", discord.Secondary)}
	switch {
	case s.Phase == engine.Setup:
		join.Style = discord.Primary
		return [][]discord.Button{{join, button("add", discord.Secondary), button("roll", discord.Success)},
			append(control, button("invite", discord.Secondary))}
	case s.Paused:
		return [][]discord.Button{{button("resume", discord.Primary), join}, control}
	}
	var checks []discord.Button
	due := words.DueChecks(s, rs)
	due = due[:min(len(due), words.MostDue)]
	for _, c := range due {
		checks = append(checks, DueButton(l, s, c, len(due) == 1))
	}
	out := slices.Collect(slices.Chunk(checks, dueInRow))
	turn := rows(turnButtons(l, s, rs), discord.MaxRows-1-len(out))
	if len(out)+len(turn)+1 < discord.MaxRows {
		out = append(out, tieRow(l, s)...)
	}
	out = append(out, turn...)
	players := slices.DeleteFunc(s.ActiveMembers(), func(c *engine.Combatant) bool { return c.Owner == "" || !c.Standing() })
	out = append(out, AbilityRows(l, s, rs, players, "", discord.MaxRows-1-len(out))...)
	control = append([]discord.Button{join}, control...)
	if row := slices.Concat(out[len(out)-1], control); fits(row) {
		control, out = row, out[:len(out)-1]
	}
	return append(out, control)
}

// Button returns a button with the label of its verb. args are what follows the verb in its custom ID.
func Button(l *lang.Language, style discord.Style, verb string, args ...string) discord.Button {
	id := verb
	for _, arg := range args {
		id = discord.CustomID(id, arg)
	}
	return discord.Button{Label: l.Label("button." + verb), ID: id, Style: style}
}

// How buttons are put into rows.
const (
	dueInRow    = 2  // buttons for checks in one row: some have long labels
	rowOnPhones = 4  // buttons that a phone shows in one row of a card
	longLabel   = 12 // the length of a label from which its button takes the room of two
	charsOfRow  = 28 // the maximum length of all labels of a full row together
)

// fits reports whether a phone shows buttons in one row.
func fits(row []discord.Button) bool {
	n, chars := len(row), 0
	for _, b := range row {
		chars += discord.Length(b.Label)
		if discord.Length(b.Label) >= longLabel {
			n++
		}
	}
	return n <= rowOnPhones && (len(row) < rowOnPhones || chars <= charsOfRow)
}

// rows puts buttons into rows that a phone doesn't break or, if those are more than most, into full ones.
func rows(buttons []discord.Button, most int) [][]discord.Button {
	out := [][]discord.Button{nil}
	for _, b := range buttons {
		last := &out[len(out)-1]
		if len(*last) > 0 && !fits(append(slices.Clone(*last), b)) {
			out = append(out, nil)
			last = &out[len(out)-1]
		}
		*last = append(*last, b)
	}
	if len(out) > most {
		return slices.Collect(slices.Chunk(buttons, discord.MaxInRow))
	}
	return out
}

// tieRow returns the row that asks who of the tied goes first (TO-3): a button for each of two, a menu for more.
func tieRow(l *lang.Language, s *engine.State) [][]discord.Button {
	tied := words.AskedTie(s)
	if len(tied) == 0 {
		return nil
	}
	rollOff := "roll-" + TieArg(s, tied, s.Unit(tied[0]))
	if len(tied) == 2 {
		var row []discord.Button
		for _, id := range tied {
			row = append(row, discord.Button{Label: l.Label("button.first", lang.Name("who", s.Unit(id).Name)), ID: discord.CustomID("first", TurnArg(s.Turn), TieArg(s, tied, s.Unit(id))), Style: discord.Success})
		}
		return [][]discord.Button{append(row, discord.Button{Label: l.Label("button.roll-off"), ID: discord.CustomID("first", TurnArg(s.Turn), rollOff)})}
	}
	var options []discord.Option
	for _, id := range tied[:min(len(tied), discord.MaxOptions-1)] {
		options = append(options, discord.Option{Label: lang.Visible(s.Unit(id).Name), Value: TieArg(s, tied, s.Unit(id))})
	}
	options = append(options, discord.Option{Label: l.Label("button.roll-off"), Value: rollOff})
	return [][]discord.Button{{{Label: l.Label("menu.first"), ID: discord.CustomID("first", TurnArg(s.Turn)), Menu: &discord.Menu{Options: options}}}}
}

// turnButtons returns the buttons for the players whose turn it is.
func turnButtons(l *lang.Language, s *engine.State, rs *ruleset.Ruleset) []discord.Button {
	button := func(verb string) discord.Button {
		return Button(l, discord.Secondary, verb, TurnArg(s.Turn))
	}
	row := []discord.Button{button("next")}
	hand := button("hand")
	switch {
	case s.Awaits:
		row = []discord.Button{button("roll")}
	case s.Open != nil && (s.Open.Chooser == ruleset.BySide || s.Open.Chooser == ruleset.ByAnyone):
		row = []discord.Button{button("take")}
	case s.Open != nil:
		row = []discord.Button{hand}
	case rs.Order.Shape == ruleset.Pick && rs.Order.Chooser == ruleset.ByActor:
		row = append(row, hand)
	}
	row[0].Style = discord.Primary
	if canAttack(s, rs) {
		row = append(row, button("attack"))
	}
	if slices.ContainsFunc(s.Combatants, func(c engine.Combatant) bool { return c.HasHP }) {
		row = append(row, button("damage"), button("heal"))
	}
	row = append(row, button("effect"))
	delay := "delay"
	if rs.Wait == ruleset.Swap {
		delay = "swap" // with a form
	}
	active := s.ActiveMembers()
	anyone := func(can func(c *engine.Combatant, active bool) bool) bool {
		for i := range s.Combatants {
			if c := &s.Combatants[i]; can(c, slices.Contains(active, c)) {
				return true
			}
		}
		return false
	}
	reaction, reserve := rs.ReactionPool(), rs.ReservePool()
	for _, b := range []struct {
		verb string
		can  bool
	}{
		{"react", anyone(func(c *engine.Combatant, active bool) bool { // who is active, only if reactions are for any time and have no ticks
			return words.CanReact(s, rs, c) && (!active || reaction.When == ruleset.AnyTime && !reaction.Counted())
		})},
		{"use", words.ForUse(rs) != "" && anyone(func(c *engine.Combatant, active bool) bool { // what the active one can use is under More…
			return !active && len(words.CanUse(s, rs, c)) > 0
		})},
		{"last", words.CanActLast(s, rs)},
		{delay, canDelay(s, rs)},
		{"take", !s.Awaits && s.Open == nil && slices.ContainsFunc(s.Units, func(u engine.Unit) bool { // who waits and can come back
			return u.Waits() && slices.ContainsFunc(s.Members(u.ID), func(c *engine.Combatant) bool { return ableToWait(s, c) })
		})},
		{"reserve", reserve != nil && (!s.OneAction || reserve == &rs.Turn[0]) && someoneActive(s, func(c *engine.Combatant) bool {
			return c.Pools[reserve.Key].Reserved < reserve.Reserve && s.PoolLeft(c, reserve) > 0
		})},
	} {
		if b.can {
			row = append(row, button(b.verb))
		}
	}
	return row
}

// AbilityRows returns buttons for abilities of these combatants: their prepared saves (NU-20), and what they can use in their own turn or,
// outside of it, in others' turns. A button says how many uses are left, and is disabled if there are none (MO-17). Abilities of the same
// name share a button. If the buttons need more than two rows, or more than most, there is a menu instead. The custom IDs have the turn and,
// if it isn't empty, the place of the message to draw again.
func AbilityRows(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, who []*engine.Combatant, place string, most int) [][]discord.Button {
	var buttons []discord.Button
	var options []discord.Option
	verb := "prepared-save"
	var at, menuAt []string
	if place != "" {
		at, menuAt = []string{place, ""}, []string{"", "", place, ""}
	}
	for _, c := range who {
		all := s.Abilities(c)
		for i, a := range all {
			if !usable(&a, s.IsActive(c.Unit)) {
				continue
			}
			label := lang.Visible(a.Name)
			left, of := c.UsesLeft(&a)
			b := discord.Button{Label: label, Style: discord.Primary, Disabled: of > 0 && left == 0 || a.As != "" && !words.CanUseAbility(s, rs, c, &a)}
			id, n := CombatantArg(c), AbilityArg(all, i)
			kind := "prepared-save"
			if a.As != "" {
				kind = "ability"
			}
			b.ID = discord.CustomID(append([]string{kind, TurnArg(s.Turn), id, n}, at...)...)
			o := discord.Option{Label: counted(label, left, of), Value: id + "." + n}
			if b.Disabled {
				o.About = l.Label("block.not-now")
			}
			known := slices.IndexFunc(buttons, func(b discord.Button) bool { return engine.SameName(b.Label, label) })
			switch {
			case known >= 0 && buttons[known].Disabled && !b.Disabled: // another of its kind can
				buttons[known], options[known] = b, o
			case known < 0 && len(options) < discord.MaxOptions:
				buttons, options = append(buttons, b), append(options, o)
				if a.As != "" {
					verb = kind
				}
			}
		}
	}
	if len(buttons) == 0 || most < 1 {
		return nil
	}
	for i := range buttons {
		buttons[i].Label = options[i].Label
	}
	if out := rows(buttons, discord.MaxRows); len(out) <= min(most, 2) {
		return out
	}
	return [][]discord.Button{{{Label: l.Label("menu.prepared-saves"), ID: discord.CustomID(append([]string{verb, TurnArg(s.Turn)}, menuAt...)...), Menu: &discord.Menu{Options: options}}}}
}

// counted returns the label of an ability with the number of uses left, unless they are unlimited.
func counted(name string, left, of int) string {
	name = lang.Clip(name, mostLabel)
	if of == 0 {
		return name
	}
	return name + " (" + strconv.Itoa(left) + ")"
}

// usable reports whether an ability has a button: if own, in a turn of its combatant, otherwise in other turns.
func usable(a *engine.Ability, own bool) bool {
	switch a.As {
	case "":
		return true
	case engine.AsTrait:
		return a.Most() > 0
	case engine.AsReaction:
		return true
	case engine.AsLegendary:
		return !own
	}
	return own
}

// mostLabel is the maximum length of an ability's name on a button.
const mostLabel = 40

// someoneActive reports whether an active combatant of a view can do something, or may: while the GM acts, the view doesn't show who does.
func someoneActive(s *engine.State, can func(c *engine.Combatant) bool) bool {
	return s.GMActs() || slices.ContainsFunc(s.ActiveMembers(), can)
}

func canAttack(s *engine.State, rs *ruleset.Ruleset) bool {
	return rs.Attack.Form != ruleset.NoAttack && someoneActive(s, func(c *engine.Combatant) bool {
		onlyInstant := c.Surprised && rs.Surprise.Kind == ruleset.LateRoll && s.Round == 1
		return !onlyInstant && c.Saves == nil && c.Kind != engine.AnEvent && words.CanPayAttack(s, rs, c)
	})
}

// canDelay reports whether an active unit has done nothing yet, and so can wait (RS-46).
func canDelay(s *engine.State, rs *ruleset.Ruleset) bool {
	later := func(u *engine.Unit) bool { return !u.Acted() && !u.IsEvent() && !s.IsActive(u.ID) } // who can change places with it (RS-48)
	switch {
	case !rs.Wait.Delays() || s.Phase != engine.Running:
		return false
	case s.GMActs():
		return true
	case rs.Wait == ruleset.Swap && !slices.ContainsFunc(s.Order(rs), later):
		return false
	}
	return slices.ContainsFunc(s.Active, func(id engine.UnitID) bool {
		u := s.Unit(id)
		return u != nil && !u.IsEvent() && s.DidNothing(id) && slices.ContainsFunc(s.Members(id), func(c *engine.Combatant) bool { return s.MayAct(c) && ableToWait(s, c) })
	})
}

// ableToWait reports whether a combatant is neither down nor loses its turns, and so can wait and come back.
func ableToWait(s *engine.State, c *engine.Combatant) bool {
	return c.Standing() && !slices.ContainsFunc(s.EffectsOn(c), func(e *engine.Effect) bool { return e.Skip })
}

// DueButton returns the button for a check that is due. It belongs to the current turn (CO-10). Alone, it does not say whose check it is.
func DueButton(l *lang.Language, s *engine.State, c words.DueCheck, alone bool) discord.Button {
	id := discord.CustomID("save", TurnArg(s.Turn), CombatantArg(c.Who))
	if c.Effect != nil {
		id = discord.CustomID("check", TurnArg(s.Turn), EffectKey(s, c.Effect))
	}
	return discord.Button{Label: c.Label(l, alone), ID: id, Style: discord.Success}
}

// EffectKey identifies an effect among those in the fight: no two on the same target have the same name. Its ID isn't used, because it
// depends on how many hidden things there are. Who was added after an undo has other keys than who had the name before.
func EffectKey(s *engine.State, e *engine.Effect) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %q", s.TargetName(e), strings.ToLower(e.Name))
	on := s.Combatant(e.Target)
	if e.Unit != 0 {
		all := s.Members(e.Unit)
		if i := slices.IndexFunc(all, func(c *engine.Combatant) bool { return !c.Hidden }); i >= 0 { // whom everyone sees
			on = all[i]
		}
	}
	if on != nil && on.Added != 0 {
		fmt.Fprint(h, " ", on.Added)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}
