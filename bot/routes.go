package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// A route is all that the bot knows about a command, a button, a menu or a form, except for its texts: those are in package words, by the
// command's path and the names of its options.
//
// A form is filled in as its command is typed: they have the same options, which are the IDs of the form's inputs.
//
// A slow answer is private whatever its route, because a deferred message that everyone sees gives away that somebody did something.
type route struct {
	on      discord.CommandKind // a command in the Apps menu of members or of messages, whose name is the text of its path; zero: any other
	path    string              // a command as people type it: "init start", or "next" for one without subcommands
	verb    string              // for anything else, the first part of its custom ID
	as      string              // what a button, menu or form is counted as; a command is counted as its path
	options []option            // of a command, and of the form that stands for it
	by      who                 // who may use it; the engine may refuse some of them, because a turn or a combatant is somebody's
	of      scope               // what its custom ID begins with
	onCard  bool                // what it does changes the card with the button, if it ends the card's turn
	once    bool                // it does something that it does only once in a fight; see [transaction.once]
	place   int                 // which part of its custom ID after the verb says where the stat block is that is redrawn; 0: none

	// What it does. A form that is filled in has the form itself too, to open it again after a refusal.
	play   play.Command // decides this command, with the options filled in
	fill   formReader   // makes the commands of a form from that one and its other inputs
	form   formMaker    // opens a form
	change action       // anything else that is one transaction
	look   action       // what changes nothing
	run    handler      // what takes more than one transaction, or none
	filed  handler      // answers instead of all of that if a file is attached

	// The indexes of the fields of play that options fill in, and of those that aren't typed; see [transaction.command].
	fields                   [][]int
	players, moment, cleared []int
}

// handler answers a request.
type handler func(ctx context.Context, r *discord.Request) (*discord.Reply, error)

// action answers a request in a transaction.
type action func(tx *transaction) (*discord.Reply, error)

// who says who may use a route.
type who int

const (
	anyone          who = iota
	theGM               // the GM of the channel's fight, or whoever may stand in for the GM
	partyGM             // theGM; without a fight, members with Manage Server or the server's GM role
	monsterGM           // members with Manage Server or the server's GM role
	monsterReader       // the same, and theGM; [Bot.kindToShow] says which monsters each sees
	encounterGM         // as monsterGM
	encounterReader     // the same, and theGM; the handlers say which of them
	rulesetAdmin        // members with Manage Server
	rulesetUser         // anyone in a server
	settingsAdmin       // members with Manage Server
	settingsUser        // anyone in a server
	serverUser          // the same
)

// scope says where a button, menu or form belongs, which its custom ID begins with. Anywhere else it is refused as stale.
type scope int

const (
	anywhere  scope = iota
	itsTurn         // the turn in which it was made
	itsScreen       // the GM screen of the fight in which it was made
)

// routes returns all routes in groups, commands in the order in which they are registered. A button stands next to the commands that do
// the same. Messages of earlier releases have buttons with any of these verbs, so none may go.
func (b *Bot) routes() [][]route {
	return [][]route{b.fightRoutes(), surpriseRoutes(), b.turnRoutes(), saveRoutes(), effectRoutes(), actionRoutes(), b.savedRoutes(), b.diceRoutes(),
		b.preparedRoutes(), b.screenRoutes()}
}

// fightRoutes begin, steer and end a fight, and change who is in it.
func (b *Bot) fightRoutes() []route {
	joins := []option{{name: "name", max: 100, complete: completeSaved}, statsOption(), rollOption(), sideOption()}
	owned := []option{{name: "name", max: 100, complete: completeNames, of: whom}, whoOption().into("name")} // "name" is the older name
	return []route{
		{path: "init start", run: b.start, options: []option{
			{name: "name", max: 80},
			{name: "ruleset", max: 100, offer: b.offerRulesets},
			{name: "group", kind: asFlag},
			{name: "encounter", max: 100, offer: b.offerEncounters},
			tableRollOption(),
			{name: "party", kind: asFlag},
		}},
		{verb: "invite", as: "button invite", by: theGM, of: itsTurn, run: b.pressInvite},

		{path: "init join", change: join, options: joins},
		{verb: "join", as: "button join", of: itsTurn, change: pressJoin},
		{verb: "join-as", as: "menu join", of: itsTurn, change: pressJoinAs},
		{verb: "join-form", as: "form join", change: join, options: joins, form: joinForm, filed: b.joinWithFile},

		{path: "init add", by: theGM, run: b.add, options: []option{
			{name: "name", max: 100, complete: completeTypes},
			{name: "count", kind: asWhole, min: 1, max: 50},
			statsOption(),
			rollOption(), sideOption(),
			{name: "separate", kind: asFlag},
			{name: "hidden", kind: asFlag},
			{name: "owner", kind: asUser},
			{name: "monster", max: 100, offer: b.offerMonsters},
			{name: "adjust", max: 20, complete: completeAdjust},
			{name: "hp", max: 50, offer: b.offerHP},
			hpShownOption(),
			{name: "as", max: 100},
		}},
		{verb: "add", as: "button add", of: itsTurn, form: addForm},
		{verb: "add-form", as: "form add", play: play.Add{}, options: []option{sideOption()}, fill: readAddForm, form: addForm},

		{path: "init scene", by: theGM, play: play.Scene{}, options: []option{
			{name: "text", required: true, max: 1500},
		}},
		{path: "init roll", by: theGM, play: play.Roll{}, options: []option{
			{name: "rolls", max: 1000, complete: completeRolls, of: whom, dice: true},
			{name: "tests", kind: asFlag},
			{name: "ties", max: 200, of: whom, dice: true},
		}},
		{verb: "roll", as: "button roll initiative", of: itsTurn, play: play.Roll{}},
		{path: "init edit", by: theGM, play: play.Edit{}, options: []option{
			nameOption(),
			{name: "rename", max: 100},
			statsOption(),
			sideOption(),
			{name: "score", kind: asWhole, min: -1000, max: 1000},
			{name: "owner", kind: asUser},
			{name: "hidden", kind: asFlag},
			hpShownOption(),
			{name: "as", max: 100},
			{name: "reveal", kind: asFlag},
			{name: "rating", max: 4, complete: completeRating},
		}},
		{path: "init remove", play: play.Remove{}, options: []option{nameOption()}},
		{path: "init reroll", by: theGM, play: play.Reroll{}, options: []option{
			{name: "surprised", max: 1000, complete: completeList, of: whom},
			{name: "rolls", max: 1000, complete: completeList, of: whom, dice: true},
			{name: "tests", kind: asFlag},
			{name: "ties", max: 200, of: whom, dice: true},
		}},
		{verb: "tests", as: "button roll tests", of: itsTurn, change: pressTests},
		{path: "init list", look: listFight},
		{path: "init place", play: play.Place{}, options: []option{
			nameOption(),
			{name: "before", max: 100, complete: completeNames, of: whom},
			{name: "dispute", kind: asFlag},
			{name: "rolls", max: 200, of: whom, dice: true},
		}},
		{verb: "first", as: "button first", of: itsTurn, change: pressFirst},
		{path: "init last", play: play.Last{}, options: append(slices.Clone(owned), option{name: "rolls", max: 200, of: whom, dice: true})},
		{verb: "last", as: "button act last", of: itsTurn, onCard: true, change: actsLast().press},
		{verb: "last-who", as: "menu act last", of: itsTurn, change: actsLast().picked},
		{path: "init blow", play: play.RollWithBlow{}, options: owned},
		{verb: "blow", as: "button blow", of: itsTurn, change: rollsWithBlow().press},
		{verb: "blow-who", as: "menu blow", of: itsTurn, change: rollsWithBlow().picked},
		{path: "init pause", by: theGM, play: play.Pause{}},
		{verb: "pause", as: "button pause", of: itsTurn, play: play.Pause{}},
		{path: "init resume", by: theGM, play: play.Resume{}},
		{verb: "resume", as: "button resume", of: itsTurn, play: play.Resume{}},
		{path: "init ping", by: settingsUser, run: b.preferOnDeck, options: []option{{name: "on_deck", kind: asFlag, required: true}}},
		{verb: "more", as: "button more", of: itsTurn, look: pressMore},
		{verb: "on-deck", as: "button ping", by: settingsUser, run: b.preferOnDeck},
		{path: "init language", by: theGM, change: setLanguage, options: []option{{name: "to", required: true, max: 100, complete: completeLanguages}}},
		{path: "init undo", by: theGM, change: undo, options: []option{{name: "to", max: 100, complete: completeDone}}},
		{verb: "undo", as: "button undo", by: theGM, of: itsTurn, change: undo},
		{path: "init redo", by: theGM, change: redo, options: []option{{name: "to", max: 100, complete: completeUndone}}},
		{verb: "redo", as: "button redo", by: theGM, of: itsTurn, change: redo},
		{path: "init log", run: b.showLog},
		{path: "init export", by: theGM, run: b.exportFight},
		{path: "init end", by: theGM, change: askEnd},
		{verb: "ask-end", as: "button end", by: theGM, change: askEnd},
		{verb: "end", as: "button end", by: theGM, run: b.pressEnd},
		{verb: "xp", as: "button experience", run: b.pressXP},
		{verb: "xp-post", as: "button experience", run: b.postXP},

		{path: "init delay", play: play.Delay{}, options: []option{
			{name: "name", max: 100, complete: completeActive, of: whom},
			{name: "with", max: 100, complete: completeNames, of: whom},
		}},
		{verb: "delay", as: "button delay", of: itsTurn, onCard: true, play: play.Delay{}},
		{verb: "swap", as: "button delay", of: itsTurn, form: swapForm},
		{verb: "swap-form", as: "form delay", of: itsTurn, play: play.Delay{}, options: []option{whoOption().into("name"), {name: "with", of: whom}}},
		{path: "init take", play: play.Take{}, options: []option{{name: "name", max: 100, complete: completeWaiting, of: whom}}},
		{verb: "take", as: "button take", of: itsTurn, change: pressTake},
		{verb: "take-form", as: "form take", of: itsTurn, onCard: true, play: play.Take{}, options: []option{option{name: "to", of: whom}.into("name")}},
		{path: "init event", by: theGM, play: play.AddEvent{}, options: []option{
			{name: "name", required: true, max: 100, complete: completeEvents, of: whom},
			{name: "score", kind: asWhole, min: -1000, max: 1000},
			{name: "every", kind: asWhole, min: 1, max: 1000},
			{name: "first", kind: asWhole, min: 1, max: 1000},
			{name: "note", max: 200},
		}},
	}
}

// surpriseRoutes determine who is surprised.
func surpriseRoutes() []route {
	return []route{
		{path: "surprise ambush", by: theGM, play: play.SurpriseAmbush{}, options: []option{
			namesOption("names"),
			{name: "hidden", kind: asFlag},
		}},
		{path: "surprise clear", by: theGM, play: play.SurpriseClear{}, options: []option{namesOption("names")}},
		{path: "surprise set", by: theGM, play: play.SurpriseSet{}, options: []option{
			namesOption("names"),
			{name: "confirm", kind: asFlag},
		}},
		{verb: "surprise", as: "button confirm", by: theGM, change: pressSurprise},
		{path: "surprise side", by: theGM, play: play.SurpriseSide{}, options: []option{
			{name: "side", required: true, max: 100, complete: completeSides, of: sideNames},
		}},
		{path: "surprise alert", by: theGM, play: play.SurpriseAlert{}, options: []option{namesOption("names")}},
		{path: "surprise test", by: theGM, play: play.SurpriseAsk{}, options: []option{
			{name: "names", max: 1000, complete: completeList, of: whom},
			{name: "target", max: 1000, complete: completeList, of: whom, dice: true},
		}},
		{verb: "test", as: "button test", look: pressTest},
		{verb: "test-form", as: "form test", change: testFilled},
		{path: "surprise contest", by: theGM, play: play.SurpriseContest{}, options: []option{
			namesOption("ambushers"),
			namesOption("targets"),
			{name: "rolls", max: 1000, complete: completeList, of: whom, dice: true},
		}},
	}
}

// turnRoutes end turns and change hit points.
func (b *Bot) turnRoutes() []route {
	damage := []option{
		namesOption("target"),
		{name: "amount", required: true, max: 100, words: (*vocabulary).amount},
		{name: "half", max: 1000, complete: completeList, of: whom},
		{name: "none", max: 1000, complete: completeList, of: whom},
		{name: "plain", kind: asFlag},
	}
	pool := option{name: "pool", max: 60, complete: absorbNames.complete, of: absorbNames}
	heal := []option{damage[0], amountOption(100), pool}
	hp := []option{damage[0], amountOption(100), damage[2], pool}
	return []route{
		{path: "next", play: play.Next{}, options: []option{
			{name: "who", max: 100, complete: completeActive, of: whom},
			{name: "to", max: 100, complete: completeNext, of: whom},
		}},
		{verb: "next", as: "button end turn", of: itsTurn, onCard: true, play: play.Next{}},
		{verb: "done", as: "button end turn", of: itsTurn, play: play.Next{}}, // of releases without cards
		{verb: "member", as: "button end turn", of: itsTurn, change: pressMember},
		{verb: "which", as: "button end turn", of: itsTurn, change: pressWhich},
		{verb: "hand", as: "button hand over", of: itsTurn, form: handOverForm},
		{verb: "hand-form", as: "form hand over", of: itsTurn, onCard: true, play: play.Next{}, options: []option{{name: "to", of: whom}}},

		{path: "damage", play: play.Damage{}, options: damage},
		{verb: "damage", as: "button damage", of: itsTurn, form: damageForm},
		{verb: "damage-form", as: "form damage", play: play.Damage{}, options: damage[:4], fill: readDamageForm, form: damageForm},
		{verb: "apply", as: "button apply", change: pressApply},
		{verb: "fate", as: "menu down", of: itsScreen, change: pressFate},
		{verb: "fate-some", as: "menu down", of: itsScreen, look: pressFateSome},
		{verb: "down", as: "button down", by: theGM, change: pressDown}, // of earlier releases
		{path: "heal", play: play.Heal{}, options: heal},
		{verb: "heal", as: "button heal", of: itsTurn, form: healForm},
		{verb: "heal-form", as: "form heal", play: play.Heal{}, options: heal, form: healForm},
		{path: "hp", play: play.HP{}, options: hp},
		{path: "apply-to-fight", on: discord.MessageCommand, by: serverUser, form: messageForm},
		{verb: "apply-roll", as: "button apply to fight", form: messageForm},
		{verb: "from-message-form", as: "form apply to fight", play: play.FromMessage{}, options: damage[:1], fill: readMessageForm, form: messageAgain},
		{verb: "damage-to", as: "button damage", of: itsTurn, look: damageTo},
		{path: "damage-character", on: discord.UserCommand, by: serverUser, form: damageMember},
		{path: "rest", run: b.rest, options: []option{
			{name: "kind", required: true, max: 50, offer: b.offerRests, of: restNames},
			{name: "names", max: 1000, offer: b.offerResting, of: whom},
			{name: "amount", max: 100},
		}},
	}
}

// saveRoutes are for saves of several combatants (NU-13).
func saveRoutes() []route {
	target, amount := namesOption("target"), option{name: "amount", max: 100, words: (*vocabulary).amount}
	source := option{name: "source", max: 100, complete: completeNames, of: whom}
	saves := []option{
		target,
		{name: "use", max: 100, complete: completePrepared},
		{name: "save", max: 50, complete: saveNames.complete, of: saveNames},
		{name: "dc", kind: asWhole, max: 1000},
		amount,
		{name: "success", choices: []string{string(ruleset.TakesNone), string(ruleset.TakesHalf)}},
		{name: "effect", max: 200, complete: completeKnownEffects, of: effectNames, levels: true},
		{name: "effect_success", max: 200, complete: completeKnownEffects, of: effectNames, levels: true},
		{name: "effect_critical", max: 200, complete: completeKnownEffects, of: effectNames, levels: true},
		{name: "duration", max: 100, complete: completeDurations},
		{name: "repeat", kind: asFlag},
		{name: "with", max: 100, complete: completeEffectsOfSource, of: effectNames},
		source,
		{name: "name", max: 50},
		{name: "pool", max: 50, complete: poolNames.complete, of: poolNames},
		{name: "rolls", max: 1000, complete: completeList, of: whom, dice: true},
		{name: "modifier", max: 500, of: whom, dice: true},
		{name: "advantage", max: 1000, complete: completeList, of: whom},
		{name: "disadvantage", max: 1000, complete: completeList, of: whom},
		{name: "now", kind: asFlag},
		{name: "plain", kind: asFlag},
	}
	return []route{
		{path: "save", play: play.Save{}, options: saves},
		{verb: "saves", as: "button ask for saves", of: itsTurn, form: savesForm},
		{verb: "saves-form", as: "form saves", play: play.Save{}, options: []option{source, target, amount}, fill: readSavesForm, form: savesForm},
		{verb: "more-saves", as: "button more saves", of: itsTurn, form: moreSavesForm},
		{verb: "more-saves-form", as: "form more saves", play: play.Save{}, options: []option{target, amount}, fill: readSavesForm, form: moreSavesForm},
		{verb: "prepared-save", as: "button prepared save", of: itsTurn, change: pressPrepared},
		{verb: "prepared-save-form", as: "form prepared save", of: itsTurn, play: play.Save{}, options: []option{target, amount}, fill: readPreparedForm, form: preparedForm, place: 3},
		{verb: "asked", as: "button roll save", look: pressAsked},
		{verb: "asked-form", as: "form save", change: askedFilled},
		{verb: "rest", as: "button roll rest", by: theGM, change: pressRest},
		{verb: "drop-rest", as: "button drop saves", by: theGM, change: pressDropRest},
		{verb: "screen-saves", as: "menu saves", of: itsScreen, look: pressOpenSaves},
	}
}

// effectRoutes are for effects and the rolls that end them.
func effectRoutes() []route {
	effect := []option{
		namesOption("target"),
		{name: "name", required: true, max: 100, complete: completeKnownEffects, of: effectNames},
		{name: "duration", max: 100, complete: completeDurations, none: untilRemoved},
		{name: "damage", max: 100, words: (*vocabulary).amount},
		{name: "initiative", kind: asWhole, min: -100, max: 100},
		{name: "ticks", kind: asWhole, min: -100, max: 100},
		{name: "skip", kind: asFlag},
		{name: "no_reactions", kind: asFlag},
		{name: "note", max: 200},
		{name: "source", max: 100, complete: completeNames, of: whom},
		{name: "level", kind: asWhole, min: 1, max: 1000},
		{name: "dc", kind: asWhole, min: 0, max: 1000},
		{name: "bonus", kind: asWhole, min: -100, max: 100},
		{name: "with", max: 100, complete: completeEffectsOfSource, of: effectNames},
		{name: "changes", max: ruleset.MaxChanges, words: (*vocabulary).changes},
	}
	return []route{
		{path: "effect add", play: play.EffectAdd{}, options: effect},
		{verb: "effect", as: "button effect", of: itsTurn, form: effectForm},
		{verb: "effect-form", as: "form effect", play: play.EffectAdd{}, options: effect[:3], fill: readEffectForm, form: effectForm},
		{verb: "longer", as: "button 2 rounds", of: itsTurn, change: pressLonger},
		{path: "effect level", play: play.EffectLevel{}, options: []option{
			targetOption(),
			{name: "name", required: true, max: 100, complete: completeEffectsOn, of: effectNames},
			amountOption(10),
		}},
		{path: "effect remove", play: play.EffectRemove{}, options: []option{
			targetOption(),
			{name: "name", required: true, max: 100, complete: completeEffectsOn, of: effectNames},
		}},
		{verb: "remove-effects", as: "button remove effects", of: itsTurn, change: pressRemoveEffects},
		{path: "effect list", look: listEffects, options: []option{
			{name: "target", max: 100, complete: completeNames, of: whom},
		}},
		{verb: "effects", as: "button effects", look: listEffects},
		{path: "effect save", play: play.EffectSave{}, options: []option{
			targetOption(),
			{name: "name", max: 100, complete: completeChecksOn, of: checkNames},
			{name: "roll", kind: asWhole, min: -100000, max: 100000},
		}},
		{verb: "check", as: "button check", of: itsTurn, look: pressCheck},
		{verb: "check-form", as: "form check", change: checkFilled},
		{verb: "save", as: "button check", of: itsTurn, look: pressCheck},
		{verb: "save-form", as: "form check", change: checkFilled},
	}
}

// actionRoutes are for what combatants do, on their turns and between them, and for counters (RS-70).
func actionRoutes() []route {
	number := func(name string) option {
		return option{name: name, kind: asWhole, required: true, min: -formula.MaxNumber, max: formula.MaxNumber}
	}
	does := []option{
		activityOption(),
		{name: "ticks", kind: asWhole, max: 20, none: predefinedCost},
		{name: "type", max: 50, complete: completePools, of: poolNames},
		{name: "once", kind: asFlag},
		{name: "main", kind: asFlag},
		whoOption(),
	}
	reserves := []option{{name: "ticks", kind: asWhole, required: true, min: 1, max: 20}, whoOption()}
	reacts := []option{activityOption(), {name: "ticks", kind: asWhole, min: 1, max: 20}, whoOption()}
	uses := []option{
		{name: "pool", required: true, max: 50, complete: completeUsable, of: poolNames},
		{name: "amount", kind: asWhole, min: 1, max: 1000},
		whoOption(),
	}
	moves := []option{
		{name: "leaving", choices: []string{"withdraw", "flee"}, none: stays},
		{name: "terrain", choices: []string{"rough"}},
		whoOption(),
	}
	longs := []option{
		activityOption(),
		{name: "duration", required: true, max: 100, complete: completeDurations},
		{name: "ticks", kind: asWhole, min: 1, max: 20},
		whoOption(),
	}
	attacks := []option{
		targetOption(), whoOption(),
		{name: "weapon", max: 200, complete: completeWeapons, words: (*vocabulary).weapons},
		{name: "attribute", choices: []string{"str", "dex", "best"}},
		{name: "hit", kind: asWhole, min: -500, max: 500},
		{name: "damage", max: 100, words: (*vocabulary).amount},
		{name: "shock", max: 100},
		{name: "trauma", max: 100},
		{name: "range", choices: []string{"melee", "ranged"}},
		{name: "circumstance", max: 200, complete: completeCircumstances},
		{name: "modifier", kind: asWhole, min: -500, max: 500},
		{name: "free", kind: asFlag},
		{name: "roll", kind: asWhole, min: 1, max: 100},
		{name: "damage_roll", kind: asWhole, min: 0, max: 100000},
		{name: "damage_rolls", max: 100},
		{name: "trauma_roll", kind: asWhole, min: 1, max: 1000},
		{name: "edge", choices: []string{string(engine.Advantage), string(engine.Disadvantage), play.NoEdge}, none: usualEdge},
	}
	counter, whose := option{name: "name", required: true, max: 100, complete: completeCounters, of: counterNames}, option{name: "who", max: 100, complete: completeCounterOwners, of: whom}
	return []route{
		{path: "act do", play: play.Do{}, options: does},
		{verb: "act", as: "button act", of: itsTurn, form: actForm},
		{verb: "act-form", as: "form act", of: itsTurn, play: play.Do{}, options: does, fill: readActForm, form: actForm},
		{path: "act reserve", play: play.Reserve{}, options: reserves},
		{verb: "reserve", as: "button reserve", of: itsTurn, form: reserveForm},
		{verb: "reserve-form", as: "form reserve", of: itsTurn, play: play.Reserve{}, options: reserves, form: reserveForm},
		{path: "act react", play: play.React{}, options: reacts},
		{verb: "react", as: "button react", of: itsTurn, form: reactForm},
		{verb: "react-form", as: "form react", of: itsTurn, play: play.React{}, options: reacts, form: reactForm},
		{path: "act use", play: play.Use{}, options: uses},
		{verb: "use", as: "button use", of: itsTurn, form: useForm},
		{verb: "ability", as: "button ability", by: theGM, of: itsTurn, change: pressAbility},
		{verb: "ability-form", as: "form ability", by: theGM, of: itsTurn, change: pressAbility},
		{verb: "use-form", as: "form use", of: itsTurn, play: play.Use{}, options: uses, form: useForm},
		{path: "act move", play: play.Move{}, options: moves},
		{verb: "move", as: "button move", of: itsTurn, form: moveForm},
		{verb: "move-form", as: "form move", of: itsTurn, play: play.Move{}, options: moves, form: moveForm},
		{path: "act engage", play: play.Engage{}, options: []option{targetOption(), whoOption()}},
		{path: "act disengage", play: play.Disengage{}, options: []option{targetOption(), whoOption()}},
		{path: "act long", play: play.Long{}, options: longs},
		{verb: "long", as: "button long activity", of: itsTurn, form: longForm},
		{verb: "long-form", as: "form long activity", of: itsTurn, play: play.Long{}, options: longs, form: longForm},
		{path: "act define", by: theGM, play: play.Define{}, options: []option{
			activityOption(), {name: "ticks", kind: asWhole, required: true, min: 1, max: 20},
		}},
		{path: "act forget", by: theGM, play: play.Forget{}, options: []option{activityOption()}},

		{path: "attack", play: play.Strike{}, options: attacks},
		{verb: "attack", as: "button attack", of: itsTurn, form: attackForm},
		{verb: "armed", as: "button attack", by: theGM, of: itsTurn, look: pressArmed},
		{verb: "attack-form", as: "form attack", of: itsTurn, play: play.Strike{}, options: attacks, fill: readAttackForm, form: attackForm, place: 3},
		{verb: "block-attack", as: "button stat block", by: theGM, of: itsTurn, look: pressBlockAttack},
		{verb: "block-multiattack", as: "button stat block", by: theGM, of: itsTurn, change: pressMultiattack},
		{verb: "block-multiattack-form", as: "form multiattack", by: theGM, of: itsTurn, change: pressMultiattack},
		{verb: "block-all", as: "button stat block", by: theGM, of: itsTurn, form: multiattackForm},
		{verb: "block-all-form", as: "form multiattack", by: theGM, of: itsTurn, change: multiattackFilled},
		{verb: "block-more", as: "button stat block", by: theGM, of: itsTurn, look: pressBlockMore},
		{verb: "block-pick", as: "menu stat block", by: theGM, of: itsTurn, look: pressBlockPick},
		{verb: "block-pass", as: "button stat block", by: theGM, of: itsTurn, look: pressPass},
		{verb: "strike", as: "button free attack", look: pressStrike},
		{verb: "strike-form", as: "form free attack", change: strikeFilled},
		{path: "morale", by: theGM, play: play.Morale{}, options: []option{
			namesOption("who"),
			{name: "roll", kind: asWhole, min: 1, max: 1000},
		}},

		{path: "counter set", play: play.CounterSet{}, options: []option{counter, number("value"), whose}},
		{path: "counter add", play: play.CounterAdd{}, options: []option{counter, number("amount"), whose}},
		{path: "counter list", look: listCounters},
	}
}

// savedRoutes are for what users and servers keep: characters, settings, and what is stored about somebody.
func (b *Bot) savedRoutes() []route {
	name := option{name: "name", required: true, max: 100, complete: completeSaved}
	shown := name
	shown.required = false
	policies := []string{damageByPlayers, string(play.GMConfirms), string(play.GMDeals)}
	return []route{
		{path: "character save", run: b.saveCharacter, options: []option{
			name, statsOption(),
			{name: "weapon", max: 200, complete: completeWeapons},
			{name: "saves", max: engine.MaxPreparedText},
		}},
		{path: "character import", run: b.importCharacter, options: []option{{name: "file", kind: asFile}, shown}},
		{verb: "import", as: "button import", run: b.importCharacter},
		{verb: "import-form", as: "form import", run: b.importCharacter},
		{path: "character export", run: b.exportCharacter, options: []option{shown}},
		{path: "character use", run: b.useCharacter, options: []option{name}},
		{path: "character show", run: b.showCharacter, options: []option{shown}},
		{path: "character list", run: b.listCharacters},
		{path: "character delete", run: b.deleteCharacter, options: []option{name}},

		{path: "show-character", on: discord.UserCommand, by: serverUser, run: b.showMember},

		{path: "roundel settings", by: settingsAdmin, run: b.setSettings, options: []option{
			{name: "ruleset", max: 100, offer: b.offerRulesets},
			{name: "gm_role", kind: asRole},
			{name: "activities", max: 1000},
			{name: "ping_gm", kind: asFlag},
			{name: "reminder", kind: asWhole, max: 20160},
			{name: "group", kind: asFlag},
			{name: "no_role", kind: asFlag},
			{name: "language", max: 100, complete: completeLanguages},
			{name: "on_others", choices: policies},
			{name: "damage", choices: policies},
			{name: "hp_foes", choices: hpShown()},
			{name: "hp_players", choices: hpShown()},
			{name: "clock", kind: asFlag},
			{name: "carry", choices: []string{carryFull, carryKeep}},
		}},
		{path: "roundel data", run: b.userData},
		{path: "roundel erase", run: b.askErase},
		{verb: "erase", as: "button erase", run: b.erase},
	}
}

// diceRoutes also work without a fight.
func (b *Bot) diceRoutes() []route {
	return []route{
		{path: "roll", run: b.roll, options: []option{
			{name: "dice", required: true, max: 200, offer: b.offerDice},
			{name: "reason", max: 200},
			{name: "secret", kind: asFlag},
			{name: "edge", choices: []string{string(engine.Advantage), string(engine.Disadvantage)}},
			{name: "who", max: 100, complete: completeWhose, of: whom},
			{name: "times", kind: asWhole, min: 1, max: dice.MaxTimes},
		}},
		{verb: "dice", as: "button roll", of: itsTurn, form: diceForm},
		{verb: "dice-form", as: "form roll", run: b.roll, form: diceForm},
		{verb: "roll-again", as: "button roll again", run: b.rollAgain},
		{path: "check", run: b.check, options: []option{
			{name: "what", required: true, max: 100, complete: completeNumbers},
			{name: "who", max: 100, complete: completeWhose, of: whom},
			{name: "edge", choices: []string{string(engine.Advantage), string(engine.Disadvantage)}},
			{name: "modifier", max: 50},
			{name: "dc", kind: asWhole, min: -1000, max: 1000},
			{name: "roll", kind: asWhole, min: -100_000, max: 100_000},
			{name: "secret", kind: asFlag},
		}},
		{verb: "sheet-update", as: "button update sheet", change: pressUpdateSheet},
		{verb: "roll-save", as: "button check", look: pressRollSave},
		{verb: "roll-save-of", as: "menu check", look: pressRollSaveOf},
		{verb: "roll-save-form", as: "form check", run: b.rollSaveFilled},
		{path: "rolls save", run: b.saveRoll, options: []option{
			{name: "name", required: true, max: 100, offer: b.offerRolls},
			{name: "dice", required: true, max: 200},
		}},
		{path: "rolls list", run: b.listRolls},
		{path: "rolls delete", run: b.deleteRoll, options: []option{{name: "name", required: true, max: 100, offer: b.offerRolls}}},
		{verb: "named-roll", as: "button named roll", run: b.rollNamed},
		{path: "dice", run: b.diceReport, options: []option{
			{name: "whose", choices: []string{diceMine, diceFight, diceServer}},
		}},
		{path: "help", look: help, options: []option{
			{name: "topic", choices: words.Topics()},
		}},
		{verb: "again", as: "button try again", look: pressAgain},
	}
}

// preparedRoutes are for what is prepared before fights: rulesets, monsters, encounters, and the usual party of a channel.
func (b *Bot) preparedRoutes() []route {
	file, replace := option{name: "file", kind: asFile, required: true}, option{name: "replace", kind: asFlag}
	name := func(offer offerer) option { return option{name: "name", required: true, max: 100, offer: offer} }
	return []route{
		{path: "ruleset add", by: rulesetAdmin, run: b.addRuleset, options: []option{file, replace}},
		{path: "ruleset list", by: rulesetUser, run: b.listRulesets},
		{path: "ruleset show", by: rulesetUser, run: b.showRuleset, options: []option{name(b.offerRulesets)}},
		{path: "ruleset remove", by: rulesetAdmin, run: b.removeRuleset, options: []option{name(b.offerOwnRulesets)}},

		{path: "monster save", by: monsterGM, run: b.saveMonster, options: []option{
			name(b.offerOwnMonsters), statsOption(),
			{name: "attacks", max: 1500},
			{name: "saves", max: engine.MaxPreparedText},
			{name: "hit_dice", max: 50},
			{name: "from", max: 100, complete: completeNames, of: whom},
		}},
		{path: "monster add", by: monsterGM, run: b.addMonsters, options: []option{file, replace}},
		{path: "monster list", by: monsterGM, run: b.listMonsters},
		{path: "monster show", by: monsterReader, run: b.showMonster, options: []option{name(b.offerToShow)}},
		{verb: "block-other", as: "menu stat block", run: b.pressOther},
		{verb: "block-kind", as: "button stat block", by: monsterReader, run: b.pressKindMore},
		{path: "monster uses", by: theGM, play: play.SetUses{}, options: []option{
			{name: "name", required: true, max: 100, complete: completeHolders, of: whom},
			{name: "ability", required: true, max: 50, complete: completeCounted},
			{name: "left", required: true, kind: asWhole, min: 0, max: 20},
		}},
		{path: "monster export", by: monsterGM, run: b.exportMonster, options: []option{name(b.offerAllMonsters)}},
		{path: "monster delete", by: monsterGM, run: b.deleteMonster, options: []option{name(b.offerOwnMonsters)}},

		{path: "encounter save", by: encounterGM, run: b.saveEncounter, options: []option{
			name(b.offerEncounters),
			{name: "foes", max: 1500},
			{name: "round", kind: asWhole, min: 1, max: 1000},
			replace,
		}},
		{path: "encounter load", by: encounterGM, run: b.loadEncounter, options: []option{
			name(b.offerEncounters),
			{name: "hp", choices: []string{averageHP, rollHP}},
			tableRollOption(),
		}},
		{path: "encounter roll", by: monsterReader, run: b.rollEncounter, options: []option{name(b.offerTables), tableRollOption()}},
		{verb: "table-add", as: "button random table", by: monsterReader, once: true, run: b.pressTableAdd},
		{verb: "table-again", as: "button random table", by: monsterReader, run: b.pressRollAgain},
		{path: "encounter list", by: encounterGM, run: b.listEncounters},
		{path: "encounter show", by: encounterReader, run: b.showEncounter, options: []option{{name: "name", max: 100, offer: b.offerEncounters}, partyOption()}},
		{path: "encounter suggest", by: encounterReader, run: b.suggestFoes, options: []option{
			{name: "difficulty", required: true, max: 20, offer: b.offerDifficulties},
			{name: "theme", max: maxTheme}, partyOption(),
			{name: "most", kind: asWhole, min: 1, max: mostFoes},
			{name: "kinds", kind: asWhole, min: 1, max: 4},
			{name: "seed", kind: asWhole, max: maxSeed},
		}},
		{verb: "suggest", as: "button suggest", by: encounterReader, run: b.pressSuggest},
		{verb: "suggest-add", as: "button suggest", by: encounterReader, once: true, run: b.pressSuggestAdd},
		{verb: "suggest-save", as: "button suggest", by: encounterGM, run: b.askEncounterName("suggest-form")},
		{verb: "suggest-form", as: "form suggest", by: encounterGM, run: b.saveSuggestion},
		{path: "encounter scale", by: encounterReader, run: b.scaleEncounter, options: []option{
			name(b.offerScalable),
			{name: "difficulty", required: true, max: 20, offer: b.offerDifficulties}, partyOption(),
		}},
		{verb: "scale-save", as: "button scale", by: encounterGM, run: b.saveScaled},
		{verb: "scale-save-as", as: "button scale", by: encounterGM, run: b.askEncounterName("scale-form")},
		{verb: "scale-form", as: "form scale", by: encounterGM, run: b.saveScaled},
		{path: "encounter delete", by: encounterGM, run: b.deleteEncounter, options: []option{name(b.offerEncounters)}},
		{path: "encounter export", by: encounterGM, run: b.exportEncounter, options: []option{name(b.offerEncounters)}},
		{path: "encounter import", by: encounterGM, run: b.importEncounter, options: []option{file, replace}},
		{verb: "wave", as: "button wave", of: itsScreen, change: pressWave},
		{verb: "wave-forget", as: "button wave", of: itsScreen, change: pressForget},

		{path: "party save", by: partyGM, run: b.saveParty},
		{verb: "keep-party", as: "button keep party", of: itsScreen, run: b.saveParty},
		{path: "party show", by: partyGM, run: b.showParty},
		{path: "party delete", by: partyGM, run: b.deleteParty},
	}
}

// screenRoutes are on the GM screen. "panel" was a button of its own in earlier releases.
func (b *Bot) screenRoutes() []route {
	return []route{
		{verb: "panel", as: "button GM screen", by: theGM, of: itsTurn, look: func(tx *transaction) (*discord.Reply, error) { return tx.screen("", 0) }},
		{verb: "screen", as: "button GM screen", of: itsScreen, look: func(tx *transaction) (*discord.Reply, error) { return updated(tx.screen("", 0)) }},
		{verb: "screen-pick", as: "menu combatant", of: itsScreen, look: pressPick},
		{verb: "screen-damage", as: "button damage", of: itsScreen, look: opensOn(damageForm)},
		{verb: "screen-heal", as: "button heal", of: itsScreen, look: opensOn(healForm)},
		{verb: "screen-effect", as: "button effect", of: itsScreen, look: opensOn(effectForm)},
		{verb: "screen-use", as: "button use", of: itsScreen, look: opensPage(useOnScreen)},
		{verb: "screen-check", as: "button check", of: itsScreen, look: opensPage(checkOnScreen)},
		{verb: "screen-note", as: "button note", of: itsScreen, look: opensPage(noteForm)},
		{verb: "note-form", as: "form note", of: itsScreen, change: noteFilled},
		{verb: "screen-hide", as: "button hide", of: itsScreen, change: pressHide(true)},
		{verb: "screen-show", as: "button show", of: itsScreen, change: pressHide(false)},
		{verb: "screen-reveal", as: "button reveal", of: itsScreen, change: pressReveal},
		{verb: "screen-apply", as: "button apply", of: itsScreen, change: pressScreenApply},
		{verb: "screen-ping", as: "button mentions", of: itsScreen, run: b.pressPing},
	}
}

// hpShownOption is the option for how others are shown the hit points of a combatant (NU-31).
func hpShownOption() option {
	return option{name: "hp_shown", max: 10, complete: completeHPShown}
}

// hpShown lists the ways in which hit points can be shown.
func hpShown() []string {
	return []string{string(engine.HPNumbers), string(engine.HPWords), string(engine.HPBar), string(engine.HPNothing)}
}

// tableRollOption is the option for the typed result of a random table's dice.
func tableRollOption() option {
	return option{name: "roll", kind: asWhole, min: -100_000, max: 100_000}
}

func partyOption() option { return option{name: "party", max: 100} }

func statsOption() option {
	return option{name: "stats", max: 500, complete: completeStats, words: (*vocabulary).stats}
}

func rollOption() option {
	return option{name: "roll", kind: asWhole, min: -100_000, max: 100_000}
}

func sideOption() option {
	return option{name: "side", max: 100, complete: completeSides, of: sideNames}
}

func nameOption() option {
	return option{name: "name", required: true, max: 100, complete: completeNames, of: whom}
}

func namesOption(name string) option {
	return option{name: name, required: true, max: 1000, complete: completeList, of: whom, list: true}
}

func amountOption(most int) option {
	return option{name: "amount", required: true, max: most}
}

func activityOption() option {
	return option{name: "activity", required: true, max: 100, complete: completeActivities}
}

func targetOption() option {
	return option{name: "target", required: true, max: 100, complete: completeNames, of: whom}
}

func whoOption() option {
	return option{name: "who", max: 100, complete: completeOwn, of: whom}
}

// indexRoutes returns the routes of commands by their paths, and all others by their verbs.
func indexRoutes(groups [][]route) (commands, presses map[string]*route, err error) {
	commands, presses = map[string]*route{}, map[string]*route{}
	table := slices.Concat(groups...)
	for i := range table {
		rt := &table[i]
		index, key := commands, rt.path
		switch {
		case rt.on != 0:
			key = rt.appName()
		case rt.path == "":
			index, key = presses, rt.verb
		}
		if _, twice := index[key]; twice {
			return nil, nil, fmt.Errorf("%q is in the table of routes twice", key)
		}
		index[key] = rt
		if rt.play == nil {
			continue
		}
		command := reflect.TypeOf(rt.play)
		for name, index := range map[string]*[]int{"Players": &rt.players, "Moment": &rt.moment, "Cleared": &rt.cleared} {
			if f, ok := command.FieldByName(name); ok {
				*index = f.Index
			}
		}
		for _, o := range rt.options {
			field, err := o.field(command)
			if err != nil {
				return nil, nil, fmt.Errorf("/%s: %w", rt.path, err)
			}
			rt.fields = append(rt.fields, field)
		}
	}
	return commands, presses, nil
}

// appName returns the name of a command in an Apps menu. It is the same in all languages, as those of other commands are (WO-9).
func (rt *route) appName() string { return lang.English().Label("apps." + rt.path) }

// CommandGroups returns the names of commands in the groups in which the sandbox's page suggests them.
func CommandGroups() [][]string {
	var out [][]string
	for _, group := range new(Bot).routes() {
		var names []string
		for _, rt := range group {
			if name, _, _ := strings.Cut(rt.path, " "); name != "" && rt.on == 0 && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		out = append(out, names)
	}
	return slices.DeleteFunc(out, func(names []string) bool { return names == nil })
}

// Commands returns all commands for a bulk overwrite, those of Apps menus last. They require no default permissions.
func (b *Bot) Commands() []*discord.Command { return commandsIn(b.languages.OfCommands()) }

// commandsIn returns all commands as they are shown in these languages. Their names and those of options are the same in all, so that what
// people read about them fits what they type (WO-9).
func commandsIn(languages []*lang.Language) []*discord.Command {
	var out, apps []*discord.Command
	byName := map[string]*discord.Command{}
	for _, rt := range slices.Concat(new(Bot).routes()...) {
		switch {
		case rt.path == "":
			continue
		case rt.on != 0:
			apps = append(apps, &discord.Command{Type: rt.on, Name: rt.appName(), Contexts: discord.InServers()})
			continue
		}
		name, sub, nested := strings.Cut(rt.path, " ")
		top, ok := byName[name]
		if !ok {
			top = &discord.Command{Type: discord.ChatCommand, Name: name}
			var others discord.Translations
			top.Description, others = described("command."+name, languages)
			if others != nil {
				top.DescriptionLocalizations = &others
			}
			byName[name] = top
			out = append(out, top)
		}
		var specs []*discord.CommandOption
		for _, o := range rt.options {
			specs = append(specs, o.spec(rt.path, languages))
		}
		if nested {
			spec := &discord.CommandOption{Type: discord.SubCommandOption, Name: sub, Options: specs}
			spec.Description, spec.DescriptionLocalizations = described("command."+rt.path, languages)
			top.Options = append(top.Options, spec)
		} else {
			top.Options = specs
		}
	}
	return append(out, apps...)
}

// described returns what Discord shows of a part of a command, in English and in the other languages that have the text. Its ID has hyphens
// where the path has blanks or underscores.
func described(path string, languages []*lang.Language) (english string, others discord.Translations) {
	id := textID(path)
	for _, l := range languages {
		switch text := l.Own(id); {
		case text == "":
		case l.Tag == "en":
			english = text // a host's own, if there is one
		default:
			if others == nil {
				others = discord.Translations{}
			}
			others[discord.Locale(l.Tag)] = text
		}
	}
	return cmp.Or(english, lang.English().Label(id)), others
}

func textID(path string) string { return strings.NewReplacer(" ", "-", "_", "-").Replace(path) }

// maxCommand is how many characters a command can have in all, counting the longest translation of each text.
const maxCommand = 8000

// CheckCommands returns what Discord would refuse of the commands in these languages, joined: more characters in all than a command can have,
// and choices of an option with the same name. That texts aren't too long by themselves is checked where files are read (WO-18).
func CheckCommands(languages []*lang.Language) error {
	return errors.Join(checkCommands(commandsIn(languages))...)
}

func checkCommands(list []*discord.Command) (problems []error) {
	for _, top := range list {
		all := &discord.CommandOption{Name: top.Name, Description: top.Description, Options: top.Options}
		if top.DescriptionLocalizations != nil {
			all.DescriptionLocalizations = *top.DescriptionLocalizations
		}
		if n := commandSize(all); n > maxCommand {
			problems = append(problems, fmt.Errorf("the texts of /%s and its options have %d characters in the longest languages, but can have %d; shorten some", top.Name, n, maxCommand))
		}
		problems = append(problems, sameChoices("/"+top.Name, top.Options)...)
	}
	return problems
}

// commandSize returns the number of characters of a command or an option that Discord counts: of its names, values and longest translations.
func commandSize(o *discord.CommandOption) int {
	n := utf8.RuneCountInString(o.Name) + longest(o.Description, o.DescriptionLocalizations)
	for _, c := range o.Choices {
		n += longest(c.Name, c.NameLocalizations) + utf8.RuneCountInString(c.Value.(string))
	}
	for _, inner := range o.Options {
		n += commandSize(inner)
	}
	return n
}

// sameChoices returns which choices of an option have the same name in a language.
func sameChoices(path string, options []*discord.CommandOption) (problems []error) {
	for _, o := range options {
		problems = append(problems, sameChoices(path+" "+o.Name, o.Options)...)
		for i, c := range o.Choices {
			for _, other := range o.Choices[:i] {
				for _, locale := range slices.Sorted(maps.Keys(c.NameLocalizations)) {
					if c.NameLocalizations[locale] == cmp.Or(other.NameLocalizations[locale], other.Name) {
						problems = append(problems, fmt.Errorf("in the language %s, %s and %s of %s %s have the same name; change one", string(locale), other.Value, c.Value, path, o.Name))
					}
				}
			}
		}
	}
	return problems
}

// longest returns the number of characters of a text or its longest translation.
func longest(text string, others discord.Translations) int {
	n := utf8.RuneCountInString(text)
	for _, other := range others {
		n = max(n, utf8.RuneCountInString(other))
	}
	return n
}
