package sandbox

import "roundel/sandbox/world"

// messageJSON is a message as Discord shows it to the bot. Without the message content intent, the bot can read only
// its own messages, those that mention it and direct messages.
func (s *Server) messageJSON(m *world.Message, inInteraction bool) object {
	w := s.world
	out := object{"id": m.ID, "channel_id": m.ChannelID, "type": m.Kind, "author": w.Users[m.AuthorID].JSON(),
		"timestamp": world.Stamp(m.Created), "edited_timestamp": world.Stamp(m.Edited), "flags": m.Flags, "tts": false,
		"pinned": !m.Pinned.IsZero(), "mention_everyone": m.Mentions.Everyone, "mentions": s.mentionedUsers(m),
		"mention_roles": world.List(m.Mentions.Roles), "content": m.Content, "embeds": s.shownEmbeds(m),
		"attachments": s.attachmentsJSON(m), "components": s.shownComponents(m)}
	if !inInteraction && !s.readable(m) {
		out["content"], out["embeds"], out["attachments"], out["components"] = "", []any{}, []any{}, []any{}
	}
	if m.Reply != nil {
		out["message_reference"] = m.Reply
		if target := w.Messages[world.TextOf(m.Reply, "message_id")]; target != nil && m.Kind == world.MessageReply {
			plain := *target
			plain.Reply = nil
			out["referenced_message"] = nil
			world.SetWhen(out, "referenced_message", !target.Deleted, s.messageJSON(&plain, inInteraction))
		}
	}
	if th := w.Channels[m.ID]; th != nil && !th.Deleted {
		out["thread"] = w.ChannelJSON(th)
	}
	if m.Nonce != nil {
		out["nonce"] = m.Nonce
	}
	world.SetWhen(out, "webhook_id", w.Users[m.AuthorID].Webhook, m.AuthorID)
	if it := m.Interaction; it != nil {
		out["application_id"], out["webhook_id"] = m.AuthorID, m.AuthorID // an application has the ID of its bot
		out["interaction_metadata"] = it.Metadata(w, m.ID)
		if it.Kind == world.KindCommand {
			out["interaction"] = object{"id": it.ID, "type": it.Kind, "name": it.CommandName(), "user": w.Users[it.UserID].JSON()}
		}
	}
	return out
}

// readable reports whether the bot may read a message's content.
func (s *Server) readable(m *world.Message) bool {
	if m.AuthorID == s.world.Bot.ID || s.cfg.Privileged || s.world.Channels[m.ChannelID].GuildID == "" {
		return true
	}
	for _, id := range m.Mentions.Users {
		if id == s.world.Bot.ID {
			return true
		}
	}
	return false
}

func (s *Server) mentionedUsers(m *world.Message) []any {
	out := []any{}
	for _, id := range m.Mentions.Users {
		out = append(out, s.world.Users[id].JSON())
	}
	return out
}
