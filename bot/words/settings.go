package words

import (
	"fmt"
	"slices"
	"strings"
)

// Settings are the settings of a server.
type Settings struct {
	Ruleset    string
	GMRole     string // its ID; empty: none
	Activities []Activity
	PingGM     bool
	Reminder   int    // minutes; 0: never
	Group      bool   // fights begin with group initiative (RI-2)
	Damage     string // "confirm" or "gm": what becomes of damage, healing and effects that players enter for others; empty: they are applied
	Unusable   []Unusable
}

// Activity is a predefined activity.
type Activity struct {
	Name  string
	Ticks int
}

// Unusable are the activities that a ruleset refuses.
type Unusable struct {
	Ruleset    string // its title
	Activities []Activity
}

// ServerSettings shows the settings of a server; saved: they have just been changed.
func ServerSettings(s Settings, saved bool) string {
	head, role, reminder := "Server settings:", "none", "off"
	if saved {
		head = "Saved. Server settings:"
	}
	if s.GMRole != "" {
		role = "<@&" + s.GMRole + ">"
	}
	if s.Reminder > 0 {
		reminder = fmt.Sprintf("after %d min", s.Reminder)
	}
	lines := []string{head, "Default ruleset: " + s.Ruleset, "GM role: " + role, "Predefined activities: " + activities(s.Activities),
		"Ping the GM on NPC turns: " + yesNo(s.PingGM), "Turn reminder: " + reminder,
		"Group initiative where the ruleset has it: " + yesNo(s.Group),
		"Damage, healing and effects by players: " + onOthers(s.Damage)}
	for _, u := range s.Unusable {
		lines = append(lines, fmt.Sprintf("%s can't use %s. Set the activities again, for example: Strike 2, Aim 1.",
			u.Ruleset, activities(u.Activities)))
	}
	return strings.Join(lines, "\n")
}

// onOthers describes the setting for what players do to others.
func onOthers(setting string) string {
	switch setting {
	case "confirm":
		return "the GM applies it"
	case "gm":
		return "only the GM enters it"
	}
	return "applied at once"
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// activities lists activities with their ticks.
func activities(all []Activity) string {
	if len(all) == 0 {
		return "none"
	}
	var list []string
	for _, a := range all {
		list = append(list, fmt.Sprintf("%s %d", Text(a.Name), a.Ticks))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
