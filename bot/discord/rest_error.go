package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// Error codes of Discord's that callers branch on.
const (
	CodeUnknownChannel  = 10003
	codeUnknownMember   = 10007
	CodeUnknownMessage  = 10008
	codeUnknownUser     = 10013
	CodeUnknownWebhook  = 10015 // an interaction's token has run out
	CodePinLimit        = 30003
	CodeOldEdits        = 30046 // a message older than an hour was edited too often: send a new one
	CodeMissingAccess   = 50001
	CodeMissingRights   = 50013
	CodeInvalidForm     = 50035
	CodeThreadArchived  = 50083 // its messages cannot be changed; a new one opens it, unless it is locked
	codeUnknownInteract = 10062 // answered too late
	codeAcknowledged    = 40060 // answered already
	maxErrorBody        = 500
)

// APIError is a refusal of Discord's. Its text holds no token.
type APIError struct {
	Call    string        // method and route
	Status  int           // of HTTP
	Code    int           // Discord's own, 0 when it gave none
	Message string        // Discord's words
	Retry   time.Duration // how long to wait, with status 429
}

// Error returns call, status and Discord's words.
func (e *APIError) Error() string {
	text := fmt.Sprintf("%s: HTTP %d", e.Call, e.Status)
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.Code != 0 {
		text += fmt.Sprintf(" (%d)", e.Code)
	}
	return text
}

// Code returns Discord's error code of an error, or 0 when it has none.
func Code(err error) int {
	var refusal *APIError
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return 0
}

// refusal reads an error answer.
func (r *rest) refusal(c call, resp *http.Response, body []byte) error {
	var said struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	e := &APIError{Call: c.String(), Status: resp.StatusCode}
	if json.Unmarshal(body, &said) == nil {
		e.Code, e.Message = said.Code, said.Message
		if len(said.Errors) > 0 {
			e.Message += " " + string(said.Errors)
		}
	}
	if len(e.Message) > maxErrorBody {
		e.Message = e.Message[:maxErrorBody] + "…"
	}
	e.Message = r.secret.clean(e.Message)
	if resp.StatusCode == http.StatusTooManyRequests {
		e.Retry, _ = readLimited(resp.Header, body).wait()
	}
	return e
}

// networkError is a call that got no answer. Its cause stays out of the text: net/http's errors carry the address, and
// that an interaction's token.
type networkError struct {
	call, text string
	cause      error
}

func (e networkError) Error() string   { return e.call + ": " + e.text }
func (e networkError) Unwrap() []error { return []error{errNetwork, e.cause} }

// reason is what went wrong without the address.
func reason(err error) string {
	var address *url.Error
	if errors.As(err, &address) {
		return address.Err.Error()
	}
	return err.Error()
}
