package bot

import (
	"context"
	"slices"
	"strings"

	"roundel/engine"
)

func (m *memStore) CharactersIn(_ context.Context, guild engine.GuildID) (map[engine.UserID][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[engine.UserID][]byte{}
	for key, data := range m.settings {
		if user, in := strings.CutPrefix(key, string(guild)+"/"); in && len(data) > 0 {
			out[engine.UserID(user)] = data
		}
	}
	return out, nil
}

func (m *memStore) Party(_ context.Context, channel engine.ChannelID) ([]engine.UserID, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []engine.UserID
	for user := range strings.FieldsSeq(string(m.settings["party/"+string(channel)])) {
		out = append(out, engine.UserID(user))
	}
	return out, nil
}

func (m *memStore) SetParty(_ context.Context, _ engine.GuildID, channel engine.ChannelID, users []engine.UserID, interaction string, answer []byte) ([]byte, bool, error) {
	return m.amend("party/"+string(channel), interaction, func([]byte) ([]byte, []byte, error) {
		var list []string
		for _, user := range users {
			list = append(list, string(user))
		}
		slices.Sort(list)
		return []byte(strings.Join(list, " ")), answer, nil
	})
}
