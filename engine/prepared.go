package engine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Prepared is a save kept with a character or monster (NU-20). It may have been written for another ruleset than the fight's.
type Prepared struct {
	Name, Save      string // its name, and the stat that is saved with, or that stat's name
	DC              int
	Amount, Success string // as typed for /save; empty: not given
	Effect          string
	Duration        string
	Repeat          bool
	Pool            string
}

// The limits of prepared saves. MaxPreparedText is for the text of all saves of one combatant.
const (
	MaxPrepared     = 12
	MaxPreparedText = 2000
	maxPreparedName = 50
	mostDC          = 1000
)

// preparedKeys are the words with which the parts of a prepared save begin, all but its name and its amount.
var preparedKeys = []string{"save", "dc", "success", "effect", "duration", "repeat", "pool"}

var saveNamePattern = regexp.MustCompile(`^\pL[\pL\pN_ -]{0,29}$`)

// ParsePrepared reads prepared saves, separated by semicolons or line breaks:
//
//	Fire Breath, save dex, dc 21, 18d6 fire, pool recharge; Frightful Presence, save wis, dc 19, effect Frightened, repeat
//
// If two have the same name, the later one counts. A part that is there twice is refused. Errors are *[Error] with code Invalid.
func ParsePrepared(text string) ([]Prepared, error) {
	var out []Prepared
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		p, err := parsePrepared(part)
		if err != nil {
			return nil, err
		}
		out = slices.DeleteFunc(out, func(old Prepared) bool { return SameName(old.Name, p.Name) })
		out = append(out, p)
	}
	if len(out) > MaxPrepared {
		return nil, Refuse(Invalid, reason.TooManyPrepared, Args{Count: len(out), High: MaxPrepared})
	}
	return out, nil
}

func parsePrepared(text string) (Prepared, error) {
	parts := strings.Split(text, ",")
	p, hasDC := Prepared{Name: strings.Join(strings.Fields(parts[0]), " ")}, false
	if err := CheckText(p.Name, maxPreparedName, reason.PreparedName); err != nil {
		return p, err
	}
	var typed []string // the keys of the parts so far; that of an amount is empty
	for i := 1; i < len(parts); i++ {
		part := strings.Join(strings.Fields(parts[i]), " ")
		if part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, " ")
		wrong := Refuse(Invalid, reason.PreparedPart, Args{Name: p.Name, Text: part})
		key = strings.ToLower(key)
		if !slices.Contains(preparedKeys, key) {
			key = ""
		}
		if slices.Contains(typed, key) {
			return p, wrong
		}
		typed = append(typed, key)
		switch key {
		case "save":
			p.Save = value
			if !saveNamePattern.MatchString(value) {
				return p, wrong
			}
		case "dc":
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 || n > mostDC {
				return p, Refuse(Invalid, reason.CheckNumber, Args{Option: "dc", Low: 0, High: mostDC})
			}
			p.DC, hasDC = n, true
		case "success":
			p.Success = strings.ToLower(value)
			if share := ruleset.SaveShare(p.Success); share != ruleset.TakesNone && share != ruleset.TakesHalf {
				return p, wrong
			}
		case "effect":
			p.Effect = value
			if CheckText(value, 200, "") != nil {
				return p, wrong
			}
		case "duration":
			if i+1 < len(parts) && isDuration(value+", "+parts[i+1]) { // "1 round, end of source's turn"
				i++
				value += ", " + strings.Join(strings.Fields(parts[i]), " ")
			}
			p.Duration = value
			if !isDuration(value) || value == "" {
				return p, wrong
			}
		case "repeat":
			p.Repeat = true
			if value != "" {
				return p, wrong
			}
		case "pool":
			p.Pool = value
			if CheckText(value, 50, "") != nil {
				return p, wrong
			}
		default: // an amount
			if _, err := (*ruleset.Damage)(nil).ParseSavedAmount(part); err != nil || strings.TrimLeft(part, "+-−") != part {
				return p, wrong
			}
			p.Amount = part
		}
	}
	if p.Save == "" || !hasDC {
		return p, Refuse(Invalid, reason.PreparedLacks, Args{Name: p.Name})
	}
	return p, nil
}

func isDuration(text string) bool {
	_, err := ruleset.ParseDuration(text)
	return err == nil
}

// String returns the save as [ParsePrepared] reads it.
func (p Prepared) String() string {
	parts := []string{p.Name, withKey("save", p.Save), withKey("dc", strconv.Itoa(p.DC))}
	if p.Amount != "" {
		parts = append(parts, p.Amount)
	}
	parts = append(parts, p.Results()...)
	if p.Pool != "" {
		parts = append(parts, withKey("pool", p.Pool))
	}
	return strings.Join(parts, ", ")
}

// Results returns the parts that say what a success takes and what effect a failure brings, as they are typed.
func (p Prepared) Results() []string {
	var parts []string
	for _, part := range []struct{ key, value string }{{"success", p.Success}, {"effect", p.Effect}, {"duration", p.Duration}} {
		if part.value != "" {
			parts = append(parts, withKey(part.key, part.value))
		}
	}
	if p.Repeat {
		parts = append(parts, "repeat")
	}
	return parts
}

// withKey returns a part of a prepared save as typed: key and value, or the value alone.
func withKey(key, value string) string { return strings.TrimSpace(key + " " + value) }

// MarshalText returns the save as [ParsePrepared] reads it, which is also how it is stored.
func (p Prepared) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Prepared) UnmarshalText(text []byte) (err error) {
	*p, err = parsePrepared(string(text))
	return err
}

// PreparedText returns saves as they are stored with a combatant, one per line.
func PreparedText(all []Prepared) string {
	lines := make([]string, len(all))
	for i, p := range all {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// OwnSaves returns the saves kept with a combatant itself, not in its stat block.
func (c *Combatant) OwnSaves() []Prepared {
	if c.Prepared == "" {
		return nil
	}
	all, err := ParsePrepared(c.Prepared)
	if err != nil { // can't happen: they were checked when they were saved
		return nil
	}
	return all
}

// PreparedSaves returns the saves among a combatant's abilities.
func (s *State) PreparedSaves(c *Combatant) []Prepared {
	var out []Prepared
	for _, a := range s.Abilities(c) {
		if a.Saves() {
			out = append(out, *a.Save)
		}
	}
	return out
}

// FittingSaves returns the saves as they can be made under a ruleset. leftOut lists what it has no rules for: the names of saves that nobody
// can make there, and parts left out of the others, such as "Fire Breath: pool recharge" (NU-20).
func FittingSaves(all []Prepared, rs *ruleset.Ruleset) (fit []Prepared, leftOut []string) {
	for _, p := range all {
		stat, known := rs.SaveStat(p.Save)
		if !known {
			leftOut = append(leftOut, p.Name)
			continue
		}
		p.Save = stat
		without := func(part string) { leftOut = append(leftOut, p.Name+": "+part) }
		if p.Pool != "" && rs.Pool(ruleset.PoolKey(p.Pool)) == nil {
			without(withKey("pool", p.Pool))
			p.Pool = ""
		}
		if p.Repeat && rs.Save == nil {
			without("repeat")
			p.Repeat = false
		}
		if d, err := ruleset.ParseDuration(p.Duration); err != nil || DurationFault(d, rs) != "" {
			without(withKey("duration", p.Duration))
			p.Duration = ""
		}
		fit = append(fit, p)
	}
	return fit, leftOut
}

// DurationFault returns why an effect can't last this long under a ruleset, or "" if it can.
func DurationFault(d ruleset.Duration, rs *ruleset.Ruleset) reason.Reason {
	switch ticks := rs.Order.Shape == ruleset.Ticks; {
	case d.End == ruleset.Ticked && !ticks:
		return reason.NoClock
	case ticks && (d.End == ruleset.EndOfRound || d.Clock == ruleset.RoundsEnd):
		return reason.NoRounds
	case d.Seconds > 0 && rs.RoundSeconds == 0:
		return reason.NoRoundLength
	}
	return ""
}
