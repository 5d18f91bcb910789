package engine

import (
	"slices"

	"roundel/engine/dice"
)

// proposalEvents lists the events of proposals: damage and effects that players enter and the GM applies.
func proposalEvents() []codec {
	return []codec{
		{"damage-proposed", 1, DamageProposed{}},
		{"effects-proposed", 1, EffectsProposed{}},
		{"proposal-applied", 1, ProposalApplied{}},
	}
}

// DamageProposed keeps the damage or healing that a player entered until the GM applies it.
type DamageProposed struct {
	Proposal
}

func (e DamageProposed) apply(s *State) {
	s.Proposals = append(s.Proposals, e.Proposal)
	s.Proposals = s.Proposals[max(0, len(s.Proposals)-maxProposals):]
}

func (e DamageProposed) seen(v Sight) (Event, bool) {
	all := len(e.Shares)
	e.Proposal = e.seenBy(v)
	return some(len(e.Shares), all, e)
}

// EffectsProposed keeps the effects that a player put on others until the GM applies them.
type EffectsProposed struct {
	Proposal
}

func (e EffectsProposed) apply(s *State) { DamageProposed(e).apply(s) }

func (e EffectsProposed) seen(v Sight) (Event, bool) {
	all := len(e.Effects)
	e.Proposal = e.seenBy(v)
	return some(len(e.Effects), all, e)
}

// ProposalApplied removes a proposal that the GM has applied. What it did is in the [HPChanged] or [EffectAdded] after it.
type ProposalApplied struct {
	ID ProposalID `json:"id"`
}

func (e ProposalApplied) apply(s *State) {
	s.Proposals = slices.DeleteFunc(s.Proposals, func(p Proposal) bool { return p.ID == e.ID })
	s.messagesApplied(e.ID)
}

func (ProposalApplied) seen(Sight) (Event, bool) { return nil, true }

// ProposalID identifies a proposal. It is never used twice in an encounter, not even after an undo. 0 means none.
type ProposalID int64

// Proposal is damage, healing, effects or saves that a player entered and that the GM has yet to apply. The dice have been rolled.
type Proposal struct {
	ID     ProposalID    `json:"id"`
	By     CombatantID   `json:"by,omitempty"` // who deals it; 0: nobody
	Amount int           `json:"amount"`       // below 0: damage; above: healing
	Roll   *dice.Result  `json:"roll,omitempty"`
	Pool   string        `json:"pool,omitempty"`  // the absorb that is given; empty: hit points (NU-11)
	Parts  []Part        `json:"parts,omitempty"` // of damage, where the ruleset has kinds of it
	Plain  bool          `json:"plain,omitempty"` // without resistances (NU-10)
	Shares []DamageShare `json:"shares"`

	Effects []Effect       `json:"effects,omitempty"` // instead of hit points: effects on others
	Saves   *ProposedSaves `json:"saves,omitempty"`   // or saves for others to make; never changed
}

// seenBy returns the part of a proposal about combatants that they know.
func (p Proposal) seenBy(v Sight) Proposal {
	p.By = v.whom(p.By)
	p.Shares = slices.DeleteFunc(slices.Clone(p.Shares), func(t DamageShare) bool { return !v.knows(t.Combatant) })
	p.Effects = slices.DeleteFunc(slices.Clone(p.Effects), func(f Effect) bool { return !v.knowsBearer(&f) })
	for i := range p.Effects {
		p.Effects[i] = p.Effects[i].SeenIn(v.After)
	}
	if p.Saves != nil {
		p.Saves = &ProposedSaves{SaveCall: p.Saves.seenBy(v), Targets: v.dueSaves(p.Saves.Targets)}
	}
	return p
}

// DamageShare is what one target takes of an amount: all of it, half or none.
type DamageShare struct {
	Combatant CombatantID `json:"combatant"`
	Half      bool        `json:"half,omitempty"`
	None      bool        `json:"none,omitempty"`
}

// maxProposals is the number of proposals kept; older ones can no longer be applied.
const maxProposals = 20

// Proposal returns the proposal with this ID, or nil.
func (s *State) Proposal(id ProposalID) *Proposal {
	for i := range s.Proposals {
		if s.Proposals[i].ID == id {
			return &s.Proposals[i]
		}
	}
	return nil
}
