package play

import (
	"time"

	"roundel/engine"
	"roundel/snowflake"
)

// The commands of /init. Names are as typed. A nil pointer means that the option was left out.
type (
	// Start begins a fight. It is decided on a nil state.
	Start struct {
		Name, Ruleset string
		Group         bool // RI-2
		Preferences   engine.Preferences
	}
	// Join adds the actor's character.
	Join struct {
		Name   string
		Stats  string
		Roll   *int
		Side   string
		Weapon string // a saved weapon
	}
	// Add adds Count NPCs; 0 means 1.
	Add struct {
		Name             string
		Count            int
		Stats            string
		HitDice          string // rolled for the hit points of each; empty: they are in Stats
		Weapons          string // saved weapons, one a line
		Roll             *int
		Side             string
		Separate, Hidden bool
		Owner            snowflake.User
	}
	// Scene sets the scene (ST-11).
	Scene struct{ Text string }
	// Roll rolls initiative for everyone who has none and begins the ambush or round 1.
	Roll struct {
		Rolls string
		Tests bool   // the bot makes the Awareness tests that are still open (ST-8)
		Ties  string // what real dice show if there is a tie (CO-7)
	}
	// Edit changes a combatant; Score changes its unit (CO-14). ID is the combatant chosen with a button, instead of Name.
	Edit struct {
		Name          string
		ID            engine.CombatantID
		Rename, Stats string
		Side          string
		Score         *int
		Owner         *snowflake.User // empty for the GM
		Hidden        *bool
	}
	// Remove removes a combatant or a whole unit from the fight (CO-5).
	Remove struct{ Name string }
	// Place moves a unit directly before another (TO-3). With Dispute, all whose players choose among themselves roll off instead; Before
	// can then be left out, and Rolls has what their own dice show.
	Place struct {
		Name, Before string
		Dispute      bool
		Rolls        string
	}
	// GoFirst says that a unit goes before the others of its open tie (TO-3).
	GoFirst struct{ Unit engine.UnitID }
	// Last makes a unit act last this round (TO-6). Without Name, it is the actor's own. Rolls is what real dice show if others act last too
	// (CO-7).
	Last struct{ Name, Rolls string }
	// RollWithBlow makes a unit roll with the blow (TO-7). Without Name, it is the actor's own.
	RollWithBlow struct{ Name string }
	// Reroll rolls a new order (ST-7). Surprised is a list of names.
	Reroll struct {
		Surprised, Rolls string
		Tests            bool   // as with Roll
		Ties             string // as with Roll
	}
	// Pause pauses the fight, Resume continues it (FT-10).
	Pause  struct{}
	Resume struct{}
	// Note replaces the GM's private note on a combatant; without a text, it removes the note.
	Note struct {
		ID   engine.CombatantID
		Text string
	}
	// PlanWaves plans foes that the GM brings in later. Their IDs must be new. EndWave takes one away: its foes join with commands of their
	// own, or it is Dropped.
	PlanWaves struct{ Waves []engine.Wave }
	EndWave   struct {
		ID      engine.WaveID
		Dropped bool
	}
	// PingGM says whether the GM wants to be pinged on NPCs' turns.
	PingGM struct{ On bool }
	// End ends the fight.
	End struct{}
)

// Next ends a turn. To names who takes the next one, where somebody chooses that (RS-34), or is [EndOfRound].
type Next struct {
	Who string
	ID  engine.CombatantID // the combatant chosen with a button, instead of Who
	To  string
	Moment
}

// EndOfRound is what the GM types instead of a name to end the round (RS-32, RS-36).
const EndOfRound = "end of round"

// Moment is when a command was given that is meant for one turn. If that turn is over, the command is refused as stale (CO-10). Turn is
// the turn that the pressed button belongs to, or 0 for a typed command.
type Moment struct {
	Turn engine.TurnID
	// Sent is when a typed command was created, by the sender's clock in whole milliseconds. Arrived is when it reached
	// the bot. Shown is when the current turn was first shown to anyone, if known: until then, no one can mean it. Zero
	// times are not checked.
	Sent, Arrived, Shown time.Time
}

// The commands of /surprise.
type (
	// SurpriseSet makes combatants surprised. Confirm answers the question of RI-5.
	SurpriseSet struct {
		Names   string
		Confirm bool
	}
	// SurpriseSide makes a whole side surprised (CS-5).
	SurpriseSide struct{ Side string }
	// SurpriseClear undoes surprise and ambush: the ambushers were discovered.
	SurpriseClear struct{ Names string }
	// SurpriseAlert puts combatants on alert (CS-5).
	SurpriseAlert struct{ Names string }
	// SurpriseAmbush makes combatants ambushers (TO-12).
	SurpriseAmbush struct {
		Names  string
		Hidden bool
	}
	// SurpriseAsk asks for Awareness tests (ST-8) of those in Names and in Target. A d100 that shows the target number or less succeeds. Target
	// has one for all, or one by name: "40", "Seer 40, Guard 30". Everyone else's is their Awareness.
	SurpriseAsk struct{ Names, Target string }
	// SurpriseAnswer makes one combatant's test. If Roll is nil, the bot rolls.
	SurpriseAnswer struct {
		ID   engine.CombatantID
		Roll *int
	}
	// SurpriseContest makes an ambush by contest (RI-3). Rolls are the 2d6 results by name.
	SurpriseContest struct{ Ambushers, Targets, Rolls string }
)

// The commands of /effect and /hp.
type (
	// EffectAdd puts an effect on each target.
	EffectAdd struct {
		Target, Name      string
		Duration          string
		Damage            string
		Initiative, Ticks int
		Skip, NoReactions bool
		Note              string
		Cleared           []string // options typed as no or 0, such as "skip", so that a condition of the file doesn't bring them (RS-65)
		Source            string   // RS-61; empty: the one active combatant
		Level             *int     // RS-65
		DC, Bonus         *int     // RS-66
		With              string   // the name of an effect of the source (RS-67)
		Players           Policy   // what becomes of what a player puts on others' combatants
	}
	// EffectRemove ends an effect early.
	EffectRemove struct{ Target, Name string }
	// EffectLengthen makes two rounds of an effect of one round that ends with the current turn, because its target is taking it (CO-11).
	EffectLengthen struct {
		Target, Name string
		Players      Policy
	}
	// EffectLevel changes a level by "+1" or "-1", or sets it to "=3" or "3" (RS-65).
	EffectLevel struct{ Target, Name, Amount string }
	// HP corrects hit points by "-5", "+3" or dice with a sign, or sets them to "=12". Half names the targets that take half.
	HP struct{ Target, Amount, Half string }
	// Damage deals a number or dice, rolled once for all targets. Half names the targets that take half, None those that
	// take nothing. Players says what becomes of a player's damage to others' combatants.
	Damage struct {
		Target, Amount, Half, None string
		Players                    Policy
	}
	// Heal is the same as Damage for healing.
	Heal struct {
		Target, Amount, Half string
		Players              Policy
	}
	// ApplyProposal applies what a player proposed under [GMConfirms].
	ApplyProposal struct{ ID engine.ProposalID }
	// PickDown is the GM's choice of what 0 hit points mean for a combatant (CO-12).
	PickDown struct {
		ID    engine.CombatantID
		State string
	}
)

// Morale makes a Morale check for NPCs (CS-8). Roll is the 2d6 result.
type Morale struct {
	Who  string
	Roll *int
}

// The commands of /act. Without Who, they are for the actor's active combatant.
type (
	// Do carries out an activity: it spends Ticks (FT-5) or an action of Type (CS-6, RI-6).
	Do struct {
		Activity string
		Ticks    *int
		Type     string
		Once     bool
		Main     bool // it takes the main action of the round as well (RI-6)
		Who      string
	}
	// Reserve reserves ticks for reactions (FT-6).
	Reserve struct {
		Ticks int
		Who   string
	}
	// React makes a reaction (FT-7, ST-9). Out of what is held back it costs Ticks, or its predefined cost, or 1.
	React struct {
		Activity string
		Ticks    *int
		Who      string
	}
	// Use spends Amount of a pool, or one of it, without a word about what for (RS-41).
	Use struct {
		Pool   string
		Amount *int
		Who    string
	}
	// Move makes a move action. Leaving is "withdraw", "flee" or empty; Terrain is "rough" or empty.
	Move struct{ Leaving, Terrain, Who string }
	// Engage begins a melee between two combatants, Disengage ends it.
	Engage    struct{ Target, Who string }
	Disengage struct{ Target, Who string }
	// Long begins a long activity (FT-9), which may cost Ticks as well.
	Long struct {
		Activity, Duration string
		Ticks              *int
		Who                string
	}
	// Define sets the cost of a predefined activity, Forget deletes it (FT-5).
	Define struct {
		Activity string
		Ticks    int
	}
	Forget struct{ Activity string }
)

// Strike makes an attack. Each option is as typed, and empty if it was left out.
type Strike struct {
	Target, Who, Weapon   string
	Attribute, Range      string
	Hit                   *int
	Damage, Shock, Trauma string
	Circumstance          string
	Edge                  string // "advantage", "disadvantage" or empty (RS-73)
	Modifier              int
	Free                  bool
	Due                   bool // must be a free attack that a flight gave; see [CheckFreeAttack]
	Roll, DamageRoll      *int
	TraumaRoll            *int
}

// The commands for waiting and for fixed entries of the order.
type (
	// Delay takes the active unit out of the order (RS-46, RS-47), or lets it change places with another (RS-48). Without Name, it is
	// the actor's own.
	Delay struct{ Name, With string }
	// Take takes an open turn (RS-34), or brings a waiting unit back. Without Name, it is the actor's own.
	Take struct {
		Name string
		Moment
	}
	// AddEvent adds a fixed entry to the order (RS-71). What is left out is as the ruleset's event of that name has it.
	AddEvent struct {
		Name                string
		Score, Every, First *int
		Note                string
	}
)

// The commands of /counter (RS-70). Who is a combatant or a side, or empty.
type (
	// CounterSet sets a counter.
	CounterSet struct {
		Name  string
		Value int
		Who   string
	}
	// CounterAdd adds to a counter, or takes away if Amount is below 0.
	CounterAdd struct {
		Name   string
		Amount int
		Who    string
	}
)
