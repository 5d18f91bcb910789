package client

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"roundel/sandbox/world"
)

// Message is a message as one user sees it.
type Message struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
	Author    string `json:"author"`
	AuthorID  string `json:"author_id"`
	FromBot   bool   `json:"from_bot"`
	// Other is true if another bot or a webhook posted it, Webhook if it was a webhook.
	Other   bool `json:"other"`
	Webhook bool `json:"webhook"`
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
	// Command is the command or button that a bot's message answers, and User is who used it. App is true for a command in an
	// Apps menu.
	Command string `json:"command"`
	App     bool   `json:"app"`
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

// File is an attachment of a message.
type File struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	URL  string `json:"url"`
	Data []byte `json:"-"`
	Size int    `json:"size"`

	Description string `json:"description,omitempty"` // alt text
}

// Button returns the button with a label or custom ID.
func (m Message) Button(labelOrID string) (Button, bool) {
	i := slices.IndexFunc(m.Buttons, func(b Button) bool { return b.Label == labelOrID || b.CustomID == labelOrID })
	if i < 0 {
		return Button{}, false
	}
	return m.Buttons[i], true
}

// ButtonsOf lists the buttons among the components of a message.
func ButtonsOf(components []any) []Button {
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

// Text returns everything there is to read in a message, line by line.
func Text(m *world.Message) string {
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

// mention is a mention of a user, a role or a channel in a text.
var mention = regexp.MustCompile(`<(@!?|@&|#)(\d+)>`)

// WithNames replaces mentions by the names that users see. Mentions of what does not exist stay as they are.
func WithNames(w *world.World, guildID, text string) string {
	return mention.ReplaceAllStringFunc(text, func(hit string) string {
		parts := mention.FindStringSubmatch(hit)
		id := parts[2]
		switch parts[1] {
		case "#":
			if c := w.Channels[id]; c != nil {
				return "#" + c.Name
			}
		case "@&":
			if g := w.Guilds[guildID]; g != nil && g.Roles[id] != nil {
				return "@" + g.Roles[id].Name
			}
		default:
			if w.Users[id] != nil {
				return "@" + w.DisplayName(guildID, id)
			}
		}
		return hit
	})
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
		for _, b := range ButtonsOf(inner) {
			row = append(row, "["+b.Label+"]")
		}
		for _, menu := range MenusOf(inner) {
			row = append(row, "["+menu.Placeholder+"]")
		}
		rows = append(rows, row)
	})
	return rows
}
