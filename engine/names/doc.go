// Package names compares the names of combatants, groups and sides as people type them.
package names
