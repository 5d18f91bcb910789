package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"

	"roundel/sandbox"
	"roundel/snowflake"
	"roundel/store"
	"roundel/store/sqlite"
)

// load asks for the tables of docs/performance.md: go test ./cmd/bot -run 'TestLoad$|TestStart$' -load -v
var load = flag.Bool("load", false, "measure the bot next to a minimal one and print a table")

// minimalChild is the value of childName that makes the copy run as the minimal bot.
const minimalChild = "minimal"

const (
	storedFights = 10_000 // in the database before the bot starts
	storedTexts  = 200    // of rulesets, which those fights are under
	loadFights   = 200
	loadClients  = 64
)

// towards sends discordgo's requests to the stand-in instead of Discord.
type towards struct{ root *url.URL }

func (to towards) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = to.root.Scheme, to.root.Host, to.root.Host
	return http.DefaultTransport.RoundTrip(r)
}

// runMinimal runs the simplest bot that answers: discordgo with one handler that says "ok".
func runMinimal() error {
	root, err := url.Parse(os.Getenv("DISCORD_API_URL"))
	if err != nil {
		return err
	}
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = loadClients
	dg, err := discordgo.New("Bot " + os.Getenv("DISCORD_TOKEN"))
	if err != nil {
		return err
	}
	dg.Client = &http.Client{Transport: towards{root}, Timeout: 20 * time.Second}
	dg.StateEnabled, dg.Identify.Intents = false, discordgo.IntentsGuilds
	dg.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "ok", AllowedMentions: &discordgo.MessageAllowedMentions{}}})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	})
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := dg.Open(); err != nil {
		return err
	}
	app, err := dg.User("@me")
	if err != nil {
		return err
	}
	_, err = dg.ApplicationCommandBulkOverwrite(app.ID, "", []*discordgo.ApplicationCommand{{Name: "next", Description: "End the turn"}})
	if err != nil {
		return err
	}
	<-ctx.Done()
	return dg.Close()
}

// loaded is a bot under load, and its stand-in.
type loaded struct {
	t        *testing.T
	srv      *sandbox.Server
	cmd      *exec.Cmd
	channels []string
	ready    time.Duration // the time from the start of the process until it was ready
}

func newLoaded(t *testing.T, child, db string) *loaded {
	t.Helper()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	l := &loaded{t: t, srv: srv, cmd: exec.Command(os.Args[0])}
	l.cmd.Env = append(os.Environ(), childName+"="+child, "DISCORD_TOKEN="+srv.Token(), "DISCORD_API_URL="+srv.URL(),
		"ROUNDEL_DB="+db, "ROUNDEL_LOG_FORMAT=json", "ROUNDEL_LOG_LEVEL=warn", "ROUNDEL_COMMANDS_PER_MINUTE=0")
	out := &output{}
	l.cmd.Stdout, l.cmd.Stderr = out, out
	start := time.Now()
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := l.cmd.Wait(); err != nil {
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
	l.ready = time.Since(start)
	for i := range loadFights {
		name := fmt.Sprintf("load-%d", i)
		if _, err := srv.AddChannel("", name); err != nil {
			t.Fatal(err)
		}
		l.channels = append(l.channels, name)
	}
	return l
}

// each calls do for every channel, loadClients of them at a time.
func (l *loaded) each(do func(channel string)) {
	var wg sync.WaitGroup
	for w := range loadClients {
		wg.Go(func() {
			for i := w; i < len(l.channels); i += loadClients {
				do(l.channels[i])
			}
		})
	}
	wg.Wait()
}

func (l *loaded) ask(channel, line string) time.Duration {
	ctx, cancel := context.WithTimeout(l.t.Context(), 20*time.Second)
	defer cancel()
	start := time.Now()
	got, err := l.srv.User("GM").Do(ctx, channel, line)
	if err != nil || got.Failed {
		l.t.Errorf("%s: %v %s", line, err, got.Text())
	}
	return time.Since(start)
}

// fights starts a fight with eight combatants in each channel.
func (l *loaded) fights() {
	l.each(func(channel string) {
		l.ask(channel, "/init start name:Siege")
		for i := range 8 {
			l.ask(channel, fmt.Sprintf("/init add name:Fighter%c stats:init %d, hp 30 roll:9", 'A'+i, i))
		}
		l.ask(channel, "/init roll")
	})
}

// play types /next for a while and returns the number of answers per second and the latencies.
func (l *loaded) play(d time.Duration) (rate float64, p50, p99 time.Duration) {
	var mu sync.Mutex
	var took []time.Duration
	start := time.Now()
	var wg sync.WaitGroup
	for w := range loadClients {
		wg.Go(func() {
			var mine []time.Duration
			for i := w; time.Since(start) < d; i = (i + loadClients) % len(l.channels) {
				mine = append(mine, l.ask(l.channels[i], "/next"))
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, mine...)
		})
	}
	wg.Wait()
	rate = float64(len(took)) / time.Since(start).Seconds()
	slices.Sort(took)
	return rate, took[len(took)/2], took[len(took)*99/100]
}

// calm waits until the cards are up to date, so that the other bot has the machine to itself.
func (l *loaded) calm() {
	l.t.Helper()
	requests := func() (n int) {
		for _, r := range l.srv.Requests() {
			n += r.Count
		}
		return n
	}
	for last := -1; requests() != last; time.Sleep(2 * time.Second) {
		last = requests()
	}
}

var residentLine = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// resident returns the resident memory of the bot's process in MB.
func (l *loaded) resident() float64 {
	l.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.cmd.Process.Pid))
	if err != nil {
		l.t.Fatal(err)
	}
	kb, err := strconv.Atoi(string(residentLine.FindSubmatch(data)[1]))
	if err != nil {
		l.t.Fatal(err)
	}
	return float64(kb) / 1024
}

// manyStored creates a database of storedFights running fights under storedTexts rulesets, with eight combatants each, that have been shown.
func manyStored(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "roundel.db")
	st, err := sqlite.Open(t.Context(), path, func(string, ...any) {})
	if err != nil {
		t.Fatal(err)
	}
	bundled, _ := ruleset.ByName("five-e-2014")
	openings := make([]opening, storedTexts)
	for n := range openings {
		rs, err := ruleset.Read([]byte(strings.Replace(string(bundled.Text), "name: five-e-2014", fmt.Sprintf("name: own-%d", n), 1)))
		if err != nil {
			t.Fatal(err)
		}
		openings[n] = openingOf(t, rs)
	}
	var wg sync.WaitGroup
	for w := range loadClients {
		wg.Go(func() {
			for i := w; i < storedFights; i += loadClients {
				if err := storeFight(st, snowflake.Channel(fmt.Sprint(1_000_000+i)), openings[i%storedTexts]); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// opening is the first entry of a fight, and the text of its ruleset.
type opening struct {
	events []engine.Event
	text   []byte
}

func storeFight(st *store.Store, ch snowflake.Channel, o opening) error {
	ctx := context.Background()
	_, _, err := st.Update(ctx, ch, "", func(j engine.Journal) ([]byte, error) {
		return nil, j.Append(engine.Entry{Kind: engine.Did, By: "1", At: time.Now(), Command: "opening", Events: o.events, Text: o.text})
	})
	if err != nil {
		return err
	}
	d, _, err := st.Display(ctx, ch)
	if err != nil {
		return err
	}
	was := d
	d.Card, d.CardSeq, d.Announced, d.Shown = "1", d.Seq, d.Turn, ""
	return st.SaveDisplay(ctx, was, d)
}

// openingOf begins a fight of eight combatants under a ruleset.
func openingOf(t *testing.T, rs *ruleset.Ruleset) opening {
	t.Helper()
	out := opening{text: rs.Text}
	cmds := []play.Command{play.Start{Name: "Stored", Ruleset: rs.Name}}
	for i := range 8 {
		cmds = append(cmds, play.Add{Name: fmt.Sprintf("Fighter %c", 'A'+i), Stats: "init 5, hp 30"})
	}
	cmds = append(cmds, play.Roll{})
	var s *engine.State
	for i, cmd := range cmds {
		done, err := play.Decide(s, rs, cmd, play.Input{Actor: engine.Actor{User: "1"}, Turn: engine.TurnID(i + 1),
			Now: time.Now(), Dice: dice.Seeded(1)})
		if err != nil {
			t.Fatal(err)
		}
		s, out.events = done.State, append(out.events, done.Events...)
	}
	return out
}

// TestStart prints how long the bot takes from its start until it is ready, with many fights under many rulesets stored, and its memory then.
func TestStart(t *testing.T) {
	if !*load {
		t.Skip("only with -load")
	}
	db := manyStored(t)
	for i := range 5 {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			l := newLoaded(t, "1", db)
			time.Sleep(2 * time.Second)
			t.Logf("%d fights under %d texts stored: start to ready %v; resident %.0f MB", storedFights, storedTexts, round(l.ready), l.resident())
		})
	}
}

// TestLoad prints the bot's throughput and latency next to a minimal bot's, and its memory and start-up time.
func TestLoad(t *testing.T) {
	if !*load {
		t.Skip("only with -load")
	}
	ours := newLoaded(t, "1", manyStored(t))
	time.Sleep(2 * time.Second)
	idle := ours.resident()
	ours.fights()
	raw := newLoaded(t, minimalChild, "")
	const rounds = 5
	t.Logf("%6s %10s %10s %6s %9s %9s %9s %9s", "round", "answers/s", "minimal/s", "ratio", "p50", "p99", "min. p50", "min. p99")
	var ratios []float64
	for i := range rounds {
		a, a50, a99 := ours.play(3 * time.Second)
		ours.calm()
		b, b50, b99 := raw.play(3 * time.Second)
		ratios = append(ratios, a/b)
		t.Logf("%6d %10.0f %10.0f %6.2f %9v %9v %9v %9v", i+1, a, b, a/b, round(a50), round(a99), round(b50), round(b99))
	}
	slices.Sort(ratios)
	t.Logf("median ratio %.2f; %d fights stored: start to ready %v; resident %.0f MB idle, %.0f MB under load",
		ratios[rounds/2], storedFights, round(ours.ready), idle, ours.resident())
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
