package engine

// Noticed records something to tell the GM. NoticesRead records that the GM has been told everything.
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

func (NoticesRead) apply(s *State) { s.Notices = nil }

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

// GMPingSet decides whether the GM is pinged on NPCs' turns. Only the GM is told.
type GMPingSet struct {
	On bool `json:"on,omitempty"`
}

func (e GMPingSet) apply(s *State) { s.PingGM = e.On }

// forGM reports whether an event concerns the GM alone, even if no one is hidden.
func forGM(e Event) bool {
	switch e.(type) {
	case NoteSet, GMPingSet:
		return true
	}
	return false
}

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
// hidden By; the hidden By gets a free attack on Who, who fled; Who fell, so the GM has to choose a state (CO-12).
const (
	NoticeRenamed NoticeKind = "renamed"
	NoticeSlipped NoticeKind = "slipped"
	NoticeFled    NoticeKind = "fled"
	NoticeFell    NoticeKind = "fell"
)

// maxNotices is the number of notices kept. Older ones are still in the log.
const maxNotices = 20
