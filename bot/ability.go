package bot

import (
	"slices"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
)

// Abilities of stat blocks are buttons for the GM alone, in the turn in which they were drawn (MO-3). Their custom IDs have the turn, the
// combatant, and the ability; in a stat block, also where the block is, and whether the button is part of a multiattack. The
// cost is spent when the form for the attack or the saves is sent, or at once if there is no form (MO-19, MO-20).

// pressAbility opens the form for what an ability does, or uses it.
func pressAbility(tx *transaction) (*discord.Reply, error) {
	c, n, err := tx.abilityArg()
	if err != nil {
		return nil, err
	}
	if tx.given().Text("who") == "" {
		verb, args := discord.SplitID(tx.r.Path)
		all := tx.seen().Abilities(c)
		if many := tx.whichOf(tx.abilityUsers(c, n), func(c *engine.Combatant) string {
			return discord.CustomID(verb, args[0], card.CombatantArg(c), card.AbilityArg(all, n), alone(c), "")
		}); many != nil {
			return many, nil
		}
	}
	switch a := tx.seen().Abilities(c)[n]; {
	case a.Saves():
		return opened(preparedForm(tx))
	case a.Attack != "":
		return opened(abilityAttackForm(tx))
	case tx.given().Text("who") == "" && len(tx.abilityUsers(c, n)) > 1:
		return &discord.Reply{Form: tx.newForm(tx.abilityFormID("ability-form", c, n), []lang.Arg{lang.Name("name", a.Name)}, tx.whoUses(c, n)...)}, nil
	default:
		if tx.given().Text("who") == "" {
			c = tx.abilityUsers(c, n)[0]
		}
		reply, err := tx.play(play.UseAbility{Who: c.ID, Ability: a.Name, Row: tx.rowPart()})
		if err != nil {
			return nil, err
		}
		return tx.redrawn(reply, textArg(tx.args(), 3))
	}
}

// abilityUsers returns the combatants that can use an ability by its button: the button's combatant or, in a block of several of one kind, those that
// can use it now (MO-15). There is always at least one.
func (tx *transaction) abilityUsers(c *engine.Combatant, n int) []*engine.Combatant {
	like := tx.abilityKind(c, n)
	if len(like) == 1 {
		return like
	}
	s := tx.seen()
	can := slices.DeleteFunc(slices.Clone(like), func(other *engine.Combatant) bool {
		return !words.CanUseAbility(s, tx.rs, other, &s.BlockOf(c).Abilities[n])
	})
	if len(can) == 0 {
		return []*engine.Combatant{c}
	}
	return can
}

// abilityKind returns the combatants that share a button of an ability, whether they can use it now or not.
func (tx *transaction) abilityKind(c *engine.Combatant, n int) []*engine.Combatant {
	place, s := textArg(tx.args(), 3), tx.seen()
	of := s.BlockOf(c)
	// A combatant that was asked for, rows of multiattacks, and legendary actions have buttons for one.
	if place == "" || strings.HasPrefix(place, "c") || tx.rowPart() != 0 || of == nil || n >= len(of.Abilities) || of.Abilities[n].As == engine.AsLegendary {
		return []*engine.Combatant{c}
	}
	return slices.DeleteFunc(tx.combatants(), func(other *engine.Combatant) bool { return other.Unit != c.Unit || s.BlockOf(other) != of })
}

// whoUses returns the input that asks who uses the ability of a button, if several can.
func (tx *transaction) whoUses(c *engine.Combatant, n int) []discord.Input {
	users := tx.abilityUsers(c, n)
	if len(users) == 1 {
		return nil
	}
	return choose("who", 1, tx.offer(users[:min(len(users), discord.MaxOptions)])) // if there are more, [transaction.whichOf] has asked already
}

// abilityFormID returns the custom ID of a form for an ability, with the arguments of the button that opens it.
func (tx *transaction) abilityFormID(form string, c *engine.Combatant, n int) string {
	id := []string{form, card.TurnArg(tx.j.State().Turn), card.CombatantArg(c), card.AbilityArg(tx.seen().Abilities(c), n)}
	if args := tx.args(); len(args) > 3 {
		id = append(id, args[3:]...)
	}
	return discord.CustomID(id...)
}

// abilityAttackForm asks for the attack that an ability makes.
func abilityAttackForm(tx *transaction) (*discord.Form, error) {
	c, n, err := tx.abilityArg()
	if err != nil {
		return nil, err
	}
	a, c := tx.seen().Abilities(c)[n], tx.abilityUsers(c, n)[0]
	tx.user = c
	var who []*engine.Combatant
	why := refuse(engine.NotNow, lang.P("bot.nobody-to-attack"))
	for _, t := range tx.combatants() {
		if t.ID == c.ID {
			continue
		}
		if err := tx.wouldRefuse(play.Strike{Who: c.Name, Target: t.Name, Weapon: a.Attack, Use: a.Name, Row: tx.rowPart()}); err != nil {
			why = err
			continue
		}
		who = append(who, t)
	}
	if len(who) == 0 {
		return nil, why
	}
	tx.nearestFirst(who, false)
	inputs := append(tx.whoUses(c, n), choose("target", 1, tx.offer(who))...)
	if play.OptionsOf(tx.rs.Attack.Form).Edge {
		inputs = append(inputs, discord.Input{ID: "edge", Menu: &discord.Menu{Options: tx.edgeOptions()}})
	}
	return tx.newForm(tx.abilityFormID("attack-form", c, n),
		[]lang.Arg{lang.Text("parts", words.AttackParts(tx.rs)), lang.Name("attack", a.Attack)}, append(inputs, discord.Input{ID: "more", Max: 200})...), nil
}

// byAbility adds to an attack the ability that its form is for, if any.
func (tx *transaction) byAbility(attack *play.Strike) error {
	if textArg(tx.args(), 2) == "" {
		return nil
	}
	c, n, err := tx.abilityArg()
	if err != nil {
		return err
	}
	a := tx.seen().Abilities(c)[n]
	attack.Who, attack.Weapon, attack.Use = c.Name, a.Attack, a.Name
	return nil
}

// completeUsable suggests all pools and, to the GM, the abilities of the combatant that is named or else of the active ones (MO-12).
func completeUsable(tx *transaction, input string) []discord.Choice {
	out := poolNames.complete(tx, input)
	if tx.rs == nil || tx.gm() != nil {
		return out
	}
	who := tx.j.State().ActiveMembers()
	if name := strings.TrimSpace(tx.r.Options["who"]); name != "" {
		who = tx.named(name)
	}
	var names []string
	for _, c := range who {
		for _, a := range tx.j.State().Abilities(c) {
			if a.As != "" && (a.As != engine.AsTrait || a.Most() > 0) && !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	return append(out, suggestNames("", input, names)...)
}

// completeHolders suggests the combatants that have abilities with counted uses.
func completeHolders(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil || tx.gm() != nil {
		return nil
	}
	var names []string
	for _, c := range tx.combatants() {
		if len(countedAbilities(tx.j.State(), c)) > 0 {
			names = append(names, c.Name)
		}
	}
	return tx.suggest(whom, "", input, names)
}

// completeCounted suggests the abilities with counted uses of the combatant that is named.
func completeCounted(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil || tx.gm() != nil {
		return nil
	}
	var names []string
	for _, c := range tx.named(tx.r.Options["name"]) {
		names = append(names, countedAbilities(tx.j.State(), c)...)
	}
	return suggestNames("", input, names)
}

// countedAbilities returns the names of a combatant's abilities whose uses are counted.
func countedAbilities(s *engine.State, c *engine.Combatant) []string {
	var out []string
	for _, a := range s.Abilities(c) {
		if a.Most() > 0 {
			out = append(out, a.Name)
		}
	}
	return out
}
