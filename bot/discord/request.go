package discord

import (
	"time"
)

// ChannelID is a channel or a thread.
type ChannelID string

// UserID is a user.
type UserID string

// Kind tells the ways in which a user can ask for something apart.
type Kind int

// The kinds of requests.
const (
	Typed      Kind = iota // a slash command
	Pressed                // a button or a select
	Filled                 // a form
	Completing             // autocomplete: answer with Reply.Choices
)

// Request is one interaction in our words, decoded once.
type Request struct {
	Kind    Kind
	ID      string    // of the interaction; its answer is kept under it
	Sent    time.Time // when Discord created it, milliseconds
	Arrived time.Time // when it reached this process, by the bot's clock

	Channel ChannelID
	Guild   string // empty in a DM
	Thread  bool   // the channel is a thread
	Sealed  bool   // an archived and locked thread that the bot may not open: only the asker can be told anything there
	User    UserID
	Name    string   // the user's display name
	Manager bool     // has Manage Server
	Roles   []string // of the member
	Rights  int64    // the bot's own permission bits in the channel

	Path    string            // command: "init start"; button and form: the custom ID
	Options map[string]string // command: options as text, by name; booleans "true"/"false", users their ID
	Focused string            // Completing: the option being typed
	Fields  map[string]string // Filled: by custom ID of the input; Pressed select: "values" joined by ","
	Message string            // Pressed, and Filled from a message: that message's ID
}

// Reply is the answer to a request.
type Reply struct {
	Text      string     `json:"text,omitempty"`
	Ephemeral bool       `json:"ephemeral,omitempty"`
	Buttons   [][]Button `json:"buttons,omitempty"` // rows
	Files     []File     `json:"files,omitempty"`
	Form      *Form      `json:"form,omitempty"`     // opens a form instead of a message
	Choices   []Choice   `json:"choices,omitempty"`  // Completing
	Update    bool       `json:"update,omitempty"`   // Pressed: changes the message pressed instead of sending one
	Mentions  []string   `json:"mentions,omitempty"` // users who are pinged; nobody else is
	Alone     *Reply     `json:"alone,omitempty"`    // sent behind it, for the asker's eyes only

	Refused bool   `json:"-"` // a refusal, for the counters
	After   func() `json:"-"` // called once the answer was sent, or takes long: what else is to be shown comes behind it
}

// Button is one button of a message.
type Button struct {
	Label    string `json:"label"`
	ID       string `json:"id"` // custom ID, 1-100 characters
	Style    Style  `json:"style,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
}

// Style is the look of a button.
type Style int

// The looks of buttons.
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

// Choice is one proposal of autocomplete.
type Choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// File is an attachment.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"` // MIME type
	Data []byte `json:"data"`
}
