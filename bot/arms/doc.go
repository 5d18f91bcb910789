// Package arms lists what an attacker can choose from: weapons and edges.
//
//	combatants ──▶ Weapons, ForFreeAttack ──▶ the options of a menu ──▶ the choice, in the form that /attack takes
package arms
