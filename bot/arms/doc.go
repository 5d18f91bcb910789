// Package arms lists what people choose from when somebody attacks: weapons and edges.
//
//	combatants ──▶ Weapons, ForFreeAttack ──▶ the options of a menu ──▶ what was chosen, as /attack takes it
package arms
