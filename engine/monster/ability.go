package monster

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/strictyaml"
)

// The limits of what a monster has besides attacks.
const (
	MaxAbilities = 40
	MaxUses      = 20
	MaxText      = 300 // of an ability, in characters
	maxLine      = 120 // of speed, senses and languages
)

// Ability is something a monster can do or has, other than an attack.
type Ability struct {
	Name     string           `json:"name"`
	As       engine.As        `json:"as,omitempty"`
	Text     string           `json:"text,omitempty"`     // as written, one line
	Uses     int              `json:"uses,omitempty"`     // 0: not counted
	Per      engine.Per       `json:"per,omitempty"`      // what Uses are for
	Recharge *engine.Recharge `json:"recharge,omitempty"` // nil: it doesn't recharge; otherwise it has one use
	Costs    int              `json:"costs,omitempty"`    // of the pool for As; 0: one
	Attack   string           `json:"attack,omitempty"`   // the name of the attack that is made by using it
	Save     *Save            `json:"save,omitempty"`
	Damage   []Damage         `json:"damage,omitempty"` // with a save that fails
	Half     bool             `json:"half,omitempty"`   // a save that succeeds takes half
	Area     string           `json:"area,omitempty"`   // such as "60-foot cone"
	One      bool             `json:"one,omitempty"`    // it has a single target
}

// Save is what a target saves against.
type Save struct {
	Stat string `json:"stat"`
	DC   int    `json:"dc"`
}

// String returns the save as people write it: "dex 21".
func (s Save) String() string { return s.Stat + " " + strconv.Itoa(s.DC) }

// Kind returns when the ability is used.
func (a *Ability) Kind() engine.As {
	if a.As == "" {
		return engine.AsAction
	}
	return a.As
}

// HasBlock reports whether more is known of a monster than its hit points, stats, attacks and saves (MO-2).
func (m *Monster) HasBlock() bool {
	return m.Rating+m.Is+m.Speed+m.Senses+m.Languages+m.Multiattack != "" || m.Worth != nil || len(m.Abilities) > 0
}

// FindAbility returns the ability with that name.
func (m *Monster) FindAbility(name string) (*Ability, bool) {
	i := slices.IndexFunc(m.Abilities, func(a Ability) bool { return engine.SameName(a.Name, strings.TrimSpace(name)) })
	if i < 0 {
		return nil, false
	}
	return &m.Abilities[i], true
}

// FindAttack returns the attack with that name.
func (m *Monster) FindAttack(name string) (*Attack, bool) {
	i := slices.IndexFunc(m.Attacks, func(a Attack) bool { return engine.SameName(a.Name, strings.TrimSpace(name)) })
	if i < 0 {
		return nil, false
	}
	return &m.Attacks[i], true
}

// Tidy removes references to attacks that the monster no longer has, from its multiattack and its abilities.
func (m *Monster) Tidy() {
	if _, unknown := engine.ParseSteps(m.Multiattack, m.Actions()); unknown != "" {
		m.Multiattack = ""
	}
	m.Abilities = slices.Clone(m.Abilities)
	for i := range m.Abilities {
		if a := &m.Abilities[i]; a.Attack != "" {
			if _, has := m.FindAttack(a.Attack); !has {
				a.Attack = ""
			}
		}
	}
}

// Actions returns the names of the attacks and abilities.
func (m *Monster) Actions() []string {
	var out []string
	for i := range m.Attacks {
		out = append(out, m.Attacks[i].Name)
	}
	for i := range m.Abilities {
		out = append(out, m.Abilities[i].Name)
	}
	return out
}

// ratingPattern matches a challenge rating or a level.
var ratingPattern = regexp.MustCompile(`^(-1|[0-9]|[1-3][0-9]|40|1/8|1/4|1/2)$`)

// Rated reports whether a text is a challenge rating or a level: a whole number from -1 to 40, or 1/8, 1/4 or 1/2.
func Rated(text string) bool { return ratingPattern.MatchString(text) }

// blockKeys adds the keys of a stat block.
func (r *reader) blockKeys(k *strictyaml.Keys, m *Monster) {
	k.Add("saves", "the saves that it asks others for besides those of its abilities, as `/monster save` takes them", savesList(), func(n *strictyaml.Node) { m.Saves = r.saves(n) })
	k.Add("from", "the book that its text is from, whose credit is shown with it", strictyaml.Words(bookKeys()...), func(n *strictyaml.Node) { m.From = n.Text })
	k.Text("rating", "its challenge rating or level", &m.Rating, strictyaml.Text(1, 4)).Then(func(n *strictyaml.Node) {
		if !Rated(m.Rating) {
			r.Problem(n, "rating: must be a whole number from -1 to 40, or 1/8, 1/4 or 1/2, not %s", strictyaml.Quote(m.Rating))
		}
	})
	k.Text("adjusted", "the word by which its numbers were already made stronger or weaker, such as elite; only shown", &m.Adjust, strictyaml.Text(1, 20))
	k.Add("worth", "what it is worth; default: what the ruleset says about its rating", strictyaml.Number(0, 1_000_000), func(n *strictyaml.Node) {
		if worth, err := strconv.Atoi(n.Text); err == nil {
			m.Worth = &worth
		}
	})
	k.Text("is", "what it is, such as Large dragon", &m.Is, strictyaml.Text(1, 60))
	k.Texts("tags", "more words to find it by", &m.Tags, strictyaml.ListOf(strictyaml.Text(1, 24), 8, "a list of at most 8 words"))
	k.Text("speed", "how it moves", &m.Speed, strictyaml.Text(1, maxLine))
	k.Text("senses", "what it notices", &m.Senses, strictyaml.Text(1, maxLine))
	k.Text("languages", "what it speaks", &m.Languages, strictyaml.Text(1, maxLine))
	k.Text("resistances", "what damage does less or more to it, such as `resist cold; immune fire, poison`", &m.Resistances, strictyaml.Text(1, MaxText))
	k.Text("multiattack", "the attacks and abilities of one action, such as `Frightful Presence, 1 Bite, 2 Claw or Tail`", &m.Multiattack, strictyaml.Text(1, 200)).Then(func(*strictyaml.Node) {
		m.Multiattack = tidy(m.Multiattack)
	})
	k.Add("abilities", "what else it can do or has", strictyaml.ListOf(r.abilityKeys(&Ability{}).Spec(), MaxAbilities, "a list of at most 40 abilities"), func(n *strictyaml.Node) { m.Abilities = r.abilities(n) })
}

func (r *reader) abilityKeys(a *Ability) *strictyaml.Keys {
	k := strictyaml.NewKeys("an ability")
	k.Text("name", "what it is called", &a.Name, strictyaml.Text(1, 50)).Then(func(n *strictyaml.Node) {
		if a.Name = tidy(a.Name); strings.ContainsAny(a.Name, ",;") {
			r.Problem(n, "name: the name of an ability can't have commas or semicolons")
		}
	}).Must()
	strictyaml.Choice(k, "as", "when it is used; default: `action`", &a.As, engine.AsAction, engine.AsBonus, engine.AsReaction, engine.AsLegendary, engine.AsTrait)
	k.Text("text", "what it does, shown as written", &a.Text, strictyaml.Text(1, MaxText))
	k.Number("uses", "how often it can be used", &a.Uses, 1, MaxUses)
	k.Add("per", "what the uses are for; default: `fight`, as are `day` and `rest`", strictyaml.Words("fight", "day", "rest", "round", "turn"), func(n *strictyaml.Node) {
		a.Per = PerOf(n.Text)
	})
	k.Add("recharge", "the lowest result of a d6 that brings it back at the start of a turn, or a roll and what it needs",
		strictyaml.Or(strictyaml.Number(2, 6), r.rechargeKeys(&engine.Recharge{}).Spec()), func(n *strictyaml.Node) {
			a.Recharge = &engine.Recharge{}
			if n.Kind == strictyaml.Mapping {
				r.rechargeKeys(a.Recharge).Read(n)
				expr, err := dice.Parse(a.Recharge.Roll)
				if _, most := expr.Range(); err == nil && expr.HasDice() && a.Recharge.Needs > most {
					r.Problem(n.Get("needs"), "needs: %s shows at most %d, so it would never come back; write a lower number", a.Recharge.Roll, most)
				}
			} else if needs, err := strconv.Atoi(n.Text); err == nil {
				a.Recharge.Needs = needs
			}
		})
	k.Number("costs", "how much of the pool for `as` it costs; default: 1", &a.Costs, 1, 9)
	k.Text("attack", "the name of the attack that is made by using it", &a.Attack, strictyaml.Text(1, 50))
	k.Add("save", "what its targets save against, such as dex 21", strictyaml.Text(1, 40), func(n *strictyaml.Node) {
		save, ok := ParseSave(n.Text)
		if !ok {
			r.Problem(n, "save: must be a stat and a number from 0 to 1000, such as dex 21, not %s", strictyaml.Quote(n.Text))
		}
		a.Save = &save
	})
	r.damageKey(k, "what a save that fails takes, each part with its type", &a.Damage)
	k.YesNo("half", "whether a save that succeeds takes half", &a.Half)
	k.Text("area", "where it is, such as 60-foot cone", &a.Area, strictyaml.Text(1, 60))
	k.Add("who", "how many it targets; default: `each`", strictyaml.Words("each", "one"), func(n *strictyaml.Node) { a.One = n.Text == "one" })
	return k
}

func (r *reader) rechargeKeys(c *engine.Recharge) *strictyaml.Keys {
	k := strictyaml.NewKeys("a recharge")
	k.Add("roll", "what is rolled", strictyaml.Text(1, 20), func(n *strictyaml.Node) {
		if expr, err := dice.Parse(n.Text); err != nil || !expr.HasDice() {
			r.Problem(n, "roll: must be dice such as d8, not %s", strictyaml.Quote(n.Text))
		}
		c.Roll = n.Text
	}).Must()
	k.Number("needs", "the lowest result that brings it back", &c.Needs, 1, 1000).Must()
	return k
}

// ParseSave reads a save such as "dex 21". It reports whether the text is one.
func ParseSave(text string) (Save, bool) {
	words := strings.Fields(text)
	if len(words) != 2 || !keyPattern.MatchString(strings.ToLower(words[0])) {
		return Save{}, false
	}
	dc, err := strconv.Atoi(words[1])
	return Save{strings.ToLower(words[0]), dc}, err == nil && dc >= 0 && dc <= MaxDC
}

// PerOf returns the period that a word for limited uses means. Anything longer than a fight, such as a day or a rest, counts as the fight.
func PerOf(text string) engine.Per {
	switch per := engine.Per(strings.ToLower(text)); per {
	case engine.PerRound, engine.PerTurn:
		return per
	default:
		return ""
	}
}

// tidy returns a name, or several, without invisible characters and with single spaces, as a fight stores them.
func tidy(text string) string { return strings.Join(strings.Fields(engine.CleanName(text)), " ") }

// abilities returns the abilities of a monster.
func (r *reader) abilities(n *strictyaml.Node) []Ability {
	var out []Ability
	for _, item := range mappings(n) {
		a := Ability{}
		r.abilityKeys(&a).Read(item)
		a.Text, a.Attack = engine.CleanName(a.Text), tidy(a.Attack)
		r.checkAbility(item, &a)
		out = append(out, a)
	}
	return out
}

// checkAbility refuses an ability that contradicts itself (MO-9).
func (r *reader) checkAbility(n *strictyaml.Node, a *Ability) {
	switch {
	case a.Uses > 0 && a.Recharge != nil:
		r.Problem(r.KeyOf(n, "uses"), "uses: what recharges has one use; leave out uses or recharge")
	case a.Per != "" && a.Uses == 0:
		r.Problem(r.KeyOf(n, "per"), "per: say with uses how many there are")
	}
	if a.Attack != "" && a.Save != nil {
		r.Problem(r.KeyOf(n, "attack"), "attack: an ability has an attack or a save; leave one out")
	}
	if a.As == engine.AsTrait && a.Costs > 0 {
		r.Problem(r.KeyOf(n, "costs"), "costs: a trait costs nothing; leave out costs, or say with as when it is used")
	}
	if a.Save == nil {
		for _, key := range []string{"damage", "half", "area", "who"} {
			if n.Get(key) != nil {
				r.Problem(r.KeyOf(n, key), "%s: say with save what the targets save against, such as save: dex 21", key)
			}
		}
	}
}

// checkBlock refuses references to things that the monster doesn't have, and two things with the same name (MO-9).
func (r *reader) checkBlock(n *strictyaml.Node, m *Monster) {
	for i, item := range mappings(n.Get("abilities")) {
		a := &m.Abilities[i]
		if _, ok := m.FindAttack(a.Attack); a.Attack != "" && !ok {
			r.Problem(item.Get("attack"), "attack: %s has no attack called %s", strictyaml.Clip(m.Name), strictyaml.Clip(a.Attack))
		}
		_, attack := m.FindAttack(a.Name)
		twice := slices.ContainsFunc(m.Abilities[:i], func(b Ability) bool { return engine.SameName(a.Name, b.Name) })
		if a.Name != "" && (attack || twice) {
			r.Problem(item.Get("name"), "name: there are two attacks or abilities called %s; give each a name of its own", strictyaml.Clip(a.Name))
		}
	}
	if _, unknown := engine.ParseSteps(m.Multiattack, m.Actions()); m.Multiattack != "" && unknown != "" {
		r.Problem(n.Get("multiattack"), "multiattack: %s has no attack or ability called %s", strictyaml.Clip(m.Name), strictyaml.Clip(unknown))
	}
	if size := m.Size(); size > MaxStored {
		r.Problem(n, "%s takes %d bytes, and a monster can take at most %d; shorten its texts or leave out abilities", strictyaml.Clip(m.Name), size, MaxStored)
	}
}
