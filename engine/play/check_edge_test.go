package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
)

const chained = scoreOnce + `conditions:
  Held: {lasts: end of source's next turn, check: {at: start, roll: d6, needs: 4, fails: 1, becomes: Chained}}
  Chained: {lasts: "2 rounds, start of source's turn"}
  Marked: {check: {roll: d6, needs: 4, fails: 1, becomes: Chained}}
  Dazzled: {check: {roll: d6, needs: 4, fails: 1, becomes: Blind}}
  Blind: {skip: yes, lasts: end of this turn}
`

// TestRS66BecomesWithoutASource: what lasts by the source's turns lasts by the target's where nobody caused the effect.
func TestRS66BecomesWithoutASource(t *testing.T) {
	f := inFile(t, chained)
	f.people(20, 15, 5)
	f.gm(play.EffectAdd{Target: "Orc", Name: "Marked"}, save("Orc", "Marked", 1))
	f.wantEffects("Chained on Orc 2")
	f.gm(play.Roll{})
	f.next(1)
	f.wantEffects("Chained on Orc 1")
	f.next(2)
	f.wantEffects("Chained on Orc 1")
	f.next(1)
	f.wantEffects("")
}

// TestRS63BecomesAfterTheSourceLeft: the place of a source that has left stays for what takes the place of its effect.
func TestRS63BecomesAfterTheSourceLeft(t *testing.T) {
	f := inFile(t, chained)
	f.people(20, 15, 5)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Ben", Name: "Held", Source: "Anna"})
	f.gm(play.Remove{Name: "Anna"})
	f.gm(save("Ben", "Held", 1))
	f.wantEffects("Chained on Ben 2")
	f.wantTurns("1: Orc", "1: Ben", "2: Orc")
	f.wantEffects("Chained on Ben 1")
	f.next(2)
	f.wantEffects("")
}

// TestRS66BecomesBetweenTurns: what lasts until the end of the current turn lasts until the end of the target's next if there is none.
func TestRS66BecomesBetweenTurns(t *testing.T) {
	f := inFile(t, chained)
	f.people(20, 15, 5)
	f.gm(play.EffectAdd{Target: "Orc", Name: "Dazzled"}, save("Orc", "Dazzled", 1), play.Roll{})
	f.wantActive("1: Anna")
	f.wantEffects("Blind on Orc 0")
	f.next(1)
	f.wantActive("1: Ben")
	f.wantEffects("")
}

// TestRS66BecomesItself: a condition that takes its own place starts again, with its checks and its duration.
func TestRS66BecomesItself(t *testing.T) {
	f := inFile(t, scoreOnce+"conditions: {Sick: {lasts: 3 rounds, check: {roll: d6, needs: 4, fails: 2, becomes: Sick}}}")
	f.people(20, 15, 5)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Sick", Duration: "9 rounds"}, save("Orc", "Sick", 3))
	f.wantEffects("Sick on Orc 9")
	f.gm(save("Orc", "Sick", 1))
	f.wantEffects("Sick on Orc 3")
	if c := f.effect("Sick").Check; c != nil {
		t.Errorf("%+v", c)
	}
}

// TestRS67InACircle: effects that end with one another end together, once each.
func TestRS67InACircle(t *testing.T) {
	f := inFile(t, scoreOnce)
	f.people(20, 15, 5)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: "B", Source: "Orc"})
	f.gm(play.EffectAdd{Target: "Orc", Name: "A", Source: "Anna", With: "B"}, play.EffectAdd{Target: "Anna", Name: "B", Source: "Orc", With: "A"})
	f.gm(play.EffectAdd{Target: "Ben", Name: "C", Source: "Orc", With: "A"})
	f.gm(play.EffectRemove{Target: "Orc", Name: "A"})
	if n := len(lastOf[engine.EffectEnded](f)); n != 3 || len(f.s.Effects) != 0 {
		t.Errorf("%d effects ended, left: %s", n, f.effects())
	}
}

// TestRS65BreaksInACircle: of two conditions that break each other the later one stays, on a target and on a group.
func TestRS65BreaksInACircle(t *testing.T) {
	f := inFile(t, scoreOnce+"units: {alike: []}\nconditions: {Hot: {breaks: [Cold, Hot]}, Cold: {breaks: [Hot, skip], skip: yes}}")
	f.pc("Anna", "", 9)
	f.npc("Orc", 2, "", 5)
	f.gm(play.EffectAdd{Target: "Anna, Orc, Orc 1", Name: "Hot"}, play.EffectAdd{Target: "Anna, Orc", Name: "Cold"})
	f.wantEffects("Cold on Anna 0, Cold on Orc 0")
	f.gm(play.EffectAdd{Target: "Anna", Name: "cold"}, play.EffectAdd{Target: "Orc", Name: "Hot"})
	f.wantEffects("Cold on Anna 0, Hot on Orc 0")
}

// TestRS68TheNameOfAStateAndAnEffect: a name that two checks share stands for the one that is due.
func TestRS68TheNameOfAStateAndAnEffect(t *testing.T) {
	f := inFile(t, scoreOnce+"save: {roll: d20, needs: dc}"+dying)
	f.pc("Anna", "hp 7", 9)
	f.npc("Orc", 1, "", 5)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: "Dying", DC: roll(10)}, play.HP{Target: "Anna", Amount: "-7"})
	f.next(1)
	f.by(anna, save("Anna", "dying", 12))
	f.wantEffects("")
}
