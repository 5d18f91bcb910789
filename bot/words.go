package bot

import (
	"errors"

	"roundel/bot/discord"
	"roundel/engine"
)

// The rules of voice, for every sentence the bot says:
//
//   - One short sentence a fact, in the words of the table: fight, round, turn, initiative, surprise, effect.
//   - A refusal says in one sentence what is wrong and what to do next. It blames nobody and never says "error" or
//     "invalid".
//   - Names and anything else people typed show as typed (plain) and ping nobody.
//   - A line fits a phone. Marks are words or shapes; nothing rests on colour.
//   - What is hidden is said to nobody who may not see it, in no number and no gap either.
//   - Hit points of the GM's combatants are numbers for the GM alone; the others read unhurt, hurt, bloodied,
//     critical, down.

// ErrorReply turns any error into the answer that people get: a refusal in its own words, an [ErrNoRoom] or
// [ErrUnknown] with what is to be done about it, anything else as an apology with the reference under which it was logged.
func ErrorReply(err error, ref string) *discord.Reply {
	var refusal *engine.Error
	switch {
	case errors.As(err, &refusal):
		return &discord.Reply{Text: refusalText(err), Ephemeral: true}
	case errors.Is(err, ErrNoRoom):
		return &discord.Reply{Ephemeral: true, Text: "The disk that this bot writes to is full, so nothing was changed. " +
			"Tell whoever hosts the bot; once there is room, try again."}
	case errors.Is(err, ErrUnknown):
		return &discord.Reply{Ephemeral: true, Text: "The bot's disk failed just then, so it is not known whether that was done; the bot begins anew. " +
			"In a minute look with /init list before you do it again (reference " + ref + ")."}
	}
	return &discord.Reply{Ephemeral: true,
		Text: "Something went wrong here (reference " + ref + "). Nothing was changed; try again."}
}

// noFight refuses what needs an encounter where there is none.
func noFight() error {
	return engine.Refuse(engine.NoEncounter, engine.ReasonNoFight, engine.Args{})
}

// needGM refuses what only the GM may do.
func needGM(s *engine.State, a engine.Actor) error {
	if engine.MayGM(s, a) {
		return nil
	}
	return &engine.Error{Code: engine.NotAllowed, Reason: engine.ReasonGMOnly, GM: s.GM}
}
