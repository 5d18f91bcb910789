package saved_test

import (
	"context"
	"fmt"

	"roundel/bot/discord"
	"roundel/bot/saved"
	"roundel/engine"
	"roundel/engine/rules"
)

// shelf is a store with one user's characters.
type shelf struct {
	saved.Store
	characters []byte
}

func (s *shelf) Characters(context.Context, engine.GuildID, engine.UserID) ([]byte, error) {
	return s.characters, nil
}

func (s *shelf) AmendCharacters(_ context.Context, _ engine.GuildID, _ engine.UserID, _ string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	s.characters, answer, err = fn(s.characters)
	return answer, false, err
}

// A character that is saved has stats for any ruleset; a fight takes those that it knows.
func ExampleKeeper_SaveCharacter() {
	k := saved.Keeper{Store: &shelf{}}
	r := &discord.Request{ID: "1", User: "100", Guild: "9", Options: map[string]string{"name": "Knight", "stats": "init 15, agility 42"}}
	reply, err := k.SaveCharacter(context.Background(), r, rules.Bundled().List)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reply.Text)
	all, err := k.Characters(context.Background(), r)
	if err != nil {
		fmt.Println(err)
		return
	}
	rs, _ := rules.ByName(rules.Default)
	fmt.Println(all[0].Fitting(rs, "hp 30"))
	// Output:
	// Saved.
	// **Knight**: init 15, agility 42
	// hp 30, init 15 [agility 42] <nil>
}
