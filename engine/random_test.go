package engine_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/rules"
)

// randomCommand draws any command, with names that are sometimes wrong.
func randomCommand(t *rapid.T, rs *engine.Ruleset, s *engine.State) engine.Command {
	names := []string{"Nobody", "party", "foes", "Goblin", "Wolf", ""}
	for _, c := range s.Combatants {
		names = append(names, c.Name, c.Name)
	}
	name := rapid.SampledFrom(names)
	list := func(label string) string { return name.Draw(t, label) + ", " + name.Draw(t, label) }
	flag := rapid.Bool()
	duration := rapid.SampledFrom([]string{"", "1 round", "2 rounds", "3 rounds", "end of turn", "end of this turn", "end of round", "fight", "1 min", "x"})
	number := rapid.IntRange(-8, 8)
	switch rapid.IntRange(0, 23).Draw(t, "command") {
	case 0:
		return engine.Join{Name: rapid.SampledFrom([]string{"Ann", "Bob", "Cid", "Dot", "Eve"}).Draw(t, "pc"), Stats: rs.Template(false)}
	case 1:
		return engine.Add{Name: rapid.SampledFrom([]string{"Goblin", "Wolf"}).Draw(t, "npc"), Count: rapid.IntRange(1, 3).Draw(t, "count"),
			Stats: rs.Template(true), Separate: flag.Draw(t, "separate"), Hidden: flag.Draw(t, "hidden")}
	case 2:
		return engine.Edit{Name: name.Draw(t, "name"), Stats: "hp 7", Side: rapid.SampledFrom([]string{"", "party", "foes", "third"}).Draw(t, "side")}
	case 3:
		score := number.Draw(t, "score")
		return engine.Edit{Name: name.Draw(t, "name"), Score: &score, Rename: rapid.SampledFrom([]string{"", "Zed"}).Draw(t, "rename")}
	case 4:
		return engine.Remove{Name: name.Draw(t, "name")}
	case 5:
		return engine.Place{Name: name.Draw(t, "name"), Before: name.Draw(t, "before"), Dispute: flag.Draw(t, "dispute")}
	case 6:
		return engine.Last{Name: name.Draw(t, "name")}
	case 7:
		return engine.RollWithBlow{Name: name.Draw(t, "name")}
	case 8, 9, 10:
		return engine.EffectAdd{Target: list("target"), Name: rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "effect"), Duration: duration.Draw(t, "duration"),
			Damage: rapid.SampledFrom([]string{"", "1d4", "2"}).Draw(t, "damage"), Initiative: number.Draw(t, "initiative"), Skip: flag.Draw(t, "skip")}
	case 11:
		return engine.EffectRemove{Target: name.Draw(t, "target"), Name: "A"}
	case 12:
		return engine.HP{Target: list("target"), Amount: rapid.SampledFrom([]string{"-3", "+2", "=4", "-1d6"}).Draw(t, "amount")}
	case 13:
		return engine.SurpriseAmbush{Names: list("ambush"), Hidden: flag.Draw(t, "hidden")}
	case 14:
		return engine.SurpriseClear{Names: list("clear")}
	case 15:
		return rapid.SampledFrom([]engine.Command{engine.Pause{}, engine.Resume{}}).Draw(t, "pause")
	case 16:
		return engine.Next{Who: name.Draw(t, "who")}
	case 17:
		owner := rapid.SampledFrom([]engine.UserID{"", anna}).Draw(t, "owner")
		return engine.Edit{Name: name.Draw(t, "name"), Owner: &owner}
	case 18, 19:
		return engine.Roll{}
	}
	return engine.Next{}
}

// TestRandomSequences plays anything in any order under every ruleset: Decide changes nothing by itself, replaying the
// coded log gives the state, nobody acts twice in a round, and every state is sound.
func TestRandomSequences(t *testing.T) {
	for _, rs := range rules.All() {
		t.Run(rs.Name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { playRandom(t, rt, rs) })
		})
	}
}

func playRandom(t *testing.T, rt *rapid.T, rs *engine.Ruleset) {
	codec := engine.NewCodec()
	roller := dice.Seeded(rapid.Uint64().Draw(rt, "seed"))
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var s *engine.State
	var log []engine.Event
	acted := map[string]bool{}
	for turn := range rapid.IntRange(5, 60).Draw(rt, "length") {
		now = now.Add(time.Second)
		var cmd engine.Command = engine.Start{Name: "Random", Ruleset: rs.Name, Group: rs.GroupOption && rapid.Bool().Draw(rt, "group")}
		if s != nil {
			cmd = randomCommand(rt, rs, s)
		}
		user := rapid.SampledFrom([]engine.UserID{theGM, theGM, theGM, anna, other}).Draw(rt, "user")
		if s == nil {
			user = theGM
		}
		events, err := engine.Decide(s, rs, cmd, engine.Input{Actor: engine.Actor{User: user}, Now: now, Turn: engine.TurnID(turn + 1), Dice: roller})
		var refusal *engine.Error
		if err != nil && !errors.As(err, &refusal) {
			rt.Fatalf("%#v: %v", cmd, err)
		}
		if err != nil {
			continue
		}
		s = engine.Fold(s, events)
		log = append(log, events...)
		checkState(t, rs, s)
		onceARound(rt, s, events, acted)
	}
	replayed := engine.Fold(nil, recode(rt, codec, log))
	if a, b := encode(rt, codec, s), encode(rt, codec, replayed); a != b {
		rt.Fatalf("replayed state differs:\n%s\n%s", a, b)
	}
}

// onceARound wants no combatant to end two turns in one round (TO-9).
func onceARound(rt *rapid.T, s *engine.State, events []engine.Event, acted map[string]bool) {
	for _, e := range events {
		var who engine.CombatantID
		switch e := e.(type) {
		case engine.RoundBegan, engine.AmbushBegan:
			clear(acted)
			continue
		case engine.MemberActed:
			who = e.Combatant
		case engine.TurnLost:
			who = e.Combatant
		default:
			continue
		}
		key := fmt.Sprint(who)
		if acted[key] {
			rt.Fatalf("combatant %s acts twice in round %d", key, s.Round)
		}
		acted[key] = true
	}
}

func recode(rt *rapid.T, codec *engine.Codec, log []engine.Event) []engine.Event {
	data, err := codec.EncodeEvents(log)
	if err != nil {
		rt.Fatal(err)
	}
	out, err := codec.DecodeEvents(data)
	if err != nil {
		rt.Fatal(err)
	}
	return out
}

func encode(rt *rapid.T, codec *engine.Codec, s *engine.State) string {
	data, err := codec.EncodeState(s)
	if err != nil {
		rt.Fatal(err)
	}
	return string(data)
}
