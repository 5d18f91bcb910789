package input

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/attack"
	"roundel/engine/command"
)

// Options are the values that the user gave, by the name of the option or field.
type Options map[string]string

// Text returns an option without blanks around it; empty if it was left out.
func (o Options) Text(name string) string { return strings.TrimSpace(o[name]) }

// Flag reports whether a switch is on.
func (o Options) Flag(name string) bool { return o[name] == "true" }

// Number returns a whole number, or nil if the option was left out.
func (o Options) Number(name string) *int {
	n, err := strconv.Atoi(o.Text(name))
	if err != nil {
		return nil // left out: Discord only accepts whole numbers
	}
	return &n
}

// Whole returns a whole number, or 0 if the option was left out.
func (o Options) Whole(name string) int {
	if n := o.Number(name); n != nil {
		return *n
	}
	return 0
}

// user returns a user, or nil if the option was left out.
func (o Options) user(name string) *engine.UserID {
	id := engine.UserID(o.Text(name))
	if id == "" {
		return nil
	}
	return &id
}

// flagged returns true or false, or nil if the option was left out.
func (o Options) flagged(name string) *bool {
	if _, given := o[name]; !given {
		return nil
	}
	on := o.Flag(name)
	return &on
}

// Do returns the command for what was typed.
func Do(o Options) command.Command {
	return command.Do{Activity: o.Text("activity"), Ticks: o.Number("ticks"), Type: o.Text("type"), Once: o.Flag("once"), Main: o.Flag("main"), Who: o.Text("who")}
}

// Reserve returns the command for what was typed.
func Reserve(o Options) command.Command {
	return command.Reserve{Ticks: o.Whole("ticks"), Who: o.Text("who")}
}

// React returns the command for what was typed.
func React(o Options) command.Command {
	return command.React{Activity: o.Text("activity"), Ticks: o.Number("ticks"), Who: o.Text("who")}
}

// Use returns the command for what was typed.
func Use(o Options) command.Command {
	return command.Use{Pool: o.Text("pool"), Amount: o.Number("amount"), Who: o.Text("who")}
}

// Move returns the command for what was typed.
func Move(o Options) command.Command {
	return command.Move{Leaving: o.Text("leaving"), Terrain: o.Text("terrain"), Who: o.Text("who")}
}

// Engage returns the command for what was typed.
func Engage(o Options) command.Command {
	return command.Engage{Target: o.Text("target"), Who: o.Text("who")}
}

// Disengage returns the command for what was typed.
func Disengage(o Options) command.Command {
	return command.Disengage{Target: o.Text("target"), Who: o.Text("who")}
}

// Long returns the command for what was typed.
func Long(o Options) command.Command {
	return command.Long{Activity: o.Text("activity"), Duration: o.Text("duration"), Ticks: o.Number("ticks"), Who: o.Text("who")}
}

// Define returns the command for what was typed.
func Define(o Options) command.Command {
	return command.Define{Activity: o.Text("activity"), Ticks: o.Whole("ticks")}
}

// Forget returns the command for what was typed.
func Forget(o Options) command.Command { return command.Forget{Activity: o.Text("activity")} }

// Morale returns the command for what was typed.
func Morale(o Options) command.Command {
	return command.Morale{Who: o.Text("who"), Roll: o.Number("roll")}
}

// Strike returns the command for what was typed.
func Strike(o Options) command.Command {
	return command.Strike{Target: o.Text("target"), Who: o.Text("who"), Weapon: o.Text("weapon"),
		Attribute: o.Text("attribute"), Range: o.Text("range"), Hit: o.Number("hit"), Damage: o.Text("damage"),
		Shock: o.Text("shock"), Trauma: o.Text("trauma"), Circumstance: o.Text("circumstance"),
		Modifier: o.Whole("modifier"), Free: o.Flag("free"), Roll: o.Number("roll"),
		DamageRoll: o.Number("damage_roll"), TraumaRoll: o.Number("trauma_roll"), Edge: o.Text("edge")}
}

// Surprise returns the command for what was typed.
func Surprise(o Options) command.Command {
	return command.SurpriseSet{Names: o.Text("names"), Confirm: o.Flag("confirm")}
}

// SurpriseSide returns the command for what was typed.
func SurpriseSide(o Options) command.Command { return command.SurpriseSide{Side: o.Text("side")} }

// Alert returns the command for what was typed.
func Alert(o Options) command.Command { return command.SurpriseAlert{Names: o.Text("names")} }

// Ask returns the command for what was typed.
func Ask(o Options) command.Command {
	return command.SurpriseAsk{Names: o.Text("names"), Target: o.Text("target")}
}

// Contest returns the command for what was typed.
func Contest(o Options) command.Command {
	return command.SurpriseContest{Ambushers: o.Text("ambushers"), Targets: o.Text("targets"), Rolls: o.Text("rolls")}
}

// Reroll returns the command for what was typed.
func Reroll(o Options) command.Command {
	return command.Reroll{Surprised: o.Text("surprised"), Rolls: o.Text("rolls"), Tests: o.Flag("tests")}
}

// Add returns the command for what was typed.
func Add(o Options) command.Add {
	add := command.Add{Name: o.Text("name"), Count: o.Whole("count"), Stats: o.Text("stats"), Roll: o.Number("roll"),
		Side: o.Text("side"), Separate: o.Flag("separate"), Hidden: o.Flag("hidden")}
	if owner := o.user("owner"); owner != nil {
		add.Owner = *owner
	}
	return add
}

// Scene returns the command for what was typed.
func Scene(o Options) command.Command { return command.Scene{Text: o.Text("text")} }

// Roll returns the command for what was typed.
func Roll(o Options) command.Command {
	return command.Roll{Rolls: o.Text("rolls"), Tests: o.Flag("tests")}
}

// Edit returns the command for what was typed.
func Edit(o Options) command.Command {
	return command.Edit{Name: o.Text("name"), Rename: o.Text("rename"), Stats: o.Text("stats"), Side: o.Text("side"),
		Score: o.Number("score"), Owner: o.user("owner"), Hidden: o.flagged("hidden")}
}

// Remove returns the command for what was typed.
func Remove(o Options) command.Command { return command.Remove{Name: o.Text("name")} }

// Ambush returns the command for what was typed.
func Ambush(o Options) command.Command {
	return command.SurpriseAmbush{Names: o.Text("names"), Hidden: o.Flag("hidden")}
}

// Clear returns the command for what was typed.
func Clear(o Options) command.Command { return command.SurpriseClear{Names: o.Text("names")} }

// Place returns the command for what was typed.
func Place(o Options) command.Command {
	return command.Place{Name: o.Text("name"), Before: o.Text("before"), Dispute: o.Flag("dispute"), Rolls: o.Text("rolls")}
}

// Last returns the command for what was typed.
func Last(name string) command.Command { return command.Last{Name: name} }

// Blow returns the command for what was typed.
func Blow(name string) command.Command { return command.RollWithBlow{Name: name} }

// HP returns the command for what was typed.
func HP(o Options) command.Command {
	return command.HP{Target: o.Text("target"), Amount: o.Text("amount"), Half: o.Text("half")}
}

// Damage returns the command for what was typed.
func Damage(o Options, players command.Policy) command.Command {
	return command.Damage{Target: o.Text("target"), Amount: o.Text("amount"), Half: o.Text("half"), None: o.Text("none"), Players: players}
}

// Heal returns the command for what was typed.
func Heal(o Options, players command.Policy) command.Command {
	return command.Heal{Target: o.Text("target"), Amount: o.Text("amount"), Players: players}
}

// Effect returns the command for what was typed.
func Effect(o Options, players command.Policy) command.Command {
	return command.EffectAdd{Target: o.Text("target"), Name: o.Text("name"), Duration: o.Text("duration"),
		Damage: o.Text("damage"), Initiative: o.Whole("initiative"), Ticks: o.Whole("ticks"), Skip: o.Flag("skip"),
		NoReactions: o.Flag("no_reactions"), Note: o.Text("note"), Source: o.Text("source"), Level: o.Number("level"), With: o.Text("with"),
		DC: o.Number("dc"), Bonus: o.Number("bonus"), Players: players,
		Cleared: cleared(o)}
}

// EffectLevel returns the command for what was typed.
func EffectLevel(o Options) command.Command {
	return command.EffectLevel{Target: o.Text("target"), Name: o.Text("name"), Amount: o.Text("amount")}
}

// EffectRemove returns the command for what was typed.
func EffectRemove(o Options) command.Command {
	return command.EffectRemove{Target: o.Text("target"), Name: o.Text("name")}
}

// cleared returns the options that were given as no or 0, so that a condition of that name doesn't bring them.
func cleared(o Options) []string {
	var out []string
	for _, name := range []string{"skip", "no_reactions"} {
		if on := o.flagged(name); on != nil && !*on {
			out = append(out, name)
		}
	}
	if n := o.Number("initiative"); n != nil && *n == 0 {
		out = append(out, "initiative")
	}
	return out
}

// Delay returns the command for what was typed.
func Delay(o Options) command.Command {
	return command.Delay{Name: o.Text("name"), With: o.Text("with")}
}

// Next returns the command for what was typed.
func Next(o Options) command.Next { return command.Next{Who: o.Text("who"), To: o.Text("to")} }

// Take returns the command for what was typed.
func Take(o Options) command.Take { return command.Take{Name: o.Text("name")} }

// Event returns the command for what was typed.
func Event(o Options) command.Command {
	return command.AddEvent{Name: o.Text("name"), Score: o.Number("score"), Every: o.Number("every"), First: o.Number("first"), Note: o.Text("note")}
}

// ParseAttackPart reads one part of what is added to an attack, and reports whether it is one.
func ParseAttackPart(cmd *command.Strike, has attack.Has, word string) bool {
	key, value, _ := strings.Cut(word, " ")
	typed, err := strconv.Atoi(value)
	modifier, bare := strconv.Atoi(word)
	switch {
	case word == "":
	case bare == nil:
		cmd.Modifier += modifier
	case slices.Contains(has.Named(), word):
		cmd.Circumstance = Listed(cmd.Circumstance, word)
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

// Listed joins lists of names.
func Listed(lists ...string) string {
	return strings.Join(slices.DeleteFunc(lists, func(list string) bool { return list == "" }), ",")
}

// WholeNumber returns the whole number in a field of a form, or nil if the field was left empty.
func (o Options) WholeNumber(name string) (*int, error) {
	if o.Text(name) == "" {
		return nil, nil
	}
	if n := o.Number(name); n != nil {
		return n, nil
	}
	return nil, refusal.New(engine.Invalid, refusal.NotAWholeNumber(o.Text(name)))
}

// OneLine returns a text of several lines as one.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
