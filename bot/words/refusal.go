package words

import (
	"errors"
	"fmt"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
)

// Of says what was refused and what to do instead, in one sentence or two short ones.
func Of(e *engine.Error) string {
	r := sentence{e, Text(e.Name), Text(e.Other), Quoted(e.Text)}
	for _, words := range []func() string{r.permission, r.fight, r.names, r.stats, r.initiative, r.turns, r.rules, r.surprise,
		r.hitPoints, r.effects, r.activities, r.actions, r.melee, r.attack, r.weapon, r.counters, r.waits, r.checks} {
		if text := words(); text != "" {
			return Capital(text)
		}
	}
	return "That can't be done right now."
}

// GMLeft adds to a refusal that names the GM what to do when that user has left the server.
func GMLeft() string {
	return "The GM has left this server; a member with Manage Server can act as GM."
}

// sentence is one refusal with its arguments as they are shown.
type sentence struct {
	*engine.Error
	name, other string // escaped
	typed       string // escaped and quoted
}

// limits is the range that a number must be in: "from 1 to 20".
func (r sentence) limits() string {
	return "from " + Grouped(r.Low) + " to " + Grouped(r.High)
}

// length says how long a text must be: "must be 1 to 80 characters long".
func (r sentence) length() string {
	return "must be " + Grouped(r.Low) + " to " + Grouped(r.High) + " characters long"
}

// escaped returns names as they are shown.
func (r sentence) escaped() []string {
	out := make([]string, len(r.Names))
	for i, name := range r.Names {
		out[i] = Text(name)
	}
	return out
}

// either joins what there is to choose from: "a, b or c".
func (r sentence) either() string { return Or(r.escaped()) }

// gm names the GM.
func (r sentence) gm() string {
	if r.GM == "" {
		return "the GM"
	}
	return Mention(r.GM)
}

// turn says whose turn it is.
func (r sentence) turn() string {
	switch {
	case len(r.Turn) > 0:
		names := make([]string, len(r.Turn))
		for i, name := range r.Turn {
			names[i] = Text(name)
			if name == engine.Party || name == engine.Foes {
				names[i] = TheSide(name)
			}
		}
		return "It's " + Possessive(And(names)) + " turn now."
	case r.GMActs:
		return "The GM is acting now."
	}
	return "It's nobody's turn right now."
}

func (r sentence) permission() string {
	who := "only " + r.gm()
	if r.Owned {
		who += " or " + Possessive(r.name) + " player"
	}
	switch r.Reason {
	case reason.GMOnly:
		return "only " + r.gm() + " can do that."
	case reason.NotYoursToChange:
		return who + " can change " + r.name + "."
	case reason.NotYoursToPlay:
		return who + " can act for " + r.name + "."
	case reason.NotInFight:
		return "only " + r.gm() + " and the players in this fight can do that. Join with /init join."
	case reason.NotYourTurn:
		switch {
		case len(r.Turn) == 0:
			return r.turn() + " Only " + r.gm() + " can end this turn."
		case !r.Owned:
			return r.turn() + " Only " + r.gm() + " can end it."
		}
		return r.turn() + " Only " + r.gm() + " or a player whose turn it is can end it."
	case reason.NotYourDamage:
		return r.turn() + " Only " + r.gm() + " or a player whose turn it is can change other combatants' hit points."
	case reason.DamageOfGM:
		return "in this server, only " + r.gm() + " can enter damage and healing for other combatants. Tell them what you rolled."
	case reason.NotYourEffect:
		return r.turn() + " Only " + r.gm() + " or a player whose turn it is can put effects on other combatants."
	case reason.FreeOfGM:
		return "only " + r.gm() + " can let an activity cost nothing. Give at least 1 in the ticks option."
	case reason.EffectsOfGM:
		return "in this server, only " + r.gm() + " can put effects on other combatants. Tell them what it does."
	case reason.DisengageOfGM:
		return "only " + r.gm() + " can end the melee between " + r.name + " and " + r.other + ". To leave it, use /act move with leaving:withdraw or leaving:flee."
	case reason.PlacesOfGM:
		return "only " + r.gm() + " can do that. Players can reorder only tied characters on their own side, if the ruleset allows it."
	}
	return ""
}

func (r sentence) fight() string {
	switch r.Reason {
	case reason.NoFight:
		return "there's no fight in this channel. Start one with /init start."
	case reason.FightExists:
		return "this channel already has a fight: " + r.name + ", run by " + r.gm() + ". End it with /init end first."
	case reason.NothingToUndo:
		return "there's nothing left to undo."
	case reason.NothingToRedo:
		return "there's nothing to redo."
	case reason.NotDone:
		return r.typed + " isn't a step you can go back to. Choose one from the list."
	case reason.NotUndone:
		return r.typed + " isn't a step you can redo. Choose one from the list."
	case reason.LastStep:
		return "nothing has happened since that step. To undo the step itself, choose the one before it."
	case reason.TooManySteps:
		return "that's more than " + Grouped(r.High) + " steps at once. Choose a closer one first."
	case reason.NotRolled:
		return "initiative hasn't been rolled yet. The GM does that with /init roll."
	case reason.AlreadyRolled:
		return "initiative has already been rolled. The bot rolls for anyone who joins now."
	case reason.Paused:
		return "the fight is paused. The GM can continue it with /init resume."
	case reason.NotPaused:
		return "the fight isn't paused. You can pause it with /init pause."
	case reason.NobodyJoined:
		return "nobody has joined yet. Players join with /init join, and the GM adds NPCs with /init add."
	case reason.NobodyActive:
		return "nobody is in the initiative order. Add someone with /init join or /init add."
	case reason.TooManyCombatants:
		return "this fight is full (at most " + Counted(r.High, "combatant") + "). Remove some with /init remove first."
	case reason.AddCount:
		return "the count must be " + r.limits() + ". Add more with a second command."
	case reason.NoSavedCharacter:
		return "you have no saved character to join with. Give a name and stats, like " + Quoted(r.Example) + "."
	case reason.NothingToEdit:
		return "there's nothing to change. Use rename, stats, side, score, owner or hidden."
	case reason.SceneLength:
		return "a scene " + r.length() + "."
	case reason.NoteLength:
		return "a note can have at most " + Counted(r.High, "character") + "."
	case reason.TooManyWaves:
		return "this fight has too many waves planned (at most " + Grouped(r.High) + "). Bring some in first, or forget them."
	case reason.WaveOver:
		return "these foes have already been brought in, or are no longer planned. /init list shows the waves still to come."
	case reason.FightName:
		return "a fight's name " + r.length() + ", on one line."
	}
	return ""
}

func (r sentence) names() string {
	switch r.Reason {
	case reason.NoName:
		return "say who you mean. /init list shows the names."
	case reason.SayWho:
		return "use the " + r.Option + " option to say who you mean. /init list shows the names."
	case reason.UnknownName:
		if r.Near != "" {
			return "nobody called " + r.typed + " is in this fight. Did you mean " + Text(r.Near) + "?"
		}
		return "nobody in this fight has that name. /init list shows the names." // not repeated: it may be the name of somebody hidden
	case reason.Several:
		return r.typed + " could mean several combatants. Choose one of them, like " + r.name + "."
	case reason.HiddenInGroup:
		return r.name + " is hidden and shares a place with " + r.other + ". Use the name " + r.other + " to move all of them."
	case reason.NameEmpty:
		return "a name needs at least one visible character."
	case reason.NameLong:
		if r.name != "" {
			return r.name + " is too long for a name (" + Counted(r.Count, "character") + ", at most " + Grouped(r.High) + "). Choose a shorter one."
		}
		return "that name is too long (" + Counted(r.Count, "character") + ", at most " + Grouped(r.High) + "). Choose a shorter one."
	case reason.NameComma:
		return "a name can't contain a comma, because commas separate names in lists. Leave it out."
	case reason.NameControl:
		return "a name can't contain line breaks or control characters. Leave them out."
	case reason.NameTaken:
		return "the name " + Quoted(r.Name) + " is already taken in this fight. Choose another."
	case reason.SideRename:
		return "a side can't be renamed. To move its members to another side, use the side option."
	}
	return ""
}

func (r sentence) stats() string {
	switch r.Reason {
	case reason.StatForm:
		return r.typed + " isn't a stat with a number. Write stats like " + Quoted(r.Example) + "."
	case reason.StatTwice:
		return "you gave the stat " + Text(r.Stat) + " twice. Give it once."
	case reason.StatDigits:
		return "the number for " + Text(r.Stat) + " has too many digits. Give a smaller one."
	case reason.StatRange:
		return "the stat " + Text(r.Stat) + " must be " + r.limits() + ", not " + Grouped(r.Count) + "."
	case reason.UnknownStat:
		return Text(r.Ruleset) + " has no stat called " + Quoted(r.Stat) + ". It has " + And(r.escaped()) + "."
	case reason.StatsMissing:
		return Text(r.Ruleset) + " needs " + And(r.escaped()) + ". Write the stats option like " + Quoted(r.Example) + "."
	case reason.LacksStat:
		stat := Text(r.Stat) + " stat"
		switch r.Stat {
		case "ac":
			stat = "Armor Class"
		case "trauma_target":
			stat = "Trauma Target"
		}
		return r.name + " has no " + stat + ". The GM can add it with /init edit, like " + Quoted(r.Example) + "."
	case reason.TooManyHP:
		return fmt.Sprintf("that's too many hit points (at most %s).", Grouped(r.High))
	case reason.HPOverMax:
		return Counted(r.Count, "hit point") + " is more than the maximum of " + Grouped(r.High) + ". Write the current number first, like hp 45/60."
	}
	return ""
}

// NotDice says what is wrong with a text that should be dice, from the error of [dice.Parse].
func NotDice(err error) string {
	var e *dice.Error
	if !errors.As(err, &e) {
		e = &dice.Error{Fault: dice.NotNotation}
	}
	switch e.Fault {
	case dice.TooManyDice:
		return "That's too much for one roll (at most " + Grouped(dice.MaxDice) + " dice and " + Grouped(dice.MaxTerms) + " parts)."
	case dice.DiceCount:
		return Quoted(e.Text) + " isn't possible. Roll 1 to " + Grouped(dice.MaxDice) + " dice at once."
	case dice.DieSides:
		return Quoted(e.Text) + " isn't possible. A die has 1 to " + Grouped(dice.MaxSides) + " sides."
	case dice.KeepCount:
		return Quoted(e.Text) + " isn't possible. With kh or kl, keep at least 1 and at most all of the dice, as in 4d6kh3."
	}
	return Quoted(e.Text) + " isn't dice. Write something like 2d6+1 or d20-2."
}

// Refused is a refusal for which the engine has no reason: its code, and its sentence.
type Refused struct {
	Code engine.Code
	Text string
}

// New returns a refusal; text is a sentence of this package.
func New(code engine.Code, text string) error { return &Refused{code, text} }

// Error returns the sentence.
func (r *Refused) Error() string { return r.Text }

// Refused returns the code as text, for logs.
func (r *Refused) Refused() string { return string(r.Code) }

// Unwrap returns an [engine.Error] with the same code, so that callers need to look for only one type.
func (r *Refused) Unwrap() error { return &engine.Error{Code: r.Code} }

// mostNamed is the maximum number of rulesets that a refusal names.
const mostNamed = 5

// rulesetNames offers the names of rulesets: "five-e-2014 or five-e-2024".
func rulesetNames(names []string) string {
	if n := len(names); n > mostNamed {
		return strings.Join(names[:mostNamed], ", ") + " or one of " + fmt.Sprint(n-mostNamed) + " others"
	}
	return Or(names)
}
