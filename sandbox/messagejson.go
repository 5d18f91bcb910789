package sandbox

// messageJSON is a message as Discord shows it to the bot. Without the message content intent the bot reads only what
// it wrote itself, what mentions it and what comes as a direct message.
func (s *Server) messageJSON(m *message, inInteraction bool) object {
	w := s.world
	out := object{"id": m.id, "channel_id": m.channelID, "type": m.kind, "author": w.users[m.authorID].json(),
		"timestamp": stamp(m.created), "edited_timestamp": stamp(m.edited), "flags": m.flags, "tts": false,
		"pinned": !m.pinned.IsZero(), "mention_everyone": m.mentions.everyone, "mentions": s.mentionedUsers(m),
		"mention_roles": list(m.mentions.roles), "content": m.content, "embeds": s.shownEmbeds(m),
		"attachments": s.attachmentsJSON(m), "components": s.shownComponents(m)}
	if !inInteraction && !s.readable(m) {
		out["content"], out["embeds"], out["attachments"], out["components"] = "", []any{}, []any{}, []any{}
	}
	if m.reply != nil {
		out["message_reference"] = m.reply
		if target := w.messages[textOf(m.reply, "message_id")]; target != nil && m.kind == messageReply {
			plain := *target
			plain.reply = nil
			out["referenced_message"] = nil
			setWhen(out, "referenced_message", !target.deleted, s.messageJSON(&plain, inInteraction))
		}
	}
	if th := w.channels[m.id]; th != nil && !th.deleted {
		out["thread"] = w.channelJSON(th)
	}
	if m.nonce != nil {
		out["nonce"] = m.nonce
	}
	if it := m.interaction; it != nil {
		out["application_id"], out["webhook_id"] = w.appID, w.appID
		out["interaction_metadata"] = it.metadata(w, m.id)
		if it.kind == kindCommand {
			out["interaction"] = object{"id": it.id, "type": it.kind, "name": it.name, "user": w.users[it.userID].json()}
		}
	}
	return out
}

// readable reports whether the bot may read a message's content.
func (s *Server) readable(m *message) bool {
	if m.authorID == s.world.bot.id || s.cfg.Privileged || s.world.channels[m.channelID].guildID == "" {
		return true
	}
	for _, id := range m.mentions.users {
		if id == s.world.bot.id {
			return true
		}
	}
	return false
}

func (s *Server) mentionedUsers(m *message) []any {
	out := []any{}
	for _, id := range m.mentions.users {
		out = append(out, s.world.users[id].json())
	}
	return out
}
