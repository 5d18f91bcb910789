package bot

import (
	"context"
	"strconv"
	"strings"
	"unicode"

	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/bot/words"
	"roundel/engine"
)

// opens answers a press with a form, if the button is of the present turn.
func opens(form func(s *engine.State, rs *engine.Ruleset) *discord.Form) func(context.Context, *Bot, *discord.Request, []string) (*discord.Reply, error) {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.drawn(args); err != nil {
				return nil, err
			}
			rs, err := tx.ruleset()
			if err != nil {
				return nil, err
			}
			return &discord.Reply{Form: form(tx.j.State(), rs)}, nil
		})
	}
}

// reopened are the forms that can be opened again after a refusal.
func reopened() map[string]func(*engine.State, *engine.Ruleset) *discord.Form {
	return map[string]func(*engine.State, *engine.Ruleset) *discord.Form{"join-form": joinForm, "add-form": addForm,
		"effect-form": effectForm, "damage-form": damageForm, "react-form": reactForm, "reserve-form": reserveForm}
}

// pressAgain opens a form again, with what was typed as far as that is remembered: args are its verb, what that is
// remembered by, and the turn of a form that belongs to one.
func pressAgain(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	if len(args) < 2 || reopened()[args[0]] == nil {
		return nil, engine.Refuse(engine.NotFound, "That form is not known here any more; use the command instead.")
	}
	form := reopened()[args[0]]
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		s, rs, err := tx.fight()
		if err != nil {
			return nil, err
		}
		if len(args) > 2 {
			if err := tx.drawn(args[2:]); err != nil {
				return nil, err
			}
		}
		f := form(s, rs)
		typed := b.drafts.of(args[1])
		for i := range f.Inputs {
			if text, ok := typed[f.Inputs[i].ID]; ok {
				f.Inputs[i].Value = words.Clip(text, f.Inputs[i].Max)
			}
		}
		return &discord.Reply{Form: f}, nil
	})
}

// filled decides the commands of a form, all or none. It may be sent in a later turn than it was opened in: joining,
// adding, an effect and damage mean the same then.
func filled(cmds func(f options) ([]engine.Command, error)) func(context.Context, *Bot, *discord.Request, []string) (*discord.Reply, error) {
	return func(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) { return tx.fill(cmds) })
	}
}

// filledInTurn is filled for a form that belongs to the turn it was opened in: it is stale as a button would be.
func filledInTurn(cmds func(f options) ([]engine.Command, error)) func(context.Context, *Bot, *discord.Request, []string) (*discord.Reply, error) {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.drawn(args); err != nil {
				return nil, err
			}
			return tx.fill(cmds)
		})
	}
}

func (tx *transaction) fill(cmds func(f options) ([]engine.Command, error)) (*discord.Reply, error) {
	if tx.j.State() == nil {
		return nil, noFight()
	}
	list, err := cmds(options(tx.r.Fields))
	if err != nil {
		return nil, err
	}
	return tx.play(buttonWords(tx.r), list...)
}

func joinForm(_ *engine.State, rs *engine.Ruleset) *discord.Form {
	return &discord.Form{ID: "join-form", Title: "Join the fight", Inputs: []discord.Input{
		{ID: "name", Label: "Your character's name", Required: true, Max: engine.MaxName},
		{ID: "stats", Label: words.Clip("Stats: "+strings.Join(rs.StatKeys(), ", "), discord.MaxTitle), Value: rs.Template(false), Max: 500},
		{ID: "roll", Label: "Your die, if you rolled it yourself", Hint: "empty: the bot rolls", Max: 4},
		{ID: "side", Label: "Side", Hint: "empty: " + engine.Party, Max: engine.MaxName},
	}}
}

func joinFilled(f options) ([]engine.Command, error) {
	roll, err := f.typedNumber("roll")
	if err != nil {
		return nil, err
	}
	return []engine.Command{engine.Join{Name: f.text("name"), Stats: oneLine(f.text("stats")), Roll: roll, Side: f.text("side")}}, nil
}

// typedNumber is a whole number typed into a form, nil when left empty.
func (o options) typedNumber(name string) (*int, error) {
	if o.text(name) == "" {
		return nil, nil
	}
	if n := o.number(name); n != nil {
		return n, nil
	}
	return nil, engine.Refuse(engine.Invalid, "%q is no number; type what the die shows, or leave it empty.", o.text(name))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func addForm(_ *engine.State, rs *engine.Ruleset) *discord.Form {
	return &discord.Form{ID: "add-form", Title: "Add NPCs", Inputs: []discord.Input{
		{ID: "lines", Label: "A line for each kind", Long: true, Required: true, Max: 2000,
			Hint: words.Clip("3 Goblin, "+rs.Template(true), discord.MaxChoice)},
		{ID: "side", Label: "Side", Hint: "empty: " + engine.Foes, Max: engine.MaxName},
		{ID: "hidden", Label: "Hidden from the players? yes or empty", Max: 3},
	}}
}

// addFilled reads lines like "3 Goblin, init 7, hp 5".
func addFilled(f options) ([]engine.Command, error) {
	hidden := strings.EqualFold(f.text("hidden"), "yes") || strings.EqualFold(f.text("hidden"), "y")
	if !hidden && f.text("hidden") != "" && !strings.EqualFold(f.text("hidden"), "no") {
		return nil, engine.Refuse(engine.Invalid, "Type yes to hide them, or leave that empty.")
	}
	var out []engine.Command
	for line := range strings.Lines(f["lines"]) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		add := npcLine(line)
		add.Side, add.Hidden = f.text("side"), hidden
		out = append(out, add)
	}
	if len(out) == 0 {
		return nil, engine.Refuse(engine.Invalid, "Write a line for each kind of NPC, like: 3 Goblin, init 7, hp 5.")
	}
	return out, nil
}

func npcLine(line string) engine.Add {
	name, stats, _ := strings.Cut(strings.TrimSpace(line), ",")
	add := engine.Add{Name: strings.TrimSpace(name), Stats: strings.TrimSpace(stats)}
	digits := strings.IndexFunc(add.Name, func(r rune) bool { return !unicode.IsDigit(r) })
	if digits > 0 {
		rest := strings.TrimLeft(add.Name[digits:], " x×")
		if n, err := strconv.Atoi(add.Name[:digits]); err == nil && rest != "" && strings.ContainsAny(add.Name[digits:], " ×") {
			add.Count, add.Name = n, rest
		}
	}
	return add
}

func effectForm(s *engine.State, rs *engine.Ruleset) *discord.Form {
	hint := "2 rounds, end of turn, end of round, fight"
	if rs.RoundSeconds > 0 {
		hint += ", 10 min"
	}
	return &discord.Form{ID: "effect-form", Title: "Put an effect on somebody", Inputs: []discord.Input{
		{ID: "target", Label: "On whom, separated by commas", Required: true, Max: 1000},
		{ID: "name", Label: "Name of the effect", Required: true, Max: 100},
		{ID: "duration", Label: "How long (empty: until removed)", Hint: hint, Max: 100},
		{ID: "damage", Label: "Damage at the end of each own turn", Hint: "2 or 1d6", Max: 100},
		{ID: "more", Label: "What else it does", Hint: "skip, initiative -3, ticks -1, no reactions", Max: 100},
	}}
}

func effectFilled(f options) ([]engine.Command, error) {
	cmd := engine.EffectAdd{Target: f.text("target"), Name: f.text("name"), Duration: f.text("duration"), Damage: f.text("damage")}
	for part := range strings.SplitSeq(f.text("more"), ",") {
		if err := modify(&cmd, strings.ToLower(oneLine(part))); err != nil {
			return nil, err
		}
	}
	return []engine.Command{cmd}, nil
}

// modify reads one thing that an effect does.
func modify(cmd *engine.EffectAdd, word string) error {
	key, value, _ := strings.Cut(word, " ")
	n, err := strconv.Atoi(strings.ReplaceAll(value, "−", "-"))
	switch {
	case word == "":
	case word == "skip":
		cmd.Skip = true
	case word == "no reactions" || word == "no_reactions":
		cmd.NoReactions = true
	case key == "initiative" && err == nil:
		cmd.Initiative = n
	case key == "ticks" && err == nil:
		cmd.Ticks = n
	default:
		return engine.Refuse(engine.Invalid,
			"%q is nothing an effect does; write skip, initiative -3, ticks -1 or no reactions, separated by commas.", word)
	}
	return nil
}

func damageForm(*engine.State, *engine.Ruleset) *discord.Form {
	return &discord.Form{ID: "damage-form", Title: "Damage or healing", Inputs: []discord.Input{
		{ID: "target", Label: "Who, separated by commas", Required: true, Max: 1000},
		{ID: "amount", Label: "How much", Hint: "5 or 2d6 is damage, +3 heals, =12 sets", Required: true, Max: 100},
		{ID: "half", Label: "Who of them takes half", Max: 1000},
	}}
}

// damageFilled reads a bare amount as damage: that is what the button says. "2d6+1" is "-2d6-1" to the engine, which
// does the sum.
func damageFilled(f options) ([]engine.Command, error) {
	amount := f.text("amount")
	if strings.TrimLeft(amount, "+-−=") == amount {
		amount = "-" + strings.NewReplacer("+", "-", "-", "+", "−", "+").Replace(amount)
	}
	return []engine.Command{engine.HP{Target: f.text("target"), Amount: amount, Half: f.text("half")}}, nil
}

func reactForm(s *engine.State, _ *engine.Ruleset) *discord.Form {
	return &discord.Form{ID: discord.CustomID("react-form", publish.TurnArg(s.Turn)), Title: "React", Inputs: []discord.Input{
		{ID: "activity", Label: "What you do", Required: true, Max: 80},
		{ID: "who", Label: "Who reacts, where you have several", Max: engine.MaxName},
	}}
}

func reactFilled(f options) ([]engine.Command, error) {
	return []engine.Command{engine.React{Activity: oneLine(f.text("activity")), Who: f.text("who")}}, nil
}

func reserveForm(s *engine.State, _ *engine.Ruleset) *discord.Form {
	return &discord.Form{ID: discord.CustomID("reserve-form", publish.TurnArg(s.Turn)), Title: "Hold ticks back for reactions", Inputs: []discord.Input{
		{ID: "ticks", Label: "How many: 1 or 2", Value: "1", Required: true, Max: 2},
		{ID: "who", Label: "Whose, where several have the turn", Max: engine.MaxName},
	}}
}

func reserveFilled(f options) ([]engine.Command, error) {
	n, err := f.typedNumber("ticks")
	if err != nil {
		return nil, err
	}
	cmd := engine.Reserve{Who: f.text("who")}
	if n != nil {
		cmd.Ticks = *n
	}
	return []engine.Command{cmd}, nil
}
