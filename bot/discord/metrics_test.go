package discord

import "testing"

func TestRouteTemplate(t *testing.T) {
	for route, want := range map[string]string{
		"/channels/123/messages/456":            "/channels/:id/messages/:id",
		"/interactions/123/%s/callback":         "/interactions/:id/:token/callback",
		"/webhooks/1/%s/messages/@original":     "/webhooks/:id/:token/messages/@original",
		"/webhooks/1/%s?wait=true":              "/webhooks/:id/:token",
		"/gateway/bot":                          "/gateway/bot",
		"/applications/1/guilds/2/commands":     "/applications/:id/guilds/:id/commands",
		"/channels/1/messages?around=5&limit=1": "/channels/:id/messages",
	} {
		if got := routeTemplate(route); got != want {
			t.Errorf("%s: %s, want %s", route, got, want)
		}
	}
}
