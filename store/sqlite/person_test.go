package sqlite

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/snowflake"
	"roundel/store"
)

// numbered finds the parameters of a statement.
var numbered = regexp.MustCompile(`\$\d+`)

// plan returns SQLite's plan for a query.
func plan(t *testing.T, s *store.Store, query string) string {
	t.Helper()
	var out []string
	err := tx(t.Context(), reader(s)).Each("EXPLAIN QUERY PLAN "+numbered.ReplaceAllString(query, "1"), nil, func(rows *sql.Rows) error {
		var id, parent, unused int
		var text string
		err := rows.Scan(&id, &parent, &unused, &text)
		out = append(out, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, "\n")
}

// TestUserDataQueriesUseIndexes: looking up one user's data does not scan everybody's.
func TestUserDataQueriesUseIndexes(t *testing.T) {
	s := mustOpen(t, file(t))
	for _, query := range append(store.UserQueries(), commandsInFight) {
		got := plan(t, s, query)
		for _, table := range []string{"entries", "encounters", "participants", "characters", "preferences"} {
			if strings.Contains(got, "SCAN "+table) {
				t.Errorf("the plan of\n%s\nis\n%s", query, got)
			}
		}
	}
}

// The limits of [store.Store.UserData], and of one step of [store.Store.PruneFights].
const (
	maxCommands = 10_000
	maxText     = 1 << 20 // bytes
	maxScanned  = 100_000 // entries
	entryBatch  = 5000
)

// person is the part of a user's data that these tests look at.
type person struct {
	Commands []struct {
		Encounter int64
		Command   string
	}
	Older bool `json:"older_commands_left_out"`
}

func userData(t *testing.T, s *store.Store, user snowflake.User) (out person, whole bool) {
	t.Helper()
	data, whole, err := s.UserData(t.Context(), user)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out, whole
}

// TestUserDataIsBounded: it has the newest commands, oldest first, and says that there are more.
func TestUserDataIsBounded(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(0, started("First")), storetest.Did(1, engine.EncounterEnded{})))
	many := []engine.Entry{storetest.Did(2, started("Second"))}
	for n := range maxCommands - 2 {
		many = append(many, storetest.Did(3+n, scene("%d", n)))
	}
	mustUpdate(t, s, "", storetest.Appending(many...))
	got, whole := userData(t, s, "gm")
	if len(got.Commands) != maxCommands || whole || !got.Older || got.Commands[0].Encounter != 1 ||
		got.Commands[0].Command != "/do 1" || got.Commands[maxCommands-1].Command != fmt.Sprintf("/do %d", maxCommands) {
		t.Errorf("%d commands, whole is %v, the first is %+v", len(got.Commands), whole, got.Commands[0])
	}
	for n := range 3 {
		e := storetest.Did(20_000+n, scene("dusk"))
		e.By, e.Command = "anna", strings.Repeat(fmt.Sprint(n), maxText*2/5)
		mustUpdate(t, s, "", storetest.Appending(e))
	}
	if got, whole := userData(t, s, "anna"); len(got.Commands) != 2 || whole || got.Commands[0].Command[0] != '1' {
		t.Errorf("%d long commands, whole is %v", len(got.Commands), whole)
	}
	mustClose(t, s)
	tamper(t, path, fmt.Sprintf("UPDATE encounters SET last = %d WHERE id = 2", maxScanned))
	s = mustOpen(t, path)
	tamper(t, path, "DELETE FROM entries WHERE encounter = 2 AND by_user = 'gm' AND seq < 9000") // to make room for older commands
	if got, whole := userData(t, s, "gm"); whole || len(got.Commands) == 0 || got.Commands[0].Encounter != 2 {
		t.Errorf("%d commands after a long fight, whole is %v", len(got.Commands), whole)
	}
}

// TestParticipantsFollowTheLog: through undo, a restart, failed commands, the end of the fight, and its deletion.
func TestParticipantsFollowTheLog(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	by := func(user snowflake.User, n int) engine.Entry {
		e := storetest.Did(n, scene("%d", n))
		e.By = user
		return e
	}
	want := func(want string) {
		t.Helper()
		var got string
		if err := reader(s).QueryRow("SELECT group_concat(encounter || user, ' ' ORDER BY encounter, user) FROM participants").Scan(&got); err != nil || got != want {
			t.Errorf("participants are %q, want %q, %v", got, want, err)
		}
		mustCheck(t, path)
	}
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(0, started("First"))))
	mustUpdate(t, s, "", storetest.Appending(by("anna", 1), by("anna", 2), by("ben", 3)))
	if _, _, err := s.Update(t.Context(), channel, "", storetest.Appending(by("cleo", 4), storetest.Did(5, started("x")))); err == nil {
		t.Fatal("a second start was accepted")
	}
	want("1anna 1ben 1gm")
	mustUpdate(t, s, "", storetest.Appending(by("cleo", 4)))
	mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
		_, err := j.Undo("dora", storetest.At(5), 0)
		return nil, err
	})
	want("1anna 1ben 1cleo 1dora 1gm")
	mustClose(t, s)
	s = mustOpen(t, path)
	mustUpdate(t, s, "", storetest.Appending(by("anna", 6), by("ezra", 7), storetest.Did(8, engine.EncounterEnded{})))
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(9, started("Second")), by("anna", 10)))
	want("1anna 1ben 1cleo 1dora 1ezra 1gm 2anna 2gm")
	if n, err := s.PruneFights(t.Context(), time.Now().Add(time.Second)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	want("2anna 2gm")
}

// TestPruneFightsWorksInSteps: each long fight is deleted in its own transaction, so that commands can run in between.
func TestPruneFightsWorksInSteps(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	const fights = 3
	for range fights {
		many := []engine.Entry{storetest.Did(0, started("Bridge"))}
		for n := range entryBatch * 3 / 5 {
			many = append(many, storetest.Did(1+n, scene("%d", n)))
		}
		mustUpdate(t, s, "", storetest.Appending(append(many, storetest.Did(9000, engine.EncounterEnded{}))...))
	}
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(0, started("Next"))))
	steps := 0
	s.Observe(func(_ time.Duration, writes int) { steps += writes })
	if n, err := s.PruneFights(t.Context(), time.Now().Add(time.Second)); n != fights || err != nil {
		t.Fatal(n, err)
	}
	if steps != fights+1 { // the last step finds nothing to delete
		t.Errorf("it took %d steps, want %d", steps, fights+1)
	}
	if r := mustCheck(t, path); r.Encounters != 1 || r.Entries != 1 {
		t.Errorf("the database still has %s", r)
	}
}
