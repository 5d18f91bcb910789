package world

import (
	"slices"
	"strings"
)

// Interaction types.
const (
	KindCommand   = 2
	KindComponent = 3
	KindComplete  = 4
	KindModal     = 5
)

// Trigger is the part of an interaction that the messages answering it carry.
type Trigger struct {
	ID              string
	Kind            int
	Name            string
	UserID, GuildID string
	// MessageID is the message whose component was used, or that the modal came from.
	MessageID string
	// TargetUser and TargetMessage are what a command of an Apps menu was used on.
	TargetUser, TargetMessage string
	// Cause is the interaction that opened the modal.
	Cause    *Trigger
	Original *Message
	Messages []*Message
}

// Owners names the installation that lets the bot answer: always the guild's, which is "0" in a direct message. No user
// has installed the bot, so Discord's limit of 5 follow-ups for user installations never applies.
func (it *Trigger) Owners() object {
	if it.GuildID == "" {
		return object{"0": "0"}
	}
	return object{"0": it.GuildID}
}

// OriginalID returns the ID of the first answer's message, or an empty string.
func (it *Trigger) OriginalID() string {
	if it.Original == nil {
		return ""
	}
	return it.Original.ID
}

// CommandName returns the command's name without the slash that people see.
func (it *Trigger) CommandName() string { return strings.TrimPrefix(it.Name, "/") }

// Metadata is what a message says about the interaction that it answers.
func (it *Trigger) Metadata(w *World, messageID string) object {
	out := object{"id": it.ID, "type": it.Kind, "user": w.Users[it.UserID].JSON(),
		"authorizing_integration_owners": it.Owners()}
	if it.Kind == KindCommand {
		out["name"] = it.CommandName()
		SetWhen(out, "target_message_id", it.TargetMessage != "", it.TargetMessage)
		if target := w.Users[it.TargetUser]; target != nil {
			out["target_user"] = target.JSON()
		}
	}
	if it.Kind == KindComponent {
		out["interacted_message_id"] = it.MessageID
	}
	if it.Kind == KindModal && it.Cause != nil {
		out["triggering_interaction_metadata"] = it.Cause.Metadata(w, messageID)
	}
	if followsUp := slices.ContainsFunc(it.Messages, func(m *Message) bool { return m.ID == messageID && m != it.Original }); followsUp {
		SetWhen(out, "original_response_message_id", it.Original != nil, it.OriginalID())
	}
	return out
}

// List turns IDs into a JSON list, which is never null.
func List(ids []string) []any {
	out := []any{}
	for _, id := range ids {
		out = append(out, id)
	}
	return out
}
