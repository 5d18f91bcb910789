package command

import (
	"time"

	"roundel/engine"
)

// The commands of /init. Names are as typed; a nil pointer is an option left out.
type (
	// Start opens the encounter; the state it is decided on is nil.
	Start struct {
		Name, Ruleset string
		Group         bool // RI-2
		Preferences   engine.Preferences
	}
	// Join puts in the actor's character, or the one of Owner where the GM asks.
	Join struct {
		Name   string
		Stats  string
		Roll   *int
		Side   string
		Weapon string // a saved one
	}
	// Add puts in Count NPCs; 0 is 1.
	Add struct {
		Name             string
		Count            int
		Stats            string
		Roll             *int
		Side             string
		Separate, Hidden bool
		Owner            engine.UserID
	}
	// Scene sets the scene (ST-11).
	Scene struct{ Text string }
	// Roll determines initiative of all who have none and begins the ambush or round 1.
	Roll struct{ Rolls string }
	// Edit changes a combatant, or with Score a unit (CO-14).
	Edit struct {
		Name          string
		Rename, Stats string
		Side          string
		Score         *int
		Owner         *engine.UserID // the empty one: the GM
		Hidden        *bool
	}
	// Remove takes a combatant or a whole unit out (CO-5).
	Remove struct{ Name string }
	// Place puts a unit directly before another (TO-3).
	Place struct {
		Name, Before string
		Dispute      bool
	}
	// Last lets a unit act last this round (TO-6). Without Name: the actor's.
	Last struct{ Name string }
	// RollWithBlow is rolling with the blow (TO-7). Without Name: the actor's.
	RollWithBlow struct{ Name string }
	// Reroll re-establishes the order (ST-7); Surprised is a list of names.
	Reroll struct{ Surprised, Rolls string }
	// Pause suspends the order, Resume takes it up again (FT-10).
	Pause  struct{}
	Resume struct{}
	// End ends the encounter.
	End struct{}
)

// Next ends a turn. Turn is the turn that the button pressed was drawn for, 0 for a typed command, which was meant for
// the turn its sender saw: one sent before the present turn began is refused as stale (CO-10).
type Next struct {
	Who  string
	ID   engine.CombatantID // the combatant chosen by a button, instead of Who
	Turn engine.TurnID
	// Sent is when a typed command was created, by the sender's clock in whole milliseconds, and Arrived when it
	// reached us. Shown is when the present turn was first told to anybody, where that is known: between being decided
	// and being told a turn is nobody's knowledge yet. Zero times are not checked.
	Sent, Arrived, Shown time.Time
}

// The commands of /surprise.
type (
	// SurpriseSet names combatants surprised; Confirm answers RI-5.
	SurpriseSet struct {
		Names   string
		Confirm bool
	}
	// SurpriseSide names a whole side surprised (CS-5).
	SurpriseSide struct{ Side string }
	// SurpriseClear takes surprise and ambush back: discovered.
	SurpriseClear struct{ Names string }
	// SurpriseAlert marks combatants as alert (CS-5).
	SurpriseAlert struct{ Names string }
	// SurpriseAmbush names the ambushers (TO-12).
	SurpriseAmbush struct {
		Names  string
		Hidden bool
	}
	// SurpriseAsk asks for Awareness tests (ST-8): roll the target number or less on d100.
	SurpriseAsk struct {
		Names  string
		Target int
	}
	// SurpriseAnswer is one combatant's test; a nil Roll is rolled by the bot.
	SurpriseAnswer struct {
		ID   engine.CombatantID
		Roll *int
	}
	// SurpriseContest is an ambush by contest (RI-3); Rolls are the 2d6 by name.
	SurpriseContest struct{ Ambushers, Targets, Rolls string }
)

// The commands of /effect and /hp.
type (
	// EffectAdd puts an effect on each target named.
	EffectAdd struct {
		Target, Name      string
		Duration          string
		Damage            string
		Initiative, Ticks int
		Skip, NoReactions bool
		Note              string
	}
	// EffectRemove ends an effect by hand.
	EffectRemove struct{ Target, Name string }
	// HP changes hit points: "-5", "+3", "=12", "12" or dice. Half names those who take half.
	HP struct{ Target, Amount, Half string }
	// PickDown is the GM's choice of a state at 0 hit points (CO-12).
	PickDown struct {
		ID    engine.CombatantID
		State string
	}
)

// Morale is a Morale check of NPCs (CS-8); Roll is what the 2d6 show.
type Morale struct {
	Who  string
	Roll *int
}

// The commands of /act. Without Who: the actor's active combatant.
type (
	// Do is an activity: it spends Ticks (FT-5) or an action of Type (CS-6, RI-6).
	Do struct {
		Activity string
		Ticks    *int
		Type     string
		Once     bool
		Who      string
	}
	// Reserve holds ticks back for reactions (FT-6).
	Reserve struct {
		Ticks int
		Who   string
	}
	// React is a reaction (FT-7, ST-9).
	React struct{ Activity, Who string }
	// Move is a move action; Leaving is "withdraw", "flee" or empty, Terrain "rough" or empty.
	Move struct{ Leaving, Terrain, Who string }
	// Engage and Disengage say who is in melee with whom.
	Engage    struct{ Target, Who string }
	Disengage struct{ Target, Who string }
	// Long is a long activity (FT-9).
	Long struct{ Activity, Duration, Who string }
	// Define sets what a predefined activity costs, Forget takes it out (FT-5).
	Define struct {
		Activity string
		Ticks    int
	}
	Forget struct{ Activity string }
)

// Strike is an attack, in the notations of surface: every option as typed, empty where left out.
type Strike struct {
	Target, Who, Weapon   string
	Attribute, Range      string
	Hit                   *int
	Damage, Shock, Trauma string
	Circumstance          string
	Modifier              int
	Free                  bool
	Due                   bool // a free attack that a flight gave, refused where there is none: [CheckFreeAttack]
	Roll, DamageRoll      *int
	TraumaRoll            *int
}
