package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/sandbox/limits"
)

// budget asks for the figures on Discord's limit of 50 requests a second, of one or several programs one after the other:
// go test ./cmd/bot -run TestBudget -budget before=/path/to/roundel,now=/path/to/roundel -v
var budget = flag.String("budget", "", "measure these programs, name=path separated by commas, and print their figures")

const (
	budgetFights = 200
	budgetTime   = 20 * time.Second
)

// turnWatch follows the messages that a bot sends: when each channel's next End turn button is there, and when a message with
// the order was sent or edited.
type turnWatch struct {
	mu       sync.Mutex
	channels map[string]*watched // by the channel's ID
}

// watched is what a turnWatch knows about one channel.
type watched struct {
	turns   chan turnButton
	known   map[string]bool // custom IDs of the buttons seen
	pressed []time.Time     // presses whose turn no message with the order has shown yet
	behind  []time.Duration // from a press to the message with the order
}

// turnButton is an End turn button that can be pressed.
type turnButton struct {
	message, label string
	at             time.Time
}

var endTurnID = regexp.MustCompile(`"custom_id":"((?:next|done):[^"]+)"`)

// exchanged notes what a request did.
func (w *turnWatch) exchanged(x sandbox.Exchange) {
	now := time.Now()
	var sent struct {
		ID       string `json:"id"`
		Channel  string `json:"channel_id"`
		Resource struct {
			Message struct {
				ID      string `json:"id"`
				Channel string `json:"channel_id"`
			} `json:"message"`
		} `json:"resource"`
	}
	if x.Status >= 300 || json.Unmarshal(x.Response, &sent) != nil {
		return
	}
	if sent.Resource.Message.ID != "" {
		sent.ID, sent.Channel = sent.Resource.Message.ID, sent.Resource.Message.Channel
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.channels[sent.Channel]
	if c == nil {
		return
	}
	if strings.Contains(string(x.Response), "```") {
		for _, at := range c.pressed {
			c.behind = append(c.behind, now.Sub(at))
		}
		c.pressed = nil
	}
	if found := endTurnID.FindSubmatch(x.Response); found != nil && x.Method == "POST" && !c.known[string(found[1])] {
		c.known[string(found[1])] = true
		c.turns <- turnButton{sent.ID, string(found[1]), now}
	}
}

// measured is a program that is being measured, and its stand-in, which enforces Discord's rate limits.
type measured struct {
	t     *testing.T
	srv   *sandbox.Server
	watch *turnWatch
}

func measure(t *testing.T, program string) *measured {
	t.Helper()
	m := &measured{t: t, watch: &turnWatch{channels: map[string]*watched{}}}
	srv, err := sandbox.Start(sandbox.Config{Limits: limits.Discord(), Exchanged: m.watch.exchanged})
	if err != nil {
		t.Fatal(err)
	}
	m.srv = srv
	cmd, out := exec.Command(program), &output{}
	cmd.Env = append(os.Environ(), "DISCORD_TOKEN="+srv.Token(), "DISCORD_API_URL="+srv.URL(), "ROUNDEL_LOG_LEVEL=warn",
		"ROUNDEL_DB="+filepath.Join(t.TempDir(), "roundel.db"), "ROUNDEL_LOG_FORMAT=json", "ROUNDEL_COMMANDS_PER_MINUTE=0")
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := srv.WaitReady(ctx); err != nil {
		t.Fatal(err, out)
	}
	return m
}

// open starts a fight of ten in a new channel.
func (m *measured) open(channel string) *watched {
	if _, err := m.srv.AddChannel("", channel); err != nil {
		m.t.Error(err)
	}
	c := &watched{turns: make(chan turnButton, 1000), known: map[string]bool{}}
	m.watch.mu.Lock()
	m.watch.channels[m.srv.ChannelID(channel)] = c
	m.watch.mu.Unlock()
	for _, line := range []string{"/init start name:Siege", "/init add name:Hero count:4 stats:init 9, hp 30 separate:true",
		"/init add name:Goblin count:6 stats:init 3, hp 9 separate:true", "/init roll"} {
		ctx, cancel := context.WithTimeout(m.t.Context(), time.Minute)
		if got, err := m.srv.User("GM").Do(ctx, channel, line); err != nil || got.Failed {
			m.t.Errorf("%s: %v %s", line, err, got.Text())
		}
		cancel()
	}
	return c
}

// play ends turns in a channel as fast as they begin, until ctx ends. It returns the times from each press to the next button.
func (m *measured) play(ctx context.Context, c *watched) (took []time.Duration) {
	var pressed time.Time
	for {
		select {
		case <-ctx.Done():
			return took
		case next := <-c.turns:
			if !pressed.IsZero() {
				took = append(took, next.at.Sub(pressed))
			}
			pressed = time.Now()
			m.watch.mu.Lock()
			c.pressed = append(c.pressed, pressed)
			m.watch.mu.Unlock()
			if _, err := m.srv.User("GM").Press(next.message, next.label); err != nil {
				m.t.Error(err)
				return took
			}
		}
	}
}

// correct reports whether the channel's latest message with an order shows whose turn it is.
func (m *measured) correct(channel string) bool {
	ctx, cancel := context.WithTimeout(m.t.Context(), time.Minute)
	defer cancel()
	got, err := m.srv.User("Cleo").Do(ctx, channel, "/init list")
	if err != nil {
		m.t.Error(err)
		return false
	}
	_, order, _ := strings.Cut(got.Text(), "```")
	order, _, _ = strings.Cut(order, "```")
	list, err := m.srv.Messages(channel, "Cleo")
	if err != nil {
		m.t.Error(err)
		return false
	}
	for _, message := range slices.Backward(list) {
		if !message.Ephemeral && strings.Contains(message.Text, "```") {
			return strings.Contains(message.Text, order)
		}
	}
	return false
}

// TestBudget prints what Discord's limits leave of each program: turns per second over many channels, and how long one
// channel takes from a press to the next turn.
func TestBudget(t *testing.T) {
	if *budget == "" {
		t.Skip("only with -budget")
	}
	for part := range strings.SplitSeq(*budget, ",") {
		name, program, _ := strings.Cut(part, "=")
		t.Run(name, func(t *testing.T) {
			m := measure(t, program)
			alone := m.open("alone")
			ctx, cancel := context.WithTimeout(t.Context(), budgetTime/2)
			took := m.play(ctx, alone)
			cancel()
			slices.Sort(took)
			t.Logf("%s: one channel: %d turns, from press to the next button: p50 %v, p99 %v", name, len(took), round(took[len(took)/2]), round(took[len(took)*99/100]))

			var opened []*watched
			for i := range budgetFights {
				opened = append(opened, m.open(fmt.Sprint("fight-", i)))
			}
			time.Sleep(15 * time.Second) // until the rate limits of the beginning are over
			var wg sync.WaitGroup
			var mu sync.Mutex
			turns := 0
			ctx, cancel = context.WithTimeout(t.Context(), budgetTime)
			defer cancel()
			before := requests(m.srv)
			for _, c := range opened {
				wg.Go(func() {
					n := len(m.play(ctx, c))
					mu.Lock()
					defer mu.Unlock()
					turns += n
				})
			}
			wg.Wait()
			counted := requests(m.srv) - before
			time.Sleep(30 * time.Second)
			var behind []time.Duration
			right := 0
			for i, c := range opened {
				behind = append(behind, c.behind...)
				if m.correct(fmt.Sprint("fight-", i)) {
					right++
				}
			}
			slices.Sort(behind)
			t.Logf("%s: %d channels: %.1f turns/s, %.2f limited requests a turn; the order is behind by p50 %v, p99 %v, most %v; correct in %d", name,
				budgetFights, float64(turns)/budgetTime.Seconds(), float64(counted)/float64(max(1, turns)), round(behind[len(behind)/2]),
				round(behind[len(behind)*99/100]), round(behind[len(behind)-1]), right)
		})
	}
}

// requests returns how many requests counted to the global limit.
func requests(srv *sandbox.Server) (n int) {
	for _, r := range srv.Requests() {
		if !strings.Contains(r.Route, "{token}") {
			n += r.Count
		}
	}
	return n
}
