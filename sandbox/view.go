package sandbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"roundel/sandbox/world"
)

// Message is a message as one user sees it.
type Message struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
	Author    string `json:"author"`
	FromBot   bool   `json:"from_bot"`
	// Text is everything there is to read: content, embeds and text components, line by line.
	Text       string   `json:"text"`
	Content    string   `json:"content"`
	Embeds     []any    `json:"embeds"`
	Components []any    `json:"components"`
	Buttons    []Button `json:"buttons"`
	Menus      []Menu   `json:"menus"`
	Files      []File   `json:"files"`
	// Pinged lists the names of the users who were notified when it was sent.
	Pinged []string `json:"pinged"`
	// Ephemeral messages are visible to one user only. Thinking ones await the bot's deferred answer.
	Ephemeral bool      `json:"ephemeral"`
	Thinking  bool      `json:"thinking"`
	Pinned    bool      `json:"pinned"`
	Edited    bool      `json:"edited"`
	PinNotice bool      `json:"pin_notice"`
	Created   time.Time `json:"created"`
	// Command is the command or button that a bot's message answers, and User is who used it.
	Command string `json:"command"`
	User    string `json:"user"`
}

// Button is a button of a message.
type Button struct {
	Label    string `json:"label"`
	CustomID string `json:"custom_id"`
	URL      string `json:"url"`
	Style    int    `json:"style"`
	Disabled bool   `json:"disabled"`
}

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
}

// Choice is an option of a select, or a suggestion of an autocomplete.
type Choice struct {
	Name        string `json:"name"`
	Value       string `json:"value"`
	Description string `json:"description"`
	Chosen      bool   `json:"chosen"`
}

// File is an attachment of a message.
type File struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	URL  string `json:"url"`
	Data []byte `json:"-"`
	Size int    `json:"size"`
}

// Button returns the button with a label or custom ID.
func (m Message) Button(labelOrID string) (Button, bool) {
	i := slices.IndexFunc(m.Buttons, func(b Button) bool { return b.Label == labelOrID || b.CustomID == labelOrID })
	if i < 0 {
		return Button{}, false
	}
	return m.Buttons[i], true
}

// view returns a message as users see it.
func (s *Server) view(m *world.Message) Message {
	w := s.world
	c := w.Channels[m.ChannelID]
	out := Message{ID: m.ID, ChannelID: m.ChannelID, Author: w.DisplayName(c.GuildID, m.AuthorID),
		FromBot: m.AuthorID == w.Bot.ID, Text: s.named(c.GuildID, flatten(m)), Content: m.Content, Embeds: s.shownEmbeds(m),
		Components: s.shownComponents(m), Ephemeral: m.OnlyFor != "", Thinking: m.Has(world.FlagLoading),
		Pinned: !m.Pinned.IsZero(), Edited: !m.Edited.IsZero(), PinNotice: m.Kind == world.MessagePin, Created: m.Created,
		Buttons: buttonsOf(m.Components), Menus: menusOf(m.Components), Files: []File{}, Pinged: []string{}}
	for _, a := range m.Attachments {
		out.Files = append(out.Files, File{ID: a.ID, Name: a.Name, URL: s.attachmentURL(a), Data: a.Data, Size: len(a.Data)})
	}
	for _, id := range m.Pinged {
		out.Pinged = append(out.Pinged, w.DisplayName(c.GuildID, id))
	}
	if m.Interaction != nil {
		out.Command, out.User = m.Interaction.Name, w.DisplayName(c.GuildID, m.Interaction.UserID)
	}
	return out
}

func buttonsOf(components []any) []Button {
	out := []Button{}
	world.Walk(components, func(part object) {
		if world.KindOf(part) != world.CompButton {
			return
		}
		b := Button{Label: world.TextOf(part, "label"), CustomID: world.TextOf(part, "custom_id"), URL: world.TextOf(part, "url"),
			Style: int(world.WholeOf(part["style"])), Disabled: part["disabled"] == true}
		if emoji, ok := part["emoji"].(object); ok && b.Label == "" {
			b.Label = world.TextOf(emoji, "name")
		}
		out = append(out, b)
	})
	return out
}

func menusOf(components []any) []Menu {
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
		Options: []Choice{}, Defaults: []string{}}
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

// flatten returns everything there is to read in a message, line by line.
func flatten(m *world.Message) string {
	var lines []string
	add := func(parts ...string) {
		if text := strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ": "); text != "" {
			lines = append(lines, text)
		}
	}
	add(m.Content)
	embeds := m.Embeds
	if m.Has(world.FlagSuppressEmbeds) {
		embeds = nil
	}
	for _, item := range embeds {
		embed := item.(object)
		author, _ := embed["author"].(object)
		footer, _ := embed["footer"].(object)
		add(world.TextOf(author, "name"))
		add(world.TextOf(embed, "title"))
		add(world.TextOf(embed, "description"))
		fields, _ := embed["fields"].([]any)
		for _, field := range fields {
			add(world.TextOf(field.(object), "name"), world.TextOf(field.(object), "value"))
		}
		add(world.TextOf(footer, "text"))
	}
	world.Walk(m.Components, func(part object) {
		if world.KindOf(part) == world.CompText {
			add(world.TextOf(part, "content"))
		}
	})
	return strings.Join(lines, "\n")
}

// named replaces mentions by the names that users see.
func (s *Server) named(guildID, text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	for id := range s.world.Users {
		name := "@" + s.world.DisplayName(guildID, id)
		text = strings.NewReplacer("<@"+id+">", name, "<@!"+id+">", name).Replace(text)
	}
	for _, c := range s.world.Channels {
		text = strings.ReplaceAll(text, "<#"+c.ID+">", "#"+c.Name)
	}
	if g := s.world.Guilds[guildID]; g != nil {
		for id, r := range g.Roles {
			text = strings.ReplaceAll(text, "<@&"+id+">", "@"+r.Name)
		}
	}
	return text
}

// Messages lists what a user can see in a channel now, oldest first, including that user's ephemeral messages. Channel
// and user are IDs or names; "@Anna" is Anna's direct message with the bot.
func (s *Server) Messages(channel, asUser string) ([]Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, u := s.world.FindChannel(channel), s.world.FindUser(asUser)
	switch {
	case c == nil:
		return nil, fmt.Errorf("sandbox: there is no channel %q", channel)
	case u == nil:
		return nil, fmt.Errorf("sandbox: there is no user %q", asUser)
	case !s.world.CanSee(c, u.ID):
		return nil, nil
	}
	out := []Message{}
	for _, m := range c.Messages {
		if m.OnlyFor == "" || m.OnlyFor == u.ID {
			out = append(out, s.view(m))
		}
	}
	return out, nil
}

// Pings lists the messages that notified a user, oldest first, including deleted ones.
func (s *Server) Pings(user string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.world.FindUser(user)
	var out []Message
	for _, m := range s.world.Messages {
		if u != nil && slices.Contains(m.Pinged, u.ID) {
			out = append(out, s.view(m))
		}
	}
	slices.SortFunc(out, func(a, b Message) int {
		if world.LessID(a.ID, b.ID) {
			return -1
		}
		return 1
	})
	return out
}

// Seen returns every byte that a user could have seen so far: each version of each message in the channels the user can
// see, the user's ephemeral messages, the choices and forms offered to the user, and all files.
func (s *Server) Seen(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.world.FindUser(user)
	var all strings.Builder
	for _, one := range s.history {
		if u != nil && slices.Contains(one.users, u.ID) {
			all.WriteString(one.text)
			all.WriteByte('\n')
		}
	}
	return all.String()
}

// Rows returns the labels of the buttons and selects, row by row.
func (m Message) Rows() [][]string {
	var rows [][]string
	world.Walk(m.Components, func(part object) {
		if world.KindOf(part) != world.CompRow {
			return
		}
		var row []string
		inner, _ := part["components"].([]any)
		for _, b := range buttonsOf(inner) {
			row = append(row, "["+b.Label+"]")
		}
		for _, menu := range menusOf(inner) {
			row = append(row, "["+menu.Placeholder+"]")
		}
		rows = append(rows, row)
	})
	return rows
}

// Public lists the messages of a channel that everybody can see, except notices of pins.
func (s *Server) Public(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Message
	if c := s.world.FindChannel(channel); c != nil {
		for _, m := range c.Messages {
			if m.OnlyFor == "" && m.Kind != world.MessagePin {
				all = append(all, s.view(m))
			}
		}
	}
	return all
}

// TakesFiles reports whether the menu is a file upload.
func (m Menu) TakesFiles() bool { return m.Kind == world.CompUpload }
