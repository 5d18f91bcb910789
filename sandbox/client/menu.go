package client

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roundel/sandbox/world"
)

// Menu is a select of a message or form, or another choice in a form: checkboxes, radio buttons or files.
type Menu struct {
	CustomID    string   `json:"custom_id"`
	Placeholder string   `json:"placeholder"`
	Kind        int      `json:"kind"`
	Min         int      `json:"min"`
	Max         int      `json:"max"`
	Disabled    bool     `json:"disabled"`
	Options     []Choice `json:"options"`
	// Defaults are the IDs of the users, roles or channels that are selected to begin with.
	Defaults []string `json:"defaults"`
	// FileTypes are the kinds of files that an upload takes; none: any.
	FileTypes []string `json:"file_types"`
}

// Choice is an option of a select, or a suggestion of an autocomplete.
type Choice struct {
	Name        string `json:"name"`
	Value       string `json:"value"`
	Description string `json:"description"`
	Chosen      bool   `json:"chosen"`
}

// MenusOf lists the selects among the components of a message.
func MenusOf(components []any) []Menu {
	out := []Menu{}
	world.Walk(components, func(part object) {
		switch world.KindOf(part) {
		case world.CompSelect, world.CompUserSelect, world.CompRoleSelect, world.CompMentionable, world.CompChannels:
			out = append(out, menuOf(part))
		}
	})
	return out
}

func menuOf(part object) Menu {
	menu := Menu{CustomID: world.TextOf(part, "custom_id"), Placeholder: world.TextOf(part, "placeholder"), Kind: int(world.KindOf(part)),
		Min: int(world.WholeOf(part["min_values"])), Max: int(world.WholeOf(part["max_values"])), Disabled: part["disabled"] == true,
		Options: []Choice{}, Defaults: []string{}, FileTypes: []string{}}
	types, _ := part["file_types"].([]any)
	for _, one := range types {
		menu.FileTypes = append(menu.FileTypes, one.(string))
	}
	switch menu.Kind {
	case world.CompRadio:
		menu.Min, menu.Max = 1, 1
	case world.CompCheck:
		menu.Defaults = []string{strconv.FormatBool(part["default"] == true)}
	}
	defaults, _ := part["default_values"].([]any)
	for _, item := range defaults {
		menu.Defaults = append(menu.Defaults, world.TextOf(item.(object), "id"))
	}
	options, ok := part["options"].([]any)
	if !ok {
		return menu
	}
	for _, item := range options {
		one := item.(object)
		menu.Options = append(menu.Options, Choice{Name: world.TextOf(one, "label"), Value: world.TextOf(one, "value"),
			Description: world.TextOf(one, "description"), Chosen: one["default"] == true})
	}
	return menu
}

// filled returns what a menu has selected to begin with, one value per line.
func (m Menu) filled() string {
	values := slices.Clone(m.Defaults)
	for _, option := range m.Options {
		if option.Chosen {
			values = append(values, option.Value)
		}
	}
	return strings.Join(values, "\n")
}

// TakesFiles reports whether the menu is a file upload.
func (m Menu) TakesFiles() bool { return m.Kind == world.CompUpload }

// fileGroups are the endings of names that the groups of file types stand for.
func fileGroups() map[string][]string {
	return map[string][]string{
		"image": {".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"},
		"video": {".mp4", ".mov", ".qt", ".webm"},
		"audio": {".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"},
	}
}

// Endings returns the endings that a file's name may have in an upload; none: any.
func (m Menu) Endings() []string {
	var out []string
	for _, one := range m.FileTypes {
		if group, is := fileGroups()[one]; is {
			out = append(out, group...)
		} else {
			out = append(out, one)
		}
	}
	return out
}

// takes reports whether the upload takes a file with a name.
func (m Menu) takes(name string) bool {
	fits := func(ending string) bool { return strings.HasSuffix(strings.ToLower(name), strings.ToLower(ending)) }
	return len(m.FileTypes) == 0 || slices.ContainsFunc(m.Endings(), fits)
}

// Choose turns a user's choice in a select into the values to send.
func (sc Scope) Choose(menu Menu, values []string) ([]any, object, error) {
	if len(values) < menu.Min || len(values) > menu.Max {
		return nil, nil, fmt.Errorf("sandbox: select %q takes %d to %d values", menu.CustomID, menu.Min, menu.Max)
	}
	chosen, resolved := []any{}, object{}
	kinds := map[int]int64{world.CompUserSelect: world.OptUser, world.CompRoleSelect: world.OptRole, world.CompMentionable: world.OptMentionable,
		world.CompChannels: world.OptChannel}
	for _, value := range values {
		var one any
		if kind, special := kinds[menu.Kind]; special {
			id, err := sc.resolve(&world.Option{Kind: kind}, value, resolved)
			if err != nil {
				return nil, nil, err
			}
			one = id
		} else {
			i := slices.IndexFunc(menu.Options, func(o Choice) bool { return o.Value == value || o.Name == value })
			if i < 0 {
				return nil, nil, fmt.Errorf("sandbox: select %q has no option %q", menu.CustomID, value)
			}
			one = menu.Options[i].Value
		}
		if slices.Contains(chosen, one) {
			return nil, nil, fmt.Errorf("sandbox: %q is chosen twice in select %q", value, menu.CustomID)
		}
		chosen = append(chosen, one)
	}
	return chosen, resolved, nil
}
