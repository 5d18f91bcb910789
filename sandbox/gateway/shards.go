package gateway

import (
	"fmt"
	"slices"
	"time"

	"roundel/sandbox/world"
)

// Start is an IDENTIFY that passed the checks: which shard it was for, of how many, and when it came.
type Start struct {
	Shard, Shards int64
	At            time.Time
}

// Session is a session as tests see it.
type Session struct {
	ID            string
	Shard, Shards int64
	// Connected reports whether the session has a live connection. Seq is the number of its latest event.
	Connected bool
	Seq       int64
}

// Shard returns the controls of a single shard, whatever the number of shards: DropGateway, CloseGateway, SendReconnect, InvalidateSession,
// SilenceGateway, HoldReady, SendFrame, SendEvent, Unconfirmed and CloseCrowded then concern only its sessions. The other controls always
// concern all shards.
func (c *Control) Shard(shard int64) *Control { return &Control{gw: c.gw, shard: &shard} }

// concerns reports whether the controls apply to a session. Connections without a session belong to no shard.
func (c *Control) concerns(ss *session) bool {
	return c.shard == nil || ss != nil && ss.shard == *c.shard
}

// Sessions lists the sessions, connected or resumable, in no particular order.
func (c *Control) Sessions() []Session {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.dropStaleSessions()
	list := make([]Session, 0, len(c.gw.sessions))
	for _, ss := range c.gw.sessions {
		list = append(list, Session{ss.id, ss.shard, ss.shards, ss.connected(), ss.seq})
	}
	return list
}

// Starts lists the IDENTIFYs that passed the checks in the last 24 hours, oldest first.
func (c *Control) Starts() []Start {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.identifiesLeft()
	return append([]Start{}, c.gw.identifies...)
}

// SetServersPerShard changes how many servers a shard may have. Sessions that have more go on until CloseCrowded, or until
// their shard identifies again.
func (c *Control) SetServersPerShard(n int) {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.cfg.ServersPerShard = n
}

// CloseCrowded ends the sessions of shards that have too many servers, with close code 4011, and returns how many it ended. Discord does
// that to a bot that has grown.
func (c *Control) CloseCrowded() int {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	closed := 0
	for _, ss := range c.gw.sessions {
		if c.concerns(ss) && c.gw.crowded(ss.shard, ss.shards) {
			c.gw.end(ss, closeShardingRequired, "Sharding required.")
			closed++
		}
	}
	c.gw.host.Changed()
	return closed
}

// RefuseResumeEvery answers every nth RESUME with INVALID SESSION. Zero ends that.
func (c *Control) RefuseResumeEvery(n int) {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.faults.refuseEvery = n
}

// ShardsConnected reports whether each of n shards has a session with a live connection.
func (gw *Gateway) ShardsConnected(n int64) bool {
	connected := map[int64]bool{}
	for _, ss := range gw.sessions {
		if ss.shards == n && ss.connected() {
			connected[ss.shard] = true
		}
	}
	return int64(len(connected)) == n
}

// ShardsNeeded returns the smallest number of shards that leaves none with too many servers.
func (gw *Gateway) ShardsNeeded() int64 {
	shards := max(1, int64((len(gw.world.GuildIDs)+gw.cfg.ServersPerShard-1)/gw.cfg.ServersPerShard))
	for gw.overflows(shards) {
		shards++
	}
	return shards
}

// overflows reports whether, with this number of shards, any shard would have too many servers.
func (gw *Gateway) overflows(shards int64) bool {
	count := make([]int, shards)
	for _, id := range gw.world.GuildIDs {
		if shard := shardOf(id, shards); shard >= 0 && gw.world.HasBot(gw.world.Guilds[id]) {
			count[shard]++
		}
	}
	return slices.Max(count) > gw.cfg.ServersPerShard
}

// guildsOf lists the bot's guilds that a shard is responsible for.
func (gw *Gateway) guildsOf(shard, shards int64) []*world.Guild {
	var guilds []*world.Guild
	for _, id := range gw.world.GuildIDs {
		if shardOf(id, shards) == shard && gw.world.HasBot(gw.world.Guilds[id]) {
			guilds = append(guilds, gw.world.Guilds[id])
		}
	}
	return guilds
}

// crowded reports whether a shard would have too many servers.
func (gw *Gateway) crowded(shard, shards int64) bool {
	return len(gw.world.GuildIDs) > gw.cfg.ServersPerShard && len(gw.guildsOf(shard, shards)) > gw.cfg.ServersPerShard
}

// end ends a session and closes its connection.
func (gw *Gateway) end(ss *session, code int, why string) {
	delete(gw.sessions, ss.id)
	if l := ss.link; l != nil {
		ss.link, l.session = nil, nil
		l.close(code, why)
	}
}

// paced reports whether a shard may identify now, and counts it. The buckets are those of Discord's documentation:
// shard_id % max_concurrency.
func (gw *Gateway) paced(shard int64) bool {
	bucket := shard % int64(gw.cfg.MaxConcurrency)
	last, before := gw.lastIdentify[bucket]
	if since := gw.host.Now().Sub(last); before && since < gw.cfg.IdentifyEvery {
		gw.host.Violate("IDENTIFY", 0, fmt.Sprintf("shard %d identified %s after another of its max_concurrency bucket %d; the pause is %s",
			shard, since.Round(time.Millisecond), bucket, gw.cfg.IdentifyEvery))
		return false
	}
	gw.lastIdentify[bucket] = gw.host.Now()
	return true
}
