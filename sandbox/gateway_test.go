package sandbox_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"roundel/internal/smallbot"
	"roundel/sandbox"
)

// gateway is one connection, as a bot without a library would make it.
type gateway struct {
	t  *testing.T
	ws *websocket.Conn
}

type packet struct {
	Op   int             `json:"op"`
	Type string          `json:"t"`
	Seq  int64           `json:"s"`
	Data json.RawMessage `json:"d"`
}

func dial(t *testing.T, srv *sandbox.Server, query string) *gateway {
	t.Helper()
	_, found, _ := raw(t, srv, "GET", "/gateway", "")
	ws, response, err := websocket.DefaultDialer.DialContext(t.Context(), found["url"].(string)+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	t.Cleanup(func() { ws.Close() })
	if err := ws.SetReadDeadline(time.Now().Add(smallbot.Patience)); err != nil {
		t.Fatal(err)
	}
	return &gateway{t, ws}
}

func (g *gateway) send(text string) {
	g.t.Helper()
	if err := g.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		g.t.Fatal(err)
	}
}

func (g *gateway) next() packet {
	g.t.Helper()
	var p packet
	if err := g.ws.ReadJSON(&p); err != nil {
		g.t.Fatal(err)
	}
	return p
}

// closedWith reads until the connection is closed and returns the code.
func (g *gateway) closedWith() int {
	g.t.Helper()
	for {
		_, _, err := g.ws.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			return closed.Code
		}
		if err != nil {
			g.t.Fatal(err)
		}
	}
}

func identifyText(token string, intents int) string {
	return fmt.Sprintf(`{"op":2,"d":{"token":%q,"properties":{"os":"linux"},"intents":%d}}`, token, intents)
}

// ready connects, identifies and returns the session's ID and the last sequence number.
func ready(t *testing.T, srv *sandbox.Server) (*gateway, string, int64) {
	t.Helper()
	g := dial(t, srv, "/?v=10&encoding=json")
	if hello := g.next(); hello.Op != 10 || !strings.Contains(string(hello.Data), "heartbeat_interval") {
		t.Fatalf("the first message is %+v, want HELLO", hello)
	}
	g.send(identifyText(srv.Token(), 1))
	var first struct {
		Session string `json:"session_id"`
		URL     string `json:"resume_gateway_url"`
		Guilds  []struct {
			Unavailable bool `json:"unavailable"`
		} `json:"guilds"`
	}
	p := g.next()
	if err := json.Unmarshal(p.Data, &first); err != nil || p.Type != "READY" || first.URL == "" || !first.Guilds[0].Unavailable {
		t.Fatalf("got %s %s (%v), want READY", p.Type, p.Data, err)
	}
	guild := g.next()
	if guild.Type != "GUILD_CREATE" || guild.Seq != 2 {
		t.Fatalf("got %+v, want GUILD_CREATE", guild)
	}
	return g, first.Session, guild.Seq
}

func TestGatewayRefusals(t *testing.T) {
	srv := start(t, sandbox.Config{IdentifyLimit: 3})
	good := identifyText(srv.Token(), 1)
	for _, one := range []struct {
		name, query string
		sends       []string
		code        int
	}{
		{"version", "?v=8&encoding=json", nil, 4012},
		{"unknown op", "?v=9", []string{good, `{"op":99}`}, 4001},
		{"no JSON", "?v=9", []string{`{`}, 4002},
		{"too large", "?v=9", []string{`{"op":1,"d":null,"x":"` + long(4096) + `"}`}, 4002},
		{"not authenticated", "?v=9", []string{`{"op":3,"d":{}}`}, 4003},
		{"token", "?v=9", []string{identifyText("wrong", 1)}, 4004},
		{"twice", "?v=9", []string{good, good}, 4005},
		{"seq", "?v=9", []string{`{"op":6,"d":{"token":"` + srv.Token() + `","session_id":"x"}}`}, 4002},
		{"shard", "?v=9", []string{`{"op":2,"d":{"token":"` + srv.Token() + `","properties":{},"intents":1,"shard":[1,1]}}`}, 4010},
		{"no intents", "?v=9", []string{`{"op":2,"d":{"token":"` + srv.Token() + `","properties":{}}}`}, 4013},
		{"intents", "?v=9", []string{identifyText(srv.Token(), 1<<30)}, 4013},
		{"privileged", "?v=9", []string{identifyText(srv.Token(), 1<<15)}, 4014},
		{"too many sends", "?v=9", slices.Repeat([]string{`{"op":1,"d":null}`}, 121), 4008},
		{"last identify", "?v=9", []string{good, `{"op":98}`}, 4001},
		{"no identify left", "?v=9", []string{good}, 4004},
	} {
		t.Run(one.name, func(t *testing.T) {
			g := dial(t, srv, one.query)
			for _, text := range one.sends {
				g.send(text)
			}
			if got := g.closedWith(); got != one.code {
				t.Errorf("closed with %d, want %d", got, one.code)
			}
		})
	}
	if got := len(srv.Violations()); got != 15 {
		t.Errorf("%d violations, want 15: %v", got, srv.Violations())
	}
}

func TestHeartbeat(t *testing.T) {
	srv := start(t, sandbox.Config{})
	g, _, _ := ready(t, srv)
	g.send(`{"op":1,"d":2}`)
	if ack := g.next(); ack.Op != 11 {
		t.Errorf("got %+v, want an acknowledgement", ack)
	}
	smallbot.NoViolations(t, srv)
}

func TestConnectionWithoutHeartbeats(t *testing.T) {
	srv := start(t, sandbox.Config{HeartbeatInterval: 50 * time.Millisecond})
	if code := dial(t, srv, "?v=10").closedWith(); code != 4009 {
		t.Errorf("closed with %d, want 4009", code)
	}
}

func TestResumeReplaysWhatWasMissed(t *testing.T) {
	srv := start(t, sandbox.Config{})
	g, session, seq := ready(t, srv)
	raw(t, srv, "PUT", "/applications/"+srv.BotID()+"/commands", `[{"name":"go","description":"d"}]`)
	lose(t, srv, g)
	it, err := srv.User("Anna").Command("tavern", "/go")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time, RESUMED has been sent before, and still comes last
		again := resume(t, srv, session, seq)
		missed := again.next()
		if missed.Type != "INTERACTION_CREATE" || !strings.Contains(string(missed.Data), it.ID) || it.Dropped() {
			t.Errorf("got %s %s, want the interaction %s", missed.Type, missed.Data, it.ID)
		}
		if done := again.next(); done.Type != "RESUMED" {
			t.Errorf("got %s, want RESUMED", done.Type)
		}
		srv.SendReconnect()
		if p := again.next(); p.Op != 7 {
			t.Errorf("got %+v after RESUMED, want op 7", p)
		}
		lose(t, srv, again)
	}
	smallbot.NoViolations(t, srv)
}

func TestResumeIsRefused(t *testing.T) {
	srv := start(t, sandbox.Config{})
	for name, spoil := range map[string]func(*gateway){
		"when told to":    func(*gateway) { srv.RefuseResume(1) },
		"after 5 minutes": func(*gateway) { srv.Advance(6 * time.Minute) },
		"after a proper farewell": func(g *gateway) {
			if err := g.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, "")); err != nil {
				t.Error(err)
			}
		},
		"after INVALID SESSION": func(g *gateway) {
			srv.InvalidateSession(false)
			if p := g.next(); p.Op != 9 || string(p.Data) != "false" {
				t.Errorf("got %+v, want INVALID SESSION", p)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			g, session, seq := ready(t, srv)
			if name == "after 5 minutes" {
				lose(t, srv, g)
			}
			spoil(g)
			lose(t, srv, g)
			again := resume(t, srv, session, seq)
			if p := again.next(); p.Op != 9 || string(p.Data) != "false" {
				t.Errorf("got %+v, want INVALID SESSION", p)
			}
		})
	}
}

// lose breaks a connection and waits until the sandbox has noticed.
func lose(t *testing.T, srv *sandbox.Server, g *gateway) {
	t.Helper()
	g.ws.NetConn().Close()
	if err := srv.WaitConnected(smallbot.Soon(t), false); err != nil {
		t.Fatal(err)
	}
}

// resume connects and asks for a session again.
func resume(t *testing.T, srv *sandbox.Server, session string, seq int64) *gateway {
	t.Helper()
	g := dial(t, srv, "?v=10&encoding=json")
	g.next()
	g.send(fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`, srv.Token(), session, seq))
	return g
}

func TestResumeWithUnknownSequence(t *testing.T) {
	srv := start(t, sandbox.Config{})
	g, session, seq := ready(t, srv)
	lose(t, srv, g)
	if code := resume(t, srv, session, seq+100).closedWith(); code != 4007 {
		t.Errorf("closed with %d, want 4007", code)
	}
}

func TestInteractionsWithoutSessionAreLost(t *testing.T) {
	srv := start(t, sandbox.Config{AnswerWithin: 20 * time.Millisecond})
	raw(t, srv, "PUT", "/applications/"+srv.BotID()+"/commands", `[{"name":"go","description":"d"}]`)
	it, err := srv.User("Anna").Command("tavern", "/go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := it.Wait(smallbot.Soon(t))
	if err != nil || !got.Failed || !it.Dropped() {
		t.Errorf("got %+v, %v", got, err)
	}
	g, _, _ := ready(t, srv)
	g.send(`{"op":1,"d":2}`)
	if p := g.next(); p.Op != 11 {
		t.Errorf("a new session got %s %s", p.Type, p.Data)
	}
}

// TestMembersOnRequest checks op 8: members by ID or by name, and all of them only with the intent.
func TestMembersOnRequest(t *testing.T) {
	srv := start(t, sandbox.Config{})
	g, _, _ := ready(t, srv)
	if err := srv.SetNick("Ben", "Annabel"); err != nil {
		t.Fatal(err)
	}
	ask := func(g *gateway, srv *sandbox.Server, more string) {
		g.send(fmt.Sprintf(`{"op":8,"d":{"guild_id":%q,%s}}`, srv.GuildID(""), more))
	}
	anna, ben := srv.User("Anna").ID(), srv.User("Ben").ID()
	for more, want := range map[string]string{
		`"user_ids":["` + anna + `","1"],"nonce":"n"`:       anna + " not 1 n",
		`"user_ids":"` + ben + `"`:                          ben + " not  ",
		`"query":"ann","limit":0`:                           anna + "," + ben + " not  ",
		`"query":"ANN","limit":1`:                           anna + " not  ",
		`"query":"zz","limit":9,"nonce":"` + long(33) + `"`: " not  ",
	} {
		ask(g, srv, more)
		var chunk struct {
			Guild   string `json:"guild_id"`
			Members []struct{ User struct{ ID string } }
			Missing []string `json:"not_found"`
			Index   int      `json:"chunk_index"`
			Count   int      `json:"chunk_count"`
			Nonce   string
		}
		p := g.next()
		if err := json.Unmarshal(p.Data, &chunk); err != nil || p.Type != "GUILD_MEMBERS_CHUNK" {
			t.Fatalf("%s got %s %s", more, p.Type, p.Data)
		}
		var ids []string
		for _, m := range chunk.Members {
			ids = append(ids, m.User.ID)
		}
		got := strings.Join(ids, ",") + " not " + strings.Join(chunk.Missing, ",") + " " + chunk.Nonce
		if got != want || chunk.Guild != srv.GuildID("") || chunk.Index != 0 || chunk.Count != 1 {
			t.Errorf("%s got %q, want %q", more, got, want)
		}
	}
	smallbot.NoViolations(t, srv)
	ask(g, srv, `"query":"","limit":0`)
	g.send(`{"op":1,"d":2}`)
	if p := g.next(); p.Op != 11 || len(srv.Violations()) != 1 {
		t.Errorf("all members without the intent: %s %s, %v", p.Type, p.Data, srv.Violations())
	}
	ask(g, srv, `"nonce":"n"`)
	if code := g.closedWith(); code != 4002 {
		t.Errorf("neither names nor IDs: closed with %d", code)
	}

	open := another(t, sandbox.Config{Privileged: true})
	g = dial(t, open, "?v=10")
	g.next()
	g.send(identifyText(open.Token(), 1<<1))
	g.next()
	ask(g, open, `"query":"","limit":0`)
	var chunk struct {
		Members []any
		Index   int `json:"chunk_index"`
		Count   int `json:"chunk_count"`
	}
	if p := g.next(); json.Unmarshal(p.Data, &chunk) != nil || len(chunk.Members) != 6 || strings.Contains(string(p.Data), "presences") {
		t.Errorf("with the intent: %s %s", p.Type, p.Data)
	}
	ask(g, open, `"query":"ann","limit":1,"presences":true`)
	g.send(`{"op":1,"d":null}`)
	if p := g.next(); p.Op != 11 || len(open.Violations()) != 1 {
		t.Errorf("presences without the intent: %s %s, %v", p.Type, p.Data, open.Violations())
	}
	for i := range 995 {
		open.AddUser(fmt.Sprint("Extra ", i))
	}
	for range 995 {
		if p := g.next(); p.Type != "GUILD_MEMBER_ADD" {
			t.Fatalf("got %s %s", p.Type, p.Data)
		}
	}
	ask(g, open, `"query":"","limit":0,"presences":false`)
	for i, want := range []int{1000, 1} {
		if p := g.next(); json.Unmarshal(p.Data, &chunk) != nil || len(chunk.Members) != want || chunk.Index != i || chunk.Count != 2 {
			t.Errorf("part %d of 1,001 members has %d: %d of %d", i, len(chunk.Members), chunk.Index, chunk.Count)
		}
	}

	g = dial(t, open, "?v=10")
	g.next()
	g.send(identifyText(open.Token(), 1<<8))
	g.next()
	ask(g, open, `"query":"ann","limit":1,"presences":true`)
	if p := g.next(); p.Type != "GUILD_MEMBERS_CHUNK" || !strings.Contains(string(p.Data), `"presences":[]`) {
		t.Errorf("presences with the intent: %s %s", p.Type, p.Data)
	}
}

// TestTokenLooksLikeDiscords checks that libraries can read the bot's ID from the token.
func TestTokenLooksLikeDiscords(t *testing.T) {
	srv := start(t, sandbox.Config{})
	if !regexp.MustCompile(`^[\w-]{24,28}\.[\w-]{6}\.[\w-]{38}$`).MatchString(srv.Token()) {
		t.Errorf("the token is %q", srv.Token())
	}
	first, _, _ := strings.Cut(srv.Token(), ".")
	if id, err := base64.RawURLEncoding.DecodeString(first); err != nil || string(id) != srv.BotID() {
		t.Errorf("the token begins with %q, %v", id, err)
	}
	if again := another(t, sandbox.Config{}); again.Token() != srv.Token() {
		t.Error("the token differs between two starts")
	}
}

func TestIdentifyPace(t *testing.T) {
	srv := start(t, sandbox.Config{IdentifyEvery: time.Hour})
	ready(t, srv)
	g := dial(t, srv, "?v=10")
	g.next()
	g.send(identifyText(srv.Token(), 1))
	if p := g.next(); p.Op != 9 {
		t.Errorf("got %+v, want INVALID SESSION", p)
	}
	if got := srv.Violations(); len(got) != 1 || got[0].Method != "IDENTIFY" {
		t.Errorf("violations: %v", got)
	}
}

func TestCloseLeavesNoGoroutines(t *testing.T) {
	before := goleak.IgnoreCurrent()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	g, _, _ := ready(t, srv)
	raw(t, srv, "PUT", "/applications/"+srv.BotID()+"/commands", `[{"name":"go","description":"d"}]`)
	if _, err := srv.User("Anna").Command("tavern", "/go"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(srv.Close(), srv.Close()); err != nil {
		t.Fatal(err)
	}
	g.ws.Close()
	http.DefaultClient.CloseIdleConnections()
	soon := smallbot.Soon(t)
	for left := goleak.Find(before); left != nil; left = goleak.Find(before) {
		if soon.Err() != nil {
			t.Fatal(left)
		}
	}
}
