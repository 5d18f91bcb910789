package client

import (
	"fmt"
	"slices"
	"strings"

	"roundel/sandbox/world"
)

// object is a JSON object.
type object = map[string]any

// Scope is who is typing, and where. It decides what the names of users, roles, channels and files stand for.
type Scope struct {
	World   *world.World
	Channel *world.Channel
	UserID  string
	// Upload returns Discord's JSON of a file that the user has uploaded, or nil if there is no such file.
	Upload func(id string) map[string]any
}

// convert turns the text of an option into its value, as Discord's client would, or returns why it cannot be sent.
func (sc Scope) convert(v typedValue, resolved object) (any, error) {
	o := v.option
	if len(o.Choices) > 0 {
		locale := sc.World.Users[sc.UserID].Locale
		for _, one := range o.Choices {
			if one.Name == v.text || one.Shown(locale) == v.text || fmt.Sprint(one.Value) == v.text {
				return one.Value, nil
			}
		}
		return nil, fmt.Errorf("%q is not one of the choices", v.text)
	}
	switch o.Kind {
	case world.OptString:
		return o.CheckText(v.text)
	case world.OptInteger, world.OptNumber:
		return o.CheckNumber(v.text)
	case world.OptBoolean:
		switch strings.ToLower(v.text) {
		case "true", "yes":
			return true, nil
		case "false", "no":
			return false, nil
		}
		return nil, fmt.Errorf("%q is neither true nor false", v.text)
	case world.OptUser, world.OptRole, world.OptMentionable, world.OptChannel:
		return sc.resolve(o, v.text, resolved)
	case world.OptAttachment:
		return v.text, sc.file(v.text, resolved)
	}
	return nil, fmt.Errorf("options of type %d are not supported here", o.Kind)
}

// resolve finds the user, role or channel of an option and adds it to the resolved objects.
func (sc Scope) resolve(o *world.Option, text string, resolved object) (any, error) {
	add := func(kind, id string, value object) any {
		if resolved[kind] == nil {
			resolved[kind] = object{}
		}
		resolved[kind].(object)[id] = value
		return id
	}
	g := sc.World.Guilds[sc.Channel.GuildID]
	if o.Kind == world.OptChannel {
		target := sc.World.FindChannel(text)
		if target == nil || target.GuildID != sc.Channel.GuildID || len(o.ChannelTypes) > 0 && !slices.Contains(o.ChannelTypes, int64(target.Kind)) {
			return nil, fmt.Errorf("there is no such channel %q", text)
		}
		return add("channels", target.ID, sc.World.ChannelJSON(target)), nil
	}
	if o.Kind != world.OptUser && g != nil {
		if r := g.FindRole(text); r != nil {
			return add("roles", r.ID, r.JSON()), nil
		}
	}
	u := sc.World.FindUser(text)
	if u == nil || u.Webhook || o.Kind == world.OptRole {
		return nil, fmt.Errorf("there is no user or role called %q", text)
	}
	if g != nil && g.Members[u.ID] != nil {
		member := g.Members[u.ID].JSON()
		delete(member, "deaf")
		delete(member, "mute")
		member["permissions"] = world.PermText(sc.World.Permissions(sc.Channel, u.ID))
		add("members", u.ID, member)
	}
	return add("users", u.ID, u.JSON()), nil
}

// file adds a file that the user has uploaded to the resolved objects.
func (sc Scope) file(id string, resolved object) error {
	uploaded := sc.Upload(id)
	if uploaded == nil {
		return fmt.Errorf("there is no uploaded file %q", id)
	}
	if resolved["attachments"] == nil {
		resolved["attachments"] = object{}
	}
	resolved["attachments"].(object)[id] = uploaded
	return nil
}
