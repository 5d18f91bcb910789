package card

import (
	"slices"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/snowflake"

	"roundel/engine"
	"roundel/engine/ruleset"
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
