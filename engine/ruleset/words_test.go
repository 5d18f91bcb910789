package ruleset

import (
	"strings"
	"testing"
)

// TestWO13Words: a file translates its own texts, and no others.
func TestWO13Words(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("Help is long. ", 30))
	const of = "conditions: {Shaken: {note: trembles}}\nturn: {action: 1, bonus_action: 1}\n"
	rs := mustRead(t, file(of+"help: >\n  "+strings.ReplaceAll(long, ". ", ".\n  ")+"\nwords:\n  de:\n    Shaken: Verstört\n    action: {one: Aktion, other: Aktionen}\n    "+long+": Hilfe\n  pt-BR: {trembles: treme}"))
	de := rs.Words["de"]
	if de["Shaken"]["other"] != "Verstört" || de["action"]["one"] != "Aktion" || de["action"]["other"] != "Aktionen" || de[rs.Help[0]]["other"] != "Hilfe" ||
		rs.Words["pt-BR"]["trembles"]["other"] != "treme" {
		t.Errorf("%q", rs.Words)
	}
	refused(t, []refusal{
		{of + "words: {de: {Shakken: x, Prone: y}}", []string{`6:14: Shakken: this text is not in the file; is "Shaken" meant?`, "6:26: Prone: this text is not in the file"}},
		{of + "words: {deutsch: {Shaken: x}}", []string{"6:9: deutsch: the name of a language must be a tag such as de or pt-BR"}},
		{of + "words: {pt: {Shaken: x}, en-US: {Shaken: x}, xx: {Shaken: x}, fr: {Shaken: x}}", []string{`6:9: pt: Discord has no language with this tag; is "pt-BR" meant?`,
			`6:26: en-US: Discord has no language with this tag; is "en" meant?`, "6:46: xx: Discord has no language with this tag"}},
		{of + "words: {de: {Shaken: {other: x}}}", []string{"6:22: Shaken: only the names of pools have plural forms; write one text"}},
		{of + "words: {de: {action: {one: x}}}", []string{"6:22: other: this key is missing; it is the word for all numbers that have none of their own"}},
		{of + "words: {de: {action: {several: x, other: y}}}", []string{"6:23: several: the name of a plural category must be zero, one, two, few, many or other"}},
	})
}
