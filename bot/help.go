package bot

import (
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/view"
)

// help explains a topic; without one, what the asker can do now and how a fight works under the channel's ruleset.
func help(tx *transaction) (*discord.Reply, error) {
	topic := tx.given().Text("topic")
	if text, ok := words.HelpOn(tx.own, topic); ok {
		return privately(text), nil
	}
	if topic == words.MonsterTopic {
		return privately(words.HelpOnMonsters(tx.own, monster.Books())), nil
	}
	if topic != "" && topic != "rules" {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-topic", lang.Quoted("topic", topic)))
	}
	rs, err := tx.rulesHere()
	if err != nil {
		return nil, err
	}
	if topic == "rules" {
		text, file := words.HelpOnRules(words.Under(tx.own, rs), rs)
		return withFile(text, "rules.txt", file), nil
	}
	text := words.Help(words.Under(tx.own, rs), tx.seen(), rs, view.ViewerOf(tx.j.State(), tx.actor))
	return privately(text), nil
}
