package engine

import (
	"slices"

	"roundel/snowflake"
)

// messageEvents lists the events of what is applied from messages.
func messageEvents() []codec {
	return []codec{
		{"message-applied", 1, MessageApplied{}},
	}
}

// AppliedMessage is a message whose number was applied to the fight (CR-60). Neither its text nor its author is kept.
type AppliedMessage struct {
	Message snowflake.Message `json:"message"`
	To      []CombatantID     `json:"to"`                 // replaced, never changed
	Waits   ProposalID        `json:"proposal,omitempty"` // nothing has been applied until the GM applies this; 0: it has
	Left    []Combatant       `json:"left,omitempty"`     // who has left since, with only name, owner and whether hidden; replaced, never changed
}

// MessageApplied says that what follows it comes from a message: damage, healing, a score or an attack (CR-57).
type MessageApplied struct {
	Message snowflake.Message `json:"message"`
	To      []CombatantID     `json:"to"`
	Waits   ProposalID        `json:"proposal,omitempty"` // nothing is applied until the GM applies this; 0: it is
}

// maxMessages is the number of messages remembered.
const maxMessages = 200

func (e MessageApplied) apply(s *State) {
	s.Messages = append(s.Messages, AppliedMessage{Message: e.Message, To: e.To, Waits: e.Waits})
	s.Messages = s.Messages[max(0, len(s.Messages)-maxMessages):]
}

func (e MessageApplied) seen(v Sight) (Event, bool) { return about(v, &e, &e.To) }

// messagesApplied notes that the GM has applied what came from messages.
func (s *State) messagesApplied(id ProposalID) {
	for i := range s.Messages {
		if m := &s.Messages[i]; m.Waits == id {
			m.Waits = 0
		}
	}
}

// keepInMessages keeps what a combatant is called that is about to leave, for messages from which something was applied to it.
func (s *State) keepInMessages(id CombatantID) {
	c := s.Combatant(id)
	if c == nil {
		return
	}
	for i := range s.Messages {
		m := &s.Messages[i]
		if !slices.Contains(m.To, id) {
			continue
		}
		m.To = slices.DeleteFunc(slices.Clone(m.To), func(to CombatantID) bool { return to == id })
		if m.Waits == 0 {
			m.Left = append(slices.Clone(m.Left), Combatant{ID: id, Name: c.Name, RealName: c.RealName, Owner: c.Owner, Hidden: c.Hidden})
		}
	}
}

// AppliedTo returns the combatants that a message's number was applied to, each once. Of those that have left, only the name is known.
func (s *State) AppliedTo(message snowflake.Message) []*Combatant {
	var out []*Combatant
	add := func(c *Combatant) {
		if c != nil && !slices.ContainsFunc(out, func(one *Combatant) bool { return one.ID == c.ID }) {
			out = append(out, c)
		}
	}
	for _, m := range s.Messages {
		if m.Message != message || m.Waits != 0 {
			continue
		}
		for _, id := range m.To {
			add(s.Combatant(id))
		}
		for i := range m.Left {
			add(&m.Left[i])
		}
	}
	return out
}

// SeenMessages returns the applied messages as a user sees them, with only the combatants for which knows returns true.
func (s *State) SeenMessages(knows func(c *Combatant) bool, user snowflake.User) []AppliedMessage {
	var out []AppliedMessage
	for _, m := range s.Messages {
		m.To = slices.DeleteFunc(slices.Clone(m.To), func(id CombatantID) bool {
			c := s.Combatant(id)
			return c == nil || !knows(c)
		})
		var left []Combatant
		for _, c := range m.Left {
			if knows(&c) {
				s.Blur(&c, user)
				left = append(left, c)
			}
		}
		if m.Left = left; len(m.To)+len(m.Left) > 0 {
			out = append(out, m)
		}
	}
	return out
}
