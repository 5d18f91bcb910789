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

// Block is what a fight needs to know of a kind of foe besides what each combatant has: the numbers and texts of its stat block, and what it can do. A
// fight keeps each once, as it was when foes of the kind joined or were planned, whatever becomes of the kind (MO-2). It is never changed. Only the GM
// may know it (MO-1).
type Block struct {
	Key         string       `json:"key,omitempty"`  // see [Block.Keyed]
	Monster     string       `json:"monster"`        // the name of the kind in its book
	Book        string       `json:"book,omitempty"` // the key of the book; empty: it is the server's own
	From        string       `json:"from,omitempty"` // the key of the book that the text of a server's own is from; empty: none
	Rating      string       `json:"rating,omitempty"`
	Adjust      string       `json:"adjust,omitempty"` // the word by which foes of the kind were made stronger or weaker (MO-31); everything here is after that
	Worth       *int         `json:"worth,omitempty"`  // instead of what the ruleset says about the rating
	Is          string       `json:"is,omitempty"`
	Tags        []string     `json:"tags,omitempty"`
	HitDice     string       `json:"hit_dice,omitempty"`
	Speed       string       `json:"speed,omitempty"`
	Senses      string       `json:"senses,omitempty"`
	Languages   string       `json:"languages,omitempty"`
	Resistances string       `json:"resistances,omitempty"` // as in the book; what the ruleset knows of them is the combatants'
	Multiattack string       `json:"multiattack,omitempty"` // see [Block.Steps]
	Attacks     []AttackText `json:"attacks,omitempty"`     // one for each attack; how it is made is in the combatants' weapons
	Abilities   []Ability    `json:"abilities,omitempty"`
}

// AttackText is what a stat block says about an attack besides how it is made.
type AttackText struct {
	Name  string `json:"name"`
	Reach int    `json:"reach,omitempty"`
	Range int    `json:"range,omitempty"`
	Text  string `json:"text,omitempty"` // as written, one line
}

// Ability is something a combatant can do or has other than an attack: of a stat block or, with nothing but a save, one that is kept with a character
// (NU-20).
type Ability struct {
	Name     string    `json:"name"`
	As       As        `json:"as,omitempty"`       // empty: a save that is kept with its combatant, which costs nothing but its pool
	Text     string    `json:"text,omitempty"`     // as written, one line
	Uses     int       `json:"uses,omitempty"`     // 0: not counted
	Per      Per       `json:"per,omitempty"`      // what Uses are for
	Recharge *Recharge `json:"recharge,omitempty"` // nil: it doesn't recharge; otherwise it has one use
	Costs    int       `json:"costs,omitempty"`    // of the pool for As; 0: one
	Attack   string    `json:"attack,omitempty"`   // the name of the attack that is made by using it
	Save     *Prepared `json:"save,omitempty"`     // what its targets save against
	Unsaved  bool      `json:"unsaved,omitempty"`  // the fight's ruleset has no such save, which is for the GM to read
	Area     string    `json:"area,omitempty"`     // such as "60-foot cone"
	One      bool      `json:"one,omitempty"`      // it has a single target
}

// As is when an ability of a stat block is used (MO-10). It is also the pool that it costs, where the ruleset has one of that name.
type As string

// The times to use abilities.
const (
	AsAction    As = "action"
	AsBonus     As = "bonus"
	AsReaction  As = "reaction"
	AsLegendary As = "legendary"
	AsTrait     As = "trait" // it is always there
)

// Per is how long an ability's uses have to last. The zero value is a fight.
type Per string

// How long uses last.
const (
	PerFight Per = "fight"
	PerRound Per = "round"
	PerTurn  Per = "turn" // of the combatant itself
)

// Recharge is how a spent ability comes back: at the start of each of its combatant's own turns, on a roll of at least Needs.
type Recharge struct {
	Roll  string `json:"roll,omitempty"` // dice notation; empty: a d6
	Needs int    `json:"needs"`
}

// Most returns how many uses of the ability its combatant has when they are full. 0: they aren't counted.
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

// shownPools returns pools as others than the GM know them: without the uses of abilities and what those have cost.
func shownPools(pools map[string]PoolUse) map[string]PoolUse {
	hides := false
	for key, use := range pools {
		hides = hides || IsUsesPool(key) || use != use.Shown()
	}
	if !hides {
		return pools
	}
	var out map[string]PoolUse
	for key, use := range pools {
		if use = use.Shown(); !IsUsesPool(key) && use != (PoolUse{}) {
			if out == nil {
				out = map[string]PoolUse{}
			}
			out[key] = use
		}
	}
	return out
}

// UsesLeft returns how many uses of an ability a combatant has left, and how many there are when they are full. of is 0 if they aren't counted.
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

// BlockOf returns the stat block of a combatant, nil if it has none. Combatants that belong to a player have what their owner may know, and no block.
func (s *State) BlockOf(c *Combatant) *Block {
	if c.Owner != "" {
		return nil
	}
	return s.Block(c.Block)
}

// Abilities returns what a combatant can do or has besides its attacks: those of its stat block in the order in which they stand there, then the saves
// that are kept with it (NU-20). The caller must not change them.
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

// keepSaves keeps with a combatant that a player has got what the player may know of its stat block: the saves that it asks others for in its turn.
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

// Keyed returns the block with its key, which follows from everything else in it: what is the same has the same key.
func (b Block) Keyed() *Block {
	b.Key = ""
	text, err := json.Marshal(b)
	if err != nil {
		panic(fmt.Sprintf("engine: a stat block can't be written: %v", err)) // it has nothing but texts and numbers
	}
	sum := sha256.Sum256(text)
	b.Key = hex.EncodeToString(sum[:8])
	return &b
}

// Step is a part of a multiattack: so many uses of one of some attacks or abilities.
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

// ParseSteps reads a multiattack, such as "Frightful Presence, 1 Bite, 2 Claw or Tail" (MO-21). A part without a number is one use. known are the names
// of the attacks and abilities there are; unknown is the first name that isn't among them, if there is one.
func ParseSteps(text string, known []string) (steps []Step, unknown string) {
	find := func(name string) (string, bool) {
		i := slices.IndexFunc(known, func(k string) bool { return SameName(k, name) })
		if i < 0 {
			return name, false
		}
		return known[i], true
	}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		step := Step{N: 1}
		if n, rest, found := strings.Cut(part, " "); found {
			if count, err := strconv.Atoi(n); err == nil && count > 0 {
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
			step.Of = append(step.Of, name)
		}
		steps = append(steps, step)
	}
	return steps, unknown
}

// orWord is between those of which one is used.
const orWord = "or"

// BlockKept keeps a stat block, which combatants and planned foes then name by its key.
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

// AbilityUsed is the use of an ability, which only the GM learns of (MO-19): what it does to others has events of its own.
type AbilityUsed struct {
	Combatant CombatantID `json:"combatant"`
	Ability   string      `json:"ability"`
	Costs     []PoolSpend `json:"costs,omitempty"` // of the ruleset's pools
	Left      int         `json:"left,omitempty"`  // of the uses
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

// UsesSet corrects what a combatant has left of an ability (MO-12).
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

// dropBlocks forgets the stat blocks that neither a combatant nor planned foes have any more.
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
