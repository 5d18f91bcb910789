package sandbox

import "slices"

// Interaction types.
const (
	kindCommand   = 2
	kindComponent = 3
	kindComplete  = 4
	kindModal     = 5
)

// trigger is what the messages that answer an interaction tell about it.
type trigger struct {
	id              string
	kind            int
	name            string
	userID, guildID string
	// messageID is the message whose component was used, or from which the modal came.
	messageID string
	// cause is the interaction that opened the modal.
	cause    *trigger
	original *message
	messages []*message
}

// owners names the installation that lets the bot answer: always that in a guild, which is "0" in a direct message. No
// user has installed the bot, so that Discord's limit of 5 follow-ups to such users' interactions never applies.
func (it *trigger) owners() object {
	if it.guildID == "" {
		return object{"0": "0"}
	}
	return object{"0": it.guildID}
}

// originalID is the ID of the first answer's message, or empty.
func (it *trigger) originalID() string {
	if it.original == nil {
		return ""
	}
	return it.original.id
}

// metadata is what a message tells about the interaction it answers, or that led to that one.
func (it *trigger) metadata(w *world, messageID string) object {
	out := object{"id": it.id, "type": it.kind, "user": w.users[it.userID].json(),
		"authorizing_integration_owners": it.owners(), "name": it.name}
	if it.kind != kindCommand {
		delete(out, "name")
	}
	if it.kind == kindComponent {
		out["interacted_message_id"] = it.messageID
	}
	if it.kind == kindModal && it.cause != nil {
		out["triggering_interaction_metadata"] = it.cause.metadata(w, messageID)
	}
	if followsUp := slices.ContainsFunc(it.messages, func(m *message) bool { return m.id == messageID && m != it.original }); followsUp {
		setWhen(out, "original_response_message_id", it.original != nil, it.originalID())
	}
	return out
}

func list(ids []string) []any {
	out := []any{}
	for _, id := range ids {
		out = append(out, id)
	}
	return out
}
