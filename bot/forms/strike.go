package forms

import (
	"roundel/bot/arms"
	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/words/form"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/attack"
	"roundel/engine/command"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"strings"
)

// Test returns the form for an Awareness test that has been asked for and not answered (ST-8).
func Test(a *Asker, who *engine.Combatant, args []string) (*discord.Form, error) {
	s := a.State
	open := s.OpenTest(who.ID)
	if open == nil {
		return nil, engine.Refuse(engine.NotNow, reason.TestOver, engine.Args{})
	}
	return menu.Form(discord.CustomID("test-form", args[0]), form.TestForm(who.Name, open.Target),
		discord.Input{ID: "roll", Max: 4}), nil
}

// Strike returns the form for a free attack on a combatant that fled (CS-7, RI-8).
func Strike(a *Asker, who *engine.Combatant, args []string) (*discord.Form, error) {
	if err := command.CheckFreeAttack(a.State, who.ID, engine.CombatantID(discord.NumberArg(args, 1))); err != nil {
		return nil, err
	}
	return menu.Form(discord.CustomID(append([]string{"strike-form"}, args...)...), form.StrikeForm(who.Name, a.Rules),
		discord.Input{ID: "weapon", Menu: &discord.Menu{Options: arms.ForFreeAttack(who)}},
		discord.Input{ID: "damage", Max: 100},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "damage_roll", Max: 4},
		discord.Input{ID: "modifier", Max: 100}), nil
}

// ReadStrike reads the form for a free attack.
func ReadStrike(rs *ruleset.Ruleset, f input.Options) (cmd command.Strike, err error) {
	cmd = command.Strike{Weapon: f.Text("weapon"), Range: "melee", Free: true, Due: true}
	if cmd.Weapon == arms.OtherWeapon {
		cmd.Weapon = ""
	}
	for part := range strings.SplitSeq(input.OneLine(f.Text("damage")), ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		switch key = strings.ToLower(key); {
		case key == "shock" && cmd.Shock == "":
			cmd.Shock = value
		case key == "trauma" && cmd.Trauma == "":
			cmd.Trauma = value
		case key != "" && cmd.Damage == "":
			cmd.Damage = part
		case key != "":
			return cmd, refusal.New(engine.Invalid, refusal.NotInWeapon(strings.TrimSpace(part), form.StrikeWeapon(rs)))
		}
	}
	if cmd.Roll, err = f.WholeNumber("roll"); err != nil {
		return cmd, err
	}
	if cmd.DamageRoll, err = f.WholeNumber("damage_roll"); err != nil {
		return cmd, err
	}
	return cmd, readParts(rs, &cmd, f.Text("modifier"), form.StrikeParts(rs))
}

// readParts reads what is added to an attack, separated by commas. parts shows what there can be.
func readParts(rs *ruleset.Ruleset, cmd *command.Strike, text, parts string) error {
	for part := range strings.SplitSeq(text, ",") {
		if !input.ParseAttackPart(cmd, attack.OptionsOf(rs.Attack.Form), strings.ToLower(strings.ReplaceAll(input.OneLine(part), "−", "-"))) {
			return refusal.New(engine.Invalid, refusal.NotInAttack(input.OneLine(part), parts))
		}
	}
	return nil
}
