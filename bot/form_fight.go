package bot

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/publish"
	"roundel/bot/words"
	"roundel/bot/words/form"
	"roundel/bot/words/plain"
	"roundel/engine"
	"roundel/engine/command"
)

// damageForm asks for damage to those whom the asker may deal it to.
func damageForm(tx *transaction) (*discord.Form, error) {
	targets, err := tx.targets(false, func(name string) command.Command {
		return command.Damage{Target: name, Amount: "1", Players: tx.conf.Damage}
	})
	if err != nil {
		return nil, err
	}
	some := func(id string) discord.Input {
		return discord.Input{ID: id, Menu: &discord.Menu{Options: slices.Clone(targets[:min(len(targets), menu.Size(targets))]), Most: menu.Most}}
	}
	inputs := append(menu.Choose("target", menu.Most, targets), discord.Input{ID: "amount", Required: true, Max: 100}, some("half"), some("none"))
	return menu.Form("damage-form", form.DamageForm(), inputs...), nil
}

// damageFilled deals damage to all who are named anywhere in the form, so that nobody has to be picked twice. An amount without a sign is
// damage, which is what the form asks for; one with a plus heals, and any other is a correction. Of those two, nobody can take nothing.
func damageFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	amount, half, none := f.Text("amount"), f.Text("half"), f.Text("none")
	who := input.Listed(f.Text("target"), f.Text("target_more"), half)
	if plain, heals := strings.CutPrefix(amount, "+"); heals && plain != "" && none == "" {
		return []command.Command{command.Heal{Target: who, Amount: plain, Half: half, Players: tx.conf.Damage}}, nil
	}
	if strings.TrimLeft(amount, "+-−=") != amount && none == "" {
		return []command.Command{command.HP{Target: who, Amount: amount, Half: half}}, nil
	}
	return []command.Command{command.Damage{Target: input.Listed(who, none), Amount: amount, Half: half, None: none, Players: tx.conf.Damage}}, nil
}

func healForm(tx *transaction) (*discord.Form, error) {
	targets, err := tx.targets(true, func(name string) command.Command {
		return command.Heal{Target: name, Amount: "1", Players: tx.conf.Damage}
	})
	if err != nil {
		return nil, err
	}
	return menu.Form("heal-form", form.HealForm(), append(menu.Choose("target", menu.Most, targets),
		discord.Input{ID: "amount", Required: true, Max: 100})...), nil
}

func healFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	return []command.Command{command.Heal{Target: input.Listed(f.Text("target"), f.Text("target_more")), Amount: f.Text("amount"), Players: tx.conf.Damage}}, nil
}

func effectForm(tx *transaction) (*discord.Form, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	targets, err := tx.targets(false, func(name string) command.Command { return command.EffectAdd{Target: name, Name: "x"} })
	if err != nil {
		return nil, err
	}
	durations := []discord.Option{{Label: form.UntilRemoved, Value: untilRemoved, About: form.AboutUntilRemoved(rs), Picked: true}}
	for _, d := range form.Durations(rs) {
		durations = append(durations, discord.Option{Label: d, Value: d, About: form.AboutDuration(rs, d)})
	}
	return menu.Form("effect-form", form.EffectForm(rs), append(menu.Choose("target", menu.Most, targets),
		discord.Input{ID: "name", Required: true, Max: 50},
		discord.Input{ID: "duration", Menu: &discord.Menu{Options: durations}},
		discord.Input{ID: "more", Max: 200})...), nil
}

// untilRemoved is the value of the duration of an effect that doesn't end by itself.
const untilRemoved = "until removed"

func effectFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	cmd := command.EffectAdd{Target: input.Listed(f.Text("target"), f.Text("target_more")), Name: f.Text("name"), Duration: f.Text("duration")}
	if cmd.Duration == untilRemoved {
		cmd.Duration = ""
	}
	return []command.Command{cmd}, input.AddToEffect(&cmd, f.Text("more"), form.EffectParts(rs))
}

// reactForm asks for a reaction of one of the asker's combatants that can react now. If only one can, the form is for that one.
func reactForm(tx *transaction) (*discord.Form, error) {
	return tx.formFor("react-form", form.ReactForm(), func(c *engine.Combatant) error {
		return tx.wouldRefuse(command.React{Activity: "x", Who: c.Name})
	}, discord.Input{ID: "activity", Required: true, Max: 80})
}

func reactFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	who, err := tx.chosen(f)
	return []command.Command{command.React{Activity: input.OneLine(f.Text("activity")), Who: who}}, err
}

// useForm asks for which pool one of the asker's combatants spends: one of those that are there to be spent outside its own turn too.
func useForm(tx *transaction) (*discord.Form, error) {
	return tx.useFormOf(func(*engine.Combatant) bool { return true })
}

// useFormOf returns the form for those of the asker's combatants that are among these.
func (tx *transaction) useFormOf(among func(c *engine.Combatant) bool) (*discord.Form, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	var pools []discord.Option
	for i := range rs.Turn {
		p := &rs.Turn[i]
		can := func(c *engine.Combatant) bool { return among(c) && slices.Contains(words.CanUse(tx.seen(), rs, c), p) }
		if all, _ := tx.performers(tx.combatants(), func(*engine.Combatant) error { return nil }); slices.ContainsFunc(all, can) {
			pools = append(pools, discord.Option{Label: plain.PoolName(p.Key), Value: p.Key, Picked: len(pools) == 0})
		}
	}
	try := func(c *engine.Combatant) error {
		switch {
		case !among(c):
			return tx.nobody(command.Use{})
		case len(words.CanUse(tx.seen(), rs, c)) > 0:
			return nil
		}
		return tx.wouldRefuse(command.Use{Pool: words.ForUse(rs), Who: c.Name})
	}
	return tx.formFor("use-form", form.UseForm(), try, discord.Input{ID: "pool", Required: true, Menu: &discord.Menu{Options: pools}})
}

func useFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	who, err := tx.chosen(f)
	return []command.Command{command.Use{Pool: f.Text("pool"), Who: who}}, err
}

// reserveForm asks for ticks to reserve, no more than can be.
func reserveForm(tx *transaction) (*discord.Form, error) {
	reserve := func(n int) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error { return tx.wouldRefuse(command.Reserve{Ticks: n, Who: c.Name}) }
	}
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	p := rs.ReservePool()
	if p == nil {
		return tx.formFor("reserve-form", form.ReserveForm(rs), reserve(1)) // for its refusal
	}
	var amounts []discord.Option
	for n := 1; n <= p.Reserve; n++ {
		if _, err := tx.performers(tx.combatants(), reserve(n)); err == nil {
			amounts = append(amounts, discord.Option{Label: plain.PoolCount(p.Key, n), Value: strconv.Itoa(n), Picked: n == 1})
		}
	}
	return tx.formFor("reserve-form", form.ReserveForm(rs), reserve(1),
		discord.Input{ID: "ticks", Required: true, Menu: &discord.Menu{Options: amounts}})
}

func reserveFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	who, err := tx.chosen(f)
	return []command.Command{command.Reserve{Ticks: f.Whole("ticks"), Who: who}}, err
}

// formFor returns a form of a turn for what one of the asker's combatants does. If several can, it asks which; otherwise its custom ID
// says who. refusal returns why a combatant can't, or nil.
func (tx *transaction) formFor(verb string, text form.FormText, try func(c *engine.Combatant) error, inputs ...discord.Input) (*discord.Form, error) {
	who, err := tx.performers(tx.combatants(), try)
	if err != nil {
		return nil, err
	}
	id := []string{verb, publish.TurnArg(tx.j.State().Turn)}
	if len(who) > 1 {
		return menu.Form(discord.CustomID(id...), text, append(menu.Choose("who", 1, tx.offer(who)), inputs...)...), nil
	}
	return menu.Form(discord.CustomID(append(id, idText(who[0].ID))...), text, inputs...), nil
}
