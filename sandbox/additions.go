package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/sandbox/gateway"
	"roundel/sandbox/world"
)

// mostName is the maximum length of a name added on the page.
const mostName = 32

// addition is a user, channel or thread that was added on the page. Its ID carries the time, so no later start uses
// that ID for something else.
type addition struct {
	Kind   string `json:"kind"`
	ID     string `json:"id"`
	Name   string `json:"name"`
	Parent string `json:"parent,omitempty"`
}

// Kinds of additions.
const (
	addedUser    = "user"
	addedChannel = "channel"
	addedThread  = "thread"
)

// Add adds a user, a channel, or a thread in a parent channel, as the page does, and returns its ID. It is saved in
// Config.Additions.
func (s *Server) Add(kind, name, parent string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(kind, name, parent)
}

// AddFresh adds a channel with a name, or with the first free number appended if the name is taken.
func (s *Server) AddFresh(name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	free := name
	for n := 2; s.world.FindChannel(free) != nil; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return s.add(addedChannel, free, "")
}

// add makes an addition and saves it. The lock is held.
func (s *Server) add(kind, name, parent string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "" || utf8.RuneCountInString(name) > mostName || strings.ContainsFunc(name, unicode.IsControl):
		return "", fmt.Errorf("a name must have 1 to %d characters", mostName)
	case kind == addedUser && s.world.FindUser(name) != nil, kind != addedUser && s.world.FindChannel(name) != nil:
		return "", fmt.Errorf("%q already exists", name)
	}
	a := addition{Kind: kind, ID: s.world.IDs.Next(s.now()), Name: name, Parent: parent}
	if err := s.install(a); err != nil {
		return "", err
	}
	s.touch(TopicWorld)
	return a.ID, s.saveAddition(a)
}

// install puts an addition into the world and informs the bot. The lock is held.
func (s *Server) install(a addition) error {
	w := s.world
	g := w.FindGuild("")
	switch a.Kind {
	case addedUser:
		m := w.Join(g, w.AddUserID(a.ID, a.Name).ID, s.now())
		w.NewChannel(world.Channel{ID: w.IDs.Craft(world.IDTime(a.ID)), Recipient: a.ID, Kind: world.TypeDM})
		data := w.MemberJSON(m)
		data["guild_id"] = g.ID
		s.gateway.Dispatch(g.ID, gateway.IntentGuildMembers, "GUILD_MEMBER_ADD", data)
	case addedChannel:
		s.gateway.Dispatch(g.ID, gateway.IntentGuilds, "CHANNEL_CREATE", w.ChannelJSON(w.AddChannelID(g, a.ID, a.Name)))
	case addedThread:
		parent := w.Channels[a.Parent]
		if parent == nil || parent.Kind != world.TypeText {
			return errors.New("a thread must be in a text channel")
		}
		s.gateway.Dispatch(g.ID, gateway.IntentGuilds, "THREAD_CREATE", w.ChannelJSON(w.AddThreadID(parent, a.ID, a.Name, s.now())))
	}
	return nil
}

// saveAddition appends an addition to the file, if there is one.
func (s *Server) saveAddition(a addition) error {
	if s.cfg.Additions == "" {
		return nil
	}
	file, err := os.OpenFile(s.cfg.Additions, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(world.Encode(a), '\n'))
	return errors.Join(err, file.Close())
}

// loadAdditions restores the additions of earlier starts.
func (s *Server) loadAdditions() error {
	if s.cfg.Additions == "" {
		return nil
	}
	data, err := os.ReadFile(s.cfg.Additions)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for line := range bytes.Lines(data) {
		var a addition
		err = errors.Join(err, json.Unmarshal(line, &a))
		if err != nil {
			break
		}
		err = s.install(a)
	}
	if err != nil {
		return fmt.Errorf("sandbox: %s: %w", s.cfg.Additions, err)
	}
	return nil
}
