package bot

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
)

// damageForm asks for damage to those whom the asker may deal it to.
func damageForm(a *asker) (*discord.Form, error) {
	targets, err := a.targets(false, func(name string) play.Command {
		return play.Damage{Target: name, Amount: "1", Players: a.Players}
	})
	if err != nil {
		return nil, err
	}
	some := func(id string) discord.Input {
		return discord.Input{ID: id, Menu: &discord.Menu{Options: slices.Clone(targets[:min(len(targets), optionsSize(targets))]), Most: mostOptions}}
	}
	inputs := append(choose("target", mostOptions, targets), discord.Input{ID: "amount", Required: true, Max: 100}, some("half"), some("none"))
	return newForm("damage-form", words.DamageForm(), inputs...), nil
}

// readDamageForm deals damage to all who are named anywhere in the form, so that nobody has to be picked twice. An amount without a sign is
// damage, which is what the form asks for; one with a plus heals, and any other is a correction. Of those two, nobody can take nothing.
func readDamageForm(a *asker, f Options) ([]play.Command, error) {
	amount, half, none := f.Text("amount"), f.Text("half"), f.Text("none")
	who := listedNames(f.Text("target"), f.Text("target_more"), half)
	if plain, heals := strings.CutPrefix(amount, "+"); heals && plain != "" && none == "" {
		return []play.Command{play.Heal{Target: who, Amount: plain, Half: half, Players: a.Players}}, nil
	}
	if strings.TrimLeft(amount, "+-−=") != amount && none == "" {
		return []play.Command{play.HP{Target: who, Amount: amount, Half: half}}, nil
	}
	return []play.Command{play.Damage{Target: listedNames(who, none), Amount: amount, Half: half, None: none, Players: a.Players}}, nil
}

// healForm asks for healing of those whom the asker may heal, friends first.
func healForm(a *asker) (*discord.Form, error) {
	targets, err := a.targets(true, func(name string) play.Command {
		return play.Heal{Target: name, Amount: "1", Players: a.Players}
	})
	if err != nil {
		return nil, err
	}
	return newForm("heal-form", words.HealForm(), append(choose("target", mostOptions, targets),
		discord.Input{ID: "amount", Required: true, Max: 100})...), nil
}

// readHealForm heals as /heal would.
func readHealForm(a *asker, f Options) ([]play.Command, error) {
	return []play.Command{play.Heal{Target: listedNames(f.Text("target"), f.Text("target_more")), Amount: f.Text("amount"), Players: a.Players}}, nil
}

// effectForm asks for an effect on those on whom the asker may put one.
func effectForm(a *asker) (*discord.Form, error) {
	rs := a.Rules
	targets, err := a.targets(false, func(name string) play.Command {
		return play.EffectAdd{Target: name, Name: "x", Players: a.Players}
	})
	if err != nil {
		return nil, err
	}
	durations := []discord.Option{{Label: words.UntilRemoved, Value: untilRemoved, About: words.AboutUntilRemoved(rs), Picked: true}}
	for _, d := range words.Durations(rs) {
		durations = append(durations, discord.Option{Label: d, Value: d, About: words.AboutDuration(rs, d)})
	}
	return newForm("effect-form", words.EffectForm(rs), append(choose("target", mostOptions, targets),
		discord.Input{ID: "name", Required: true, Max: 50},
		discord.Input{ID: "duration", Menu: &discord.Menu{Options: durations}},
		discord.Input{ID: "more", Max: 200})...), nil
}

// untilRemoved is the value of the duration of an effect that doesn't end by itself.
const untilRemoved = "until removed"

// readEffectForm puts the effect on whoever was chosen.
func readEffectForm(a *asker, f Options) ([]play.Command, error) {
	rs := a.Rules
	cmd := play.EffectAdd{Target: listedNames(f.Text("target"), f.Text("target_more")), Name: f.Text("name"), Duration: f.Text("duration"),
		Players: a.Players}
	if cmd.Duration == untilRemoved {
		cmd.Duration = ""
	}
	return []play.Command{cmd}, addPartsToEffect(&cmd, f.Text("more"), words.EffectParts(rs))
}

// reactForm asks for a reaction of one of the asker's combatants that can react now. If only one can, the form is for that one.
func reactForm(a *asker) (*discord.Form, error) {
	react := func(ticks *int) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error {
			return a.WouldRefuse(play.React{Activity: "x", Ticks: ticks, Who: c.Name})
		}
	}
	inputs := []discord.Input{{ID: "activity", Required: true, Max: 80}}
	if counts := a.counts(a.Rules.ReservePool(), 1, react); len(counts) > 1 {
		inputs = append(inputs, discord.Input{ID: "ticks", Menu: &discord.Menu{Options: counts}})
	}
	return a.formFor("react-form", words.ReactForm(), react(nil), inputs...)
}

// readReactForm reacts as /act react would.
func readReactForm(a *asker, f Options) ([]play.Command, error) {
	who, err := a.chosen(f)
	return []play.Command{play.React{Activity: oneLine(f.Text("activity")), Ticks: f.Number("ticks"), Who: who}}, err
}

// useForm asks for which pool one of the asker's combatants spends: one of those that are there to be spent outside its own turn too.
func useForm(a *asker) (*discord.Form, error) {
	return a.UseOf(func(*engine.Combatant) bool { return true })
}

// UseOf returns the form for those of the asker's combatants that are among these.
func (a *asker) UseOf(among func(c *engine.Combatant) bool) (*discord.Form, error) {
	rs := a.Rules
	var pools []discord.Option
	for i := range rs.Turn {
		p := &rs.Turn[i]
		can := func(c *engine.Combatant) bool { return among(c) && slices.Contains(words.CanUse(a.Seen, rs, c), p) }
		if all, _ := a.performers(a.Combatants(), func(*engine.Combatant) error { return nil }); slices.ContainsFunc(all, can) {
			pools = append(pools, discord.Option{Label: words.PoolName(p.Key), Value: p.Key, Picked: len(pools) == 0})
		}
	}
	try := func(c *engine.Combatant) error {
		switch {
		case !among(c):
			return a.nobody(play.Use{})
		case len(words.CanUse(a.Seen, rs, c)) > 0:
			return nil
		}
		return a.WouldRefuse(play.Use{Pool: words.ForUse(rs), Who: c.Name})
	}
	return a.formFor("use-form", words.UseForm(), try, discord.Input{ID: "pool", Required: true, Menu: &discord.Menu{Options: pools}})
}

// readUseForm spends one of the pool.
func readUseForm(a *asker, f Options) ([]play.Command, error) {
	who, err := a.chosen(f)
	return []play.Command{play.Use{Pool: f.Text("pool"), Who: who}}, err
}

// reserveForm asks for ticks to reserve, no more than can be.
func reserveForm(a *asker) (*discord.Form, error) {
	reserve := func(n int) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error { return a.WouldRefuse(play.Reserve{Ticks: n, Who: c.Name}) }
	}
	rs := a.Rules
	p := rs.ReservePool()
	if p == nil {
		return a.formFor("reserve-form", words.ReserveForm(rs), reserve(1)) // for its refusal
	}
	var amounts []discord.Option
	for n := 1; n <= p.Reserve; n++ {
		if _, err := a.performers(a.Combatants(), reserve(n)); err == nil {
			amounts = append(amounts, discord.Option{Label: words.PoolCount(p.Key, n), Value: strconv.Itoa(n), Picked: n == 1})
		}
	}
	return a.formFor("reserve-form", words.ReserveForm(rs), reserve(1),
		discord.Input{ID: "ticks", Required: true, Menu: &discord.Menu{Options: amounts}})
}

// ReadReserve reserves as /act reserve would.
func readReserveForm(a *asker, f Options) ([]play.Command, error) {
	who, err := a.chosen(f)
	return []play.Command{play.Reserve{Ticks: f.Whole("ticks"), Who: who}}, err
}
