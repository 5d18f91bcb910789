package bot

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
)

// The GM chooses what became of combatants that fell (CO-12), in a private message with two menus: one of the states, and one of the
// combatants, to choose only some. The first menu's custom ID has the combatants that it is for.

// onScreen marks the menus of the GM screen, which is shown again after a choice.
const onScreen = "screen"

// addFallen adds the question of what became of combatants that fell and have no state yet to a reply that only the GM sees.
func addFallen(l *lang.Language, reply *discord.Reply, who []*engine.Combatant, fight string) {
	menus, n := fateMenus(l, who, fight, ""), fitting(who)
	addLines(l, reply, words.WhatBecame(l, who[:n], len(who)-n))
	reply.Buttons = append(reply.Buttons[:min(len(reply.Buttons), discord.MaxRows-len(menus))], menus...)
}

// pressFate gives the chosen state to each of the menu's combatants that is still down. It replaces the menus with what was
// chosen, followed by menus for combatants still without a state, or with the GM screen. args are the fight, the combatants and onScreen.
func pressFate(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	states := engine.DownStates()
	i, err := strconv.Atoi(tx.r.Fields["values"])
	if err != nil || i < 0 || i >= len(states) || len(args) < 2 {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	var cmds []play.Command
	for _, c := range tx.downList(args[1]) {
		cmds = append(cmds, play.PickDown{ID: c.ID, State: states[i]})
	}
	if len(cmds) == 0 {
		return nil, refuse(engine.NotNow, lang.P("bot.no-one-needs-state"))
	}
	text, err := tx.quietly(cmds...)
	if err != nil {
		return nil, err
	}
	if len(args) > 2 {
		return updated(tx.screen("", 0))
	}
	return tx.askFate(tx.j.State().Undecided(), nil, args[0], "", text), nil
}

// pressFateSome shows the menu of states for some of the combatants that fell.
func pressFateSome(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	if len(args) < 2 {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	var some []*engine.Combatant
	for value := range strings.SplitSeq(tx.r.Fields["values"], ",") {
		if c := card.CombatantNamed(tx.j.State(), value); c != nil && !c.Standing() {
			some = append(some, c)
		}
	}
	if len(some) == 0 {
		return nil, refuse(engine.NotNow, lang.P("bot.no-one-needs-state"))
	}
	where := ""
	if len(args) > 2 {
		where = onScreen
	}
	return tx.askFate(tx.downList(args[1]), some, args[0], where, ""), nil
}

// askFate returns a reply that asks what became of some of the combatants that fell, or of all if some is nil. It replaces the message with the menu. news is
// its first line.
func (tx *transaction) askFate(all, some []*engine.Combatant, fight, where, news string) *discord.Reply {
	reply := &discord.Reply{Ephemeral: true, Update: true, Text: news}
	if some == nil {
		some = all
	}
	n := fitting(some)
	if n == 0 {
		return reply
	}
	addLines(tx.own, reply, words.WhatBecame(tx.own, some[:n], len(some)-n))
	reply.Buttons = [][]discord.Button{stateMenu(tx.own, some[:n], fight, where)}
	all = all[:fitting(all)]
	if len(all) > 1 {
		reply.Buttons = append(reply.Buttons, someMenu(tx.own, all, some, fight, where))
	}
	if where == onScreen {
		reply.Buttons = append(reply.Buttons, []discord.Button{{Label: tx.own.Label("button.back"), ID: discord.CustomID("screen", fight)}})
	}
	return reply
}

// fateMenus returns the menu of states for combatants that fell and, if there are several, the menu to choose only some of them.
// Combatants for whom there is no room are asked about once the others have a state.
func fateMenus(l *lang.Language, who []*engine.Combatant, fight, where string) [][]discord.Button {
	who = who[:fitting(who)]
	if len(who) == 0 {
		return nil
	}
	out := [][]discord.Button{stateMenu(l, who, fight, where)}
	if len(who) > 1 {
		out = append(out, someMenu(l, who, who, fight, where))
	}
	return out
}

func stateMenu(l *lang.Language, who []*engine.Combatant, fight, where string) []discord.Button {
	menu := &discord.Menu{}
	for i, state := range engine.DownStates() {
		menu.Options = append(menu.Options, discord.Option{Label: words.DownState(l, state), Value: strconv.Itoa(i)})
	}
	return []discord.Button{{Label: l.Label("gm.fate"), ID: fateID("fate", who, fight, where), Menu: menu}}
}

// someMenu returns the menu of all who fell, with some already picked unless they are all.
func someMenu(l *lang.Language, all, some []*engine.Combatant, fight, where string) []discord.Button {
	menu := &discord.Menu{Least: 1, Most: len(all)}
	for _, c := range all {
		menu.Options = append(menu.Options, discord.Option{Label: words.Called(l, c), Value: card.CombatantArg(c),
			Picked: len(some) < len(all) && slices.Contains(some, c)})
	}
	return []discord.Button{{Label: l.Label("gm.choose-some"), ID: fateID("fate-some", all, fight, where), Menu: menu}}
}

// maxIDs is the maximum length of a list of combatants in a custom ID, which also has the verb, the fight and onScreen.
const maxIDs = discord.MaxID - len("fate-some:") - 10 - len(":"+onScreen)

// fitting returns how many of these combatants fit into the menus.
func fitting(who []*engine.Combatant) int {
	n := min(len(who), discord.MaxOptions)
	for n > 0 && len(card.CombatantsArg(who[:n])) > maxIDs {
		n--
	}
	return n
}

func fateID(verb string, who []*engine.Combatant, fight, where string) string {
	parts := []string{verb, fight, card.CombatantsArg(who)}
	if where != "" {
		parts = append(parts, where)
	}
	return discord.CustomID(parts...)
}

// downList returns the combatants of such a list that are at 0 hit points.
func (tx *transaction) downList(list string) []*engine.Combatant {
	return slices.DeleteFunc(card.CombatantsNamed(tx.j.State(), list, 36), (*engine.Combatant).Standing)
}

// pressDown chooses a state for one combatant at 0 hit points, or for all visible ones who have none yet, with a button of an earlier release.
func pressDown(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	states := engine.DownStates()
	i := discord.NumberArg(args, 1)
	if i < 0 || i >= len(states) {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	var cmds []play.Command
	if args[0] != "all" {
		c, err := tx.combatantArg(tx.j.State(), 0)
		if err != nil {
			return nil, err
		}
		cmds = append(cmds, play.PickDown{ID: c.ID, State: states[i]})
	} else {
		for _, c := range tx.j.State().Combatants {
			if !c.Standing() && c.Down == "" && !c.Hidden {
				cmds = append(cmds, play.PickDown{ID: c.ID, State: states[i]})
			}
		}
	}
	if len(cmds) == 0 {
		return nil, refuse(engine.NotNow, lang.P("bot.no-one-needs-state"))
	}
	return tx.play(cmds...)
}
