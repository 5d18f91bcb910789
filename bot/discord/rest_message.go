package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Message is a message that the bot posts by itself, not as an answer.
type Message struct {
	Text     string
	Buttons  [][]Button // rows
	Mentions []string   // users who are pinged; nobody else is
	Files    []File
	Nonce    string // at most 25 characters: a Send repeated within minutes with the same one posts nothing new
	V2       bool   // as components V2: up to 4,000 characters; a message cannot be turned back
}

// Send posts a message and returns its ID. Errors with a [Code]: 10003, 50001, 50013.
func (s *Session) Send(ctx context.Context, channel string, m Message) (string, error) {
	var sent struct {
		ID string `json:"id"`
	}
	route := "/channels/" + channel + "/messages"
	err := s.rest.do(ctx, call{method: "POST", route: route, body: newMessage(m), files: m.Files, safe: m.Nonce != ""}, &sent)
	return sent.ID, err
}

// Edit makes a message of the bot's what m says; all that m does not have is taken away. Errors with a [Code]: 10008 when
// it was deleted, 30046 when it is old and was edited too often.
func (s *Session) Edit(ctx context.Context, channel, id string, m Message) error {
	return s.rest.do(ctx, call{method: "PATCH", route: messageRoute(channel, id), bucket: messageRoute(channel, ":id"),
		body: editedMessage(m), files: m.Files, safe: true}, nil)
}

// Delete deletes a message; one that is gone already is no error.
func (s *Session) Delete(ctx context.Context, channel, id string) error {
	err := s.rest.do(ctx, call{method: "DELETE", route: messageRoute(channel, id), bucket: messageRoute(channel, ":id"),
		safe: true}, nil)
	if Code(err) == CodeUnknownMessage {
		return nil
	}
	return err
}

// Exists tells whether a message is there.
func (s *Session) Exists(ctx context.Context, channel, id string) (bool, error) {
	err := s.rest.do(ctx, call{method: "GET", route: messageRoute(channel, id), bucket: messageRoute(channel, ":id"), safe: true}, nil)
	if Code(err) == CodeUnknownMessage {
		return false, nil
	}
	return err == nil, err
}

// Pin pins a message. Errors with a [Code]: 50013 without the permission, 30003 when the channel has no room for pins.
func (s *Session) Pin(ctx context.Context, channel, id string) error {
	return s.rest.do(ctx, call{method: "PUT", route: "/channels/" + channel + "/messages/pins/" + id,
		bucket: "/channels/" + channel + "/messages/pins/:id", safe: true}, nil)
}

// Unpin takes a pin away.
func (s *Session) Unpin(ctx context.Context, channel, id string) error {
	return s.rest.do(ctx, call{method: "DELETE", route: "/channels/" + channel + "/messages/pins/" + id,
		bucket: "/channels/" + channel + "/messages/pins/:id", safe: true}, nil)
}

// Present tells whether a user is in the server of a channel.
func (s *Session) Present(ctx context.Context, channel, user string) (bool, error) {
	guild, err := s.guildOf(ctx, channel)
	if err != nil {
		return false, err
	}
	err = s.rest.do(ctx, call{method: "GET", route: "/guilds/" + guild + "/members/" + user, bucket: "/guilds/" + guild + "/members/:id",
		safe: true}, nil)
	if code := Code(err); code == codeUnknownMember || code == codeUnknownUser {
		return false, nil
	}
	return err == nil, err
}

// maxGuilds is of how many channels the server is remembered. When there are more, all are forgotten.
const maxGuilds = 4096

// learn remembers the server of a channel that an interaction came from.
func (s *Session) rememberGuild(channel, guild string) {
	if guild == "" {
		return
	}
	s.appMu.Lock()
	defer s.appMu.Unlock()
	if s.guilds == nil || len(s.guilds) >= maxGuilds {
		s.guilds = map[string]string{}
	}
	s.guilds[channel] = guild
}

// guildOf is the server of a channel. Discord is asked for it once where nobody has done anything since the start.
func (s *Session) guildOf(ctx context.Context, channel string) (string, error) {
	s.appMu.Lock()
	guild := s.guilds[channel]
	s.appMu.Unlock()
	if guild != "" {
		return guild, nil
	}
	var place struct {
		Guild string `json:"guild_id"`
	}
	if err := s.rest.do(ctx, call{method: "GET", route: "/channels/" + channel, safe: true}, &place); err != nil {
		return "", err
	}
	if place.Guild == "" {
		return "", errors.New("channel " + channel + " is in no server")
	}
	s.rememberGuild(channel, place.Guild)
	return place.Guild, nil
}

func messageRoute(channel, id string) string { return "/channels/" + channel + "/messages/" + id }

// RegisterCommands makes body, a list of application commands, the bot's commands: in one server, or everywhere when
// guild is empty. What was registered last is kept in the facts; the same list is not sent again while Discord has
// commands of all these names.
func (s *Session) RegisterCommands(ctx context.Context, guild string, body any) error {
	list, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("bot: the commands: %w", err)
	}
	app, err := s.ApplicationID(ctx)
	if err != nil {
		return err
	}
	route := "/applications/" + app + "/commands"
	if guild != "" {
		route = "/applications/" + app + "/guilds/" + guild + "/commands"
	}
	sum := sha256.Sum256(list)
	hash, key := hex.EncodeToString(sum[:]), "commands:"+s.cfg.APIURL+route
	if s.fact(ctx, key) == hash && s.registered(ctx, route, list) {
		return nil
	}
	if err := s.rest.do(ctx, call{method: "PUT", route: route, body: json.RawMessage(list), safe: true}, nil); err != nil {
		return err
	}
	s.putFact(ctx, key, hash)
	return nil
}

// registered tells whether Discord has a command of each name in the list and no other. When it does not say, it counts
// as no: registering again does no harm.
func (s *Session) registered(ctx context.Context, route string, list []byte) bool {
	type named struct {
		Name string `json:"name"`
	}
	var want, have []named
	if json.Unmarshal(list, &want) != nil || s.rest.do(ctx, call{method: "GET", route: route, safe: true}, &have) != nil {
		return false
	}
	return len(want) == len(have) && !slices.ContainsFunc(want, func(w named) bool { return !slices.Contains(have, w) })
}

// fact reads a fact. One that cannot be read counts as missing: facts only save work.
func (s *Session) fact(ctx context.Context, key string) string {
	if s.cfg.Facts == nil {
		return ""
	}
	value, err := s.cfg.Facts.Get(ctx, key)
	if err != nil {
		s.cfg.Log.Warn().Str("error", s.secret.err(err)).Msg("cannot read what was noted before")
	}
	return value
}

// note keeps a fact.
func (s *Session) putFact(ctx context.Context, key, value string) {
	if s.cfg.Facts == nil {
		return
	}
	if err := s.cfg.Facts.Put(ctx, key, value); err != nil {
		s.cfg.Log.Warn().Str("error", s.secret.err(err)).Msg("cannot note a fact")
	}
}
