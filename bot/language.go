package bot

import (
	"context"
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
)

// reads returns the language of what only the asker reads (WO-6). s is the fight in the channel, or nil.
func (b *Bot) reads(r *discord.Request, s *engine.State) *lang.Language {
	var fight *lang.Language
	if s != nil {
		fight = b.languages.Of(s.Speaks())
	}
	return b.languages.ForLocale(r.Locale, fight)
}

// reader is reads outside of a transaction. The fight is read only if the bot doesn't have the asker's language.
func (b *Bot) reader(ctx context.Context, r *discord.Request) *lang.Language {
	none := new(lang.Language)
	if own := b.languages.ForLocale(r.Locale, none); own != none {
		return own
	}
	var s *engine.State
	if err := b.store.Read(ctx, r.Channel, func(j engine.Journal) error { s = j.State(); return nil }); err != nil {
		b.log.Debug().Str("channel", string(r.Channel)).Err(err).Msg("could not find out in which language to answer")
	}
	return b.reads(r, s)
}

// everyone returns the language of what everyone in a channel reads (WO-2), outside of a transaction. If it can't be found out, that is Discord's
// language for the server.
func (b *Bot) everyone(ctx context.Context, r *discord.Request) *lang.Language {
	l := b.begins(r, Settings{})
	err := b.store.Read(ctx, r.Channel, func(j engine.Journal) error {
		if s := j.State(); s != nil {
			l = b.languages.Of(s.Speaks())
			return nil
		}
		data, err := j.Settings(r.Guild)
		if err != nil {
			return err
		}
		conf, err := Decode[Settings](data)
		l = b.begins(r, conf)
		return err
	})
	if err != nil {
		b.log.Debug().Str("channel", string(r.Channel)).Err(err).Msg("could not find out in which language to answer")
	}
	return l
}

// begins returns the language of a fight that begins now (WO-1).
func (b *Bot) begins(r *discord.Request, conf Settings) *lang.Language {
	if b.languages.Has(conf.Language) {
		return b.languages.Of(conf.Language)
	}
	return b.languages.ForLocale(r.GuildLocale, nil)
}

// speak sets the languages in which a request is answered: the asker's and the channel's. s is the fight, or nil.
func (tx *transaction) speak(s *engine.State) {
	tx.own = tx.b.reads(tx.r, s)
	if s != nil {
		tx.all = tx.b.languages.Of(s.Speaks())
	} else {
		tx.all = tx.b.begins(tx.r, tx.conf)
	}
	if tx.rs != nil {
		tx.own, tx.all = words.Under(tx.own, tx.rs), words.Under(tx.all, tx.rs)
	}
}

// languageTyped returns the tag that was typed, if it is one of these.
func languageTyped(text string, tags []string) (string, error) {
	i := slices.IndexFunc(tags, func(tag string) bool { return strings.EqualFold(tag, text) })
	if i < 0 {
		return "", refuse(engine.NotFound, lang.P("bot.unknown-language", lang.Quoted("text", text), lang.Text("tags", strings.Join(tags, ", "))))
	}
	return tags[i], nil
}

// setLanguage changes the language of the fight (WO-4).
func setLanguage(tx *transaction) (*discord.Reply, error) {
	to, err := languageTyped(tx.given().Text("to"), tx.b.languages.Tags())
	switch {
	case err != nil:
		return nil, err
	case to == tx.all.Tag:
		return privately(tx.own.Line("settings.language-already", lang.Text("language", to))), nil
	}
	return tx.play(play.Speak{Language: to})
}

// autoLanguage is the choice that leaves the language of fights to Discord's setting for the server.
const autoLanguage = "auto"

// completeLanguages suggests languages by their own names and, for the server's settings, to choose none.
func completeLanguages(tx *transaction, input string) []discord.Choice {
	var out []discord.Choice
	if tx.r.Path == "roundel settings" {
		out = append(out, discord.Choice{Name: tx.own.Label("settings.language-auto"), Value: autoLanguage})
	}
	for _, l := range tx.b.languages.All() {
		out = append(out, discord.Choice{Name: l.Title, Value: l.Tag})
	}
	input = strings.ToLower(strings.TrimSpace(input))
	out = slices.DeleteFunc(out, func(c discord.Choice) bool {
		return !strings.Contains(strings.ToLower(c.Name), input) && !strings.HasPrefix(strings.ToLower(c.Value), input)
	})
	return out[:min(len(out), discord.MaxOptions)]
}

// hintLanguage tells those who start a fight in another language than their own how to change that (WO-5).
func (tx *transaction) hintLanguage(reply *discord.Reply) {
	if l := tx.b.languages.ForLocale(tx.r.Locale, tx.all); l.Tag != tx.all.Tag {
		addLines(l, private(reply), l.Line("settings.language-hint", lang.Text("title", l.Title), lang.Text("tag", l.Tag)))
	}
}
