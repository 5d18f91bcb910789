package client_test

import (
	"testing"
	"time"

	"roundel/sandbox/client"
	"roundel/sandbox/world"
)

func TestMentionsAreShownAsNames(t *testing.T) {
	w := world.New("Roundel", time.Unix(0, 0))
	g := w.FindGuild("")
	staff := w.AddRole(g, "Helpers", 0)
	anna, fight := w.FindUser("Anna"), w.FindChannel("fight")
	g.Members[anna.ID].Nick = "Knight"
	for text, want := range map[string]string{
		"<@" + anna.ID + "> hits <@!" + anna.ID + ">": "@Knight hits @Knight",
		"see <#" + fight.ID + ">":                     "see #fight",
		"<@&" + staff.ID + "> and <@&" + g.ID + ">":   "@Helpers and @@everyone",
		"<@1> <#1> <@&1> <t:1> a < b > c":             "<@1> <#1> <@&1> <t:1> a < b > c",
	} {
		if got := client.WithNames(w, g.ID, text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
	if got := client.WithNames(w, "", "<@"+anna.ID+"> <@&"+staff.ID+">"); got != "@Anna <@&"+staff.ID+">" {
		t.Errorf("in a direct message: %q", got)
	}
}
