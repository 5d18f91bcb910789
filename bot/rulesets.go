package bot

import (
	"context"
	"errors"

	"roundel/bot/discord"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// found holds the rulesets that were looked up for one request. Looking them up may ask the store, which must not be done inside its
// transactions: there, a ruleset that is missing ends the transaction with errNotFound, and Bot.finding looks it up and tries again.
type found struct {
	asked  *engine.State    // the fight whose ruleset is needed; nil: the server's rulesets are
	held   *ruleset.Ruleset // of the last fight that was asked for
	server *serverRulesets  // nil: not looked up
	begins *ruleset.Ruleset // of the fight that the request starts; nil: the server's default
}

// errNotFound means that a ruleset has to be looked up outside of the transaction.
var errNotFound = errors.New("bot: a ruleset has to be looked up first")

// maxFinds is how often one request looks rulesets up. One fight is followed by another in a channel only rarely, so that anything more
// than the server's rulesets and a fight's is a race.
const maxFinds = 4

// finding runs fn, which runs one transaction, until every ruleset that it needs was looked up.
func (b *Bot) finding(ctx context.Context, r *discord.Request, fn func(f *found) error) error {
	f := &found{}
	for range maxFinds {
		err := fn(f)
		if !errors.Is(err, errNotFound) {
			return err
		}
		if f.asked != nil {
			f.held, err = b.rulesets.Of(ctx, f.asked)
		} else {
			f.server, err = b.rulesets.ForServer(ctx, r.Guild)
		}
		if err != nil {
			return err
		}
	}
	return errNotFound
}

// of returns a fight's ruleset if it is known or was looked up.
func (f *found) of(l *Library, s *engine.State) (*ruleset.Ruleset, error) {
	for _, rs := range []*ruleset.Ruleset{f.held, f.begins} {
		if rs != nil && rs.Hash == s.Text {
			return rs, nil
		}
	}
	if rs, ok := l.Known(s); ok {
		return rs, nil
	}
	f.asked = s
	return nil, errNotFound
}

// ready makes sure that the fight's ruleset is known, so that nothing is done twice.
func (tx *transaction) ready() error {
	if tx.j.State() == nil {
		return nil
	}
	_, err := tx.ruleset()
	return err
}

// ruleset returns the fight's ruleset, or the one that a new fight would have. If the server's default is gone, it refuses.
func (tx *transaction) ruleset() (*ruleset.Ruleset, error) {
	s := tx.j.State()
	switch {
	case s != nil:
		return tx.of(tx.b.rulesets, s)
	case tx.begins != nil:
		return tx.begins, nil
	case tx.server == nil:
		tx.asked = nil
		return nil, errNotFound
	}
	return tx.server.Default(tx.conf.Ruleset)
}

// latest runs fn on the log of the channel's latest fight, with its state and its ruleset. Both are nil if there never was a fight.
func (b *Bot) latest(ctx context.Context, r *discord.Request, fn func(l engine.Log, s *engine.State, rs *ruleset.Ruleset) error) error {
	return b.finding(ctx, r, func(f *found) error {
		return b.store.Log(ctx, r.Channel, func(l engine.Log) error {
			s, err := engine.Latest(l)
			switch {
			case err != nil:
				return err
			case s == nil:
				return fn(l, nil, nil)
			}
			rs, err := f.of(b.rulesets, s)
			if err != nil {
				return err
			}
			return fn(l, s, rs)
		})
	})
}

// offerRulesets suggests rulesets for what was typed so far, the server's own first.
func (b *Bot) offerRulesets(ctx context.Context, r *discord.Request, input string) ([]discord.Choice, error) {
	server, err := b.rulesets.ForServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return rulesetChoices(server.Suggest(input)), nil
}

// offerOwnRulesets is like offerRulesets for the server's own.
func (b *Bot) offerOwnRulesets(ctx context.Context, r *discord.Request, input string) ([]discord.Choice, error) {
	server, err := b.rulesets.ForServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	out := rulesetChoices((&serverRulesets{Own: server.Own}).Suggest(input))
	for _, name := range server.Broken {
		out = append(out, discord.Choice{Name: name, Value: name})
	}
	return out[:min(len(out), mostOptions)], nil
}

func rulesetChoices(list []*ruleset.Ruleset) []discord.Choice {
	var out []discord.Choice
	for _, rs := range list[:min(len(list), mostOptions)] {
		out = append(out, discord.Choice{Name: rs.Title + " (" + rs.Name + ")", Value: rs.Name})
	}
	return out
}

// addRuleset plays a sample fight under a file that somebody has written.
func (b *Bot) addRuleset(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	return b.saved.Attempt(ctx, r, func() (*discord.Reply, error) { return b.rulesets.Add(ctx, r) })
}

func (b *Bot) removeRuleset(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	conf, err := b.saved.Settings(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return b.rulesets.Remove(ctx, r, conf.Ruleset)
}
