package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/snowflake"
	"roundel/store"
)

// Settings are the settings of a server.
type Settings struct {
	Ruleset    string          `json:"ruleset,omitempty"`
	GMRole     string          `json:"gm_role,omitempty"` // a role's ID
	Activities []savedActivity `json:"activities,omitempty"`
	PingGM     bool            `json:"ping_gm,omitempty"`  // on NPC turns
	Reminder   int             `json:"reminder,omitempty"` // minutes; 0: never
	Group      bool            `json:"group,omitempty"`    // fights begin with group initiative where the ruleset leaves it to the GM (RI-2)

	Language string `json:"language,omitempty"` // the tag of the language in which fights begin; empty: the server's own

	Attempts []string `json:"attempts,omitempty"` // the requests that [Bot.attempt] runs, or that ended the process

	Clock bool `json:"clock,omitempty"` // cards say when their turn began (NU-38)

	HPFoes    engine.HPShown `json:"hp_foes,omitempty"`    // how others are shown the hit points of the GM's combatants (NU-31); empty: as words
	HPPlayers engine.HPShown `json:"hp_players,omitempty"` // and those of users'; empty: as numbers

	Carry string `json:"carry,omitempty"` // what saved characters take from fight to fight (NU-28): carryKeep, or empty: nothing

	Channels []channelNote `json:"channels,omitempty"` // what is kept of channels, the last one noted last

	Damage play.Policy `json:"damage,omitempty"` // of what players do to others: damage, healing and effects; the stored name is older
}

// setSettings changes the settings that are given and shows all of them.
func (b *Bot) setSettings(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	list := server.all()
	if len(r.Options) == 0 {
		conf, err := b.settings(ctx, r.Guild)
		if err != nil {
			return nil, err
		}
		return privately(conf.shown(b.reader(ctx, r), false, list)), nil
	}
	activities, err := parseActivities(Options(r.Options).Text("activities"), list)
	if err != nil {
		return nil, err
	}
	language := Options(r.Options).Text("language")
	if language != "" {
		if language, err = languageTyped(language, append([]string{autoLanguage}, b.languages.Tags()...)); err != nil {
			return nil, err
		}
	}
	var preset string // the default ruleset, if one is given
	if typed := Options(r.Options).Text("ruleset"); typed != "" {
		rs, err := server.match(typed)
		if err != nil {
			return nil, err
		}
		preset = rs.Name
	}
	l := b.reader(ctx, r)
	return amend(ctx, b, r, l, store.SettingsOf(r.Guild), func(conf *Settings) (*discord.Reply, error) {
		conf.set(r.Options, activities)
		conf.Ruleset, conf.Language = cmp.Or(preset, conf.Ruleset), cmp.Or(language, conf.Language)
		if conf.Language == autoLanguage {
			conf.Language = ""
		}
		return privately(conf.shown(l, true, list)), nil
	})
}

// set changes the settings that are given, except for the ruleset; activities is the parsed option of that name.
func (s *Settings) set(given map[string]string, activities []savedActivity) {
	if role := strings.TrimSpace(given["gm_role"]); role != "" {
		s.GMRole = role
	}
	if given["no_role"] == "true" {
		s.GMRole = ""
	}
	for name, field := range map[string]*bool{"ping_gm": &s.PingGM, "group": &s.Group, "clock": &s.Clock} {
		if on, ok := given[name]; ok {
			*field = on == "true"
		}
	}
	if n, err := strconv.Atoi(given["reminder"]); err == nil { // else left out: Discord only accepts whole numbers
		s.Reminder = n
	}
	switch choice := cmp.Or(given["on_others"], given["damage"]); choice {
	case "":
	case damageByPlayers:
		s.Damage = play.PlayersDeal
	default:
		s.Damage = play.Policy(choice)
	}
	if given["activities"] != "" {
		s.Activities = activities
	}
	switch carry := given["carry"]; carry {
	case "":
	case carryFull:
		s.Carry = ""
	default:
		s.Carry = carry
	}
	s.HPFoes = cmp.Or(engine.HPShown(given["hp_foes"]), s.HPFoes)
	s.HPPlayers = cmp.Or(engine.HPShown(given["hp_players"]), s.HPPlayers)
}

// preferences returns what a fight keeps of the settings when it begins. pingGM is whether NPC turns mention its GM.
func (s Settings) preferences(pingGM bool) engine.Preferences {
	return engine.Preferences{PingGM: pingGM, Remind: s.Reminder, ShowsClock: s.Clock, HPFoes: s.HPFoes, HPPlayers: s.HPPlayers}
}

// shown returns the settings as users see them; saved means that they have just been changed.
func (s Settings) shown(l *lang.Language, saved bool, list []*ruleset.Ruleset) string {
	role := ""
	if s.GMRole != "" {
		role = "<@&" + s.GMRole + ">"
	}
	lines := []string{l.Line("settings.shown", lang.Flag("saved", saved), lang.Text("ruleset", cmp.Or(s.Ruleset, ruleset.Default)), lang.Text("role", role),
		lang.Parts("activities", shownActivities(s.Activities)), lang.Flag("ping", s.PingGM), lang.Int("minutes", s.Reminder), lang.Flag("group", s.Group),
		lang.Text("damage", string(s.Damage)), lang.Text("language", s.Language))}
	if s.HPFoes != "" || s.HPPlayers != "" {
		lines = append(lines, l.Line("settings.hit-points", lang.Text("foes", string(s.HPFoes)), lang.Text("players", string(s.HPPlayers))))
	}
	if s.Clock {
		lines = append(lines, l.Line("settings.clock"))
	}
	if s.Carry != "" {
		lines = append(lines, l.Line("settings.carry"))
	}
	for _, rs := range list { // an older version may have stored activities that a ruleset refuses
		if _, refused, _ := usable(rs, s.Activities); len(refused) > 0 {
			lines = append(lines, l.Line("settings.unusable", lang.Term("ruleset", rs.Title), lang.Parts("activities", shownActivities(refused))))
		}
	}
	return strings.Join(lines, "\n")
}

// shownActivities returns activities with what they cost, by name.
func shownActivities(all []savedActivity) []lang.Phrase {
	out := make([]lang.Phrase, len(all))
	for i, a := range slices.SortedFunc(slices.Values(all), func(a, b savedActivity) int {
		return strings.Compare(a.Name+" "+strconv.Itoa(a.Ticks), b.Name+" "+strconv.Itoa(b.Ticks))
	}) {
		out[i] = lang.P("settings.activity", lang.Name("activity", a.Name), lang.Int("ticks", a.Ticks))
	}
	return out
}

// maxActivities is the maximum number of predefined activities in a server.
const maxActivities = 50

// damageByPlayers is the choice that lets players deal damage to others and put effects on them. It is the default, which is stored as
// [play.PlayersDeal].
const damageByPlayers = "players"

// savedActivity is a predefined activity (FT-5).
type savedActivity struct {
	Name  string `json:"name"`
	Ticks int    `json:"ticks"`
}

// parseActivities reads a list such as "Strike 2, Aim 1"; "none" is an empty list. It refuses any activity that a ruleset would
// refuse when a fight starts.
func parseActivities(text string, list []*ruleset.Ruleset) ([]savedActivity, error) {
	if strings.EqualFold(text, "none") {
		return nil, nil
	}
	var out []savedActivity
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		cut := strings.LastIndexAny(part, " =:")
		n, err := strconv.Atoi(part[cut+1:])
		name := strings.TrimRight(part[:max(cut, 0)], " =:")
		if err != nil || n < 1 || n > 20 || name == "" {
			return nil, refuse(engine.Invalid, lang.P("bot.not-an-activity", lang.Quoted("text", part)))
		}
		same := func(a savedActivity) bool { return engine.SameName(a.Name, name) }
		out = append(slices.DeleteFunc(out, same), savedActivity{name, n})
	}
	if len(out) > maxActivities {
		return nil, refuse(engine.Invalid, lang.P("bot.too-many-server-activities", lang.N("most", maxActivities)))
	}
	for _, rs := range list {
		_, refused, err := usable(rs, out)
		var why *engine.Error
		switch {
		case errors.As(err, &why):
			return nil, refuse(engine.Invalid, words.UnusableActivity(rs.Title, refused[0].Name, why))
		case err != nil:
			return nil, err
		}
	}
	return out, nil
}

// usable tries out activities in a fight under a ruleset that counts ticks. It returns the commands for those that are
// accepted, the others, and the refusal of the first of them. For other rulesets it returns nothing.
func usable(rs *ruleset.Ruleset, list []savedActivity) (taken []play.Command, refused []savedActivity, why error) {
	if rs.PricedPool() == nil {
		return nil, nil, nil
	}
	in := play.Input{Actor: engine.Actor{Manager: true}}
	fight, err := play.Decide(nil, rs, play.Start{Ruleset: rs.Name}, in)
	if err != nil {
		return nil, list, err
	}
	for _, a := range list {
		cmd := play.Define{Activity: a.Name, Ticks: a.Ticks}
		next, err := play.Decide(fight.State, rs, cmd, in)
		if err != nil {
			refused, why = append(refused, a), cmp.Or(why, err)
			continue
		}
		fight, taken = next, append(taken, cmd)
	}
	return taken, refused, why
}

// startsGrouped reports whether a fight begins with group initiative: as /init start says or, if it doesn't, as the server's settings do for
// rulesets that have it.
func (s Settings) startsGrouped(o Options, rs *ruleset.Ruleset) bool {
	if _, given := o["group"]; given {
		return o.Flag("group")
	}
	return s.Group && rs.Units.SideOption
}

// settings reads a server's settings; there are none for direct messages.
func (b *Bot) settings(ctx context.Context, guild snowflake.Guild) (Settings, error) {
	if guild == "" {
		return Settings{}, nil
	}
	return load[Settings](ctx, b.store, store.SettingsOf(guild))
}

// Preferences are what a user prefers in a server.
type Preferences struct {
	PingGM *bool `json:"ping_gm,omitempty"` // on NPC turns; nil: as the server's settings say
	OnDeck bool  `json:"on_deck,omitempty"` // when they are on deck (NU-37)
}

// pingsGM reports whether NPC turns mention the user in a fight that they start.
func (b *Bot) pingsGM(ctx context.Context, r *discord.Request, conf Settings) (bool, error) {
	prefers, err := load[Preferences](ctx, b.store, store.PreferencesOf(r.Guild, r.User))
	if err != nil || prefers.PingGM == nil {
		return conf.PingGM, err
	}
	return *prefers.PingGM, nil
}

// preferPings stores whether NPC turns mention the user in fights that they start. It stores no answer, because another
// change of the same request does.
func (b *Bot) preferPings(ctx context.Context, r *discord.Request, on bool) error {
	_, _, err := b.store.Amend(ctx, store.PreferencesOf(r.Guild, r.User), "", amending(func(prefers *Preferences) ([]byte, error) {
		prefers.PingGM = &on
		return nil, nil
	}))
	return err
}
