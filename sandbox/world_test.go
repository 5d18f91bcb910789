package sandbox_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/limits"
	"roundel/sandbox/world"
)

func TestReadingRoutesThroughALibrary(t *testing.T) {
	srv := start(t, sandbox.Config{})
	bot := newBot(t, srv)
	fight := srv.ChannelID("fight")
	var ids []string
	for i := range 5 {
		ids = append(ids, sent(t, srv, fmt.Sprintf(`{"content":"%d",%s}`, i, quiet)))
	}
	for name, one := range map[string]struct {
		limit                 int
		before, after, around string
		want                  []string
	}{
		"all":          {100, "", "", "", []string{ids[4], ids[3], ids[2], ids[1], ids[0]}},
		"two":          {2, "", "", "", []string{ids[4], ids[3]}},
		"before":       {2, ids[3], "", "", []string{ids[2], ids[1]}},
		"after":        {2, "", ids[1], "", []string{ids[3], ids[2]}},
		"after last":   {2, "", ids[4], "", nil},
		"around":       {3, "", "", ids[2], []string{ids[3], ids[2], ids[1]}},
		"around first": {3, "", "", ids[0], []string{ids[1], ids[0]}},
		"around last":  {3, "", "", ids[4], []string{ids[4], ids[3]}},
		"around one":   {1, "", "", ids[3], []string{ids[3]}},
	} {
		list, err := bot.ChannelMessages(fight, one.limit, one.before, one.after, one.around)
		var got []string
		for _, m := range list {
			got = append(got, m.ID)
		}
		if err != nil || !slices.Equal(got, one.want) {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, one.want)
		}
	}
	if err := bot.ChannelMessagePin(fight, ids[0]); err != nil {
		t.Error(err)
	}
	if pins, err := bot.ChannelMessagesPinned(fight); err != nil || len(pins) != 1 || pins[0].ID != ids[0] {
		t.Errorf("pins: %v, %v", pins, err)
	}
	if err := bot.ChannelMessageUnpin(fight, ids[0]); err != nil {
		t.Error(err)
	}
	thread, err := bot.MessageThreadStart(fight, ids[0], "aside", 60)
	if err != nil || thread.ParentID != fight {
		t.Errorf("thread: %+v, %v", thread, err)
	}
	dm, err := bot.UserChannelCreate(srv.User("Anna").ID())
	if err != nil || dm.Type != discordgo.ChannelTypeDM {
		t.Errorf("direct message: %+v, %v", dm, err)
	}
	channels, err := bot.GuildChannels(srv.GuildID(""))
	if err != nil || len(channels) != 2 {
		t.Errorf("channels: %v, %v", channels, err)
	}
	roles, err := bot.GuildRoles(srv.GuildID(""))
	if err != nil || len(roles) != 3 {
		t.Errorf("roles: %v, %v", roles, err)
	}
	info, err := bot.GatewayBot()
	if err != nil || info.SessionStartLimit.Remaining != 1000 {
		t.Errorf("gateway: %+v, %v", info, err)
	}
	if err := bot.ChannelTyping(fight); err != nil {
		t.Error(err)
	}
	if got := srv.Count("POST /channels/{channel}/messages"); got != 5 {
		t.Errorf("%d messages were counted, want 5", got)
	}
	smallbot.NoViolations(t, srv)
}

func TestPeopleAndRoles(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	if err := s.srv.SetNick("Anna", "Queen"); err != nil {
		t.Error(err)
	}
	s.srv.AddRole("Referee", world.PermManageGuild, true)
	if err := s.srv.SetRoles("Ben", "Referee"); err != nil {
		t.Error(err)
	}
	s.srv.AddUser("Dora")
	if _, err := s.srv.AddThread("tavern", "corner"); err != nil {
		t.Error(err)
	}
	if _, err := s.srv.AddGuild("Other table", "Ben", "arena"); err != nil {
		t.Error(err)
	}
	for who, where := range map[string]string{"Dora": "corner", "Ben": "arena", "Anna": "@Anna"} {
		it, err := s.srv.User(who).Command(where, "/go")
		if err != nil {
			t.Errorf("%s in %s: %v", who, where, err)
			continue
		}
		s.answer(it, `{"type":4,"data":{"content":"`+s.srv.User("Anna").Mention()+`",`+quiet+`}}`)
		want := map[string]string{"corner": "@Queen", "arena": "@Anna", "@Anna": "@Anna"}[where]
		if got := it.Response().Text(); got != want {
			t.Errorf("%s can read %q in %s, want %q", who, got, where, want)
		}
	}
	raw(t, s.srv, "POST", "/channels/"+s.srv.ChannelID("fight")+"/messages",
		`{"content":"<@&`+roleID(t, s.srv, "Referee")+`>","allowed_mentions":{"parse":["roles"]}}`)
	if got := s.srv.Pings("Ben"); len(got) != 1 || got[0].Text != "@Referee" {
		t.Errorf("Ben was pinged by %v", got)
	}
}

func roleID(t *testing.T, srv *sandbox.Server, name string) string {
	t.Helper()
	_, body, _ := raw(t, srv, "GET", "/guilds/"+srv.GuildID("")+"/roles", "")
	for _, item := range body["list"].([]any) {
		if role := item.(map[string]any); role["name"] == name {
			return role["id"].(string)
		}
	}
	t.Fatalf("there is no role %s", name)
	return ""
}

func TestSelectsAndStaleButtons(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	s.answer(it, `{"type":4,"data":{"content":"x","components":[
		{"type":1,"components":[{"type":3,"custom_id":"side","max_values":2,"options":[{"label":"Party","value":"p"},{"label":"Foes","value":"f"}]}]},
		{"type":1,"components":[{"type":5,"custom_id":"who","placeholder":"Whom?"}]},
		{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"},{"type":2,"style":1,"label":"Off","custom_id":"off","disabled":true}]}],`+quiet+`}}`)
	id := it.Response().Message.ID
	gm := s.srv.User("GM")
	for _, menu := range []struct {
		typed, shown string
		chosen       []string
	}{{"side", "side", []string{"Party", "f"}}, {"who", "Whom?", []string{"Anna"}}, {"Whom?", "Whom?", []string{"Anna"}}} {
		it, err := gm.Select(id, menu.typed, menu.chosen...)
		if err != nil {
			t.Error(err)
			continue
		}
		s.answer(it, `{"type":4,"data":{"content":"y",`+quiet+`}}`)
		if got := it.Response().Message.Command; got != menu.shown {
			t.Errorf("an answer to the menu %s is headed %q, want %q", menu.typed, got, menu.shown)
		}
	}
	for _, wrong := range []func() error{
		func() error { _, err := gm.Select(id, "side"); return err },
		func() error { _, err := gm.Select(id, "side", "Others"); return err },
		func() error { _, err := gm.Select(id, "nope", "p"); return err },
		func() error { _, err := gm.Press(id, "Off"); return err },
		func() error { _, err := gm.Press("1", "Go"); return err },
	} {
		if wrong() == nil {
			t.Error("the client should not have sent this")
		}
	}
	s.hook(it, "PATCH", "/messages/@original", `{"components":[]}`)
	if _, err := gm.Press(id, "Go"); err == nil {
		t.Error("a button that is gone could be pressed")
	}
	if _, err := gm.PressStale(id, "Go"); err != nil {
		t.Error(err)
	}
}

func TestGatewayFaults(t *testing.T) {
	srv := start(t, sandbox.Config{})
	g, session, seq := ready(t, srv)
	srv.SilenceGateway()
	g.send(`{"op":1,"d":2}`)
	if srv.Connected() {
		t.Error("a silent connection counts as connected")
	}
	srv.HoldHello(true)
	held := dial(t, srv, "?v=10")
	held.send(`{"op":1,"d":null}`)
	if p := held.next(); p.Op != 11 {
		t.Errorf("got %+v, want only the acknowledgement", p)
	}
	srv.HoldHello(false)
	if p := held.next(); p.Op != 10 {
		t.Errorf("got %+v, want HELLO", p)
	}
	srv.HoldReady(true)
	held.send(identifyText(srv.Token(), 1))
	held.send(`{"op":1,"d":null}`)
	if p := held.next(); p.Op != 11 {
		t.Errorf("got %+v although READY is held back", p)
	}
	srv.HoldReady(false)
	again := resume(t, srv, session, seq)
	if p := again.next(); p.Type != "RESUMED" {
		t.Errorf("got %+v, want RESUMED", p)
	}
	srv.DelayGateway(50 * time.Millisecond)
	before := time.Now()
	again.send(`{"op":1,"d":null}`)
	if p := again.next(); p.Op != 11 || time.Since(before) < 50*time.Millisecond {
		t.Errorf("got %+v after %s", p, time.Since(before))
	}
	smallbot.NoViolations(t, srv)
}

func TestBlackout(t *testing.T) {
	srv := start(t, sandbox.Config{Limits: limits.Discord()})
	srv.Blackout(true)
	if response, err := http.Get(srv.URL() + "/api/v9/gateway"); err == nil {
		response.Body.Close()
		t.Error("REST answered during a blackout")
	}
	bot := newBot(t, srv)
	if err := bot.Open(); err == nil {
		t.Error("the gateway answered during a blackout")
	}
	srv.Blackout(false)
	open(t, bot)
	if got := len(srv.Refusals()); got != 0 {
		t.Errorf("%d refusals during a blackout: %v", got, srv.Refusals())
	}
}

func TestSeenFollowsPermissions(t *testing.T) {
	srv := start(t, sandbox.Config{})
	if err := srv.SetPermissions("tavern", "Ben", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := srv.User("Anna").Say("tavern", "psst"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(srv.Seen("Ben"), "psst") {
		t.Error("Ben has seen a channel that he has no access to")
	}
	if err := srv.ResetPermissions("tavern", "Ben"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(srv.Seen("Ben"), "psst") {
		t.Error("Ben cannot read the channel although he has access again")
	}
}
