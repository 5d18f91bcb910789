package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/sandbox"
	"roundel/sandbox/world"
)

const secretToken = "TOKEN-THAT-MUST-NOT-BE-SEEN"

// TestSettingsOfEarlierReleases: values that earlier releases accepted are still accepted.
func TestSettingsOfEarlierReleases(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]zerolog.Level{"trace": zerolog.TraceLevel, "DEBUG": zerolog.DebugLevel, "fatal": zerolog.FatalLevel,
		"panic": zerolog.PanicLevel, "disabled": zerolog.Disabled, "99": 99} {
		if s, err := readSettings([]string{"DISCORD_TOKEN=x", "ROUNDEL_LOG_LEVEL=" + name}); err != nil || s.level != want {
			t.Errorf("%s: level %v, %v", name, s.level, err)
		}
	}
	if _, err := readSettings([]string{"DISCORD_TOKEN=x", "DISCORD_API_URL=https://discord.example.org/api"}); err != nil {
		t.Error(err)
	}
}

// TestEveryBadSettingIsReported: all bad settings are reported at once, one line each, with status 2 and without the token.
func TestEveryBadSettingIsReported(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		env  []string
		want []string
	}{
		"nothing": {nil, []string{"DISCORD_TOKEN is missing"}},
		"empty":   {[]string{"DISCORD_TOKEN="}, []string{"DISCORD_TOKEN is missing"}},
		"all": {[]string{"DISCORD_TOKEN=" + secretToken + " x", "DISCORD_API_URL=discord", "DISCORD_GUILD_ID=my server",
			"ROUNDEL_HTTP_ADDR=8080", "ROUNDEL_LOG_LEVEL=loud", "ROUNDEL_LOG_FORMAT=xml"},
			[]string{"bot token", "DISCORD_API_URL", "DISCORD_GUILD_ID", "ROUNDEL_HTTP_ADDR", "ROUNDEL_LOG_LEVEL", "ROUNDEL_LOG_FORMAT"}},
		"both":       {[]string{"DISCORD_TOKEN=" + secretToken, "DISCORD_TOKEN_FILE=" + empty}, []string{"keep one of them"}},
		"no file":    {[]string{"DISCORD_TOKEN_FILE=" + empty + "x"}, []string{"DISCORD_TOKEN_FILE cannot be read"}},
		"empty file": {[]string{"DISCORD_TOKEN_FILE=" + empty}, []string{"is empty"}},
		"quoted":     {[]string{`DISCORD_TOKEN="` + secretToken}, []string{"has a space, a line break or a quotation mark in it; copy it again"}},
		"version":    {[]string{"DISCORD_TOKEN=x", "DISCORD_API_URL=https://discord.example.org/api/v10/"}, []string{"leave out /api and what follows"}},
		"folders": {[]string{"DISCORD_TOKEN=x", "ROUNDEL_RULES=" + empty + "x", "ROUNDEL_LANGUAGES=" + empty},
			[]string{"ROUNDEL_RULES cannot be read; name a folder that user ", "ROUNDEL_LANGUAGES cannot be read; name a folder that user "}},
	} {
		for _, format := range []string{"", "json"} {
			out := &output{}
			env := c.env
			if format == "json" && name != "all" {
				env = append(append([]string{}, env...), "ROUNDEL_LOG_FORMAT=json")
			}
			err := run(t.Context(), nil, env, out, out)
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if status(err) != 2 || len(lines) != len(c.want) {
				t.Errorf("%s: status %d, %v:\n%s", name, status(err), err, out)
			}
			for i, want := range c.want {
				if !strings.Contains(lines[min(i, len(lines)-1)], want) {
					t.Errorf("%s: line %d lacks %q:\n%s", name, i, want, out)
				}
			}
			if strings.Contains(out.String(), secretToken) {
				t.Errorf("%s: the token is printed", name)
			}
			if format == "json" && name != "all" {
				onlyJSON(t, out.String())
			}
		}
	}
}

func onlyJSON(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"--help"}, 0, "DISCORD_TOKEN"}, {[]string{"help"}, 0, "sandbox"}, {[]string{"dance"}, 2, "dance"},
		{[]string{"run", "now"}, 2, "roundel run: unexpected argument \"now\""}, {[]string{"--dance"}, 2, "-dance"},
		{[]string{"help", "backup"}, 0, "roundel backup FILE"}, {[]string{"help", "x", "y"}, 2, "at most one command"},
		{[]string{"backup"}, 2, "FILE is missing"}, {[]string{"backup", "a", "b"}, 2, "unexpected argument"},
		{[]string{"version", "--short"}, 2, "-short"}, {[]string{"invite", "--id", "me"}, 2, "not a valid application ID"},
		{[]string{"health"}, 2, "ROUNDEL_HTTP_ADDR is missing"}, {[]string{"register"}, 2, "DISCORD_TOKEN is missing"}, {[]string{"run"}, 2, "DISCORD_TOKEN is missing"},
	} {
		out := &output{}
		if err := run(t.Context(), c.args, nil, out, out); status(err) != c.status || !strings.Contains(out.String(), c.want) {
			t.Errorf("%v: status %d: %s", c.args, status(err), out)
		}
	}
}

func TestTheTokenIsReadFromAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("Bot "+secretToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := readSettings([]string{"DISCORD_TOKEN_FILE=" + file})
	if err != nil || s.Token != secretToken || s.DB != "data/roundel.db" {
		t.Errorf("%v, %v", s.DB, err)
	}
}

// TestSettingsMayBeQuoted: docker run --env-file doesn't remove quotation marks, unlike compose and systemd.
func TestSettingsMayBeQuoted(t *testing.T) {
	t.Parallel()
	s, err := readSettings([]string{`DISCORD_TOKEN="` + secretToken + `"`, "ROUNDEL_DB='fights.db'", `ROUNDEL_KEEP_DAYS="3"`, `DISCORD_GUILD_ID=""`, `ROUNDEL_LOG_FORMAT="json"`})
	if err != nil || s.Token != secretToken || s.DB != "fights.db" || s.KeepDays != 3 || s.Guild != "" || s.LogFormat != "json" {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestARefusedTokenEndsTheBot: when Discord refuses the token, the process ends with a message that does not show it.
func TestARefusedTokenEndsTheBot(t *testing.T) {
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	out := &output{}
	err = run(t.Context(), nil, []string{"DISCORD_TOKEN=" + secretToken, "DISCORD_API_URL=" + srv.URL(),
		"ROUNDEL_DB=" + filepath.Join(t.TempDir(), "x.db")}, out, out)
	if status(err) != 1 || strings.Contains(out.String(), secretToken) || !strings.Contains(out.String(), "oken") {
		t.Errorf("status %d: %s", status(err), out)
	}
}

// TestADatabaseInUseIsRefused: a second process with the same database ends at once.
func TestADatabaseInUseIsRefused(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	out := &output{}
	err := run(t.Context(), nil, []string{"DISCORD_TOKEN=" + tb.srv.Token(), "DISCORD_API_URL=" + tb.srv.URL(),
		"ROUNDEL_DB=" + tb.db}, out, out)
	if status(err) != 1 || !strings.Contains(out.String(), "in use") {
		t.Errorf("status %d: %s", status(err), out)
	}
}

// TestTheSandboxNeedsNoSettings: it prints the address of its page without any settings, and stops when its context ends.
func TestTheSandboxNeedsNoSettings(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	out, done := &output{}, make(chan error, 1)
	go func() { done <- run(ctx, []string{"sandbox"}, nil, out, io.Discard) }()
	(&table{t: t, out: out}).says("Play at ", 1)
	_, after, _ := strings.Cut(out.String(), "Play at ")
	page, _, _ := strings.Cut(after, " ")
	if body := get(t, page, http.StatusOK); !strings.Contains(body, "<html") && !strings.Contains(body, "<!") {
		t.Errorf("%s shows %.100s", page, body)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func get(t *testing.T, url string, want int) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != want {
		t.Errorf("%s: %d, %v: %s", url, resp.StatusCode, err, body)
	}
	return string(body)
}

// TestHealthPagesShowTheBotsState: /readyz follows the connection to Discord, while /healthz stays at 200.
func TestHealthPagesShowTheBotsState(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	tb := newTable(t, "ROUNDEL_HTTP_ADDR="+addr)
	get(t, "http://"+addr+"/healthz", http.StatusOK)
	get(t, "http://"+addr+"/readyz", http.StatusOK)
	tb.do("GM", "/init start", "begins")
	tb.do("Anna", "/next", "Initiative hasn't been rolled yet")
	if text := get(t, "http://"+addr+"/metrics", http.StatusOK); !strings.Contains(text, `roundel_requests_total{name="init start",outcome="ok"} 1`) ||
		!strings.Contains(text, `roundel_requests_total{name="next",outcome="refused"} 1`) {
		t.Error(text)
	}
	tb.srv.Blackout(true)
	tb.srv.DropGateway()
	if err := tb.srv.WaitConnected(tb.soon(), false); err != nil {
		t.Fatal(err)
	}
	tb.until("not ready", func() bool { return pageSays(t, "http://"+addr+"/readyz", http.StatusServiceUnavailable) })
	get(t, "http://"+addr+"/healthz", http.StatusOK)
	tb.srv.Blackout(false)
}

// TestTwoPressesEndOneTurn: CO-10. When two people press "End turn" in the same turn at the same moment, only one turn ends.
func TestTwoPressesEndOneTurn(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6")
	tb.do("GM", "/init add name:Goblin stats:init 7 roll:12")
	tb.do("GM", "/init roll")
	turns := 200
	if brief() {
		turns = 40
	}
	names := []string{"Knight", "Goblin"}
	for i := range turns {
		m := tb.card(fmt.Sprintf("**Round %d · %s**", i/2+1, names[i%2]))
		var wg sync.WaitGroup
		var texts [2]string
		var ended atomic.Int32
		for k, who := range []string{"GM", "Admin"} {
			wg.Go(func() {
				pressed, err := tb.srv.User(who).PressStale(m.ID, "End turn")
				if err != nil {
					t.Error(err)
					return
				}
				got, err := pressed.Wait(tb.soon())
				if err != nil {
					t.Error(err)
				}
				texts[k] = got.Text()
				if !got.Ephemeral {
					ended.Add(1)
				}
			})
		}
		wg.Wait()
		stale := strings.Count(texts[0]+texts[1], "earlier turn")
		if ended.Load() != 1 || stale != 1 {
			t.Fatalf("turn %d: %q and %q", i, texts[0], texts[1])
		}
	}
	tb.card(fmt.Sprintf("**Round %d · Knight**", turns/2+1))
}

// TestEveryInteractionDeliveredTwiceHasOneEffect: a fight goes as usual if Discord delivers every interaction twice.
func TestEveryInteractionDeliveredTwiceHasOneEffect(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.srv.DeliverTwice(true)
	tb.do("GM", "/init start", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "Knight")
	tb.do("Ben", "/init join name:Elf stats:init 5, hp 30 roll:6", "Elf")
	tb.turn("GM", "/init roll", "Round 1 · Knight")
	elf := tb.turn("Anna", "/next", "Round 1 · Elf")
	tb.do("GM", "/hp target:Elf amount:-5", "25/30")
	tb.card("Round 1 · Elf", "25/30")
	tb.pressTurn("Ben", elf.ID, "End turn", "Round 2 · Knight")
	tb.turn("GM", "/init undo", "Round 1 · Elf", "Undone")
}

// TestALostPermissionStopsNoCommand: after a permission was lost during a fight, commands still work, and the card comes back
// with the permission.
func TestALostPermissionStopsNoCommand(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "Knight")
	tb.card("Knight")
	if err := tb.srv.SetBotPermissions("fight", 0); err != nil {
		t.Fatal(err)
	}
	tb.do("GM", "/init roll", "Knight")
	tb.do("GM", "/hp target:Knight amount:-5", "25/30")
	if err := tb.srv.ResetPermissions("fight", "Roundel"); err != nil {
		t.Fatal(err)
	}
	tb.do("GM", "/hp target:Knight amount:-5", "20/30")
	tb.card("Round 1 · Knight", "20/30")
	tb.forgive = []int{50001, 50013, 403}
}

// TestStartIsRefusedWhereTheBotCannotWrite: in a direct message, or where the bot may not post, no fight starts.
func TestStartIsRefusedWhereTheBotCannotWrite(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	got, err := tb.srv.User("Anna").Do(tb.soon(), "@Anna", "/init start")
	if err != nil || !strings.Contains(got.Text(), "server channel") {
		t.Errorf("%s, %v", got.Text(), err)
	}
	if err := tb.srv.SetBotPermissions("fight", world.PermMember&^world.PermSendMessages); err != nil {
		t.Fatal(err)
	}
	tb.do("GM", "/init start", "Send Messages")
	tb.do("GM", "/init list", "no fight")
}

// TestADeletedCardIsReplaced: if somebody deletes the card, the bot posts another at the next change, which pings nobody again.
func TestADeletedCardIsReplaced(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start", "begins")
	old := tb.card("Nobody")
	if err := tb.srv.DeleteMessage(old.ID); err != nil {
		t.Fatal(err)
	}
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "Knight")
	if m := tb.card("Knight"); m.ID == old.ID {
		t.Error("the deleted message is still shown")
	}
	old = tb.turn("GM", "/init roll", "Round 1 · Knight", "@Anna")
	tb.must(tb.srv.DeleteMessage(old.ID))
	tb.do("GM", "/hp target:Knight amount:-5", "25/30")
	if m := tb.card("Round 1 · Knight", "25/30"); m.ID == old.ID || len(m.Pinged) > 0 {
		t.Errorf("the new card, %s, pings %v", m.ID, m.Pinged)
	}
	tb.forgive = []int{10008, 404}
}

// TestBadNumbersNameTheSetting: the message names the variable, and other bad settings are reported, too.
func TestBadNumbersNameTheSetting(t *testing.T) {
	t.Parallel()
	out := &output{}
	err := run(t.Context(), nil, []string{"ROUNDEL_KEEP_DAYS=abc", "ROUNDEL_COMMANDS_PER_MINUTE=1.5", "DISCORD_GUILD_ID=my server"}, out, out)
	for _, want := range []string{"DISCORD_TOKEN is missing", "DISCORD_GUILD_ID is not a valid server ID", `ROUNDEL_KEEP_DAYS must be a whole number, not "abc"`,
		`ROUNDEL_COMMANDS_PER_MINUTE must be a whole number, not "1.5"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q", want)
		}
	}
	if status(err) != 2 || strings.Count(out.String(), "\n") != 4 {
		t.Errorf("status %d:\n%s", status(err), out)
	}
	out = &output{}
	err = run(t.Context(), nil, []string{"DISCORD_TOKEN=x", "ROUNDEL_KEEP_DAYS=-1", "ROUNDEL_COMMANDS_PER_MINUTE=-1", "ROUNDEL_SHARDS=-1"}, out, out)
	if status(err) != 2 || strings.Count(out.String(), "must not be negative") != 2 || !strings.Contains(out.String(), "ROUNDEL_SHARDS must be") {
		t.Errorf("status %d:\n%s", status(err), out)
	}
	for _, setting := range []string{"ROUNDEL_HTTP_ADDR=:http-alt", "ROUNDEL_HTTP_ADDR=127.0.0.1:65536", "ROUNDEL_INTERACTIONS_ADDR=:-1", "ROUNDEL_HTTP_ADDR=localhost:",
		"DISCORD_GUILD_ID=98765432109876543210"} {
		out = &output{}
		err = run(t.Context(), nil, []string{"DISCORD_TOKEN=x", setting}, out, out)
		name, value, _ := strings.Cut(setting, "=")
		if want := name + " is not a valid "; status(err) != 2 || !strings.Contains(out.String(), want) || !strings.Contains(out.String(), strconv.Quote(value)) {
			t.Errorf("%s: status %d:\n%s", setting, status(err), out)
		}
	}
}
