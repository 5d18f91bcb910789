package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

// pressHandler answers a button or a submitted form; args are the rest of its custom ID.
type pressHandler func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error)

// press is one kind of button or form.
type press struct {
	verb string // the first part of its custom ID
	name string // what it is counted as
	run  pressHandler
}

// pressTable returns all buttons and forms.
func pressTable() []press {
	return append([]press{
		{"next", "button end turn", pressedOnCard(nextOfTurn)},
		{"done", "button end turn", pressed(nextOfTurn)}, // of releases without cards
		{"member", "button end turn", pressMember(false)},
		{"which", "button end turn", pressMember(true)},
		{"last", "button act last", pressedOnCard(func([]string) play.Command { return play.Last{} })},
		{"roll", "button roll initiative", pressed(func([]string) play.Command { return play.Roll{} })},
		{"resume", "button resume", pressed(func([]string) play.Command { return play.Resume{} })},
		{"undo", "button undo", pressUndoOrRedo(true)},
		{"end", "button end", pressEnd},
		{"down", "button down", pressDown},
		{"join", "button join", pressJoin},
		{"add", "button add", opens(addForm)},
		{"more", "button more", pressMore},
		{"erase", "button erase", pressErase},
		{"redo", "button redo", pressUndoOrRedo(false)},
		{"pause", "button pause", pressed(func([]string) play.Command { return play.Pause{} })},
		{"ask-end", "button end", pressAskEnd},
		{"react", "button react", opens(reactForm)},
		{"reserve", "button reserve", opens(reserveForm)},
		{"react-form", "form react", filledInTurn(readReactForm)},
		{"reserve-form", "form reserve", filledInTurn(readReserveForm)},
		{"effect", "button effect", opens(effectForm)},
		{"attack", "button attack", opens(attackForm)},
		{"damage", "button damage", opens(damageForm)},
		{"heal", "button heal", opens(healForm)},
		{"act", "button act", opens(actForm)},
		{"move", "button move", opens(moveForm)},
		{"long", "button long activity", opens(longForm)},
		{"dice", "button roll", opens(diceForm)},
		{"act-form", "form act", filledInTurn(readActForm)},
		{"move-form", "form move", filledInTurn(readMoveForm)},
		{"long-form", "form long activity", filledInTurn(readLongForm)},
		{"dice-form", "form roll", diceFilled},
		{"blow", "button blow", pressed(func([]string) play.Command { return play.RollWithBlow{} })},
		{"effects", "button effects", pressEffects},
		{"remove-effects", "button remove effects", pressRemoveEffects},
		{"again", "button try again", pressAgain},
		{"surprise", "button confirm", pressSurprise},
		{"first", "button first", pressFirst},
		{"tests", "button roll tests", pressed(makeTests)},
		{"longer", "button 2 rounds", pressLonger},
		{"test", "button test", opensFor(testForm)},
		{"strike", "button free attack", opensFor(strikeForm)},
		{"test-form", "form test", testFilled},
		{"strike-form", "form free attack", strikeFilled},
		{"join-form", "form join", filled(readJoinForm)},
		{"add-form", "form add", filled(readAddForm)},
		{"effect-form", "form effect", filled(readEffectForm)},
		{"attack-form", "form attack", filledInTurn(readAttackForm)},
		{"damage-form", "form damage", filled(readDamageForm)},
		{"heal-form", "form heal", filled(readHealForm)},
		{"apply", "button apply", pressApply},
		{"panel", "button GM screen", pressPanel},
		{"screen", "button GM screen", pressScreen},
		{"screen-pick", "menu combatant", pressPick},
		{"screen-damage", "button damage", opensOn(damageForm)},
		{"screen-heal", "button heal", opensOn(healForm)},
		{"screen-effect", "button effect", opensOn(effectForm)},
		{"screen-hide", "button hide", pressHide(true)},
		{"screen-show", "button show", pressHide(false)},
		{"screen-use", "button use", opensPage(useOnScreen)},
		{"screen-note", "button note", opensPage(noteForm)},
		{"note-form", "form note", noteFilled},
		{"screen-ping", "button mentions", pressPing},
		{"screen-apply", "button apply", pressScreenApply},
		{"fate", "menu down", pressFate},
		{"fate-some", "menu down", pressFateSome},
		{"use", "button use", opens(useForm)},
		{"use-form", "form use", filledInTurn(readUseForm)},
		{"check", "button check", pressCheck("check")},
		{"save", "button check", pressCheck("save")},
		{"check-form", "form check", checkFilled("check")},
		{"save-form", "form check", checkFilled("save")},
		{"armed", "button attack", pressArmed},
		{"wave", "button wave", pressWave},
		{"wave-forget", "button wave", pressForget},
		{"join-as", "menu join", pressJoinAs},
		{"invite", "button invite", pressInvite},
		{"keep-party", "button keep party", pressKeepParty},
	}, waitPresses()...)
}

func indexPresses(table []press) (map[string]press, error) {
	out := map[string]press{}
	for _, p := range table {
		if _, twice := out[p.verb]; twice {
			return nil, fmt.Errorf("button %q is in the table twice", p.verb)
		}
		out[p.verb] = p
	}
	return out, nil
}

func idText(id engine.CombatantID) string { return strconv.Itoa(int(id)) }

// turnArg returns the turn that a button belongs to; 0 during setup.
func turnArg(args []string) engine.TurnID {
	if len(args) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(args[0], 36, 64)
	if err != nil {
		return -1 // not the ID of any turn, so the button is stale
	}
	return engine.TurnID(n)
}

// textArg returns the argument of a custom ID at an index, or an empty text if there is none.
func textArg(args []string, i int) string {
	if i >= len(args) {
		return ""
	}
	return args[i]
}

// checkTurn refuses a button that belongs to a turn other than the current one, and says whose turn it is now.
func (tx *transaction) checkTurn(args []string) error {
	s := tx.j.State()
	switch {
	case s == nil:
		return noFight()
	case s.Turn != turnArg(args):
		return refuse(engine.Stale, words.EarlierTurn(tx.seen()))
	}
	return nil
}

// pressed returns a handler that decides one command, if the button belongs to the current turn.
func pressed(cmd func(args []string) play.Command) pressHandler { return pressedThen(cmd, nil) }

// pressedThen returns a handler like that of pressed. It calls then, which may be nil, unless the command was refused.
func pressedThen(cmd func(args []string) play.Command, then func(tx *transaction, reply *discord.Reply)) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.checkTurn(args); err != nil {
				return nil, err
			}
			reply, err := tx.play(buttonName(r), cmd(args))
			if err == nil && then != nil {
				then(tx, reply)
			}
			return reply, err
		})
	}
}

// buttonName returns the button or form of a request, for the log.
func buttonName(r *discord.Request) string {
	verb, _ := discord.SplitID(r.Path)
	return "button " + verb
}

// pressedOnCard returns a handler like that of pressed. If it ends the turn of the card, the answer changes the card.
func pressedOnCard(cmd func(args []string) play.Command) pressHandler {
	return pressedThen(cmd, func(tx *transaction, _ *discord.Reply) { tx.onCard = true })
}

func nextOfTurn(args []string) play.Command {
	return play.Next{Moment: play.Moment{Turn: turnArg(args)}}
}

// pressMember returns a handler that ends the turn of one member of a group or side. If others still act and the card says all there
// is to say, nobody but the asker sees the reply; with update, it then takes the place of the message with the button.
func pressMember(update bool) pressHandler {
	next := func(args []string) play.Command {
		return play.Next{ID: engine.CombatantID(discord.NumberArg(args, 1)), Moment: play.Moment{Turn: turnArg(args)}}
	}
	return pressedThen(next, func(tx *transaction, reply *discord.Reply) {
		if _, args := discord.SplitID(tx.r.Path); tx.checkTurn(args) == nil && tx.intro != nil && *tx.intro == "" {
			reply.Ephemeral, reply.Update = true, update
		}
	})
}

// pressDown chooses a state for one combatant at 0 hit points, or for all who have none yet, with a button of an earlier release.
func pressDown(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.gm(); err != nil {
			return nil, err
		}
		states := engine.DownStates()
		i := discord.NumberArg(args, 1)
		if i < 0 || i >= len(states) {
			return nil, refuse(engine.NotFound, words.UnknownButton())
		}
		var cmds []play.Command
		if args[0] != "all" {
			cmds = append(cmds, play.PickDown{ID: engine.CombatantID(discord.NumberArg(args, 0)), State: states[i]})
		} else {
			cmds = pickAll(tx.j.State(), states[i])
		}
		if len(cmds) == 0 {
			return nil, refuse(engine.NotNow, words.NoOneNeedsState())
		}
		return tx.play(buttonName(r), cmds...)
	})
}

// pickAll returns the commands that give a state to all visible combatants who are down without one.
func pickAll(s *engine.State, state string) []play.Command {
	var out []play.Command
	for _, c := range s.Combatants {
		if !c.Standing() && c.Down == "" && !c.Hidden {
			out = append(out, play.PickDown{ID: c.ID, State: state})
		}
	}
	return out
}

// pressUndoOrRedo returns a handler that undoes the last change or redoes the last undo, if the button belongs to the current
// turn.
func pressUndoOrRedo(undo bool) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.gm(); err != nil {
				return nil, err
			}
			if err := tx.checkTurn(args); err != nil {
				return nil, err
			}
			return tx.undoOrRedo(undo, 0)
		})
	}
}

// pressApply applies the damage or healing that a player proposed. The reply replaces the proposal, unless only the GM may
// see it.
func pressApply(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		reply, err := tx.play(buttonName(r), play.ApplyProposal{ID: engine.ProposalID(turnArg(args))})
		if err == nil && !reply.Ephemeral {
			reply.Update = true
		}
		return reply, err
	})
}

func pressAskEnd(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return askEnd(ctx, b, r)
}

// pressFirst says who of the tied goes first (TO-3). The chosen unit is in the button or picked in the menu; with "roll-" before it, all
// who are tied with it roll off.
func pressFirst(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		which, rollsOff := strings.CutPrefix(textArg(args, 1)+r.Fields["values"], "roll-")
		picked, err := strconv.Atoi(which)
		if err != nil {
			return nil, refuse(engine.NotFound, words.UnknownButton())
		}
		if !rollsOff {
			return tx.play(buttonName(r), play.GoFirst{Unit: engine.UnitID(picked)})
		}
		tied := tx.seen().OpenTie(engine.UnitID(picked))
		if len(tied) == 0 {
			return nil, engine.Refuse(engine.NotNow, reason.TieOver, engine.Args{})
		}
		names := []string{tx.seen().Unit(tied[0]).Name, tx.seen().Unit(tied[1]).Name}
		return tx.play(buttonName(r), play.Place{Name: names[0], Before: names[1], Dispute: true})
	})
}
