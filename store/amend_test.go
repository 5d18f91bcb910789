package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"roundel/engine"
)

func TestAmendCharacters(t *testing.T) {
	s := mustOpen(t, file(t))
	ctx := context.Background()
	if data, err := s.Characters(ctx, "g", "u"); data != nil || err != nil {
		t.Fatalf("before anything was saved: %q, %v", data, err)
	}
	amend := func(interaction, next, answer string) (string, bool, error) {
		got, again, err := s.AmendCharacters(ctx, "g", "u", interaction, func(data []byte) ([]byte, []byte, error) {
			if next == "" {
				return nil, []byte(answer), nil
			}
			return append(data, next...), []byte(answer), nil
		})
		return string(got), again, err
	}
	for i, want := range []bool{false, true, true} {
		if got, again, err := amend("1", "a", "saved"); got != "saved" || again != want || err != nil {
			t.Fatalf("delivery %d: %q, %v, %v", i, got, again, err)
		}
	}
	boom := errors.New("boom")
	if _, _, err := s.AmendCharacters(ctx, "g", "u", "2", func([]byte) ([]byte, []byte, error) { return []byte("x"), nil, boom }); !errors.Is(err, boom) {
		t.Fatal(err)
	}
	if _, _, err := amend("2", "b", "more"); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Characters(ctx, "g", "u"); string(data) != "ab" || err != nil {
		t.Fatalf("saved: %q, %v", data, err)
	}
	if data, err := s.Characters(ctx, "h", "u"); data != nil || err != nil {
		t.Fatalf("in another server: %q, %v", data, err)
	}
	if _, _, err := amend("3", "", "gone"); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Characters(ctx, "g", "u"); data != nil || err != nil {
		t.Fatalf("after the deletion: %q, %v", data, err)
	}
}

// TestCharactersInAServer: all users' characters, of that server only.
func TestCharactersInAServer(t *testing.T) {
	s := mustOpen(t, file(t))
	saveCharacters(t, s, "500", "anna", `[{"name":"Knight"}]`)
	saveCharacters(t, s, "500", "ben", `[{"name":"Elf"}]`)
	saveCharacters(t, s, "501", "cleo", `[{"name":"Seer"}]`)
	got, err := s.CharactersIn(t.Context(), "500")
	if err != nil || len(got) != 2 || string(got["anna"]) != `[{"name":"Knight"}]` || string(got["ben"]) != `[{"name":"Elf"}]` {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := s.CharactersIn(t.Context(), "502"); err != nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
}

// saveSettings replaces the settings of a server.
func saveSettings(t testing.TB, s *Store, guild engine.GuildID, data string) {
	t.Helper()
	if _, _, err := s.AmendSettings(context.Background(), guild, "", func([]byte) ([]byte, []byte, error) { return []byte(data), nil, nil }); err != nil {
		t.Fatal(err)
	}
}

// TestNoAmendmentIsLost: when many callers change the same settings at once, each builds on the previous change.
func TestNoAmendmentIsLost(t *testing.T) {
	s := mustOpen(t, file(t))
	var wg sync.WaitGroup
	for n := range 50 {
		wg.Go(func() {
			for _, want := range []bool{false, true} { // delivered twice
				answer, again, err := s.AmendSettings(context.Background(), "g", fmt.Sprint(100+n), func(data []byte) ([]byte, []byte, error) {
					return append(data, '+'), fmt.Append(nil, n), nil
				})
				if again != want || string(answer) != fmt.Sprint(n) || err != nil {
					t.Errorf("%d: %q, %v, %v", n, answer, again, err)
				}
			}
		})
	}
	wg.Wait()
	if data, err := s.Settings(t.Context(), "g"); string(data) != strings.Repeat("+", 50) || err != nil {
		t.Errorf("%q, %v", data, err)
	}
}

// TestMonstersAreKeptByServer: they are changed as a whole, a second delivery changes nothing, and nothing is left of none.
func TestMonstersAreKeptByServer(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	saveMonsters(t, s, "500", `[]`)
	for _, again := range []bool{false, true} {
		answer, was, err := s.AmendMonsters(t.Context(), "500", "7", func(data []byte) ([]byte, []byte, error) {
			return []byte(`["rat"]`), append([]byte("had "), data...), nil
		})
		if err != nil || was != again || string(answer) != "had []" {
			t.Errorf("%s, %v, %v", answer, was, err)
		}
	}
	if data, err := s.Monsters(t.Context(), "501"); data != nil || err != nil {
		t.Errorf("another server has %s, %v", data, err)
	}
	saveMonsters(t, s, "501", `["owl"`)
	mustClose(t, s)
	if r, err := Check(t.Context(), path); err != nil || len(r.Faults) != 1 || !strings.Contains(r.Faults[0], "server 501: its monsters") {
		t.Errorf("%v, %q", err, r.Faults)
	}
	s = mustOpen(t, path)
	if _, _, err := s.AmendMonsters(t.Context(), "501", "", func([]byte) ([]byte, []byte, error) { return nil, nil, nil }); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Monsters(t.Context(), "501"); data != nil || err != nil {
		t.Errorf("%s, %v", data, err)
	}
}

// TestPartiesAreKeptByChannel: they are replaced as a whole, a second delivery changes nothing, and a user who erases everything is in none.
func TestPartiesAreKeptByChannel(t *testing.T) {
	s := mustOpen(t, file(t))
	saveParty(t, s, "100", "ben", "anna", "ben")
	saveParty(t, s, "101", "ben")
	for _, again := range []bool{false, true} {
		answer, was, err := s.SetParty(t.Context(), "500", "101", []engine.UserID{"cleo", "ben"}, "7", []byte("kept"))
		if err != nil || was != again || string(answer) != "kept" {
			t.Errorf("%s, %v, %v", answer, was, err)
		}
	}
	want := func(channel engine.ChannelID, users ...engine.UserID) {
		t.Helper()
		if got, err := s.Party(t.Context(), channel); err != nil || !slices.Equal(got, users) {
			t.Errorf("the party of %s is %v, want %v, %v", channel, got, users, err)
		}
	}
	want("100", "anna", "ben")
	want("101", "ben", "cleo")
	data, _, err := s.UserData(t.Context(), "ben")
	if err != nil || !strings.Contains(string(data), `"channel": "101"`) || strings.Contains(string(data), "cleo") {
		t.Errorf("%s, %v", data, err)
	}
	if err := s.EraseUser(t.Context(), "ben"); err != nil {
		t.Fatal(err)
	}
	want("100", "anna")
	want("101", "cleo")
	saveParty(t, s, "101")
	want("101")
}

// TestSavedEncountersMustBeJSON: a check names the server.
func TestSavedEncountersMustBeJSON(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	saveEncounters(t, s, "501", `["owl"`)
	mustClose(t, s)
	if r, err := Check(t.Context(), path); err != nil || len(r.Faults) != 1 || !strings.Contains(r.Faults[0], "server 501: its saved encounters") {
		t.Errorf("%v, %q", err, r.Faults)
	}
}
