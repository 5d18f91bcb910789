package card

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"time"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/snowflake"
)

// memory is what a Publisher knows about a channel without having to ask. All of it can be lost: then messages are sent and
// edited the ordinary way.
type memory struct {
	via     *discord.Via      // the token of the latest public answer, to post the next card; nil: none
	intro   intro             // what the next card says happened before its turn
	claim   claim             // an answer that is being sent carries the next card
	posting posted            // the card that was posted last, or is being posted
	carried []*posted         // cards that are there and not stored yet, mostly carried by answers; the oldest first
	shrunk  snowflake.Message // the card that an answer has shrunk; the next one does not do it again
	sent    sentCard          // what the card shows
	tokens  map[snowflake.Message]*discord.Via
	denied  int64 // the last entry of the log when Discord last forbade taking the buttons from an earlier card
	unsure  bool  // an attempt to post a card may have succeeded without anyone knowing
	edited  bool  // an edit of the card may have succeeded that has not been stored
	settled int   // how many claims have ended
	drawing int   // how many calls that change what the card shows are in flight
	drawn   int   // how many there have been

	doubt oldCard // a card that an edit has perhaps changed, because what was shown has not been stored since; zero: none
	left  version // what was read or stored last
	swept version // what a sweep has tried to show
}

// intro is what happened before a turn.
type intro struct {
	turn engine.TurnID
	text string
}

// claim says that the card of a turn comes with an answer.
type claim struct {
	turn    engine.TurnID
	answers int // how many answers may carry it
	at      time.Time
}

// hold adds an answer to the claim on a turn. A claim on another turn ends: that turn is over.
func (m *memory) hold(turn engine.TurnID) {
	if m.claim.turn != turn {
		m.claim = claim{turn: turn}
	}
	m.claim.answers, m.claim.at = m.claim.answers+1, time.Now()
}

// release removes an answer from the claim on a turn.
func (m *memory) release(turn engine.TurnID) {
	m.settled++
	if m.claim.turn == turn && m.claim.answers > 0 {
		m.claim.answers--
	}
}

// idle reports whether no answer carries anything for the channel.
func (m *memory) idle() bool { return m.claim.answers == 0 && len(m.carried) == 0 }

// claimLimit is the time for which a claim is respected. An answer is usually sent long before that; a card has to be there 12 s after a
// change in any case.
const claimLimit = 8 * time.Second

// errClaimed means that a card was left to an answer, or that an answer or another process was quicker.
var errClaimed = errors.New("card: another card has been posted, or is being posted")

// drawing is a call in flight that changes what the card shows.
type drawing struct {
	n     int
	alone bool
}

// draw notes that a call that changes the card begins.
func (m *memory) draw() drawing {
	m.drawing, m.drawn = m.drawing+1, m.drawn+1
	return drawing{m.drawn, m.drawing == 1}
}

// drew notes that the call is over, and reports whether there was no other in the meantime. If there was, Discord may have
// made the two changes in either order.
func (m *memory) drew(d drawing) bool {
	m.drawing--
	return d.alone && d.n == m.drawn
}

// posted is a card that an answer carried.
type posted struct {
	id          snowflake.Message
	encounter   int64
	turn        engine.TurnID
	intro, head string
	pinged      bool
}

// sentCard is a card and a hash of what it shows. A card that would look the same is not edited: the edit would reveal that
// something hidden happened.
type sentCard struct {
	message snowflake.Message
	hash    uint64
}

func contentHash(m discord.Message) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %q", m.Text, fmt.Sprint(m.Buttons))
	return h.Sum64()
}

// maxMemories is the maximum number of channels that are remembered; when there are more, those without a worker are forgotten.
const maxMemories = 16384

// remember returns what is known about a channel. The caller holds p.mu.
func (p *Publisher) remember(ch snowflake.Channel) *memory {
	if m := p.memories[ch]; m != nil {
		return m
	}
	if len(p.memories) >= maxMemories {
		for known := range p.memories {
			if p.workers[known] == nil && p.memories[known].idle() {
				delete(p.memories, known)
			}
		}
	}
	m := &memory{tokens: map[snowflake.Message]*discord.Via{}}
	p.memories[ch] = m
	return m
}

// withMemory calls fn with what is known about a channel.
func (p *Publisher) withMemory(ch snowflake.Channel, fn func(m *memory)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fn(p.remember(ch))
}

// forget forgets a channel whose fight is over, unless an answer is just beginning the next one.
func (p *Publisher) forget(ch snowflake.Channel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := p.memories[ch]; m != nil && m.idle() {
		delete(p.memories, ch)
	}
}

// lastSent returns what the card shows, as far as that is known.
func (p *Publisher) lastSent(ch snowflake.Channel) sentCard {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.remember(ch).sent
}

// claims returns how many answers may carry the card of a turn.
func (p *Publisher) claims(ch snowflake.Channel, turn engine.TurnID) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.remember(ch).claim; c.turn == turn && time.Since(c.at) < claimLimit {
		return c.answers
	}
	return 0
}

// settled returns how many claims of a channel have ended.
func (p *Publisher) settled(ch snowflake.Channel) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.remember(ch).settled
}

// setSent remembers what a card shows, and which token can edit it, if any. A zero card means that it is not known.
func (p *Publisher) setSent(ch snowflake.Channel, sent sentCard, via *discord.Via) {
	p.withMemory(ch, func(m *memory) {
		m.sent, m.edited = sent, sent == sentCard{}
		if sent.message != "" && m.shrunk == sent.message {
			m.shrunk = "" // it was redrawn
		}
		if sent.message != "" {
			m.keepToken(sent.message, via)
		}
	})
}

// firstCarried returns the first card that is not stored yet and belongs to one of some encounters, nil if there is none.
func (p *Publisher) firstCarried(ch snowflake.Channel, of func(encounter int64) bool) (card *posted) {
	p.withMemory(ch, func(m *memory) {
		if i := slices.IndexFunc(m.carried, func(c *posted) bool { return of(c.encounter) }); i >= 0 {
			card = m.carried[i]
		}
	})
	return card
}

// dropCarried forgets that a card is not stored yet.
func (p *Publisher) dropCarried(ch snowflake.Channel, card *posted) {
	p.withMemory(ch, func(m *memory) {
		m.carried = slices.DeleteFunc(m.carried, func(c *posted) bool { return c == card })
	})
}

// keepToken remembers which token can edit a message, if any, and forgets those that no longer work.
func (m *memory) keepToken(id snowflake.Message, via *discord.Via) {
	if via == nil {
		return
	}
	maps.DeleteFunc(m.tokens, func(_ snowflake.Message, via *discord.Via) bool { return !via.Live() })
	m.tokens[id] = via
}

// token returns a token that can edit a message, or nil.
func (p *Publisher) token(ch snowflake.Channel, id snowflake.Message) *discord.Via {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.remember(ch)
	via := m.tokens[id]
	if via != nil && !via.Live() {
		delete(m.tokens, id)
		return nil
	}
	return via
}

// dropToken forgets the token that can edit a message.
func (p *Publisher) dropToken(ch snowflake.Channel, id snowflake.Message) {
	p.withMemory(ch, func(m *memory) { delete(m.tokens, id) })
}
