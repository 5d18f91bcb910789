package bot

import (
	"fmt"
	"reflect"
	"strings"

	"roundel/bot/discord"
)

// tokens replace the IDs of buttons and messages with numbers, in the order in which they appear, so that two tables can be
// compared.
type tokens struct {
	up  *tokens
	ids map[string]int
	n   int
}

// fork returns tokens that include those of t and leave t unchanged.
func (t *tokens) fork() *tokens { return &tokens{up: t, ids: map[string]int{}, n: t.n} }

func (t *tokens) of(id string) int {
	for x := t; x != nil; x = x.up {
		if n, ok := x.ids[id]; ok {
			return n
		}
	}
	t.n++
	t.ids[id] = t.n
	return t.n
}

// custom returns a custom ID as its verb and a token for the rest.
func (t *tokens) custom(id string) string {
	verb, args := discord.SplitID(id)
	if len(args) == 0 {
		return verb
	}
	return fmt.Sprintf("%s#%d", verb, t.of(id))
}

func (t *tokens) buttons(b *strings.Builder, rows [][]discord.Button) {
	for _, row := range rows {
		for _, button := range row {
			fmt.Fprintf(b, "[%s|%s|%d", button.Label, t.custom(button.ID), button.Style)
			if button.Disabled {
				b.WriteString("|off")
			}
			t.menu(b, button.Menu)
			b.WriteString("]")
		}
		b.WriteString("\n")
	}
}

// menu writes what a select offers. The values are written as they are, because people send them.
func (t *tokens) menu(b *strings.Builder, m *discord.Menu) {
	if m != nil {
		fmt.Fprintf(b, " %d to %d of %+v", m.Least, m.Most, m.Options)
	}
}

func (t *tokens) files(b *strings.Builder, files []discord.File) {
	for _, f := range files {
		fmt.Fprintf(b, "file %s (%s, %q):\n%s\n", f.Name, f.Type, f.Description, f.Data)
	}
}

// restOf writes the fields of a value that aren't written otherwise.
func restOf(b *strings.Builder, v any) {
	if !reflect.ValueOf(v).IsZero() {
		fmt.Fprintf(b, "also %+v\n", v)
	}
}

// reply returns a reply as a user sees it.
func (t *tokens) reply(r *discord.Reply) string {
	var b strings.Builder
	kind := "to all"
	if r.Ephemeral {
		kind = "to the asker"
	}
	if r.Update {
		kind = "in place of the message"
	}
	fmt.Fprintf(&b, "%s: %s\n", kind, r.Text)
	t.buttons(&b, r.Buttons)
	t.files(&b, r.Files)
	if f := r.Form; f != nil {
		fmt.Fprintf(&b, "form %q (%s)\n", f.Title, t.custom(f.ID))
		for _, in := range f.Inputs {
			menu := in.Options()
			fmt.Fprintf(&b, "  menu %t radio %t checks %t", in.Menu != nil, in.Radio != nil, in.Checks != nil)
			in.Menu, in.Radio, in.Checks = nil, nil, nil
			fmt.Fprintf(&b, " %+v", in)
			t.menu(&b, menu)
			b.WriteString("\n")
		}
	}
	for _, c := range r.Choices {
		fmt.Fprintf(&b, "  %s = %s\n", c.Name, c.Value)
	}
	if len(r.Mentions) > 0 {
		fmt.Fprintf(&b, "pings %v\n", r.Mentions)
	}
	rest := *r
	rest.Text, rest.Ephemeral, rest.Update, rest.Buttons, rest.Files, rest.Form, rest.Choices, rest.Mentions = "", false, false, nil, nil, nil, nil, nil
	rest.Refused = false // only for the metrics
	rest.Alone = nil     // compared as a reply of its own
	restOf(&b, rest)
	return b.String()
}

// post returns a call by the publisher as text.
func (t *tokens) post(p post) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s message %d", p.call, t.of("message "+p.id))
	if p.call == "delete" {
		return b.String()
	}
	fmt.Fprintf(&b, ": %s\n", p.m.Text)
	t.buttons(&b, p.m.Buttons)
	t.files(&b, p.m.Files)
	if len(p.m.Mentions) > 0 {
		fmt.Fprintf(&b, "pings %v\n", p.m.Mentions)
	}
	if p.m.V2 {
		b.WriteString("as V2\n")
	}
	rest := p.m
	rest.Text, rest.Buttons, rest.Files, rest.Mentions, rest.Nonce, rest.V2 = "", nil, nil, nil, "", false
	restOf(&b, rest)
	return b.String()
}
