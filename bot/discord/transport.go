package discord

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// gatewayOnly is the HTTP transport of discordgo sessions. It answers the one request they need, for the gateway's address,
// with the address we chose, and refuses all others: discordgo's endpoints are hard-coded to discord.com, so another
// request might reach the wrong host, and would bypass our rate limits.
type gatewayOnly struct{ address string }

// RoundTrip answers GET /gateway.
func (g gatewayOnly) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		if err := req.Body.Close(); err != nil {
			return nil, err
		}
	}
	if req.Method != http.MethodGet || !strings.HasSuffix(req.URL.Path, "/gateway") {
		return nil, fmt.Errorf("bot: unexpected request from discordgo: %s %s", req.Method, Redact(req.URL.Path))
	}
	body := `{"url":` + strconv.Quote(g.address) + `}`
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
		Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
}

// Patterns of secrets: tokens in the addresses of webhooks and interactions (an interaction's token is the webhook token of
// its answers), bot tokens, and "token" fields of payloads.
var (
	addressToken = regexp.MustCompile(`((?:webhooks|interactions)(?:/|%2[fF])\d+(?:/|%2[fF]))[^/\s"'?&#]+`)
	botToken     = regexp.MustCompile(`[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{25,}`)
	fieldToken   = regexp.MustCompile(`("token"\s*:\s*")[^"]*`)
)

const redacted = "[redacted]"

// Redact removes everything that looks like a Discord token from a text.
func Redact(text string) string {
	text = addressToken.ReplaceAllString(text, "${1}"+redacted)
	text = botToken.ReplaceAllString(text, redacted)
	return fieldToken.ReplaceAllString(text, "${1}"+redacted)
}

// redactor is a bot token that is to be removed from texts.
type redactor string

// clean removes the bot token, and everything that Redact removes, from a text.
func (r redactor) clean(text string) string {
	if r != "" {
		text = strings.ReplaceAll(text, string(r), redacted)
	}
	return Redact(text)
}

// err returns the cleaned text of an error, or "" if it is nil.
func (r redactor) err(err error) string {
	if err == nil {
		return ""
	}
	return r.clean(err.Error())
}
