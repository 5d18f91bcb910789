package bot

import (
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// listFight shows the initiative order to the asker, and the GM screen to the GM.
func listFight(tx *transaction) (*discord.Reply, error) {
	s, rs, err := tx.fight()
	switch {
	case err != nil:
		return nil, err
	case engine.MayGM(s, tx.actor):
		return tx.screen("", 0)
	}
	return tx.listing(tx.seen(), rs), nil
}

// listLength is the maximum length of the order in a reply.
const listLength = 1500

// listing returns a reply with the order of a view. If that is too long for a message, the whole order is in a file.
func (tx *transaction) listing(s *engine.State, rs *ruleset.Ruleset) *discord.Reply {
	reply := privately(words.Board(tx.own, s, rs, listLength))
	if s.Turn != 0 {
		reply.Text += "\n" + words.TurnSince(tx.own, s)
	}
	if all, more := words.WholeBoard(tx.own, s, rs, listLength); more {
		reply.Files = []discord.File{textFile("order.txt", all)}
	}
	return reply
}
