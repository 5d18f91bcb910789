package library_test

import (
	"context"
	"fmt"

	"roundel/bot/library"
	"roundel/engine"
	"roundel/engine/rules"
)

const text = "roundel: 1\nname: duel\ntitle: A Duel\nfits: [fencing & co]\norder: {by: score, roll: d20}\n"

// shelf is a store with one ruleset of one server. It counts how often it is asked for a text.
type shelf struct {
	library.Store
	asked int
}

func (s *shelf) Rulesets(context.Context, engine.GuildID) ([]engine.StoredRuleset, error) {
	return []engine.StoredRuleset{{Name: "duel", Hash: engine.TextHash([]byte(text))}}, nil
}

func (s *shelf) RulesetText(_ context.Context, hash string) ([]byte, error) {
	if s.asked++; hash != engine.TextHash([]byte(text)) {
		return nil, nil
	}
	return []byte(text), nil
}

// A server finds its own rulesets and those that all servers are offered; a fight has the one that it began with.
func Example() {
	ctx := context.Background()
	l := library.New(library.Parts{Store: &shelf{}, Bundled: rules.Bundled()})
	server, err := l.ForServer(ctx, "9")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, typed := range []string{"Fencing & Co", "turn-order", "turn-oder"} {
		rs, err := server.Match(typed)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rs.Title)
	}
	rs, err := l.Of(ctx, &engine.State{Ruleset: "renamed since", Text: engine.TextHash([]byte(text))})
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
