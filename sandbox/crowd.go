package sandbox

import (
	"context"
	"fmt"

	"roundel/sandbox/world"
)

// Location is a server and one of its channels.
type Location struct{ Guild, Channel string }

// addCrowd adds servers of Config.Servers. They are Admin's, who can play in all of them.
func (s *Server) addCrowd(n int) []*world.Guild {
	return s.world.AddCrowd(n, s.world.Guilds[s.world.GuildIDs[0]].OwnerID, s.now())
}

// AddServers adds servers like those of Config.Servers, and announces them to the bot. See CloseCrowded for what Discord does when
// they are too many for a shard.
func (s *Server) AddServers(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.addCrowd(n) {
		s.gateway.AnnounceGuild(g)
	}
	s.touch(TopicWorld)
}

// SetShards changes the number of shards that GET /gateway/bot recommends. Zero means as many as the servers need. See
// Config.Shards.
func (s *Server) SetShards(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shards = n
}

// recommended is the number of shards that GET /gateway/bot names.
func (s *Server) recommended() int64 {
	if s.shards > 0 {
		return int64(s.shards)
	}
	return s.gateway.ShardsNeeded()
}

// Locations lists the servers with the bot, oldest first, each with its first channel.
func (s *Server) Locations() []Location {
	s.mu.Lock()
	defer s.mu.Unlock()
	var locations []Location
	for _, id := range s.world.GuildIDs {
		if g := s.world.Guilds[id]; s.world.HasBot(g) && len(g.Channels) > 0 {
			locations = append(locations, Location{g.ID, g.Channels[0]})
		}
	}
	return locations
}

// WaitShards waits until each of n shards has a session with a live connection.
func (s *Server) WaitShards(ctx context.Context, n int) error {
	err := s.Await(ctx, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.gateway.ShardsConnected(int64(n))
	})
	if err != nil {
		return fmt.Errorf("sandbox: waiting for %d shards: %w", n, err)
	}
	return nil
}
