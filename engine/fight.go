package engine

import (
	"roundel/engine/dice"
	"roundel/snowflake"
)

// fightEvents lists the events of the fight as a whole.
func fightEvents() []codec {
	return []codec{
		{"encounter-started", 1, EncounterStarted{}},
		{"encounter-ended", 1, EncounterEnded{}},
		{"scene-set", 1, SceneSet{}},
		{"paused", 1, Paused{}},
		{"resumed", 1, Resumed{}},
		{"dice-rolled", 1, DiceRolled{}},
		{"language-set", 1, LanguageSet{}},
	}
}

// EncounterStarted opens an encounter (CO-1).
type EncounterStarted struct {
	Name    string         `json:"name"`
	Ruleset string         `json:"ruleset"`
	Text    string         `json:"text,omitempty"` // see [State.Text]
	Group   bool           `json:"group,omitempty"`
	GM      snowflake.User `json:"gm"`
	Preferences
	Language string `json:"language,omitempty"` // see [State.Language]
}

func (e EncounterStarted) apply(s *State) {
	*s = State{Name: e.Name, Ruleset: e.Ruleset, Text: e.Text, Group: e.Group, GM: e.GM, Phase: Setup, Preferences: e.Preferences, Language: e.Language}
}

func (e EncounterStarted) seen(Sight) (Event, bool) { return e, true }

// EncounterEnded closes the encounter.
type EncounterEnded struct{}

func (EncounterEnded) apply(s *State) {
	s.Phase, s.Active, s.Turn, s.Paused, s.HiddenTurn = Ended, nil, 0, false, false
	s.AskedSaves = nil // NU-16
}

func (e EncounterEnded) seen(Sight) (Event, bool) { return e, true }

// LanguageSet changes the language that everyone in the channel reads.
type LanguageSet struct {
	From string `json:"from,omitempty"` // see [State.Language]
	To   string `json:"to,omitempty"`
}

func (e LanguageSet) apply(s *State)           { s.Language = e.To }
func (e LanguageSet) seen(Sight) (Event, bool) { return e, true }

// SceneSet sets the text that describes the scene (ST-11).
type SceneSet struct {
	Text string `json:"text"`
}

func (e SceneSet) apply(s *State)           { s.Scene = e.Text }
func (e SceneSet) seen(Sight) (Event, bool) { return e, true }

// Paused suspends the initiative order; Resumed continues it (FT-10).
type (
	Paused  struct{}
	Resumed struct{}
)

func (Paused) apply(s *State)              { s.Paused = true }
func (e Paused) seen(Sight) (Event, bool)  { return e, true }
func (Resumed) apply(s *State)             { s.Paused = false }
func (e Resumed) seen(Sight) (Event, bool) { return e, true }

// DiceRolled is a roll that changes nothing. It is only logged.
type DiceRolled struct {
	By     snowflake.User `json:"by"`
	Roll   dice.Result    `json:"roll"`
	Reason string         `json:"reason,omitempty"` // what the roll is for, as typed
	Secret bool           `json:"secret,omitempty"` // shown only to By and the GM
	HPOf   CombatantID    `json:"hp_of,omitempty"`  // the roll was for this newcomer's hit points
}

func (DiceRolled) apply(*State) {}

func (e DiceRolled) seen(v Sight) (Event, bool) {
	return shownIf((e.HPOf == 0 || v.knows(e.HPOf)) && (!e.Secret || v.User == e.By), e)
}
func (e DiceRolled) hides() bool { return e.Secret }
