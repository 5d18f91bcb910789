package bot

import (
	"context"
	"fmt"
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
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
		{"last", "button act last", pressedOnCard(func([]string) command.Command { return command.Last{} })},
		{"roll", "button roll initiative", pressed(func([]string) command.Command { return command.Roll{} })},
		{"resume", "button resume", pressed(func([]string) command.Command { return command.Resume{} })},
		{"undo", "button undo", pressUndoOrRedo(true)},
		{"end", "button end", pressEnd},
		{"down", "button down", pressDown},
		{"join", "button join", pressJoin},
		{"add", "button add", opens(addForm)},
		{"more", "button more", pressMore},
		{"erase", "button erase", pressErase},
		{"redo", "button redo", pressUndoOrRedo(false)},
		{"pause", "button pause", pressed(func([]string) command.Command { return command.Pause{} })},
		{"ask-end", "button end", pressAskEnd},
		{"react", "button react", opens(reactForm)},
		{"reserve", "button reserve", opens(reserveForm)},
		{"react-form", "form react", filledInTurn(reactFilled)},
		{"reserve-form", "form reserve", filledInTurn(reserveFilled)},
		{"effect", "button effect", opens(effectForm)},
		{"attack", "button attack", opens(attackForm)},
		{"damage", "button damage", opens(damageForm)},
		{"heal", "button heal", opens(healForm)},
		{"act", "button act", opens(actForm)},
		{"move", "button move", opens(moveForm)},
		{"long", "button long activity", opens(longForm)},
		{"dice", "button roll", opens(diceForm)},
		{"act-form", "form act", filledInTurn(actFilled)},
		{"move-form", "form move", filledInTurn(moveFilled)},
		{"long-form", "form long activity", filledInTurn(longFilled)},
		{"dice-form", "form roll", diceFilled},
		{"blow", "button blow", pressed(func([]string) command.Command { return command.RollWithBlow{} })},
		{"effects", "button effects", pressEffects},
		{"remove-effects", "button remove effects", pressRemoveEffects},
		{"again", "button try again", pressAgain},
		{"surprise", "button confirm", pressSurprise},
		{"test", "button test", opensFor(testForm)},
		{"strike", "button free attack", opensFor(strikeForm)},
		{"test-form", "form test", testFilled},
		{"strike-form", "form free attack", strikeFilled},
		{"join-form", "form join", filled(joinFilled)},
		{"add-form", "form add", filled(addFilled)},
		{"effect-form", "form effect", filled(effectFilled)},
		{"attack-form", "form attack", filledInTurn(attackFilled)},
		{"damage-form", "form damage", filled(damageFilled)},
		{"heal-form", "form heal", filled(healFilled)},
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
		{"use-form", "form use", filledInTurn(useFilled)},
		{"check", "button check", pressCheck("check")},
		{"save", "button check", pressCheck("save")},
		{"check-form", "form check", checkFilled("check")},
		{"save-form", "form check", checkFilled("save")},
		{"armed", "button attack", pressArmed},
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

// intArg returns the argument at an index as a number, or -1 if it isn't one.
func intArg(args []string, i int) int {
	if i >= len(args) {
		return -1
	}
	n, err := strconv.Atoi(args[i])
	if err != nil {
		return -1
	}
	return n
}

// checkTurn refuses a button that belongs to a turn other than the current one, and says whose turn it is now.
func (tx *transaction) checkTurn(args []string) error {
	s := tx.j.State()
	switch {
	case s == nil:
		return noFight()
	case s.Turn != turnArg(args):
		return refuse(engine.Stale, refusal.EarlierTurn(tx.seen()))
	}
	return nil
}

// pressed returns a handler that decides one command, if the button belongs to the current turn.
func pressed(cmd func(args []string) command.Command) pressHandler { return pressedThen(cmd, nil) }

// pressedThen returns a handler like that of pressed. It calls then, which may be nil, unless the command was refused.
func pressedThen(cmd func(args []string) command.Command, then func(tx *transaction, reply *discord.Reply)) pressHandler {
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
func pressedOnCard(cmd func(args []string) command.Command) pressHandler {
	return pressedThen(cmd, func(tx *transaction, _ *discord.Reply) { tx.onCard = true })
}

func nextOfTurn(args []string) command.Command {
	return command.Next{Moment: command.Moment{Turn: turnArg(args)}}
}

// pressMember returns a handler that ends the turn of one member of a group or side. If others still act and the card says all there
// is to say, nobody but the asker sees the reply; with update, it then takes the place of the message with the button.
func pressMember(update bool) pressHandler {
	next := func(args []string) command.Command {
		return command.Next{ID: engine.CombatantID(intArg(args, 1)), Moment: command.Moment{Turn: turnArg(args)}}
	}
	return pressedThen(next, func(tx *transaction, reply *discord.Reply) {
		if _, args := discord.SplitID(tx.r.Path); tx.checkTurn(args) == nil && tx.lead != nil && *tx.lead == "" {
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
		i := intArg(args, 1)
		if i < 0 || i >= len(states) {
			return nil, refuse(engine.NotFound, refusal.UnknownButton())
		}
		var cmds []command.Command
		if args[0] != "all" {
			cmds = append(cmds, command.PickDown{ID: engine.CombatantID(intArg(args, 0)), State: states[i]})
		} else {
			cmds = pickAll(tx.j.State(), states[i])
		}
		if len(cmds) == 0 {
			return nil, refuse(engine.NotNow, refusal.NoOneNeedsState())
		}
		return tx.play(buttonName(r), cmds...)
	})
}

// pickAll returns the commands that give a state to all visible combatants who are down without one.
func pickAll(s *engine.State, state string) []command.Command {
	var out []command.Command
	for _, c := range s.Combatants {
		if !c.Standing() && c.Down == "" && !c.Hidden {
			out = append(out, command.PickDown{ID: c.ID, State: state})
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
		reply, err := tx.play(buttonName(r), command.ApplyProposal{ID: engine.ProposalID(turnArg(args))})
		if err == nil && !reply.Ephemeral {
			reply.Update = true
		}
		return reply, err
	})
}

func pressAskEnd(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return askEnd(ctx, b, r)
}
