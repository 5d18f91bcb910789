package bot

import (
	"slices"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
)

// damageForm asks for damage to those whom the asker may deal it to.
func damageForm(tx *transaction) (*discord.Form, error) {
	targets, err := tx.targets(false, func(name string) play.Command {
		return play.Damage{Target: name, Amount: "1", Players: tx.conf.Damage}
	})
	if err != nil {
		return nil, err
	}
	some := func(id string) discord.Input {
		return discord.Input{ID: id, Menu: &discord.Menu{Options: slices.Clone(targets[:min(len(targets), optionsSize(targets))]), Most: discord.MaxOptions}}
	}
	inputs := append(choose("target", discord.MaxOptions, targets), discord.Input{ID: "amount", Required: true, Max: 100}, some("half"), some("none"))
	return tx.newForm("damage-form", nil, inputs...), nil
}

// readDamageForm deals damage to all who are named anywhere in the form, so that nobody has to be picked twice. An amount without a sign is damage,
// which is what the form asks for; one with a plus heals; any other sign corrects. If someone takes nothing, it is always damage.
func readDamageForm(_ *transaction, cmd play.Command) ([]play.Command, error) {
	damage := cmd.(play.Damage)
	who := listedNames(damage.Target, damage.Half)
	if plain, heals := strings.CutPrefix(damage.Amount, "+"); heals && plain != "" && damage.None == "" {
		return []play.Command{play.Heal{Target: who, Amount: plain, Half: damage.Half, Players: damage.Players}}, nil
	}
	if strings.TrimLeft(damage.Amount, "+-−=") != damage.Amount && damage.None == "" {
		return []play.Command{play.HP{Target: who, Amount: damage.Amount, Half: damage.Half}}, nil
	}
	damage.Target = listedNames(who, damage.None)
	return []play.Command{damage}, nil
}

// healForm asks for healing of those whom the asker may heal, friends first.
func healForm(tx *transaction) (*discord.Form, error) {
	targets, err := tx.targets(true, func(name string) play.Command {
		return play.Heal{Target: name, Amount: "1", Players: tx.conf.Damage}
	})
	if err != nil {
		return nil, err
	}
	inputs := append(choose("target", discord.MaxOptions, targets), discord.Input{ID: "amount", Required: true, Max: 100})
	if len(tx.rs.Absorbs) > 0 {
		var pools []discord.Option
		for i := range tx.rs.Absorbs {
			a := &tx.rs.Absorbs[i]
			pools = append(pools, discord.Option{Label: tx.own.Label("menu.absorb", lang.Term("what", a.Words())), Value: a.Key})
		}
		inputs = append(inputs, discord.Input{ID: "pool", Menu: &discord.Menu{Options: pools}})
	}
	return tx.newForm("heal-form", nil, inputs...), nil
}

// applyButton returns the button with which the GM applies what a player proposed.
func applyButton(l *lang.Language, p engine.Proposal) discord.Button {
	return card.Button(l, discord.Success, "apply", card.TurnArg(engine.TurnID(p.ID)))
}

// pressApply applies the damage or healing that a player proposed. The reply replaces the proposal, unless only the GM may
// see it.
func pressApply(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	reply, err := tx.play(play.ApplyProposal{ID: engine.ProposalID(turnArg(args))})
	if err == nil && !reply.Ephemeral {
		reply.Update = true
	}
	return reply, err
}

// damageTo opens the form for damage to the target of a hit (CR-59).
func damageTo(tx *transaction) (*discord.Reply, error) {
	c, err := tx.combatantArg(tx.seen(), 1)
	if err != nil {
		return nil, err
	}
	f, err := damageForm(tx)
	if err == nil {
		pickTargets(f, c.Name)
	}
	return opened(f, err)
}
