package bot

import (
	"context"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/snowflake"
	"roundel/store"
)

// The ping on deck (NU-37): whoever asks for it is mentioned by the card of the turn before theirs.

// preferOnDeck stores whether the asker wants to be mentioned when they are on deck, in this server: what was typed or, with the button behind
// More…, its argument.
func (b *Bot) preferOnDeck(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	on := Options(r.Options).Flag("on_deck")
	if r.Kind == discord.Pressed {
		_, args := discord.SplitID(r.Path)
		on = textArg(args, 0) == "on"
	}
	l := b.reader(ctx, r)
	return amend(ctx, b, r, l, store.PreferencesOf(r.Guild, r.User), func(prefers *Preferences) (*discord.Reply, error) {
		prefers.OnDeck = on
		text := "settings.on-deck-off"
		if on {
			text = "settings.on-deck-on"
		}
		return privately(l.Line(text)), nil
	})
}

// onDeckButtons returns the button behind More… and on the GM screen with which players choose whether they are mentioned when they are on deck. There
// is none if nobody knows who is next.
func (tx *transaction) onDeckButtons() ([]discord.Button, error) {
	switch o := &tx.rs.Order; {
	case !o.Scored() || o.Opens() || !tx.plays():
		return nil, nil
	case tx.onDeck == nil:
		return nil, missing(func(ctx context.Context) error {
			want, err := OnDeck(tx.b.store)(ctx, tx.r.Guild, []snowflake.User{tx.r.User})
			tx.onDeck = new(len(want) > 0)
			return err
		})
	case *tx.onDeck:
		return []discord.Button{{Label: tx.own.Label("button.on-deck-off"), ID: discord.CustomID("on-deck", "off")}}, nil
	}
	return []discord.Button{card.Button(tx.own, discord.Secondary, "on-deck", "on")}, nil
}

// OnDeck returns what tells cards who wants to be mentioned on deck, from what users prefer in a server. Its errors are those of the store, and of
// preferences that can't be read.
func OnDeck(st Loader) card.OnDeck {
	return func(ctx context.Context, server snowflake.Guild, users []snowflake.User) (want []snowflake.User, err error) {
		for _, user := range users {
			prefers, err := load[Preferences](ctx, st, store.PreferencesOf(server, user))
			if err != nil {
				return nil, err
			}
			if prefers.OnDeck {
				want = append(want, user)
			}
		}
		return want, nil
	}
}
