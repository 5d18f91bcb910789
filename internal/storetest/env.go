package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/snowflake"
	"roundel/store"
)

// env is one test with its database.
type env struct {
	*testing.T
	fights Fights
	s      Store // the same store as fights; nil in [TestFights]
	create func(t testing.TB) Database
	db     Database
	clock  *clock
}

// clock is the current time of a test.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// ctx returns a context that outlives the test's own, which has ended when a store is closed at the end.
func (e *env) ctx() context.Context { return context.Background() }

func (e *env) open() {
	e.Helper()
	s, err := e.db.Open(e.ctx())
	if err != nil {
		e.Fatalf("open: %v", err)
	}
	s.UseClock(e.clock.time)
	e.s, e.fights = s, s
}

func (e *env) close() {
	e.Helper()
	if err := e.s.Close(); err != nil {
		e.Errorf("close: %v", err)
	}
}

// reopen closes the database and opens it again. A store in memory goes on as it is.
func (e *env) reopen() {
	e.Helper()
	if e.s != nil {
		e.close()
		e.open()
	}
}

// forget empties the caches of the store or, if it offers no way to do that, opens it again.
func (e *env) forget() {
	e.Helper()
	if e.s == nil || e.db.Forget == nil {
		e.reopen()
		return
	}
	e.s = e.db.Forget(e.s)
	e.s.UseClock(e.clock.time)
	e.fights = e.s
}

// refold makes the store compute its states from the logs again, if there is a way to do that.
func (e *env) refold() {
	e.Helper()
	if e.s == nil || e.db.Refold == nil {
		return
	}
	e.no(e.db.Refold(e.s))
}

// check fails unless the database is sound, and returns the report.
func (e *env) check() store.Report {
	e.Helper()
	r, err := e.db.Check(e.ctx())
	if err != nil || !r.Sound() {
		e.Fatalf("%v, %q", err, r.Faults)
	}
	return r
}

// no fails if there is an error.
func (e *env) no(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

// wantError fails unless err is want.
func (e *env) wantError(err, want error) {
	e.Helper()
	if !errors.Is(err, want) {
		e.Fatalf("got %v, want %v", err, want)
	}
}

// channel is where most fights are played.
const channel = snowflake.Channel("100")

// epoch is the time at which fights begin, and the time by the clock at the start of a test.
var epoch = time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)

// At returns the time at second n of a fight.
func At(n int) time.Time { return epoch.Add(time.Duration(n) * time.Second) }

// Did returns an entry of kind Did at second n of the fight.
func Did(n int, events ...engine.Event) engine.Entry {
	return engine.Entry{Kind: engine.Did, By: "gm", At: At(n), Command: fmt.Sprintf("/do %d", n), Events: events}
}

func noted(n int, events ...engine.Event) engine.Entry {
	return engine.Entry{Kind: engine.Noted, By: "anna", At: At(n), Command: "/roll 2d6", Events: events}
}

func started(name string) engine.Event {
	return engine.EncounterStarted{Name: name, Ruleset: "test", GM: "gm"}
}

func ended() engine.Event { return engine.EncounterEnded{} }

func scene(format string, args ...any) engine.Event {
	return engine.SceneSet{Text: fmt.Sprintf(format, args...)}
}

// update is a function for Update.
type update = func(j engine.Journal) ([]byte, error)

// Appending returns an update that appends entries and answers with the scene.
func Appending(entries ...engine.Entry) update {
	return func(j engine.Journal) ([]byte, error) {
		for _, e := range entries {
			if err := j.Append(e); err != nil {
				return nil, err
			}
		}
		if j.State() == nil {
			return nil, nil
		}
		return []byte(j.State().Scene), nil
	}
}

// nothing is an update that does and answers nothing.
func nothing(engine.Journal) ([]byte, error) { return nil, nil }

// answering returns an update that only answers.
func answering(text string) update {
	return func(engine.Journal) ([]byte, error) { return []byte(text), nil }
}

// Undoing is [UndoingTo] for the last step.
func Undoing(n int) update { return UndoingTo(n, 0) }

// Redoing is [RedoingTo] for the next step.
func Redoing(n int) update { return RedoingTo(n, 0) }

// UndoingTo returns an update that undoes every step after an entry, or the last one, and answers with what it undid.
func UndoingTo(n int, to int64) update {
	return func(j engine.Journal) ([]byte, error) {
		steps, err := j.Undo("gm", At(n), to)
		return []byte(commands(steps)), err
	}
}

// RedoingTo is UndoingTo for redo, up to and including the entry.
func RedoingTo(n int, to int64) update {
	return func(j engine.Journal) ([]byte, error) {
		steps, err := j.Redo("gm", At(n), to)
		return []byte(commands(steps)), err
	}
}

// commands returns the commands of steps, oldest first.
func commands(steps engine.Steps) string {
	var out []string
	for _, e := range steps.Entries {
		out = append(out, e.Command)
	}
	return strings.Join(out, " ")
}

// do runs an update in the usual channel, which must succeed, and returns its answer.
func (e *env) do(id string, fn update) string {
	e.Helper()
	return e.doIn(channel, id, fn)
}

func (e *env) doIn(ch snowflake.Channel, id string, fn update) string {
	e.Helper()
	answer, again, err := e.fights.Update(e.ctx(), ch, id, fn)
	if err != nil || again {
		e.Fatalf("update %q: again %v, %v", id, again, err)
	}
	return string(answer)
}

// try runs an update in the usual channel and returns its error.
func (e *env) try(id string, fn update) error {
	_, _, err := e.fights.Update(e.ctx(), channel, id, fn)
	return err
}

// scenes starts a fight and plays n entries, each setting the scene to its number.
func (e *env) scenes(n int) {
	e.Helper()
	e.do("", Appending(Did(0, started("Bridge"), scene("0"))))
	for i := 1; i <= n; i++ {
		e.do("", Appending(Did(i, scene("%d", i))))
	}
}

// state returns the state that a reader sees.
func (e *env) state() *engine.State {
	e.Helper()
	return e.stateIn(channel)
}

func (e *env) stateIn(ch snowflake.Channel) (out *engine.State) {
	e.Helper()
	e.no(e.fights.Read(e.ctx(), ch, func(j engine.Journal) error {
		out = j.State()
		return nil
	}))
	return out
}

// log returns the whole log that a reader sees.
func (e *env) log() []engine.Entry {
	e.Helper()
	return e.logIn(channel)
}

func (e *env) logIn(ch snowflake.Channel) (out []engine.Entry) {
	e.Helper()
	e.no(e.fights.Log(e.ctx(), ch, func(l engine.Log) (err error) {
		out, err = all(l)
		return err
	}))
	return out
}

// all returns a whole log.
func all(l engine.Log) (out []engine.Entry, err error) {
	for e, err := range l.All() {
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

func (e *env) wantScene(want string) {
	e.Helper()
	if got := e.state(); got == nil || got.Scene != want {
		e.Fatalf("the state is %+v, want the scene %q", got, want)
	}
}

// wantRefused fails unless an update is refused for a reason and changes nothing.
func (e *env) wantRefused(fn update, code engine.Code, why reason.Reason) {
	e.Helper()
	before := len(e.log())
	err := e.try("", fn)
	var refusal *engine.Error
	if !errors.As(err, &refusal) || refusal.Code != code || refusal.Reason != why {
		e.Errorf("got %v, want a refusal %q for the reason %q", err, code, why)
	}
	if n := len(e.log()); n != before {
		e.Errorf("%d entries were added", n-before)
	}
}

// again fails unless a second delivery of an interaction gets the first one's answer. Its function must not run, unless the database
// notices only afterwards; then nothing it did is stored.
func (e *env) again(ch snowflake.Channel, id, want string) {
	e.Helper()
	answer, again, err := e.fights.Update(e.ctx(), ch, id, func(engine.Journal) ([]byte, error) {
		if !e.db.LooksLater {
			e.Errorf("interaction %s ran a second time", id)
		}
		return nil, errors.New("again")
	})
	if err != nil || !again || string(answer) != want {
		e.Fatalf("interaction %s, delivered again: %q, again %v, %v; want %q", id, answer, again, err, want)
	}
}

// export returns the archive of the database.
func (e *env) export() []byte {
	e.Helper()
	var out bytes.Buffer
	_, err := e.db.Export(e.ctx(), &out)
	e.no(err)
	return out.Bytes()
}

// parallel runs n functions at once and returns when all are done.
func parallel(n int, fn func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { fn(i) })
	}
	wg.Wait()
}
