package sandbox

import (
	"fmt"
	"strings"

	"roundel/sandbox/gateway"
	"roundel/sandbox/world"
)

// AddBot adds another bot to the first guild, such as one that rolls dice, and returns its ID. It uses no commands, and nobody can use its own.
// Post posts what it sends, and Respond its answer to a slash command. What it says (User.Say) becomes an embed: with several lines, the first is
// its title, each further one that reads "name: value" a field, and the rest its description. " / " is a line break too.
func (s *Server) AddBot(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.world.AddBot(name, s.now())
	data := s.world.MemberJSON(m)
	data["guild_id"] = s.world.FindGuild("").ID
	s.gateway.Dispatch(s.world.FindGuild("").ID, gateway.IntentGuildMembers, "GUILD_MEMBER_ADD", data)
	s.touch(TopicWorld)
	return m.UserID
}

// AddWebhook adds a webhook, such as that of a browser extension, and returns its ID. What it says is as for AddBot, but a single line is plain text.
func (s *Server) AddWebhook(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.touch(TopicWorld)
	return s.world.AddWebhook(name).ID
}

// Post posts a message of another bot or a webhook in a channel, given as the JSON that it sends to Discord, and returns the message's ID. What
// Discord would refuse is an error.
func (u *User) Post(channel, body string) (string, error) {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	return u.postOther(channel, []byte(body), nil)
}

// Respond is Post for another bot's answer to a slash command, which a user has used, such as "roll".
func (u *User) Respond(channel, user, command, body string) (string, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	by := s.world.FindUser(user)
	switch {
	case by == nil || by.Bot:
		return "", fmt.Errorf("sandbox: there is no user %q", user)
	case command == "":
		return "", fmt.Errorf("sandbox: the command that %s used is missing", user)
	}
	return u.postOther(channel, []byte(body), &world.Trigger{Kind: world.KindCommand, Name: "/" + strings.TrimPrefix(command, "/"), UserID: by.ID})
}

// RespondSaying is Respond with what Say makes of a text.
func (u *User) RespondSaying(channel, user, command, text string) (string, error) {
	u.srv.mu.Lock()
	who := u.srv.world.FindUser(u.ref)
	u.srv.mu.Unlock()
	if who == nil {
		return "", fmt.Errorf("sandbox: there is no bot %q", u.ref)
	}
	return u.Respond(channel, user, command, usualShape(text, who))
}

// postOther posts a message of another bot or a webhook, which may answer an interaction. The lock is held.
func (u *User) postOther(channel string, body []byte, answers *world.Trigger) (string, error) {
	s, w := u.srv, u.srv.world
	who, c := w.FindUser(u.ref), w.FindChannel(channel)
	switch {
	case !w.IsOther(u.ref) || answers != nil && who.Webhook:
		return "", fmt.Errorf("sandbox: %q is not another bot that could post that", u.ref)
	case c == nil || !w.CanSend(c, who.ID):
		return "", fmt.Errorf("sandbox: %s cannot post in %s", u.ref, channel)
	}
	read := &call{}
	if refusal := read.decodeJSON(body); refusal != nil {
		return "", fmt.Errorf("sandbox: the message of %s: %s", u.ref, refusal.why)
	}
	f := &world.Form{}
	d := world.ParseDraft(f.Root(read.body), nil, nil)
	m := &world.Message{ID: w.IDs.Next(s.now()), ChannelID: c.ID, AuthorID: who.ID, Created: s.now()}
	filled := s.apply(d, m)
	switch {
	case f.Failed():
		return "", fmt.Errorf("sandbox: Discord refuses the message of %s: %s", u.ref, f.Summary())
	case !filled:
		return "", fmt.Errorf("sandbox: the message of %s is empty", u.ref)
	}
	if answers != nil {
		answers.ID, answers.GuildID = w.IDs.Next(s.now()), c.GuildID
		answers.Original, answers.Messages = m, []*world.Message{m}
		m.Interaction, m.Kind = answers, world.MessageCommand
	}
	m.Mentions = w.MentionsIn(m, d.Allowed)
	s.post(m)
	return m.ID, nil
}

// usualShape returns the JSON of a text as another bot or a webhook posts it: see AddBot and AddWebhook. A JSON object stays as it is.
func usualShape(text string, by *world.User) string {
	if strings.HasPrefix(text, "{") {
		return text
	}
	lines := strings.Split(strings.ReplaceAll(text, " / ", "\n"), "\n")
	if len(lines) == 1 && by.Webhook {
		return string(world.Encode(object{"content": text}))
	}
	embed := object{}
	if len(lines) > 1 {
		embed["title"], lines = lines[0], lines[1:]
	}
	var rest []string
	fields := []any{}
	for _, line := range lines {
		name, value, ok := strings.Cut(line, ": ")
		if ok && embed["title"] != nil {
			fields = append(fields, object{"name": name, "value": value, "inline": true})
		} else {
			rest = append(rest, line)
		}
	}
	world.SetWhen(embed, "description", len(rest) > 0, strings.Join(rest, "\n"))
	world.SetWhen(embed, "fields", len(fields) > 0, fields)
	return string(world.Encode(object{"embeds": []any{embed}}))
}

// othersMessage returns the error of using components of a message that isn't the bot's.
func othersMessage(w *world.World, m *world.Message) error {
	return fmt.Errorf("sandbox: the message is from %s, whose buttons and menus do nothing here", w.DisplayName("", m.AuthorID))
}
