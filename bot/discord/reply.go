package discord

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

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

// CustomID returns the custom ID of a button or a form: a verb and its arguments. No part may contain a colon.
func CustomID(parts ...string) string {
	return strings.Join(parts, ":")
}

// SplitID splits a custom ID made by CustomID.
func SplitID(id string) (verb string, args []string) {
	parts := strings.Split(id, ":")
	return parts[0], parts[1:]
}

// NumberArg returns the argument of a custom ID at an index as a number, or -1 if it isn't one.
func NumberArg(args []string, i int) int {
	if i >= len(args) {
		return -1
	}
	n, err := strconv.Atoi(args[i])
	if err != nil {
		return -1
	}
	return n
}

// Form is a modal: 1 to 5 inputs.
type Form struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"` // at most 45 characters
	Inputs []Input `json:"inputs"`
}

// Input is one input of a form: a text input, or what one of Menu, Radio, Checks, Check and File makes it.
type Input struct {
	ID       string `json:"id"`
	Label    string `json:"label"`           // at most 45 characters
	Help     string `json:"help,omitempty"`  // the line below the label, at most 100 characters
	Value    string `json:"value,omitempty"` // of a text input; "true" ticks a checkbox
	Hint     string `json:"hint,omitempty"`  // placeholder
	Required bool   `json:"required,omitempty"`
	Long     bool   `json:"long,omitempty"`
	Max      int    `json:"max,omitempty"` // characters; 0: 4000

	Menu   *Menu    `json:"menu,omitempty"`   // a select
	Radio  *Menu    `json:"radio,omitempty"`  // radio buttons: one of 2 to 10 options
	Checks *Menu    `json:"checks,omitempty"` // checkboxes: any of 1 to 10 options
	Check  bool     `json:"check,omitempty"`  // a single checkbox, whose field is "true" or "false"
	File   []string `json:"file,omitempty"`   // an upload of one file; the endings that its name may have, such as ".json", at most 10
}

// Options returns what can be picked in the input, or nil if it isn't a choice.
func (in Input) Options() *Menu {
	switch {
	case in.Menu != nil:
		return in.Menu
	case in.Radio != nil:
		return in.Radio
	}
	return in.Checks
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

// MaxComponents is the maximum number of components of a message with components V2.
const MaxComponents = 40

// Components returns how many components the message has with components V2.
func (m Message) Components() int {
	return count(inBox(m.Text, m.Files, rows(m.Buttons)))
}

func count(c component) int {
	n := 1
	for _, inner := range c.Components {
		n += count(inner)
	}
	return n
}

// MaxParts is the maximum number of empty lines in a text that become separators. A message can have 40 components in all.
const MaxParts = 5

// inBox returns a message as components V2: a box with the text, whose empty lines become separators, the files, which are shown nowhere else, and the buttons.
func inBox(text string, files []File, rows []component) component {
	box := component{Type: componentBox}
	for _, part := range strings.SplitN(cut(text, MaxContentV2), "\n\n", MaxParts) {
		if strings.TrimSpace(part) == "" {
			continue // Discord refuses empty texts
		}
		if len(box.Components) > 0 {
			box.Components = append(box.Components, component{Type: componentLine})
		}
		box.Components = append(box.Components, component{Type: componentText, Content: part})
	}
	for _, f := range files {
		box.Components = append(box.Components, component{Type: componentFile, File: &media{"attachment://" + f.Name}})
	}
	box.Components = append(box.Components, rows...)
	return box
}

// The types of components.
const (
	componentRow    = 1
	componentButton = 2
	componentSelect = 3
	componentInput  = 4
	componentText   = 10
	componentFile   = 13
	componentLine   = 14
	componentBox    = 17
	componentLabel  = 18
	componentUpload = 19
	componentRadio  = 21
	componentChecks = 22
	componentCheck  = 23
)

type component struct {
	Type       int          `json:"type"`
	Components []component  `json:"components,omitempty"`
	Content    string       `json:"content,omitempty"`
	CustomID   string       `json:"custom_id,omitempty"`
	Style      int          `json:"style,omitempty"`
	Label      string       `json:"label,omitempty"`
	Disabled   bool         `json:"disabled,omitempty"`
	Value      string       `json:"value,omitempty"`
	Hint       string       `json:"placeholder,omitempty"`
	Required   *bool        `json:"required,omitempty"`
	Max        int          `json:"max_length,omitempty"`
	Options    []menuOption `json:"options,omitempty"`
	Least      *int         `json:"min_values,omitempty"`
	Most       int          `json:"max_values,omitempty"`
	Help       string       `json:"description,omitempty"`
	Inside     *component   `json:"component,omitempty"`
	File       *media       `json:"file,omitempty"`
	FileTypes  []string     `json:"file_types,omitempty"`
	Ticked     bool         `json:"default,omitempty"`
}

type media struct {
	URL string `json:"url"`
}

// discord returns what Discord calls the style. One that is stored may be of a later release: such a button is plain.
func (s Style) discord() discordgo.ButtonStyle {
	styles := [...]discordgo.ButtonStyle{Secondary: discordgo.SecondaryButton, Primary: discordgo.PrimaryButton, Success: discordgo.SuccessButton,
		Danger: discordgo.DangerButton}
	if s < 0 || int(s) >= len(styles) {
		return discordgo.SecondaryButton
	}
	return styles[s]
}

func rows(buttons [][]Button) []component {
	out := []component{}
	for _, row := range buttons {
		if len(row) == 0 {
			continue
		}
		r := component{Type: componentRow}
		for _, b := range row {
			c := component{Type: componentButton, CustomID: b.ID, Label: cut(b.Label, MaxLabel), Style: int(b.Style.discord()), Disabled: b.Disabled}
			if b.Menu != nil {
				c = b.Menu.component(b.ID, b.Label, b.Disabled, b.Menu.Least)
			}
			r.Components = append(r.Components, c)
		}
		out = append(out, r)
	}
	return out
}

// component returns the select, which offers the first 25 options. least is the number of options that must be picked.
func (m *Menu) component(id, hint string, disabled bool, least int) component {
	out := component{Type: componentSelect, CustomID: id, Hint: cut(hint, maxMenuHint), Disabled: disabled}
	out.Options = m.options(MaxOptions)
	out.Most = min(max(m.Most, 1), len(out.Options))
	least = min(least, out.Most)
	out.Least = &least
	return out
}

// options returns the first options, at most most.
func (m *Menu) options(most int) []menuOption {
	var out []menuOption
	for _, o := range m.Options[:min(len(m.Options), most)] {
		out = append(out, menuOption{Label: cut(o.Label, MaxChoice), Value: o.Value, About: cut(o.About, MaxChoice), Picked: o.Picked})
	}
	return out
}

// menuOption is an option of a select, a radio button or a checkbox.
type menuOption struct {
	Label  string `json:"label"`
	Value  string `json:"value"`
	About  string `json:"description,omitempty"`
	Picked bool   `json:"default,omitempty"`
}

type formBody struct {
	ID         string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

func (f *Form) body() formBody {
	out := formBody{ID: f.ID, Title: cut(f.Title, MaxTitle), Components: []component{}}
	for _, in := range f.Inputs {
		inside := in.component()
		out.Components = append(out.Components, component{Type: componentLabel, Label: cut(in.Label, MaxTitle), Help: cut(in.Help, MaxChoice), Inside: &inside})
	}
	return out
}

// component returns the input without its label.
func (in Input) component() component {
	required := in.Required
	least := 0
	switch {
	case in.Menu != nil:
		if required {
			least = max(in.Menu.Least, 1)
		}
		out := in.Menu.component(in.ID, in.Hint, false, least)
		out.Required = &required
		return out
	case in.Radio != nil:
		return component{Type: componentRadio, CustomID: in.ID, Options: in.Radio.options(maxBoxes), Required: &required}
	case in.Checks != nil:
		out := component{Type: componentChecks, CustomID: in.ID, Options: in.Checks.options(maxBoxes), Required: &required}
		if required {
			least = max(in.Checks.Least, 1)
		}
		out.Least, out.Most = &least, len(out.Options)
		if in.Checks.Most > 0 {
			out.Most = min(in.Checks.Most, out.Most)
		}
		return out
	case in.Check:
		return component{Type: componentCheck, CustomID: in.ID, Ticked: in.Value == "true"}
	case in.File != nil:
		if required {
			least = 1
		}
		return component{Type: componentUpload, CustomID: in.ID, Required: &required, Least: &least, Most: 1, FileTypes: in.File}
	}
	style := 1
	if in.Long {
		style = 2
	}
	return component{Type: componentInput, CustomID: in.ID, Style: style, Value: in.Value, Hint: cut(in.Hint, MaxHint), Required: &required, Max: in.Max}
}
