package engine

import "roundel/engine/dice"

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

// ProposalID identifies a proposal. It is never used twice in an encounter, not even after an undo. 0 means none.
type ProposalID int64

// Proposal is damage or healing that a player entered and that the GM has yet to apply. The dice have been rolled.
type Proposal struct {
	ID     ProposalID    `json:"id"`
	By     CombatantID   `json:"by,omitempty"` // who deals it; 0: nobody
	Amount int           `json:"amount"`       // below 0: damage; above: healing
	Roll   *dice.Result  `json:"roll,omitempty"`
	Shares []DamageShare `json:"shares"`
}

// DamageShare is what one target takes of an amount: all of it, half or none.
type DamageShare struct {
	Combatant CombatantID `json:"combatant"`
	Half      bool        `json:"half,omitempty"`
	None      bool        `json:"none,omitempty"`
}

// maxProposals is how many proposals are kept; the oldest can no longer be applied.
const maxProposals = 20

// Proposal returns the proposal with this ID, or nil.
func (s *State) Proposal(id ProposalID) *Proposal {
	for i := range s.Proposals {
		if s.Proposals[i].ID == id {
			return &s.Proposals[i]
		}
	}
	return nil
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
