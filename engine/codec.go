package engine

import (
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
		{"encounter-started", 1, EncounterStarted{}},
		{"encounter-ended", 1, EncounterEnded{}},
		{"scene-set", 1, SceneSet{}},
		{"unit-formed", 1, UnitFormed{}},
		{"unit-dropped", 1, UnitDropped{}},
		{"combatant-added", 1, CombatantAdded{}},
		{"combatant-renamed", 1, CombatantRenamed{}},
		{"unit-renamed", 1, UnitRenamed{}},
		{"stats-changed", 1, StatsChanged{}},
		{"stats-assumed", 1, StatsAssumed{}},
		{"side-changed", 1, SideChanged{}},
		{"unit-changed", 1, UnitChanged{}},
		{"unit-rekeyed", 1, UnitRekeyed{}},
		{"owner-changed", 1, OwnerChanged{}},
		{"hidden-changed", 1, HiddenChanged{}},
		{"combatant-removed", 1, CombatantRemoved{}},
		{"initiative-rolled", 1, InitiativeRolled{}},
		{"initiative-held", 1, InitiativeHeld{}},
		{"score-set", 1, ScoreSet{}},
		{"tie-settled", 1, TieSettled{}},
		{"ties-forgotten", 1, TiesForgotten{}},
		{"placed", 1, Placed{}},
		{"paused", 1, Paused{}},
		{"resumed", 1, Resumed{}},
		{"dice-rolled", 1, DiceRolled{}},
		{"turn-began", 1, turnBegan1{}},
		{"turn-began", 2, TurnBegan{}},
		{"ambush-began", 1, AmbushBegan{}},
		{"ambush-over", 1, AmbushOver{}},
		{"round-began", 1, RoundBegan{}},
		{"round-ended", 1, RoundEnded{}},
		{"member-acted", 1, MemberActed{}},
		{"turn-lost", 1, turnLost1{}},
		{"turn-lost", 2, TurnLost{}},
		{"turn-ended", 1, TurnEnded{}},
		{"turn-seen", 1, TurnSeen{}},
		{"turn-withdrawn", 1, TurnWithdrawn{}},
		{"unit-waits", 1, UnitWaits{}},
		{"acts-last", 1, ActsLast{}},
		{"blow-declared", 1, BlowDeclared{}},
		{"blow-shown", 1, BlowShown{}},
		{"blow-over", 1, BlowOver{}},
		{"member-left", 1, MemberLeft{}},
		{"member-back", 1, MemberBack{}},
		{"group-inherited", 1, GroupInherited{}},
		{"effect-added", 1, EffectAdded{}},
		{"effect-ticked", 1, EffectTicked{}},
		{"effect-ended", 1, EffectEnded{}},
		{"hp-changed", 1, HPChanged{}},
		{"down-picked", 1, DownPicked{}},
		{"ambush-set", 1, AmbushSet{}},
		{"concealed-changed", 1, ConcealedChanged{}},
		{"surprise-changed", 1, SurpriseChanged{}},
		{"surprise-due", 1, SurpriseDue{}},
		{"alert-changed", 1, AlertChanged{}},
		{"rolls-kept", 1, RollsKept{}},
		{"tests-asked", 1, TestsAsked{}},
		{"test-answered", 1, TestAnswered{}},
		{"tests-called-off", 1, TestsCalledOff{}},
		{"contested", 1, Contested{}},
		{"order-cleared", 1, OrderCleared{}},
		{"morale-due", 1, MoraleDue{}},
		{"morale-checked", 1, MoraleChecked{}},
		{"activity-defined", 1, ActivityDefined{}},
		{"acted", 1, acted1{}},
		{"acted", 2, Acted{}},
		{"ticks-reserved", 1, ticksReserved1{}},
		{"pool-reserved", 1, PoolReserved{}},
		{"pools-back", 1, PoolsBack{}},
		{"pool-lapsed", 1, PoolLapsed{}},
		{"engaged", 1, Engaged{}},
		{"disengaged", 1, Disengaged{}},
		{"fled", 1, Fled{}},
		{"free-attacks-due", 1, FreeAttacksDue{}},
		{"attacked", 1, attacked1{}},
		{"attacked", 2, Attacked{}},
		{"noticed", 1, Noticed{}},
		{"notices-read", 1, NoticesRead{}},
		{"damage-proposed", 1, DamageProposed{}},
		{"proposal-applied", 1, ProposalApplied{}},
		{"effects-proposed", 1, EffectsProposed{}},
		{"ties-open", 1, TiesOpen{}},
		{"tie-chosen", 1, TieChosen{}},
		{"note-set", 1, NoteSet{}},
		{"gm-ping-set", 1, GMPingSet{}},
	}...)
}

// rulesetCodecs lists the events that only rulesets of files can have.
func rulesetCodecs() []codec {
	return []codec{
		{"roll-awaited", 1, RollAwaited{}},
		{"turn-opened", 1, TurnOpened{}},
		{"open-turn-closed", 1, OpenTurnClosed{}},
		{"unit-delayed", 1, UnitDelayed{}},
		{"wait-over", 1, WaitOver{}},
		{"place-taken", 1, PlaceTaken{}},
		{"places-swapped", 1, PlacesSwapped{}},
		{"turn-interrupted", 1, TurnInterrupted{}},
		{"turn-resumed", 1, TurnResumed{}},
		{"effect-level-set", 1, EffectLevelSet{}},
		{"source-left", 1, SourceLeft{}},
		{"mark-passed", 1, DepartedPassed{}},
		{"counters-set", 1, CountersSet{}},
		{"places-set", 1, PlacesSet{}},
		{"slot-passed", 1, SlotPassed{}},
		{"pass-began", 1, PassBegan{}},
		{"phase-done", 1, PhaseDone{}},
		{"phase-began", 1, PhaseBegan{}},
		{"pool-rolled", 1, PoolRolled{}},
		{"check-due", 1, CheckDue{}},
		{"checked", 1, Checked{}},
		{"down-changed", 1, DownChanged{}},
		{"save-due", 1, SaveDue{}},
		{"saved", 1, Saved{}},
		{"card-dealt", 1, CardDealt{}},
		{"cards-shuffled", 1, CardsShuffled{}},
		{"card-yielded", 1, CardYielded{}},
		{"clock-reached", 1, ClockReached{}},
		{"ticks-passed", 1, TicksPassed{}},
		{"sides-rolled", 1, SidesRolled{}},
		{"round-closes", 1, RoundCloses{}},
		{"bag-changed", 1, BagChanged{}},
		{"token-drawn", 1, TokenDrawn{}},
		{"turn-promised", 1, TurnPromised{}},
		{"waves-planned", 1, WavesPlanned{}},
		{"wave-over", 1, WaveOver{}},
	}
}

// Events returns the zero value of every kind of event that this release writes.
func Events() []Event {
	var out []Event
	for _, row := range codecs() {
		if _, before := row.event.(earlier); !before {
			out = append(out, row.event.(Event))
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
func (c *Codec) EncodeEvents(events []Event) ([]byte, error) {
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
func (c *Codec) DecodeEvents(data []byte) ([]Event, error) {
	var in []stored
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("engine: decode events: %w", err)
	}
	out := make([]Event, len(in))
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
		case Event:
			out[i] = e
		}
	}
	return out, nil
}

// stateVersion is stored with every state. A reader that finds a different version folds the log instead.
const stateVersion = 3

type storedState struct {
	Version int    `json:"version"`
	State   *State `json:"state"`
}

// EncodeState returns a snapshot of the state as JSON.
func (c *Codec) EncodeState(s *State) ([]byte, error) {
	return json.Marshal(storedState{stateVersion, s})
}

// DecodeState reads a snapshot. ok is false if another release wrote it in a form that this one can't read; then the state must be
// folded from the log. err is not nil if data is not valid JSON.
func (c *Codec) DecodeState(data []byte) (s *State, ok bool, err error) {
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
