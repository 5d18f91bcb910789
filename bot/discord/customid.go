package discord

import "strings"

// CustomID returns the custom ID of a button or a form: a verb and its arguments. No part may contain a colon.
func CustomID(parts ...string) string {
	return strings.Join(parts, ":")
}

// SplitID splits a custom ID made by CustomID.
func SplitID(id string) (verb string, args []string) {
	parts := strings.Split(id, ":")
	return parts[0], parts[1:]
}
