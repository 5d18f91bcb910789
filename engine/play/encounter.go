package play

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/reason"
)

// Start begins a fight. The state must be nil.
type Start struct {
	Name, Ruleset string
	Group         bool // RI-2
	Preferences   engine.Preferences
	Language      string // see [engine.State.Language]
}

func (c Start) decide(d *decider) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		name = "Fight"
	}
	if err := engine.CheckText(name, 80, reason.FightName); err != nil {
		return err
	}
	if c.Group && !d.Rules.Units.SideOption {
		return d.notInRules(reason.NoGroup)
	}
	d.Emit(engine.EncounterStarted{Name: name, Ruleset: d.Rules.Name, Text: d.Rules.Hash, Group: c.Group, GM: d.actor.User, Preferences: c.Preferences, Language: c.Language})
	return nil
}

// maxScene is the maximum length of a scene, in code points.
const maxScene = 1500

// Scene sets the scene (ST-11).
type Scene struct{ Text string }

func (c Scene) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	text := strings.TrimSpace(c.Text)
	if text == "" || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxScene {
		return engine.Refuse(engine.Invalid, reason.SceneLength, engine.Args{Low: 1, High: maxScene})
	}
	d.Emit(engine.SceneSet{Text: text})
	return nil
}

// MaxNote is the maximum length of a note, in code points.
const MaxNote = 300

// Note replaces the GM's private note on a combatant. An empty text removes it.
type Note struct {
	ID   engine.CombatantID
	Text string
}

func (c Note) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	m := d.State.Combatant(c.ID)
	text := strings.TrimSpace(strings.ReplaceAll(c.Text, "\r\n", "\n"))
	switch {
	case m == nil:
		return engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	case !utf8.ValidString(text) || utf8.RuneCountInString(text) > MaxNote:
		return engine.Refuse(engine.Invalid, reason.NoteLength, engine.Args{High: MaxNote})
	}
	if text != m.Note {
		d.Emit(engine.NoteSet{Combatant: m.ID, Text: text})
	}
	return nil
}

// maxWaves is the number of waves that can be planned at once.
const maxWaves = 50

// PlanWaves plans foes that the GM brings in later. Their IDs must be new.
type PlanWaves struct {
	Waves  []engine.Wave
	Blocks []*engine.Block // the stat blocks that the foes name
}

func (c PlanWaves) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if len(d.State.Waves)+len(c.Waves) > maxWaves {
		return engine.Refuse(engine.NotNow, reason.TooManyWaves, engine.Args{High: maxWaves})
	}
	for _, b := range c.Blocks {
		d.keepBlock(b)
	}
	if len(c.Waves) > 0 {
		d.Emit(engine.WavesPlanned{Waves: c.Waves})
	}
	return nil
}

// EndWave removes a planned wave. Its foes have joined with other commands, or it was Dropped.
type EndWave struct {
	ID      engine.WaveID
	Dropped bool
}

func (c EndWave) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	w := d.State.Wave(c.ID)
	if w == nil {
		return engine.Refuse(engine.NotFound, reason.WaveOver, engine.Args{})
	}
	d.Emit(engine.WaveOver{Wave: *w, Dropped: c.Dropped})
	return nil
}

// PingGM says whether the GM wants to be pinged on NPCs' turns.
type PingGM struct{ On bool }

func (c PingGM) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if c.On != d.State.PingGM {
		d.Emit(engine.GMPingSet{On: c.On})
	}
	return nil
}

// Speak changes the language that everyone in the channel reads.
type Speak struct{ Language string }

func (c Speak) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if c.Language != d.State.Speaks() {
		d.Emit(engine.LanguageSet{From: d.State.Speaks(), To: c.Language})
	}
	return nil
}

// Pause pauses the fight (FT-10).
type Pause struct{}

func (c Pause) decide(d *decider) error {
	if err := cmp.Or(d.requireGM(), d.requireOrder()); err != nil {
		return err
	}
	d.Emit(engine.Paused{})
	return nil
}

// Resume continues a fight that is paused (FT-10).
type Resume struct{}

func (c Resume) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if !d.State.Paused {
		return engine.Refuse(engine.NotNow, reason.NotPaused, engine.Args{})
	}
	d.Emit(engine.Resumed{})
	return nil
}

// End ends the fight.
type End struct{}

func (c End) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	d.Emit(engine.EncounterEnded{})
	return nil
}
