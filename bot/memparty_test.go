package bot

import (
	"context"
	"slices"
	"strings"

	"roundel/snowflake"
)

func (m *memStore) CharactersIn(_ context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error) {
	return m.savedIn("characters", guild)
}

func (m *memStore) RollsIn(_ context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error) {
	return m.savedIn("rolls", guild)
}

func (m *memStore) savedIn(table string, guild snowflake.Guild) (map[snowflake.User][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[snowflake.User][]byte{}
	for key, data := range m.settings {
		if user, in := strings.CutPrefix(key, table+" "+string(guild)+" "); in && len(data) > 0 {
			out[snowflake.User(user)] = data
		}
	}
	return out, nil
}

func (m *memStore) Party(_ context.Context, channel snowflake.Channel) ([]snowflake.User, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []snowflake.User
	for user := range strings.FieldsSeq(string(m.settings["party/"+string(channel)])) {
		out = append(out, snowflake.User(user))
	}
	return out, nil
}

func (m *memStore) SetParty(_ context.Context, _ snowflake.Guild, channel snowflake.Channel, users []snowflake.User, interaction string, answer []byte) ([]byte, bool, error) {
	return m.amend([]string{"party/" + string(channel)}, interaction, func([][]byte) ([][]byte, []byte, error) {
		var list []string
		for _, user := range users {
			list = append(list, string(user))
		}
		slices.Sort(list)
		return [][]byte{[]byte(strings.Join(list, " "))}, answer, nil
	})
}
