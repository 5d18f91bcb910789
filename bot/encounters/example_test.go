package encounters_test

import (
	"context"
	"fmt"

	"roundel/bot/discord"
	"roundel/bot/encounters"
	"roundel/bot/monsters"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/rules"
)

// shelf is a store with one server's encounters, and no monsters.
type shelf struct{ data []byte }

func (s *shelf) Monsters(context.Context, engine.GuildID) ([]byte, error) { return nil, nil }

func (s *shelf) AmendMonsters(context.Context, engine.GuildID, string, func(data []byte) (next, answer []byte, err error)) ([]byte, bool, error) {
	return nil, false, nil
}

func (s *shelf) Encounters(context.Context, engine.GuildID) ([]byte, error) { return s.data, nil }

func (s *shelf) AmendEncounters(_ context.Context, _ engine.GuildID, _ string,
	fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error) {
	s.data, answer, err = fn(s.data)
	return answer, false, err
}

// Foes are typed, saved, and put into a fight; a wave is planned.
func Example() {
	ctx, gm := context.Background(), engine.Actor{User: "100", Manager: true}
	store := &shelf{}
	k := &encounters.Keeper{Store: store, Beasts: &monsters.Keeper{Store: store}}
	r := &discord.Request{ID: "1", User: "100", Guild: "9", Options: map[string]string{"name": "The ford", "foes": "2 Goblin, Ogre; at round 4: 3 Wollf hidden"}}
	for _, foes := range []string{r.Options["foes"], "2 goblins, Ogre; at round 4: 3 Wolf hidden"} {
		r.Options["foes"] = foes
		reply, err := k.Save(ctx, r, gm, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(reply.Text)
	}
	loading, err := k.Find(ctx, r, gm, "the ford")
	if err != nil {
		fmt.Println(err)
		return
	}
	rs, _ := rules.ByName("five-e-2014")
	cmds, err := loading.Joining(rs, monsters.RollHP, 1)
	for _, cmd := range cmds {
		switch c := cmd.(type) {
		case command.Add:
			fmt.Println(c.Count, c.Name, c.HitDice)
		case command.PlanWaves:
			fmt.Println(c.Waves[0].Round, c.Waves[0].Foes[0].Name, c.Waves[0].Foes[0].Hidden)
		}
	}
	fmt.Println(err)
	// Output:
	// There's no monster called "Wollf". Did you mean Wolf?
	// Saved. Load it into a fight with `/encounter load name:The ford`.
	// **The ford** (6 foes)
	// At once: Goblin ×2, Ogre
	// At round 4: Wolf ×3 (hidden)
	// 2 Goblin 2d6
	// 1 Ogre 7d10+21
	// 4 Wolf true
	// <nil>
}
