package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// TestTO8PlayersPutEffectsOnOthers: whoever is up may put effects on anyone they see, as with damage.
func TestTO8PlayersPutEffectsOnOthers(t *testing.T) {
	f := withMonk(t)
	stun := play.EffectAdd{Target: "Goblin 1", Name: "Stunned", Duration: "1 round", Skip: true}
	f.by(anna, stun)
	if e := f.s.Effects[0]; e.Target != f.combatant("Goblin 1").ID || e.Source != f.combatant("Knight").ID {
		t.Fatalf("the effect is %+v", e)
	}
	f.by(anna, play.EffectAdd{Target: "Goblin, Monk", Name: "Slowed", Initiative: -3})
	f.refused(ben, stun, engine.NotAllowed, reason.NotYourEffect, engine.Args{Turn: []string{"Knight"}})
	f.refused(other, stun, engine.NotAllowed, reason.NotInFight)
	f.by(ben, play.EffectAdd{Target: "Monk", Name: "Blessed"})
	f.refused(anna, play.EffectRemove{Target: "Goblin 1", Name: "Stunned"}, engine.NotAllowed, reason.NotYoursToChange)
	stun.Players = play.GMDeals
	f.refused(anna, stun, engine.NotAllowed, reason.EffectsOfGM)
	f.gm(stun, play.Add{Name: "Lurker", Stats: "init 1", Roll: roll(1), Hidden: true})
	f.refused(anna, play.EffectAdd{Target: "Lurker", Name: "Stunned"}, engine.NotFound, reason.UnknownName)
	f.gm(play.Pause{})
	f.refused(anna, play.EffectAdd{Target: "Goblin 1", Name: "Prone"}, engine.NotNow, reason.Paused)
}

// TestTO8SourceThatLeft: an effect that the GM confirms after its source has left has none.
func TestTO8SourceThatLeft(t *testing.T) {
	f := withMonk(t)
	f.by(anna, play.EffectAdd{Target: "Monk", Name: "Marked", Source: "Goblin 1", Players: play.GMConfirms})
	f.gm(play.Remove{Name: "Goblin 1"}, play.ApplyProposal{ID: f.s.Proposals[0].ID})
	if len(f.s.Effects) != 1 || f.s.Effects[0].Source != 0 || f.s.Effects[0].SourceUnit != 0 {
		t.Errorf("%+v", f.s.Effects)
	}
}

// TestTO8EffectsTheGMConfirms: what a player puts on others waits for the GM if the server says so.
func TestTO8EffectsTheGMConfirms(t *testing.T) {
	f := withMonk(t)
	put := func(target, name, duration string) {
		f.by(anna, play.EffectAdd{Target: target, Name: name, Duration: duration, Players: play.GMConfirms})
	}
	put("Knight", "Blessed", "") // one's own are put on at once
	put("Goblin, Monk", "Slowed", "2 rounds")
	if len(f.s.Effects) != 1 || len(f.s.Proposals) != 1 {
		t.Fatalf("effects %+v, proposals %+v", f.s.Effects, f.s.Proposals)
	}
	if seen := view.State(f.s, view.Viewer{User: anna}); seen.Proposals != nil {
		t.Fatal("players see proposals")
	}
	id := f.s.Proposals[0].ID
	f.refused(anna, play.ApplyProposal{ID: id}, engine.NotAllowed, reason.GMOnly)
	f.gm(play.ApplyProposal{ID: id})
	if len(f.s.Effects) != 3 || len(f.s.Proposals) != 0 || f.s.Effects[1].Unit != f.combatant("Goblin 1").Unit {
		t.Fatalf("effects %+v, proposals %+v", f.s.Effects, f.s.Proposals)
	}
	f.refused(theGM, play.ApplyProposal{ID: id}, engine.NotNow, reason.ProposalOver)
	put("Monk", "Dazed", "end of this turn")
	put("Monk", "Prone", "")
	f.next(1)
	f.refused(theGM, play.ApplyProposal{ID: f.s.Proposals[0].ID}, engine.NotNow, reason.ProposalLate)
	f.gm(play.Remove{Name: "Monk"})
	f.refused(theGM, play.ApplyProposal{ID: f.s.Proposals[1].ID}, engine.NotNow, reason.Gone)
}

// TestCO11OneRoundOnTheActiveOne: "1 round" on whoever is up ends with the turn, and can be made two.
func TestCO11OneRoundOnTheActiveOne(t *testing.T) {
	f := withMonk(t)
	longer := play.EffectLengthen{Target: "Knight", Name: "Stunned"}
	f.gm(play.EffectAdd{Target: "Knight, Monk", Name: "Stunned", Duration: "1 round", Skip: true})
	if !f.s.CountsThisTurn(&f.s.Effects[0]) || f.s.CountsThisTurn(&f.s.Effects[1]) {
		t.Fatal("only the Knight's stun counts this turn")
	}
	f.refused(theGM, play.EffectLengthen{Target: "Monk", Name: "Stunned"}, engine.NotNow, reason.LengthenedOrOver)
	f.refused(ben, longer, engine.NotAllowed, reason.NotYourEffect)
	f.by(anna, longer)
	f.refused(anna, longer, engine.NotNow, reason.LengthenedOrOver)
	f.next(1) // the Knight
	f.next(1) // the goblins, and the Monk loses its turn, as the Knight does in round 2
	f.wantActive("2: Goblin 1, Goblin 2, Goblin 3")
	if len(f.s.Effects) != 0 {
		t.Fatalf("the effects are %+v", f.s.Effects)
	}
}
