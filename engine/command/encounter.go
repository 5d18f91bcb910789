package command

import (
	"strings"
	"unicode/utf8"

	"roundel/engine"
)

func (c Start) decide(d *decider) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		name = "Fight"
	}
	if err := checkText(name, 80, engine.ReasonFightName); err != nil {
		return err
	}
	if c.Group && !d.rs.GroupOption {
		return d.notInRules(engine.ReasonNoGroup)
	}
	d.emit(engine.EncounterStarted{Name: name, Ruleset: d.rs.Name, Group: c.Group, GM: d.in.Actor.User, Preferences: c.Preferences})
	return nil
}

// maxScene is the maximum length of a scene, in code points.
const maxScene = 1500

func (c Scene) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	text := strings.TrimSpace(c.Text)
	if text == "" || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxScene {
		return engine.Refuse(engine.Invalid, engine.ReasonSceneLength, engine.Args{Low: 1, High: maxScene})
	}
	d.emit(engine.SceneSet{Text: text})
	return nil
}

func (c Pause) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	d.emit(engine.Paused{})
	return nil
}

func (c Resume) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if !d.s.Paused {
		return engine.Refuse(engine.NotNow, engine.ReasonNotPaused, engine.Args{})
	}
	d.emit(engine.Resumed{})
	return nil
}

func (c End) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	d.emit(engine.EncounterEnded{})
	return nil
}
