package sandbox

import (
	"context"
	"fmt"
	"slices"

	"roundel/sandbox/client"
	"roundel/sandbox/world"
)

// NoAnswer is what Discord's client shows if the bot does not answer within 3 s.
const NoAnswer = "The application did not respond"

// Response is what a user gets for an interaction.
type Response struct {
	// Type is the type of the bot's callback, 0 if there was none.
	Type int `json:"type"`
	// Failed is true if the bot did not answer in time.
	Failed bool `json:"failed"`
	// Deferred is true if the bot asked for more time first (types 5 and 6).
	Deferred  bool `json:"deferred"`
	Ephemeral bool `json:"ephemeral"`
	// Message is the message that answers, or the one that was updated; nil for forms, choices and failures. If the bot asked for more time
	// and then deleted its first answer, the first follow-up takes its place.
	Message *client.Message `json:"message"`
	// FollowUps are the further messages sent for the same interaction so far.
	FollowUps []client.Message `json:"follow_ups"`
	Modal     *client.Modal    `json:"modal"`
	Choices   []client.Choice  `json:"choices"`
}

// Text returns what the user reads: the message, the form's title, or NoAnswer.
func (r Response) Text() string {
	switch {
	case r.Failed:
		return NoAnswer
	case r.Modal != nil:
		return r.Modal.Title
	case r.Message != nil:
		return r.Message.Text
	}
	return ""
}

// Wait waits until the user has an answer: a message, an update, a form, choices, or a failure. It also waits for a
// deferred answer (type 5), but not after a deferred update (type 6), which may never come.
func (i *Interaction) Wait(ctx context.Context) (Response, error) {
	settled := func() bool {
		i.srv.mu.Lock()
		defer i.srv.mu.Unlock()
		return i.it.settled()
	}
	if err := i.srv.Await(ctx, settled); err != nil {
		return Response{}, fmt.Errorf("sandbox: waiting for the answer to %s: %w", i.it.label(), err)
	}
	return i.Response(), nil
}

// Response returns the answer so far.
func (i *Interaction) Response() Response {
	s, it := i.srv, i.it
	s.mu.Lock()
	defer s.mu.Unlock()
	r := Response{Type: int(it.answerType), Failed: it.expired,
		Deferred: it.answerType == callbackDefer || it.answerType == callbackDeferUpdate}
	if m := it.Original; m != nil && !m.Deleted {
		shown := s.view(m)
		r.Message, r.Ephemeral = &shown, m.OnlyFor != ""
	}
	for _, m := range it.Messages {
		switch {
		case m == it.Original, m.Deleted:
		case r.Message == nil && it.answerType == callbackDefer:
			shown := s.view(m)
			r.Message, r.Ephemeral = &shown, m.OnlyFor != ""
		default:
			r.FollowUps = append(r.FollowUps, s.view(m))
		}
	}
	if it.modal != nil {
		r.Modal = client.ModalOf(it.modal)
	}
	for _, item := range it.choices {
		one := item.(object)
		r.Choices = append(r.Choices, client.Choice{Name: world.TextOf(one, "name"), Value: fmt.Sprint(one["value"])})
	}
	return r
}

// Answers lists every attempt of the bot to answer this interaction, including refused ones.
func (i *Interaction) Answers() []Answer {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	return slices.Clone(i.it.answers)
}

// Dropped reports whether the bot had no session when the interaction happened, so that it never got it.
func (i *Interaction) Dropped() bool {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	return i.it.dropped
}

// Token returns the interaction's token. It must not appear in messages or logs.
func (i *Interaction) Token() string { return i.it.token }

// Redeliver sends the same interaction again, with the same ID and token, as Discord may. If it already has an answer,
// another one is refused with 40060, which then is not a violation: one for each delivery.
func (s *Server) Redeliver(i *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.redeliver(i.it)
}

// Find returns an earlier interaction by its ID.
func (s *Server) Find(id string) (*Interaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.interactions[id]
	if it == nil {
		return nil, fmt.Errorf("sandbox: there is no interaction %q", id)
	}
	return &Interaction{id, s, it}, nil
}
