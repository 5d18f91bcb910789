package ruleset

import (
	"slices"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Saves says how combatants save (NU-13).
type Saves struct {
	Roll    *formula.Formula // uses bonus, which is the stat saved with, and edge
	Needs   *formula.Formula // uses dc; the total that passes
	Names   []SaveName       // in the order of the file
	Degrees bool             // four results instead of two
	Damage  map[SaveResult]SaveShare
}

// SaveName is the name of saves with a stat.
type SaveName struct{ Stat, Name string }

// SaveResult is the result of a save.
type SaveResult string

// The results of saves, from the best to the worst. Without degrees, there are only success and failure.
const (
	SaveCriticalSuccess SaveResult = "critical success"
	SaveSuccess         SaveResult = "success"
	SaveFailure         SaveResult = "failure"
	SaveCriticalFailure SaveResult = "critical failure"
)

// SaveShare is the share of the damage that a result takes.
type SaveShare string

// The shares.
const (
	TakesNone   SaveShare = "none"
	TakesHalf   SaveShare = "half"
	TakesFull   SaveShare = "full"
	TakesDouble SaveShare = "double"
)

// Stats returns the stats that can be saved with.
func (s *Saves) Stats() []string {
	if s == nil {
		return nil
	}
	out := make([]string, len(s.Names))
	for i, name := range s.Names {
		out[i] = name.Stat
	}
	return out
}

// SaveName returns the name of saves with a stat.
func (r *Ruleset) SaveName(stat string) string {
	if r.Saves != nil {
		for _, n := range r.Saves.Names {
			if n.Stat == stat {
				return n.Name
			}
		}
	}
	return stat
}

// SaveStat returns the stat of a save, given the stat or the save's name.
func (r *Ruleset) SaveStat(named string) (stat string, known bool) {
	named = strings.Join(strings.Fields(named), " ")
	if r.Saves != nil {
		for _, n := range r.Saves.Names {
			if strings.EqualFold(named, n.Stat) || strings.EqualFold(named, n.Name) {
				return n.Stat, true
			}
		}
	}
	return "", false
}

// HasEdge reports whether saves can have advantage and disadvantage.
func (s *Saves) HasEdge() bool {
	return s != nil && s.Roll != nil && slices.Contains(s.Roll.Facts(), "edge")
}

func (r *reader) savesKey(k *strictyaml.Keys) {
	k.Add("saves", "[the saves](#saves) of combatants", r.savesKeys(&Saves{}).Spec(), func(n *strictyaml.Node) {
		s := &Saves{Damage: map[SaveResult]SaveShare{SaveSuccess: TakesHalf, SaveFailure: TakesFull}}
		r.savesKeys(s).Read(n)
		for critical, plain := range map[SaveResult]SaveResult{SaveCriticalSuccess: SaveSuccess, SaveCriticalFailure: SaveFailure} {
			if s.Damage[critical] == "" {
				s.Damage[critical] = s.Damage[plain]
			}
		}
		if damage := n.Get("damage"); damage != nil && !s.Degrees && !n.Refused("degrees") {
			r.Only(damage, "this is only for saves with degrees: yes", string(SaveCriticalSuccess), string(SaveCriticalFailure))
		}
		r.rs.Saves = s
		if s.Roll == nil || len(s.Names) == 0 {
			n.Kind = strictyaml.Broken // already reported; what it allows is unknown
		}
	})
}

// savesKeys returns the keys of saves (NU-13).
func (r *reader) savesKeys(s *Saves) *strictyaml.Keys {
	k := strictyaml.NewKeys("saves")
	r.roll(k, "roll", "what is rolled; `bonus` is the stat saved with, and `edge` 1, 0 or -1", &s.Roll, scope{also: []string{"bonus", "edge"}}).Must()
	r.number(k, "needs", "the total that passes, with `dc`", &s.Needs, scope{also: []string{"dc"}}).Must().Then(func(n *strictyaml.Node) {
		if s.Needs != nil && !slices.Contains(s.Needs.Facts(), "dc") {
			r.Problem(n, "needs: this must have dc in it")
		}
	})
	k.Add("names", "what the saves are called, by the stat saved with",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a stat", About: "the stat, and what saves with it are called", Spec: strictyaml.Text(1, 30), Most: 12,
			Pattern: keyPattern, Length: strictyaml.MaxKey, What: "the key of a stat"}, What: "a mapping of stats to names, such as dex: Dexterity"},
		func(n *strictyaml.Node) {
			for _, e := range n.Entries {
				r.statExists(e.Key, "names")
				s.Names = append(s.Names, SaveName{e.Key.Text, e.Value.Text})
				r.shown(e.Value.Text)
			}
			if len(n.Entries) == 0 {
				r.Problem(n, "names: there must be at least one save")
			}
		}).Must()
	k.YesNo("degrees", "four results, as attacks with degrees have them, and a natural 20 or 1 one better or worse", &s.Degrees)
	damage := strictyaml.NewKeys("damage of saves")
	for _, result := range []SaveResult{SaveCriticalSuccess, SaveSuccess, SaveFailure, SaveCriticalFailure} {
		damage.Add(string(result), "what is taken of the damage", strictyaml.Words(string(TakesNone), string(TakesHalf), string(TakesFull), string(TakesDouble)),
			func(n *strictyaml.Node) { s.Damage[result] = SaveShare(n.Text) })
	}
	k.Add("damage", "what each result makes of damage; default: success half, failure full, and critical ones alike", damage.Spec(), damage.Read)
	return k
}

// savedWith adds the key that makes changes of saves count for a check (NU-25). It is read before the check's roll.
func (r *reader) savedWith(k *strictyaml.Keys, into *string) {
	k.Add("saves", "whether changes of saves count for it: `yes`, those of all saves, or a stat, those of saves with it too; `roll` then knows `edge`",
		strictyaml.Pattern(keyPattern, "yes, no or the key of a stat"), func(n *strictyaml.Node) {
			switch stats := r.rs.Saves.Stats(); {
			case n.Text == "no":
			case r.broken("saves"):
			case r.rs.Saves == nil:
				r.Problem(n, "saves: this needs the key saves of the ruleset")
			case n.Text != SavesAll && !slices.Contains(stats, n.Text):
				r.Problem(n, "saves: %s is not a save of this ruleset%s", strictyaml.Quote(n.Text), strictyaml.Meant(n.Text, append(stats, SavesAll)))
			default:
				*into = n.Text
			}
		})
}

// SavesAll stands for saves of all stats in a check: only changes without a stat count for it.
const SavesAll = "yes"

// saveFacts returns the facts that a check's roll can use: these and, if changes of saves count for it, edge.
func saveFacts(saves string, facts ...string) []string {
	if saves != "" {
		facts = append(facts, "edge")
	}
	return facts
}
