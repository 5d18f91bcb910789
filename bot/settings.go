package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"roundel/engine"
)

const asRole = discordgo.ApplicationCommandOptionRole

// maxActivities is how many predefined activities a server keeps.
const maxActivities = 50

// settingsCommands are for those who manage the server, and for everybody about what is stored of them.
func settingsCommands(rules []*engine.Ruleset) []command {
	return []command{
		{path: "roundel settings", about: "Manage Server: defaults of this server; without options it shows them", run: setSettings,
			options: []param{
				{name: "ruleset", about: "The ruleset of fights that name none", choices: rulesetChoices(rules)},
				{name: "gm_role", about: "A role whose members act as GM of every fight", kind: asRole},
				{name: "activities", about: "flow-of-time: predefined activities with their ticks, like: Strike 2, Aim 1; none clears", max: 1000},
				{name: "ping_gm", about: "Ping the GM at the turns of NPCs", kind: asFlag},
				{name: "pin", about: "Pin the tracker", kind: asFlag},
				{name: "reminder", about: "Minutes after which a turn is reminded of, once; 0: never", kind: asWhole, max: 20160},
				{name: "no_role", about: "Take the GM role back", kind: asFlag},
			}},
		{path: "roundel data", about: "What the bot has stored of you, as a file for you alone", run: userData},
		{path: "roundel erase", about: "Delete your saved characters in all servers; you are asked first", run: askErase},
	}
}

// userData gives everybody what is stored of them.
func userData(ctx context.Context, b *Bot, r *Request) (*Reply, error) {
	data, err := b.store.UserData(ctx, string(r.User))
	if err != nil {
		return nil, err
	}
	return &Reply{Ephemeral: true, Text: "What is stored of you: your saved characters, and the commands you gave in fights.",
		Files: []File{{Name: "roundel-data.json", Type: "application/json", Data: data}}}, nil
}

func askErase(context.Context, *Bot, *Request) (*Reply, error) {
	return &Reply{Ephemeral: true, Text: "Delete your saved characters in all servers? It cannot be taken back. " +
		"Fights keep the number that Discord gave you, or they could not be read any more.",
		Buttons: [][]Button{{{Label: "Delete them", ID: "erase", Style: Danger}}}}, nil
}

func pressErase(ctx context.Context, b *Bot, r *Request, _ []string) (*Reply, error) {
	if err := b.store.EraseUser(ctx, string(r.User)); err != nil {
		return nil, err
	}
	return &Reply{Ephemeral: true, Text: "Your saved characters are deleted in all servers."}, nil
}

// setSettings changes what is given and shows all.
func setSettings(ctx context.Context, b *Bot, r *Request) (*Reply, error) {
	if r.Guild == "" {
		return nil, engine.Refuse(engine.NotNow, "Settings belong to a server; use this in one of its channels.")
	}
	if !r.Manager {
		return nil, engine.Refuse(engine.NotAllowed, "Only members with Manage Server may change the settings; ask one of them.")
	}
	conf, err := b.settingsOf(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	o := options(r.Options)
	if err := conf.set(o); err != nil {
		return nil, err
	}
	lead := "The settings of this server:"
	if len(r.Options) > 0 {
		lead = "Saved. " + lead
		data, err := json.Marshal(conf)
		if err != nil {
			return nil, err
		}
		if err := b.store.SaveSettings(ctx, r.Guild, data); err != nil {
			return nil, err
		}
	}
	return &Reply{Ephemeral: true, Text: lead + "\n" + conf.words()}, nil
}

func (s *settings) set(o options) error {
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
	if text := o.text("activities"); text != "" {
		list, err := parseActivities(text)
		if err != nil {
			return err
		}
		s.Activities = list
	}
	return nil
}

// activity is a predefined one (FT-5).
type activity struct {
	Name  string `json:"name"`
	Ticks int    `json:"ticks"`
}

// parseActivities reads "Strike 2, Aim 1"; "none" is no activity at all.
func parseActivities(text string) ([]activity, error) {
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
		var n int
		if cut > 0 {
			if _, err := fmt.Sscanf(part[cut+1:], "%d", &n); err != nil {
				n = 0
			}
		}
		if n < 1 || n > 20 || strings.TrimSpace(part[:cut]) == "" {
			return nil, engine.Refuse(engine.Invalid, "%q is no activity with 1 to 20 ticks; write them like: Strike 2, Aim 1.", part)
		}
		out = append(out, activity{strings.TrimRight(strings.TrimSpace(part[:cut]), " =:"), n})
	}
	if len(out) > maxActivities {
		return nil, engine.Refuse(engine.Invalid, "A server keeps %d predefined activities; give fewer.", maxActivities)
	}
	return out, nil
}

func (s settings) words() string {
	ruleset, role, reminder := s.Ruleset, "none", "never"
	if ruleset == "" {
		ruleset = defaultRuleset
	}
	if s.GMRole != "" {
		role = "<@&" + s.GMRole + ">"
	}
	if s.Reminder > 0 {
		reminder = fmt.Sprintf("after %d minutes", s.Reminder)
	}
	var list []string
	for _, a := range s.Activities {
		list = append(list, fmt.Sprintf("%s %d", plain(a.Name), a.Ticks))
	}
	slices.Sort(list)
	activities := "none"
	if len(list) > 0 {
		activities = strings.Join(list, ", ")
	}
	onOff := map[bool]string{true: "yes", false: "no"}
	return strings.Join([]string{"Ruleset: " + ruleset, "GM role: " + role, "Predefined activities: " + activities,
		"Ping the GM at the turns of NPCs: " + onOff[s.PingGM], "Pin the tracker: " + onOff[s.Pin], "Turn reminder: " + reminder}, "\n")
}

// predefined are the commands that give a new fight the server's activities (FT-5).
func (s settings) predefined(rs *engine.Ruleset) []engine.Command {
	var out []engine.Command
	if rs.Budget == engine.Ticks {
		for _, a := range s.Activities {
			out = append(out, engine.Define{Activity: a.Name, Ticks: a.Ticks})
		}
	}
	return out
}
