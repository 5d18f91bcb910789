package client

import "roundel/sandbox/world"

// AppCommand is a command in the Apps menu of a user or of a message.
type AppCommand struct {
	Name string `json:"name"`
	// OfMessage is true in the menu of a message, and false in that of a user.
	OfMessage bool `json:"of_message"`
}

// OnUser builds the data of a user command: the user it is used on, who need not be a member any more.
func (sc Scope) OnUser(cmd *world.Command, user string) (object, error) {
	resolved := object{}
	id, err := sc.resolve(&world.Option{Kind: world.OptUser}, user, resolved)
	if err != nil {
		return nil, err
	}
	return targeted(cmd, id, resolved), nil
}

// OnMessage builds the data of a message command, given Discord's JSON of the message it is used on.
func OnMessage(cmd *world.Command, message map[string]any) map[string]any {
	id := world.TextOf(message, "id")
	return targeted(cmd, id, object{"messages": object{id: message}})
}

func targeted(cmd *world.Command, id any, resolved object) object {
	out := object{"id": cmd.ID, "name": cmd.Name, "type": cmd.Kind, "target_id": id, "resolved": resolved}
	world.SetWhen(out, "guild_id", cmd.GuildID != "", cmd.GuildID)
	return out
}
