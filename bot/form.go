package bot

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/command"
)

// opens returns a handler that opens a form, if the button belongs to the current turn.
func opens(form func(s *engine.State, rs *engine.Ruleset) *discord.Form) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.checkTurn(args); err != nil {
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

// reopened returns the forms that can be opened again after a refusal, by the verb of their custom ID.
func reopened() map[string]func(*engine.State, *engine.Ruleset) *discord.Form {
	return map[string]func(*engine.State, *engine.Ruleset) *discord.Form{"join-form": joinForm, "add-form": addForm,
		"effect-form": effectForm, "damage-form": damageForm, "react-form": reactForm, "reserve-form": reserveForm}
}

// againButton keeps the contents of a refused form and returns a button that opens it again. It returns none for a form whose
// own button is still there.
func (b *Bot) againButton(r *discord.Request) [][]discord.Button {
	verb, args := discord.SplitID(r.Path)
	if reopened()[verb] == nil {
		return nil
	}
	b.drafts.keep(r.ID, r.Fields)
	id := discord.CustomID(append([]string{"again", verb, r.ID}, args...)...)
	return [][]discord.Button{{{Label: words.ButtonAgain, ID: id, Style: discord.Primary}}}
}

// pressAgain opens a form again with its earlier contents, unless those were dropped. args are the form's verb, the ID of the
// interaction that submitted it and, for a form that belongs to a turn, that turn.
func pressAgain(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	if len(args) < 2 || reopened()[args[0]] == nil {
		return nil, refuse(engine.NotFound, words.UnknownForm())
	}
	form := reopened()[args[0]]
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		s, rs, err := tx.fight()
		if err != nil {
			return nil, err
		}
		if len(args) > 2 {
			if err := tx.checkTurn(args[2:]); err != nil {
				return nil, err
			}
		}
		f := form(s, rs)
		draft := b.drafts.of(args[1])
		for i := range f.Inputs {
			if text, ok := draft[f.Inputs[i].ID]; ok {
				f.Inputs[i].Value = words.Clip(text, f.Inputs[i].Max)
			}
		}
		return &discord.Reply{Form: f}, nil
	})
}

// filled returns a handler that decides the commands of a form, either all or none. The form may be submitted in a later turn
// than it was opened in, because it means the same then.
func filled(cmds func(f options) ([]command.Command, error)) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) { return tx.fill(cmds) })
	}
}

// filledInTurn is like filled for a form that belongs to the turn in which it was opened, like a button.
func filledInTurn(cmds func(f options) ([]command.Command, error)) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.checkTurn(args); err != nil {
				return nil, err
			}
			return tx.fill(cmds)
		})
	}
}

func (tx *transaction) fill(cmds func(f options) ([]command.Command, error)) (*discord.Reply, error) {
	if tx.j.State() == nil {
		return nil, noFight()
	}
	list, err := cmds(options(tx.r.Fields))
	if err != nil {
		return nil, err
	}
	return tx.play(buttonName(tx.r), list...)
}

// newForm returns a form with inputs; its texts come from package words.
func newForm(id string, text words.FormText, inputs ...discord.Input) *discord.Form {
	for i := range inputs {
		says := text.Inputs[inputs[i].ID]
		inputs[i].Label, inputs[i].Hint = says.Label, says.Hint
	}
	return &discord.Form{ID: id, Title: text.Title, Inputs: inputs}
}

func joinForm(_ *engine.State, rs *engine.Ruleset) *discord.Form {
	return newForm("join-form", words.JoinForm(rs),
		discord.Input{ID: "name", Required: true, Max: engine.MaxName},
		discord.Input{ID: "stats", Value: rs.Template(false), Max: 500},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "side", Max: engine.MaxName})
}

func joinFilled(f options) ([]command.Command, error) {
	roll, err := f.wholeNumber("roll")
	if err != nil {
		return nil, err
	}
	return []command.Command{command.Join{Name: f.text("name"), Stats: oneLine(f.text("stats")), Roll: roll, Side: f.text("side")}}, nil
}

// wholeNumber returns the whole number in a field of a form, or nil if the field was left empty.
func (o options) wholeNumber(name string) (*int, error) {
	if o.text(name) == "" {
		return nil, nil
	}
	if n := o.number(name); n != nil {
		return n, nil
	}
	return nil, refuse(engine.Invalid, words.NotAWholeNumber(o.text(name)))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func addForm(_ *engine.State, rs *engine.Ruleset) *discord.Form {
	return newForm("add-form", words.AddForm(rs),
		discord.Input{ID: "lines", Long: true, Required: true, Max: 2000},
		discord.Input{ID: "side", Max: engine.MaxName},
		discord.Input{ID: "hidden", Max: 3})
}

// addFilled reads lines such as "3 Goblin, init 7, hp 5".
func addFilled(f options) ([]command.Command, error) {
	hidden := strings.EqualFold(f.text("hidden"), "yes") || strings.EqualFold(f.text("hidden"), "y")
	if !hidden && f.text("hidden") != "" && !strings.EqualFold(f.text("hidden"), "no") {
		return nil, refuse(engine.Invalid, words.NotYes())
	}
	var out []command.Command
	for line := range strings.Lines(f["lines"]) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		add := npcLine(line)
		add.Side, add.Hidden = f.text("side"), hidden
		out = append(out, add)
	}
	if len(out) == 0 {
		return nil, refuse(engine.Invalid, words.NoNPCs())
	}
	return out, nil
}

func npcLine(line string) command.Add {
	name, stats, _ := strings.Cut(strings.TrimSpace(line), ",")
	add := command.Add{Name: strings.TrimSpace(name), Stats: strings.TrimSpace(stats)}
	digits := strings.IndexFunc(add.Name, func(r rune) bool { return !unicode.IsDigit(r) })
	if digits > 0 {
		rest := strings.TrimLeft(add.Name[digits:], " x×")
		if n, err := strconv.Atoi(add.Name[:digits]); err == nil && rest != "" && strings.ContainsAny(add.Name[digits:], " ×") {
			add.Count, add.Name = n, rest
		}
	}
	return add
}

func effectForm(_ *engine.State, rs *engine.Ruleset) *discord.Form {
	return newForm("effect-form", words.EffectForm(rs),
		discord.Input{ID: "target", Required: true, Max: 1000},
		discord.Input{ID: "name", Required: true, Max: 100},
		discord.Input{ID: "duration", Max: 100},
		discord.Input{ID: "damage", Max: 100},
		discord.Input{ID: "more", Max: 100})
}

func effectFilled(f options) ([]command.Command, error) {
	cmd := command.EffectAdd{Target: f.text("target"), Name: f.text("name"), Duration: f.text("duration"), Damage: f.text("damage")}
	for part := range strings.SplitSeq(f.text("more"), ",") {
		if err := parseEffectPart(&cmd, strings.ToLower(oneLine(part))); err != nil {
			return nil, err
		}
	}
	return []command.Command{cmd}, nil
}

// parseEffectPart reads one part of what an effect does.
func parseEffectPart(cmd *command.EffectAdd, word string) error {
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
		return refuse(engine.Invalid, words.NotInEffect(word))
	}
	return nil
}

func damageForm(*engine.State, *engine.Ruleset) *discord.Form {
	return newForm("damage-form", words.DamageForm(),
		discord.Input{ID: "target", Required: true, Max: 1000},
		discord.Input{ID: "amount", Required: true, Max: 100},
		discord.Input{ID: "half", Max: 1000})
}

// damageFilled reads an amount without a sign as damage, which is what the button's label says, one with a plus as healing,
// and any other as a correction.
func damageFilled(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		return tx.fill(func(f options) ([]command.Command, error) {
			amount := f.text("amount")
			if plain, heals := strings.CutPrefix(amount, "+"); heals && plain != "" {
				return []command.Command{command.Heal{Target: f.text("target"), Amount: plain, Half: f.text("half"), Players: tx.conf.Damage}}, nil
			}
			if strings.TrimLeft(amount, "+-−=") != amount {
				return []command.Command{hpOf(f)}, nil
			}
			return []command.Command{damageOf(f, tx.conf.Damage)}, nil
		})
	})
}

func reactForm(s *engine.State, _ *engine.Ruleset) *discord.Form {
	return newForm(discord.CustomID("react-form", publish.TurnArg(s.Turn)), words.ReactForm(),
		discord.Input{ID: "activity", Required: true, Max: 80},
		discord.Input{ID: "who", Max: engine.MaxName})
}

func reactFilled(f options) ([]command.Command, error) {
	return []command.Command{command.React{Activity: oneLine(f.text("activity")), Who: f.text("who")}}, nil
}

func reserveForm(s *engine.State, _ *engine.Ruleset) *discord.Form {
	return newForm(discord.CustomID("reserve-form", publish.TurnArg(s.Turn)), words.ReserveForm(),
		discord.Input{ID: "ticks", Value: "1", Required: true, Max: 2},
		discord.Input{ID: "who", Max: engine.MaxName})
}

func reserveFilled(f options) ([]command.Command, error) {
	n, err := f.wholeNumber("ticks")
	if err != nil {
		return nil, err
	}
	cmd := command.Reserve{Who: f.text("who")}
	if n != nil {
		cmd.Ticks = *n
	}
	return []command.Command{cmd}, nil
}

// maxDrafts is the maximum number of drafts; when it is reached, all are dropped.
const maxDrafts = 4096

// formDrafts keeps the contents of forms that were refused, so that no one has to type them again. The zero value is ready to
// use.
type formDrafts struct {
	mu    sync.Mutex
	forms map[string]map[string]string
}

func (d *formDrafts) keep(id string, fields map[string]string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.forms == nil || len(d.forms) >= maxDrafts {
		d.forms = map[string]map[string]string{}
	}
	d.forms[id] = fields
}

// of returns the contents of the form that an interaction submitted, or nil if they were dropped.
func (d *formDrafts) of(id string) map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.forms[id]
}
