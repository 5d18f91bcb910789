package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"roundel/sandbox"
	"roundel/sandbox/world"
	"roundel/store/postgres"
)

const (
	manyProcesses = 3
	manyShards    = 5
	manyServers   = 40
	manyHalls     = 8 // channels in which people play, in servers of all shards
	mostStarts    = manyShards + 5
)

// full reports whether the long run was asked for, which is judged by time, too.
func full() bool { return *deep || *rounds > 5 }

// manyRounds returns how many rounds to play: those of the flag, or the number of the plain run.
func manyRounds(plain int) int {
	if *rounds > 5 {
		return *rounds
	}
	return plain
}

// many is a bot of several processes with a PostgreSQL database, and people who play in servers of all its shards.
type many struct {
	t     *testing.T
	srv   *sandbox.Server
	url   string // of the database, for the test itself
	rnd   *rand.Rand
	procs []*oneOfMany
	halls []string
	most  int  // IDENTIFYs
	twice bool // Discord sends interactions to sessions of two numbers of shards, so that two processes may answer them

	stop    context.CancelFunc // ends the traffic
	traffic sync.WaitGroup

	mu      sync.Mutex
	tags    int
	asked   []*wish
	outages []outage // while a process was gone and its shards were not answered yet
}

// oneOfMany is one of the processes.
type oneOfMany struct {
	db   string // its address of the database
	env  []string
	cmd  *exec.Cmd // nil while it does not run
	out  *output
	done chan struct{} // closed when it has ended
}

// wish is one command of the traffic. Its tag is in the log once if it was carried out, and in its answer if that was acknowledged.
type wish struct {
	tag          string
	sent, ended  time.Time
	it           *sandbox.Interaction
	acknowledged bool
	answered     bool // with anything
	text         string
}

// newMany starts a stand-in, the processes and a fight in each hall. There is one process for each address of the database.
func newMany(t *testing.T, url string, addresses ...string) *many {
	t.Helper()
	m := newStandIn(t, url, manyServers)
	for _, address := range addresses {
		m.procs = append(m.procs, &oneOfMany{db: address})
	}
	m.begin()
	m.open()
	return m
}

// newStandIn starts a stand-in without processes.
func newStandIn(t *testing.T, url string, servers int) *many {
	t.Helper()
	srv, err := sandbox.Start(sandbox.Config{Servers: servers, Shards: manyShards, MaxConcurrency: manyShards})
	if err != nil {
		t.Fatal(err)
	}
	m := &many{t: t, srv: srv, url: url, rnd: newSeeded(t), most: mostStarts}
	t.Cleanup(m.close)
	m.halls = m.spread()
	return m
}

// begin starts the processes.
func (m *many) begin() {
	m.t.Helper()
	for _, p := range m.procs {
		m.launch(p)
	}
	if err := m.srv.WaitReady(m.within(time.Minute)); err != nil {
		m.t.Fatal(err)
	}
	m.shared()
}

// open starts a fight in each hall.
func (m *many) open() {
	m.t.Helper()
	var wg sync.WaitGroup
	for _, hall := range m.halls {
		wg.Go(func() {
			for _, line := range []string{"/init start name:Siege", "/init join name:Hero stats:init 9, hp 900 roll:9", "/init roll"} {
				if got, err := m.srv.User("Admin").Do(m.within(time.Minute), hall, line); err != nil || got.Failed {
					m.t.Errorf("%s in %s: %v, %s", line, hall, err, got.Text())
				}
			}
		})
	}
	wg.Wait()
}

// close ends the processes and the stand-in.
func (m *many) close() {
	if m.stop != nil {
		m.stop()
		m.traffic.Wait()
	}
	for _, p := range m.procs {
		m.kill(p)
	}
	if err := m.srv.Close(); err != nil {
		m.t.Error(err)
	}
	if m.t.Failed() {
		for i, p := range m.procs {
			text := p.out.String()
			m.t.Logf("process %d:\n%s", i, text[max(0, len(text)-20_000):])
		}
	}
}

// within returns a context that ends after d, or with the test.
func (m *many) within(d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(m.t.Context(), d)
	m.t.Cleanup(cancel)
	return ctx
}

// spread returns halls in servers of all shards.
func (m *many) spread() []string {
	m.t.Helper()
	var halls [manyShards][]string
	for i, at := range m.srv.Locations()[1:] {
		id, err := strconv.ParseInt(at.Guild, 10, 64)
		if err != nil {
			m.t.Fatal(err)
		}
		halls[id>>22%manyShards] = append(halls[id>>22%manyShards], hall(i))
	}
	var out []string
	for i := range manyHalls {
		of := halls[i%manyShards]
		if len(of) <= i/manyShards {
			m.t.Fatalf("too few servers in shard %d", i%manyShards)
		}
		out = append(out, of[i/manyShards])
	}
	return out
}

// launch starts a process without waiting for it.
func (m *many) launch(p *oneOfMany) {
	m.t.Helper()
	p.out, p.done = &output{}, make(chan struct{})
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append(os.Environ(), childName+"=1", "DISCORD_TOKEN="+m.srv.Token(), "DISCORD_API_URL="+m.srv.URL(), "ROUNDEL_DB="+p.db,
		"ROUNDEL_LOG_FORMAT=json", "ROUNDEL_COMMANDS_PER_MINUTE=0")
	if every := spaced(); every > 0 {
		p.cmd.Env = append(p.cmd.Env, spacedName+"="+every.String())
	}
	p.cmd.Env = append(p.cmd.Env, p.env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	if err := p.cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	cmd, done := p.cmd, p.done
	go func() {
		defer close(done)
		_ = cmd.Wait() // its status is asked for where it matters
	}()
}

// signal sends a process a signal.
func (m *many) signal(p *oneOfMany, s syscall.Signal) {
	m.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		m.t.Error(err)
	}
}

// kill kills a process and waits for its end.
func (m *many) kill(p *oneOfMany) {
	if p.cmd == nil {
		return
	}
	m.signal(p, syscall.SIGKILL)
	<-p.done
	if status := p.cmd.ProcessState.ExitCode(); status != -1 {
		m.t.Errorf("a process ended by itself, with status %d", status)
	}
	p.cmd = nil
}

// says waits until a process has logged words.
func (m *many) says(p *oneOfMany, words string) {
	m.t.Helper()
	(&table{t: m.t, out: p.out}).says(words, 1)
}

// until waits for a condition outside the stand-in.
func (m *many) until(p *oneOfMany, what string, holds func() bool) {
	m.t.Helper()
	(&table{t: m.t, out: p.out}).until(what, holds)
}

// shared waits until each process listens to a shard and all shards are connected.
func (m *many) shared() {
	m.t.Helper()
	for _, p := range m.procs {
		m.says(p, "the gateway is ready")
	}
	if err := m.srv.WaitShards(m.within(time.Minute), manyShards); err != nil {
		m.t.Fatal(err)
	}
}

// play has people play in all halls until the end of the test, or rest.
func (m *many) play() {
	ctx, stop := context.WithCancel(m.t.Context())
	m.stop = stop
	for _, hall := range m.halls {
		m.traffic.Go(func() {
			for ctx.Err() == nil {
				m.ask(hall)
				select {
				case <-time.After(m.pause()):
				case <-ctx.Done():
				}
			}
		})
	}
}

// rest ends the traffic and waits for the last answers.
func (m *many) rest() {
	m.stop()
	m.traffic.Wait()
}

func (m *many) pause() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	pause := time.Duration(20+m.rnd.IntN(100)) * time.Millisecond
	if brief() {
		pause *= 4
	}
	return pause
}

// ask plays a command and waits for its answer.
func (m *many) ask(hall string) *wish {
	m.mu.Lock()
	m.tags++
	w := &wish{tag: fmt.Sprintf("tag-%d-", m.tags), sent: time.Now()}
	line := "/init scene text:" + w.tag
	if m.rnd.IntN(3) == 0 {
		line = "/roll dice:1d20 reason:" + w.tag
	}
	m.mu.Unlock()
	var err error
	if w.it, err = m.srv.User("Admin").Command(hall, line); err != nil {
		m.t.Error(err)
		return w
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	got, err := w.it.Wait(ctx)
	w.ended, w.text = time.Now(), got.Text()
	w.answered = err == nil && !got.Failed
	w.acknowledged = w.answered && strings.Contains(w.text, w.tag)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, w)
	return w
}

// gap asks in all halls until each has had an answer, and returns how long after since the last one had it.
func (m *many) gap(since time.Time) time.Duration {
	m.t.Helper()
	var longest time.Duration
	var wg sync.WaitGroup
	for _, hall := range m.halls {
		wg.Go(func() {
			for end := since.Add(time.Minute); ; {
				w := m.ask(hall)
				if w.acknowledged {
					m.mu.Lock()
					longest = max(longest, w.ended.Sub(since))
					m.mu.Unlock()
					return
				}
				if time.Now().After(end) {
					m.t.Errorf("%s is not answered: %q", hall, w.text)
					return
				}
			}
		})
	}
	wg.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.outages = append(m.outages, outage{from: since, to: time.Now()})
	return longest
}

// inOutage reports whether an interaction was sent while a process was gone, or less than 3 s before.
func (m *many) inOutage(sent time.Time) bool {
	return slices.ContainsFunc(m.outages, func(o outage) bool { return sent.Add(3*time.Second).After(o.from) && sent.Before(o.to) })
}

// cards fails unless the next command in each hall works and the card shows its result. It returns how long that took.
func (m *many) cards(hp int) time.Duration {
	m.t.Helper()
	began := time.Now()
	var wg sync.WaitGroup
	for i, hall := range m.halls {
		wg.Go(func() {
			want := fmt.Sprintf("%d/900", hp+i)
			got, err := m.srv.User("Admin").Do(m.within(time.Minute), hall, fmt.Sprintf("/hp target:Hero amount:=%d", hp+i))
			if err != nil || !strings.Contains(got.Text(), want) {
				m.t.Errorf("%s: %v, %s", hall, err, got.Text())
				return
			}
			err = m.srv.Await(m.within(time.Minute), func() bool {
				seen, err := m.srv.Messages(hall, "Admin")
				return err == nil && hasAll(newestCard(seen).Text, []string{want})
			})
			if err != nil {
				m.t.Errorf("%s: the card does not show %s: %v", hall, want, err)
			}
		})
	}
	wg.Wait()
	return time.Since(began)
}

// tally is what became of the traffic.
type tally struct{ acknowledged, unanswered, refused, identifies int }

func (s tally) String() string {
	return fmt.Sprintf("%d commands acknowledged, 0 lost, 0 doubled; %d unanswered, %d refused; %d IDENTIFYs for %d shards", s.acknowledged,
		s.unanswered, s.refused, s.identifies, manyShards)
}

// judge compares the traffic with the contents of the database: what was acknowledged is stored, everything is done at most once, and
// wholly or not at all. It also judges what the bot did to Discord.
func (m *many) judge() tally {
	m.t.Helper()
	report, err := postgres.Check(context.Background(), m.url, nil)
	if err != nil || !report.Sound() {
		m.t.Errorf("the database: %v, %v", err, report.Faults)
	}
	stored, done := m.stored()
	var s tally
	for _, w := range m.asked {
		switch {
		case w.it == nil:
			continue
		case w.acknowledged && !stored[w.it.ID]:
			m.t.Errorf("lost: %s %s: %s", w.it.ID, w.tag, w.text)
		case done[w.tag] > 1:
			m.t.Errorf("done %d times: %s", done[w.tag], w.tag)
		case (done[w.tag] == 1) != stored[w.it.ID]:
			m.t.Errorf("half done: %s: %d times in the log, interaction stored: %v", w.tag, done[w.tag], stored[w.it.ID])
		}
		if final := w.it.Response().Text(); stored[w.it.ID] && strings.Contains(final, "nothing was changed") {
			m.t.Errorf("wrong answer: %s was done, but the answer is %q, after %q", w.tag, final, w.text)
		}
		switch {
		case w.acknowledged:
			s.acknowledged++
		case !w.answered:
			s.unanswered++
			if !m.inOutage(w.sent) {
				m.t.Errorf("unanswered at %v, while nothing was wrong: %s %s", w.sent, w.tag, w.text)
			}
		default:
			s.refused++
			if !m.inOutage(w.sent) {
				m.t.Errorf("refused at %v, while nothing was wrong: %s: %s", w.sent, w.tag, w.text)
			}
		}
	}
	for _, v := range m.srv.Violations(slowness()...) {
		if !m.excused(v) {
			m.t.Errorf("Discord would refuse: %s", v)
		}
	}
	if s.identifies = m.srv.Identifies(); s.identifies > m.most {
		m.t.Errorf("%d IDENTIFYs for %d shards", s.identifies, manyShards)
	}
	return s
}

// excused reports whether an answer was refused only because the process that the interaction was sent to was out of action: it is late,
// or another process has answered the interaction meanwhile. If that answer is for everyone, it has also deleted the private "thinking…".
func (m *many) excused(v sandbox.Violation) bool {
	const tooLate, again, deleted = 10062, 40060, 10008
	const backlog = 10 * time.Second // a process that is back still gives the answers that it has promised
	parts := strings.Split(v.Path, "/")
	// Of two processes that answer one interaction during an outage, the second edits or deletes what the first has deleted.
	if (v.Method == http.MethodPatch || v.Method == http.MethodDelete) && v.Code == deleted && parts[1] == "webhooks" && strings.HasSuffix(v.Path, "/messages/@original") {
		return m.inOutage(v.At) || m.inOutage(v.At.Add(-backlog))
	}
	if m.twice && v.Code == again {
		return true
	}
	return (v.Code == tooLate || v.Code == again) && len(parts) >= 3 && parts[1] == "interactions" && m.inOutage(world.IDTime(parts[2]))
}

// stored returns the interactions in the database, and how many times each tag is in a log.
func (m *many) stored() (ids map[string]bool, tags map[string]int) {
	m.t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, m.url)
	if err != nil {
		m.t.Fatal(err)
	}
	defer conn.Close(ctx)
	ids, tags = map[string]bool{}, map[string]int{}
	rows, err := conn.Query(ctx, "SELECT id::text, '' FROM interactions UNION ALL SELECT '', command FROM entries WHERE kind IN ('did', 'noted')")
	if err != nil {
		m.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, command string
		if err := rows.Scan(&id, &command); err != nil {
			m.t.Fatal(err)
		}
		ids[id] = true
		if tag := crashTag.FindString(command); tag != "" {
			tags[tag]++
		}
	}
	if err := rows.Err(); err != nil {
		m.t.Fatal(err)
	}
	return ids, tags
}

// percentile returns a percentile of durations.
func percentile(list []time.Duration, of int) time.Duration {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[min(len(sorted)-1, len(sorted)*of/100)].Round(time.Millisecond)
}
