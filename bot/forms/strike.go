package forms

import (
	"roundel/bot/arms"
	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/words/form"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/reason"
	"slices"
	"strconv"
	"strings"
)

// Test returns the form for an Awareness test that has been asked for and not answered (ST-8).
func Test(s *engine.State, who *engine.Combatant, args []string) (*discord.Form, error) {
	i := slices.IndexFunc(s.Tests, func(t engine.SurpriseTest) bool { return t.Who == who.ID })
	if i < 0 || s.Phase != engine.Setup {
		return nil, engine.Refuse(engine.NotNow, reason.TestOver, engine.Args{})
	}
	return menu.Form(discord.CustomID("test-form", args[0]), form.TestForm(who.Name, s.Tests[i].Target),
		discord.Input{ID: "roll", Max: 4}), nil
}

// Strike returns the form for a free attack on a combatant that fled (CS-7, RI-8).
func Strike(s *engine.State, who *engine.Combatant, args []string) (*discord.Form, error) {
	if err := command.CheckFreeAttack(s, who.ID, engine.CombatantID(discord.NumberArg(args, 1))); err != nil {
		return nil, err
	}
	return menu.Form(discord.CustomID(append([]string{"strike-form"}, args...)...), form.StrikeForm(who.Name),
		discord.Input{ID: "weapon", Menu: &discord.Menu{Options: arms.ForFreeAttack(who)}},
		discord.Input{ID: "damage", Max: 50},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "damage_roll", Max: 4},
		discord.Input{ID: "modifier", Max: 4}), nil
}

// ReadStrike reads the form for a free attack.
func ReadStrike(f input.Options) (cmd command.Strike, err error) {
	cmd = command.Strike{Weapon: f.Text("weapon"), Damage: f.Text("damage"), Range: "melee", Free: true, Due: true}
	if cmd.Weapon == arms.OtherWeapon {
		cmd.Weapon = ""
	}
	if cmd.Roll, err = f.WholeNumber("roll"); err != nil {
		return cmd, err
	}
	if cmd.DamageRoll, err = f.WholeNumber("damage_roll"); err != nil {
		return cmd, err
	}
	if text := strings.ReplaceAll(f.Text("modifier"), "−", "-"); text != "" {
		if cmd.Modifier, err = strconv.Atoi(text); err != nil {
			return cmd, refusal.New(engine.Invalid, refusal.NotAModifier(text))
		}
	}
	return cmd, nil
}
