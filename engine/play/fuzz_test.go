package play_test

import (
	"testing"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// fuzz plays a command made from a text under every ruleset, before and after /init roll. The command is either refused
// properly, or leaves a valid state and a log that can be read back.
func fuzz(f *testing.F, seeds []string, command func(rs *ruleset.Ruleset, text string) play.Command) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	codec := engine.New()
	f.Fuzz(func(t *testing.T, text string) {
		for _, rs := range ruleset.Seeds() {
			for _, rolled := range []bool{false, true} {
				fuzzOne(t, codec, rs, rolled, command(rs, text))
			}
		}
	})
}

func fuzzOne(t *testing.T, codec *engine.Codec, rs *ruleset.Ruleset, rolled bool, cmd play.Command) {
	t.Helper()
	cmds := []play.Command{play.Start{Name: "Fuzz"}, play.Join{Name: "Knight", Stats: rs.Template(false) + fuzzStats(rs)},
		play.Add{Name: "Goblin", Count: 2, Stats: rs.Template(true)}, play.Roll{}, cmd}
	if !rolled {
		cmds = append(cmds[:3:3], cmd)
	}
	var s *engine.State
	roller := dice.Seeded(3)
	for i, c := range cmds {
		out, err := play.Decide(s, rs, c, play.Input{Actor: engine.Actor{User: theGM}, Turn: engine.TurnID(i + 1), Dice: roller})
		if err != nil {
			checkRefusal(t, err)
			if !utf8.ValidString(err.Error()) && i < 3 {
				t.Fatalf("the refusal is not valid UTF-8: %q", err)
			}
			return
		}
		next := out.State
		data, err := codec.EncodeEvents(out.Events)
		if err != nil {
			t.Fatal(err)
		}
		read, err := codec.DecodeEvents(data)
		if err != nil {
			t.Fatal(err)
		}
		a, errA := codec.EncodeState(next)
		b, errB := codec.EncodeState(engine.Fold(s, read))
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Fatalf("%#v: replaying the log gives another state:\n%s\n%s", c, a, b)
		}
		s = next
		checkState(t, rs, s)
	}
}

// fuzzStats returns the stats that attacks need.
func fuzzStats(rs *ruleset.Ruleset) string {
	switch rs.Attack.Form {
	case ruleset.SkillTest:
		return ", ws 40, bs 30"
	case ruleset.TraumaAttack, ruleset.ShockAttack:
		return ", ac 12, trauma_target 6"
	}
	return ""
}

func FuzzStats(f *testing.F) {
	seeds := []string{"init 15, hp 30", "init=15", "init:15", "agility 42, agility_bonus +3", "finesse -2", "hp", "hp 1, hp 2", "init 15 hp 30", "dex 1,,", " , ", "hp 99999999", "init １５", "soak 3, ac 12"}
	fuzz(f, seeds, func(rs *ruleset.Ruleset, text string) play.Command {
		return play.Join{Name: "Fuzz", Stats: rs.Template(false) + ", " + text}
	})
}

func FuzzStatsOfNPCs(f *testing.F) {
	fuzz(f, []string{"init 7", "hp 5", "agility 30", "cognition 2", "morale 8, dex -1"}, func(_ *ruleset.Ruleset, text string) play.Command {
		return play.Edit{Name: "Goblin 1", Stats: text}
	})
}

func FuzzDurations(f *testing.F) {
	seeds := []string{"2 rounds", "1 round", "10 min", "1 h", "end of turn", "end of this turn", "end of round", "fight", "", "0 rounds", "-1 h", "99999 min", "1  r", "End Of Round", "3rounds", "1e3 rounds"}
	fuzz(f, seeds, func(_ *ruleset.Ruleset, text string) play.Command {
		return play.EffectAdd{Target: "Knight, Goblin 1", Name: "Fuzz", Duration: text}
	})
}

func FuzzNames(f *testing.F) {
	seeds := []string{"Knight", "knight , GOBLIN 1", "Goblin", "party", "a,b", "\u200b", "a\nb", "Ægir", "İstanbul", "K", "Goblin 9", "x\x00", "\xff", "foes", "12345678901234567890123456789012", "Goblin 1, Goblin 1"}
	fuzz(f, seeds, func(rs *ruleset.Ruleset, text string) play.Command {
		return play.Join{Name: text, Stats: rs.Template(false)}
	})
}

func FuzzGroupNames(f *testing.F) {
	fuzz(f, []string{"Goblin", "goblin", "Wolf", "Goblin 1", "party", "Knight", "x 9", "ſ", "\xc3"}, func(rs *ruleset.Ruleset, text string) play.Command {
		return play.Add{Name: text, Count: 3, Stats: rs.Template(true), Side: text}
	})
}

func FuzzRename(f *testing.F) {
	fuzz(f, []string{"Gnoll", "GOBLIN", "Goblin 2", "party", "İ", "ẞ", "12345678901234567890123456789012"}, func(rs *ruleset.Ruleset, text string) play.Command {
		name := "Goblin"
		if !rs.Units.Alike {
			name = "Goblin 1"
		}
		return play.Edit{Name: name, Rename: text}
	})
}

func FuzzLists(f *testing.F) {
	seeds := []string{"Knight, Goblin 1", "Goblin", ",,", "foes, party", "nobody", "Knight,Knight", "knight\t,", "Goblin 1, Goblin 2, Knight, party"}
	fuzz(f, seeds, func(_ *ruleset.Ruleset, text string) play.Command {
		return play.HP{Target: text, Amount: "-7", Half: text}
	})
}

func FuzzRolls(f *testing.F) {
	seeds := []string{"Knight 6, Goblin 7", "party 6, foes 3", "Knight: 3", "Knight=3", "Goblin 1 4, Goblin 2 4", "Knight", "Knight 99", "Knight -1", "Knight +3", "knight 3, KNIGHT 4", "6 6", "= 5"}
	fuzz(f, seeds, func(_ *ruleset.Ruleset, text string) play.Command { return play.Roll{Rolls: text} })
}

func FuzzAmounts(f *testing.F) {
	seeds := []string{"-5", "+3", "=12", "12", "-2d6", "−4", "+1d4+1", "=1d6", "--5", "-", "", "=-5", "1e9", "-100d1000", "+4d6kl1", "-0", "- 5"}
	fuzz(f, seeds, func(_ *ruleset.Ruleset, text string) play.Command {
		return play.HP{Target: "Knight", Amount: text}
	})
}

func FuzzPlainAmounts(f *testing.F) {
	seeds := []string{"5", "2d6", "1d8+2", "-5", "=3", "−4", "1d4-9", "", "1e9", "100d1000", "99999999999999999999", "4d6kl1-0", " 5"}
	fuzz(f, seeds, func(_ *ruleset.Ruleset, text string) play.Command {
		return play.Damage{Target: "Knight, Goblin 1", Amount: text, None: "Goblin 1"}
	})
}

func FuzzDamage(f *testing.F) {
	fuzz(f, []string{"1d6+1", "2", "0", "-3", "d%", "1d6-9", "100d1000"}, func(_ *ruleset.Ruleset, text string) play.Command {
		return play.EffectAdd{Target: "Goblin 1", Name: "Fuzz", Damage: text, Note: text}
	})
}

func FuzzWeapons(f *testing.F) {
	seeds := []string{"Laser pistol, ranged, 1d6, attribute dex, shock 1/AC 15", "Punch", "Axe, damage 1d8+1, trauma 1d6/x2, hit 3, modifier -1", "Axe, range melee, 2d6", "Axe,", ",", "Axe, shock 2 points/AC 15, 1d4",
		"Axe, hit 99999999999999999999, 1d6", "Axe, trauma d0/x0, 1d6", "Axe, attribute best, 1d6, , ", "Axe, 3d6kh2-1"}
	fuzz(f, seeds, func(_ *ruleset.Ruleset, text string) play.Command {
		return play.Strike{Who: "Knight", Target: "Goblin 1", Weapon: text, Free: true, Hit: roll(30)}
	})
}

func FuzzNotations(f *testing.F) {
	seeds := []string{"1d6", "2/AC 15", "1d8/x3", "half-cover, prepared", "ranged", "best", "2 POINT / ac 9", "d12 / X 4", "target-prone-far,,"}
	fuzz(f, seeds, func(rs *ruleset.Ruleset, text string) play.Command {
		cmd := play.Strike{Who: "Knight", Target: "Goblin 1", Damage: "1d6", Free: true, Shock: text}
		switch rs.Attack.Form {
		case ruleset.TraumaAttack:
			cmd.Shock, cmd.Trauma = "", text
		case ruleset.ShockAttack:
			cmd.Shock, cmd.Circumstance = "", text
		}
		return cmd
	})
}

func FuzzActivities(f *testing.F) {
	fuzz(f, []string{"shoot", "SHOOT", "", " ", "a\nb", "İ", "\xff", "main"}, func(_ *ruleset.Ruleset, text string) play.Command {
		return play.Do{Activity: text, Ticks: roll(1), Type: text, Who: "Knight"}
	})
}

func FuzzScenes(f *testing.F) {
	fuzz(f, []string{"A bridge.", "", "a\nb", "\xff\xfe", "\x00"}, func(_ *ruleset.Ruleset, text string) play.Command { return play.Scene{Text: text} })
}
