package manual

import (
	"slices"
	"testing"

	"roundel/engine/rules"
)

// TestRulesetSteps: each ruleset is explained, step by step; structured-time in the six steps of its text (ST-11).
func TestRulesetSteps(t *testing.T) {
	for _, rs := range rules.Seeds() {
		if steps := RulesetSteps(rs.Name); len(steps) < 5 || slices.Contains(steps, "") {
			t.Errorf("%s: %q", rs.Name, steps)
		}
	}
	if n := len(RulesetSteps("structured-time")); n != 6 {
		t.Errorf("structured-time has %d steps, the text six", n)
	}
	if steps := RulesetSteps("chess"); steps != nil {
		t.Errorf("chess: %q", steps)
	}
}
