package sandbox

import (
	"fmt"

	"roundel/sandbox/world"
)

// Forge sends a press that Discord's client would not send: any custom ID and, for a select, any values, on a message that the user can see.
func (u *User) Forge(messageID, customID string, values ...string) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	m, who, c, err := u.look(messageID)
	if err != nil {
		return nil, err
	}
	data := object{"custom_id": customID, "component_type": world.CompButton}
	if len(values) > 0 {
		data["component_type"], data["values"] = world.CompSelect, values
	}
	return u.use(who, c, m, customID, data), nil
}

// ForgeForm sends a form that the bot has not opened for the user.
func (u *User) ForgeForm(channel, customID string, fields map[string]string) (*Interaction, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	who, c, err := u.enter(channel)
	if err != nil {
		return nil, fmt.Errorf("sandbox: a forged form: %w", err)
	}
	rows := []any{}
	for id, value := range fields {
		rows = append(rows, object{"type": world.CompRow, "components": []any{object{"type": world.CompTextInput, "custom_id": id, "value": value}}})
	}
	it := s.newInteraction(world.KindModal, who.ID, c, s.world.IDs.Next(s.now()))
	it.Name = customID
	it.payload["data"] = object{"custom_id": customID, "components": rows}
	s.send(it)
	return &Interaction{it.ID, s, it}, nil
}
