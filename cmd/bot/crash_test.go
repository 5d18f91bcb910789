package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/bot/words/lang"
	"roundel/sandbox"
	"roundel/store/sqlite"
)

// rounds is the number of times that TestNothingIsLostToAKill kills the bot.
var rounds = flag.Int("rounds", 2, "how many times the crash test kills the bot; from 5 on, the tests of several processes have more people and longer outages, too")

// brief reports whether neither flag asks for more than a short run.
func brief() bool { return *rounds < 5 && !*deep }

// notInBrief skips a test that a brief run goes without.
func notInBrief(t *testing.T) {
	t.Helper()
	if brief() {
		t.Skip("only with -rounds 5 or -deep")
	}
}

const (
	crashChannels = 8
	crashTable    = 25 // rounds per table; tables run in parallel
)

// request is one command of the crash test. A scene or a roll carries a tag, other commands do not.
type request struct {
	tag          string
	rules        string // the ruleset that it adds, or removes
	removes      bool
	it           *sandbox.Interaction
	acknowledged bool // it was answered before the kill
}

// crasher plays in many channels and remembers the answers.
type crasher struct {
	*processTable
	channels []string
	mu       sync.Mutex
	rnd      *rand.Rand
	tags     int
	requests []*request
	shelf    []string // rulesets that the server has and that no command has removed yet

	rounds, acknowledged, inFlight, doneInFlight int
}

// TestNothingIsLostToAKill plays random commands in many channels, under several rulesets, and kills the bot at random moments. After each kill,
// everything acknowledged is stored exactly once, everything in flight is stored completely or not at all, every log
// folds to its stored state, the next command works, and the cards show the current state.
func TestNothingIsLostToAKill(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var all crasher
	tables := max(1, *rounds/crashTable)
	t.Run("tables", func(t *testing.T) {
		for table := range tables {
			t.Run(fmt.Sprint(table), func(t *testing.T) {
				if tables > 1 { // or else it would only wait for its turn once more
					t.Parallel()
				}
				c := newCrasher(t, newSeeded(t))
				for round := 0; round < *rounds/tables && !t.Failed(); round++ {
					c.round(round)
				}
				mu.Lock()
				defer mu.Unlock()
				all.rounds += *rounds / tables
				all.acknowledged, all.inFlight, all.doneInFlight = all.acknowledged+c.acknowledged, all.inFlight+c.inFlight, all.doneInFlight+c.doneInFlight
			})
		}
	})
	if !t.Failed() {
		t.Logf("%d rounds: %d commands acknowledged, 0 lost, 0 duplicated; %d in flight at a kill, %d of them done completely",
			all.rounds, all.acknowledged, all.inFlight, all.doneInFlight)
	}
}

func newCrasher(t *testing.T, rnd *rand.Rand) *crasher {
	c := &crasher{processTable: newProcessTable(t), rnd: rnd}
	c.halls(crashChannels)
	return c
}

// newSeeded returns a random generator and logs its seed.
func newSeeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// halls starts a fight in each of n new channels.
func (c *crasher) halls(n int) {
	c.t.Helper()
	rulesets := []string{"turn-order", "five-e-2014", "three-actions", "escalation", "five-e-2024", "three-actions", "turn-order", "five-e-2014"}
	for i := range n {
		name, ruleset := fmt.Sprintf("hall-%d", i), rulesets[i%len(rulesets)]
		legendary := ""
		if strings.HasPrefix(ruleset, "five-e") {
			legendary = "legendary 3, "
		}
		if _, err := c.srv.AddChannel("", name); err != nil {
			c.t.Fatal(err)
		}
		c.channels = append(c.channels, name)
		lines := []string{"/init start name:Siege ruleset:" + ruleset, "/init join name:Hero stats:init 9, hp 900 roll:9",
			"/init add name:Ogre count:2 stats:init 3, " + legendary + "hp 90 roll:9", "/init roll"}
		for i := range 12 { // so that random undos do not reach the beginning
			lines = append(lines, fmt.Sprintf("/init scene text:a calm %d", i))
		}
		for _, line := range lines {
			c.ask(name, line)
		}
	}
}

// ask plays a command and fails unless it is answered.
func (c *crasher) ask(channel, line string) string {
	c.t.Helper()
	got, err := c.srv.User("GM").Do(c.soon(), channel, line)
	if err != nil || got.Failed {
		c.t.Errorf("%s: %v, %s", line, err, got.Text())
	}
	return got.Text()
}

// crashLines returns commands for every ruleset of the crash test. A ruleset that lacks something refuses it.
func crashLines() []string {
	return []string{"/next", "/next", "/next", "/init undo", "/init redo", "/hp target:Hero amount:-1", "/hp target:Hero amount:-899", "/hp target:Hero amount:+9",
		"/effect add target:Hero name:Concentrating", "/effect add target:Ogre 1 name:Frightened dc:12 source:Hero with:Concentrating duration:2 rounds",
		"/effect add target:Ogre 1 name:Persistent damage damage:1 source:Hero", "/effect add target:Ogre 2 name:Save ends source:Ogre 1 duration:end of source's next turn",
		"/effect save target:Hero", "/effect save target:Ogre 1", "/act use pool:reaction who:Hero", "/act use pool:legendary who:Ogre 1", "/act do activity:Shout",
		"/init delay", "/init take", "/counter add name:escalation die amount:1", "/counter set name:hero points value:2 who:Hero"}
}

// line returns a random command, what is to be remembered of it, and its user.
func (c *crasher) line() (user, line string, r *request, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tags++
	tag := fmt.Sprintf("tag-%d-", c.tags)
	lines := crashLines()
	switch n := c.rnd.IntN(9 + len(lines)); {
	case n < 5:
		return "GM", "/init scene text:" + tag, &request{tag: tag}, nil
	case n < 7:
		return "GM", "/roll dice:1d20 reason:" + tag, &request{tag: tag}, nil
	case n < 9 && len(c.shelf) > 1+c.rnd.IntN(4):
		name := c.shelf[0]
		c.shelf = c.shelf[1:]
		return "Admin", "/ruleset remove name:" + name, &request{rules: name, removes: true}, nil
	case n < 9:
		name := tag + "rules"
		id, err := c.srv.User("Admin").Attach("own.yaml", []byte("roundel: 1\nname: "+name+"\ntitle: Own\norder: {by: score, roll: d6}\n"))
		return "Admin", "/ruleset add file:" + id, &request{rules: name}, err
	default:
		return "GM", lines[n-9], &request{}, nil
	}
}

// round plays, kills the bot, checks the database, starts the bot again and continues to play.
func (c *crasher) round(n int) {
	stop, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	from := len(c.requests)
	var wg sync.WaitGroup
	for _, channel := range c.channels {
		wg.Go(func() { c.play(stop, channel) })
	}
	time.Sleep(time.Duration(20+c.chance(200)) * time.Millisecond)
	c.kill()
	cancel()
	wg.Wait()
	for _, d := range c.requests[from:] {
		r := d.it.Response()
		d.acknowledged = r.Message != nil && !r.Deferred && !r.Failed
	}
	c.check(from, true)
	c.begin()
	for i := range 2 {
		wg.Go(func() { c.playOn(c.channels[(n+i)%len(c.channels)], 100+(3*n+i)%500) })
	}
	wg.Wait()
	c.check(from, false)
}

func (c *crasher) chance(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rnd.IntN(n)
}

// play sends commands until the bot is killed.
func (c *crasher) play(stop context.Context, channel string) {
	for stop.Err() == nil {
		time.Sleep(time.Duration(c.chance(40)) * time.Millisecond)
		user, line, r, err := c.line()
		if err == nil {
			r.it, err = c.srv.User(user).Command(channel, line)
		}
		if err != nil {
			c.t.Error(err)
			return
		}
		c.mu.Lock()
		c.requests = append(c.requests, r)
		c.mu.Unlock()
		if _, err := r.it.Wait(stop); err != nil {
			return
		}
	}
}

// playOn fails unless the next command works and the card shows its result.
func (c *crasher) playOn(channel string, hp int) {
	c.t.Helper()
	want := fmt.Sprintf("%d/900", hp)
	if text := c.ask(channel, fmt.Sprintf("/hp target:Hero amount:=%d", hp)); !strings.Contains(text, want) {
		c.t.Errorf("after the kill: %s", text)
	}
	err := c.srv.Await(c.soon(), func() bool {
		seen, err := c.srv.Messages(channel, "Anna")
		return err == nil && hasAll(newestCard(seen).Text, []string{want})
	})
	if err != nil {
		c.t.Errorf("%s: the card does not show %s: %v", channel, want, err)
	}
}

var crashTag = regexp.MustCompile(`tag-\d+-`)

// check compares the requests from an index on with the contents of the database.
func (c *crasher) check(from int, counted bool) {
	c.t.Helper()
	report, err := sqlite.Check(c.t.Context(), c.db, nil)
	if err != nil || !report.Sound() {
		c.t.Errorf("the database: %v, %v", err, report.Faults)
	}
	stored, refused, done, shelf := c.stored()
	for _, d := range c.requests[from:] {
		switch {
		case d.acknowledged && !stored[d.it.ID]:
			c.t.Errorf("lost: %s %s", d.it.ID, d.tag)
		case d.tag != "" && done[d.tag] > 1:
			c.t.Errorf("done %d times: %s", done[d.tag], d.tag)
		case refused[d.it.ID] && (d.acknowledged || d.rules == "" || d.removes || shelf[d.rules]):
			c.t.Errorf("refused as what ended the bot: %s, acknowledged: %v, on the shelf: %v", d.rules, d.acknowledged, shelf[d.rules])
		case d.rules != "" && !refused[d.it.ID] && shelf[d.rules] != (stored[d.it.ID] != d.removes):
			c.t.Errorf("half done: %s, removed: %v: on the shelf: %v, interaction stored: %v", d.rules, d.removes, shelf[d.rules], stored[d.it.ID])
		case d.tag != "" && (done[d.tag] == 1) != stored[d.it.ID]:
			c.t.Errorf("half done: %s: %d times in the log, interaction stored: %v", d.tag, done[d.tag], stored[d.it.ID])
		}
		switch {
		case !counted:
		case d.acknowledged:
			c.acknowledged++
		default:
			c.inFlight++
			if stored[d.it.ID] {
				c.doneInFlight++
			}
		}
	}
	c.shelf = slices.Sorted(maps.Keys(shelf))
}

// stored returns the interactions in the database, those that were refused because they were being tried out when the bot was killed, how
// many times each tag is in a log, and the server's rulesets.
func (c *crasher) stored() (ids, refused map[string]bool, tags map[string]int, shelf map[string]bool) {
	c.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+c.db+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	ids, refused, tags, shelf = map[string]bool{}, map[string]bool{}, map[string]int{}, map[string]bool{}
	rows, err := db.Query("SELECT id, '', '', coalesce(answer, '') FROM interactions UNION ALL SELECT '', command, '', '' FROM entries WHERE kind IN ('did', 'noted') UNION ALL SELECT '', '', name, '' FROM server_rulesets")
	if err != nil {
		c.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, command, rules, answer string
		if err := rows.Scan(&id, &command, &rules, &answer); err != nil {
			c.t.Fatal(err)
		}
		ids[id] = true
		if strings.Contains(answer, lang.English().Line("bot.ended-the-bot")) {
			refused[id] = true
		}
		if rules != "" {
			shelf[rules] = true
		}
		if tag := crashTag.FindString(command); tag != "" {
			tags[tag]++
		}
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	return ids, refused, tags, shelf
}

// queryOne runs a statement on the database at path and returns the first value of its first row.
func queryOne(path, query string) (value string, err error) {
	db, err := sql.Open("sqlite3", "file:"+path+"?_busy_timeout=5000")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.QueryRow(query).Scan(&value)
	return value, err
}
