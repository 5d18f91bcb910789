package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/pgtest"
	"roundel/snowflake"
	"roundel/store"
)

// appendTo returns a function for Update that appends an entry, and starts the fight if there is none. It answers with the number of the entry.
func appendTo(command string, event engine.Event) func(engine.Journal) ([]byte, error) {
	return func(j engine.Journal) ([]byte, error) {
		events := []engine.Event{event}
		if j.State() == nil {
			events = []engine.Event{engine.EncounterStarted{Name: "Bridge", Ruleset: "test", GM: "gm"}}
		}
		seq := j.NextSeq()
		return fmt.Append(nil, seq), j.Append(engine.Entry{Kind: engine.Did, By: "gm", At: time.UnixMilli(1), Command: command, Events: events})
	}
}

// commandsOf counts the entries of a channel's latest fight by their command.
func commandsOf(t *testing.T, s *store.Store, ch snowflake.Channel) map[string]int {
	t.Helper()
	count := map[string]int{}
	err := s.Log(t.Context(), ch, func(l engine.Log) error {
		for e, err := range l.All() {
			if err != nil {
				return err
			}
			count[e.Command]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// update runs an update, which must succeed.
func update(t *testing.T, s *store.Store, ch snowflake.Channel, id string, fn func(engine.Journal) ([]byte, error)) string {
	t.Helper()
	answer, _, err := s.Update(t.Context(), ch, id, fn)
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

// TestRefusalsAreMadeFromTheCurrentState checks that a process whose cache is behind neither refuses nor answers by what it holds there.
func TestRefusalsAreMadeFromTheCurrentState(t *testing.T) {
	url := shared.Cluster(t).URL(t)
	one, other := connect(t, url).Store(), connect(t, url).Store()
	update(t, one, "1", "1", appendTo("/start", nil))
	update(t, other, "1", "2", appendTo("/scene", engine.SceneSet{Text: "dawn"}))
	refusal := errors.New("it is not dawn")
	_, _, err := one.Update(t.Context(), "1", "3", func(j engine.Journal) ([]byte, error) {
		if j.State().Scene != "dawn" {
			return nil, refusal
		}
		return nil, nil
	})
	if err != nil {
		t.Errorf("refused by an old state: %v", err)
	}
	update(t, other, "1", "4", appendTo("/scene", engine.SceneSet{Text: "dusk"}))
	got := update(t, one, "1", "5", func(j engine.Journal) ([]byte, error) { return []byte(j.State().Scene), nil })
	if got != "dusk" {
		t.Errorf("answered %q by an old state", got)
	}
}

// TestSeveralStoresPlayTheSameChannels plays random commands in three stores over one database, most of them delivered to two at once.
// Everything acknowledged is stored once, and both deliveries get the same answer.
func TestSeveralStoresPlayTheSameChannels(t *testing.T) {
	t.Parallel()
	url := shared.Cluster(t).URL(t)
	var stores []*store.Store
	for range 3 {
		stores = append(stores, connect(t, url).Store())
	}
	var mu sync.Mutex
	next, acknowledged := 0, map[string]snowflake.Channel{}
	play := func(rnd *rand.Rand) {
		mu.Lock()
		next++
		id, setting := fmt.Sprint(next), fmt.Sprint(1_000_000+next)
		mu.Unlock()
		ch := snowflake.Channel(fmt.Sprint(1 + rnd.IntN(3)))
		fn := appendTo("/do "+id, engine.SceneSet{Text: id})
		moves := rnd.IntN(5)
		switch moves {
		case 0:
			fn = func(j engine.Journal) ([]byte, error) {
				_, err := j.Undo("gm", time.UnixMilli(2), 0)
				return []byte("undid"), err
			}
		case 1:
			fn = func(j engine.Journal) ([]byte, error) {
				_, err := j.Redo("gm", time.UnixMilli(3), 0)
				return []byte("redid"), err
			}
		}
		first, second := rnd.IntN(3), rnd.IntN(3)
		var answers [2][]byte
		var errs [2]error
		var both sync.WaitGroup
		for i, at := range []int{first, second} {
			both.Go(func() { answers[i], _, errs[i] = stores[at].Update(context.Background(), ch, id, fn) })
		}
		both.Wait()
		var refused *engine.Error
		for _, err := range errs {
			if err != nil && !errors.As(err, &refused) {
				t.Errorf("interaction %s: %v", id, err)
			}
		}
		if errs[0] == nil && errs[1] == nil && string(answers[0]) != string(answers[1]) {
			t.Errorf("interaction %s has the answers %q and %q", id, answers[0], answers[1])
		}
		if moves > 1 && (errs[0] == nil || errs[1] == nil) {
			mu.Lock()
			acknowledged["/do "+id] = ch
			mu.Unlock()
		}
		if d, ok, err := stores[first].Display(context.Background(), ch); err == nil && ok {
			shown := d
			shown.CardSeq = d.Seq
			if err := stores[second].SaveDisplay(context.Background(), d, shown); err != nil && !errors.Is(err, store.ErrOutdated) {
				t.Error(err)
			}
		}
		_, _, err := stores[first].Amend(context.Background(), store.SettingsOf("500"), setting, func(data []byte) ([]byte, []byte, error) {
			if data == nil {
				data = []byte("{}")
			}
			return append(data, ' '), nil, nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			rnd := rand.New(rand.NewPCG(7, uint64(i)))
			for range 25 {
				play(rnd)
			}
		})
	}
	all.Wait()
	for _, ch := range []snowflake.Channel{"1", "2", "3"} {
		count := commandsOf(t, stores[0], ch)
		for command, in := range acknowledged {
			if in == ch && count[command] != 1 {
				t.Errorf("%s is %d times in the log of channel %s", command, count[command], ch)
			}
		}
	}
	r, err := Check(t.Context(), url, nil)
	if err != nil || !r.Sound() {
		t.Errorf("%v, %q", err, r.Faults)
	}
}

// TestTwoDeleteOldFights checks that two processes that delete the same fights at the same time delete, and count, each once.
func TestTwoDeleteOldFights(t *testing.T) {
	t.Parallel()
	url := shared.Cluster(t).URL(t)
	one, other := connect(t, url).Store(), connect(t, url).Store()
	const old = 13 // more than are deleted at once
	text := []byte("rules")
	for n := range old {
		update(t, one, snowflake.Channel(fmt.Sprint(n)), "", func(j engine.Journal) ([]byte, error) {
			return nil, j.Append(engine.Entry{Kind: engine.Did, By: "gm", At: time.UnixMilli(1), Text: text, Events: []engine.Event{
				engine.EncounterStarted{Name: "Bridge", Ruleset: "test", GM: "gm", Text: engine.TextHash(text)}, engine.EncounterEnded{}}})
		})
	}
	update(t, one, "100", "1", appendTo("/start", nil))
	conn := bare(t, url)
	run(t, conn, "BEGIN")
	run(t, conn, "SELECT 1 FROM encounters WHERE channel = '0' FOR UPDATE")
	var deleted [2]int
	var both sync.WaitGroup
	done := make(chan error, 2)
	for i, s := range []*store.Store{one, other} {
		both.Go(func() {
			var err error
			deleted[i], err = s.PruneFights(t.Context(), time.Now().Add(time.Hour))
			done <- err
		})
	}
	awaitWaiting(t, bare(t, url), 2, done)
	run(t, conn, "ROLLBACK")
	both.Wait()
	if err := errors.Join(<-done, <-done); err != nil || deleted[0]+deleted[1] != old {
		t.Errorf("%v of %d fights were deleted, %v", deleted, old, err)
	}
	if r, err := Check(t.Context(), url, nil); err != nil || !r.Sound() || r.Encounters != 1 {
		t.Errorf("%v, %v", r, err)
	}
}

// proxied returns a database over a network that makes faults when it is told to, and its address without that.
func proxied(t *testing.T) (db *DB, url string, p *pgtest.Proxy) {
	t.Helper()
	c := shared.Cluster(t)
	p, url = pgtest.NewProxy(t, c), c.URL(t)
	return connect(t, through(t, url, p.Address())), url, p
}

// lossy returns a store over a network that loses an answer of the server when it is told to.
func lossy(t *testing.T) (s *store.Store, lose func(text string)) {
	t.Helper()
	db, _, p := proxied(t)
	return db.Store(), p.LoseAnswer
}

// TestACommitWhoseAnswerIsLostIsFound checks that what was committed before the connection was lost is acknowledged, and not done again.
func TestACommitWhoseAnswerIsLostIsFound(t *testing.T) {
	s, lose := lossy(t)
	update(t, s, "1", "1", appendTo("/start", nil))
	runs := 0
	got := update(t, s, "1", "2", func(j engine.Journal) ([]byte, error) {
		runs++
		lose("SELECT 2\x00")
		return appendTo("/do", engine.SceneSet{Text: "dawn"})(j)
	})
	if got != "2" || runs != 1 || commandsOf(t, s, "1")["/do"] != 1 {
		t.Errorf("answered %q after %d runs, and the log has %v", got, runs, commandsOf(t, s, "1"))
	}
}

// TestAConnectionLostWhileAFightIsRead checks that a command whose fight is not in the cache is carried out nevertheless.
func TestAConnectionLostWhileAFightIsRead(t *testing.T) {
	t.Parallel()
	db, url, p := proxied(t)
	update(t, connect(t, url).Store(), "1", "1", appendTo("/start", nil))
	s := db.Store()
	p.LoseAnswer("SELECT 1\x00")
	if got := update(t, s, "1", "2", appendTo("/do", engine.SceneSet{Text: "dawn"})); got != "2" || commandsOf(t, s, "1")["/do"] != 1 {
		t.Errorf("answered %q, and the log has %v", got, commandsOf(t, s, "1"))
	}
}

// TestWithoutANumberALostCommitIsUnknown checks that the store doesn't claim to know what became of a change that cannot be found again.
func TestWithoutANumberALostCommitIsUnknown(t *testing.T) {
	s, lose := lossy(t)
	update(t, s, "1", "1", appendTo("/start", nil))
	_, _, err := s.Update(t.Context(), "1", "", func(j engine.Journal) ([]byte, error) {
		lose("SELECT 1\x00")
		return appendTo("/do", engine.SceneSet{Text: "dawn"})(j)
	})
	if !errors.Is(err, store.ErrUnknown) || commandsOf(t, s, "1")["/do"] != 1 {
		t.Errorf("got %v, and the log has %v", err, commandsOf(t, s, "1"))
	}
}

// TestADisplayWhoseAnswerIsLostIsStored checks that a display is not reported as outdated by what it has itself stored.
func TestADisplayWhoseAnswerIsLostIsStored(t *testing.T) {
	s, lose := lossy(t)
	update(t, s, "1", "1", appendTo("/start", nil))
	was, _, err := s.Display(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	next := was
	next.Card, next.CardSeq = "700", 1
	lose("UPDATE 1\x00")
	if err := s.SaveDisplay(t.Context(), was, next); err != nil {
		t.Error(err)
	}
}

// TestAFightWhoseStartIsLostIsFound is the same for what is stored in a transaction of its own: the start of a fight, and settings.
func TestAFightWhoseStartIsLostIsFound(t *testing.T) {
	s, lose := lossy(t)
	lose("COMMIT")
	if got := update(t, s, "1", "1", appendTo("/start", nil)); got != "1" || commandsOf(t, s, "1")["/start"] != 1 {
		t.Errorf("answered %q", got)
	}
	lose("COMMIT")
	_, _, err := s.Update(t.Context(), "2", "", appendTo("/start", nil))
	if !errors.Is(err, store.ErrUnknown) || commandsOf(t, s, "2")["/start"] != 1 {
		t.Errorf("a start without a number: %v", err)
	}
	add := func(data []byte) ([]byte, []byte, error) { return append(data, 'x'), []byte("added"), nil }
	lose("COMMIT")
	if answer, _, err := s.Amend(t.Context(), store.SettingsOf("500"), "7", add); err != nil || string(answer) != "added" {
		t.Errorf("settings: %q, %v", answer, err)
	}
	lose("COMMIT")
	if _, _, err := s.Amend(t.Context(), store.SettingsOf("500"), "", add); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("settings without a number: %v", err)
	}
	if data, err := s.Load(t.Context(), store.SettingsOf("500")); err != nil || string(data) != "xx" {
		t.Errorf("the settings are %q, %v", data, err)
	}
}

// TestWhatIsErasedStaysErased checks that what a user erases does not come back because another process is just changing it.
func TestWhatIsErasedStaysErased(t *testing.T) {
	t.Parallel()
	url := shared.Cluster(t).URL(t)
	one, other, conn := connect(t, url).Store(), connect(t, url).Store(), bare(t, url)
	for name, of := range map[string]func(snowflake.Guild, snowflake.User) store.Cell{"characters": store.CharactersOf, "preferences": store.PreferencesOf} {
		for _, guild := range []snowflake.Guild{"1", "2"} {
			if _, _, err := one.Amend(t.Context(), of(guild, "7"), "", addSetting); err != nil {
				t.Fatal(err)
			}
		}
		erased := make(chan error, 1)
		_, _, err := one.Amend(t.Context(), of("2", "7"), "", func(data []byte) ([]byte, []byte, error) {
			done := make(chan struct{})
			go func() {
				erased <- other.EraseUser(t.Context(), "7")
				close(done)
			}()
			for waiting := 0; waiting == 0; {
				err := conn.QueryRow(t.Context(), `SELECT count(*), pg_sleep(0.005) FROM pg_stat_activity
					WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting, nil)
				if err != nil {
					return nil, nil, err
				}
				select {
				case <-done: // it has not waited
					waiting = 1
				default:
				}
			}
			return addSetting(data)
		})
		if err := errors.Join(err, <-erased); err != nil {
			t.Fatal(err)
		}
		for _, guild := range []snowflake.Guild{"1", "2"} {
			if data, err := one.Load(t.Context(), of(guild, "7")); data != nil || err != nil {
				t.Errorf("the erased %s are back: %q, %v", name, data, err)
			}
		}
	}
}
