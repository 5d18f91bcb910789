package discord

import (
	"regexp"
	"strings"
)

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
