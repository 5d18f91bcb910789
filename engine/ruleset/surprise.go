package ruleset

import "roundel/engine/strictyaml"

// Surprise says what being surprised means.
type Surprise struct {
	Kind          SurpriseKind
	Sneak, Notice string // LateRoll: the stats of the contest, each a whole bonus (RI-3)
	Awareness     string // LostRound: the stat used for a test (ST-8)
}

// SurpriseKind is one way of handling surprise (RS-50).
type SurpriseKind string

// The kinds of surprise: none; the surprised lose round 1 (ST-9); they roll in round 2 (RI-4); everyone else gets a free round before the roll
// (CS-5); ambushers named by the GM get free turns after it (TO-12); only the initiative roll changes; their first turn is lost; everyone else
// has one action before round 1.
const (
	NoSurprise  SurpriseKind = ""
	LostRound   SurpriseKind = "lost round"
	LateRoll    SurpriseKind = "late roll"
	FreeRound   SurpriseKind = "free round"
	AmbushTurns SurpriseKind = "ambush turns"
	WorseRoll   SurpriseKind = "roll"
	LostTurn    SurpriseKind = "lost turn"
	OneAction   SurpriseKind = "one action"
)

// Marks reports whether the GM names who is surprised before initiative is rolled.
func (k SurpriseKind) Marks() bool { return k != NoSurprise && k != AmbushTurns }

func (r *reader) surpriseKey(k *strictyaml.Keys) {
	words := []string{"none"}
	for _, kind := range []SurpriseKind{LostRound, LateRoll, FreeRound, AmbushTurns, WorseRoll, LostTurn, OneAction} {
		words = append(words, string(kind))
	}
	k.Add("surprise", "what surprise does: `lost round` no turn in round 1, no reactions, +30 against them; `late roll` they roll in round 2; "+
		"`free round` everyone else gets a round first; `ambush turns` ambushers get a turn each before round 1; `roll` formulas see `surprised`; "+
		"`lost turn` the first turn is lost, and no reactions until it ends; `one action` everyone else gets one action first; `none` (default)",
		strictyaml.Words(words...), func(n *strictyaml.Node) {
			kind := SurpriseKind(strictyaml.Straight(n.Text))
			if kind != "none" {
				r.rs.Surprise = builtInSurprise(kind)
			}
			if r.rs.Order.Shape == Ticks && (kind == LostRound || kind == LateRoll) {
				r.Problem(n, "surprise: a clock has no rounds; write lost turn or another kind")
			}
		})
}
