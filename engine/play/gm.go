package play

import (
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/reason"
)

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
		d.emit(engine.NoteSet{Combatant: m.ID, Text: text})
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
		d.emit(engine.WavesPlanned{Waves: c.Waves})
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
	d.emit(engine.WaveOver{Wave: *w, Dropped: c.Dropped})
	return nil
}

// PingGM says whether the GM wants to be pinged on NPCs' turns.
type PingGM struct{ On bool }

func (c PingGM) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if c.On != d.State.PingGM {
		d.emit(engine.GMPingSet{On: c.On})
	}
	return nil
}

// notice saves a notice for the GM. The GM's own commands need none: their replies say it.
func (d *decider) notice(n engine.Notice) {
	if !d.isGM() {
		d.emit(engine.Noticed{Notice: n})
	}
}

// noticeFallen saves a notice for each combatant that a player's command brought to 0 hit points.
func (d *decider) noticeFallen() {
	for i := range len(d.Events) { // fixed before the loop: notices are events too
		change, is := d.Events[i].(engine.HPChanged)
		if !is || !change.Tracked || change.To > 0 || change.From == 0 {
			continue
		}
		if m := d.State.Combatant(change.Combatant); m != nil && !m.Standing() && m.Down == "" {
			d.notice(engine.Notice{Kind: engine.NoticeFell, Who: m.ID})
		}
	}
}

// readNotices records that the GM has read all notices, because the answer to any of the GM's commands that changes something shows them.
// Buttons of private messages are excepted: their answers have no room for notices.
func (d *decider) readNotices(cmd Command, before *engine.State) {
	if before == nil || len(before.Notices) == 0 || len(d.Events) == 0 || !d.isGM() {
		return
	}
	switch cmd.(type) {
	case Note, PingGM, PickDown, EndWave:
	default:
		d.emit(engine.NoticesRead{})
	}
}

// noticeWaves saves a notice if a wave has become due.
func (d *decider) noticeWaves(before *engine.State) {
	if len(d.State.DueWaves()) > len(before.DueWaves()) {
		d.notice(engine.Notice{Kind: engine.NoticeWave})
	}
}
