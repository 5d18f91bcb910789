package store

import (
	"context"
	"errors"
	"fmt"
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
