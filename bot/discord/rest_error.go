package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// Discord's error codes that callers check for.
const (
	CodeUnknownChannel  = 10003
	codeUnknownMember   = 10007
	CodeUnknownMessage  = 10008
	codeUnknownUser     = 10013
	CodeUnknownWebhook  = 10015 // an interaction's token has expired
	CodeOldEdits        = 30046 // too many edits of a message older than an hour: send a new one
	CodeMissingAccess   = 50001
	CodeMissingRights   = 50013
	CodeThreadArchived  = 50083 // its messages cannot be edited; a new message reopens it, unless it is locked
	codeUnknownInteract = 10062 // answered too late
	codeAcknowledged    = 40060 // answered already
	maxErrorBody        = 500
)

// APIError is an error response from Discord. Its text contains no tokens.
type APIError struct {
	Call    string        // method and route
	Status  int           // HTTP status
	Code    int           // Discord's error code, 0 if there is none
	Message string        // Discord's error message
	Retry   time.Duration // with status 429: how long to wait
}

// Error returns the call, the status and Discord's message.
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

// Code returns the Discord error code of err, or 0 if it has none.
func Code(err error) int {
	var refusal *APIError
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return 0
}

// refusal returns the error for an error response.
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

// networkError is the error of a call that got no response. Its text leaves out net/http's, which contains the address and
// with it an interaction's token.
type networkError struct {
	call, text string
	cause      error
}

func (e networkError) Error() string   { return e.call + ": " + e.text }
func (e networkError) Unwrap() []error { return []error{errNetwork, e.cause} }

// reason returns the text of an error without the address.
func reason(err error) string {
	var address *url.Error
	if errors.As(err, &address) {
		return address.Err.Error()
	}
	return err.Error()
}
