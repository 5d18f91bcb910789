package bot

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/snowflake"
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
func (o Options) user(name string) *snowflake.User {
	id := snowflake.User(o.Text(name))
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
func doCommand(o Options) play.Command {
	return play.Do{Activity: o.Text("activity"), Ticks: o.Number("ticks"), Type: o.Text("type"), Once: o.Flag("once"), Main: o.Flag("main"), Who: o.Text("who")}
}

// Reserve returns the command for what was typed.
func reserveCommand(o Options) play.Command {
	return play.Reserve{Ticks: o.Whole("ticks"), Who: o.Text("who")}
}

// React returns the command for what was typed.
func reactCommand(o Options) play.Command {
	return play.React{Activity: o.Text("activity"), Ticks: o.Number("ticks"), Who: o.Text("who")}
}

// Use returns the command for what was typed.
func useCommand(o Options) play.Command {
	return play.Use{Pool: o.Text("pool"), Amount: o.Number("amount"), Who: o.Text("who")}
}

// Move returns the command for what was typed.
func moveCommand(o Options) play.Command {
	return play.Move{Leaving: o.Text("leaving"), Terrain: o.Text("terrain"), Who: o.Text("who")}
}

// Engage returns the command for what was typed.
func engageCommand(o Options) play.Command {
	return play.Engage{Target: o.Text("target"), Who: o.Text("who")}
}

// Disengage returns the command for what was typed.
func disengageCommand(o Options) play.Command {
	return play.Disengage{Target: o.Text("target"), Who: o.Text("who")}
}

// Long returns the command for what was typed.
func longCommand(o Options) play.Command {
	return play.Long{Activity: o.Text("activity"), Duration: o.Text("duration"), Ticks: o.Number("ticks"), Who: o.Text("who")}
}

// Define returns the command for what was typed.
func defineCommand(o Options) play.Command {
	return play.Define{Activity: o.Text("activity"), Ticks: o.Whole("ticks")}
}

// Forget returns the command for what was typed.
func forgetCommand(o Options) play.Command { return play.Forget{Activity: o.Text("activity")} }

// Morale returns the command for what was typed.
func moraleCommand(o Options) play.Command {
	return play.Morale{Who: o.Text("who"), Roll: o.Number("roll")}
}

// Strike returns the command for what was typed.
func strikeCommand(o Options) play.Command {
	return play.Strike{Target: o.Text("target"), Who: o.Text("who"), Weapon: o.Text("weapon"),
		Attribute: o.Text("attribute"), Range: o.Text("range"), Hit: o.Number("hit"), Damage: o.Text("damage"),
		Shock: o.Text("shock"), Trauma: o.Text("trauma"), Circumstance: o.Text("circumstance"),
		Modifier: o.Whole("modifier"), Free: o.Flag("free"), Roll: o.Number("roll"),
		DamageRoll: o.Number("damage_roll"), TraumaRoll: o.Number("trauma_roll"), Edge: o.Text("edge")}
}

// Surprise returns the command for what was typed.
func surpriseCommand(o Options) play.Command {
	return play.SurpriseSet{Names: o.Text("names"), Confirm: o.Flag("confirm")}
}

// SurpriseSide returns the command for what was typed.
func surpriseSideCommand(o Options) play.Command { return play.SurpriseSide{Side: o.Text("side")} }

// Alert returns the command for what was typed.
func alertCommand(o Options) play.Command { return play.SurpriseAlert{Names: o.Text("names")} }

// Ask returns the command for what was typed.
func askCommand(o Options) play.Command {
	return play.SurpriseAsk{Names: o.Text("names"), Target: o.Text("target")}
}

// Contest returns the command for what was typed.
func contestCommand(o Options) play.Command {
	return play.SurpriseContest{Ambushers: o.Text("ambushers"), Targets: o.Text("targets"), Rolls: o.Text("rolls")}
}

// Reroll returns the command for what was typed.
func rerollCommand(o Options) play.Command {
	return play.Reroll{Surprised: o.Text("surprised"), Rolls: o.Text("rolls"), Tests: o.Flag("tests")}
}

// Add returns the command for what was typed.
func addCommand(o Options) play.Add {
	add := play.Add{Name: o.Text("name"), Count: o.Whole("count"), Stats: o.Text("stats"), Roll: o.Number("roll"),
		Side: o.Text("side"), Separate: o.Flag("separate"), Hidden: o.Flag("hidden")}
	if owner := o.user("owner"); owner != nil {
		add.Owner = *owner
	}
	return add
}

// Scene returns the command for what was typed.
func sceneCommand(o Options) play.Command { return play.Scene{Text: o.Text("text")} }

// Roll returns the command for what was typed.
func rollCommand(o Options) play.Command {
	return play.Roll{Rolls: o.Text("rolls"), Tests: o.Flag("tests")}
}

// Edit returns the command for what was typed.
func editCommand(o Options) play.Command {
	return play.Edit{Name: o.Text("name"), Rename: o.Text("rename"), Stats: o.Text("stats"), Side: o.Text("side"),
		Score: o.Number("score"), Owner: o.user("owner"), Hidden: o.flagged("hidden")}
}

// Remove returns the command for what was typed.
func removeCommand(o Options) play.Command { return play.Remove{Name: o.Text("name")} }

// Ambush returns the command for what was typed.
func ambushCommand(o Options) play.Command {
	return play.SurpriseAmbush{Names: o.Text("names"), Hidden: o.Flag("hidden")}
}

// Clear returns the command for what was typed.
func clearCommand(o Options) play.Command { return play.SurpriseClear{Names: o.Text("names")} }

// Place returns the command for what was typed.
func placeCommand(o Options) play.Command {
	return play.Place{Name: o.Text("name"), Before: o.Text("before"), Dispute: o.Flag("dispute"), Rolls: o.Text("rolls")}
}

// Last returns the command for what was typed.
func lastCommand(name string) play.Command { return play.Last{Name: name} }

// Blow returns the command for what was typed.
func blowCommand(name string) play.Command { return play.RollWithBlow{Name: name} }

// HP returns the command for what was typed.
func hpCommand(o Options) play.Command {
	return play.HP{Target: o.Text("target"), Amount: o.Text("amount"), Half: o.Text("half")}
}

// Damage returns the command for what was typed.
func damageCommand(o Options, players play.Policy) play.Command {
	return play.Damage{Target: o.Text("target"), Amount: o.Text("amount"), Half: o.Text("half"), None: o.Text("none"), Players: players}
}

// Heal returns the command for what was typed.
func healCommand(o Options, players play.Policy) play.Command {
	return play.Heal{Target: o.Text("target"), Amount: o.Text("amount"), Players: players}
}

// Effect returns the command for what was typed.
func effectCommand(o Options, players play.Policy) play.Command {
	return play.EffectAdd{Target: o.Text("target"), Name: o.Text("name"), Duration: o.Text("duration"),
		Damage: o.Text("damage"), Initiative: o.Whole("initiative"), Ticks: o.Whole("ticks"), Skip: o.Flag("skip"),
		NoReactions: o.Flag("no_reactions"), Note: o.Text("note"), Source: o.Text("source"), Level: o.Number("level"), With: o.Text("with"),
		DC: o.Number("dc"), Bonus: o.Number("bonus"), Players: players,
		Cleared: cleared(o)}
}

// EffectLevel returns the command for what was typed.
func effectLevelCommand(o Options) play.Command {
	return play.EffectLevel{Target: o.Text("target"), Name: o.Text("name"), Amount: o.Text("amount")}
}

// EffectRemove returns the command for what was typed.
func effectRemoveCommand(o Options) play.Command {
	return play.EffectRemove{Target: o.Text("target"), Name: o.Text("name")}
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
func delayCommand(o Options) play.Command {
	return play.Delay{Name: o.Text("name"), With: o.Text("with")}
}

// Next returns the command for what was typed.
func nextCommand(o Options) play.Next { return play.Next{Who: o.Text("who"), To: o.Text("to")} }

// Take returns the command for what was typed.
func takeCommand(o Options) play.Take { return play.Take{Name: o.Text("name")} }

// Event returns the command for what was typed.
func eventCommand(o Options) play.Command {
	return play.AddEvent{Name: o.Text("name"), Score: o.Number("score"), Every: o.Number("every"), First: o.Number("first"), Note: o.Text("note")}
}

// ParseAttackPart reads one part of what is added to an attack, and reports whether it is one.
func parseAttackPart(cmd *play.Strike, has play.Has, word string) bool {
	key, value, _ := strings.Cut(word, " ")
	typed, err := strconv.Atoi(value)
	modifier, bare := strconv.Atoi(word)
	switch {
	case word == "":
	case bare == nil:
		cmd.Modifier += modifier
	case slices.Contains(has.Named(), word):
		cmd.Circumstance = listedNames(cmd.Circumstance, word)
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
func listedNames(lists ...string) string {
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
	return nil, words.New(engine.Invalid, words.NotAWholeNumber(o.Text(name)))
}

// OneLine returns a text of several lines as one.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
