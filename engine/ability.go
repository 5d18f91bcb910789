package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// abilityEvents lists the events of stat blocks and abilities.
func abilityEvents() []codec {
	return []codec{
		{"block-kept", 1, BlockKept{}},
		{"ability-used", 1, AbilityUsed{}},
		{"uses-set", 1, UsesSet{}},
	}
}

// Block is the stat block of a kind of foe: the numbers and texts that its combatants don't carry themselves, and what it can do. A fight
// keeps one copy, taken when foes of the kind first joined or were planned; later changes to the kind don't affect it (MO-2). A Block is never
// changed. Only the GM may see it (MO-1).
type Block struct {
	Key         string       `json:"key,omitempty"`  // see [Block.Keyed]
	Monster     string       `json:"monster"`        // the kind's name in its book
	Book        string       `json:"book,omitempty"` // the key of the book; empty: the server's own
	From        string       `json:"from,omitempty"` // the key of the book that a server's own monster was copied from; empty: none
	Rating      string       `json:"rating,omitempty"`
	Adjust      string       `json:"adjust,omitempty"` // the word for how the kind was made stronger or weaker (MO-31); the other fields already include it
	Worth       *int         `json:"worth,omitempty"`  // overrides what the ruleset says the rating is worth
	Is          string       `json:"is,omitempty"`
	Tags        []string     `json:"tags,omitempty"`
	HitDice     string       `json:"hit_dice,omitempty"`
	Speed       string       `json:"speed,omitempty"`
	Senses      string       `json:"senses,omitempty"`
	Languages   string       `json:"languages,omitempty"`
	Resistances string       `json:"resistances,omitempty"` // as in the book; those that the ruleset knows are in Combatant.Resists
	Multiattack string       `json:"multiattack,omitempty"` // see [Block.Steps]
	Attacks     []AttackText `json:"attacks,omitempty"`     // the combatants' weapons say how each is made
	Abilities   []Ability    `json:"abilities,omitempty"`
}

// AttackText is what a stat block says about an attack apart from how it is made.
type AttackText struct {
	Name  string `json:"name"`
	Reach int    `json:"reach,omitempty"`
	Range int    `json:"range,omitempty"`
	Text  string `json:"text,omitempty"` // as written, one line
}

// Ability is anything in a stat block other than an attack. A save kept with a character is an ability too, with nothing but a name and the
// save (NU-20).
type Ability struct {
	Name     string    `json:"name"`
	As       As        `json:"as,omitempty"`       // empty: a save kept with its combatant, which costs nothing but its pool
	Text     string    `json:"text,omitempty"`     // as written, one line
	Uses     int       `json:"uses,omitempty"`     // 0: not counted
	Per      Per       `json:"per,omitempty"`      // the period that Uses is for
	Recharge *Recharge `json:"recharge,omitempty"` // nil: it doesn't recharge; otherwise it has one use
	Costs    int       `json:"costs,omitempty"`    // of the pool for As; 0: one
	Attack   string    `json:"attack,omitempty"`   // the name of the attack that using it makes
	Save     *Prepared `json:"save,omitempty"`     // what its targets save against
	Unsaved  bool      `json:"unsaved,omitempty"`  // the fight's ruleset has no such save, so the GM has to resolve it
	Area     string    `json:"area,omitempty"`     // such as "60-foot cone"
	One      bool      `json:"one,omitempty"`      // it has a single target
}

// As says what kind of action an ability takes (MO-10). If the ruleset has a pool of that name, the ability costs some of it.
type As string

// The kinds of abilities.
const (
	AsAction    As = "action"
	AsBonus     As = "bonus"
	AsReaction  As = "reaction"
	AsLegendary As = "legendary"
	AsTrait     As = "trait" // always in effect
)

// Per is the period after which an ability's uses come back. The zero value means PerFight.
type Per string

// The periods.
const (
	PerFight Per = "fight"
	PerRound Per = "round"
	PerTurn  Per = "turn" // the combatant's own
)

// Recharge is how a spent ability comes back: at the start of each of its combatant's own turns, on a roll of at least Needs.
type Recharge struct {
	Roll  string `json:"roll,omitempty"` // dice notation; empty: a d6
	Needs int    `json:"needs"`
}

// Most returns how many uses a combatant has at most, or 0 if they aren't counted.
func (a *Ability) Most() int {
	if a.Recharge != nil {
		return 1
	}
	return a.Uses
}

// Back returns when uses of the ability come back, as encounter.json has it: "fight", "round", "turn" or "recharge 5".
func (a *Ability) Back() string {
	switch {
	case a.Recharge != nil:
		return withKey("recharge", strconv.Itoa(a.Recharge.Needs))
	case a.Per == "":
		return string(PerFight)
	}
	return string(a.Per)
}

// Saves reports whether the ability asks its targets for a save that the fight's ruleset has.
func (a *Ability) Saves() bool { return a.Save != nil && !a.Unsaved }

// UsesPool returns the key under which a combatant's pools count the uses of an ability. No ruleset has a pool with such a key, and only the GM may know
// what is in it.
func UsesPool(ability string) string { return usesPrefix + strings.ToLower(ability) }

const usesPrefix = "uses:"

// IsUsesPool reports whether a pool's key is one of [UsesPool].
func IsUsesPool(key string) bool { return strings.HasPrefix(key, usesPrefix) }

// UsesLeft returns how many uses of an ability a combatant has left, out of how many. of is 0 if they aren't counted.
func (c *Combatant) UsesLeft(a *Ability) (left, of int) {
	of = a.Most()
	return max(0, of-c.Pools[UsesPool(a.Name)].Spent), of
}

// Block returns the stat block with that key, or nil.
func (s *State) Block(key string) *Block {
	i := slices.IndexFunc(s.Blocks, func(b *Block) bool { return b.Key == key })
	if key == "" || i < 0 {
		return nil
	}
	return s.Blocks[i]
}

// BlockOf returns a combatant's stat block, or nil if it has none. A player's combatant has none, because its owner may not see it.
func (s *State) BlockOf(c *Combatant) *Block {
	if c.Owner != "" {
		return nil
	}
	return s.Block(c.Block)
}

// Abilities returns what a combatant can do or has besides its attacks: the abilities of its stat block, in that order, then the saves kept
// with it (NU-20). The caller must not change them.
func (s *State) Abilities(c *Combatant) []Ability {
	var out []Ability
	if b := s.BlockOf(c); b != nil {
		out = b.Abilities
	}
	for _, p := range c.OwnSaves() {
		if FindAbility(out, p.Name) == nil {
			out = append(slices.Clip(out), Ability{Name: p.Name, Save: &p})
		}
	}
	return out
}

// keepSaves gives a combatant that now belongs to a player the part of its stat block that the player may know: the saves that it asks of
// others in its own turn.
func (s *State) keepSaves(c *Combatant) {
	b := s.Block(c.Block)
	if b == nil || c.Owner == "" || c.Prepared != "" {
		return
	}
	var saves []Prepared
	for _, a := range b.Abilities {
		if a.Saves() && (a.As == "" || a.As == AsAction || a.As == AsBonus) && len(saves) < MaxPrepared {
			saves = append(saves, *a.Save)
		}
	}
	c.Prepared = PreparedText(saves)
}

// FindAbility returns the ability with that name, or nil.
func FindAbility(all []Ability, name string) *Ability {
	i := slices.IndexFunc(all, func(a Ability) bool { return SameName(a.Name, name) })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// Keyed returns the block with its key, a hash of everything else in it. Equal blocks have equal keys.
func (b Block) Keyed() *Block {
	b.Key = ""
	text, err := json.Marshal(b)
	if err != nil {
		panic(fmt.Sprintf("engine: a stat block can't be written: %v", err)) // can't happen: it holds only texts and numbers
	}
	sum := sha256.Sum256(text)
	b.Key = hex.EncodeToString(sum[:8])
	return &b
}

// Either reports whether the block says of an attack of that name that it is made up close or from a distance: it has a reach and a range. A
// nil block has none.
func (b *Block) Either(attack string) bool {
	return b != nil && slices.ContainsFunc(b.Attacks, func(t AttackText) bool { return SameName(t.Name, attack) && t.Reach > 0 && t.Range > 0 })
}

// Step is one part of a multiattack: N uses, each of any attack or ability in Of.
type Step struct {
	N  int      `json:"n"`
	Of []string `json:"of"` // names of attacks and abilities, at least one
}

// Steps returns the parts of the multiattack (MO-21).
func (b *Block) Steps() []Step {
	if b.Multiattack == "" {
		return nil
	}
	var names []string
	for i := range b.Attacks {
		names = append(names, b.Attacks[i].Name)
	}
	for i := range b.Abilities {
		names = append(names, b.Abilities[i].Name)
	}
	steps, _ := ParseSteps(b.Multiattack, names)
	return steps
}

// ParseSteps reads a multiattack, such as "Frightful Presence, 1 Bite, 2 Claw or Tail" (MO-21). A part without a number is one use. known
// lists all attacks and abilities; unknown is the first name that isn't in it, or empty.
func ParseSteps(text string, known []string) (steps []Step, unknown string) {
	find := func(name string) (string, bool) {
		i := slices.IndexFunc(known, func(k string) bool { return SameName(k, name) })
		if i < 0 {
			return name, false
		}
		return known[i], true
	}
	used := 0
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		step := Step{N: 1}
		if n, rest, found := strings.Cut(part, " "); found {
			if count, err := strconv.Atoi(n); err == nil && count > 0 && count <= MaxStep-used {
				step.N, part = count, rest
			}
		}
		either := strings.Split(part, " "+orWord+" ")
		if _, whole := find(part); whole {
			either = []string{part}
		}
		for _, name := range either {
			name, is := find(strings.TrimSpace(name))
			if !is && unknown == "" {
				unknown = name
			}
			if !slices.Contains(step.Of, name) {
				step.Of = append(step.Of, name)
			}
		}
		steps, used = append(steps, step), used+step.N
	}
	return steps, unknown
}

// MaxStep is how often the parts of a multiattack can be used at most, counted together. A higher number is taken for part of a name.
const MaxStep = 20

// orWord separates the alternatives of a step.
const orWord = "or"

// BlockKept adds a stat block to the fight. Combatants and planned foes then refer to it by its key.
type BlockKept struct {
	Block Block `json:"block"`
}

func (e BlockKept) apply(s *State) {
	if s.Block(e.Block.Key) == nil {
		s.Blocks = append(slices.Clip(s.Blocks), &e.Block)
	}
}

func (BlockKept) seen(Sight) (Event, bool) { return nil, true }
func (BlockKept) hides() bool              { return true }

// AbilityUsed records the use of an ability. Only the GM learns of it (MO-19); what it does to others is in other events.
type AbilityUsed struct {
	Combatant CombatantID `json:"combatant"`
	Ability   string      `json:"ability"`
	Costs     []PoolSpend `json:"costs,omitempty"` // from the ruleset's pools
	Left      int         `json:"left,omitempty"`  // uses left
	Of        int         `json:"of,omitempty"`    // 0: they aren't counted
	Ticks     *int        `json:"ticks,omitempty"` // how far it takes the turn on the clock (RS-38)
}

func (e AbilityUsed) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil {
		return
	}
	c.spendQuietly(e.Costs, s.Turn)
	c.addTicks(e.Ticks)
	if e.Of > 0 {
		c.setPool(UsesPool(e.Ability), PoolUse{Spent: e.Of - e.Left})
	}
}

func (AbilityUsed) seen(Sight) (Event, bool) { return nil, false }
func (AbilityUsed) hides() bool              { return true }
func (AbilityUsed) aside() bool              { return true }

// UsesSet corrects how many uses of an ability a combatant has left (MO-12).
type UsesSet struct {
	Combatant CombatantID `json:"combatant"`
	Ability   string      `json:"ability"`
	Left      int         `json:"left"`
	Of        int         `json:"of"`
}

func (e UsesSet) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.setPool(UsesPool(e.Ability), PoolUse{Spent: e.Of - e.Left})
	}
}

func (UsesSet) seen(Sight) (Event, bool) { return nil, false }
func (UsesSet) hides() bool              { return true }
func (UsesSet) aside() bool              { return true }

// dropBlocks drops the stat blocks that no combatant or planned foe uses any more.
func (s *State) dropBlocks() {
	if len(s.Blocks) == 0 {
		return
	}
	used := map[string]bool{}
	for i := range s.Combatants {
		used[s.Combatants[i].Block] = true
	}
	for i := range s.Waves {
		for _, n := range s.Waves[i].Foes {
			used[n.Block] = true
		}
	}
	s.Blocks = slices.DeleteFunc(slices.Clone(s.Blocks), func(b *Block) bool { return !used[b.Key] })
	if len(s.Blocks) == 0 {
		s.Blocks = nil
	}
}
