package ruleset

import "slices"

// Texts returns the texts of the file that people read, each once: what translations of it translate.
func (rs *Ruleset) Texts() []string {
	out := append([]string{rs.Title, rs.Credit}, rs.Help...)
	for _, st := range rs.Stats {
		out = append(out, st.Is)
	}
	out = append(out, rs.Order.Phases...)
	for _, p := range rs.Turn {
		out = append(out, p.Key)
	}
	for _, c := range rs.Conditions {
		out = append(out, c.Name, c.Note)
	}
	if d := rs.Down; d != nil {
		out = append(out, d.First, d.Middle, d.Last, d.Label)
	}
	for _, c := range rs.Counters {
		out = append(out, c.Name)
	}
	for _, e := range rs.Events {
		out = append(out, e.Name, e.Note)
	}
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(out, func(text string) bool {
		twice := seen[text]
		seen[text] = true
		return twice
	})
}
