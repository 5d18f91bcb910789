package engine

// Actor is who gives a command.
type Actor struct {
	User    UserID
	Manager bool // may act as GM of every encounter here: Manage Server, or the server's GM role
}

// MayGM tells whether the actor acts as the encounter's GM.
func MayGM(s *State, a Actor) bool { return a.Manager || a.User == s.GM }

// Owns tells whether the actor owns the combatant as a player. What the GM has is owned by nobody.
func Owns(c *Combatant, a Actor) bool { return c.Owner != "" && c.Owner == a.User }
