package gateway

import (
	"net/http"
	"strings"
	"testing"
)

func TestDiscordgoRequestsAreRefused(t *testing.T) {
	g := gatewayOnly{"wss://gateway.example"}
	for _, address := range []string{"https://discord.com/api/v9/users/@me", "https://discord.com/api/v9/gateway/bot",
		"https://discord.com/api/v9/webhooks/1/canary"} {
		req, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := g.RoundTrip(req)
		if err == nil {
			resp.Body.Close()
			t.Errorf("%s was answered", address)
		} else if strings.Contains(err.Error(), "canary") {
			t.Error(err)
		}
	}
}
