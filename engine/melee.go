package engine

import (
	"slices"
)

// foesOf returns those in melee with a combatant, as far as the actor knows of them, and the others.
func (d *decider) foesOf(id CombatantID) (known, unseen []CombatantID) {
	for _, foe := range d.engagedWith(id) {
		if d.viewer.knows(d.s.Combatant(foe)) {
			known = append(known, foe)
		} else {
			unseen = append(unseen, foe)
		}
	}
	return known, unseen
}

// passUnseen does what a player's move means for hidden foes in melee with the mover, whom the player does not know of:
// a plain move leaves them where they are, and the GM is told; leaving melee leaves them too, and a flight gives them the
// free attacks that it gives others.
func (d *decider) passUnseen(mover CombatantID, leaving string, unseen []CombatantID) {
	for _, foe := range unseen {
		switch {
		case leaving == "":
			d.notice(Notice{Kind: NoticeSlipped, Who: mover, By: foe})
			continue
		case leaving == "flee" && d.threatens(foe, mover):
			d.emit(FreeAttacksDue{mover, []CombatantID{foe}})
			d.notice(Notice{Kind: NoticeFled, Who: mover, By: foe})
		}
		d.emit(Disengaged{mover, foe})
	}
}

// leaveMelee is a move out of melee: as a Fighting Withdrawal, or with free attacks for the foes that can strike. Where
// none of them can, neither word costs anything.
func (d *decider) leaveMelee(m *Combatant, e Acted, how string, foes []CombatantID) error {
	able := slices.DeleteFunc(slices.Clone(foes), func(id CombatantID) bool { return !d.threatens(id, m.ID) })
	switch {
	case len(able) == 0:
		d.emit(e)
	case how == "withdraw":
		if err := d.needMain(m); err != nil {
			return err
		}
		if e.Main {
			return Refuse(NotNow, ReasonWithdrawMain, Args{Name: m.Name})
		}
		d.emit(Acted{Combatant: m.ID, Activity: "Fighting Withdrawal", Type: MainAction, Main: true})
		d.emit(e)
	default:
		d.emit(e)
		d.emit(Fled{m.ID, able})
		d.emit(FreeAttacksDue{m.ID, able})
	}
	return nil
}

// threatens reports whether one in melee with the mover gets a free attack on it: who loses turns does not, nor under
// RI-8 one that has nothing but a ranged weapon and has not struck in that melee.
func (d *decider) threatens(id, mover CombatantID) bool {
	c := d.s.Combatant(id)
	if _, _, lost := d.loses(c); lost {
		return false
	}
	if d.rs.Attack != ShockAttack || c.Weapon == "" {
		return true
	}
	w, err := parseWeapon(c.Weapon)
	return err != nil || !w.ranged || d.s.holds(id, mover)
}

// engagedWith returns those in melee with a combatant.
func (d *decider) engagedWith(id CombatantID) []CombatantID {
	var out []CombatantID
	for _, g := range d.s.Engaged {
		switch id {
		case g.A:
			out = append(out, g.B)
		case g.B:
			out = append(out, g.A)
		}
	}
	return out
}

// melee finds the two that a command about melee names.
func (d *decider) melee(who, target string) (a, b *Combatant, err error) {
	if a, err = d.performer(who, d.rs.Budget == Actions, ReasonNoMelee); err != nil {
		return nil, nil, err
	}
	f, err := d.find(target)
	if err != nil {
		return nil, nil, err
	}
	if len(f.who) > 1 || f.who[0].ID == a.ID {
		return nil, nil, Refuse(Invalid, ReasonMeleeTarget, Args{})
	}
	return a, f.who[0], nil
}

func (c Engage) decide(d *decider) error {
	a, b, err := d.melee(c.Who, c.Target)
	if err != nil {
		return err
	}
	if a.Side == b.Side {
		return Refuse(Invalid, ReasonSameSide, Args{Name: a.Name, Other: b.Name})
	}
	if slices.Contains(d.engagedWith(a.ID), b.ID) {
		return Refuse(NotNow, ReasonAlreadyInMelee, Args{Name: a.Name, Other: b.Name})
	}
	d.emit(Engaged{A: a.ID, B: b.ID})
	return nil
}

func (c Disengage) decide(d *decider) error {
	a, b, err := d.melee(c.Who, c.Target)
	if err != nil {
		return err
	}
	if !slices.Contains(d.engagedWith(a.ID), b.ID) {
		return Refuse(NotNow, ReasonNotInMeleeWith, Args{Name: a.Name, Other: b.Name})
	}
	d.emit(Disengaged{a.ID, b.ID})
	return nil
}
