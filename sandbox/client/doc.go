// Package client is what Discord's client does between a person and the stand-in: it shows what the bot sent, reads what the
// person types, and refuses to send what Discord's client would not send.
//
//	components, messages ──▶ Text, ButtonsOf, MenusOf, ModalOf ──▶ Message, Modal: what people see
//
//	"/init add name:Goblin" ──▶ ReadLine ──▶ Line ──▶ Scope.Data   ─┐
//	values of a form ────────────────────────────────▶ Scope.Fill   ─┼─▶ the data of an interaction, or why
//	a choice in a select ────────────────────────────▶ Scope.Choose ─┤   it cannot be sent
//	the Apps menu ─────────────────▶ Scope.OnUser, OnMessage ─┘
//
// It has no connections, no locks and no clock. It reads the world and never changes it; sandbox.User holds the lock around
// it, and sends the interaction.
//
// The tests of this package are in ../play_test.go and ../forms_test.go: they also need a bot that answers.
package client
