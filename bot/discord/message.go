package discord

import (
	"context"
	"errors"
	"time"

	"roundel/snowflake"
)

// Message is a message that the bot posts by itself, not as an answer to an interaction.
type Message struct {
	Text     string
	Buttons  [][]Button       // rows
	Mentions []snowflake.User // users to ping; no one else is pinged
	Files    []File
	Nonce    string // at most 25 characters: within minutes, another Send with the same nonce posts nothing
	KeepText bool   // of an edit: the text stays as it is
	V2       bool   // uses components V2, which allow up to 4,000 characters; an edit cannot undo that
}

// Send posts a message and returns its ID. Without a nonce it is not retried if the message may have been posted. Errors may
// have [CodeUnknownChannel], [CodeMissingAccess] or [CodeMissingRights].
func (s *Session) Send(ctx context.Context, channel snowflake.Channel, m Message) (snowflake.Message, error) {
	var sent struct {
		ID snowflake.Message `json:"id"`
	}
	route := channelRoute(channel) + "/messages"
	err := s.rest.do(ctx, call{method: "POST", route: route, body: newMessage(m), files: m.Files, safe: m.Nonce != ""}, &sent)
	return sent.ID, err
}

// Edit replaces one of the bot's messages by m, including everything that m does not have. The error has
// [CodeUnknownMessage] if the message was deleted, and [CodeOldEdits] if it is old and was edited too often.
func (s *Session) Edit(ctx context.Context, channel snowflake.Channel, id snowflake.Message, m Message) error {
	return s.rest.do(ctx, call{method: "PATCH", route: messageRoute(channel, id), bucket: messageRoute(channel, ":id"),
		body: editedMessage(m), files: m.Files, safe: true}, nil)
}

// Delete deletes a message. It is not an error if the message does not exist.
func (s *Session) Delete(ctx context.Context, channel snowflake.Channel, id snowflake.Message) error {
	err := s.rest.do(ctx, call{method: "DELETE", route: messageRoute(channel, id), bucket: messageRoute(channel, ":id"),
		safe: true}, nil)
	if Code(err) == CodeUnknownMessage {
		return nil
	}
	return err
}

// Via is an interaction's token, once its first response was sent: a way to post messages, and to edit those messages, that
// neither waits for the global rate limit nor counts toward it. Discord limits each token by itself.
type Via struct {
	rest    *rest
	app     string
	token   string
	first   snowflake.Message // the message of the first response, or that the response updated; empty: not known
	ends    time.Time
	knownBy time.Time // until then Discord may not know the token yet; zero: it does
}

// tokenLife is the time for which an interaction's token is used. Discord accepts it for 15 minutes.
const tokenLife = 14 * time.Minute

// original stands for the message of an interaction's first response.
const original snowflake.Message = "@original"

// Live reports whether the token still works.
func (v *Via) Live() bool { return time.Now().Before(v.ends) }

// Send posts a message. It is not retried if it may have been posted.
func (v *Via) Send(ctx context.Context, m Message) (snowflake.Message, error) {
	return v.send(ctx, m, false)
}

// Whisper sends a message that only the interaction's user sees. It is not retried if it may have been sent.
func (v *Via) Whisper(ctx context.Context, m Message) (snowflake.Message, error) {
	return v.send(ctx, m, true)
}

// Edit replaces one of the messages sent with the token, or the one that the first response updated. Errors are those of
// [Session.Edit]; Discord's code 10015 means that the token no longer works.
func (v *Via) Edit(ctx context.Context, id snowflake.Message, m Message) error {
	if id == v.first {
		id = original
	}
	_, err := v.edit(ctx, id, m)
	return err
}

// Delete deletes one of the messages sent with the token. It is not an error if the message does not exist.
func (v *Via) Delete(ctx context.Context, id snowflake.Message) error {
	err := v.rest.do(ctx, call{method: "DELETE", route: v.route(id), bucket: v.route(":id"), secret: v.token, knownBy: v.knownBy, safe: true}, nil)
	if Code(err) == CodeUnknownMessage {
		return nil
	}
	return err
}

func (v *Via) send(ctx context.Context, m Message, ephemeral bool) (snowflake.Message, error) {
	m.Nonce = "" // webhooks have none
	body := newMessage(m)
	if ephemeral {
		body.Flags |= flagEphemeral
	}
	var sent struct {
		ID snowflake.Message `json:"id"`
	}
	err := v.rest.do(ctx, call{method: "POST", route: "/webhooks/" + v.app + "/%s?wait=true", secret: v.token, knownBy: v.knownBy, body: body, files: m.Files}, &sent)
	return sent.ID, err
}

func (v *Via) edit(ctx context.Context, id snowflake.Message, m Message) (snowflake.Message, error) {
	var edited struct {
		ID snowflake.Message `json:"id"`
	}
	err := v.rest.do(ctx, call{method: "PATCH", route: v.route(id), bucket: v.route(":id"), secret: v.token, knownBy: v.knownBy, body: editedMessage(m),
		files: m.Files, safe: true}, &edited)
	return edited.ID, err
}

func (v *Via) route(id snowflake.Message) string {
	return "/webhooks/" + v.app + "/%s/messages/" + string(id)
}

// Present reports whether a user is a member of a channel's server.
func (s *Session) Present(ctx context.Context, channel snowflake.Channel, user snowflake.User) (bool, error) {
	guild, err := s.guildOf(ctx, channel)
	if err != nil {
		return false, err
	}
	err = s.rest.do(ctx, call{method: "GET", route: memberRoute(guild, user), bucket: memberRoute(guild, ":id"), safe: true}, nil)
	if code := Code(err); code == codeUnknownMember || code == codeUnknownUser {
		return false, nil
	}
	return err == nil, err
}

// guildOf returns a channel's server, asking Discord only on a cache miss.
func (s *Session) guildOf(ctx context.Context, channel snowflake.Channel) (snowflake.Guild, error) {
	s.appMu.Lock()
	guild := s.guilds[channel]
	s.appMu.Unlock()
	if guild != "" {
		return guild, nil
	}
	var found struct {
		Guild snowflake.Guild `json:"guild_id"`
	}
	if err := s.rest.do(ctx, call{method: "GET", route: channelRoute(channel), safe: true}, &found); err != nil {
		return "", err
	}
	if found.Guild == "" {
		return "", errors.New("channel " + string(channel) + " does not belong to a server")
	}
	s.rememberGuild(channel, found.Guild)
	return found.Guild, nil
}

// maxGuilds is the size of the cache of channels' servers; when it overflows, it is cleared.
const maxGuilds = 4096

// rememberGuild caches a channel's server.
func (s *Session) rememberGuild(channel snowflake.Channel, guild snowflake.Guild) {
	if guild == "" {
		return
	}
	s.appMu.Lock()
	defer s.appMu.Unlock()
	if s.guilds == nil || len(s.guilds) >= maxGuilds {
		s.guilds = map[snowflake.Channel]snowflake.Guild{}
	}
	s.guilds[channel] = guild
}

func channelRoute(channel snowflake.Channel) string { return "/channels/" + string(channel) }

func messageRoute(channel snowflake.Channel, id snowflake.Message) string {
	return channelRoute(channel) + "/messages/" + string(id)
}

func memberRoute(guild snowflake.Guild, user snowflake.User) string {
	return "/guilds/" + string(guild) + "/members/" + string(user)
}
