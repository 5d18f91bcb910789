package discord

import (
	"fmt"
	"strings"
	"testing"

	"roundel/bot/discord/gateway"
)

// interactionFrame is an INTERACTION_CREATE as Discord sends one for /init add with six options, in Discord's order of fields.
const interactionFrame = `{"t":"INTERACTION_CREATE","s":42,"op":0,"d":{"version":1,"type":2,"token":"aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTpUb2tlblRva2VuVG9rZW5Ub2tlblRva2VuVG9rZW5Ub2tlblRva2VuVG9rZW5Ub2tlblRva2VuVG9rZW5Ub2tlblRva2VuVG9rZW5Ub2tlblRva2VuVG9rZW4",` +
	`"member":{"user":{"username":"anna","public_flags":0,"primary_guild":null,"id":"123456789012345678","global_name":"Anna","discriminator":"0","collectibles":null,"clan":null,"avatar_decoration_data":null,"avatar":"0123456789abcdef0123456789abcdef"},"unusual_dm_activity_until":null,"roles":["223456789012345678","323456789012345678","423456789012345678"],"premium_since":null,"permissions":"2251799813685247","pending":false,"nick":"Anna the GM","mute":false,"joined_at":"2024-01-02T03:04:05.678000+00:00","flags":0,"deaf":false,"communication_disabled_until":null,"banner":null,"avatar":null},` +
	`"locale":"en-GB","id":"1323456789012345678","guild_locale":"en-US","guild_id":"523456789012345678","guild":{"locale":"en-US","id":"523456789012345678","features":["COMMUNITY","NEWS","INVITE_SPLASH","ANIMATED_ICON","GUILD_ONBOARDING"]},"entitlements":[],"entitlement_sku_ids":[],` +
	`"data":{"type":1,"options":[{"type":1,"options":[{"value":"Goblin Boss","type":3,"name":"name"},{"value":24,"type":4,"name":"hp"},{"value":3,"type":4,"name":"init"},{"value":true,"type":5,"name":"hidden"},{"value":"123456789012345678","type":6,"name":"owner"},{"value":"2d6+3 \"crush\"","type":3,"name":"stats"}],"name":"add"}],"name":"init","id":"623456789012345678"},` +
	`"context":0,"channel_id":"723456789012345678","channel":{"type":0,"topic":"Fights on Thursdays, 8 pm","theme_color":null,"rate_limit_per_user":0,"position":3,"permissions":"2251799813685247","parent_id":"823456789012345678","nsfw":false,"name":"fight","last_message_id":"923456789012345678","id":"723456789012345678","icon_emoji":{"name":"x","id":null},"guild_id":"523456789012345678","flags":0},` +
	`"authorizing_integration_owners":{"0":"523456789012345678"},"attachment_size_limit":10485760,"application_id":"1023456789012345678","app_permissions":"2252074691660800"}}`

// guildFrame returns the GUILD_CREATE of a server with 200 channels.
func guildFrame() string {
	var channels []string
	for i := range 200 {
		channels = append(channels, fmt.Sprintf(`{"version":1,"type":0,"topic":null,"rate_limit_per_user":0,"position":%d,"permission_overwrites":[{"type":0,"id":"1","deny":"0","allow":"1024"}],"parent_id":"2","name":"channel-%d","last_message_id":"3","id":"%d","flags":0}`, i, i, 1000+i))
	}
	return `{"t":"GUILD_CREATE","s":2,"op":0,"d":{"joined_at":"2024-01-02T03:04:05.678000+00:00","threads":[],"id":"1","unavailable":false,"channels":[` +
		strings.Join(channels, ",") + `]}}`
}

// BenchmarkFrameInteraction measures decoding an INTERACTION_CREATE to a Request.
func BenchmarkFrameInteraction(b *testing.B) {
	raw := []byte(interactionFrame)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		p, err := gateway.Parse(raw, (*shard)(nil).Data)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Data.(*interaction).request(p.DataErr); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFrameGuild measures decoding a GUILD_CREATE to the list of channels.
func BenchmarkFrameGuild(b *testing.B) {
	raw := []byte(guildFrame())
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		p, err := gateway.Parse(raw, (*shard)(nil).Data)
		if err != nil || p.DataErr != nil || len(p.Data.(*serverEvent).Channels) != 200 {
			b.Fatal(err)
		}
	}
}
