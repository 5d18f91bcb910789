package bot

import (
	"context"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// listFight shows the initiative order to the asker, and the GM screen to the GM.
func listFight(tx *transaction) (*discord.Reply, error) {
	s, rs, err := tx.fight()
	switch {
	case err != nil:
		return nil, err
	case engine.MayGM(s, tx.actor):
		return tx.screen(0)
	}
	return tx.listing(tx.seen(), rs), nil
}

// listLength is the maximum length of the order in a reply.
const listLength = 1500

// listing returns a reply with the order of a view. If that is too long for a message, the whole order is in a file.
func (tx *transaction) listing(s *engine.State, rs *ruleset.Ruleset) *discord.Reply {
	reply := &discord.Reply{Ephemeral: true, Text: words.Board(s, rs, listLength)}
	if s.Turn != 0 {
		reply.Text += "\n" + words.TurnSince(s)
	}
	if all, more := words.WholeBoard(s, rs, listLength); more {
		reply.Files = []discord.File{textFile("order.txt", all)}
	}
	return reply
}

func textFile(name, text string) discord.File {
	return discord.File{Name: name, Type: "text/plain; charset=utf-8", Data: []byte(text + "\n")}
}

// exportFight sends the fight to the GM as a file. After the end of a fight it sends that one until the next begins.
func (b *Bot) exportFight(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	var reply *discord.Reply
	err = b.latest(ctx, r, func(_ engine.Log, s *engine.State, rs *ruleset.Ruleset) error {
		if err := requireGM(s, actor); err != nil {
			return err
		}
		data, err := view.JSON(s, rs)
		reply = &discord.Reply{Ephemeral: true, Text: words.ExportAttached,
			Files: []discord.File{{Name: "encounter.json", Type: "application/json", Data: data}}}
		return err
	})
	return reply, err
}

// listEffects shows the effects that the asker may know about.
func listEffects(tx *transaction) (*discord.Reply, error) {
	_, rs, err := tx.fight()
	if err != nil {
		return nil, err
	}
	s := tx.seen()
	target := tx.given().Text("target")
	listed := tx.combatants()
	if target != "" {
		if listed = tx.named(target); listed == nil {
			return nil, engine.UnknownName(s, target)
		}
	}
	lines := words.EffectLines(s, rs, listed)
	if len(lines) == 0 {
		lines = []string{words.NoEffects}
	}
	return &discord.Reply{Ephemeral: true, Text: strings.Join(lines, "\n")}, nil
}

// listCounters shows the counters that the asker may know about.
func listCounters(tx *transaction) (*discord.Reply, error) {
	_, rs, err := tx.fight()
	if err != nil {
		return nil, err
	}
	lines := words.Counters(tx.seen(), rs)
	if len(lines) == 0 {
		lines = []string{words.NoCounters}
	}
	return &discord.Reply{Ephemeral: true, Text: strings.Join(lines, "\n")}, nil
}

// rollDice rolls dice and shows the result. In a fight, the roll also goes into the log, where undo skips it.
func rollDice(tx *transaction) (*discord.Reply, error) {
	o := tx.given()
	expr, err := dice.Parse(o.Text("dice"))
	if err != nil {
		return nil, refuse(engine.Invalid, words.NotDice(err))
	}
	e := engine.DiceRolled{By: tx.r.User, Reason: o.Text("reason"), Secret: o.Flag("secret")}
	e.Roll = expr.Roll(tx.b.roller(e.Secret))
	if tx.j.State() != nil {
		if err := tx.append(engine.Noted, engine.Outcome{Events: []engine.Event{e}}); err != nil {
			return nil, err
		}
	}
	return &discord.Reply{Text: words.DiceRoll(e), Ephemeral: e.Secret}, nil
}

// logLength is the maximum length of a log that is sent as a message rather than as a file.
const logLength = 1800

// showLog shows everything that has happened, with dice, as far as the asker may know it. After the end of a fight it shows that
// one until the next begins.
func (b *Bot) showLog(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	var reply *discord.Reply
	var told func() (*discord.Reply, error) // the summary of a fight that is over
	err = b.latest(ctx, r, func(l engine.Log, s *engine.State, rs *ruleset.Ruleset) error {
		if s == nil {
			return noFight()
		}
		viewer := view.ViewerOf(s, actor)
		lines, err := words.Log(l.All(), rs, viewer)
		if err != nil {
			return err
		}
		text := strings.Join(lines, "\n")
		reply = &discord.Reply{Ephemeral: true, Text: text}
		if discord.Length(text) > logLength {
			reply = &discord.Reply{Ephemeral: true, Text: words.LogAttached(s.Name),
				Files: []discord.File{textFile("log.txt", words.Unformatted(words.Named(text, view.State(s, viewer))))}}
		}
		if l.State() == nil { // it is over
			told, err = summaryWhenEnded(l, s, rs)
		}
		return err
	})
	if err != nil || told == nil {
		return reply, err
	}
	reply.Alone, err = told()
	return reply, err
}

// helpTopics returns the choices of /help.
func helpTopics() []discord.Choice {
	var out []discord.Choice
	for _, h := range words.Topics() {
		out = append(out, discord.Choice{Name: h.Title, Value: h.Key})
	}
	return out
}

// help explains a topic; without one, what the asker can do now and how a fight works under the channel's ruleset.
func help(tx *transaction) (*discord.Reply, error) {
	topic := tx.given().Text("topic")
	if text, ok := words.HelpOn(topic); ok {
		return &discord.Reply{Ephemeral: true, Text: text}, nil
	}
	if topic == words.MonsterTopic {
		return &discord.Reply{Ephemeral: true, Text: words.MonsterHelp(tx.b.monsters.Credit())}, nil
	}
	if topic != "" && topic != "rules" {
		return nil, refuse(engine.NotFound, words.UnknownTopic(topic))
	}
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	if topic == "rules" {
		text, file := words.HelpOnRules(rs)
		reply := &discord.Reply{Ephemeral: true, Text: text}
		if file != "" {
			reply.Files = []discord.File{textFile("rules.txt", file)}
		}
		return reply, nil
	}
	text := words.Help(tx.seen(), rs, view.ViewerOf(tx.j.State(), tx.actor))
	return &discord.Reply{Ephemeral: true, Text: text}, nil
}
