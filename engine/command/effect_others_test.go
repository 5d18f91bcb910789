package command_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/reason"
	"roundel/engine/views"
)

// TestTO8PlayersPutEffectsOnOthers: whoever is up may put effects on anyone they see, as with damage.
func TestTO8PlayersPutEffectsOnOthers(t *testing.T) {
	f := withMonk(t)
	stun := command.EffectAdd{Target: "Goblin 1", Name: "Stunned", Duration: "1 round", Skip: true}
	f.by(anna, stun)
	if e := f.s.Effects[0]; e.Target != f.combatant("Goblin 1").ID || e.Source != f.combatant("Knight").ID {
		t.Fatalf("the effect is %+v", e)
	}
	f.by(anna, command.EffectAdd{Target: "Goblin, Monk", Name: "Slowed", Initiative: -3})
	f.refused(ben, stun, engine.NotAllowed, reason.NotYourEffect, engine.Args{Turn: []string{"Knight"}})
	f.refused(other, stun, engine.NotAllowed, reason.NotInFight)
	f.by(ben, command.EffectAdd{Target: "Monk", Name: "Blessed"})
	f.refused(anna, command.EffectRemove{Target: "Goblin 1", Name: "Stunned"}, engine.NotAllowed, reason.NotYoursToChange)
	stun.Players = command.GMDeals
	f.refused(anna, stun, engine.NotAllowed, reason.EffectsOfGM)
	f.gm(stun, command.Add{Name: "Lurker", Stats: "init 1", Roll: roll(1), Hidden: true})
	f.refused(anna, command.EffectAdd{Target: "Lurker", Name: "Stunned"}, engine.NotFound, reason.UnknownName)
	f.gm(command.Pause{})
	f.refused(anna, command.EffectAdd{Target: "Goblin 1", Name: "Prone"}, engine.NotNow, reason.Paused)
}

// TestTO8EffectsTheGMConfirms: what a player puts on others waits for the GM if the server says so.
func TestTO8EffectsTheGMConfirms(t *testing.T) {
	f := withMonk(t)
	put := func(target, name, duration string) {
		f.by(anna, command.EffectAdd{Target: target, Name: name, Duration: duration, Players: command.GMConfirms})
	}
	put("Knight", "Blessed", "") // one's own are put on at once
	put("Goblin, Monk", "Slowed", "2 rounds")
	if len(f.s.Effects) != 1 || len(f.s.Proposals) != 1 {
		t.Fatalf("effects %+v, proposals %+v", f.s.Effects, f.s.Proposals)
	}
	if seen := views.State(f.s, views.Viewer{User: anna}); seen.Proposals != nil {
		t.Fatal("players see proposals")
	}
	id := f.s.Proposals[0].ID
	f.refused(anna, command.ApplyProposal{ID: id}, engine.NotAllowed, reason.GMOnly)
	f.gm(command.ApplyProposal{ID: id})
	if len(f.s.Effects) != 3 || len(f.s.Proposals) != 0 || f.s.Effects[1].Unit != f.combatant("Goblin 1").Unit {
		t.Fatalf("effects %+v, proposals %+v", f.s.Effects, f.s.Proposals)
	}
	f.refused(theGM, command.ApplyProposal{ID: id}, engine.NotNow, reason.ProposalOver)
	put("Monk", "Dazed", "end of this turn")
	put("Monk", "Prone", "")
	f.next(1)
	f.refused(theGM, command.ApplyProposal{ID: f.s.Proposals[0].ID}, engine.NotNow, reason.ProposalLate)
	f.gm(command.Remove{Name: "Monk"})
	f.refused(theGM, command.ApplyProposal{ID: f.s.Proposals[1].ID}, engine.NotNow, reason.Gone)
}

// TestCO11OneRoundOnTheActiveOne: "1 round" on whoever is up ends with the turn, and can be made two.
func TestCO11OneRoundOnTheActiveOne(t *testing.T) {
	f := withMonk(t)
	longer := command.EffectLengthen{Target: "Knight", Name: "Stunned"}
	f.gm(command.EffectAdd{Target: "Knight, Monk", Name: "Stunned", Duration: "1 round", Skip: true})
	if !f.s.CountsThisTurn(&f.s.Effects[0]) || f.s.CountsThisTurn(&f.s.Effects[1]) {
		t.Fatal("only the Knight's stun counts this turn")
	}
	f.refused(theGM, command.EffectLengthen{Target: "Monk", Name: "Stunned"}, engine.NotNow, reason.LengthenedOrOver)
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
