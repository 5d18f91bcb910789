package bot

import (
	"errors"
	"fmt"

	"roundel/bot/words"
	"roundel/engine"
)

// ownRefusal is a refusal of the bot's own, with its sentence. As an [engine.Error] it has the code and nothing else.
type ownRefusal struct {
	code engine.Code
	text string // as it is shown
}

// refuse refuses what the engine knows nothing of.
func refuse(code engine.Code, format string, args ...any) error {
	return &ownRefusal{code, words.Plain(fmt.Sprintf(format, args...))}
}

// Error returns the sentence.
func (s *ownRefusal) Error() string { return s.text }

// Refused returns the code as text, for logs.
func (s *ownRefusal) Refused() string { return string(s.code) }

// Unwrap lets those who look for an [engine.Error] find the code.
func (s *ownRefusal) Unwrap() error { return &engine.Error{Code: s.code} }

// refusalText is a refusal in words.
func refusalText(err error) string {
	var own *ownRefusal
	if errors.As(err, &own) {
		return own.text
	}
	var refusal *engine.Error
	errors.As(err, &refusal)
	return words.Refusal(refusal)
}
