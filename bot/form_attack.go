package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"roundel/bot/arms"
	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/publish"
	"roundel/bot/words/form"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/attack"
	"roundel/engine/command"
	"roundel/engine/reason"
)

// attackForm asks for an attack by one of the asker's combatants that can attack now.
func attackForm(tx *transaction) (*discord.Form, error) {
	return attackFormOf(tx, tx.seen().ActiveMembers())
}

// attackFormOf asks for an attack by one of these combatants.
func attackFormOf(tx *transaction, pool []*engine.Combatant) (*discord.Form, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	who, err := tx.performers(pool, tx.cannotAttack)
	if err != nil {
		return nil, err
	}
	targets, err := tx.attackable(who)
	if err != nil {
		return nil, err
	}
	turn := publish.TurnArg(tx.j.State().Turn)
	id := discord.CustomID("attack-form", turn)
	var inputs []discord.Input
	if len(who) == 1 {
		id = discord.CustomID("attack-form", turn, idText(who[0].ID))
	} else {
		inputs = menu.Choose("who", 1, tx.offer(who)[:min(len(who), menu.Most)])
	}
	inputs = append(inputs, menu.Choose("target", 1, tx.offer(targets))...)
	inputs = append(inputs, discord.Input{ID: "weapon", Menu: &discord.Menu{Options: arms.Weapons(who, rs)}})
	if len(inputs)+1 < maxInputs {
		inputs = append(inputs, discord.Input{ID: "weapon_more", Max: 200})
	}
	if attack.OptionsOf(rs.Attack.Form).Edge && len(inputs)+1 < maxInputs {
		inputs = append(inputs, discord.Input{ID: "edge", Menu: &discord.Menu{Options: arms.Edges()}})
	}
	return menu.Form(id, form.AttackForm(rs), append(inputs, discord.Input{ID: "more", Max: 200})...), nil
}

// maxInputs is the number of inputs of a form.
const maxInputs = 5

// cannotAttack returns why a combatant can't attack anybody, or nil if it can or if that depends on the target. It tries one attack, so
// that it is fast in a large fight.
func (tx *transaction) cannotAttack(c *engine.Combatant) error {
	for _, t := range tx.combatants() {
		if t.ID == c.ID {
			continue
		}
		err := tx.wouldRefuseAttack(c, t)
		var e *engine.Error
		if errors.As(err, &e) && e.Reason == reason.LacksStat && engine.SameName(e.Args.Name, t.Name) {
			return nil
		}
		return err
	}
	return refuse(engine.NotNow, refusal.NobodyToAttack())
}

// wouldRefuseAttack returns the refusal of an attack with any weapon, melee or ranged.
func (tx *transaction) wouldRefuseAttack(c, target *engine.Combatant) error {
	cmd := command.Strike{Who: c.Name, Target: target.Name, Weapon: arms.Punch, Damage: "1"}
	err := tx.wouldRefuse(cmd)
	if err == nil {
		return nil
	}
	cmd.Range = "ranged"
	if tx.wouldRefuse(cmd) == nil {
		return nil
	}
	return err
}

// attackable returns those whom one of the attackers can attack, enemies first. If there is nobody, it returns why.
func (tx *transaction) attackable(attackers []*engine.Combatant) ([]*engine.Combatant, error) {
	var out []*engine.Combatant
	why := refuse(engine.NotNow, refusal.NobodyToAttack())
	for _, t := range tx.combatants() {
		by := attackers[0]
		if by.ID == t.ID {
			by = attackers[len(attackers)-1]
		}
		if by.ID == t.ID {
			continue
		}
		if err := tx.wouldRefuseAttack(by, t); err != nil {
			why = err
			continue
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, why
	}
	tx.nearestFirst(out, false)
	return out, nil
}

// attackFilled makes the attack that /attack would make with the same options.
func attackFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	who, err := tx.chosen(f)
	if err != nil {
		return nil, err
	}
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	cmd := command.Strike{Who: who, Target: cmp.Or(f.Text("target_more"), f.Text("target")), Weapon: cmp.Or(f.Text("weapon_more"), f.Text("weapon"))}
	switch cmd.Weapon {
	case arms.MeleeSkill:
		cmd.Weapon, cmd.Range = "", "melee"
	case arms.RangedSkill:
		cmd.Weapon, cmd.Range = "", "ranged"
	}
	if cmd.Target == "" {
		return nil, refuse(engine.Invalid, refusal.NobodyChosen())
	}
	if cmd.Edge = f.Text("edge"); cmd.Edge == arms.NoEdge {
		cmd.Edge = ""
	}
	for part := range strings.SplitSeq(f.Text("more"), ",") {
		if !input.ParseAttackPart(&cmd, attack.OptionsOf(rs.Attack.Form), strings.ToLower(strings.ReplaceAll(input.OneLine(part), "−", "-"))) {
			return nil, refuse(engine.Invalid, refusal.NotInAttack(input.OneLine(part), form.AttackParts(rs)))
		}
	}
	return []command.Command{cmd}, nil
}

// pressArmed opens the form of an attack for one of the asker's combatants with one of its weapons picked, if the button belongs to the
// current turn.
func pressArmed(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		if err := tx.gm(); err != nil {
			return nil, err
		}
		c := tx.j.State().Combatant(engine.CombatantID(intArg(args, 1)))
		if c == nil || len(args) < 3 {
			return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
		}
		like := slices.DeleteFunc(arms.Armed(tx.j.State()), func(other *engine.Combatant) bool { return other.Unit != c.Unit })
		if !slices.Contains(like, c) {
			like = []*engine.Combatant{c}
		}
		f, err := attackFormOf(tx, like)
		if err != nil {
			return nil, err
		}
		for i := range f.Inputs {
			if f.Inputs[i].ID == "weapon" {
				arms.Pick(f.Inputs[i].Menu.Options, discord.CustomID(args[2:]...))
			}
		}
		return &discord.Reply{Form: f}, nil
	})
}
