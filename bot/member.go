package bot

import (
	"context"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"slices"
)

// ofMember returns those of the target member's combatants that the asker sees, or refuses.
func (tx *transaction) ofMember() ([]*engine.Combatant, error) {
	if _, _, err := tx.fight(); err != nil {
		return nil, err
	}
	who := slices.DeleteFunc(tx.combatants(), func(c *engine.Combatant) bool { return c.Owner == "" || c.Owner != tx.r.Target })
	if len(who) == 0 {
		return nil, refuse(engine.NotFound, lang.P("bot.not-in-fight"))
	}
	return who, nil
}

// damageMember opens the form for damage with a member's combatants chosen.
func damageMember(tx *transaction) (*discord.Form, error) {
	who, err := tx.ofMember()
	if err != nil {
		return nil, err
	}
	f, err := damageForm(tx)
	if err == nil {
		var names []string
		for _, c := range who {
			names = append(names, c.Name)
		}
		pickTargets(f, names...)
	}
	return f, err
}

// showMember shows the asker's own character, or what the order shows the asker of another member's combatants.
func (b *Bot) showMember(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if r.Target == r.User {
		return b.showCharacter(ctx, r)
	}
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		who, err := tx.ofMember()
		if err != nil {
			return nil, err
		}
		var units []engine.UnitID
		for _, c := range who {
			units = append(units, c.Unit)
		}
		return privately(words.BoardOf(tx.own, tx.seen(), tx.rs, units, listLength)), nil
	})
}
