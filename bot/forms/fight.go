package forms

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/words"
	"roundel/bot/words/form"
	"roundel/bot/words/plain"
	"roundel/engine"
	"roundel/engine/command"
)

// Damage asks for damage to those whom the asker may deal it to.
func Damage(a *Asker) (*discord.Form, error) {
	targets, err := a.targets(false, func(name string) command.Command {
		return command.Damage{Target: name, Amount: "1", Players: a.Players}
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

// ReadDamage deals damage to all who are named anywhere in the form, so that nobody has to be picked twice. An amount without a sign is
// damage, which is what the form asks for; one with a plus heals, and any other is a correction. Of those two, nobody can take nothing.
func ReadDamage(a *Asker, f input.Options) ([]command.Command, error) {
	amount, half, none := f.Text("amount"), f.Text("half"), f.Text("none")
	who := input.Listed(f.Text("target"), f.Text("target_more"), half)
	if plain, heals := strings.CutPrefix(amount, "+"); heals && plain != "" && none == "" {
		return []command.Command{command.Heal{Target: who, Amount: plain, Half: half, Players: a.Players}}, nil
	}
	if strings.TrimLeft(amount, "+-−=") != amount && none == "" {
		return []command.Command{command.HP{Target: who, Amount: amount, Half: half}}, nil
	}
	return []command.Command{command.Damage{Target: input.Listed(who, none), Amount: amount, Half: half, None: none, Players: a.Players}}, nil
}

// Heal asks for healing of those whom the asker may heal, friends first.
func Heal(a *Asker) (*discord.Form, error) {
	targets, err := a.targets(true, func(name string) command.Command {
		return command.Heal{Target: name, Amount: "1", Players: a.Players}
	})
	if err != nil {
		return nil, err
	}
	return menu.Form("heal-form", form.HealForm(), append(menu.Choose("target", menu.Most, targets),
		discord.Input{ID: "amount", Required: true, Max: 100})...), nil
}

// ReadHeal heals as /heal would.
func ReadHeal(a *Asker, f input.Options) ([]command.Command, error) {
	return []command.Command{command.Heal{Target: input.Listed(f.Text("target"), f.Text("target_more")), Amount: f.Text("amount"), Players: a.Players}}, nil
}

// Effect asks for an effect on those on whom the asker may put one.
func Effect(a *Asker) (*discord.Form, error) {
	rs := a.Rules
	targets, err := a.targets(false, func(name string) command.Command {
		return command.EffectAdd{Target: name, Name: "x", Players: a.Players}
	})
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

// ReadEffect puts the effect on whoever was chosen.
func ReadEffect(a *Asker, f input.Options) ([]command.Command, error) {
	rs := a.Rules
	cmd := command.EffectAdd{Target: input.Listed(f.Text("target"), f.Text("target_more")), Name: f.Text("name"), Duration: f.Text("duration"),
		Players: a.Players}
	if cmd.Duration == untilRemoved {
		cmd.Duration = ""
	}
	return []command.Command{cmd}, input.AddToEffect(&cmd, f.Text("more"), form.EffectParts(rs))
}

// React asks for a reaction of one of the asker's combatants that can react now. If only one can, the form is for that one.
func React(a *Asker) (*discord.Form, error) {
	react := func(ticks *int) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error {
			return a.WouldRefuse(command.React{Activity: "x", Ticks: ticks, Who: c.Name})
		}
	}
	inputs := []discord.Input{{ID: "activity", Required: true, Max: 80}}
	if counts := a.counts(a.Rules.ReservePool(), 1, react); len(counts) > 1 {
		inputs = append(inputs, discord.Input{ID: "ticks", Menu: &discord.Menu{Options: counts}})
	}
	return a.formFor("react-form", form.ReactForm(), react(nil), inputs...)
}

// ReadReact reacts as /act react would.
func ReadReact(a *Asker, f input.Options) ([]command.Command, error) {
	who, err := a.chosen(f)
	return []command.Command{command.React{Activity: input.OneLine(f.Text("activity")), Ticks: f.Number("ticks"), Who: who}}, err
}

// Use asks for which pool one of the asker's combatants spends: one of those that are there to be spent outside its own turn too.
func Use(a *Asker) (*discord.Form, error) {
	return a.UseOf(func(*engine.Combatant) bool { return true })
}

// UseOf returns the form for those of the asker's combatants that are among these.
func (a *Asker) UseOf(among func(c *engine.Combatant) bool) (*discord.Form, error) {
	rs := a.Rules
	var pools []discord.Option
	for i := range rs.Turn {
		p := &rs.Turn[i]
		can := func(c *engine.Combatant) bool { return among(c) && slices.Contains(words.CanUse(a.Seen, rs, c), p) }
		if all, _ := a.performers(a.Combatants(), func(*engine.Combatant) error { return nil }); slices.ContainsFunc(all, can) {
			pools = append(pools, discord.Option{Label: plain.PoolName(p.Key), Value: p.Key, Picked: len(pools) == 0})
		}
	}
	try := func(c *engine.Combatant) error {
		switch {
		case !among(c):
			return a.nobody(command.Use{})
		case len(words.CanUse(a.Seen, rs, c)) > 0:
			return nil
		}
		return a.WouldRefuse(command.Use{Pool: words.ForUse(rs), Who: c.Name})
	}
	return a.formFor("use-form", form.UseForm(), try, discord.Input{ID: "pool", Required: true, Menu: &discord.Menu{Options: pools}})
}

// ReadUse spends one of the pool.
func ReadUse(a *Asker, f input.Options) ([]command.Command, error) {
	who, err := a.chosen(f)
	return []command.Command{command.Use{Pool: f.Text("pool"), Who: who}}, err
}

// Reserve asks for ticks to reserve, no more than can be.
func Reserve(a *Asker) (*discord.Form, error) {
	reserve := func(n int) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error { return a.WouldRefuse(command.Reserve{Ticks: n, Who: c.Name}) }
	}
	rs := a.Rules
	p := rs.ReservePool()
	if p == nil {
		return a.formFor("reserve-form", form.ReserveForm(rs), reserve(1)) // for its refusal
	}
	var amounts []discord.Option
	for n := 1; n <= p.Reserve; n++ {
		if _, err := a.performers(a.Combatants(), reserve(n)); err == nil {
			amounts = append(amounts, discord.Option{Label: plain.PoolCount(p.Key, n), Value: strconv.Itoa(n), Picked: n == 1})
		}
	}
	return a.formFor("reserve-form", form.ReserveForm(rs), reserve(1),
		discord.Input{ID: "ticks", Required: true, Menu: &discord.Menu{Options: amounts}})
}

// ReadReserve reserves as /act reserve would.
func ReadReserve(a *Asker, f input.Options) ([]command.Command, error) {
	who, err := a.chosen(f)
	return []command.Command{command.Reserve{Ticks: f.Whole("ticks"), Who: who}}, err
}
