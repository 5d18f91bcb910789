package discord_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/snowflake"
)

// answering returns a session whose REST calls get these answers, by path. Others get 404.
func answering(t *testing.T, answers map[string]string) *discord.Session {
	t.Helper()
	return against(t, func(w http.ResponseWriter, r *http.Request) {
		body, ok := answers[strings.TrimPrefix(r.URL.Path, "/api/v9")]
		if !ok {
			answer(t, w, http.StatusNotFound, `{"code":10003,"message":"Unknown Channel"}`)
			return
		}
		answer(t, w, http.StatusOK, body)
	})
}

func TestApplicationSaysWhatIsSetInThePortal(t *testing.T) {
	s := answering(t, map[string]string{"/applications/@me": `{"id":"7","name":"Bot","bot_public":true,"bot_require_code_grant":true,
		"flags":557056,"approximate_guild_count":12,"interactions_endpoint_url":"https://bot.example.com/interactions"}`})
	app, err := s.Application(t.Context())
	if err != nil || app.ID != "7" || app.Name != "Bot" || !app.Public || !app.CodeGrant || app.Servers != 12 ||
		app.Endpoint != "https://bot.example.com/interactions" || !slices.Equal(app.Privileged, []string{"Server Members", "Message Content"}) {
		t.Errorf("%+v, %v", app, err)
	}
}

// TestAheadIsTheDifferenceOfTheClocks: Discord's time is in the headers of its answers.
func TestAheadIsTheDifferenceOfTheClocks(t *testing.T) {
	for _, behind := range []time.Duration{0, time.Hour, -time.Hour} {
		s := against(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", time.Now().Add(-behind).UTC().Format(http.TimeFormat))
			answer(t, w, http.StatusOK, `{"id":"7"}`)
		})
		if d, ok := s.Ahead(); ok {
			t.Errorf("ahead by %v before an answer", d)
		}
		if _, err := s.Application(t.Context()); err != nil {
			t.Fatal(err)
		}
		if d, ok := s.Ahead(); !ok || (d-behind).Abs() > time.Second {
			t.Errorf("ahead by %v, want %v", d, behind)
		}
	}
}

// TestCompareFindsDifferentCommands: what Discord adds, leaves out or translates is not a difference.
func TestCompareFindsDifferentCommands(t *testing.T) {
	const same = `{"id":"1","type":1,"version":"9","name":"same","description":"Same","description_localizations":null,"nsfw":false,
		"options":[{"type":3,"name":"text","description":"Text","choices":[{"name":"A","value":"a"}]}]}`
	list := []map[string]any{
		{"name": "same", "description": "Same", "description_localizations": map[string]any{"de": "Gleich"}, "options": []map[string]any{
			{"type": 3, "name": "text", "description": "Text", "required": false, "choices": []map[string]any{{"name": "A", "value": "a"}}}}},
		{"name": "other", "description": "Other"}, {"name": "more", "options": []map[string]any{{"name": "a"}}}, {"name": "gone"},
	}
	s := answering(t, map[string]string{"/applications/@me": `{"id":"7"}`,
		"/applications/7/commands":          `[` + same + `,{"name":"other","description":"Old"},{"name":"more"},{"name":"stranger"},{"name":"launch","type":4}]`,
		"/applications/7/guilds/5/commands": `[]`})
	got, err := s.Compare(t.Context(), "", list)
	if want := "{4 [gone] [stranger] [other more]}"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v, want %s", got, err, want)
	}
	got, err = s.Compare(t.Context(), "5", list)
	if want := "{0 [same other more gone] [] []}"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v, want %s", got, err, want)
	}
}

// TestPlaceComputesPermissions as Discord does: of the server, then of everyone, the bot's roles and the bot in the channel.
func TestPlaceComputesPermissions(t *testing.T) {
	const (
		view, send, threads, history = discord.ViewChannel, discord.SendMessages, discord.SendInThreads, discord.ReadMessageHistory
		all                          = view | send | threads | history
	)
	over := func(id string, allow, deny int64) string {
		return fmt.Sprintf(`{"id":%q,"allow":"%d","deny":"%d"}`, id, allow, deny)
	}
	for name, c := range map[string]struct {
		everyone, role int64
		overwrites     []string
		lacking        int64
	}{
		"everyone may":                      {everyone: all},
		"a role may":                        {everyone: view, role: send | threads | history},
		"nobody may":                        {lacking: all},
		"an administrator":                  {role: discord.Administrator, overwrites: []string{over("5", 0, all)}},
		"denied for everyone":               {everyone: all, overwrites: []string{over("5", 0, send)}, lacking: send},
		"allowed again for the role":        {everyone: all, overwrites: []string{over("5", 0, send|view), over("8", send|view, 0)}},
		"one role allows, another denies":   {everyone: all, overwrites: []string{over("8", send, 0), over("9", 0, send)}},
		"denied for the bot":                {everyone: all, overwrites: []string{over("8", history, 0), over("3", 0, history)}, lacking: history},
		"denied for a role it doesn't have": {everyone: all, overwrites: []string{over("6", 0, all)}},
	} {
		s := answering(t, map[string]string{
			"/users/@me":          `{"id":"3"}`,
			"/channels/1":         `{"id":"1","guild_id":"5","type":0,"permission_overwrites":[` + strings.Join(c.overwrites, ",") + `]}`,
			"/channels/2":         `{"id":"2","guild_id":"5","type":11,"parent_id":"1"}`,
			"/guilds/5/roles":     fmt.Sprintf(`[{"id":"5","permissions":"%d"},{"id":"6","permissions":"8"},{"id":"8","permissions":"%d"},{"id":"9","permissions":"0"}]`, c.everyone, c.role),
			"/guilds/5/members/3": `{"roles":["8","9"],"communication_disabled_until":null}`,
		})
		for _, channel := range []snowflake.Channel{"1", "2"} {
			got, err := s.Place(t.Context(), channel)
			if err != nil || got.Guild != "5" || got.Lacking != c.lacking || !got.Silent.IsZero() {
				t.Errorf("%s, channel %s: %+v, %v, want %b", name, channel, got, err, c.lacking)
			}
		}
		if _, err := s.Place(t.Context(), "99"); discord.Code(err) != discord.CodeUnknownChannel {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := answering(t, map[string]string{"/users/@me": `{"id":"3"}`, "/channels/1": `{"id":"1","type":1}`})
	if got, err := s.Place(t.Context(), "1"); err == nil || !strings.Contains(err.Error(), "does not belong to a server") {
		t.Errorf("a direct message: %+v, %v", got, err)
	}
}
