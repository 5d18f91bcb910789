package bot

import (
	"cmp"
	"errors"
	"strconv"

	"roundel/bot/discord"

	"roundel/bot/card"
	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"

	"roundel/engine/reason"
)

// attackForm asks for an attack by one of the asker's combatants that can attack now.
func attackForm(a *asker) (*discord.Form, error) { return attackFormOf(a, a.Seen.ActiveMembers()) }

// attackFormOf asks for an attack by one of these combatants.
func attackFormOf(a *asker, pool []*engine.Combatant) (*discord.Form, error) {
	rs := a.Rules
	who, err := a.performers(pool, a.cannotAttack)
	if err != nil {
		return nil, err
	}
	targets, err := a.attackable(who)
	if err != nil {
		return nil, err
	}
	turn := card.TurnArg(a.State.Turn)
	id := discord.CustomID("attack-form", turn)
	var inputs []discord.Input
	if len(who) == 1 {
		id = discord.CustomID("attack-form", turn, strconv.Itoa(int(who[0].ID)))
	} else {
		inputs = choose("who", 1, a.offer(who)[:min(len(who), mostOptions)])
	}
	inputs = append(inputs, choose("target", 1, a.offer(targets))...)
	inputs = append(inputs, discord.Input{ID: "weapon", Menu: &discord.Menu{Options: weaponOptions(who, rs)}})
	if len(inputs)+1 < maxInputs {
		inputs = append(inputs, discord.Input{ID: "weapon_more", Max: 200})
	}
	if play.OptionsOf(rs.Attack.Form).Edge && len(inputs)+1 < maxInputs {
		inputs = append(inputs, discord.Input{ID: "edge", Menu: &discord.Menu{Options: edgeOptions()}})
	}
	return newForm(id, words.AttackForm(rs), append(inputs, discord.Input{ID: "more", Max: 200})...), nil
}

// maxInputs is the number of inputs of a form.
const maxInputs = 5

// cannotAttack returns why a combatant can't attack anybody, or nil if it can or if that depends on the target. It tries one attack, so
// that it is fast in a large fight.
func (a *asker) cannotAttack(c *engine.Combatant) error {
	for _, t := range a.Combatants() {
		if t.ID == c.ID {
			continue
		}
		err := a.wouldRefuseAttack(c, t)
		var e *engine.Error
		if errors.As(err, &e) && e.Reason == reason.LacksStat && engine.SameName(e.Args.Name, t.Name) {
			return nil
		}
		return err
	}
	return words.New(engine.NotNow, words.NobodyToAttack())
}

// wouldRefuseAttack returns the refusal of an attack with any weapon, melee or ranged.
func (a *asker) wouldRefuseAttack(c, target *engine.Combatant) error {
	cmd := play.Strike{Who: c.Name, Target: target.Name, Weapon: Punch, Damage: "1"}
	err := a.WouldRefuse(cmd)
	if err == nil {
		return nil
	}
	cmd.Range = "ranged"
	if a.WouldRefuse(cmd) == nil {
		return nil
	}
	return err
}

// attackable returns those whom one of the attackers can attack, enemies first. If there is nobody, it returns why.
func (a *asker) attackable(attackers []*engine.Combatant) ([]*engine.Combatant, error) {
	var out []*engine.Combatant
	why := words.New(engine.NotNow, words.NobodyToAttack())
	for _, t := range a.Combatants() {
		by := attackers[0]
		if by.ID == t.ID {
			by = attackers[len(attackers)-1]
		}
		if by.ID == t.ID {
			continue
		}
		if err := a.wouldRefuseAttack(by, t); err != nil {
			why = err
			continue
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, why
	}
	a.nearestFirst(out, false)
	return out, nil
}

// readAttackForm makes the attack that /attack would make with the same options.
func readAttackForm(a *asker, f Options) ([]play.Command, error) {
	who, err := a.chosen(f)
	if err != nil {
		return nil, err
	}
	rs := a.Rules
	cmd := play.Strike{Who: who, Target: cmp.Or(f.Text("target_more"), f.Text("target")), Weapon: cmp.Or(f.Text("weapon_more"), f.Text("weapon"))}
	switch cmd.Weapon {
	case MeleeSkill:
		cmd.Weapon, cmd.Range = "", "melee"
	case RangedSkill:
		cmd.Weapon, cmd.Range = "", "ranged"
	}
	if cmd.Target == "" {
		return nil, words.New(engine.Invalid, words.NobodyChosen())
	}
	if cmd.Edge = f.Text("edge"); cmd.Edge == NoEdge {
		cmd.Edge = ""
	}
	return []play.Command{cmd}, readParts(rs, &cmd, f.Text("more"), words.AttackParts(rs))
}
