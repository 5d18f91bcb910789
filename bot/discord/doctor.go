package discord

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/snowflake"
)

// Application is what Discord says about the bot's application.
type Application struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Public     bool     `json:"bot_public"`                // everyone can add the bot to servers, not only its owner
	CodeGrant  bool     `json:"bot_require_code_grant"`    // adding the bot to a server needs a web page of its own, which Roundel doesn't have
	Servers    int      `json:"approximate_guild_count"`   // how many it is in, approximately
	Endpoint   string   `json:"interactions_endpoint_url"` // the address to which Discord sends interactions by HTTP; empty: it sends them over the gateway
	Privileged []string `json:"-"`                         // privileged intents that are on in the developer portal; Roundel uses none
}

// privileged are the bits of an application's flags that stand for privileged intents: each has one for large bots and one for others.
var privileged = []struct {
	bits int
	name string
}{
	{1<<12 | 1<<13, "Presence"},
	{1<<14 | 1<<15, "Server Members"},
	{1<<18 | 1<<19, "Message Content"},
}

// Application asks Discord about the bot's application.
func (s *Session) Application(ctx context.Context) (Application, error) {
	var said struct {
		Application
		Flags int `json:"flags"`
	}
	if err := s.rest.do(ctx, call{method: "GET", route: "/applications/@me", safe: true}, &said); err != nil {
		return Application{}, err
	}
	s.setApplication(said.ID)
	app := said.Application
	for _, intent := range privileged {
		if said.Flags&intent.bits != 0 {
			app.Privileged = append(app.Privileged, intent.name)
		}
	}
	return app, nil
}

// Starts says how many shards Discord recommends, and how many sessions the bot may start until the count begins again.
type Starts struct {
	Shards      int
	Left, Total int
	Reset       time.Duration
}

// Starts asks Discord about the gateway.
func (s *Session) Starts(ctx context.Context) (Starts, error) {
	info, err := s.gateway.ask(ctx)
	return Starts{info.Shards, info.Limit.Remaining, info.Limit.Total, time.Duration(info.Limit.ResetAfter) * time.Millisecond}, err
}

// Ahead returns by how much the machine's clock is ahead of Discord's, give or take a second, and false if Discord has not answered a REST
// call yet.
func (s *Session) Ahead() (time.Duration, bool) {
	seen := s.rest.date.Load()
	if seen == nil {
		return 0, false
	}
	return seen.at.Sub(seen.said.Add(time.Second / 2)), true // it is said in whole seconds
}

// UseCommands is the permission bit that members need to see the bot's commands in a channel.
const UseCommands = discordgo.PermissionUseApplicationCommands

// Place is what the bot, and everybody, may do in a channel.
type Place struct {
	Guild    snowflake.Guild
	Lacking  int64     // the bits of [Permissions] that the bot doesn't have
	Everyone int64     // the permission bits of members without a role
	Silent   time.Time // until then the bot is timed out, and may not write
}

// overwrite changes permissions in a channel, for a role or a member.
type overwrite struct {
	ID    string `json:"id"`
	Allow int64  `json:"allow,string"`
	Deny  int64  `json:"deny,string"`
}

// Place asks Discord what the bot may do in a channel. It fails with [CodeMissingAccess] if the bot can't see it.
func (s *Session) Place(ctx context.Context, channel snowflake.Channel) (p Place, err error) {
	type place struct {
		Guild      snowflake.Guild   `json:"guild_id"`
		Type       int               `json:"type"`
		Parent     snowflake.Channel `json:"parent_id"`
		Overwrites []overwrite       `json:"permission_overwrites"`
	}
	get := func(route, bucket string, out any) {
		if err == nil {
			err = s.rest.do(ctx, call{method: "GET", route: route, bucket: bucket, safe: true}, out)
		}
	}
	var found place
	var self struct {
		ID snowflake.User `json:"id"`
	}
	get(channelRoute(channel), "", &found)
	if err == nil && found.Guild == "" {
		return p, fmt.Errorf("channel %s does not belong to a server", channel)
	}
	if slices.Contains([]int{10, 11, 12}, found.Type) { // a thread has the permissions of its channel
		get(channelRoute(found.Parent), "", &found)
	}
	get("/users/@me", "", &self)
	var roles []struct {
		ID          string `json:"id"`
		Permissions int64  `json:"permissions,string"`
	}
	var member struct {
		Roles  []string  `json:"roles"`
		Silent time.Time `json:"communication_disabled_until"`
	}
	get("/guilds/"+string(found.Guild)+"/roles", "", &roles)
	get(memberRoute(found.Guild, self.ID), memberRoute(found.Guild, ":id"), &member)
	if err != nil {
		return p, err
	}
	p.Guild, p.Silent = found.Guild, member.Silent
	var everyone, own int64
	for _, r := range roles {
		if r.ID == string(found.Guild) {
			everyone = r.Permissions
		}
		if r.ID == string(found.Guild) || slices.Contains(member.Roles, r.ID) {
			own |= r.Permissions
		}
	}
	p.Everyone = overwritten(everyone, found.Overwrites, string(found.Guild))
	if own&Administrator == 0 {
		own = overwritten(own, found.Overwrites, string(found.Guild))
		own = overwritten(own, found.Overwrites, member.Roles...)
		own = overwritten(own, found.Overwrites, string(self.ID))
		p.Lacking = Permissions &^ own
	}
	return p, nil
}

// overwritten returns permissions after the overwrites of these roles, or of this member. What one of them allows, the others can't deny.
func overwritten(have int64, all []overwrite, ids ...string) int64 {
	var allow, deny int64
	for _, o := range all {
		if slices.Contains(ids, o.ID) {
			allow, deny = allow|o.Allow, deny|o.Deny
		}
	}
	return have&^deny | allow
}
