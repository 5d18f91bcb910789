package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/command"
)

const asRole = discord.RoleOption

// maxActivities is how many predefined activities a server keeps.
const maxActivities = 50

// settingsCommands are for those who manage the server, and for everybody about what is stored of them.
func settingsCommands(rules []*engine.Ruleset) []slashCommand {
	return []slashCommand{
		{path: "roundel settings", run: setSettings,
			options: []param{
				{name: "ruleset", choices: rulesetChoices(rules)},
				{name: "gm_role", kind: asRole},
				{name: "activities", max: 1000},
				{name: "ping_gm", kind: asFlag},
				{name: "pin", kind: asFlag},
				{name: "reminder", kind: asWhole, max: 20160},
				{name: "no_role", kind: asFlag},
			}},
		{path: "roundel data", run: userData},
		{path: "roundel erase", run: askErase},
	}
}

// userData gives everybody what is stored of them.
func userData(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	if !b.rate.allowData(engine.UserID(r.User), b.now()) {
		return nil, refuse(engine.NotNow, "You can have this file once a minute; try again in a minute.")
	}
	data, whole, err := b.store.UserData(ctx, string(r.User))
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
	if err := b.store.EraseUser(ctx, string(r.User)); err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: words.Erased}, nil
}

// setSettings changes what is given and shows all.
func setSettings(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	if r.Guild == "" {
		return nil, refuse(engine.NotNow, "Settings belong to a server; use this in one of its channels.")
	}
	if !r.Manager {
		return nil, refuse(engine.NotAllowed, "Only members with Manage Server may change the settings; ask one of them.")
	}
	o := options(r.Options)
	if len(o) == 0 {
		conf, err := b.settingsOf(ctx, string(r.Guild))
		if err != nil {
			return nil, err
		}
		return &discord.Reply{Ephemeral: true, Text: conf.shown(false, b.rules)}, nil
	}
	activities, err := parseActivities(o.text("activities"), b.rules)
	if err != nil {
		return nil, err
	}
	data, _, err := b.store.AmendSettings(ctx, string(r.Guild), r.ID, func(data []byte) (next, answer []byte, err error) {
		conf, err := readSettings(string(r.Guild), data)
		if err != nil {
			return nil, nil, err
		}
		conf.set(o, activities)
		if next, err = json.Marshal(conf); err != nil {
			return nil, nil, err
		}
		answer, err = json.Marshal(&discord.Reply{Ephemeral: true, Text: conf.shown(true, b.rules)})
		return next, answer, err
	})
	if err != nil {
		return nil, err
	}
	reply := new(discord.Reply)
	if err := json.Unmarshal(data, reply); err != nil {
		return nil, fmt.Errorf("kept answer: %w", err)
	}
	return reply, nil
}

// set changes what is given; activities are those of the option of that name.
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
	for name, to := range map[string]*bool{"ping_gm": &s.PingGM, "pin": &s.Pin} {
		if on := o.flagged(name); on != nil {
			*to = *on
		}
	}
	if n := o.number("reminder"); n != nil {
		s.Reminder = *n
	}
	if o.text("activities") != "" {
		s.Activities = activities
	}
}

// activity is a predefined one (FT-5).
type activity struct {
	Name  string `json:"name"`
	Ticks int    `json:"ticks"`
}

// parseActivities reads "Strike 2, Aim 1"; "none" is no activity at all. What the rules would refuse at the start of a
// fight is refused here.
func parseActivities(text string, rules []*engine.Ruleset) ([]activity, error) {
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
			return nil, refuse(engine.Invalid, "%q is not an activity with 1 to 20 ticks; write them like: Strike 2, Aim 1.", words.Clip(part, 100))
		}
		out = append(out, activity{name, n})
	}
	if len(out) > maxActivities {
		return nil, refuse(engine.Invalid, "A server keeps %d predefined activities; give fewer.", maxActivities)
	}
	for _, rs := range rules {
		if _, refused, why := usable(rs, out); len(refused) > 0 {
			return nil, refuse(engine.Invalid, "%s cannot use %q. %s Write activities like: Strike 2, Aim 1.",
				rs.Title, words.Clip(refused[0].Name, 100), ErrorReply(why, "").Text)
		}
	}
	return out, nil
}

// usable tries activities in a fight of a ruleset that counts ticks and returns those that it takes, and those that it
// refuses with the reason for the first; for other rulesets, none.
func usable(rs *engine.Ruleset, list []activity) (taken []command.Command, refused []activity, why error) {
	if rs.Budget != engine.Ticks {
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

// shown returns the settings as people read them; saved: they have just been changed.
func (s settings) shown(saved bool, rules []*engine.Ruleset) string {
	out := words.Settings{Ruleset: cmp.Or(s.Ruleset, defaultRuleset), GMRole: s.GMRole, Activities: named(s.Activities), PingGM: s.PingGM,
		Pin: s.Pin, Reminder: s.Reminder}
	for _, rs := range rules { // an earlier release may have stored activities that the rules refuse
		if _, refused, _ := usable(rs, s.Activities); len(refused) > 0 {
			out.Unusable = append(out.Unusable, words.Unusable{Ruleset: rs.Title, Activities: named(refused)})
		}
	}
	return words.ServerSettings(out, saved)
}

// named are activities as package words takes them.
func named(all []activity) []words.Activity {
	out := make([]words.Activity, len(all))
	for i, a := range all {
		out[i] = words.Activity(a)
	}
	return out
}

// predefined are the commands that give a new fight the server's activities (FT-5). One that the rules refuse, stored by
// an earlier release, is left out: the fight can be started without it.
func (s settings) predefined(rs *engine.Ruleset) []command.Command {
	taken, _, _ := usable(rs, s.Activities)
	return taken
}
