package bot

import (
	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"

	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"strings"
)

// Test returns the form for an Awareness test that has been asked for and not answered (ST-8).
func testForm(a *asker, who *engine.Combatant, args []string) (*discord.Form, error) {
	s := a.State
	open := s.OpenTest(who.ID)
	if open == nil {
		return nil, engine.Refuse(engine.NotNow, reason.TestOver, engine.Args{})
	}
	return newForm(discord.CustomID("test-form", args[0]), words.TestForm(who.Name, open.Target),
		discord.Input{ID: "roll", Max: 4}), nil
}

// Strike returns the form for a free attack on a combatant that fled (CS-7, RI-8).
func strikeForm(a *asker, who *engine.Combatant, args []string) (*discord.Form, error) {
	if err := play.CheckFreeAttack(a.State, who.ID, engine.CombatantID(discord.NumberArg(args, 1))); err != nil {
		return nil, err
	}
	return newForm(discord.CustomID(append([]string{"strike-form"}, args...)...), words.StrikeForm(who.Name, a.Rules),
		discord.Input{ID: "weapon", Menu: &discord.Menu{Options: freeAttackOptions(who)}},
		discord.Input{ID: "damage", Max: 100},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "damage_roll", Max: 4},
		discord.Input{ID: "modifier", Max: 100}), nil
}

// ReadStrike reads the form for a free attack.
func readStrikeForm(rs *ruleset.Ruleset, f Options) (cmd play.Strike, err error) {
	cmd = play.Strike{Weapon: f.Text("weapon"), Range: "melee", Free: true, Due: true}
	if cmd.Weapon == OtherWeapon {
		cmd.Weapon = ""
	}
	for part := range strings.SplitSeq(oneLine(f.Text("damage")), ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		switch key = strings.ToLower(key); {
		case key == "shock" && cmd.Shock == "":
			cmd.Shock = value
		case key == "trauma" && cmd.Trauma == "":
			cmd.Trauma = value
		case key != "" && cmd.Damage == "":
			cmd.Damage = part
		case key != "":
			return cmd, words.New(engine.Invalid, words.NotInWeapon(strings.TrimSpace(part), words.StrikeWeapon(rs)))
		}
	}
	if cmd.Roll, err = f.WholeNumber("roll"); err != nil {
		return cmd, err
	}
	if cmd.DamageRoll, err = f.WholeNumber("damage_roll"); err != nil {
		return cmd, err
	}
	return cmd, readParts(rs, &cmd, f.Text("modifier"), words.StrikeParts(rs))
}

// readParts reads what is added to an attack, separated by commas. parts shows what there can be.
func readParts(rs *ruleset.Ruleset, cmd *play.Strike, text, parts string) error {
	for part := range strings.SplitSeq(text, ",") {
		if !parseAttackPart(cmd, play.OptionsOf(rs.Attack.Form), strings.ToLower(strings.ReplaceAll(oneLine(part), "−", "-"))) {
			return words.New(engine.Invalid, words.NotInAttack(oneLine(part), parts))
		}
	}
	return nil
}
