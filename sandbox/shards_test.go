package sandbox_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	gw "roundel/sandbox/gateway"
)

// shard is a connection of one shard, as a bot without a library would make it.
type shard struct {
	*gateway
	session string
	guilds  []string
	seq     int64
}

func identifyShard(token string, number, of int) string {
	return fmt.Sprintf(`{"op":2,"d":{"token":%q,"properties":{"os":"linux"},"intents":1,"shard":[%d,%d]}}`, token, number, of)
}

// openShard connects a shard and reads until it has all its guilds.
func openShard(t *testing.T, srv *sandbox.Server, number, of int) *shard {
	t.Helper()
	g := dial(t, srv, "/?v=10&encoding=json")
	g.next()
	g.send(identifyShard(srv.Token(), number, of))
	p := g.next()
	var hello struct {
		Session string `json:"session_id"`
		Shard   []int
		Guilds  []struct {
			ID          string
			Unavailable bool
		}
	}
	if err := json.Unmarshal(p.Data, &hello); err != nil || p.Type != "READY" || !slices.Equal(hello.Shard, []int{number, of}) {
		t.Fatalf("shard %d of %d got op %d %s %.300s, %v", number, of, p.Op, p.Type, p.Data, err)
	}
	out := &shard{gateway: g, session: hello.Session, seq: p.Seq}
	for _, one := range hello.Guilds {
		p = g.next()
		var created struct{ ID string }
		if err := json.Unmarshal(p.Data, &created); err != nil || p.Type != "GUILD_CREATE" || created.ID != one.ID || !one.Unavailable {
			t.Fatalf("got %s %.300s, %v; want guild %s", p.Type, p.Data, err, one.ID)
		}
		out.guilds, out.seq = append(out.guilds, one.ID), p.Seq
	}
	return out
}

// wants reads the next event and checks its type and that it contains a text.
func (s *shard) wants(event, text string) {
	s.t.Helper()
	p := s.next()
	if p.Type != event || !strings.Contains(string(p.Data), text) {
		s.t.Errorf("got op %d %s %.300s, want %s with %s", p.Op, p.Type, p.Data, event, text)
	}
	s.seq = p.Seq
}

// quiet checks that no event is on its way.
func (s *shard) quiet() {
	s.t.Helper()
	s.send(fmt.Sprintf(`{"op":1,"d":%d}`, s.seq))
	if p := s.next(); p.Op != 11 {
		s.t.Errorf("got op %d %s %.300s, want nothing but the acknowledgement", p.Op, p.Type, p.Data)
	}
}

func register(t *testing.T, srv *sandbox.Server) {
	t.Helper()
	if status, body, _ := raw(t, srv, "PUT", "/applications/"+srv.BotID()+"/commands", `[{"name":"go","description":"d"}]`); status != http.StatusOK {
		t.Fatal(status, body)
	}
}

func gatewayBot(t *testing.T, srv *sandbox.Server) (shards float64, starts map[string]any) {
	t.Helper()
	_, body, _ := raw(t, srv, "GET", "/gateway/bot", "")
	return body["shards"].(float64), body["session_start_limit"].(map[string]any)
}

func TestShardsAreRecommended(t *testing.T) {
	srv := start(t, sandbox.Config{Servers: 10, ServersPerShard: 4, MaxConcurrency: 16, IdentifyLimit: 2000})
	shards, starts := gatewayBot(t, srv)
	if shards != 3 || starts["total"] != 2000.0 || starts["remaining"] != 2000.0 || starts["reset_after"] != 0.0 || starts["max_concurrency"] != 16.0 {
		t.Errorf("at first: %v %v", shards, starts)
	}
	openShard(t, srv, 0, 3)
	srv.Advance(23 * time.Hour)
	shards, starts = gatewayBot(t, srv)
	if left := starts["reset_after"].(float64); shards != 3 || starts["remaining"] != 1999.0 || left > 3_600_000 || left < 3_000_000 {
		t.Errorf("after an IDENTIFY and 23 hours: %v %v", shards, starts)
	}
	srv.AddServers(6)
	if shards, _ = gatewayBot(t, srv); shards != 4 {
		t.Errorf("%v shards for 16 servers, want 4", shards)
	}
	srv.SetShards(9)
	if shards, _ = gatewayBot(t, srv); shards != 9 {
		t.Errorf("%v shards, want the 9 that were set", shards)
	}
	smallbot.NoViolations(t, srv)
}

func TestShardsDivideTheServers(t *testing.T) {
	srv := start(t, sandbox.Config{Servers: 10, MaxConcurrency: 4})
	register(t, srv)
	shards := []*shard{openShard(t, srv, 0, 3), openShard(t, srv, 1, 3), openShard(t, srv, 2, 3)}
	if err := srv.WaitShards(smallbot.Soon(t), 3); err != nil {
		t.Fatal(err)
	}
	locations := srv.Locations()
	if len(locations) != 10 {
		t.Fatal(locations)
	}
	owner := make([]int, len(locations))
	for i, at := range locations {
		id, err := strconv.ParseInt(at.Guild, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		owner[i] = int((id >> 22) % 3)
		for number, one := range shards {
			if has := slices.Contains(one.guilds, at.Guild); has != (number == owner[i]) {
				t.Errorf("shard %d has guild %s: %t", number, at.Guild, has)
			}
		}
	}
	for i, at := range locations {
		it, err := srv.User("Admin").Command(at.Channel, "/go")
		if err != nil {
			t.Fatal(err)
		}
		shards[owner[i]].wants("INTERACTION_CREATE", it.ID)
	}
	it, err := srv.User("Anna").Command("@Anna", "/go")
	if err != nil {
		t.Fatal(err)
	}
	shards[0].wants("INTERACTION_CREATE", it.ID)
	srv.AddServers(3)
	for _, one := range shards {
		one.wants("GUILD_CREATE", `"name":"Server 1`)
		one.quiet()
	}
	smallbot.NoViolations(t, srv)
}

// TestUnshardedReady: Discord names the shard in READY only if the bot did.
func TestUnshardedReady(t *testing.T) {
	srv := start(t, sandbox.Config{})
	g := dial(t, srv, "?v=10")
	g.next()
	g.send(identifyText(srv.Token(), 1))
	if p := g.next(); p.Type != "READY" || strings.Contains(string(p.Data), `"shard"`) {
		t.Errorf("got %s %s", p.Type, p.Data)
	}
}

func TestInvalidShards(t *testing.T) {
	srv := start(t, sandbox.Config{})
	for _, pair := range [][2]int{{1, 1}, {-1, 2}, {2, 2}, {0, 0}, {0, -1}} {
		g := dial(t, srv, "?v=10")
		g.send(identifyShard(srv.Token(), pair[0], pair[1]))
		if code := g.closedWith(); code != 4010 {
			t.Errorf("shard %v is closed with %d, want 4010", pair, code)
		}
	}
}

func TestTooManyServersForAShard(t *testing.T) {
	srv := start(t, sandbox.Config{Servers: 8, ServersPerShard: 4})
	g := dial(t, srv, "?v=10")
	g.send(identifyShard(srv.Token(), 0, 1))
	if code := g.closedWith(); code != 4011 {
		t.Errorf("8 servers in one shard: closed with %d, want 4011", code)
	}
	g = dial(t, srv, "?v=10")
	g.send(identifyText(srv.Token(), 1))
	if code := g.closedWith(); code != 4011 {
		t.Errorf("8 servers without shards: closed with %d, want 4011", code)
	}
	if bad := srv.Violations(4011); len(bad) != 0 || len(srv.Violations()) != 2 {
		t.Errorf("violations: %v", srv.Violations())
	}
	openShard(t, srv, 1, 2)
}

func TestBotOutgrowsItsShards(t *testing.T) {
	srv := start(t, sandbox.Config{Servers: 8, ServersPerShard: 4})
	first, second := openShard(t, srv, 0, 2), openShard(t, srv, 1, 2)
	if n := srv.CloseCrowded(); n != 0 {
		t.Errorf("%d sessions closed, none has too many", n)
	}
	srv.AddServers(1) // the ninth belongs to one of the two
	if n := srv.CloseCrowded(); n != 1 {
		t.Errorf("%d sessions closed, want 1", n)
	}
	crowded, other := first, second
	if last := srv.Locations()[8].Guild; slices.ContainsFunc(srv.Sessions(), func(s gw.Session) bool { return s.Shard == 0 }) {
		crowded, other = second, first
		other.quiet()
		crowded.wants("GUILD_CREATE", last)
	}
	if code := crowded.closedWith(); code != 4011 {
		t.Errorf("closed with %d, want 4011", code)
	}
	again := resume(t, srv, crowded.session, crowded.seq)
	if p := again.next(); p.Op != 9 {
		t.Errorf("the closed session gets op %d %s, want INVALID SESSION", p.Op, p.Type)
	}
	srv.SetServersPerShard(3)
	if n := srv.CloseCrowded(); n != 1 {
		t.Errorf("%d sessions closed after the limit dropped, want the other one", n)
	}
	if code := other.closedWith(); code != 4011 {
		t.Errorf("closed with %d, want 4011", code)
	}
	if shards, _ := gatewayBot(t, srv); shards != 3 {
		t.Errorf("%v shards recommended, want 3", shards)
	}
	for number := range 3 {
		openShard(t, srv, number, 3)
	}
	smallbot.NoViolations(t, srv)
}

func TestIdentifyBuckets(t *testing.T) {
	srv := start(t, sandbox.Config{IdentifyEvery: time.Hour, MaxConcurrency: 2})
	openShard(t, srv, 0, 4)
	openShard(t, srv, 1, 4)
	smallbot.NoViolations(t, srv)
	early := func(number int) {
		t.Helper()
		g := dial(t, srv, "?v=10")
		g.next()
		g.send(identifyShard(srv.Token(), number, 4))
		if p := g.next(); p.Op != 9 || string(p.Data) != "false" {
			t.Errorf("shard %d got %+v, want INVALID SESSION that cannot be resumed", number, p)
		}
	}
	early(2)
	srv.Advance(59 * time.Minute)
	early(3)
	if bad := srv.Violations(); len(bad) != 2 || !strings.Contains(bad[0].Why, "bucket 0") || !strings.Contains(bad[1].Why, "bucket 1") {
		t.Errorf("violations: %v", bad)
	}
	srv.Advance(time.Minute)
	openShard(t, srv, 2, 4)
	openShard(t, srv, 3, 4)
	var numbers []int64
	for _, one := range srv.Starts() {
		numbers = append(numbers, one.Shard)
	}
	if !slices.Equal(numbers, []int64{0, 1, 2, 3, 2, 3}) {
		t.Errorf("IDENTIFYs of shards %v", numbers)
	}
}

func TestLastIdentifyOfTheDayEndsAllSessions(t *testing.T) {
	srv := start(t, sandbox.Config{IdentifyLimit: 2})
	first, second := openShard(t, srv, 0, 2), openShard(t, srv, 1, 2)
	g := dial(t, srv, "?v=10")
	g.send(identifyShard(srv.Token(), 0, 2))
	for name, link := range map[string]*gateway{"the new one": g, "shard 0": first.gateway, "shard 1": second.gateway} {
		if code := link.closedWith(); code != 4004 {
			t.Errorf("%s is closed with %d, want 4004", name, code)
		}
	}
	if left := srv.Sessions(); len(left) != 0 {
		t.Errorf("sessions are left: %v", left)
	}
	srv.Advance(25 * time.Hour)
	openShard(t, srv, 0, 2)
}

// TestSeveralSessionsOfOneShard checks the handover of Discord's documentation: both sessions get each event, also if they count
// the shards differently, and the second answer to an interaction is refused without being anybody's fault.
func TestSeveralSessionsOfOneShard(t *testing.T) {
	srv := start(t, sandbox.Config{})
	register(t, srv)
	table, err := strconv.ParseInt(srv.GuildID(""), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	old, successor, other := openShard(t, srv, 0, 1), openShard(t, srv, 0, 1), openShard(t, srv, int((table>>22)%5), 5)
	it, err := srv.User("Anna").Command("tavern", "/go")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []*shard{old, successor, other} {
		one.wants("INTERACTION_CREATE", it.ID)
	}
	answer := func(want int) {
		path := "/interactions/" + it.ID + "/" + it.Token() + "/callback"
		if status, body, _ := raw(t, srv, "POST", path, `{"type":4,"data":{"content":"done","allowed_mentions":{"parse":[]}}}`); status != want {
			t.Errorf("got %d %v, want %d", status, body, want)
		}
	}
	answer(http.StatusNoContent)
	answer(http.StatusBadRequest)
	if bad := srv.Refusals(); len(bad) != 1 || bad[0].Code != 40060 {
		t.Errorf("refused: %v", bad)
	}
	smallbot.NoViolations(t, srv)
}

func TestResumeOfOneShard(t *testing.T) {
	srv := start(t, sandbox.Config{Servers: 2})
	register(t, srv)
	shards := []*shard{openShard(t, srv, 0, 2), openShard(t, srv, 1, 2)}
	locations := srv.Locations()
	missing := 0
	if slices.Contains(shards[1].guilds, locations[0].Guild) {
		missing = 1
	}
	srv.Shard(int64(missing)).DropGateway()
	if err := srv.Await(smallbot.Soon(t), func() bool {
		return slices.ContainsFunc(srv.Sessions(), func(s gw.Session) bool { return !s.Connected })
	}); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, at := range locations {
		it, err := srv.User("Admin").Command(at.Channel, "/go")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, it.ID)
	}
	shards[1-missing].wants("INTERACTION_CREATE", ids[1])
	lost := shards[missing]
	again := &shard{gateway: resume(t, srv, lost.session, lost.seq)}
	again.wants("INTERACTION_CREATE", ids[0])
	again.wants("RESUMED", "")
	again.quiet()

	lost = shards[1-missing]
	fromTheStart := &shard{gateway: resume(t, srv, lost.session, 1)}
	fromTheStart.wants("GUILD_CREATE", locations[1].Guild)
	fromTheStart.wants("INTERACTION_CREATE", ids[1])
	fromTheStart.wants("RESUMED", "")
	smallbot.NoViolations(t, srv)
}

// TestTwoConnectionsWithOneInteraction: an interaction that is replayed although an earlier connection of the session got it may be answered by
// both, as by two processes of which one takes over from the other. One that nobody had got before may be answered only once.
func TestTwoConnectionsWithOneInteraction(t *testing.T) {
	srv := start(t, sandbox.Config{})
	register(t, srv)
	twice := func(it *sandbox.Interaction) {
		t.Helper()
		for _, want := range []int{http.StatusNoContent, http.StatusBadRequest} {
			path := "/interactions/" + it.ID + "/" + it.Token() + "/callback"
			if status, body, _ := raw(t, srv, "POST", path, `{"type":5,"data":{"flags":64}}`); status != want {
				t.Errorf("got %d %v, want %d", status, body, want)
			}
		}
	}
	enter := func() *sandbox.Interaction {
		t.Helper()
		it, err := srv.User("Anna").Command("tavern", "/go")
		if err != nil {
			t.Fatal(err)
		}
		return it
	}
	for _, gone := range []bool{false, true} { // whether the earlier connection is still there when the session is resumed
		one := openShard(t, srv, 0, 1)
		it := enter()
		one.wants("INTERACTION_CREATE", it.ID)
		if gone {
			one.ws.Close()
			if err := srv.Await(smallbot.Soon(t), func() bool {
				return slices.ContainsFunc(srv.Sessions(), func(s gw.Session) bool { return s.ID == one.session && !s.Connected })
			}); err != nil {
				t.Fatal(err)
			}
		}
		next := &shard{gateway: resume(t, srv, one.session, one.seq-1)}
		next.wants("INTERACTION_CREATE", it.ID)
		twice(it)
		smallbot.NoViolations(t, srv)
		next.wants("RESUMED", "")

		srv.DropGateway()
		if err := srv.Await(smallbot.Soon(t), func() bool { return !srv.Connected() }); err != nil {
			t.Fatal(err)
		}
		missed := enter()
		next = &shard{gateway: resume(t, srv, one.session, next.seq)}
		next.wants("INTERACTION_CREATE", missed.ID)
		twice(missed)
		if bad := srv.Violations(); len(bad) != 1 || bad[0].Code != 40060 {
			t.Errorf("answered twice: %v", bad)
		}
		srv.ClearViolations()
		srv.InvalidateSession(false)
	}
}

func TestResumesAreRefusedNowAndThen(t *testing.T) {
	srv := start(t, sandbox.Config{})
	srv.RefuseResumeEvery(3)
	one := openShard(t, srv, 0, 1)
	for n := 1; n <= 3; n++ {
		g := resume(t, srv, one.session, one.seq)
		p := g.next()
		if refused := p.Op == 9 && string(p.Data) == "false"; refused != (n == 3) {
			t.Errorf("RESUME %d got op %d %s %s", n, p.Op, p.Type, p.Data)
		}
		one.seq = p.Seq
	}
	srv.RefuseResumeEvery(0)
	smallbot.NoViolations(t, srv)
}

func TestControlsOfOneShard(t *testing.T) {
	srv := start(t, sandbox.Config{Servers: 2})
	first, second := openShard(t, srv, 0, 2), openShard(t, srv, 1, 2)
	srv.Shard(1).SendReconnect()
	srv.Shard(0).SendEvent("TEST", `"only for shard 0"`)
	if p := second.next(); p.Op != 7 {
		t.Errorf("shard 1 got %+v", p)
	}
	first.wants("TEST", "only")
	srv.Shard(1).CloseGateway(4000)
	if code := second.closedWith(); code != 4000 {
		t.Errorf("shard 1 is closed with %d", code)
	}
	first.quiet()

	srv.Shard(1).HoldReady(true)
	held := dial(t, srv, "?v=10")
	held.next()
	held.send(identifyShard(srv.Token(), 1, 2))
	held.send(`{"op":1,"d":null}`)
	if p := held.next(); p.Op != 11 {
		t.Errorf("shard 1 got %+v while it is held", p)
	}
	openShard(t, srv, 0, 2)
	srv.Shard(0).ReadyAtLast()
	held.send(`{"op":1,"d":null}`)
	if p := held.next(); p.Op != 11 {
		t.Errorf("shard 1 got %+v when shard 0 was ready at last", p)
	}
	srv.Shard(1).ReadyAtLast()
	if p := held.next(); p.Type != "READY" || !strings.Contains(string(p.Data), `"shard":[1,2]`) {
		t.Errorf("got %+v, want READY of shard 1", p)
	}
	openShard(t, srv, 1, 2)
	smallbot.NoViolations(t, srv)
}

// TestTooManyInvalidRequests checks the ban of an address: 401, 403 and 429 count, other refusals and limits shared with others
// do not.
func TestTooManyInvalidRequests(t *testing.T) {
	srv := start(t, sandbox.Config{InvalidLimit: 5})
	self := func() (int, http.Header, string) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL()+"/api/v9/users/@me", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bot "+srv.Token())
		request.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, response.Header, string(body)
	}
	fail := func(status int, scope string) {
		srv.Fail(sandbox.Fault{Path: "/users/@me", Status: status, Scope: scope, RetryAfter: time.Second})
		if got, _, _ := self(); got != status {
			t.Fatalf("got %d, want %d", got, status)
		}
	}
	fail(http.StatusUnauthorized, "")
	fail(http.StatusUnauthorized, "")
	srv.Advance(11 * time.Minute) // these two no longer count
	for range 9 {
		fail(http.StatusNotFound, "")
		fail(http.StatusTooManyRequests, "shared")
	}
	fail(http.StatusUnauthorized, "")
	fail(http.StatusForbidden, "")
	fail(http.StatusTooManyRequests, "global")
	fail(http.StatusTooManyRequests, "")
	if status, _, _ := self(); status != http.StatusOK {
		t.Fatalf("got %d after 4 invalid requests of 5", status)
	}
	smallbot.NoViolations(t, srv)
	fail(http.StatusForbidden, "")
	if bad := srv.Violations(); len(bad) != 1 || bad[0].Code != 1015 {
		t.Errorf("violations: %v", bad)
	}
	status, header, body := self()
	if status != http.StatusTooManyRequests || header.Get("Retry-After") == "" || header.Get("X-RateLimit-Scope") != "" || body != "error code: 1015" {
		t.Errorf("banned: %d %v %q", status, header, body)
	}
	if bad := srv.Violations(); len(bad) != 2 {
		t.Errorf("violations: %v", bad)
	}
	srv.Advance(time.Hour)
	if status, _, _ := self(); status != http.StatusOK {
		t.Errorf("got %d after the ban", status)
	}
}

// TestHundredThousandServers checks that the stand-in can be as large as the largest bots need it.
func TestHundredThousandServers(t *testing.T) {
	srv := start(t, sandbox.Config{Servers: 100_000})
	if shards, _ := gatewayBot(t, srv); shards != 40 {
		t.Errorf("%v shards recommended, want 40", shards)
	}
	one := openShard(t, srv, 17, 40)
	if len(one.guilds) != 2500 {
		t.Errorf("shard 17 has %d servers", len(one.guilds))
	}
	smallbot.NoViolations(t, srv)
}
