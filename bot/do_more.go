package bot

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/publish"
	"roundel/bot/words/form"
	"roundel/bot/words/plain"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/ruleset"
)

// pressMore shows, to the asker alone, what else can be done now: to a GM the GM's panel, to anyone else what they can do.
func pressMore(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	gm := false
	reply, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		if gm = tx.gm() == nil; gm {
			return nil, nil
		}
		return tx.more()
	})
	if err != nil || !gm {
		return reply, err
	}
	return pressPanel(ctx, b, r, args)
}

// more returns what a player can do now that the card has no button for.
func (tx *transaction) more() (*discord.Reply, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	_, cantAct := actForm(tx)
	_, cantMove := moveForm(tx)
	_, cantLong := longForm(tx)
	_, cantUse := useForm(tx)
	var row []discord.Button
	for _, b := range []struct {
		label, verb string
		can         bool
	}{
		{form.ButtonJoin, "join", !slices.ContainsFunc(tx.combatants(), func(c *engine.Combatant) bool { return engine.Owns(c, tx.actor) })},
		{form.ButtonAct, "act", cantAct == nil},
		{form.ButtonMove, "move", cantMove == nil},
		{form.ButtonLong, "long", cantLong == nil},
		{form.ButtonUse, "use", cantUse == nil},
		{form.ButtonActLast, "last", tx.wouldRefuse(command.Last{}) == nil},
		{form.ButtonBlow, "blow", tx.wouldRefuse(command.RollWithBlow{}) == nil},
		{form.ButtonDice, "dice", true},
		{form.ButtonEffects, "effects", len(tx.shown()) > 0},
	} {
		if b.can {
			row = append(row, discord.Button{Label: b.label, ID: discord.CustomID(b.verb, publish.TurnArg(tx.seen().Turn))})
		}
	}
	row = append(row, tx.waitButtons()...)
	reply := &discord.Reply{Ephemeral: true, Text: form.More(rs), Buttons: menu.Rows(row)}
	if removable := tx.removable(); len(removable) > 0 {
		menu := discord.Button{Label: form.RemoveEffects, ID: discord.CustomID("remove-effects", publish.TurnArg(tx.seen().Turn)),
			Menu: &discord.Menu{Options: removable, Least: 1, Most: menu.Most}}
		reply.Buttons = append(reply.Buttons, []discord.Button{menu})
	}
	return reply, nil
}

// removable returns the effects that the asker may remove, as the options of a menu.
func (tx *transaction) removable() []discord.Option {
	var out []discord.Option
	for _, e := range tx.shown() {
		if target := tx.seen().TargetName(e); len(out) < menu.Most && tx.wouldRefuse(command.EffectRemove{Target: target, Name: e.Name}) == nil {
			out = append(out, discord.Option{Label: plain.Visible(e.Name), Value: publish.EffectKey(tx.seen(), e), About: plain.Visible(target)})
		}
	}
	return out
}

// pressRemoveEffects removes the effects that were picked from the menu.
func pressRemoveEffects(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		var cmds []command.Command
		for _, key := range strings.Split(r.Fields["values"], ",") {
			i := slices.IndexFunc(tx.shown(), func(e *engine.Effect) bool { return publish.EffectKey(tx.seen(), e) == key })
			if i < 0 {
				return nil, refuse(engine.NotFound, refusal.EffectGone())
			}
			e := tx.shown()[i]
			cmds = append(cmds, command.EffectRemove{Target: tx.seen().TargetName(e), Name: e.Name})
		}
		return tx.play(buttonName(r), cmds...)
	})
}

// pressEffects lists all effects, as /effect list does.
func pressEffects(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return listEffects(ctx, b, r)
}

// actForm asks for an activity, and for what it takes under rulesets that count that.
func actForm(tx *transaction) (*discord.Form, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	inputs := []discord.Input{{ID: "activity", Required: true, Max: 80}}
	var tries []input.Options
	for _, in := range costs(rs) {
		possible := slices.DeleteFunc(slices.Clone(in.Menu.Options), func(o discord.Option) bool {
			_, err := tx.performers(tx.combatants(), func(c *engine.Combatant) error { return tx.wouldRefuse(doFor(input.Options{in.ID: o.Value}, c.Name)) })
			return err != nil
		})
		if len(possible) == 0 {
			tries = append(tries, input.Options{in.ID: in.Menu.Options[0].Value}) // for its refusal
			continue
		}
		for _, o := range possible {
			tries = append(tries, input.Options{in.ID: o.Value})
		}
		possible[0].Picked = true
		inputs = append(inputs, discord.Input{ID: in.ID, Required: true, Menu: &discord.Menu{Options: possible}})
	}
	if tries == nil {
		tries = []input.Options{{}}
	}
	return tx.formFor("act-form", form.ActForm(), func(c *engine.Combatant) (err error) {
		for _, f := range tries {
			if err = tx.wouldRefuse(doFor(f, c.Name)); err == nil {
				return nil
			}
		}
		return err
	}, inputs...)
}

// costs returns the menus for what an activity may take: a pool if there are several, and a number of a pool with prices.
func costs(rs *ruleset.Ruleset) []discord.Input {
	var pools, counts []discord.Option
	for i := range rs.Turn {
		if p := &rs.Turn[i]; p.When != ruleset.OthersTurns || p.Counted() {
			pools = append(pools, discord.Option{Label: plain.PoolName(p.Key), Value: p.Typed()})
		}
	}
	if p := rs.DefaultPool(); p != nil && p.Counted() && rs.Amounts() {
		for n := least(p); n < maxTicks; n++ {
			counts = append(counts, discord.Option{Label: plain.PoolCount(p.Key, n), Value: strconv.Itoa(n)})
		}
	}
	var out []discord.Input
	if len(pools) > 1 {
		out = append(out, discord.Input{ID: "type", Menu: &discord.Menu{Options: pools}})
	}
	if counts != nil {
		out = append(out, discord.Input{ID: "ticks", Menu: &discord.Menu{Options: counts}})
	}
	return out
}

// least returns the lowest number of a pool that an activity can take.
func least(p *ruleset.Pool) int {
	if p.Priced {
		return 0
	}
	return 1
}

// maxTicks is one more than the most ticks that the menu offers for an activity.
const maxTicks = 11

// doFor returns the command of the form for activities. Without an activity in it, which is how the form is tried, there is one.
func doFor(f input.Options, who string) command.Do {
	return command.Do{Activity: cmp.Or(input.OneLine(f.Text("activity")), "x"), Ticks: f.Number("ticks"), Type: f.Text("type"), Who: who}
}

func actFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	who, err := tx.chosen(f)
	return []command.Command{doFor(f, who)}, err
}

// moveForm asks for how a combatant moves, and whether over rough ground.
func moveForm(tx *transaction) (*discord.Form, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	move := func(leaving string) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error { return tx.wouldRefuse(command.Move{Leaving: leaving, Who: c.Name}) }
	}
	ways := []discord.Option{{Label: form.MovesOn, Value: stays, Picked: true}}
	for _, leaving := range []string{"withdraw", "flee"} {
		if _, err := tx.performers(tx.combatants(), move(leaving)); err == nil {
			ways = append(ways, discord.Option{Label: form.Leaving(leaving), Value: leaving})
		}
	}
	inputs := []discord.Input{{ID: "leaving", Required: true, Menu: &discord.Menu{Options: ways}}}
	if p := rs.MovePool(); p != nil && p.Metres > 0 {
		inputs = append(inputs, discord.Input{ID: "terrain", Menu: &discord.Menu{Options: []discord.Option{{Label: form.RoughGround, Value: "rough"}}}})
	}
	return tx.formFor("move-form", form.MoveForm(), move(""), inputs...)
}

// stays is the value of a move that leaves no melee.
const stays = "stay"

func moveFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	who, err := tx.chosen(f)
	cmd := command.Move{Leaving: f.Text("leaving"), Terrain: f.Text("terrain"), Who: who}
	if cmd.Leaving == stays {
		cmd.Leaving = ""
	}
	return []command.Command{cmd}, err
}

// longForm asks for a long activity.
func longForm(tx *transaction) (*discord.Form, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	long := func(duration string) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error {
			return tx.wouldRefuse(command.Long{Activity: "x", Duration: duration, Who: c.Name})
		}
	}
	var durations []discord.Option
	for _, d := range form.Durations(rs) {
		if _, err := tx.performers(tx.combatants(), long(d)); err == nil {
			durations = append(durations, discord.Option{Label: d, Value: d})
		}
	}
	return tx.formFor("long-form", form.LongForm(), long("2 rounds"), discord.Input{ID: "activity", Required: true, Max: 50},
		discord.Input{ID: "duration", Required: true, Menu: &discord.Menu{Options: durations}})
}

func longFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	who, err := tx.chosen(f)
	return []command.Command{command.Long{Activity: input.OneLine(f.Text("activity")), Duration: f.Text("duration"), Who: who}}, err
}

func diceForm(*transaction) (*discord.Form, error) {
	return menu.Form("dice-form", form.DiceForm(), discord.Input{ID: "dice", Required: true, Max: 100}, discord.Input{ID: "reason", Max: 200}), nil
}

func diceFilled(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		return tx.rollDice(input.Options(r.Fields), buttonName(r))
	})
}
