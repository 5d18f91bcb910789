package bot

import (
	"context"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
)

// reads returns the language of what only the asker reads (WO-6). s is the fight in the channel, or nil.
func (b *Bot) reads(r *discord.Request, s *engine.State) *lang.Language {
	var fight *lang.Language
	if s != nil {
		fight = b.languages.Of(s.Speaks())
	}
	return b.languages.ForLocale(r.Locale, fight)
}

// reader is reads outside of a transaction.
func (b *Bot) reader(ctx context.Context, r *discord.Request) *lang.Language {
	var s *engine.State
	if err := b.store.Read(ctx, r.Channel, func(j engine.Journal) error { s = j.State(); return nil }); err != nil {
		b.log.Debug().Str("channel", string(r.Channel)).Err(err).Msg("could not find out in which language to answer")
	}
	return b.reads(r, s)
}

// begins returns the language of a fight that begins now (WO-1).
func (b *Bot) begins(r *discord.Request, conf Settings) *lang.Language {
	if b.languages.Has(conf.Language) {
		return b.languages.Of(conf.Language)
	}
	return b.languages.ForLocale(r.GuildLocale, nil)
}

// speak sets the languages of those who read what a request leads to. s is the fight, or nil.
func (tx *transaction) speak(s *engine.State) {
	tx.own, tx.all = tx.b.reads(tx.r, s), tx.b.begins(tx.r, tx.conf)
	if s != nil {
		tx.all = tx.b.languages.Of(s.Speaks())
	}
}
