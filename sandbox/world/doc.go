// Package world is the data behind the sandbox and the checks of what a bot sends: guilds, channels, members, permissions,
// messages, IDs, and the validation of messages, components, forms and commands.
//
//	request body ──▶ Form, Node ──▶ ParseDraft, ParseModal, ParseCommand ──▶ a value to keep
//	                     │
//	                     └── faults ──▶ Form.Errors: Discord's "Invalid Form Body"
//
//	World ──▶ Permissions, Audience, MentionsIn ──▶ who can do, see and be pinged
//	      └─▶ JSON, ChannelJSON, GuildJSON, … ──▶ what Discord would show
//
// It has no connections, no locks and no clock: times are arguments, and users of a World guard it. Validation never
// stops at the first fault. A parser records each fault in the Form and returns what it could read; callers check
// Form.Failed before they use it. The codes and texts of faults are Discord's.
package world
