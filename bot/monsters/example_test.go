package monsters_test

import (
	"context"
	"fmt"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/monsters"
	"roundel/engine"
	"roundel/engine/rules"
)

// shelf is a store with one server's monsters.
type shelf struct{ data []byte }

func (s *shelf) Monsters(context.Context, engine.GuildID) ([]byte, error) { return s.data, nil }

func (s *shelf) AmendMonsters(_ context.Context, _ engine.GuildID, _ string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	s.data, answer, err = fn(s.data)
	return answer, false, err
}

// A monster that is saved joins a fight under any ruleset, with the stats that the ruleset has.
func Example() {
	ctx, gm := context.Background(), engine.Actor{User: "100", Manager: true}
	k := &monsters.Keeper{Store: &shelf{}}
	r := &discord.Request{ID: "1", User: "100", Guild: "9", Options: map[string]string{
		"name": "Mud Ape", "stats": "init 2, ac 13, hp 30", "hit_dice": "4d10+8", "attacks": "Fist, hit 5, 1d8+3, type bludgeoning; Mud, ranged, hit 4, 1d4"}}
	if _, err := k.Save(ctx, r, gm, nil, rules.Bundled().List); err != nil {
		fmt.Println(err)
		return
	}
	own, err := k.Own(ctx, "9", gm)
	if err != nil {
		fmt.Println(err)
		return
	}
	rs, _ := rules.ByName(rules.Default)
	add, err := k.Adding(own, rs, input.Options{"monster": "mud ape", "count": "2", "stats": "init 4"})
	fmt.Println(add.Count, add.Name, "|", add.Stats, err)
	fmt.Println(add.Weapons)
	_, err = k.Adding(own, rs, input.Options{"monster": "mad ape"})
	fmt.Println(err)
	// Output:
	// 2 Mud Ape | init 4, hp 30 <nil>
	// Fist, melee, hit 5, 1d8+3, type bludgeoning
	// Mud, ranged, hit 4, 1d4
	// There's no monster called "mad ape" for this ruleset. Did you mean Mud Ape?
}
