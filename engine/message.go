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
	To      []CombatantID     `json:"to"` // replaced, never changed
}

// MessageApplied says that what follows it comes from a message: damage, healing, a score or an attack (CR-57).
type MessageApplied struct {
	AppliedMessage
}

// maxMessages is the number of messages remembered.
const maxMessages = 200

func (e MessageApplied) apply(s *State) {
	s.Messages = append(s.Messages, e.AppliedMessage)
	s.Messages = s.Messages[max(0, len(s.Messages)-maxMessages):]
}

func (e MessageApplied) seen(v Sight) (Event, bool) { return about(v, &e, &e.To) }

// AppliedTo returns the combatants that a message's number was applied to, each once, except those that have left.
func (s *State) AppliedTo(message snowflake.Message) []*Combatant {
	var out []*Combatant
	for _, m := range s.Messages {
		for _, id := range m.To {
			if c := s.Combatant(id); m.Message == message && c != nil && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// SeenMessages returns the applied messages, with only the combatants for which knows returns true.
func (s *State) SeenMessages(knows func(id CombatantID) bool) []AppliedMessage {
	var out []AppliedMessage
	for _, m := range s.Messages {
		m.To = slices.DeleteFunc(slices.Clone(m.To), func(id CombatantID) bool { return !knows(id) })
		if len(m.To) > 0 {
			out = append(out, m)
		}
	}
	return out
}
