package sandbox

import "maps"

// Topics that can change besides channels, which are named by their IDs.
const (
	TopicWorld    = "world"
	TopicCommands = "commands"
	TopicFaults   = "faults"
)

// touch records that a topic, or a channel by its ID, has changed, and wakes the pages. The lock is held.
func (s *Server) touch(topic string) {
	s.revisions[topic]++
	s.notify()
}

// Touch wakes the pages as if the topic had changed.
func (s *Server) Touch(topic string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.touch(topic)
}

// Changes returns how often each topic and channel has changed so far, whether a bot is connected, and a Go channel
// that is closed at the next change.
func (s *Server) Changes() (revisions map[string]int, connected bool, next <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.revisions), s.gateway.Connected(), s.changed
}

// Done returns a Go channel that is closed when the sandbox is.
func (s *Server) Done() <-chan struct{} { return s.done }

// Revision returns how often the visible content of a channel has changed.
func (s *Server) Revision(channel string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.world.FindChannel(channel); c != nil {
		return s.revisions[c.ID]
	}
	return 0
}
