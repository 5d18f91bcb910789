// Package names compares the names of combatants, groups and sides as people type them.
//
//	"goblin 1", "Goblin 1" ──▶ Same ──▶ true
package names
