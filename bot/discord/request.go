package discord

import (
	"context"
	"time"

	"roundel/snowflake"
)

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

	Channel snowflake.Channel
	Guild   snowflake.Guild // empty in a DM
	Thread  bool            // the channel is a thread
	Sealed  bool            // the channel is an archived, locked thread that the bot may not open: only ephemeral replies work
	User    snowflake.User
	Name    string   // the user's display name
	Manager bool     // has Manage Server
	Roles   []string // IDs of the user's roles
	Rights  int64    // the bot's own permission bits in the channel

	Path    string            // of a command: "init start"; of a button or form: its custom ID
	Options map[string]string // Typed, Completing: values as text, by name; booleans are "true" or "false", users and attachments their IDs
	Focused string            // Completing: the option being typed
	Fields  map[string]string // Filled: values by custom ID of the input; Pressed: a select's "values"; those of a select are joined by ","
	Message snowflake.Message // Pressed, and Filled if a button opened the form: the ID of the button's message

	// Attachments are the files of a Typed request, by the name of the option; the files themselves have to be fetched. Each attachment in
	// Options is here. A request that has any is handled alongside its channel's queue, because fetching may take long. Only a few are at a time.
	Attachments map[string]Attachment
}

// Reply is the answer to a request.
type Reply struct {
	Text      string           `json:"text,omitempty"`
	Ephemeral bool             `json:"ephemeral,omitempty"`
	Buttons   [][]Button       `json:"buttons,omitempty"` // rows
	Files     []File           `json:"files,omitempty"`
	Form      *Form            `json:"form,omitempty"`     // opens a form instead of a message
	Choices   []Choice         `json:"choices,omitempty"`  // Completing
	Update    bool             `json:"update,omitempty"`   // Pressed: edits the button's message instead of sending a new one
	Mentions  []snowflake.User `json:"mentions,omitempty"` // users to ping; no one else is pinged
	Alone     *Reply           `json:"alone,omitempty"`    // sent after this reply, visible only to the user who asked
	V2        bool             `json:"v2,omitempty"`       // uses components V2, as [Message].V2

	Refused bool  `json:"-"` // counts as a refusal in the metrics
	Post    *Post `json:"-"` // sent instead of this reply's text and buttons, if the answer can be sent at once
	// After is called once the reply was sent or is taking long, to show whatever belongs after it. Messages can be sent with
	// via; it is nil if the reply was not sent yet, or was not for everyone.
	After func(via *Via) `json:"-"`
	// Private is called once the reply was sent, with a way to tell the asker alone more later. It is not called if the reply opens a form.
	Private func(w Whisperer) `json:"-"`
}

// Whisperer sends messages that only one user sees. [Via] is one.
type Whisperer interface {
	// Live reports whether it still works.
	Live() bool
	// Whisper sends a message. It is not retried if it may have been sent.
	Whisper(ctx context.Context, m Message) (snowflake.Message, error)
	// Edit replaces a message that it has sent.
	Edit(ctx context.Context, id snowflake.Message, m Message) error
	// Delete deletes a message that it has sent. It is not an error if the message does not exist.
	Delete(ctx context.Context, id snowflake.Message) error
}

// Post is what a public answer carries instead of its text.
type Post struct {
	Message Message
	Update  bool // replaces the message that was pressed, instead of adding one
	Keep    bool // if the request was answered before, that answer stays as it is
	// Sent is called once: with the message's ID and a way to edit it, or with an empty ID if the message was not sent, because
	// the answer was deferred or failed. In that case via is nil unless everyone can see an answer without the message.
	Sent func(id snowflake.Message, via *Via)
}

// Button is one button of a message, or a select, which has a row of its own.
type Button struct {
	Label    string `json:"label"` // of a select: the placeholder
	ID       string `json:"id"`    // custom ID, 1-100 characters
	Style    Style  `json:"style,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
	Menu     *Menu  `json:"menu,omitempty"` // makes it a select
}

// Menu is what a select offers: 1 to 25 options, of which the user picks some.
type Menu struct {
	Options []Option `json:"options"`
	Least   int      `json:"least,omitempty"` // how many must be picked; 0 in a required input: 1
	Most    int      `json:"most,omitempty"`  // how many can be picked; 0: 1
}

// Option is one option of a select.
type Option struct {
	Label  string `json:"label"`            // at most 100 characters
	Value  string `json:"value"`            // 1-100 characters, no comma; unique in the select
	About  string `json:"about,omitempty"`  // the line below the label, at most 100 characters
	Picked bool   `json:"picked,omitempty"` // when the select is first shown
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

// Form is a modal: 1 to 5 inputs.
type Form struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"` // at most 45 characters
	Inputs []Input `json:"inputs"`
}

// Input is one input of a form: a text input, or a select if it has a menu.
type Input struct {
	ID       string `json:"id"`
	Label    string `json:"label"`           // at most 45 characters
	Help     string `json:"help,omitempty"`  // the line below the label, at most 100 characters
	Value    string `json:"value,omitempty"` // of a text input
	Hint     string `json:"hint,omitempty"`  // placeholder
	Required bool   `json:"required,omitempty"`
	Long     bool   `json:"long,omitempty"`
	Max      int    `json:"max,omitempty"` // characters; 0: 4000
	Menu     *Menu  `json:"menu,omitempty"`
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
