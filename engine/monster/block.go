package monster

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// Block returns what a fight under a ruleset keeps of a monster (MO-2). Parts of saves that the ruleset doesn't have are left out. A save that
// it doesn't have at all is kept only with the ability it belongs to, for the GM to read.
func (m *Monster) Block(rs *ruleset.Ruleset) *engine.Block {
	b := engine.Block{Monster: m.Name, Book: m.Book, From: m.From, Rating: m.Rating, Adjust: m.Adjust, Worth: m.Worth, Is: m.Is, Tags: m.Tags, HitDice: m.HitDice, Speed: m.Speed, Senses: m.Senses,
		Languages: m.Languages, Resistances: m.Resistances, Multiattack: m.Multiattack}
	for _, a := range m.Attacks {
		b.Attacks = append(b.Attacks, engine.AttackText{Name: a.Name, Reach: a.Reach, Range: a.Range, Text: a.Text})
	}
	for i := range m.Abilities {
		a := &m.Abilities[i]
		to := engine.Ability{Name: a.Name, As: a.Kind(), Text: a.Text, Uses: a.Uses, Per: a.Per, Recharge: a.Recharge, Costs: a.Costs, Attack: a.Attack, Area: a.Area, One: a.One}
		p, saves := a.prepared()
		if saved := slices.IndexFunc(m.Saves, func(p engine.Prepared) bool { return engine.SameName(p.Name, a.Name) }); saved >= 0 && a.Attack == "" {
			p, saves = m.Saves[saved], true
		}
		if saves {
			to.Save, to.Unsaved = fitted(p, rs)
		}
		b.Abilities = append(b.Abilities, to)
	}
	for _, p := range m.Saves {
		if save, lacks := fitted(p, rs); !lacks && engine.FindAbility(b.Abilities, p.Name) == nil {
			b.Abilities = append(b.Abilities, engine.Ability{Name: p.Name, Save: save})
		}
	}
	return b.Keyed()
}

// fitted returns a save without the parts that the ruleset doesn't have. lacks is true if the ruleset doesn't have the save at all.
func fitted(p engine.Prepared, rs *ruleset.Ruleset) (save *engine.Prepared, lacks bool) {
	if fit, _ := engine.FittingSaves([]engine.Prepared{p}, rs); len(fit) == 1 {
		return &fit[0], false
	}
	return &p, true
}

// prepared returns the save that an ability asks others for, if it does.
func (a *Ability) prepared() (p engine.Prepared, saves bool) {
	if a.Save == nil {
		return p, false
	}
	p = engine.Prepared{Name: a.Name, Save: a.Save.Stat, DC: a.Save.DC}
	least := p
	var parts []string
	for _, d := range a.Damage {
		parts = append(parts, d.String())
	}
	p.Amount = strings.Join(parts, " + ")
	if p.Amount != "" {
		p.Success = string(ruleset.TakesNone)
		if a.Half {
			p.Success = string(ruleset.TakesHalf)
		}
	}
	brings(a.Text, &p)
	if _, err := engine.ParsePrepared(p.String()); err != nil { // kinds of damage can have names that no command takes
		return least, true
	}
	return p, true
}

// add gives a monster back what a fight keeps of it: everything except the numbers that its combatants have themselves. It keeps its hit dice unless
// they don't fit its hit points, which may have been rolled or typed.
func (m *Monster) add(b *engine.Block) {
	m.From, m.Adjust = cmp.Or(b.Book, b.From), b.Adjust
	if kind := (&Monster{HitDice: b.HitDice}); m.HP == 0 || m.HP == kind.AverageHP() {
		m.HitDice = b.HitDice
	}
	m.Rating, m.Worth, m.Is, m.Tags, m.Speed, m.Senses, m.Languages, m.Multiattack = b.Rating, b.Worth, b.Is, b.Tags, b.Speed, b.Senses,
		b.Languages, b.Multiattack
	for _, t := range b.Attacks {
		if a, has := m.FindAttack(t.Name); has {
			a.Reach, a.Range, a.Text = t.Reach, t.Range, t.Text
			if a.Kind == Melee && b.Either(a.Name) { // what a combatant has of it says melee
				a.Kind = Either
			}
		}
	}
	m.Saves = slices.DeleteFunc(m.Saves, func(p engine.Prepared) bool { return engine.FindAbility(b.Abilities, p.Name) != nil })
	for _, a := range b.Abilities {
		if a.As == "" {
			m.Saves = append(m.Saves, *a.Save)
			continue
		}
		to := Ability{Name: a.Name, As: a.As, Text: a.Text, Uses: a.Uses, Per: a.Per, Recharge: a.Recharge, Costs: a.Costs, Attack: a.Attack, Area: a.Area, One: a.One}
		if to.As == engine.AsAction {
			to.As = ""
		}
		if a.Save != nil {
			to.Save, to.Damage, to.Half = &Save{a.Save.Save, a.Save.DC}, dealt(a.Save.Amount), a.Save.Success == string(ruleset.TakesHalf)
			if p, _ := to.prepared(); p != *a.Save { // what is kept under its name says more
				m.Saves = append(m.Saves, *a.Save)
			}
		}
		m.Abilities = append(m.Abilities, to)
	}
}
