package play_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
)

// TestNU28Carried: what a combatant would take along is what it has left, without what effects have given, and it joins with that; at 0 it is down.
func TestNU28Carried(t *testing.T) {
	f := restFight(t)
	f.gm(play.Roll{})
	f.by(anna, play.Use{Pool: "ki", Who: "Knight"}, play.Use{Pool: "luck", Who: "Knight"})
	f.gm(play.EffectAdd{Target: "Knight", Name: "Ward", Changes: "temp 9"}, play.HP{Target: "Knight", Amount: "=7"})
	got := f.s.CarriedOf(f.rs, f.combatant("Knight"))
	if got.HP == nil || *got.HP != 7 || got.Absorbs["temp"] != 0 || got.Absorbs["ward"] != 4 || got.Pools["ki"] != 1 || len(got.Pools) != 1 {
		t.Fatalf("%+v", got)
	}
	next := startWith(t, f.rs, play.Start{Name: "Test", Ruleset: f.rs.Name})
	next.by(anna, play.Join{Name: "Knight", Stats: "init 2, con 3, hp 30, temp 5", Saved: &engine.SavedAs{User: anna, Name: "Knight"}, Carried: &got})
	next.wantRested("Knight", 7, 0, 4)
	if c := next.combatant("Knight"); c.MaxHP != 30 || c.Saved == nil || next.s.PoolLeft(c, f.rs.Pool("ki")) != 1 || next.s.PoolLeft(c, f.rs.Pool("luck")) != 1 {
		t.Errorf("%+v", c)
	}
	none := 0
	next.by(ben, play.Join{Name: "Mira", Stats: "init 2, hp 20", Saved: &engine.SavedAs{User: ben, Name: "Mira"}, Carried: &engine.Carried{HP: &none}})
	next.wantDown("Mira", "dying", 0, 0, false)
	if !strings.Contains(next.export(), `"carries": true`) {
		t.Error(next.export())
	}
	next.gm(play.Rest{Kind: "long rest"})
	next.wantRested("Knight", 30, 0, 4)
	next.wantPools("Knight", 3, 2, 1)
}
