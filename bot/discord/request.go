package discord

import (
	"time"
)

// ChannelID is the ID of a channel or a thread.
type ChannelID string

// UserID is the ID of a user.
type UserID string

// GuildID is the ID of a server.
type GuildID string

// MessageID is the ID of a message.
type MessageID string

// Kind is how the user made a request.
type Kind int

// The kinds of requests.
const (
	Typed      Kind = iota // a slash command
	Pressed                // a button or a select
	Filled                 // a submitted form
	Completing             // autocomplete: answer with Reply.Choices
)

// Request is an interaction, decoded.
type Request struct {
	Kind    Kind
	ID      string    // of the interaction; a replayed one has the same
	Sent    time.Time // when Discord created it, to the millisecond
	Arrived time.Time // when it reached this process, by the bot's clock

	Channel ChannelID
	Guild   GuildID // empty in a DM
	Thread  bool    // the channel is a thread
	Sealed  bool    // the channel is an archived, locked thread that the bot may not open: only ephemeral replies work
	User    UserID
	Name    string   // the user's display name
	Manager bool     // has Manage Server
	Roles   []string // IDs of the user's roles
	Rights  int64    // the bot's own permission bits in the channel

	Path    string            // of a command: "init start"; of a button or form: its custom ID
	Options map[string]string // Typed, Completing: values as text, by name; booleans are "true" or "false", users their IDs
	Focused string            // Completing: the option being typed
	Fields  map[string]string // Filled: values by custom ID of the input; Pressed: a select's "values", joined by ","
	Message MessageID         // Pressed, and Filled if a button opened the form: the ID of the button's message
}

// Reply is the answer to a request.
type Reply struct {
	Text      string     `json:"text,omitempty"`
	Ephemeral bool       `json:"ephemeral,omitempty"`
	Buttons   [][]Button `json:"buttons,omitempty"` // rows
	Files     []File     `json:"files,omitempty"`
	Form      *Form      `json:"form,omitempty"`     // opens a form instead of a message
	Choices   []Choice   `json:"choices,omitempty"`  // Completing
	Update    bool       `json:"update,omitempty"`   // Pressed: edits the button's message instead of sending a new one
	Mentions  []UserID   `json:"mentions,omitempty"` // users to ping; no one else is pinged
	Alone     *Reply     `json:"alone,omitempty"`    // sent after this reply, visible only to the user who asked

	Refused bool   `json:"-"` // counts as a refusal in the metrics
	After   func() `json:"-"` // called once the reply was sent or is taking long, to show whatever belongs after it
}

// Button is one button of a message.
type Button struct {
	Label    string `json:"label"`
	ID       string `json:"id"` // custom ID, 1-100 characters
	Style    Style  `json:"style,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
}

// Style is the style of a button.
type Style int

// The styles of buttons.
const (
	Secondary Style = iota
	Primary
	Success
	Danger
)

// Form is a modal: up to 5 text inputs.
type Form struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"` // at most 45 characters
	Inputs []Input `json:"inputs"`
}

// Input is one text input of a form.
type Input struct {
	ID       string `json:"id"`
	Label    string `json:"label"` // at most 45 characters
	Value    string `json:"value,omitempty"`
	Hint     string `json:"hint,omitempty"` // placeholder
	Required bool   `json:"required,omitempty"`
	Long     bool   `json:"long,omitempty"`
	Max      int    `json:"max,omitempty"` // characters; 0: 4000
}

// Choice is one autocomplete choice.
type Choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// File is an attachment.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"` // MIME type
	Data []byte `json:"data"`

	Description string `json:"description,omitempty"` // alt text of an image
}
