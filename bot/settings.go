package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/ruleset"
)

const asRole = discord.RoleOption

// maxActivities is the maximum number of predefined activities in a server.
const maxActivities = 50

// damageByPlayers is the choice that lets players deal damage. It is the default, which is stored as [command.PlayersDeal].
const damageByPlayers = "players"

// settingsCommands change a server's settings, and show or delete what is stored about a user.
func settingsCommands(rules []*ruleset.Ruleset) []slashCommand {
	return []slashCommand{
		{path: "roundel settings", run: setSettings,
			options: []param{
				{name: "ruleset", choices: rulesetChoices(rules)},
				{name: "gm_role", kind: asRole},
				{name: "activities", max: 1000},
				{name: "ping_gm", kind: asFlag},
				{name: "reminder", kind: asWhole, max: 20160},
				{name: "no_role", kind: asFlag},
				{name: "damage", choices: values(damageByPlayers, string(command.GMConfirms), string(command.GMDeals))},
			}},
		{path: "roundel data", run: userData},
		{path: "roundel erase", run: askErase},
	}
}

// userData sends users what is stored about them.
func userData(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	if !b.rate.AllowData(engine.UserID(r.User), b.now()) {
		return nil, refuse(engine.NotNow, refusal.DataTooSoon())
	}
	data, whole, err := b.store.UserData(ctx, engine.UserID(r.User))
	if err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: words.UserData(whole),
		Files: []discord.File{{Name: "roundel-data.json", Type: "application/json", Data: data}}}, nil
}

func askErase(context.Context, *Bot, *discord.Request) (*discord.Reply, error) {
	return &discord.Reply{Ephemeral: true, Text: words.AskErase,
		Buttons: [][]discord.Button{{{Label: words.ButtonErase, ID: "erase", Style: discord.Danger}}}}, nil
}

func pressErase(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	if err := b.store.EraseUser(ctx, engine.UserID(r.User)); err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: words.Erased}, nil
}

// setSettings changes the settings that are given and shows all of them.
func setSettings(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	if r.Guild == "" {
		return nil, refuse(engine.NotNow, refusal.SettingsInServer())
	}
	if !r.Manager {
		return nil, refuse(engine.NotAllowed, refusal.SettingsForManagers())
	}
	o := options(r.Options)
	if len(o) == 0 {
		conf, err := b.settingsOf(ctx, engine.GuildID(r.Guild))
		if err != nil {
			return nil, err
		}
		return &discord.Reply{Ephemeral: true, Text: conf.shown(false, b.rules.List)}, nil
	}
	activities, err := parseActivities(o.text("activities"), b.rules.List)
	if err != nil {
		return nil, err
	}
	data, _, err := b.store.AmendSettings(ctx, engine.GuildID(r.Guild), r.ID, func(data []byte) (next, answer []byte, err error) {
		conf, err := readSettings(engine.GuildID(r.Guild), data)
		if err != nil {
			return nil, nil, err
		}
		conf.set(o, activities)
		if next, err = json.Marshal(conf); err != nil {
			return nil, nil, err
		}
		answer, err = json.Marshal(&discord.Reply{Ephemeral: true, Text: conf.shown(true, b.rules.List)})
		return next, answer, err
	})
	if err != nil {
		return nil, err
	}
	return storedReply(data)
}

// set changes the settings that are given; activities is the parsed option of that name.
func (s *settings) set(o options, activities []activity) {
	if name := o.text("ruleset"); name != "" {
		s.Ruleset = name
	}
	if role := o.text("gm_role"); role != "" {
		s.GMRole = role
	}
	if o.flag("no_role") {
		s.GMRole = ""
	}
	for name, to := range map[string]*bool{"ping_gm": &s.PingGM} {
		if on := o.flagged(name); on != nil {
			*to = *on
		}
	}
	if n := o.number("reminder"); n != nil {
		s.Reminder = *n
	}
	switch choice := o.text("damage"); choice {
	case "":
	case damageByPlayers:
		s.Damage = command.PlayersDeal
	default:
		s.Damage = command.Policy(choice)
	}
	if o.text("activities") != "" {
		s.Activities = activities
	}
}

// activity is a predefined activity (FT-5).
type activity struct {
	Name  string `json:"name"`
	Ticks int    `json:"ticks"`
}

// parseActivities reads a list such as "Strike 2, Aim 1"; "none" is an empty list. It refuses any activity that a ruleset would
// refuse when a fight starts.
func parseActivities(text string, rules []*ruleset.Ruleset) ([]activity, error) {
	if strings.EqualFold(text, "none") {
		return nil, nil
	}
	var out []activity
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		cut := strings.LastIndexAny(part, " =:")
		n, err := strconv.Atoi(part[cut+1:])
		name := strings.TrimRight(part[:max(cut, 0)], " =:")
		if err != nil || n < 1 || n > 20 || name == "" {
			return nil, refuse(engine.Invalid, refusal.NotAnActivity(part))
		}
		out = append(out, activity{name, n})
	}
	if len(out) > maxActivities {
		return nil, refuse(engine.Invalid, refusal.TooManyServerActivities(maxActivities))
	}
	for _, rs := range rules {
		_, refused, err := usable(rs, out)
		var why *engine.Error
		switch {
		case errors.As(err, &why):
			return nil, refuse(engine.Invalid, refusal.UnusableActivity(rs.Title, refused[0].Name, why))
		case err != nil:
			return nil, err
		}
	}
	return out, nil
}

// usable tries out activities in a fight under a ruleset that counts ticks. It returns the commands for those that are
// accepted, the others, and the refusal of the first of them. For other rulesets it returns nothing.
func usable(rs *ruleset.Ruleset, list []activity) (taken []command.Command, refused []activity, why error) {
	if rs.PricedPool() == nil {
		return nil, nil, nil
	}
	in := command.Input{Actor: engine.Actor{Manager: true}}
	fight, err := command.Decide(nil, rs, command.Start{Ruleset: rs.Name}, in)
	if err != nil {
		return nil, list, err
	}
	for _, a := range list {
		cmd := command.Define{Activity: a.Name, Ticks: a.Ticks}
		next, err := command.Decide(fight.State, rs, cmd, in)
		if err != nil {
			refused, why = append(refused, a), cmp.Or(why, err)
			continue
		}
		fight, taken = next, append(taken, cmd)
	}
	return taken, refused, why
}

// shown returns the settings as users see them; saved means that they have just been changed.
func (s settings) shown(saved bool, rules []*ruleset.Ruleset) string {
	out := words.Settings{Ruleset: cmp.Or(s.Ruleset, defaultRuleset), GMRole: s.GMRole, Activities: named(s.Activities), PingGM: s.PingGM,
		Reminder: s.Reminder, Damage: string(s.Damage)}
	for _, rs := range rules { // an older version may have stored activities that a ruleset refuses
		if _, refused, _ := usable(rs, s.Activities); len(refused) > 0 {
			out.Unusable = append(out.Unusable, words.Unusable{Ruleset: rs.Title, Activities: named(refused)})
		}
	}
	return words.ServerSettings(out, saved)
}

// named converts activities for package words.
func named(all []activity) []words.Activity {
	out := make([]words.Activity, len(all))
	for i, a := range all {
		out[i] = words.Activity(a)
	}
	return out
}

// predefined returns the commands that give a new fight the server's activities (FT-5). It leaves out those that an older
// version stored and the ruleset refuses, so that the fight can start without them.
func (s settings) predefined(rs *ruleset.Ruleset) []command.Command {
	taken, _, _ := usable(rs, s.Activities)
	return taken
}
