package discord

import "strings"

// CustomID returns the custom ID of a button or a form: a verb and what it is about. Parts must not hold a colon.
func CustomID(parts ...string) string {
	return strings.Join(parts, ":")
}

// SplitID takes a custom ID apart again.
func SplitID(id string) (verb string, args []string) {
	parts := strings.Split(id, ":")
	return parts[0], parts[1:]
}
