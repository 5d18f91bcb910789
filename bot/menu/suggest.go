package menu

import (
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/bot/discord"
)

const maxValue = 100 // characters of a suggestion

// Suggest returns the candidates that begin with what was typed, each with the text before it prepended.
func Suggest(before, input string, candidates []string) []discord.Choice {
	input = strings.ToLower(strings.TrimSpace(input))
	var out []discord.Choice
	for _, w := range candidates {
		value := before + w
		if w == "" || !strings.HasPrefix(strings.ToLower(w), input) || utf8.RuneCountInString(value) > maxValue {
			continue
		}
		if choice := (discord.Choice{Name: value, Value: value}); len(out) < Most && !slices.Contains(out, choice) {
			out = append(out, choice)
		}
	}
	return out
}

// LastPart splits a comma-separated list into its last element and the text and elements before that.
func LastPart(input string) (before, last string, rest []string) {
	cut := strings.LastIndexByte(input, ',')
	if cut < 0 {
		return "", input, nil
	}
	for part := range strings.SplitSeq(input[:cut], ",") {
		rest = append(rest, strings.TrimSpace(part))
	}
	return strings.TrimSpace(input[:cut]) + ", ", input[cut+1:], rest
}
