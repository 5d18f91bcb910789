package discord

import (
	"strconv"
	"strings"
)

// CustomID returns the custom ID of a button or a form: a verb and its arguments. No part may contain a colon.
func CustomID(parts ...string) string {
	return strings.Join(parts, ":")
}

// SplitID splits a custom ID made by CustomID.
func SplitID(id string) (verb string, args []string) {
	parts := strings.Split(id, ":")
	return parts[0], parts[1:]
}

// NumberArg returns the argument of a custom ID at an index as a number, or -1 if it isn't one.
func NumberArg(args []string, i int) int {
	if i >= len(args) {
		return -1
	}
	n, err := strconv.Atoi(args[i])
	if err != nil {
		return -1
	}
	return n
}
