package sandbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
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
	// Pinged are the names of the users who were notified when it was sent.
	Pinged []string `json:"pinged"`
	// Ephemeral messages are seen by one user only; Thinking ones wait for the bot's deferred answer.
	Ephemeral bool      `json:"ephemeral"`
	Thinking  bool      `json:"thinking"`
	Pinned    bool      `json:"pinned"`
	Edited    bool      `json:"edited"`
	PinNotice bool      `json:"pin_notice"`
	Created   time.Time `json:"created"`
	// Command is the command or the button that a bot's message answers, and User who used it.
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

// Menu is a select of a message or of a form, or boxes to tick in a form.
type Menu struct {
	CustomID    string   `json:"custom_id"`
	Placeholder string   `json:"placeholder"`
	Kind        int      `json:"kind"`
	Min         int      `json:"min"`
	Max         int      `json:"max"`
	Disabled    bool     `json:"disabled"`
	Options     []Choice `json:"options"`
	// Defaults are the IDs of the users, roles or channels that are chosen when nobody has chosen yet.
	Defaults []string `json:"defaults"`
}

// Choice is an option of a select, or one that an autocomplete offers.
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

// view is a message as users see it.
func (s *Server) view(m *message) Message {
	w := s.world
	c := w.channels[m.channelID]
	out := Message{ID: m.id, ChannelID: m.channelID, Author: w.displayName(c.guildID, m.authorID),
		FromBot: m.authorID == w.bot.id, Text: s.named(c.guildID, flatten(m)), Content: m.content, Embeds: s.shownEmbeds(m),
		Components: s.shownComponents(m), Ephemeral: m.onlyFor != "", Thinking: m.has(flagLoading),
		Pinned: !m.pinned.IsZero(), Edited: !m.edited.IsZero(), PinNotice: m.kind == messagePin, Created: m.created,
		Buttons: buttonsOf(m.components), Menus: menusOf(m.components), Files: []File{}, Pinged: []string{}}
	for _, a := range m.attachments {
		out.Files = append(out.Files, File{ID: a.id, Name: a.name, URL: s.attachmentURL(a), Data: a.data, Size: len(a.data)})
	}
	for _, id := range m.pinged {
		out.Pinged = append(out.Pinged, w.displayName(c.guildID, id))
	}
	if m.interaction != nil {
		out.Command, out.User = m.interaction.name, w.displayName(c.guildID, m.interaction.userID)
	}
	return out
}

func buttonsOf(components []any) []Button {
	out := []Button{}
	walk(components, func(part object) {
		if kindOf(part) != compButton {
			return
		}
		b := Button{Label: textOf(part, "label"), CustomID: textOf(part, "custom_id"), URL: textOf(part, "url"),
			Style: int(wholeOf(part["style"])), Disabled: part["disabled"] == true}
		if emoji, ok := part["emoji"].(object); ok && b.Label == "" {
			b.Label = textOf(emoji, "name")
		}
		out = append(out, b)
	})
	return out
}

func menusOf(components []any) []Menu {
	out := []Menu{}
	walk(components, func(part object) {
		switch kindOf(part) {
		case compSelect, compUserSelect, compRoleSelect, compMentionable, compChannels:
			out = append(out, menuOf(part))
		}
	})
	return out
}

func menuOf(part object) Menu {
	menu := Menu{CustomID: textOf(part, "custom_id"), Placeholder: textOf(part, "placeholder"), Kind: int(kindOf(part)),
		Min: int(wholeOf(part["min_values"])), Max: int(wholeOf(part["max_values"])), Disabled: part["disabled"] == true,
		Options: []Choice{}, Defaults: []string{}}
	switch menu.Kind {
	case compRadio:
		menu.Min, menu.Max = 1, 1
	case compCheck:
		menu.Defaults = []string{strconv.FormatBool(part["default"] == true)}
	}
	defaults, _ := part["default_values"].([]any)
	for _, item := range defaults {
		menu.Defaults = append(menu.Defaults, textOf(item.(object), "id"))
	}
	options, ok := part["options"].([]any)
	if !ok {
		return menu
	}
	for _, item := range options {
		one := item.(object)
		menu.Options = append(menu.Options, Choice{Name: textOf(one, "label"), Value: textOf(one, "value"),
			Description: textOf(one, "description"), Chosen: one["default"] == true})
	}
	return menu
}

// flatten is what there is to read in a message, line by line.
func flatten(m *message) string {
	var lines []string
	add := func(parts ...string) {
		if text := strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ": "); text != "" {
			lines = append(lines, text)
		}
	}
	add(m.content)
	embeds := m.embeds
	if m.has(flagSuppressEmbeds) {
		embeds = nil
	}
	for _, item := range embeds {
		embed := item.(object)
		author, _ := embed["author"].(object)
		footer, _ := embed["footer"].(object)
		add(textOf(author, "name"))
		add(textOf(embed, "title"))
		add(textOf(embed, "description"))
		fields, _ := embed["fields"].([]any)
		for _, field := range fields {
			add(textOf(field.(object), "name"), textOf(field.(object), "value"))
		}
		add(textOf(footer, "text"))
	}
	walk(m.components, func(part object) {
		if kindOf(part) == compText {
			add(textOf(part, "content"))
		}
	})
	return strings.Join(lines, "\n")
}

// named writes mentions as the names that users see.
func (s *Server) named(guildID, text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	for id := range s.world.users {
		name := "@" + s.world.displayName(guildID, id)
		text = strings.NewReplacer("<@"+id+">", name, "<@!"+id+">", name).Replace(text)
	}
	for _, c := range s.world.channels {
		text = strings.ReplaceAll(text, "<#"+c.id+">", "#"+c.name)
	}
	if g := s.world.guilds[guildID]; g != nil {
		for id, r := range g.roles {
			text = strings.ReplaceAll(text, "<@&"+id+">", "@"+r.name)
		}
	}
	return text
}

// Messages lists what a user sees in a channel now, oldest first, with its own ephemeral messages. Channel and user are
// IDs or names; "@Anna" is Anna's direct message with the bot.
func (s *Server) Messages(channel, asUser string) ([]Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, u := s.world.findChannel(channel), s.world.findUser(asUser)
	switch {
	case c == nil:
		return nil, fmt.Errorf("sandbox: there is no channel %q", channel)
	case u == nil:
		return nil, fmt.Errorf("sandbox: there is no user %q", asUser)
	case !s.world.canSee(c, u.id):
		return nil, nil
	}
	out := []Message{}
	for _, m := range c.messages {
		if m.onlyFor == "" || m.onlyFor == u.id {
			out = append(out, s.view(m))
		}
	}
	return out, nil
}

// Pings lists the messages that notified a user, oldest first, deleted ones too.
func (s *Server) Pings(user string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.world.findUser(user)
	var out []Message
	for _, m := range s.world.messages {
		if u != nil && slices.Contains(m.pinged, u.id) {
			out = append(out, s.view(m))
		}
	}
	slices.SortFunc(out, func(a, b Message) int {
		if lessID(a.ID, b.ID) {
			return -1
		}
		return 1
	})
	return out
}

// Seen returns every byte that a user could have seen so far: each version of each message in the channels it sees,
// its ephemeral messages, the choices and forms it was offered, and all files.
func (s *Server) Seen(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.world.findUser(user)
	var all strings.Builder
	for _, one := range s.history {
		if u != nil && slices.Contains(one.users, u.id) {
			all.WriteString(one.text)
			all.WriteByte('\n')
		}
	}
	return all.String()
}

// Rows are the labels of the buttons and selects, by rows.
func (m Message) Rows() [][]string {
	var rows [][]string
	walk(m.Components, func(part object) {
		if kindOf(part) != compRow {
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

// Public lists the messages of a channel that everybody sees, but for notices of pins.
func (s *Server) Public(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Message
	if c := s.world.findChannel(channel); c != nil {
		for _, m := range c.messages {
			if m.onlyFor == "" && m.kind != messagePin {
				all = append(all, s.view(m))
			}
		}
	}
	return all
}

// TakesFiles reports whether it takes files rather than one of some options.
func (m Menu) TakesFiles() bool { return m.Kind == compUpload }
