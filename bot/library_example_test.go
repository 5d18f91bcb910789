package bot

import (
	"context"
	"fmt"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

const duelText = "roundel: 1\nname: duel\ntitle: A Duel\nfits: [fencing & co]\norder: {by: score, roll: d20}\n"

// shelf is a store with one ruleset of one server. It counts how often it is asked for a text.
type duelStore struct {
	RulesetStore
	asked int
}

func (s *duelStore) Rulesets(context.Context, snowflake.Guild) ([]engine.StoredRuleset, error) {
	return []engine.StoredRuleset{{Name: "duel", Hash: engine.TextHash([]byte(duelText))}}, nil
}

func (s *duelStore) RulesetText(_ context.Context, hash string) ([]byte, error) {
	if s.asked++; hash != engine.TextHash([]byte(duelText)) {
		return nil, nil
	}
	return []byte(duelText), nil
}

// A server finds its own rulesets and those that all servers are offered; a fight has the one that it began with.
func Example_library() {
	ctx := context.Background()
	l := NewLibrary(LibraryParts{Store: &duelStore{}, Bundled: ruleset.Bundled()})
	server, err := l.forServer(ctx, "9")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, typed := range []string{"Fencing & Co", "turn-order", "turn-oder"} {
		rs, err := server.match(typed)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rs.Title)
	}
	rs, err := l.Of(ctx, &engine.State{Ruleset: "renamed since", Text: engine.TextHash([]byte(duelText))})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rs.Name)
	// Output:
	// A Duel
	// Turn Order
	// There's no ruleset called "turn-oder". Write turn-order, or choose one from the list.
	// duel
}
