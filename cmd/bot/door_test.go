package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"roundel/sandbox"

	"github.com/rs/zerolog"
)

// newHTTPTable returns a table whose bot gets its interactions by HTTP.
func newHTTPTable(t *testing.T) *table {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	tb := newTableIn(t, sandbox.Config{}, nil, "ROUNDEL_INTERACTIONS_ADDR="+addr)
	tb.endpoint = "http://" + addr + "/interactions"
	soon := tb.soon()
	for tb.srv.SetEndpoint(soon, tb.endpoint) != nil { // the key is learned at about the same time
		if soon.Err() != nil {
			t.Fatal("the bot takes no interactions by HTTP")
		}
	}
	return tb
}

func TestAWholeFightByHTTP(t *testing.T) {
	t.Parallel()
	tb := newHTTPTable(t)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight")
	tb.fill("Anna", tb.card("Nobody has joined yet").ID, "Join", map[string]string{"name": "Knight", "stats": "init 15, hp 30", "roll": "6"}, "Knight")
	tb.do("GM", "/init add name:Goblin stats:init 1, hp 7", "Goblin")
	turn := tb.turn("GM", "/init roll rolls:Goblin 2", "Round 1 · Knight", "@Anna")
	tb.pressTurn("Anna", turn.ID, "End turn", "Round 1 · Goblin")
	tb.turn("GM", "/next", "Round 2 · Knight")
	asked := tb.do("GM", "/init end", "End **Bridge fight**?")
	tb.press("GM", asked.Message.ID, "End the fight", "is over")
	tb.do("Anna", "/init list", "no fight")
}

// TestARequestSentAgainByHTTPHasOneEffect: it is answered again, with the stored answer.
func TestARequestSentAgainByHTTPHasOneEffect(t *testing.T) {
	t.Parallel()
	tb := newHTTPTable(t)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight")
	it, err := tb.srv.User("GM").Command(tb.where(), "/init add name:Goblin stats:hp 7")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := it.Wait(tb.soon()); err != nil {
		t.Fatal(err)
	}
	tb.srv.Redeliver(it)
	if err := tb.srv.Await(tb.soon(), func() bool { return len(it.Answers()) > 1 }); err != nil {
		t.Fatal(err)
	}
	if a := it.Answers(); !a[0].Inline || !a[1].Inline || string(a[0].Body) != string(a[1].Body) {
		t.Errorf("first %s, then %s", a[0].Body, a[1].Body)
	}
	if list := tb.do("GM", "/init list"); strings.Contains(list.Text(), "Goblin 2") {
		t.Errorf("it was done twice: %s", list.Text())
	}
}

// TestTheDoorsAddressIsInUse: the bot ends, and its log says which setting is wrong.
func TestTheDoorsAddressIsInUse(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	out := &output{}
	err = run(t.Context(), nil, []string{"DISCORD_TOKEN=" + srv.Token(), "DISCORD_API_URL=" + srv.URL(), "ROUNDEL_DB=" + t.TempDir() + "/roundel.db",
		"ROUNDEL_LOG_FORMAT=json", "ROUNDEL_INTERACTIONS_ADDR=" + l.Addr().String()}, out, out)
	onlyJSON(t, out.String())
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if last := lines[len(lines)-1]; status(err) != 1 || !strings.Contains(last, "ROUNDEL_INTERACTIONS_ADDR") || !strings.Contains(last, "address already in use") {
		t.Errorf("status %d: %s", status(err), last)
	}
	if n := srv.Identifies(); n != 0 {
		t.Errorf("%d IDENTIFYs", n)
	}
}

// TestTheDoorClosesBehindRequests: when the bot stops, the door lets no one in any more, so that a load balancer asks another process
// at once, but finishes what is in progress.
func TestTheDoorClosesBehindRequests(t *testing.T) {
	t.Parallel()
	addr := freeAddress(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	finish, err := serveInteractions(ctx, addr, zerolog.Nop(), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(entered)
		<-leave
		w.WriteHeader(http.StatusTeapot)
	}))
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan int, 1)
	go func() {
		resp, err := http.Post("http://"+addr+"/interactions", "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Error(err)
			answered <- 0
			return
		}
		defer resp.Body.Close()
		answered <- resp.StatusCode
	}()
	<-entered
	stop()
	for { // until the door is shut
		c, err := net.Dial("tcp", addr)
		if err != nil {
			break
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		finish()
	}()
	select {
	case <-closed:
		t.Error("the door is closed, but a request is in progress")
	default:
	}
	close(leave)
	<-closed
	if got := <-answered; got != http.StatusTeapot {
		t.Errorf("answered with %d", got)
	}
}

// TestCommandsByHTTPWhileTheBotStops: the bot is stopped while people play. What it was sent is answered, and stored once.
func TestCommandsByHTTPWhileTheBotStops(t *testing.T) {
	t.Parallel()
	tb := newHTTPTable(t)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight")
	var sent []*sandbox.Interaction
	for range 20 {
		it, err := tb.srv.User("GM").Command(tb.where(), "/init add name:Goblin stats:hp 7")
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, it)
	}
	tb.end()
	tb.forgive = append(tb.forgive, http.StatusServiceUnavailable)
	goblins := 0
	for _, it := range sent {
		if got, err := it.Wait(tb.soon()); err != nil {
			t.Fatal(err)
		} else if !got.Failed {
			goblins++
		}
	}
	stored, err := queryOne(tb.db, "SELECT count(*) FROM interactions WHERE id IN ("+ids(sent)+")")
	if err != nil || stored != strconv.Itoa(goblins) {
		t.Errorf("%d answered, %s stored, %v", goblins, stored, err)
	}
}

// ids lists the numbers of interactions.
func ids(list []*sandbox.Interaction) string {
	var out []string
	for _, it := range list {
		out = append(out, it.ID)
	}
	return strings.Join(out, ",")
}

// flood opens connections to the door, each with a request whose signature has the right form, and sends size bytes of a body of length bytes. It
// returns the connections and how many were answered with want.
func flood(t *testing.T, addr string, conns, length, size int, want string) (open []net.Conn, answered int) {
	t.Helper()
	body := bytes.Repeat([]byte(" "), size)
	var wg sync.WaitGroup
	var n atomic.Int32
	for range conns {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() }) // a test may have closed it
		open = append(open, c)
		wg.Go(func() {
			fmt.Fprintf(c, "POST /interactions HTTP/1.1\r\nHost: x\r\nX-Signature-Ed25519: %s\r\nX-Signature-Timestamp: %d\r\nContent-Length: %d\r\n\r\n",
				strings.Repeat("00", 64), time.Now().Unix(), length)
			go c.Write(body)
			if err := c.SetReadDeadline(time.Now().Add(2 * time.Second)); err != nil {
				t.Error(err)
			}
			if line, err := bufio.NewReader(c).ReadString('\n'); err == nil && strings.Contains(line, want) {
				n.Add(1)
			}
		})
	}
	wg.Wait()
	return open, int(n.Load())
}

// heap returns the bytes in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestStrangersAtTheDoorTakeLittleMemory: requests that nobody has signed cost little memory, however many there are and however large they say
// that they are, and commands are answered meanwhile.
func TestStrangersAtTheDoorTakeLittleMemory(t *testing.T) {
	notInBrief(t)
	tb := newHTTPTable(t)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight")
	addr := strings.TrimSuffix(strings.TrimPrefix(tb.endpoint, "http://"), "/interactions")
	const most = 32 << 20
	before := heap()
	_, refused := flood(t, addr, 400, 1<<20, 1<<20-1, " 413 ")
	grown := heap() - before
	t.Logf("400 connections with 1 MiB: %d refused at once, %d MB more", refused, grown>>20)
	if grown > most || refused < 350 {
		t.Errorf("%d bytes more, %d refused", grown, refused)
	}
	before = heap()
	open, _ := flood(t, addr, 400, 128<<10, 128<<10-1, " 408 ")
	grown = heap() - before
	t.Logf("400 connections with 128 KiB: %d MB more", grown>>20)
	if grown > most {
		t.Errorf("%d bytes more", grown)
	}
	tb.do("GM", "/init add name:Goblin stats:hp 7", "Goblin")
	for _, c := range open {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestTheDoorHasALimitOfConnections: more connections than that wait, and are served once others are closed.
func TestTheDoorHasALimitOfConnections(t *testing.T) {
	var entered atomic.Int32
	release := make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	addr := freeAddress(t)
	finish, err := serveInteractions(ctx, addr, zerolog.Nop(), http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		entered.Add(1)
		<-release
	}))
	if err != nil {
		t.Fatal(err)
	}
	ask := func() {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if _, err := c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")); err != nil {
			t.Fatal(err)
		}
	}
	await := func(n int32) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); entered.Load() != n; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d requests are served, want %d", entered.Load(), n)
			}
		}
	}
	for range maxConnections {
		ask()
	}
	await(maxConnections)
	ask()
	time.Sleep(100 * time.Millisecond) // in which it would be served
	await(maxConnections)
	close(release)
	await(maxConnections + 1)
	stop()
	finish()
}
