package sandbox_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"roundel/internal/smallbot"
	"roundel/sandbox"
)

// arrived returns what the bot gets next as an event.
func (s stage) arrived(event string) map[string]any {
	s.t.Helper()
	for {
		p := s.bot.next()
		if p.Type != event {
			continue
		}
		var got map[string]any
		if err := json.Unmarshal(p.Data, &got); err != nil {
			s.t.Fatalf("got %s: %v", p.Data, err)
		}
		return got
	}
}

// TestLocalesOfInteractions: an interaction has the locale of the user's client and that of the server, which only Community servers can
// choose, and none of the server's in a direct message.
func TestLocalesOfInteractions(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	shown := func(channel string) string {
		t.Helper()
		if _, err := s.srv.User("Anna").Command(channel, "/go"); err != nil {
			t.Fatal(err)
		}
		got := s.arrived("INTERACTION_CREATE")
		return fmt.Sprint(got["locale"], " ", got["guild_locale"], " ", got["guild"])
	}
	set := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	plain := fmt.Sprintf("map[features:[] id:%s locale:en-US]", s.srv.GuildID(""))
	if got := shown("fight"); got != "en-US en-US "+plain {
		t.Errorf("at first, an interaction has %s", got)
	}
	set(s.srv.SetLocale("Anna", "fr"))
	if got := shown("fight"); got != "fr en-US "+plain {
		t.Errorf("with a French client, an interaction has %s", got)
	}
	set(s.srv.SetCommunity("", "de"))
	if got := s.arrived("GUILD_UPDATE"); got["preferred_locale"] != "de" || fmt.Sprint(got["features"]) != "[COMMUNITY]" {
		t.Errorf("a German server is %v", got)
	}
	if got, want := shown("fight"), fmt.Sprintf("fr de map[features:[COMMUNITY] id:%s locale:de]", s.srv.GuildID("")); got != want {
		t.Errorf("in a German server, an interaction has %s, want %s", got, want)
	}
	if got := shown("@Anna"); got != "fr <nil> <nil>" {
		t.Errorf("in a direct message, an interaction has %s", got)
	}
	set(s.srv.SetCommunity("", ""))
	if got := shown("fight"); got != "fr en-US "+plain {
		t.Errorf("in a server that is no Community any more, an interaction has %s", got)
	}
	for _, err := range []error{s.srv.SetLocale("Anna", "en"), s.srv.SetLocale("Anna", ""), s.srv.SetLocale("Nobody", "de"), s.srv.SetCommunity("", "xx"),
		s.srv.SetCommunity("Nowhere", "de")} {
		if err == nil {
			t.Error("a locale that does not exist, or one of nobody, was set")
		}
	}
	smallbot.NoViolations(t, s.srv)
}
