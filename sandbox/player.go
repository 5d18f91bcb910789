package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"roundel/sandbox/client"
	"roundel/sandbox/world"
)

// User is a person at the table. Its methods do what Discord's client lets people do, with the client's checks: if the
// client would not send something, they return an error and send nothing.
type User struct {
	srv *Server
	ref string
}

// Interaction is something a user did that the bot has to answer.
type Interaction struct {
	// ID is the interaction's Discord ID.
	ID  string
	srv *Server
	it  *interaction
}

// User returns the user with a name or ID. If there is no such user, its methods return errors.
func (s *Server) User(nameOrID string) *User { return &User{s, nameOrID} }

// ID returns the user's ID, or an empty string if there is no such user.
func (u *User) ID() string {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	if found := u.srv.world.FindUser(u.ref); found != nil {
		return found.ID
	}
	return ""
}

// Mention returns the text that mentions the user.
func (u *User) Mention() string { return "<@" + u.ID() + ">" }

// enter finds the user and a channel that the user can see.
func (u *User) enter(where string) (*world.User, *world.Channel, error) {
	w := u.srv.world
	who, c := w.FindUser(u.ref), w.FindChannel(where)
	switch {
	case who == nil || who.Bot:
		return nil, nil, fmt.Errorf("sandbox: there is no user %q", u.ref)
	case c == nil || !w.CanSee(c, who.ID):
		return nil, nil, fmt.Errorf("sandbox: %s cannot see a channel %q", u.ref, where)
	}
	return who, c, nil
}

// Command runs a slash command as it is typed: "/init add name:Goblin count:3". A value ends where the command's next
// option begins; in double quotes it may contain anything. The value of a file is an ID from Attach. Channel is a name,
// an ID, or "@Anna" for Anna's direct message with the bot.
func (u *User) Command(channel, line string) (*Interaction, error) {
	return u.command(channel, line, nil, time.Time{})
}

// CommandAt is Command with an interaction ID that carries the given time.
func (u *User) CommandAt(created time.Time, channel, line string) (*Interaction, error) {
	return u.command(channel, line, nil, created)
}

// CommandWithFiles is Command with files written as in scripts: @ and a path, which open reads.
func (u *User) CommandWithFiles(channel, line string, open func(path string) ([]byte, error)) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	who, c, err := u.enter(channel)
	var t client.Line
	if err == nil {
		t, err = s.readLine(c, line)
	}
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if err := t.Attach(func(text string) (string, error) { return u.AttachFile(text, open) }); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return u.launch(who, c, t, time.Time{})
}

// AttachFile uploads a file written as in scripts and returns its ID.
func (u *User) AttachFile(text string, open func(path string) ([]byte, error)) (string, error) {
	name, named := strings.CutPrefix(text, "@")
	switch {
	case !named:
		return "", fmt.Errorf("%q is not a file; write @ and its path", text)
	case open == nil:
		return "", errors.New("scripts may not read files here")
	}
	data, err := open(name)
	if err != nil {
		return "", err
	}
	return u.Attach(name, data)
}

// Do runs a command and waits for its answer.
func (u *User) Do(ctx context.Context, channel, line string) (Response, error) {
	it, err := u.Command(channel, line)
	if err != nil {
		return Response{}, err
	}
	return it.Wait(ctx)
}

// Invoke runs a command, such as "init add", with its options given one by one, so that their values may contain
// anything.
func (u *User) Invoke(channel, name string, options map[string]string) (*Interaction, error) {
	return u.command(channel, name, options, time.Time{})
}

func (u *User) command(channel, line string, options map[string]string, created time.Time) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	who, c, err := u.enter(channel)
	if err != nil {
		return nil, err
	}
	t, err := s.readLine(c, line)
	if err != nil {
		return nil, err
	}
	if err := t.Set(options); err != nil {
		return nil, err
	}
	return u.launch(who, c, t, created)
}

// readLine reads a command that can be used in a channel.
func (s *Server) readLine(c *world.Channel, line string) (client.Line, error) {
	return client.ReadLine(line, func(name string) *world.Command { return s.findCommand(c.GuildID, name, world.CommandChat) })
}

// namesFor returns the scope of a user who types in a channel.
func (s *Server) namesFor(userID string, c *world.Channel) client.Scope {
	return client.Scope{World: s.world, Channel: c, UserID: userID, Upload: func(id string) map[string]any { return s.uploaded(userID, id) }}
}

// launch checks and sends a command. The lock is held.
func (u *User) launch(who *world.User, c *world.Channel, t client.Line, created time.Time) (*Interaction, error) {
	s := u.srv
	if err := t.MayUse(s.world, who, c); err != nil {
		return nil, err
	}
	data, err := s.namesFor(who.ID, c).Data(t, "")
	if err != nil {
		return nil, err
	}
	id := s.world.IDs.Next(s.now())
	if !created.IsZero() {
		id = s.world.IDs.Craft(created)
	}
	it := s.newInteraction(world.KindCommand, who.ID, c, id)
	it.Name = "/" + t.Name()
	it.payload["data"] = data
	s.send(it)
	return &Interaction{it.ID, s, it}, nil
}

// OnUser uses a command in the Apps menu of a user, by the command's name.
func (u *User) OnUser(channel, command, target string) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	who, c, err := u.enter(channel)
	if err != nil {
		return nil, err
	}
	cmd, err := s.appCommand(who, c, command, world.CommandUser)
	if err != nil {
		return nil, err
	}
	data, err := s.namesFor(who.ID, c).OnUser(cmd, target)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	it := s.newInteraction(world.KindCommand, who.ID, c, s.world.IDs.Next(s.now()))
	it.Name, it.TargetUser = cmd.Name, world.TextOf(data, "target_id")
	it.payload["data"] = data
	s.send(it)
	return &Interaction{it.ID, s, it}, nil
}

// OnMessage uses a command in the Apps menu of a message, by the command's name.
func (u *User) OnMessage(messageID, command string) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	m, who, c, err := u.look(messageID)
	if err != nil {
		return nil, err
	}
	cmd, err := s.appCommand(who, c, command, world.CommandMessage)
	if err != nil {
		return nil, err
	}
	it := s.newInteraction(world.KindCommand, who.ID, c, s.world.IDs.Next(s.now()))
	it.Name, it.TargetMessage = cmd.Name, m.ID
	it.payload["data"] = client.OnMessage(cmd, s.messageJSON(m, true))
	s.send(it)
	return &Interaction{it.ID, s, it}, nil
}

// appCommand finds a command of an Apps menu that a user can use in a channel.
func (s *Server) appCommand(who *world.User, c *world.Channel, name string, kind int64) (*world.Command, error) {
	cmd := s.findCommand(c.GuildID, name, kind)
	if cmd == nil {
		return nil, fmt.Errorf("sandbox: there is no command %q in the Apps menu here", name)
	}
	return cmd, client.LineOf(cmd).MayUse(s.world, who, c)
}

// Complete returns what the bot suggests for an option. The line is the command as typed so far, focused the name of
// the option being typed. Options that are not valid yet are left out, as in the client.
func (u *User) Complete(ctx context.Context, channel, line, focused string) ([]client.Choice, error) {
	return u.Offer(ctx, channel, line, nil, focused)
}

// Offer is Complete for a command such as "init add" with the options given one by one.
func (u *User) Offer(ctx context.Context, channel, name string, options map[string]string, focused string) ([]client.Choice, error) {
	it, err := u.launchComplete(channel, name, options, focused)
	if err != nil {
		return nil, err
	}
	response, err := it.Wait(ctx)
	if err == nil && response.Failed {
		err = errors.New("sandbox: loading the options failed because the bot did not answer in time")
	}
	return response.Choices, err
}

func (u *User) launchComplete(channel, line string, options map[string]string, focused string) (*Interaction, error) {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	who, c, err := u.enter(channel)
	if err != nil {
		return nil, err
	}
	t, err := u.srv.readLine(c, line)
	if err == nil {
		err = t.Set(options)
	}
	if err != nil {
		return nil, err
	}
	if !t.Completes(focused) {
		return nil, fmt.Errorf("sandbox: /%s has no option %q with autocomplete", t.Name(), focused)
	}
	data, err := u.srv.namesFor(who.ID, c).Data(t, focused)
	if err != nil {
		return nil, err
	}
	it := u.srv.newInteraction(world.KindComplete, who.ID, c, u.srv.world.IDs.Next(u.srv.now()))
	it.Name = "/" + t.Name()
	it.payload["data"] = data
	u.srv.send(it)
	return &Interaction{it.ID, u.srv, it}, nil
}

// Press presses a button of a message, by its label or custom ID.
func (u *User) Press(messageID, labelOrID string) (*Interaction, error) {
	return u.press(messageID, labelOrID, false)
}

// PressStale presses a button that the message had at any time, like a client that has not seen the latest edit yet.
func (u *User) PressStale(messageID, labelOrID string) (*Interaction, error) {
	return u.press(messageID, labelOrID, true)
}

func (u *User) press(messageID, labelOrID string, stale bool) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	m, who, c, err := u.look(messageID)
	if err != nil {
		return nil, err
	}
	if m.AuthorID != s.world.Bot.ID {
		return nil, othersMessage(s.world, m)
	}
	versions := [][]any{m.Components}
	if stale {
		versions = append(versions, m.Past...)
	}
	for _, version := range versions {
		b, found := client.Message{Buttons: client.ButtonsOf(version)}.Button(labelOrID)
		switch {
		case !found:
			continue
		case b.Disabled:
			return nil, fmt.Errorf("sandbox: button %q is disabled", labelOrID)
		case b.CustomID == "":
			return nil, fmt.Errorf("sandbox: button %q is a link", labelOrID)
		}
		return u.use(who, c, m, b.Label, object{"custom_id": b.CustomID, "component_type": world.CompButton}), nil
	}
	return nil, fmt.Errorf("sandbox: message %s has no button %q", messageID, labelOrID)
}

// look finds a message that the user can see.
func (u *User) look(messageID string) (*world.Message, *world.User, *world.Channel, error) {
	w := u.srv.world
	m := w.Messages[messageID]
	if m == nil || m.Deleted {
		return nil, nil, nil, fmt.Errorf("sandbox: there is no message %q", messageID)
	}
	who, c, err := u.enter(m.ChannelID)
	if err != nil {
		return nil, nil, nil, err
	}
	if m.OnlyFor != "" && m.OnlyFor != who.ID {
		return nil, nil, nil, fmt.Errorf("sandbox: %s cannot see message %s", u.ref, messageID)
	}
	return m, who, c, nil
}

// use sends the interaction of a component.
func (u *User) use(who *world.User, c *world.Channel, m *world.Message, name string, data object) *Interaction {
	s := u.srv
	it := s.newInteraction(world.KindComponent, who.ID, c, s.world.IDs.Next(s.now()))
	it.MessageID, it.Name = m.ID, name
	it.payload["data"] = data
	it.payload["message"] = s.messageJSON(m, true)
	s.send(it)
	return &Interaction{it.ID, s, it}
}

// Select chooses values in a select of a message, which is named by its custom ID or placeholder. Values are those of
// its options or their labels; for users, roles and channels they are names or IDs.
func (u *User) Select(messageID, menu string, values ...string) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	m, who, c, err := u.look(messageID)
	if err != nil {
		return nil, err
	}
	if m.AuthorID != s.world.Bot.ID {
		return nil, othersMessage(s.world, m)
	}
	menus := client.MenusOf(m.Components)
	i := slices.IndexFunc(menus, func(one client.Menu) bool { return one.CustomID == menu || one.Placeholder == menu })
	if i < 0 || menus[i].Disabled {
		return nil, fmt.Errorf("sandbox: message %s has no select %q to use", messageID, menu)
	}
	chosen, resolved, err := s.namesFor(who.ID, c).Choose(menus[i], values)
	if err != nil {
		return nil, err
	}
	data := object{"custom_id": menus[i].CustomID, "component_type": menus[i].Kind, "values": chosen}
	world.SetWhen(data, "resolved", len(resolved) > 0, resolved)
	return u.use(who, c, m, cmp.Or(menus[i].Placeholder, menus[i].CustomID), data), nil
}

// Say posts a message in a channel, as people do alongside the bot. It returns the message's ID. What another bot or a webhook says gets the
// usual shape of theirs: see AddBot and AddWebhook.
func (u *User) Say(channel, text string) (string, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	text = strings.TrimSpace(text)
	if s.world.IsOther(u.ref) {
		return u.postOther(channel, []byte(usualShape(text, s.world.FindUser(u.ref))), nil)
	}
	who, c, err := u.enter(channel)
	if err != nil {
		return "", err
	}
	if text == "" || len([]rune(text)) > world.MaxContent || !s.world.CanSend(c, who.ID) {
		return "", fmt.Errorf("sandbox: %s cannot post that in %s", u.ref, channel)
	}
	m := &world.Message{ID: s.world.IDs.Next(s.now()), ChannelID: c.ID, AuthorID: who.ID, Content: text, Created: s.now()}
	m.Mentions = s.world.MentionsIn(m, nil)
	s.post(m)
	return m.ID, nil
}

// Submit sends the form that an interaction was answered with. Values are by label or custom ID; a field that is left
// out keeps the bot's value. Several values of one field go on separate lines, a single checkbox is true or false, and
// files are IDs from Attach.
func (u *User) Submit(opened *Interaction, values map[string]string) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	cause := opened.it
	who, c, err := u.enter(cause.channelID)
	switch {
	case err != nil:
		return nil, err
	case cause.modal == nil || cause.UserID != who.ID:
		return nil, fmt.Errorf("sandbox: %s has no form from %s", u.ref, cause.label())
	}
	rows, resolved, err := s.namesFor(who.ID, c).Fill(cause.modal, values)
	if err != nil {
		return nil, err
	}
	it := s.newInteraction(world.KindModal, who.ID, c, s.world.IDs.Next(s.now()))
	it.Cause, it.Name, it.MessageID = &cause.Trigger, world.TextOf(cause.modal, "title"), cause.MessageID
	data := object{"custom_id": cause.modal["custom_id"], "components": rows}
	world.SetWhen(data, "resolved", len(resolved) > 0, resolved)
	it.payload["data"] = data
	if m := s.origin(it); m != nil {
		it.payload["message"] = s.messageJSON(m, true)
	}
	s.send(it)
	return &Interaction{it.ID, s, it}, nil
}
