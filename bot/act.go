package bot

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// actForm asks for an activity and, under rulesets that count it, for its cost.
func actForm(tx *transaction) (*discord.Form, error) {
	menus := tx.costs()
	inputs := []discord.Input{{ID: "activity", Required: true, Max: 80}}
	set := tx.predefined()
	set = set[:min(len(set), discord.MaxOptions)]
	if len(menus) == 1 && len(set) > 0 {
		inputs = []discord.Input{{ID: "predefined", Menu: &discord.Menu{Options: set}}, {ID: "activity", Max: 80}}
	}
	var tries []play.Do
	for _, in := range menus {
		possible := slices.DeleteFunc(slices.Clone(in.Menu.Options), func(o discord.Option) bool {
			_, err := tx.performers(tx.combatants(), func(c *engine.Combatant) error { return tx.wouldRefuse(taking(in.ID, o.Value, c.Name)) })
			return err != nil
		})
		if len(possible) == 0 {
			tries = append(tries, taking(in.ID, in.Menu.Options[0].Value, "")) // for its refusal
			continue
		}
		for _, o := range possible {
			tries = append(tries, taking(in.ID, o.Value, ""))
		}
		if len(inputs) == 2 && inputs[0].ID == "predefined" {
			possible = append([]discord.Option{{Label: tx.own.Label("menu.predefined-cost"), Value: predefinedCost}}, possible...)
		}
		possible[0].Picked = true
		inputs = append(inputs, discord.Input{ID: in.ID, Required: true, Menu: &discord.Menu{Options: possible}})
	}
	if tries == nil {
		tries = []play.Do{{Activity: "x"}}
	}
	return tx.formFor("act-form", nil, func(c *engine.Combatant) (err error) {
		for _, cmd := range tries {
			cmd.Who = c.Name
			err = tx.wouldRefuse(cmd)
			if err == nil {
				return nil
			}
		}
		return err
	}, inputs...)
}

// taking returns an activity with the cost that was chosen in one of the form's menus.
func taking(menu, value, who string) play.Do {
	cmd := play.Do{Activity: "x", Who: who}
	if menu == "type" {
		cmd.Type = value
	} else if n, err := strconv.Atoi(value); err == nil {
		cmd.Ticks = &n
	}
	return cmd
}

// readActForm takes the predefined activity that was chosen, unless another was typed.
func readActForm(tx *transaction, cmd play.Command) ([]play.Command, error) {
	do := cmd.(play.Do)
	do.Activity = cmp.Or(do.Activity, tx.given().Text("predefined"))
	if do.Activity == "" {
		return nil, refuse(engine.Invalid, lang.P("bot.no-activity-chosen"))
	}
	return []play.Command{do}, nil
}

// predefinedCost is the value of the cost that the chosen activity has.
const predefinedCost = "predefined"

// predefined returns the predefined activities, with what they cost, as the options of a menu (FT-5).
func (tx *transaction) predefined() []discord.Option {
	p := tx.rs.PricedPool()
	if p == nil || tx.seen() == nil {
		return nil
	}
	var out []discord.Option
	for _, name := range slices.Sorted(maps.Keys(tx.seen().Activities)) {
		out = append(out, discord.Option{Label: lang.Visible(name), Value: name, About: tx.own.Label("left.count", lang.Pool("pool", p.Key, tx.seen().Activities[name]))})
	}
	return out
}

// costs returns the menus for the cost of an activity: which pool, if there are several, and how much of it, if it is counted.
func (tx *transaction) costs() []discord.Input {
	rs := tx.rs
	var pools, counts []discord.Option
	for i := range rs.Turn {
		if p := &rs.Turn[i]; p.When != ruleset.OthersTurns || p.Counted() {
			pools = append(pools, discord.Option{Label: tx.own.Label("menu.pool", lang.PoolNoun("pool", p.Key)), Value: p.Typed()})
		}
	}
	if p := rs.DefaultPool(); p != nil && p.Counted() && rs.Amounts() {
		for n := tx.least(p); n < maxTicks; n++ {
			counts = append(counts, discord.Option{Label: tx.own.Label("menu.pool-count", lang.Pool("pool", p.Key, n)), Value: strconv.Itoa(n)})
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

// least returns the lowest number of a pool that the asker's activity can cost.
func (tx *transaction) least(p *ruleset.Pool) int {
	if p.Priced && engine.MayGM(tx.seen(), tx.actor) {
		return 0
	}
	return 1
}

// counts returns, as the options of a menu, the numbers of a pool from low on that at least one of the asker's combatants could spend. try returns
// the refusal for a combatant and the number n.
func (tx *transaction) counts(p *ruleset.Pool, low int, try func(n *int) func(c *engine.Combatant) error) []discord.Option {
	var out []discord.Option
	for n := low; p != nil && n < maxTicks; n++ {
		if _, err := tx.performers(tx.combatants(), try(&n)); err == nil {
			out = append(out, discord.Option{Label: tx.own.Label("menu.pool-count", lang.Pool("pool", p.Key, n)), Value: strconv.Itoa(n)})
		}
	}
	return out
}

// maxTicks is one more than the most ticks that the menu offers for an activity.
const maxTicks = 11

// reserveForm asks how many ticks to reserve, and offers no more than is possible.
func reserveForm(tx *transaction) (*discord.Form, error) {
	reserve := func(n int) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error { return tx.wouldRefuse(play.Reserve{Ticks: n, Who: c.Name}) }
	}
	rs := tx.rs
	p := rs.ReservePool()
	if p == nil {
		return tx.formFor("reserve-form", []lang.Arg{lang.PoolNoun("pool", "")}, reserve(1)) // for its refusal
	}
	var amounts []discord.Option
	for n := 1; n <= p.Reserve; n++ {
		if _, err := tx.performers(tx.combatants(), reserve(n)); err == nil {
			amounts = append(amounts, discord.Option{Label: tx.own.Label("menu.pool-count", lang.Pool("pool", p.Key, n)), Value: strconv.Itoa(n), Picked: n == 1})
		}
	}
	return tx.formFor("reserve-form", []lang.Arg{lang.PoolNoun("pool", p.Key)}, reserve(1),
		discord.Input{ID: "ticks", Required: true, Menu: &discord.Menu{Options: amounts}})
}

// reactForm asks for a reaction of one of the asker's combatants that can react now. If only one can, the form is for that one.
func reactForm(tx *transaction) (*discord.Form, error) {
	react := func(ticks *int) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error {
			return tx.wouldRefuse(play.React{Activity: "x", Ticks: ticks, Who: c.Name})
		}
	}
	inputs := []discord.Input{{ID: "activity", Required: true, Max: 80}}
	if counts := tx.counts(tx.rs.ReservePool(), 1, react); len(counts) > 1 {
		inputs = append(inputs, discord.Input{ID: "ticks", Menu: &discord.Menu{Options: counts}})
	}
	return tx.formFor("react-form", nil, react(nil), inputs...)
}

// useForm asks which pool one of the asker's combatants spends, of those that can also be spent outside its own turn.
func useForm(tx *transaction) (*discord.Form, error) {
	return tx.useOf(func(*engine.Combatant) bool { return true })
}

// useOf is useForm for those of the asker's combatants for which among returns true.
func (tx *transaction) useOf(among func(c *engine.Combatant) bool) (*discord.Form, error) {
	rs := tx.rs
	var pools []discord.Option
	for i := range rs.Turn {
		p := &rs.Turn[i]
		can := func(c *engine.Combatant) bool { return among(c) && slices.Contains(words.CanUse(tx.seen(), rs, c), p) }
		if all, _ := tx.performers(tx.combatants(), func(*engine.Combatant) error { return nil }); slices.ContainsFunc(all, can) {
			pools = append(pools, discord.Option{Label: tx.own.Label("menu.pool", lang.PoolNoun("pool", p.Key)), Value: p.Key, Picked: len(pools) == 0})
		}
	}
	try := func(c *engine.Combatant) error {
		switch {
		case !among(c):
			return tx.nobody(play.Use{})
		case len(words.CanUse(tx.seen(), rs, c)) > 0:
			return nil
		}
		return tx.wouldRefuse(play.Use{Pool: words.ForUse(rs), Who: c.Name})
	}
	return tx.formFor("use-form", nil, try, discord.Input{ID: "pool", Required: true, Menu: &discord.Menu{Options: pools}})
}

// moveForm asks for how a combatant moves, and whether over rough ground.
func moveForm(tx *transaction) (*discord.Form, error) {
	move := func(leaving string) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error { return tx.wouldRefuse(play.Move{Leaving: leaving, Who: c.Name}) }
	}
	ways := []discord.Option{{Label: tx.own.Label("menu.move"), Value: stays, Picked: true}}
	for _, leaving := range []string{"withdraw", "flee"} {
		if _, err := tx.performers(tx.combatants(), move(leaving)); err == nil {
			ways = append(ways, discord.Option{Label: tx.own.Label("menu." + leaving), Value: leaving})
		}
	}
	inputs := []discord.Input{{ID: "leaving", Required: true, Menu: &discord.Menu{Options: ways}}}
	if p := tx.rs.MovePool(); p != nil && p.Metres > 0 {
		inputs = append(inputs, discord.Input{ID: "terrain", Menu: &discord.Menu{Options: []discord.Option{{Label: tx.own.Label("menu.rough"), Value: "rough"}}}})
	}
	return tx.formFor("move-form", nil, move(""), inputs...)
}

// stays is the value of a move that leaves no melee.
const stays = "stay"

// longForm asks for a long activity.
func longForm(tx *transaction) (*discord.Form, error) {
	long := func(duration string, ticks *int) func(c *engine.Combatant) error {
		return func(c *engine.Combatant) error {
			return tx.wouldRefuse(play.Long{Activity: "x", Duration: duration, Ticks: ticks, Who: c.Name})
		}
	}
	var durations []discord.Option
	for _, d := range words.Durations(tx.rs) {
		if _, err := tx.performers(tx.combatants(), long(d, nil)); err == nil {
			durations = append(durations, discord.Option{Label: words.DurationName(tx.own, d), Value: d})
		}
	}
	inputs := []discord.Input{{ID: "activity", Required: true, Max: 50}, {ID: "duration", Required: true, Menu: &discord.Menu{Options: durations}}}
	ticks := tx.counts(tx.rs.PricedPool(), 1, func(n *int) func(c *engine.Combatant) error { return long("2 rounds", n) })
	if len(ticks) > 0 {
		inputs = append(inputs, discord.Input{ID: "ticks", Menu: &discord.Menu{Options: ticks}})
	}
	return tx.formFor("long-form", nil, long("2 rounds", nil), inputs...)
}

// completeActivities suggests the predefined activities (FT-5).
func completeActivities(tx *transaction, input string) []discord.Choice {
	s := tx.seen()
	if s == nil {
		return nil
	}
	var out []string
	for name := range s.Activities {
		out = append(out, name)
	}
	slices.Sort(out)
	return suggestNames("", input, out)
}

// completePools suggests what an activity can take.
func completePools(tx *transaction, input string) []discord.Choice {
	rs, err := tx.rulesHere()
	if err != nil {
		tx.fault = err
		return nil
	}
	var keys []string
	for _, p := range rs.Turn {
		if p.When != ruleset.OthersTurns || p.Counted() {
			keys = append(keys, p.Typed())
		}
	}
	return tx.suggest(poolNames, "", input, keys)
}
