package engine

import (
	"slices"

	"roundel/snowflake"
)

// gmEvents lists the events that are only for the GM.
func gmEvents() []codec {
	return []codec{
		{"noticed", 1, Noticed{}},
		{"notices-read", 1, NoticesRead{}},
		{"note-set", 1, NoteSet{}},
		{"gm-ping-set", 1, GMPingSet{}},
		{"waves-planned", 1, WavesPlanned{}},
		{"wave-over", 1, WaveOver{}},
	}
}

// Noticed adds a notice for the GM. NoticesRead records that the GM has read all of them.
type (
	Noticed struct {
		Notice Notice `json:"notice"`
	}
	NoticesRead struct{}
)

func (e Noticed) apply(s *State) {
	s.Notices = append(s.Notices, e.Notice)
	s.Notices = s.Notices[max(0, len(s.Notices)-maxNotices):]
}

func (Noticed) seen(Sight) (Event, bool) { return nil, true }

func (NoticesRead) apply(s *State)           { s.Notices = nil }
func (NoticesRead) seen(Sight) (Event, bool) { return nil, true }

// NoteSet replaces the GM's private note on a combatant; an empty text removes it. Only the GM learns that there is a note.
type NoteSet struct {
	Combatant CombatantID `json:"combatant"`
	Text      string      `json:"text,omitempty"`
}

func (e NoteSet) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Note = e.Text
	}
}

func (NoteSet) seen(Sight) (Event, bool) { return nil, false }
func (NoteSet) hides() bool              { return true }

// GMPingSet decides whether the GM is pinged on NPCs' turns. Only the GM is told.
type GMPingSet struct {
	On bool `json:"on,omitempty"`
}

func (e GMPingSet) apply(s *State) { s.PingGM = e.On }

func (GMPingSet) seen(Sight) (Event, bool) { return nil, false }
func (GMPingSet) hides() bool              { return true }

// Notice is something that a player's command did and that the GM has yet to be told.
type Notice struct {
	Kind NoticeKind  `json:"kind"`
	Who  CombatantID `json:"who,omitempty"`
	By   CombatantID `json:"by,omitempty"`
	From string      `json:"from,omitempty"`
	To   string      `json:"to,omitempty"`
}

// NoticeKind says what happened.
type NoticeKind string

// The kinds of notices: the hidden Who is now called To, because someone visible took its name From; Who moved out of melee with the
// hidden By; the hidden By gets a free attack on Who, who fled; Who fell, so the GM has to choose a state (CO-12);
// a planned wave is due.
const (
	NoticeRenamed NoticeKind = "renamed"
	NoticeSlipped NoticeKind = "slipped"
	NoticeFled    NoticeKind = "fled"
	NoticeFell    NoticeKind = "fell"
	NoticeWave    NoticeKind = "wave"
)

// maxNotices is the number of notices kept. Older ones are still in the log.
const maxNotices = 20

// WaveID identifies a wave within an encounter. It is never used twice, not even after an undo. 0 means none.
type WaveID int64

// Wave is a group of foes that a saved encounter brings in later. Only the GM knows of it.
type Wave struct {
	ID      WaveID      `json:"id"`
	From    string      `json:"from"`               // the name of the saved encounter
	Round   int         `json:"round"`              // the round in which it is due
	AnyTime bool        `json:"any_time,omitempty"` // always due, because the ruleset has no rounds
	Foes    []Newcomers `json:"foes"`               // never changed
}

// Newcomers are NPCs of one kind that are to join. Texts are as typed in commands.
type Newcomers struct {
	Name     string `json:"name"`
	As       string `json:"as,omitempty"` // their mask (NU-33)
	Count    int    `json:"count"`
	Stats    string `json:"stats,omitempty"`
	HitDice  string `json:"hit_dice,omitempty"`
	Weapons  string `json:"weapons,omitempty"`  // one a line
	Prepared string `json:"prepared,omitempty"` // saves, one a line (NU-20)
	Block    string `json:"block,omitempty"`    // the key of their stat block
	Side     string `json:"side,omitempty"`
	Hidden   bool   `json:"hidden,omitempty"`
	Separate bool   `json:"separate,omitempty"`
}

// Wave returns the planned wave with this ID, or nil.
func (s *State) Wave(id WaveID) *Wave {
	for i := range s.Waves {
		if s.Waves[i].ID == id {
			return &s.Waves[i]
		}
	}
	return nil
}

// DueWaves returns the planned waves that the GM can bring in now. A nil state has none.
func (s *State) DueWaves() []Wave {
	var out []Wave
	for i := 0; s != nil && i < len(s.Waves); i++ {
		if w := s.Waves[i]; w.AnyTime || s.Phase == Running && s.Round >= w.Round {
			out = append(out, w)
		}
	}
	return out
}

// WavesPlanned adds planned waves. WaveOver removes one: it was brought in, or Dropped.
type (
	WavesPlanned struct {
		Waves []Wave `json:"waves"`
	}
	WaveOver struct {
		Wave    Wave `json:"wave"`
		Dropped bool `json:"dropped,omitempty"`
	}
)

func (e WavesPlanned) apply(s *State) { s.Waves = append(s.Waves, e.Waves...) }

func (WavesPlanned) seen(Sight) (Event, bool) { return nil, false }
func (WavesPlanned) hides() bool              { return true }

func (e WaveOver) apply(s *State) {
	s.Waves = slices.DeleteFunc(s.Waves, func(w Wave) bool { return w.ID == e.Wave.ID })
	if e.Dropped {
		s.dropBlocks()
	}
}

// seen shows nothing: if the wave was brought in, others see it join.
func (e WaveOver) seen(Sight) (Event, bool) { return nil, !e.Dropped }
func (WaveOver) hides() bool                { return true }

// Actor is the user who gives a command.
type Actor struct {
	User    snowflake.User
	Manager bool // may act as the GM of every encounter in this server: has Manage Server or the server's GM role
}

// MayGM reports whether the actor may act as the encounter's GM.
func MayGM(s *State, a Actor) bool { return a.Manager || a.User == s.GM }

// Owns reports whether the actor owns the combatant as a player. Nobody owns the GM's combatants.
func Owns(c *Combatant, a Actor) bool { return c.Owner != "" && c.Owner == a.User }

// GMActs reports whether, in a view, it is the turn of combatants hidden from the viewer.
func (s *State) GMActs() bool { return s.Turn != 0 && len(s.Active) == 0 && s.Open == nil }
