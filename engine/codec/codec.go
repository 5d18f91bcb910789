package codec

import (
	"roundel/engine"

	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
)

// codec is one version of one event on disk. If an event's fields change so that old logs can no longer be read, add a new row
// and keep the old one, with a type that converts what it reads into today's event.
type codec struct {
	name    string
	version int
	event   any // the zero value: an Event, or an earlier one with a method upgrade
}

// codecs lists every event that any release has written. Names and versions never change.
func codecs() []codec {
	return append(rulesetCodecs(), []codec{
		{"encounter-started", 1, engine.EncounterStarted{}},
		{"encounter-ended", 1, engine.EncounterEnded{}},
		{"scene-set", 1, engine.SceneSet{}},
		{"unit-formed", 1, engine.UnitFormed{}},
		{"unit-dropped", 1, engine.UnitDropped{}},
		{"combatant-added", 1, engine.CombatantAdded{}},
		{"combatant-renamed", 1, engine.CombatantRenamed{}},
		{"unit-renamed", 1, engine.UnitRenamed{}},
		{"stats-changed", 1, engine.StatsChanged{}},
		{"stats-assumed", 1, engine.StatsAssumed{}},
		{"side-changed", 1, engine.SideChanged{}},
		{"unit-changed", 1, engine.UnitChanged{}},
		{"unit-rekeyed", 1, engine.UnitRekeyed{}},
		{"owner-changed", 1, engine.OwnerChanged{}},
		{"hidden-changed", 1, engine.HiddenChanged{}},
		{"combatant-removed", 1, engine.CombatantRemoved{}},
		{"initiative-rolled", 1, engine.InitiativeRolled{}},
		{"initiative-held", 1, engine.InitiativeHeld{}},
		{"score-set", 1, engine.ScoreSet{}},
		{"tie-settled", 1, engine.TieSettled{}},
		{"ties-forgotten", 1, engine.TiesForgotten{}},
		{"placed", 1, engine.Placed{}},
		{"paused", 1, engine.Paused{}},
		{"resumed", 1, engine.Resumed{}},
		{"dice-rolled", 1, engine.DiceRolled{}},
		{"turn-began", 1, turnBegan1{}},
		{"turn-began", 2, engine.TurnBegan{}},
		{"ambush-began", 1, engine.AmbushBegan{}},
		{"ambush-over", 1, engine.AmbushOver{}},
		{"round-began", 1, engine.RoundBegan{}},
		{"round-ended", 1, engine.RoundEnded{}},
		{"member-acted", 1, engine.MemberActed{}},
		{"turn-lost", 1, turnLost1{}},
		{"turn-lost", 2, engine.TurnLost{}},
		{"turn-ended", 1, engine.TurnEnded{}},
		{"turn-seen", 1, engine.TurnSeen{}},
		{"turn-withdrawn", 1, engine.TurnWithdrawn{}},
		{"unit-waits", 1, engine.UnitWaits{}},
		{"acts-last", 1, engine.ActsLast{}},
		{"blow-declared", 1, engine.BlowDeclared{}},
		{"blow-shown", 1, engine.BlowShown{}},
		{"blow-over", 1, engine.BlowOver{}},
		{"member-left", 1, engine.MemberLeft{}},
		{"member-back", 1, engine.MemberBack{}},
		{"group-inherited", 1, engine.GroupInherited{}},
		{"effect-added", 1, engine.EffectAdded{}},
		{"effect-ticked", 1, engine.EffectTicked{}},
		{"effect-ended", 1, engine.EffectEnded{}},
		{"hp-changed", 1, engine.HPChanged{}},
		{"down-picked", 1, engine.DownPicked{}},
		{"ambush-set", 1, engine.AmbushSet{}},
		{"concealed-changed", 1, engine.ConcealedChanged{}},
		{"surprise-changed", 1, engine.SurpriseChanged{}},
		{"surprise-due", 1, engine.SurpriseDue{}},
		{"alert-changed", 1, engine.AlertChanged{}},
		{"rolls-kept", 1, engine.RollsKept{}},
		{"tests-asked", 1, engine.TestsAsked{}},
		{"test-answered", 1, engine.TestAnswered{}},
		{"tests-called-off", 1, engine.TestsCalledOff{}},
		{"contested", 1, engine.Contested{}},
		{"order-cleared", 1, engine.OrderCleared{}},
		{"morale-due", 1, engine.MoraleDue{}},
		{"morale-checked", 1, engine.MoraleChecked{}},
		{"activity-defined", 1, engine.ActivityDefined{}},
		{"acted", 1, acted1{}},
		{"acted", 2, engine.Acted{}},
		{"ticks-reserved", 1, ticksReserved1{}},
		{"pool-reserved", 1, engine.PoolReserved{}},
		{"pools-back", 1, engine.PoolsBack{}},
		{"pool-lapsed", 1, engine.PoolLapsed{}},
		{"engaged", 1, engine.Engaged{}},
		{"disengaged", 1, engine.Disengaged{}},
		{"fled", 1, engine.Fled{}},
		{"free-attacks-due", 1, engine.FreeAttacksDue{}},
		{"attacked", 1, attacked1{}},
		{"attacked", 2, engine.Attacked{}},
		{"noticed", 1, engine.Noticed{}},
		{"notices-read", 1, engine.NoticesRead{}},
		{"damage-proposed", 1, engine.DamageProposed{}},
		{"proposal-applied", 1, engine.ProposalApplied{}},
		{"effects-proposed", 1, engine.EffectsProposed{}},
		{"ties-open", 1, engine.TiesOpen{}},
		{"tie-chosen", 1, engine.TieChosen{}},
		{"note-set", 1, engine.NoteSet{}},
		{"gm-ping-set", 1, engine.GMPingSet{}},
	}...)
}

// rulesetCodecs lists the events that only rulesets of files can have.
func rulesetCodecs() []codec {
	return []codec{
		{"roll-awaited", 1, engine.RollAwaited{}},
		{"turn-opened", 1, engine.TurnOpened{}},
		{"open-turn-closed", 1, engine.OpenTurnClosed{}},
		{"unit-delayed", 1, engine.UnitDelayed{}},
		{"wait-over", 1, engine.WaitOver{}},
		{"place-taken", 1, engine.PlaceTaken{}},
		{"places-swapped", 1, engine.PlacesSwapped{}},
		{"turn-interrupted", 1, engine.TurnInterrupted{}},
		{"turn-resumed", 1, engine.TurnResumed{}},
		{"effect-level-set", 1, engine.EffectLevelSet{}},
		{"source-left", 1, engine.SourceLeft{}},
		{"mark-passed", 1, engine.DepartedPassed{}},
		{"counters-set", 1, engine.CountersSet{}},
		{"places-set", 1, engine.PlacesSet{}},
		{"slot-passed", 1, engine.SlotPassed{}},
		{"pass-began", 1, engine.PassBegan{}},
		{"phase-done", 1, engine.PhaseDone{}},
		{"phase-began", 1, engine.PhaseBegan{}},
		{"pool-rolled", 1, engine.PoolRolled{}},
		{"check-due", 1, engine.CheckDue{}},
		{"checked", 1, engine.Checked{}},
		{"down-changed", 1, engine.DownChanged{}},
		{"save-due", 1, engine.SaveDue{}},
		{"saved", 1, engine.Saved{}},
		{"card-dealt", 1, engine.CardDealt{}},
		{"cards-shuffled", 1, engine.CardsShuffled{}},
		{"card-yielded", 1, engine.CardYielded{}},
		{"clock-reached", 1, engine.ClockReached{}},
		{"ticks-passed", 1, engine.TicksPassed{}},
		{"sides-rolled", 1, engine.SidesRolled{}},
		{"round-closes", 1, engine.RoundCloses{}},
		{"bag-changed", 1, engine.BagChanged{}},
		{"token-drawn", 1, engine.TokenDrawn{}},
		{"turn-promised", 1, engine.TurnPromised{}},
		{"waves-planned", 1, engine.WavesPlanned{}},
		{"wave-over", 1, engine.WaveOver{}},
	}
}

// Events returns the zero value of every kind of event that this release writes.
func Events() []engine.Event {
	var out []engine.Event
	for _, row := range codecs() {
		if _, before := row.event.(earlier); !before {
			out = append(out, row.event.(engine.Event))
		}
	}
	return out
}

// Codec encodes and decodes events and states. The zero value is not usable: create one with [New] and reuse it. It is safe
// for concurrent use.
type Codec struct {
	write map[reflect.Type]codec
	read  map[string]reflect.Type
}

// New returns the codec of this release, which also reads everything that earlier releases wrote. It panics if two events in
// the table have the same name and version.
func New() *Codec {
	c := &Codec{map[reflect.Type]codec{}, map[string]reflect.Type{}}
	for _, row := range codecs() {
		t := reflect.TypeOf(row.event)
		if _, twice := c.read[row.id()]; twice {
			panic("engine: two events named " + row.id())
		}
		c.read[row.id()] = t
		if row.version >= c.write[t].version {
			c.write[t] = row
		}
	}
	return c
}

func (c codec) id() string { return string(c.appendID(nil)) }

// appendID appends the name and the version of an event, as they are stored.
func (c codec) appendID(out []byte) []byte {
	return strconv.AppendInt(append(append(out, c.name...), '/'), int64(c.version), 10)
}

// stored is an event on disk.
type stored struct {
	Type string          `json:"t"` // name/version
	Data json.RawMessage `json:"d"`
}

// EncodeEvents returns events as JSON. It returns an error for an event that is not in the table of codecs.
func (c *Codec) EncodeEvents(events []engine.Event) ([]byte, error) {
	out := append(make([]byte, 0, 128), '[')
	for i, e := range events {
		row, ok := c.write[reflect.TypeOf(e)]
		if !ok {
			return nil, fmt.Errorf("engine: event %T has no codec", e)
		}
		data, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("engine: encode %s: %w", row.id(), err)
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"t":"`...) // the same as encoding a stored, without the reflection; names need no escaping
		out = append(row.appendID(out), `","d":`...)
		out = append(append(out, data...), '}')
	}
	return append(out, ']'), nil
}

// DecodeEvents reads what EncodeEvents of this or an earlier release wrote. It returns an error for an event that only a later
// release knows.
func (c *Codec) DecodeEvents(data []byte) ([]engine.Event, error) {
	var in []stored
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("engine: decode events: %w", err)
	}
	out := make([]engine.Event, len(in))
	for i, st := range in {
		t, ok := c.read[st.Type]
		if !ok {
			return nil, fmt.Errorf("engine: this release does not know the event %q", st.Type)
		}
		v := reflect.New(t)
		if err := json.Unmarshal(st.Data, v.Interface()); err != nil {
			return nil, fmt.Errorf("engine: decode %s: %w", st.Type, err)
		}
		switch e := v.Elem().Interface().(type) {
		case earlier:
			out[i] = e.upgrade()
		case engine.Event:
			out[i] = e
		}
	}
	return out, nil
}

// stateVersion is stored with every state. A reader that finds a different version folds the log instead.
const stateVersion = 3

type storedState struct {
	Version int           `json:"version"`
	State   *engine.State `json:"state"`
}

// EncodeState returns a snapshot of the state as JSON.
func (c *Codec) EncodeState(s *engine.State) ([]byte, error) {
	return json.Marshal(storedState{stateVersion, s})
}

// DecodeState reads a snapshot. ok is false if another release wrote it in a form that this one can't read; then the state must be
// folded from the log. err is not nil if data is not valid JSON.
func (c *Codec) DecodeState(data []byte) (s *engine.State, ok bool, err error) {
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, false, fmt.Errorf("engine: decode state: %w", err)
	}
	if head.Version != stateVersion {
		return nil, false, nil
	}
	var in storedState
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, false, fmt.Errorf("engine: decode state: %w", err)
	}
	return in.State, true, nil
}
