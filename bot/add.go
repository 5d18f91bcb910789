package bot

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// add adds NPCs: typed ones, or known monsters.
func (b *Bot) add(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	var own []monster.Monster
	if Options(r.Options).Text("monster") != "" {
		var err error
		if own, err = b.ownMonsters(ctx, r); err != nil {
			return nil, err
		}
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		cmd, err := b.readAdd(own, tx.rs, tx.given())
		if err != nil {
			return nil, err
		}
		reply, err := tx.play(cmd)
		if err != nil {
			return nil, err
		}
		if name := tx.given().Text("monster"); name != "" {
			m, err := b.findMonster(own, tx.rs, name, "bot.unknown-monster")
			if err != nil {
				return nil, err
			}
			return reply, tx.tellOfFoes(reply, nil, m)
		}
		return reply, nil
	})
}

// addForm asks the GM for foes, one in each line.
func addForm(tx *transaction) (*discord.Form, error) {
	if !engine.MayGM(tx.j.State(), tx.actor) {
		return nil, &engine.Error{Code: engine.NotAllowed, Reason: reason.GMOnly, GM: tx.j.State().GM}
	}
	return tx.newForm("add-form", []lang.Arg{lang.Text("stats", tx.rs.Template(true))},
		discord.Input{ID: "lines", Long: true, Required: true, Max: 2000},
		discord.Input{ID: "side", Max: engine.MaxName},
		discord.Input{ID: "hidden", Check: true}), nil
}

// readAddForm adds the foes of all lines, such as "3 Goblin, init 7, hp 5" and "Assassin as A shrouded figure, init 7".
func readAddForm(tx *transaction, cmd play.Command) ([]play.Command, error) {
	f := tx.given()
	hidden, err := f.ticked("hidden")
	if err != nil {
		return nil, err
	}
	var out []play.Command
	for line := range strings.Lines(f["lines"]) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		add := npcLine(line)
		add.Side, add.Hidden = cmd.(play.Add).Side, hidden
		out = append(out, add)
	}
	if len(out) == 0 {
		return nil, refuse(engine.Invalid, lang.P("bot.no-npcs"))
	}
	return out, nil
}

// maskPattern matches a name and a mask, as in "Assassin as A shrouded figure".
var maskPattern = regexp.MustCompile(`^(.*?\S)\s+as\s+(\S.*)$`)

func npcLine(line string) play.Add {
	name, stats, _ := strings.Cut(strings.TrimSpace(line), ",")
	add := play.Add{Name: strings.TrimSpace(name), Stats: strings.TrimSpace(stats)}
	if m := foePattern.FindStringSubmatch(add.Name); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			add.Count, add.Name = cmp.Or(n, -1), m[2] // 0 would be one; the engine refuses -1
		}
	}
	if m := maskPattern.FindStringSubmatch(add.Name); m != nil {
		add.Name, add.As = m[1], m[2]
	}
	return add
}

// addCommand returns the command for what was typed after /init add.
func addCommand(o Options) play.Add {
	add := play.Add{Name: o.Text("name"), As: o.Text("as"), Count: o.Whole("count"), Stats: o.Text("stats"), Roll: o.Number("roll"),
		Side: o.Text("side"), Separate: o.Flag("separate"), Hidden: o.Flag("hidden"), HPShown: o.Text("hp_shown")}
	if owner := o.user("owner"); owner != nil {
		add.Owner = *owner
	}
	return add
}

// readAdd returns the command for /init add, with a monster or without. What was typed takes precedence over the monster's own numbers.
func (b *Bot) readAdd(own []monster.Monster, rs *ruleset.Ruleset, o Options) (play.Add, error) {
	typed, hp := addCommand(o), strings.ToLower(o.Text("hp"))
	if hp != "" && hp != rollHP && hp != averageHP {
		typed.Stats = strings.TrimPrefix(typed.Stats+", hp "+hp, ", ")
	}
	if o.Text("monster") == "" {
		if o.Text("adjust") != "" {
			return typed, refuse(engine.Invalid, lang.P("bot.adjust-needs-monster"))
		}
		return typed, checkTyped(typed, hp)
	}
	m, err := b.findMonster(own, rs, o.Text("monster"), "bot.unknown-monster")
	if err != nil {
		return typed, err
	}
	if m, err = adjusted(m, o.Text("adjust"), rs); err != nil {
		return typed, err
	}
	rest, resists, err := play.TakeResistances(typed.Stats, rs)
	if err != nil {
		return typed, err
	}
	stats, err := engine.ParseStats(rest, rs.Template(true))
	if err != nil {
		return typed, err
	}
	f := monster.Foe{Monster: m.Name, Name: typed.Name, As: typed.As, Count: typed.Count, Stats: stats, Resistances: resists.String(), RollHP: hp == rollHP,
		Side: typed.Side, Hidden: typed.Hidden, Separate: typed.Separate, Owned: typed.Owner != ""}
	if f.RollHP && m.HitDice == "" {
		return typed, refuse(engine.Invalid, lang.P("bot.no-hit-dice", lang.Name("name", m.Name)))
	}
	add := addMonster(&f, m, rs)
	add.Roll, add.Owner, add.HPShown = typed.Roll, typed.Owner, typed.HPShown
	return add, nil
}

// checkTyped refuses what can't be added without a monster.
func checkTyped(typed play.Add, hp string) error {
	switch {
	case typed.Name == "":
		return refuse(engine.Invalid, lang.P("bot.no-name-or-monster"))
	case hp == rollHP, hp == averageHP:
		return refuse(engine.Invalid, lang.P("bot.hp-needs-monster"))
	}
	return nil
}

// addMonster returns the command that adds foes to a fight.
func addMonster(f *monster.Foe, m *monster.Monster, rs *ruleset.Ruleset) play.Add {
	ready := f.Fitting(m, rs)
	return play.Add{Name: ready.Name, As: f.As, Count: f.Count, Stats: ready.Stats, HitDice: ready.HitDice, Weapons: ready.Weapons, Saves: ready.Saves, Block: m.Block(rs),
		Side: f.Side, Hidden: f.Hidden, Separate: f.Separate}
}

// rollHP and averageHP are values of the option hp: roll hit dice, or take the monster's hit points. Any other value is a number of hit points.
const (
	averageHP = "average"
	rollHP    = "roll"
)

// offerHP suggests what the hit points of a monster can be.
func (b *Bot) offerHP(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	l := b.reader(ctx, r)
	return suggestAs("", typed, []string{averageHP, rollHP}, func(value string) string { return l.Label("choice.hp-" + value) }), nil
}

// offerMonsters suggests monsters for the fight to its GM.
func (b *Bot) offerMonsters(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	own, err := b.ownMonsters(ctx, r)
	if err != nil {
		return nil, err
	}
	var out []discord.Choice
	_, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if tx.gm() != nil {
			return nil, nil
		}
		out = suggestMonsters(own, monster.BooksFor(tx.rs), typed)
		return nil, nil
	})
	return out, err
}

func completeTypes(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		out = append(out, one.Type)
	}
	return suggestNames("", input, out)
}

// completeEvents proposes the ruleset's events that are not in the order.
func completeEvents(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil {
		return nil
	}
	var out []string
	for _, e := range tx.rs.Events {
		if !slices.ContainsFunc(tx.combatants(), func(c *engine.Combatant) bool { return engine.SameName(c.Name, e.Name) }) {
			out = append(out, e.Name)
		}
	}
	return tx.suggest(whom, "", input, out)
}
