package store

import (
	"context"
	"errors"
	"testing"
)

func TestCharacters(t *testing.T) {
	s := mustOpen(t, file(t))
	ctx := context.Background()
	if data, err := s.Characters(ctx, "g", "u"); data != nil || err != nil {
		t.Fatalf("of nobody: %q, %v", data, err)
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
		t.Fatalf("after all were taken out: %q, %v", data, err)
	}
}
