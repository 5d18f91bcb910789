package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"roundel/sandbox"
	"roundel/sandbox/client"
)

// Script is a text with one step per line, which people play in a channel:
//
//	# a comment
//	GM: /init start name:Bridge fight       a command
//	GM: /rules add file:@house.yaml         a command with a file; a form's field takes a file in the same way
//	Anna: [Join] name = Knight | roll = 6   a button, with the fields of the form it opens; " / " is a line break,
//	                                        and stands between the picks of a select
//	Anna: [Which one?] Goblin 1             a select by its placeholder, with the chosen values separated by commas
//	Anna: {Show character} @Ben             a command in the Apps menu of a user
//	Anna: {Quote} words in it               a command in the Apps menu of the newest message that contains these words
//	Anna: > Name = Knight | Hidden = yes    the form that Anna's last command has opened; without fields it is sent as it is
//	Anna: hello                             a message
//	bot Avrae                               from here on, there is another bot (Server.AddBot)
//	webhook Mira Vane                       from here on, there is a webhook (Server.AddWebhook)
//	Avrae: Rapier / Damage: 1d8 (5) = 5     its message: a title, then fields; or JSON as it sends it to Discord
//	Avrae for Anna /roll: 1d20 (9) = 9      its answer to a slash command that Anna has used
//	wait                                    wait until the channel is quiet, then show what has changed
//	wait [End turn]                         wait until a message contains these words or this button, then show what has changed
//	channel tavern                          continue in another channel
//	locale Anna de                          from here on, Anna's client is in German
//	community de                            the server is a Community server whose language is German
//
// Lines that begin with two spaces are output from an earlier run, and are skipped.
type Script struct {
	// Channel is where the script begins, "fight" by default.
	Channel string
	Text    string
	// Out gets each line and, below it, the answer; "(only GM)" marks what only the asker can see. With nil, nothing is
	// written, and the script waits only for answers.
	Out io.Writer
	// Open reads the files that lines name. Nil allows none.
	Open func(path string) ([]byte, error)
	// Slow multiplies how long a line may take and how long a button or message may take to appear. 0 means 1.
	Slow int
}

// Times of a script.
const (
	scriptButton = 6 * time.Second        // how long a button or message may take to appear
	scriptAnswer = 20 * time.Second       // the limit of one line
	scriptBreath = 100 * time.Millisecond // quiet after a command
	scriptQuiet  = 1500 * time.Millisecond
)

// scene is a script being played.
type scene struct {
	*sandbox.Server
	channel string
	out     io.Writer
	// shown holds what each message looked like when it was last written down.
	shown map[string]string
	asked []asked
	forms map[string]*sandbox.Interaction // what opened the form that a user has before them
	slow  time.Duration
	open  func(path string) ([]byte, error)
	err   error
}

// asked is something that a user asked the bot for.
type asked struct {
	who string
	it  *sandbox.Interaction
}

// Play plays the script with the connected bot. It returns an error with the number of the first line that cannot be
// played: one that Discord's client would not send, or that the bot did not answer. A refusal by the bot is an answer.
func (script Script) Play(ctx context.Context, srv *sandbox.Server) error {
	sc := &scene{Server: srv, channel: script.Channel, out: script.Out, shown: map[string]string{}, forms: map[string]*sandbox.Interaction{},
		slow: time.Duration(max(1, script.Slow)), open: script.Open}
	if sc.channel == "" {
		sc.channel = "fight"
	}
	if err := srv.WaitReady(ctx); err != nil {
		return err
	}
	sc.news(false, false)
	number := 0
	for line := range strings.Lines(script.Text) {
		number++
		line = strings.TrimRight(line, " \t\r\n")
		if strings.HasPrefix(line, "  ") {
			continue
		}
		if strings.Contains(line, ": [") {
			sc.settle(ctx, scriptQuiet) // the button may be on a message that has not arrived yet
			sc.news(true, false)
		}
		sc.print(line)
		if err := sc.step(ctx, line); err != nil {
			sc.print("  ! " + strings.TrimPrefix(err.Error(), "sandbox: "))
			return fmt.Errorf("line %d: %s: %w", number, line, err)
		}
	}
	sc.settle(ctx, scriptQuiet)
	sc.news(true, true)
	return sc.err
}

// print writes lines. The first write error is kept for the end.
func (sc *scene) print(lines ...string) {
	for _, line := range lines {
		if sc.out != nil && sc.err == nil {
			_, sc.err = fmt.Fprintln(sc.out, line)
		}
	}
}

func (sc *scene) step(ctx context.Context, line string) error {
	ctx, cancel := context.WithTimeout(ctx, sc.slow*scriptAnswer)
	defer cancel()
	who, what, said := strings.Cut(line, ": ")
	name, goes := strings.CutPrefix(line, "channel ")
	words, waits := strings.CutPrefix(line, "wait ")
	user, speaks := strings.CutPrefix(line, "locale ")
	tag, belongs := strings.CutPrefix(line, "community ")
	bot, another := strings.CutPrefix(line, "bot ")
	webhook, hooks := strings.CutPrefix(line, "webhook ")
	switch {
	case line == "" || strings.HasPrefix(line, "#"):
		return nil
	case line == "wait":
		sc.settle(ctx, scriptQuiet)
		sc.news(true, true)
		return ctx.Err()
	case waits && !said:
		return sc.waitFor(ctx, words)
	case goes && !said:
		if sc.ChannelID(name) == "" {
			return fmt.Errorf("there is no channel %q", name)
		}
		sc.channel = name
		return nil
	case speaks && !said:
		return sc.setLocale(user)
	case belongs && !said:
		return sc.SetCommunity("", tag)
	case another && !said:
		return sc.addOther(bot, sc.AddBot)
	case hooks && !said:
		return sc.addOther(webhook, sc.AddWebhook)
	case !said || what == "":
		return errors.New(`not understood; write "GM: /command", "Anna: [Button]", "wait" or "# a comment"`)
	}
	return sc.play(ctx, who, what)
}

// waitFor waits until a public message contains these words, and writes down what has changed.
func (sc *scene) waitFor(ctx context.Context, words string) error {
	wait, cancel := context.WithTimeout(ctx, sc.slow*scriptButton)
	defer cancel()
	err := sc.Await(wait, func() bool {
		return slices.ContainsFunc(sc.Public(sc.channel), func(m client.Message) bool { return strings.Contains(strings.Join(linesOf(m), "\n"), words) })
	})
	sc.news(true, true)
	if err != nil {
		return fmt.Errorf("no message contains %q", words)
	}
	return nil
}

// setLocale sets the locale that a line names after a user.
func (sc *scene) setLocale(line string) error {
	at := strings.LastIndex(line, " ")
	if at < 0 {
		return errors.New(`not understood; write a user and a locale, like "locale Anna de"`)
	}
	return sc.SetLocale(line[:at], line[at+1:])
}

// play plays one line of one user.
func (sc *scene) play(ctx context.Context, who, what string) error {
	var err error
	bot, answers, responds := strings.Cut(who, " for ")
	switch {
	case responds:
		user, command, _ := strings.Cut(answers, " /")
		err = sc.said(sc.User(bot).RespondSaying(sc.channel, user, command, what))
	case strings.HasPrefix(what, "/"):
		var it *sandbox.Interaction
		if it, err = sc.User(who).CommandWithFiles(sc.channel, what, sc.open); err == nil {
			err = sc.answered(ctx, who, it)
		}
	case strings.HasPrefix(what, ">"):
		opened := sc.forms[who]
		if opened == nil {
			return fmt.Errorf("%s has no form to fill in", who)
		}
		delete(sc.forms, who)
		err = sc.fillForm(ctx, who, opened, strings.TrimSpace(what[1:]))
	case strings.HasPrefix(what, "["):
		label, rest, closed := strings.Cut(what[1:], "]")
		if !closed {
			return errors.New("the ] after the button is missing")
		}
		err = sc.press(ctx, who, label, strings.TrimSpace(rest))
	case strings.HasPrefix(what, "{") && !strings.HasPrefix(what, `{"`):
		name, target, closed := strings.Cut(what[1:], "}")
		if !closed {
			return errors.New("the } after the command is missing")
		}
		err = sc.useApp(ctx, who, name, strings.TrimSpace(target))
	default:
		err = sc.said(sc.User(who).Say(sc.channel, what))
	}
	sc.settle(ctx, scriptBreath)
	sc.news(true, false)
	return err
}

// addOther adds another bot or a webhook.
func (sc *scene) addOther(name string, add func(name string) string) error {
	if sc.User(name).ID() != "" {
		return fmt.Errorf("%q already exists", name)
	}
	add(name)
	return nil
}

// said remembers a message that the script's own line shows.
func (sc *scene) said(id string, err error) error {
	if err == nil {
		sc.shown[id] = "said"
	}
	return err
}

// answered waits for an answer and writes it down.
func (sc *scene) answered(ctx context.Context, who string, it *sandbox.Interaction) error {
	r, err := it.Wait(ctx)
	switch {
	case err != nil:
		return err
	case r.Failed:
		return errors.New("no answer: " + sandbox.NoAnswer)
	case r.Modal != nil:
		sc.forms[who] = it
		var fields []string
		for _, field := range r.Modal.Fields {
			fields = append(fields, field.Label)
		}
		sc.print("  form " + r.Modal.Title + ": " + strings.Join(fields, ", "))
		return nil
	}
	sc.writeAnswer(who, r)
	sc.asked = append(sc.asked, asked{who, it})
	return nil
}

// followed writes down the follow-ups that have arrived since the answers.
func (sc *scene) followed() {
	for _, a := range sc.asked {
		for _, m := range a.it.Response().FollowUps {
			if _, old := sc.shown[m.ID]; !old {
				sc.writeMessage(a.who, m)
			}
		}
	}
}

func (sc *scene) writeAnswer(who string, r sandbox.Response) {
	if r.Message == nil {
		return
	}
	for _, m := range append([]client.Message{*r.Message}, r.FollowUps...) {
		sc.writeMessage(who, m)
	}
}

// writeMessage writes down a message that answers a user.
func (sc *scene) writeMessage(who string, m client.Message) {
	lines := linesOf(m)
	if m.Ephemeral && len(lines) > 0 {
		lines[0] = "(only " + who + ") " + lines[0]
	}
	sc.shown[m.ID] = strings.Join(lines, "\n")
	sc.print(indent(lines)...)
}

// press uses the newest button or select with a name that the user can see, as soon as there is one.
func (sc *scene) press(ctx context.Context, who, label, rest string) error {
	wait, cancel := context.WithTimeout(ctx, sc.slow*scriptButton)
	defer cancel()
	var m client.Message
	isMenu := false
	if err := sc.Await(wait, func() bool { m, isMenu = sc.find(who, label); return m.ID != "" }); err != nil {
		return fmt.Errorf("%s cannot see a [%s] to use here", who, label)
	}
	if isMenu {
		var values []string
		for value := range strings.SplitSeq(rest, ",") {
			values = append(values, strings.TrimSpace(value))
		}
		it, err := sc.User(who).Select(m.ID, label, values...)
		if err != nil {
			return err
		}
		return sc.answered(ctx, who, it)
	}
	it, err := sc.User(who).Press(m.ID, label)
	if err != nil {
		return err
	}
	if rest == "" {
		if err := sc.answered(ctx, who, it); err != nil || sc.forms[who] != it {
			return err
		}
		return fmt.Errorf("this opens the form %q; fill in its fields, like [Button] Name = Knight", it.Response().Modal.Title)
	}
	return sc.fillForm(ctx, who, it, rest)
}

// useApp uses a command in the Apps menu of a user or of a message, which it waits for.
func (sc *scene) useApp(ctx context.Context, who, name, target string) error {
	var it *sandbox.Interaction
	var err error
	if user, isUser := strings.CutPrefix(target, "@"); isUser {
		it, err = sc.User(who).OnUser(sc.channel, name, user)
	} else {
		var id string
		wait, cancel := context.WithTimeout(ctx, sc.slow*scriptButton)
		defer cancel()
		if sc.Await(wait, func() bool { id = sc.containing(who, target); return id != "" }) != nil {
			return fmt.Errorf("%s cannot see a message that contains %q here", who, target)
		}
		it, err = sc.User(who).OnMessage(id, name)
	}
	if err != nil {
		return err
	}
	return sc.answered(ctx, who, it)
}

// containing returns the ID of the newest message that a user can see with these words, or an empty string.
func (sc *scene) containing(who, words string) string {
	seen, err := sc.Messages(sc.channel, who)
	if err != nil {
		return ""
	}
	for _, m := range slices.Backward(seen) {
		if strings.Contains(m.Text, words) {
			return m.ID
		}
	}
	return ""
}

// find returns the newest message with a usable button or select of that name.
func (sc *scene) find(who, label string) (m client.Message, isMenu bool) {
	seen, err := sc.Messages(sc.channel, who)
	if err != nil {
		return client.Message{}, false
	}
	for _, m := range slices.Backward(seen) {
		if m.Other {
			continue
		}
		if b, ok := m.Button(label); ok && !b.Disabled {
			return m, false
		}
		if slices.ContainsFunc(m.Menus, func(one client.Menu) bool { return one.Placeholder == label && !one.Disabled }) {
			return m, true
		}
	}
	return client.Message{}, false
}

// fillForm fills in the form that a press opens: "name = Knight | stats = init 15".
func (sc *scene) fillForm(ctx context.Context, who string, opened *sandbox.Interaction, rest string) error {
	r, err := opened.Wait(ctx)
	switch {
	case err != nil:
		return err
	case r.Failed:
		return errors.New("no answer: " + sandbox.NoAnswer)
	case r.Modal == nil:
		sc.writeAnswer(who, r)
		return errors.New("the button opened no form, so there are no fields to fill in")
	}
	fields := map[string]string{}
	for part := range strings.SplitSeq(rest, "|") {
		name, value, ok := strings.Cut(part, "=")
		if rest == "" {
			break
		}
		if !ok {
			return fmt.Errorf("the field %q has no value; write name = Knight | stats = init 15", strings.TrimSpace(part))
		}
		fields[strings.TrimSpace(name)] = strings.ReplaceAll(strings.TrimSpace(value), " / ", "\n")
	}
	if err := sc.attach(who, r.Modal, fields); err != nil {
		return err
	}
	it, err := sc.User(who).Submit(opened, fields)
	if err != nil {
		return err
	}
	return sc.answered(ctx, who, it)
}

// attach uploads the files that a form's fields name, and replaces the names by IDs.
func (sc *scene) attach(who string, modal *client.Modal, fields map[string]string) error {
	for _, field := range modal.Fields {
		for _, key := range []string{field.Label, field.CustomID} {
			if fields[key] == "" || field.Menu == nil || !field.Menu.TakesFiles() {
				continue
			}
			var ids []string
			for line := range strings.SplitSeq(fields[key], "\n") {
				id, err := sc.User(who).AttachFile(strings.TrimSpace(line), sc.open)
				if err != nil {
					return fmt.Errorf("%s: %w", key, err)
				}
				ids = append(ids, id)
			}
			fields[key] = strings.Join(ids, "\n")
		}
	}
	return nil
}

// settle waits until nothing in the channel has changed for a while.
func (sc *scene) settle(ctx context.Context, quiet time.Duration) {
	if sc.out == nil {
		return
	}
	for last, since := -1, time.Now(); time.Since(since) < quiet; {
		if now := sc.Revision(sc.channel); now != last {
			last, since = now, time.Now()
		}
		select {
		case <-time.After(scriptBreath / 4):
		case <-ctx.Done():
			return
		case <-sc.Done():
			return
		}
	}
}

// news writes down the channel's new messages and, with edits, those that look different now. With write=false it only
// remembers them.
func (sc *scene) news(write, edits bool) {
	sc.followed()
	for _, m := range sc.Public(sc.channel) {
		lines := linesOf(m)
		text := strings.Join(lines, "\n")
		before, old := sc.shown[m.ID]
		if old && (!edits || before == text || before == "said") {
			continue
		}
		sc.shown[m.ID] = text
		if !write {
			continue
		}
		head := m.Author
		if old {
			head += ", changed"
		}
		sc.print(append([]string{head}, indent(lines)...)...)
	}
}

// linesOf returns a message as lines: its text, a line for each row of buttons, and its files.
func linesOf(m client.Message) []string {
	lines := strings.Split(m.Text, "\n")
	for _, row := range m.Rows() {
		lines = append(lines, strings.Join(row, " "))
	}
	for _, f := range m.Files {
		lines = append(lines, "file "+f.Name)
	}
	return lines
}

func indent(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimRight("  "+line, " ")
	}
	return out
}
