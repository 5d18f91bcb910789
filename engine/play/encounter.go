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
	d.emit(engine.EncounterStarted{Name: name, Ruleset: d.Rules.Name, Text: d.Rules.Hash, Group: c.Group, GM: d.actor.User, Preferences: c.Preferences, Language: c.Language})
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
	d.emit(engine.SceneSet{Text: text})
	return nil
}

// MaxNote is the maximum length of a note, in code points.
const MaxNote = 300

// Speak changes the language that everyone in the channel reads.
type Speak struct{ Language string }

func (c Speak) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if c.Language != d.State.Speaks() {
		d.emit(engine.LanguageSet{From: d.State.Speaks(), To: c.Language})
	}
	return nil
}

// Pause pauses the fight (FT-10).
type Pause struct{}

func (c Pause) decide(d *decider) error {
	if err := cmp.Or(d.requireGM(), d.requireOrder()); err != nil {
		return err
	}
	d.emit(engine.Paused{})
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
	d.emit(engine.Resumed{})
	return nil
}

// End ends the fight.
type End struct{}

func (c End) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	d.emit(engine.EncounterEnded{})
	return nil
}
