package engine

import "roundel/snowflake"

// Actor is the user who gives a command.
type Actor struct {
	User    snowflake.User
	Manager bool // may act as the GM of every encounter in this server: has Manage Server or the server's GM role
}

// MayGM reports whether the actor may act as the encounter's GM.
func MayGM(s *State, a Actor) bool { return a.Manager || a.User == s.GM }

// Owns reports whether the actor owns the combatant as a player. Nobody owns the GM's combatants.
func Owns(c *Combatant, a Actor) bool { return c.Owner != "" && c.Owner == a.User }

// GMActs reports whether, in a view, it is the turn of combatants hidden from the viewer.
func (s *State) GMActs() bool { return s.Turn != 0 && len(s.Active) == 0 && s.Open == nil }
