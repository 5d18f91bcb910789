package discord

import "testing"

// TestInviteURL checks that the link has exactly the bot's permissions, and both scopes.
func TestInviteURL(t *testing.T) {
	const want = "https://discord.com/oauth2/authorize?client_id=42&permissions=274877975552&scope=bot+applications.commands"
	if got := InviteURL("42"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
