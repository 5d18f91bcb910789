package discord

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"roundel/snowflake"
)

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
	Then      *Reply           `json:"then,omitempty"`     // sent after this reply, visible to everyone in the channel
	V2        bool             `json:"v2,omitempty"`       // uses components V2, as [Message].V2

	Refused bool  `json:"-"` // counts as a refusal in the metrics
	Post    *Post `json:"-"` // sent instead of this reply's text and buttons, if the answer can be sent at once
	// After is called once the reply was sent or is taking long, to show whatever belongs after it. Messages can be sent with
	// via; it is nil if the reply was not sent yet, or was not for everyone.
	After func(via *Via) `json:"-"`
	// Private is called once the reply was sent, with a way to tell the asker alone more later. It is not called if the reply opens a form.
	Private func(w Whisperer) `json:"-"`
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

// Discord's limits in characters, as [Length] counts them.
const (
	MaxContent   = 2000 // the text of a message
	MaxContentV2 = 4000 // the text of a message with components V2
	MaxLabel     = 80   // the label of a button
	MaxTitle     = 45   // the title of a form, or the label of an input
	MaxChoice    = 100  // an autocomplete choice, the label of a select's option or the line below it
	MaxHint      = 100  // the placeholder of a text input
	MaxID        = 100  // a custom ID
	maxMenuHint  = 150  // the placeholder of a select
)

// Discord's limits on numbers.
const (
	MaxRows    = 5  // rows of buttons of a message
	MaxInRow   = 5  // buttons of a row
	MaxInputs  = 5  // inputs of a form
	MaxOptions = 25 // options of a select, and autocomplete choices
)

const (
	flagEphemeral = 1 << 6
	flagLoading   = 1 << 7 // an answer that was deferred
	flagV2        = 1 << 15

	headLength = 1500 // how much of a text that becomes a file stays in the message
	maxBoxes   = 10   // radio buttons or checkboxes of an input

	maxDescription = 1024 // the alt text of a file
)

// shorten splits a text that is too long for a message into its first lines, to which it adds the line that fullText returns, and a file
// with the whole text.
func shorten(text string, fullText func() string) (string, *File) {
	if Length(text) <= MaxContent {
		return text, nil
	}
	head := cut(text, headLength)
	if end := strings.LastIndexByte(head, '\n'); end > headLength/3 {
		head = head[:end]
	}
	return head + "\n" + fullText(), &File{Name: "reply.txt", Type: "text/plain; charset=utf-8", Data: []byte(text)}
}

// Length returns the length of a text in UTF-16 units, the strictest of the ways Discord counts.
func Length(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// cut shortens a text to at most that many characters, including an ellipsis.
func cut(text string, most int) string {
	if Length(text) <= most {
		return text
	}
	n := 0
	for i, r := range text {
		n += max(1, utf16.RuneLen(r))
		if n > most-1 {
			return text[:i] + "…"
		}
	}
	return text
}

// The types below follow Discord's JSON. discordgo's cannot tell a missing field from an empty one, and an edit always sets content,
// components and attachments.

type messageBody struct {
	Content      any           `json:"content,omitempty"`
	Flags        int           `json:"flags,omitempty"`
	Components   []component   `json:"components"`
	Mentions     mentions      `json:"allowed_mentions"`
	Attachments  *[]attachment `json:"attachments,omitempty"`
	Nonce        string        `json:"nonce,omitempty"`
	EnforceNonce bool          `json:"enforce_nonce,omitempty"`
}

// newMessage returns the body of a call that posts m.
func newMessage(m Message) messageBody {
	b := messageBody{Components: rows(m.Buttons), Mentions: mention(m.Mentions), Nonce: m.Nonce, EnforceNonce: m.Nonce != ""}
	if m.V2 {
		b.Flags = flagV2
		b.Components = []component{inBox(m.Text, m.Files, b.Components)}
	} else {
		text := cut(m.Text, MaxContent)
		b.Content = text
	}
	if len(m.Files) > 0 {
		b.Attachments = attachments(m.Files)
	}
	return b
}

// editedMessage returns the body of a call that replaces a message by m.
func editedMessage(m Message) messageBody {
	m.Nonce = ""
	b := newMessage(m)
	b.Attachments = attachments(m.Files)
	switch {
	case m.V2:
		b.Content = json.RawMessage("null") // the message may not have been one of components V2 before
	case m.KeepText:
		b.Content, b.Attachments = nil, nil
	}
	return b
}

type mentions struct {
	Parse []string         `json:"parse"`
	Users []snowflake.User `json:"users"`
}

// mention allows these users, and no one else, to be pinged.
func mention(users []snowflake.User) mentions {
	out := mentions{Parse: []string{}, Users: []snowflake.User{}}
	for _, id := range users {
		if id != "" && !slices.Contains(out.Users, id) && len(out.Users) < 100 {
			out.Users = append(out.Users, id)
		}
	}
	return out
}

type attachment struct {
	ID          int    `json:"id,string"`
	Name        string `json:"filename"`
	Description string `json:"description,omitempty"`
}

func attachments(files []File) *[]attachment {
	out := make([]attachment, len(files))
	for i, f := range files {
		out[i] = attachment{ID: i, Name: f.Name, Description: cut(f.Description, maxDescription)}
	}
	return &out
}

type choicesBody struct {
	Choices []Choice `json:"choices"`
}

// choices returns the first 25 choices that Discord accepts, which have 1 to 100 characters.
func choices(all []Choice) choicesBody {
	out := choicesBody{Choices: []Choice{}}
	for _, c := range all {
		if c.Name == "" || c.Value == "" || utf8.RuneCountInString(c.Value) > MaxChoice {
			continue
		}
		out.Choices = append(out.Choices, Choice{Name: cut(c.Name, MaxChoice), Value: c.Value})
		if len(out.Choices) == MaxOptions {
			break
		}
	}
	return out
}
