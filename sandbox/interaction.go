package sandbox

import (
	"encoding/json"
	"fmt"
	"time"

	"roundel/sandbox/world"
)

// interactionMemory is the time for which a finished interaction is remembered after its token has expired.
const interactionMemory = time.Hour

// interaction is something a user did, and how the bot answered it.
type interaction struct {
	world.Trigger
	token, channelID string
	payload          object
	sent             time.Time
	timer            *time.Timer
	// dropped is true if there was no session to deliver it to.
	dropped bool
	expired bool
	// redelivered is how often it was delivered after the first time.
	redelivered int
	// excused is how many of those deliveries have excused answers that ClearViolations has forgotten.
	excused int
	// disturbed is true if a fault hit an answer to it, so that a late or second answer is not the bot's fault.
	disturbed bool
	// posted is the number of HTTP requests with it that the bot has not finished answering.
	posted     int
	answered   bool
	answerType int64
	// answeredIn is the exchange of the first answer, refusedIn that of the latest other one.
	answeredIn, refusedIn exchange
	// deferred is true between a deferral and the answer that it announced.
	deferred bool
	modal    object
	choices  []any
	answers  []Answer
}

// Answer is one attempt to answer an interaction, and its result.
type Answer struct {
	// Type is the callback's type. Status and Code are the result.
	Type         int64
	Status, Code int
	Body         []byte
	// Inline is true if it came in the response to the interaction.
	Inline bool
	At     time.Time
}

// settled reports whether the user has stopped waiting.
func (it *interaction) settled() bool {
	return it.expired || it.answered && !it.deferred
}

// newInteraction makes an interaction without its data. The ID carries the time of the interaction.
func (s *Server) newInteraction(kind int, userID string, c *world.Channel, id string) *interaction {
	it := &interaction{Trigger: world.Trigger{ID: id, Kind: kind, UserID: userID, GuildID: c.GuildID},
		token: "aW50ZXJhY3Rpb24" + world.RandomText(40), channelID: c.ID, sent: s.now()}
	w := s.world
	shown := w.ChannelJSON(c)
	out := object{"id": it.ID, "application_id": w.AppID, "type": kind, "token": it.token, "version": 1,
		"channel_id": c.ID, "channel": shown, "locale": w.Users[userID].Locale, "entitlements": []any{}, "attachment_size_limit": MaxFile,
		"authorizing_integration_owners": it.Owners(), "app_permissions": world.PermText(w.Permissions(c, w.Bot.ID))}
	if g := w.Guilds[c.GuildID]; g != nil {
		shown["permissions"] = world.PermText(w.Permissions(c, userID))
		out["guild_id"], out["guild_locale"], out["context"] = g.ID, g.Locale, 0
		out["guild"] = object{"id": g.ID, "locale": g.Locale, "features": g.Features()}
		who := w.MemberJSON(g.Members[userID])
		who["permissions"] = world.PermText(w.Permissions(c, userID))
		out["member"] = who
	} else {
		out["user"], out["context"] = w.Users[userID].JSON(), 1
	}
	it.payload = out
	return it
}

// send delivers an interaction to the bot and starts the timer for its answer.
func (s *Server) send(it *interaction) {
	s.forgetInteractions()
	s.interactions[it.ID], s.tokens[it.token] = it, it
	s.interactionIDs = append(s.interactionIDs, it.ID)
	it.timer = time.AfterFunc(s.cfg.AnswerWithin, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !it.answered {
			it.expired = true
			s.notify()
		}
	})
	it.dropped = s.endpoint == "" && !s.gateway.HasSession(it.GuildID)
	it.redelivered = max(s.deliver(it)-1, 0) // one shard may have several sessions
	if s.twice || time.Now().Before(s.twiceUntil) {
		s.redeliver(it)
	}
	s.notify()
}

// deliver sends an interaction to the bot's address for interactions or, if it has none, to the sessions of its shard. It returns
// how many times it was sent.
func (s *Server) deliver(it *interaction) int {
	if s.endpoint != "" {
		s.postInteraction(it)
		return 1
	}
	return s.gateway.Dispatch(it.GuildID, 0, "INTERACTION_CREATE", it.payload)
}

// redeliver delivers an interaction again.
func (s *Server) redeliver(it *interaction) { it.redelivered += max(s.deliver(it), 1) }

// forgetInteractions drops interactions whose token expired long ago.
func (s *Server) forgetInteractions() {
	for len(s.interactionIDs) > 0 {
		it := s.interactions[s.interactionIDs[0]]
		if s.now().Sub(it.sent) < s.cfg.TokenLife+interactionMemory {
			return
		}
		delete(s.interactions, it.ID)
		delete(s.tokens, it.token)
		s.interactionIDs = s.interactionIDs[1:]
	}
}

// byToken finds the interaction of a follow-up's route, or returns the refusal.
func (s *Server) byToken(c *call) (*interaction, *reply) {
	refusal := unknownWebhook()
	if c.vars["application"] != s.world.AppID {
		return nil, &refusal
	}
	it := s.tokens[c.vars["token"]]
	switch {
	case it == nil, s.now().Sub(it.sent) > s.cfg.TokenLife:
		refusal = invalidWebhookToken()
	case it.answered && it.answerType != callbackChoices:
		return it, nil
	}
	refusal.provoked = it != nil && (it.disturbed || it.posted > 0)
	return nil, &refusal
}

// origin returns the message that an interaction came from, or nil.
func (s *Server) origin(it *interaction) *world.Message {
	if m := s.world.Messages[it.MessageID]; m != nil && !m.Deleted {
		return m
	}
	return nil
}

// label names an interaction for people: the command's line or the button's label.
func (it *interaction) label() string { return fmt.Sprintf("%s (%s)", it.Name, it.ID) }

// focused returns the option that an autocomplete asks about, or nil.
func (it *interaction) focused() *world.Option {
	data, ok := it.payload["data"].(object)
	if !ok {
		return nil
	}
	return findFocused(data["options"])
}

func findFocused(list any) *world.Option {
	options, ok := list.([]any)
	if !ok {
		return nil
	}
	for _, item := range options {
		one := item.(object)
		if one["focused"] == true {
			return &world.Option{Kind: world.WholeOf(one["type"])}
		}
		if found := findFocused(one["options"]); found != nil {
			return found
		}
	}
	return nil
}

// noteReplayed records that an interaction is being delivered again which was answered, or which an earlier connection has got, too, perhaps that
// of another process. A second answer, which is refused, is then not the bot's fault.
func (s *Server) noteReplayed(frame []byte, twice bool) {
	var past struct {
		Type string `json:"t"`
		Data struct {
			ID string `json:"id"`
		} `json:"d"`
	}
	if json.Unmarshal(frame, &past) != nil || past.Type != "INTERACTION_CREATE" {
		return
	}
	if it := s.interactions[past.Data.ID]; it != nil && (it.answered || twice) {
		it.redelivered++
	}
}
