package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/page"
)

// ask sends a request as the page does: a POST with a body, or a GET without one.
func ask(t *testing.T, srv *sandbox.Server, path string, body any) (int, map[string]any) {
	t.Helper()
	method, data := http.MethodGet, []byte(nil)
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		method, data = http.MethodPost, encoded
	}
	request, err := http.NewRequestWithContext(t.Context(), method, srv.URL()+path, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var out any
	if err := json.NewDecoder(response.Body).Decode(&out); err != nil {
		t.Fatal(err)
	}
	if object, ok := out.(map[string]any); ok {
		return response.StatusCode, object
	}
	return response.StatusCode, map[string]any{"list": out}
}

type body = map[string]any

func TestPlayOnThePage(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{})
	smallbot.Serve(t, srv, smallbot.Table(smallbot.Failing(t)))
	where := func(more body) body {
		more["user"], more["channel"] = "GM", "fight"
		return more
	}
	if _, world := ask(t, srv, "/sandbox/world?user=GM", nil); world["connected"] != true || len(world["users"].([]any)) != 5 {
		t.Errorf("the world is %v", world)
	}
	if _, commands := ask(t, srv, "/sandbox/commands?user=GM&channel=fight", nil); len(commands["list"].([]any)) != 3 {
		t.Errorf("the commands are %v", commands)
	}
	status, got := ask(t, srv, "/sandbox/command", where(body{"name": "init add", "options": body{"name": "a b", "count": "2"}}))
	if status != 200 || !strings.HasPrefix(got["text"].(string), "added count=2 name=a b by @GM") {
		t.Fatalf("got %d %v", status, got)
	}
	message := got["response"].(body)["message"].(body)["id"]
	if status, got = ask(t, srv, "/sandbox/complete", where(body{"name": "init add", "options": body{"name": "x"}, "focused": "name"})); status != 200 || len(got["list"].([]any)) != 1 {
		t.Errorf("got %d %v", status, got)
	}
	status, got = ask(t, srv, "/sandbox/press", body{"user": "Anna", "message": message, "button": "Join"})
	if status != 200 || got["response"].(body)["modal"] == nil {
		t.Fatalf("got %d %v", status, got)
	}
	form := got["interaction"]
	status, got = ask(t, srv, "/sandbox/submit", body{"user": "Anna", "interaction": form, "fields": body{"Name": "Bo"}})
	if status != 200 || got["text"] != "Bo joined" {
		t.Errorf("got %d %v", status, got)
	}
	if status, _ = ask(t, srv, "/sandbox/say", where(body{"text": "hello"})); status != 200 {
		t.Errorf("posting a message got %d", status)
	}
	if _, got = ask(t, srv, "/sandbox/messages?user=GM&channel=fight", nil); len(got["list"].([]any)) != 2 {
		t.Errorf("the messages are %v", got)
	}
	if status, got = ask(t, srv, "/sandbox/command", where(body{"line": "/nope"})); status != 400 || got["error"] == nil {
		t.Errorf("an unknown command got %d %v", status, got)
	}
	smallbot.NoViolations(t, srv)
}

// TestFaultPanel causes every fault that the page offers, and checks that the bot still answers after each.
func TestFaultPanel(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{Restart: func() error { return nil }})
	_, state := ask(t, srv, "/sandbox/faults", nil)
	for _, item := range state["faults"].([]any) {
		name := item.(body)["name"].(string)
		t.Run("after "+name, func(t *testing.T) {
			t.Parallel()
			if err := smallbot.Retry(func() error { return survives(t, name, item.(body)["lasting"] == true) }); err != nil {
				t.Error(err)
			}
		})
	}
	for _, wrong := range []body{{"name": "nothing"}, {"name": "429"}, {"name": "delay", "seconds": 601}} {
		if status, _ := ask(t, srv, "/sandbox/fault", wrong); status != 400 {
			t.Errorf("%v was accepted", wrong)
		}
	}
	if status, _ := ask(t, another(t, sandbox.Config{}, page.Config{}), "/sandbox/fault", body{"name": "restart"}); status != 400 {
		t.Error("a bot that the sandbox did not start was restarted")
	}
}

// survives causes a fault, twice if it is a lasting one: it is cleared, and it ends by itself. The error is one of the bot's after that.
func survives(t *testing.T, name string, lasting bool) error {
	var restarted atomic.Bool
	srv := another(t, sandbox.Config{}, page.Config{Restart: func() error { restarted.Store(true); return nil }})
	smallbot.Serve(t, srv, smallbot.Done(smallbot.Ignore))
	bring := func(name string, seconds int) {
		t.Helper()
		if status, got := ask(t, srv, "/sandbox/fault", body{"name": name, "seconds": seconds}); status != 200 {
			t.Errorf("%s: %v", name, got)
		}
	}
	isOn := func() bool {
		_, now := ask(t, srv, "/sandbox/faults", nil)
		return len(now["on"].([]any)) > 0
	}
	sessions := srv.Resumes() + srv.Identifies()
	bring(name, 600)
	if lasting {
		if !isOn() {
			t.Error("it is not on")
		}
		bring("clear", 0)
		if isOn() {
			t.Error("it was not cleared")
		}
		bring(name, 1)
		if err := srv.Await(smallbot.Soon(t), func() bool { return !isOn() }); err != nil {
			t.Errorf("it does not end on its own: %v", err)
		}
	}
	if name == "silence" { // a careful bot notices on its own; this one needs a drop
		srv.DropGateway()
	}
	if slices.Contains([]string{"drop", "refuse", "reconnect", "silence"}, name) {
		if err := smallbot.WaitBack(smallbot.Soon(t), srv, sessions); err != nil {
			return err
		}
	}
	if restarted.Load() != (name == "restart") {
		t.Errorf("the bot was restarted: %v", restarted.Load())
	}
	return smallbot.WaitDone(smallbot.Soon(t), srv, "GM", "fight")
}

// TestThePageIsToldWhatComesFirst checks the order of commands: by name, the subcommands in the bot's order; and that the page gets
// the order in which to suggest them.
func TestThePageIsToldWhatComesFirst(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{Order: [][]string{{"init"}, {"say", "act"}}, Begin: "init add"})
	sub := discordgo.ApplicationCommandOptionSubCommand
	smallbot.Serve(t, srv, smallbot.Done(smallbot.Failing(t)), &discordgo.ApplicationCommand{Name: "act", Description: "Act", Options: []*discordgo.ApplicationCommandOption{
		{Type: sub, Name: "move", Description: "Move"}, {Type: sub, Name: "attack", Description: "Attack"}}})
	_, world := ask(t, srv, "/sandbox/world?user=GM", nil)
	if got := fmt.Sprintf("%v %v", world["order"], world["begin"]); got != "[[init] [say act]] init add" {
		t.Errorf("the page is told %s", got)
	}
	_, commands := ask(t, srv, "/sandbox/commands?user=GM&channel=fight", nil)
	var names []string
	for _, one := range commands["list"].([]any) {
		names = append(names, one.(body)["name"].(string))
	}
	if want := []string{"act move", "act attack", "init add", "init end", "say"}; !slices.Equal(names, want) {
		t.Errorf("the commands are %q, want %q", names, want)
	}
}

// TestDemo plays a demo twice, each time in a new channel.
func TestDemo(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{Demos: []page.Demo{{Name: "small", Title: "Small", Script: "GM: /init add name:Orc\nAnna: [Join] Name = Bo"}}})
	smallbot.Serve(t, srv, smallbot.Table(smallbot.Failing(t)))
	for _, name := range []string{"small", "small-2"} {
		status, got := ask(t, srv, "/sandbox/demo", body{"name": "small"})
		if status != 200 || got["id"] != srv.ChannelID(name) {
			t.Fatalf("got %d %v", status, got)
		}
		if seen, err := srv.Messages(name, "Ben"); err != nil || len(seen) != 1 || seen[0].Text != "Bo joined" {
			t.Errorf("Ben sees %v, %v", seen, err)
		}
	}
	if status, _ := ask(t, srv, "/sandbox/demo", body{"name": "none"}); status != 400 {
		t.Error("an unknown demo was accepted")
	}
}

// TestAppsOnThePage uses the commands of Apps menus through the page's API.
func TestAppsOnThePage(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{})
	fail := smallbot.Failing(t)
	answer := func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: i.ApplicationCommandData().TargetID, AllowedMentions: smallbot.None()}}); err != nil {
			fail(err)
		}
	}
	smallbot.Serve(t, srv, answer, &discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: "Show character"},
		&discordgo.ApplicationCommand{Type: discordgo.MessageApplicationCommand, Name: "Quote"})
	if _, apps := ask(t, srv, "/sandbox/apps?user=GM&channel=fight", nil); fmt.Sprint(apps["list"]) != "[map[name:Quote of_message:true] map[name:Show character of_message:false]]" {
		t.Errorf("the Apps menus have %v", apps)
	}
	_, said := ask(t, srv, "/sandbox/say", body{"user": "Anna", "channel": "fight", "text": "hello"})
	_, messages := ask(t, srv, "/sandbox/messages?user=GM&channel=fight", nil)
	author := messages["list"].([]any)[0].(body)["author_id"]
	if author != srv.User("Anna").ID() {
		t.Errorf("the author is %v", author)
	}
	for _, one := range []struct {
		sent body
		want any
	}{{body{"user": "GM", "message": said["message"], "name": "Quote"}, said["message"]},
		{body{"user": "GM", "channel": "fight", "target": author, "name": "Show character"}, author}} {
		if status, got := ask(t, srv, "/sandbox/app", one.sent); status != 200 || got["text"] != one.want {
			t.Errorf("%v got %d %v", one.sent, status, got)
		}
	}
	if status, got := ask(t, srv, "/sandbox/app", body{"user": "GM", "message": said["message"], "name": "Nope"}); status != 400 || got["error"] == nil {
		t.Errorf("an unknown command got %d %v", status, got)
	}
}

// TestLanguagesOnThePage sets the languages of a client and of the server.
func TestLanguagesOnThePage(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{})
	for path, one := range map[string]body{"/sandbox/locale": {"user": "Anna", "locale": "fr"}, "/sandbox/community": {"locale": "de"}} {
		if status, got := ask(t, srv, path, one); status != 200 {
			t.Errorf("%s got %d %v", path, status, got)
		}
	}
	for path, one := range map[string]body{"/sandbox/locale": {"user": "Anna", "locale": "xx"}, "/sandbox/community": {"locale": "en"}} {
		if status, got := ask(t, srv, path, one); status != 400 {
			t.Errorf("%s with an unknown locale got %d %v", path, status, got)
		}
	}
	_, world := ask(t, srv, "/sandbox/world?user=Anna", nil)
	locales := body{}
	for _, one := range world["users"].([]any) {
		locales[one.(body)["name"].(string)] = one.(body)["locale"]
	}
	if world["community"] != "de" || locales["Anna"] != "fr" || locales["Ben"] != "en-US" || len(world["locales"].([]any)) < 32 {
		t.Errorf("the languages are %v in %v, of %v", locales, world["community"], world["locales"])
	}
}
