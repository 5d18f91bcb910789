// Package manual is what people read while they type a command: what it does and what its options mean.
//
//	Discord's list of commands ◀── bot ◀── Describe ──▶ Descriptions: groups, commands, options, choices
//
// Package words tells what a command did.
package manual
