package sandbox

import (
	"context"
	"fmt"
	"slices"

	"roundel/sandbox/world"
)

// NoAnswer is what Discord's client shows when the bot did not answer within 3 s.
const NoAnswer = "The application did not respond"

// Response is what a user gets for an interaction.
type Response struct {
	// Type is the type of the bot's callback, 0 when there was none.
	Type int `json:"type"`
	// Failed tells that the bot did not answer in time.
	Failed bool `json:"failed"`
	// Deferred tells that the bot first asked for time (types 5 and 6).
	Deferred  bool `json:"deferred"`
	Ephemeral bool `json:"ephemeral"`
	// Message is the message that answers, or the one that was updated; nil for forms, choices and failures.
	Message *Message `json:"message"`
	// FollowUps are further messages sent for the same interaction so far.
	FollowUps []Message `json:"follow_ups"`
	Modal     *Modal    `json:"modal"`
	Choices   []Choice  `json:"choices"`
}

// Text is what the user reads: the message, the form's title, or NoAnswer.
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

// Modal is a form.
type Modal struct {
	CustomID string  `json:"custom_id"`
	Title    string  `json:"title"`
	Fields   []Field `json:"fields"`
}

// Field is one input of a form.
type Field struct {
	CustomID    string `json:"custom_id"`
	Label       string `json:"label"`
	Description string `json:"description"`
	Placeholder string `json:"placeholder"`
	Value       string `json:"value"`
	Required    bool   `json:"required"`
	Long        bool   `json:"long"`
	MinLength   int    `json:"min_length"`
	MaxLength   int    `json:"max_length"`
	// Menu is set for a select, for a group of boxes to tick, for a single box and for files; the field is a text input
	// otherwise.
	Menu *Menu `json:"menu"`
}

// Wait waits until the user has its answer: a message, an update, a form, choices, or nothing in time. A deferred
// answer (type 5) is waited for as well; of an update put off (type 6) nobody can tell whether it comes.
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

// Response is the answer as far as there is one.
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
		if m != it.Original && !m.Deleted {
			r.FollowUps = append(r.FollowUps, s.view(m))
		}
	}
	if it.modal != nil {
		r.Modal = modalOf(it.modal)
	}
	for _, item := range it.choices {
		one := item.(object)
		r.Choices = append(r.Choices, Choice{Name: world.TextOf(one, "name"), Value: fmt.Sprint(one["value"])})
	}
	return r
}

// Answers lists every attempt of the bot to answer this interaction, refused ones too.
func (i *Interaction) Answers() []Answer {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	return slices.Clone(i.it.answers)
}

// Dropped reports whether the interaction happened while the bot had no session at all, so that it was never told.
func (i *Interaction) Dropped() bool {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	return i.it.dropped
}

// Token is the interaction's token, which is in no message and may be in no log.
func (i *Interaction) Token() string { return i.it.token }

// Redeliver sends the same interaction once more, with the same ID and token, as Discord may. An answer to one that
// has its answer is refused with 40060, which is no violation then.
func (s *Server) Redeliver(i *Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i.it.redelivered = true
	s.deliver(i.it)
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
