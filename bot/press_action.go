package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/command"
)

// followUps are the buttons for what the events of a view ask of somebody: Awareness tests (ST-8) and the free attacks on
// one that flees (CS-7, RI-8).
func followUps(view engine.View) [][]discord.Button {
	var all []discord.Button
	for _, e := range view.Events {
		switch e := e.(type) {
		case engine.TestsAsked:
			for _, id := range e.Who {
				if c := view.State.Combatant(id); c != nil {
					all = append(all, discord.Button{Label: words.ButtonTest(c.Name), ID: discord.CustomID("test", fmt.Sprint(id)), Style: discord.Primary})
				}
			}
		case engine.Fled:
			for _, id := range e.Attackers {
				all = append(all, strikeButton(view.State, id, e.Combatant)...)
			}
		}
	}
	return inRows(all)
}

// strikeButton offers a free attack on one that fled, while the attacker is there.
func strikeButton(s *engine.State, attacker, target engine.CombatantID) []discord.Button {
	c := s.Combatant(attacker)
	if c == nil {
		return nil
	}
	return []discord.Button{{Label: words.ButtonStrike(c.Name),
		ID: discord.CustomID("strike", fmt.Sprint(attacker), fmt.Sprint(target)), Style: discord.Danger}}
}

// inRows lays buttons out, as many as a message holds.
func inRows(all []discord.Button) [][]discord.Button {
	var out [][]discord.Button
	for i, b := range all {
		if i%maxRows == 0 {
			if len(out) == maxRows {
				return out
			}
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], b)
	}
	return out
}

// confirmButton asks the GM whether player characters really are surprised (RI-5). With too many for a button the
// option confirm is left.
func confirmButton(who []engine.CombatantID) [][]discord.Button {
	parts := make([]string, len(who))
	for i, id := range who {
		parts[i] = fmt.Sprint(id)
	}
	id := discord.CustomID("surprise", strings.Join(parts, "."))
	if len(id) > maxCustomID {
		return nil
	}
	return [][]discord.Button{{{Label: words.ButtonConfirm, ID: id, Style: discord.Danger}}}
}

// maxCustomID is the length of a custom ID.
const maxCustomID = 100

// pressSurprise surprises those the GM was asked about.
func pressSurprise(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		s := tx.j.State()
		if s == nil {
			return nil, noFight()
		}
		var names []string
		for part := range strings.SplitSeq(strings.Join(args, ""), ".") {
			id, err := strconv.Atoi(part)
			if one := s.Combatant(engine.CombatantID(id)); err == nil && one != nil {
				names = append(names, one.Name)
			}
		}
		if len(names) == 0 {
			return nil, refuse(engine.NotFound, "They are in this fight no more; there is nobody to surprise.")
		}
		return tx.play(buttonWords(r), command.SurpriseSet{Names: strings.Join(names, ","), Confirm: true})
	})
}

// opensFor answers a press with a form about one combatant, for its owner or the GM.
func opensFor(form func(tx *transaction, who *engine.Combatant, args []string) (*discord.Form, error)) func(context.Context, *Bot, *discord.Request, []string) (*discord.Reply, error) {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			s := tx.seen()
			if s == nil {
				return nil, noFight()
			}
			one := s.Combatant(engine.CombatantID(number(args, 0)))
			if one == nil {
				return nil, refuse(engine.NotFound, "That combatant is in this fight no more; there is nothing left to do.")
			}
			if !engine.MayGM(s, tx.actor) && !engine.Owns(one, tx.actor) {
				return nil, &engine.Error{Code: engine.NotAllowed, Reason: engine.ReasonNotYoursToPlay, GM: s.GM,
					Args: engine.Args{Name: one.Name, Owned: one.Owner != ""}}
			}
			f, err := form(tx, one, args)
			if err != nil {
				return nil, err
			}
			return &discord.Reply{Form: f}, nil
		})
	}
}

// testForm takes an Awareness test that is still asked for (ST-8).
func testForm(d *transaction, who *engine.Combatant, args []string) (*discord.Form, error) {
	s := d.j.State()
	i := slices.IndexFunc(s.Tests, func(t engine.SurpriseTest) bool { return t.Who == who.ID })
	if i < 0 || s.Phase != engine.Setup {
		return nil, refuse(engine.NotNow, "That test is answered or no longer asked for; nothing more is to do.")
	}
	return newForm(discord.CustomID("test-form", args[0]), words.TestForm(who.Name, s.Tests[i].Target),
		discord.Input{ID: "roll", Max: 4}), nil
}

func testFilled(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		roll, err := options(r.Fields).typedNumber("roll")
		if err != nil {
			return nil, err
		}
		return tx.play(buttonWords(r), command.SurpriseAnswer{ID: engine.CombatantID(number(args, 0)), Roll: roll})
	})
}

// strikeForm takes the free attack that a flight gave (CS-7, RI-8).
func strikeForm(d *transaction, who *engine.Combatant, args []string) (*discord.Form, error) {
	if err := command.CheckFreeAttack(d.j.State(), who.ID, engine.CombatantID(number(args, 1))); err != nil {
		return nil, err
	}
	return newForm(discord.CustomID(append([]string{"strike-form"}, args...)...), words.StrikeForm(who.Name),
		discord.Input{ID: "weapon", Value: words.Clip(meleeWeapon(who.Weapon), 100), Max: 100},
		discord.Input{ID: "damage", Max: 50},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "damage_roll", Max: 4},
		discord.Input{ID: "modifier", Max: 4}), nil
}

// meleeWeapon is the name of a saved weapon that fits a free attack, which is one in melee.
func meleeWeapon(saved string) string {
	parts := strings.Split(saved, ",")
	for _, part := range parts[1:] {
		if word := strings.Fields(part); len(word) > 0 && strings.EqualFold(word[len(word)-1], "ranged") {
			return ""
		}
	}
	return strings.TrimSpace(parts[0])
}

func strikeFilled(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		s := tx.j.State()
		if s == nil {
			return nil, noFight()
		}
		attacker, target := s.Combatant(engine.CombatantID(number(args, 0))), s.Combatant(engine.CombatantID(number(args, 1)))
		if attacker == nil || target == nil {
			return nil, refuse(engine.NotFound, "One of the two is in this fight no more; there is nothing left to attack.")
		}
		cmd, err := strikeTyped(options(r.Fields))
		if err != nil {
			return nil, err
		}
		cmd.Who, cmd.Target = attacker.Name, target.Name
		return tx.play(buttonWords(r), cmd)
	})
}

// strikeTyped reads the form of a free attack.
func strikeTyped(f options) (cmd command.Strike, err error) {
	cmd = command.Strike{Weapon: f.text("weapon"), Damage: f.text("damage"), Range: "melee", Free: true, Due: true}
	if cmd.Roll, err = f.typedNumber("roll"); err != nil {
		return cmd, err
	}
	if cmd.DamageRoll, err = f.typedNumber("damage_roll"); err != nil {
		return cmd, err
	}
	if text := strings.ReplaceAll(f.text("modifier"), "−", "-"); text != "" {
		if cmd.Modifier, err = strconv.Atoi(text); err != nil {
			return cmd, refuse(engine.Invalid, "%q is no modifier; type a number like -2, or leave it empty.", text)
		}
	}
	return cmd, nil
}
