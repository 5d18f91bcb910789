package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"roundel/engine"
)

// followUps are the buttons for what events ask of somebody: Awareness tests (ST-8) and the free attacks on one that
// flees (CS-7, RI-8).
func followUps(s *engine.State, v viewer, events []engine.Event) [][]Button {
	var all []Button
	for _, e := range events {
		switch e := e.(type) {
		case engine.TestsAsked:
			for _, id := range e.Who {
				if c := s.Combatant(id); c != nil && v.sees(c) {
					all = append(all, Button{Label: clip("Test: "+visible(c.Name), maxLabel), ID: joinID("test", fmt.Sprint(id)), Style: Primary})
				}
			}
		case engine.Fled:
			for _, id := range e.Attackers {
				if c := s.Combatant(id); c != nil && v.sees(c) {
					all = append(all, Button{Label: clip("Free attack: "+visible(c.Name), maxLabel),
						ID: joinID("strike", fmt.Sprint(id), fmt.Sprint(e.Combatant)), Style: Danger})
				}
			}
		}
	}
	return inRows(all)
}

// inRows lays buttons out, as many as a message holds.
func inRows(all []Button) [][]Button {
	var out [][]Button
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
func confirmButton(who []engine.CombatantID) [][]Button {
	parts := make([]string, len(who))
	for i, id := range who {
		parts[i] = fmt.Sprint(id)
	}
	id := joinID("surprise", strings.Join(parts, "."))
	if len(id) > maxCustomID {
		return nil
	}
	return [][]Button{{{Label: "Confirm", ID: id, Style: Danger}}}
}

// maxCustomID is the length of a custom ID.
const maxCustomID = 100

// pressSurprise surprises those the GM was asked about.
func pressSurprise(ctx context.Context, b *Bot, r *Request, args []string) (*Reply, error) {
	return b.change(ctx, r, func(c *deed) (*Reply, error) {
		s := c.j.State()
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
		return c.play(buttonWords(r), engine.SurpriseSet{Names: strings.Join(names, ","), Confirm: true})
	})
}

// opensFor answers a press with a form about one combatant, for its owner or the GM.
func opensFor(form func(s *engine.State, c *engine.Combatant, args []string) *Form) func(context.Context, *Bot, *Request, []string) (*Reply, error) {
	return func(ctx context.Context, b *Bot, r *Request, args []string) (*Reply, error) {
		return b.look(ctx, r, func(c *deed) (*Reply, error) {
			s := c.j.State()
			if s == nil {
				return nil, noFight()
			}
			one := s.Combatant(engine.CombatantID(number(args, 0)))
			if one == nil || !s.Sees(one, c.actor) {
				return nil, engine.Refuse(engine.NotFound, "That combatant is in this fight no more; there is nothing left to do.")
			}
			if !engine.MayGM(s, c.actor) && !engine.Owns(one, c.actor) {
				return nil, &engine.Error{Code: engine.NotAllowed, GM: s.GM, Text: fmt.Sprintf(
					"Only the GM, %s, or the owner of %s may do that; ask there.", engine.GMWord, one.Name)}
			}
			return &Reply{Form: form(s, one, args)}, nil
		})
	}
}

func testForm(_ *engine.State, c *engine.Combatant, args []string) *Form {
	return &Form{ID: joinID("test-form", args[0]), Title: clip("Awareness of "+visible(c.Name), maxTitle), Inputs: []Input{
		{ID: "roll", Label: "Your d100, if you rolled it yourself", Hint: "empty: the bot rolls", Max: 4},
	}}
}

func testFilled(ctx context.Context, b *Bot, r *Request, args []string) (*Reply, error) {
	return b.change(ctx, r, func(c *deed) (*Reply, error) {
		roll, err := options(r.Fields).typedNumber("roll")
		if err != nil {
			return nil, err
		}
		return c.play(buttonWords(r), engine.SurpriseAnswer{ID: engine.CombatantID(number(args, 0)), Roll: roll})
	})
}

func strikeForm(_ *engine.State, c *engine.Combatant, args []string) *Form {
	weapon, _, _ := strings.Cut(c.Weapon, ",")
	return &Form{ID: joinID(append([]string{"strike-form"}, args...)...), Title: clip("Free attack by "+visible(c.Name), maxTitle), Inputs: []Input{
		{ID: "weapon", Label: "Weapon", Value: clip(strings.TrimSpace(weapon), maxTitle), Hint: "a saved one, or Punch", Max: 100},
		{ID: "damage", Label: "Damage dice, where the weapon has none", Hint: "1d6+1", Max: 50},
		{ID: "roll", Label: "Your d20, if you rolled it yourself", Hint: "empty: the bot rolls", Max: 4},
		{ID: "damage_roll", Label: "Your damage dice, without the plus", Hint: "empty: the bot rolls", Max: 4},
		{ID: "modifier", Label: "Modifier", Hint: "empty: 0", Max: 4},
	}}
}

func strikeFilled(ctx context.Context, b *Bot, r *Request, args []string) (*Reply, error) {
	return b.change(ctx, r, func(c *deed) (*Reply, error) {
		s := c.j.State()
		if s == nil {
			return nil, noFight()
		}
		attacker, target := s.Combatant(engine.CombatantID(number(args, 0))), s.Combatant(engine.CombatantID(number(args, 1)))
		if attacker == nil || target == nil {
			return nil, engine.Refuse(engine.NotFound, "One of the two is in this fight no more; there is nothing left to attack.")
		}
		f := options(r.Fields)
		cmd := engine.Strike{Who: attacker.Name, Target: target.Name, Weapon: f.text("weapon"), Damage: f.text("damage"), Free: true}
		for name, to := range map[string]**int{"roll": &cmd.Roll, "damage_roll": &cmd.DamageRoll} {
			n, err := f.typedNumber(name)
			if err != nil {
				return nil, err
			}
			*to = n
		}
		modifier, err := f.typedNumber("modifier")
		if err != nil {
			return nil, err
		}
		if modifier != nil {
			cmd.Modifier = *modifier
		}
		return c.play(buttonWords(r), cmd)
	})
}
