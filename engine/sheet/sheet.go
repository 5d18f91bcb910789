package sheet

import (
	"cmp"
	"regexp"
	"strings"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/monster"
)

// The limits of a sheet (CR-1).
const (
	MaxNumbers = 120 // numbers, saves and skills together
	MaxAttacks = 20
	MaxRolls   = 50
	MaxValue   = 100_000 // of a number, on either side of 0
	MaxParts   = 6       // of an attack's damage
	maxListed  = 40      // defences of a kind
)

// Format is where a sheet comes from (CR-45).
type Format string

// The formats.
const (
	Pathbuilder     Format = "pathbuilder"
	FoundryFiveE    Format = "foundry-dnd5e"
	FoundryPathfind Format = "foundry-pf2e"
	DnDBeyond       Format = "dndbeyond"
	Roundel         Format = "roundel"
)

// PlainCheck is what all formats but the bot's own roll for checks.
const PlainCheck = "d20 + modifier"

// Sheet is what a file says of a character. Names of numbers, saves and skills are those of CR-3.
type Sheet struct {
	Name    string            `json:"name"`
	Format  Format            `json:"format"`
	HP      *int              `json:"hp,omitempty"`     // present hit points; nil: the file doesn't state them
	MaxHP   int               `json:"max_hp,omitempty"` // 0: not known
	Numbers map[string]int    `json:"numbers,omitempty"`
	Saves   map[string]int    `json:"saves,omitempty"`
	Skills  map[string]int    `json:"skills,omitempty"`
	Stats   []engine.StatPair `json:"stats,omitempty"` // the character's own, by the rulesets' keys
	Attacks []monster.Attack  `json:"attacks,omitempty"`
	Rolls   []Roll            `json:"rolls,omitempty"`
	Defence Defences          `json:"defences"`
	Check   string            `json:"check,omitempty"` // a roll with the name modifier
}

// Roll is a named roll.
type Roll struct {
	Name string `json:"name"`
	Dice string `json:"dice"`
}

// Defences are shown, never calculated.
type Defences struct {
	Resists []string `json:"resists,omitempty"`
	Immune  []string `json:"immune,omitempty"`
	Weak    []string `json:"weak,omitempty"`
}

// InFight returns the sheet as a fight keeps it (CR-45), or nil for a nil one.
func (s *Sheet) InFight() *engine.Sheet {
	if s == nil {
		return nil
	}
	out := &engine.Sheet{Format: string(s.Format), Numbers: s.Numbers, Saves: s.Saves, Skills: s.Skills, Check: s.Check,
		Defence: engine.SheetDefences(s.Defence)}
	for _, a := range s.Attacks {
		in := engine.SheetAttack{Name: a.Name, Kind: string(cmp.Or(a.Kind, monster.Melee))}
		if a.Bonus != nil {
			in.Bonus = *a.Bonus
		}
		for _, d := range a.Damage {
			in.Damage = append(in.Damage, d.String())
		}
		out.Attacks = append(out.Attacks, in)
	}
	for _, r := range s.Rolls {
		out.Rolls = append(out.Rolls, engine.SheetRoll(r))
	}
	return out
}

// Reason says why something was left out.
type Reason string

// The reasons.
const (
	Missing     Reason = "missing"     // a part of its sum isn't in the file
	NotWhole    Reason = "not-whole"   // it, or a part of its sum, is a fraction or a text
	OutOfRange  Reason = "range"       // beyond ±MaxValue, or hit points that nobody can have
	Changed     Reason = "changed"     // something changes it that its sum doesn't know
	Conditional Reason = "conditional" // it changes a number only sometimes
	TooMany     Reason = "too-many"
	NotEquipped Reason = "not-equipped"
	NoBonus     Reason = "no-bonus"  // an attack without a bonus
	NotDice     Reason = "not-dice"  // an attack whose damage isn't dice
	NoResults   Reason = "no-result" // the format doesn't state it
	Unclear     Reason = "unclear"   // it contradicts itself, such as two armors at once, or has the wrong type
)

// Left is something that was left out: a number by its key, or an attack, an effect or the like by its name.
type Left struct {
	What string
	Why  Reason
	By   string // what is missing, or what changes it
}

// keyPattern matches names of numbers (CR-2).
var keyPattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// IsKey reports whether a number can have a name: it isn't a word of formulas, nor d and a digit (CR-2).
func IsKey(name string) bool { return keyPattern.MatchString(name) && !formula.Reserved(name) }

// keyOf returns a name as a key: "Sleight of hand" is sleight_of_hand.
func keyOf(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '\'' || r == '’' }), "_")
}
