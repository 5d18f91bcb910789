// Package view gives each viewer of a fight what they may know of it, and nothing else. Everything that people read is made from its results.
//
//	engine.State   ──▶ State(s, viewer)   ──▶ the state without whoever is hidden, with blurred hit points of the GM's combatants
//	engine.Outcome ──▶ Of(outcome, viewer) ──▶ View: the same of its events, one by one, and of the states between them
//
// [Viewer.Knows] alone decides whom a viewer knows. The turns of hidden combatants appear as turns of nobody: the GM acts. How much of an
// event a viewer may know is decided next to the event's type, in its method seen.
package view
