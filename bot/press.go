package bot

import (
	"context"
	"fmt"
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/command"
)

// press answers a button or a form; args are what its custom ID carries behind the verb.
type press struct {
	verb string
	name string // for the counters
	run  func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error)
}

// pressTable is every button and form there is.
func pressTable() []press {
	return []press{
		{"next", "button end turn", pressNext},
		{"done", "button end turn", pressDone},
		{"member", "button end turn", pressMember},
		{"last", "button act last", pressed(func(o []string) command.Command { return command.Last{} })},
		{"roll", "button roll initiative", pressed(func([]string) command.Command { return command.Roll{} })},
		{"resume", "button resume", pressed(func([]string) command.Command { return command.Resume{} })},
		{"undo", "button undo", pressUndo},
		{"end", "button end", pressEnd},
		{"down", "button down", pressDown},
		{"join", "button join", pressJoin},
		{"add", "button add", opens(addForm)},
		{"panel", "button GM panel", pressPanel},
		{"erase", "button erase", pressErase},
		{"redo", "button redo", pressRedo},
		{"pause", "button pause", pressed(func([]string) command.Command { return command.Pause{} })},
		{"ask-end", "button end", pressAskEnd},
		{"react", "button react", opens(reactForm)},
		{"reserve", "button reserve", opens(reserveForm)},
		{"react-form", "form react", filledInTurn(reactFilled)},
		{"reserve-form", "form reserve", filledInTurn(reserveFilled)},
		{"effect", "button effect", opens(effectForm)},
		{"damage", "button damage", opens(damageForm)},
		{"again", "button try again", pressAgain},
		{"surprise", "button confirm", pressSurprise},
		{"test", "button test", opensFor(testForm)},
		{"strike", "button free attack", opensFor(strikeForm)},
		{"test-form", "form test", testFilled},
		{"strike-form", "form free attack", strikeFilled},
		{"join-form", "form join", filled(joinFilled)},
		{"add-form", "form add", filled(addFilled)},
		{"effect-form", "form effect", filled(effectFilled)},
		{"damage-form", "form damage", filled(damageFilled)},
	}
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

func numberText(n int) string { return strconv.Itoa(n) }

func idText(id engine.CombatantID) string { return strconv.Itoa(int(id)) }

// turnArg is the turn a button was drawn for; 0 in setup.
func turnArg(args []string) engine.TurnID {
	if len(args) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(args[0], 36, 64)
	if err != nil {
		return -1 // no turn's ID: the button is stale
	}
	return engine.TurnID(n)
}

func number(args []string, i int) int {
	if i >= len(args) {
		return -1
	}
	n, err := strconv.Atoi(args[i])
	if err != nil {
		return -1
	}
	return n
}

// drawn refuses a button that was drawn for another turn than the present one.
func (tx *transaction) drawn(args []string) error {
	s := tx.j.State()
	if s == nil {
		return noFight()
	}
	if s.Turn == turnArg(args) {
		return nil
	}
	return stale(tx.seen())
}

// stale says whose turn it is instead of doing what was meant for another.
func stale(s *engine.State) error {
	now := "the order is not running now"
	if name := words.And(s.ActiveNames()); name != "" {
		now = "it is " + name + "'s turn now"
	} else if s.GMActs() {
		now = "the GM acts now"
	}
	return refuse(engine.Stale, "That button is from an earlier turn; %s.", now)
}

// pressed decides one command, if the button is of the present turn.
func pressed(cmd func(args []string) command.Command) func(context.Context, *Bot, *discord.Request, []string) (*discord.Reply, error) {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.drawn(args); err != nil {
				return nil, err
			}
			return tx.play(buttonWords(r), cmd(args))
		})
	}
}

func buttonWords(r *discord.Request) string {
	verb, _ := discord.SplitID(r.Path)
	return "button " + verb
}

// pressNext ends the turn the button was drawn for.
func pressNext(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.endTurn(ctx, r, command.Next{Turn: turnArg(args)}, args)
}

// pressDone is pressNext on the turn's announcement: when the turn is over, what happened takes its place.
func pressDone(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		reply, err := tx.endTurn(command.Next{Turn: turnArg(args)}, args)
		if s := tx.j.State().View(engine.Viewer{}); err == nil && !reply.Ephemeral && (s.Turn != turnArg(args) || s.GMActs()) {
			reply.Update = true
		}
		return reply, err
	})
}

// pressMember ends the turn of the one member chosen.
func pressMember(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.endTurn(ctx, r, command.Next{Turn: turnArg(args), ID: engine.CombatantID(number(args, 1))}, args)
}

func (b *Bot) endTurn(ctx context.Context, r *discord.Request, cmd command.Next, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) { return tx.endTurn(cmd, args) })
}

func (tx *transaction) endTurn(cmd command.Next, args []string) (*discord.Reply, error) {
	if err := tx.drawn(args); err != nil {
		return nil, err
	}
	return tx.play(buttonWords(tx.r), cmd)
}

// pressDown picks the state of one, or of all, who are at 0 hit points.
func pressDown(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.gm(); err != nil {
			return nil, err
		}
		states := engine.DownStates()
		i := number(args, 1)
		if i < 0 || i >= len(states) {
			return nil, refuse(engine.NotFound, "That state is not known here any more; use a newer message.")
		}
		var cmds []command.Command
		if args[0] != "all" {
			cmds = append(cmds, command.PickDown{ID: engine.CombatantID(number(args, 0)), State: states[i]})
		} else {
			cmds = pickAll(tx.j.State(), states[i])
		}
		if len(cmds) == 0 {
			return nil, refuse(engine.NotNow, "Nobody is down without a state; there is nothing to pick.")
		}
		return tx.play(buttonWords(r), cmds...)
	})
}

func pickAll(s *engine.State, state string) []command.Command {
	var out []command.Command
	for _, c := range s.Combatants {
		if !c.Standing() && c.Down == "" && !c.Hidden {
			out = append(out, command.PickDown{ID: c.ID, State: state})
		}
	}
	return out
}

// pressUndo takes the last change back, pressRedo does it again, if the button is of the present turn.
func pressUndo(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.pressStep(ctx, r, args, true)
}

func pressRedo(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.pressStep(ctx, r, args, false)
}

func (b *Bot) pressStep(ctx context.Context, r *discord.Request, args []string, back bool) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.gm(); err != nil {
			return nil, err
		}
		if err := tx.drawn(args); err != nil {
			return nil, err
		}
		return tx.step(back)
	})
}

// pressPanel shows the GM everything, hidden things too, with the buttons that only the GM needs.
func pressPanel(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.gm(); err != nil {
			return nil, err
		}
		if err := tx.drawn(args); err != nil {
			return nil, err
		}
		rs, err := tx.ruleset()
		if err != nil {
			return nil, err
		}
		s := tx.seen()
		reply := tx.listing(s, rs)
		turn := publish.TurnArg(s.Turn)
		row := []discord.Button{{Label: words.ButtonUndo, ID: discord.CustomID("undo", turn)}, {Label: words.ButtonRedo, ID: discord.CustomID("redo", turn)}}
		switch {
		case s.Paused:
			row = append(row, discord.Button{Label: words.ButtonResume, ID: discord.CustomID("resume", turn), Style: discord.Primary})
		case s.Phase == engine.Setup:
			row = append(row, discord.Button{Label: words.ButtonRoll, ID: discord.CustomID("roll", turn), Style: discord.Success})
		default:
			row = append(row, discord.Button{Label: words.ButtonPause, ID: discord.CustomID("pause", turn)})
		}
		reply.Buttons = [][]discord.Button{append(row, discord.Button{Label: words.ButtonAskEnd, ID: discord.CustomID("ask-end", turn), Style: discord.Danger})}
		return reply, nil
	})
}

func pressAskEnd(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return askEnd(ctx, b, r)
}
