package bot

import (
	"roundel/bot/discord"
	"slices"
	"strconv"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"

	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"strings"
)

// pressTest opens the form for an Awareness test that has been asked for and not answered (ST-8).
func pressTest(tx *transaction) (*discord.Reply, error) {
	who, err := tx.owned()
	if err != nil {
		return nil, err
	}
	open := tx.j.State().OpenTest(who.ID)
	if open == nil {
		return nil, engine.Refuse(engine.NotNow, reason.TestOver, engine.Args{})
	}
	return &discord.Reply{Form: newForm(discord.CustomID("test-form", tx.args()[0]), words.TestForm(who.Name, open.Target),
		discord.Input{ID: "roll", Max: 4})}, nil
}

// pressStrike opens the form for a free attack on a combatant that fled (CS-7, RI-8).
func pressStrike(tx *transaction) (*discord.Reply, error) {
	who, err := tx.owned()
	if err != nil {
		return nil, err
	}
	s, rs, err := tx.fight()
	if err != nil {
		return nil, err
	}
	args := tx.args()
	if err := play.CheckFreeAttack(s, who.ID, engine.CombatantID(discord.NumberArg(args, 1))); err != nil {
		return nil, err
	}
	return &discord.Reply{Form: newForm(discord.CustomID(append([]string{"strike-form"}, args...)...), words.StrikeForm(who.Name, rs),
		discord.Input{ID: "weapon", Menu: &discord.Menu{Options: freeAttackOptions(who)}},
		discord.Input{ID: "damage", Max: 100},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "damage_roll", Max: 4},
		discord.Input{ID: "modifier", Max: 100})}, nil
}

// readStrikeForm reads the form for a free attack.
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

// parseAttackPart reads one part of what is added to an attack, and reports whether it is one.
func parseAttackPart(cmd *play.Strike, has play.Has, word string) bool {
	key, value, _ := strings.Cut(word, " ")
	typed, err := strconv.Atoi(value)
	modifier, bare := strconv.Atoi(word)
	switch {
	case word == "":
	case bare == nil:
		cmd.Modifier += modifier
	case slices.Contains(has.Named(), word):
		cmd.Circumstance = listedNames(cmd.Circumstance, word)
	case has.Edge && (word == string(engine.Advantage) || word == string(engine.Disadvantage)):
		cmd.Edge = word
	case key == "roll" && err == nil:
		cmd.Roll = &typed
	case key == "damage" && err == nil:
		cmd.DamageRoll = &typed
	case key == "trauma" && err == nil:
		cmd.TraumaRoll = &typed
	default:
		return false
	}
	return true
}

// listedNames joins lists of names.
func listedNames(lists ...string) string {
	return strings.Join(slices.DeleteFunc(lists, func(list string) bool { return list == "" }), ",")
}

// oneLine returns a text of several lines as one.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
