package bot

import (
	"context"

	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
)

// setupCommands start a fight and add combatants to it.
func setupCommands() []slashCommand {
	return []slashCommand{
		{path: "init start", run: start, options: []param{
			{name: "name", max: 80},
			{name: "ruleset", max: 100, offer: completeRulesets},
			{name: "group", kind: asFlag},
			{name: "encounter", max: 100, offer: completeEncounters},
			{name: "party", kind: asFlag},
		}},
		{path: "init join", run: join, options: []param{
			{name: "name", max: 100, complete: completeSaved},
			statsOption(),
			rollOption(), sideOption(),
		}},
		{path: "init add", run: add, options: []param{
			{name: "name", max: 100, complete: completeTypes},
			{name: "count", kind: asWhole, min: 1, max: 50},
			statsOption(),
			rollOption(), sideOption(),
			{name: "separate", kind: asFlag},
			{name: "hidden", kind: asFlag},
			{name: "owner", kind: asUser},
			{name: "monster", max: 100, offer: completeMonsters},
			{name: "hp", max: 50, offer: completeHP},
		}},
		{path: "init scene", run: plays(sceneCommand), options: []param{
			{name: "text", required: true, max: 1500},
		}},
		{path: "init roll", run: plays(rollCommand), options: []param{
			{name: "rolls", max: 1000, complete: completeRolls},
			{name: "tests", kind: asFlag},
		}},
		{path: "init edit", run: plays(editCommand), options: []param{
			nameOption(),
			{name: "rename", max: 100},
			statsOption(),
			sideOption(),
			{name: "score", kind: asWhole, min: -1000, max: 1000},
			{name: "owner", kind: asUser},
			{name: "hidden", kind: asFlag},
		}},
		{path: "init remove", run: plays(removeCommand), options: []param{
			nameOption(),
		}},
		{path: "surprise ambush", run: plays(ambushCommand), options: []param{
			namesOption("names"),
			{name: "hidden", kind: asFlag},
		}},
		{path: "surprise clear", run: plays(clearCommand), options: []param{
			namesOption("names"),
		}},
	}
}

func statsOption() param {
	return param{name: "stats", max: 500, complete: completeStats}
}

func rollOption() param {
	return param{name: "roll", kind: asWhole, min: -100_000, max: 100_000}
}

func sideOption() param {
	return param{name: "side", max: 100, complete: completeSides}
}

func nameOption() param {
	return param{name: "name", required: true, max: 100, complete: completeNames}
}

func namesOption(name string) param {
	return param{name: name, required: true, max: 1000, complete: completeList}
}

// characterCommands manage the characters of a user in a server.
func characterCommands() []slashCommand {
	name := param{name: "name", required: true, max: 100, complete: completeSaved}
	shown := name
	shown.required = false
	return []slashCommand{
		{path: "character save", run: saveCharacter, options: []param{
			name, statsOption(),
			{name: "weapon", max: 200, complete: completeWeapons},
		}},
		{path: "character show", run: savedCommand(savedKeeper.ShowCharacter), options: []param{shown}},
		{path: "character list", run: savedCommand(savedKeeper.ListCharacters)},
		{path: "character delete", run: savedCommand(savedKeeper.DeleteCharacter), options: []param{name}},
	}
}

// settingsCommands change a server's settings, and show or delete what is stored about a user.
func settingsCommands() []slashCommand {
	return []slashCommand{
		{path: "roundel settings", run: setSettings,
			options: []param{
				{name: "ruleset", max: 100, offer: completeRulesets},
				{name: "gm_role", kind: asRole},
				{name: "activities", max: 1000},
				{name: "ping_gm", kind: asFlag},
				{name: "reminder", kind: asWhole, max: 20160},
				{name: "group", kind: asFlag},
				{name: "no_role", kind: asFlag},
				{name: "on_others", choices: values(damageByPlayers, string(play.GMConfirms), string(play.GMDeals))},
				{name: "damage", choices: values(damageByPlayers, string(play.GMConfirms), string(play.GMDeals))},
			}},
		{path: "roundel data", run: userData},
		{path: "roundel erase", run: askErase},
	}
}

// savedCommand returns a handler for a command about what users and servers keep.
func savedCommand(run func(k savedKeeper, ctx context.Context, r *discord.Request) (*discord.Reply, error)) handler {
	return func(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
		return run(b.saved, ctx, r)
	}
}

func saveCharacter(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	server, err := b.shelf.ForServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return b.saved.SaveCharacter(ctx, r, server.All())
}

func setSettings(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	server, err := b.shelf.ForServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return b.saved.SetSettings(ctx, r, server)
}

// userData sends users what is stored about them.
func userData(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	if !b.rate.AllowData(r.User, b.now()) {
		return nil, refuse(engine.NotNow, words.DataTooSoon())
	}
	return b.saved.UserData(ctx, r)
}

func askErase(context.Context, *Bot, *discord.Request) (*discord.Reply, error) {
	return &discord.Reply{Ephemeral: true, Text: words.AskErase,
		Buttons: [][]discord.Button{{{Label: words.ButtonErase, ID: "erase", Style: discord.Danger}}}}, nil
}

func pressErase(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return b.saved.Erase(ctx, r)
}

// rulesetCommands show and change the rulesets that a server can use.
func rulesetCommands() []slashCommand {
	return []slashCommand{
		{path: "ruleset add", run: addRuleset, options: []param{
			{name: "file", kind: asFile, required: true},
			{name: "replace", kind: asFlag},
		}},
		{path: "ruleset list", run: rulesetCommand((*Library).List)},
		{path: "ruleset show", run: rulesetCommand((*Library).Show), options: []param{
			{name: "name", required: true, max: 100, offer: completeRulesets},
		}},
		{path: "ruleset remove", run: removeRuleset, options: []param{
			{name: "name", required: true, max: 100, offer: completeOwnRulesets},
		}},
	}
}

// rulesetCommand returns a handler for a command about rulesets.
func rulesetCommand(run func(l *Library, ctx context.Context, r *discord.Request) (*discord.Reply, error)) handler {
	return func(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
		return run(b.shelf, ctx, r)
	}
}

// addRuleset plays a sample fight under a file that somebody has written.
func addRuleset(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	add := func() (*discord.Reply, error) { return b.shelf.Add(ctx, r) }
	if r.Guild == "" || !r.Manager {
		return add() // is refused
	}
	return b.saved.Attempt(ctx, r, add)
}

func removeRuleset(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	conf, err := b.saved.Settings(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return b.shelf.Remove(ctx, r, conf.Ruleset)
}

// monsterCommands manage the monsters of a server.
func monsterCommands() []slashCommand {
	name := func(offer offerer) param { return param{name: "name", required: true, max: 100, offer: offer} }
	return []slashCommand{
		{path: "monster save", run: saveMonster, options: []param{
			name(completeOwnMonsters), statsOption(),
			{name: "attacks", max: 1500},
			{name: "hit_dice", max: 50},
			{name: "from", max: 100, complete: completeNames},
		}},
		{path: "monster add", run: monsterCommand((*monsterKeeper).AddFile), options: []param{
			{name: "file", kind: asFile, required: true},
			{name: "replace", kind: asFlag},
		}},
		{path: "monster list", run: monsterCommand((*monsterKeeper).List)},
		{path: "monster show", run: monsterCommand((*monsterKeeper).Show), options: []param{name(completeAllMonsters)}},
		{path: "monster delete", run: monsterCommand((*monsterKeeper).Delete), options: []param{name(completeOwnMonsters)}},
	}
}

// monsterCommand returns a handler for a command about monsters.
func monsterCommand(run func(k *monsterKeeper, ctx context.Context, r *discord.Request, actor engine.Actor) (*discord.Reply, error)) handler {
	return func(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
		actor, _, err := b.actor(ctx, r)
		if err != nil {
			return nil, err
		}
		return run(b.beasts, ctx, r, actor)
	}
}

// saveMonster saves a monster from what is typed or from a combatant of the channel's fight: the one that is named, or where nothing else is
// typed, the one of the same name.
func saveMonster(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	var actor engine.Actor
	var of *engine.Combatant
	o := Options(r.Options)
	_, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		actor = tx.actor
		from, s := o.Text("from"), tx.j.State()
		named := from != ""
		if !named && o.Text("stats")+o.Text("attacks")+o.Text("hit_dice") == "" {
			from = o.Text("name")
		}
		switch {
		case !actor.Manager || from == "" || s == nil && !named:
			return nil, nil
		case s == nil:
			return nil, noFight()
		}
		for i := range s.Combatants {
			if c := &s.Combatants[i]; engine.SameName(c.Name, from) || of == nil && engine.SameName(c.Type, from) {
				of = c
			}
		}
		if of == nil && named {
			return nil, engine.UnknownName(s, from)
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	server, err := b.shelf.ForServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return b.beasts.Save(ctx, r, actor, of, server.All())
}
