package bot

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/snowflake"

	"roundel/bot/card"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/store"
)

var (
	simSeed  = flag.Uint64("seed", 0, "play the simulation of this one seed")
	simSeeds = flag.Int("seeds", 3, "how many seeds the simulation plays, and how many random scripts and boards are checked; .ci/run plays more")
	// manyCommands is the number of commands in TestMemoryStaysFlat; .ci/run gives more.
	manyCommands = flag.Int("commands", 20_000, "how many commands the memory test gives")
	deep         = flag.Bool("deep", false, "every non-interference script under each of its rulesets, with all questions after a line with hidden ones, every forged button under every ruleset, and everything that can be looked at around each step of the transcripts, instead of a sample; .ci/run does that")
)

// TestSimulation plays many channels, users and faults from one seed, on simulated time: commands, old buttons, redelivered
// interactions, commits that fail or only seem to, a failing Discord, deleted cards, crashes. Once the faults are over,
// each fight must be the fold of its log, and Discord must show it.
func TestSimulation(t *testing.T) {
	if *simSeed != 0 {
		simulate(t, *simSeed)
		return
	}
	first, entries := rand.Uint64(), 0
	for i := range *simSeeds {
		seed := first + uint64(i)
		entries += simulate(t, seed)
		if t.Failed() {
			t.Fatalf("replay with: go test ./bot -run TestSimulation -seed %d", seed)
		}
	}
	t.Logf("%d seeds from %d, %d entries in the logs", *simSeeds, first, entries)
}

// simStore is what the bot and the publisher store in.
type simStore interface {
	Store
	card.Store
}

// simBase is where a simulated evening is stored.
type simBase struct {
	sight simStore                  // where the test looks; without faults
	open  func() (simStore, func()) // opens what a bot stores in, and returns how that is closed
	fault func(rnd *rand.Rand)      // makes a fault likely in the next request; the one before is over
	calm  func()                    // ends the faults
}

// sim is one simulated evening.
type sim struct {
	*table
	rnd     *rand.Rand
	base    simBase
	bots    simStore // what the present bot stores in
	leave   func()   // closes it
	discord *simDiscord
	pub     *card.Publisher
	asked   []*discord.Request
	failed  int // requests whose outcome is unknown, or that could not be stored
	answers map[string]*discord.Reply

	unstored map[string]snowflake.Channel // cards that answers carried, and that could not be stored at once
}

// simulate plays an evening that is stored in memory.
func simulate(t *testing.T, seed uint64) (entries int) {
	entries, _ = evening(t, seed, func(*testing.T) simBase {
		flaky := &flakyStore{memStore: newMemStore()}
		return simBase{sight: flaky.memStore, open: func() (simStore, func()) { return flaky, func() {} },
			fault: func(rnd *rand.Rand) { flaky.mode = max(0, rnd.IntN(20)-17) }, // 1: fails before the commit, 2: after it
			calm:  func() { flaky.mode = 0 }}
	})
	return entries
}

// evening plays an evening that is stored in what base returns. It returns the number of entries in the logs, and how many
// requests failed.
func evening(t *testing.T, seed uint64, base func(*testing.T) simBase) (entries, failed int) {
	synctest.Test(t, func(t *testing.T) {
		s := &sim{rnd: rand.New(rand.NewPCG(seed, 0)), base: base(t), answers: map[string]*discord.Reply{}, unstored: map[string]snowflake.Channel{},
			discord: &simDiscord{seed: seed, posts: map[string]simPost{}, nonces: map[string]string{}, calls: map[string]int{}, lost: map[string]bool{}}}
		s.table = &table{t: t}
		s.boot()
		for range 60 {
			s.step()
			synctest.Wait()
			time.Sleep(time.Duration(s.rnd.IntN(3000)) * time.Millisecond)
		}
		s.calm()
		s.stop()
		for i := range simChannels {
			entries += len(s.log(simChannel(i)))
		}
		failed = s.failed
	})
	return entries, failed
}

// Changed, Claim and Answer ask the present publisher.
func (s *sim) Changed(ch snowflake.Channel, via *discord.Via, newCard bool) {
	s.pub.Changed(ch, via, newCard)
}

func (s *sim) Release(ch snowflake.Channel, begun engine.TurnID) { s.pub.Release(ch, begun) }

func (s *sim) Claim(ch snowflake.Channel, begun engine.TurnID) { s.pub.Claim(ch, begun) }

func (s *sim) Answer(ctx context.Context, ch snowflake.Channel, c card.Change) *discord.Post {
	return s.pub.Answer(ctx, ch, c)
}

// Roll makes the simulation its own dice.
func (s *sim) Roll(sides int) int { return 1 + s.rnd.IntN(sides) }

// boot starts a bot on the stored data, like a new process.
func (s *sim) boot() {
	s.t.Helper()
	s.bots, s.leave = s.base.open()
	b, err := NewBot(Parts{Store: s.bots, Library: NewLibrary(LibraryParts{Store: s.bots, Bundled: ruleset.Bundled()}), Dice: s, Now: time.Now, Log: zerolog.Nop(),
		Cards: s})
	if err != nil {
		s.t.Fatal(err)
	}
	s.bot, s.pub = b, b.publisher(s.discord, s.bots)
	if err := s.pub.CatchUp(context.Background()); err != nil {
		s.t.Fatal(err)
	}
}

// stop ends the bot as a crash does. A card that the bot could not store before is lost.
func (s *sim) stop() {
	s.pub.Close(0)
	s.leave()
	for id, ch := range s.unstored {
		if !s.stored(ch, id) {
			s.discord.lose(id)
		}
	}
	clear(s.unstored)
}

// stored reports whether a card of a channel's latest fight is stored.
func (s *sim) stored(ch snowflake.Channel, id string) bool {
	s.t.Helper()
	d := s.shown(ch)
	return string(d.Card) == id || strings.Contains(d.Shown, `"`+id+`"`)
}

const simChannels = 4

func simChannel(i int) snowflake.Channel { return snowflake.Channel(fmt.Sprint(500 + i)) }

func (s *sim) channel() snowflake.Channel { return simChannel(s.rnd.IntN(simChannels)) }

func (s *sim) step() {
	s.base.calm()
	switch n := s.rnd.IntN(100); {
	case n < 70:
		s.base.fault(s.rnd)
		s.ask(s.randomRequest())
	case n < 80 && len(s.asked) > 0:
		s.again(s.asked[s.rnd.IntN(len(s.asked))])
	case n < 86:
		s.stop()
		s.boot()
	case n < 92:
		s.discord.failing(s.rnd.IntN(3) == 0)
	case n < 95:
		s.discord.deleteOne(s.rnd)
	default:
		time.Sleep(time.Duration(s.rnd.IntN(90)) * time.Second)
	}
}

// randomRequest returns a random request.
func (s *sim) randomRequest() *discord.Request {
	who := []string{"GM", "GM", "GM", "Anna", "Ben"}[s.rnd.IntN(5)]
	ch := s.channel()
	state := s.present(ch)
	lines := []string{"/next", "/next", "/next", "/init undo", "/init redo", fmt.Sprint("/init undo to:", 2+s.rnd.IntN(20)),
		fmt.Sprint("/init redo to:", 2+s.rnd.IntN(20)), "/hp target:Knight amount:-3", "/roll dice:2d6",
		"/effect add target:Knight name:Burning damage:1 duration:2 rounds", "/init pause", "/init resume",
		"/init add name:Goblin count:2 stats:init 7, hp 5", "/init last name:Knight", "/surprise clear names:Knight"}
	line := lines[s.rnd.IntN(len(lines))]
	switch {
	case state == nil:
		line = "/init start name:Bridge"
	case len(state.Combatants) == 0:
		line = "/init join name:Knight stats:init 15, hp 30"
	case state.Phase == engine.Setup && s.rnd.IntN(2) == 0:
		line = "/init roll"
	}
	s.now = time.Now()
	if state != nil && state.Turn != 0 && s.rnd.IntN(6) == 0 {
		r := s.request(who, discord.Pressed)
		r.Path, r.Message = discord.CustomID("next", card.TurnArg(state.Turn-engine.TurnID(s.rnd.IntN(2)))), "700"
		r.Channel = ch
		if s.rnd.IntN(4) > 0 {
			r.Message = s.shown(ch).Card
		}
		return r
	}
	r := s.command(who, line)
	r.Channel = ch
	return r
}

// ask sends a request to the bot. If the store fails, the request is redelivered later.
func (s *sim) ask(r *discord.Request) {
	s.t.Helper()
	r.Sent, r.Arrived = time.Now(), time.Now()
	s.asked = append(s.asked, r)
	reply, err := s.bot.Handle(context.Background(), r)
	if err != nil {
		if !errors.Is(err, errFlaky) && !errors.Is(err, store.ErrUnknown) && !errors.Is(err, store.ErrUnavailable) {
			s.t.Errorf("%s: %v", r.Path, err)
		}
		s.failed++
		return
	}
	s.spoken(r, reply)
}

func (s *sim) spoken(r *discord.Request, reply *discord.Reply) {
	if reply == nil {
		return
	}
	if reply.Post != nil {
		if id, ch := s.discord.carry(r, reply.Post), r.Channel; id != "" && !reply.Post.Update && !s.stored(ch, id) {
			s.unstored[id] = ch
		}
		reply.Post = nil
	}
	reply.Private = nil
	if reply.After != nil {
		reply.After(nil)
		reply.After = nil
	}
	if !reply.Refused && !s.has(r.ID) {
		s.t.Errorf("%s was answered with %q and is not stored", r.Path, reply.Text)
	}
	reply.Refused = false
	if first, ok := s.answers[r.ID]; ok && s.has(r.ID) && !reflect.DeepEqual(first, reply) {
		s.t.Errorf("the reply to %s is %q, then %q", r.Path, first.Text, reply.Text)
	}
	s.answers[r.ID] = reply
}

// again delivers a request again: it must be done now if it wasn't before, and must do nothing if it was.
func (s *sim) again(r *discord.Request) {
	s.t.Helper()
	done, before := s.has(r.ID), len(s.log(r.Channel))
	reply, err := s.bot.Handle(context.Background(), r)
	if err != nil {
		s.t.Errorf("%s again: %v", r.Path, err)
		return
	}
	if after := len(s.log(r.Channel)); done && after != before {
		s.t.Errorf("%s was done twice", r.Path)
	}
	s.spoken(r, reply)
}

// calm ends all faults and checks everything.
func (s *sim) calm() {
	s.t.Helper()
	s.base.calm()
	s.discord.failing(false)
	s.stop()
	s.boot()
	for i := range simChannels { // so that a card that was deleted is missed
		if ch := simChannel(i); s.present(ch) != nil {
			r := s.command("Admin", "/init add name:Late stats:init 1")
			r.Channel = ch
			s.ask(r)
		}
	}
	time.Sleep(time.Minute)
	synctest.Wait()
	for i := range simChannels {
		s.look(simChannel(i))
	}
}

func (s *sim) look(ch snowflake.Channel) {
	s.t.Helper()
	d, state := s.shown(ch), s.present(ch)
	if d.Behind() {
		s.t.Errorf("%s: not shown: %+v", ch, d)
	}
	if state == nil {
		return
	}
	var fold *engine.State
	for _, e := range s.log(ch) {
		if e.Kind == engine.Did && !e.Undone {
			fold = engine.Fold(fold, e.Events)
		}
	}
	fold.Restarted = state.Restarted
	if a, b := simJSON(s.t, state), simJSON(s.t, fold); a != b {
		s.t.Errorf("%s is\n%s\nthe fold of its log is\n%s", ch, a, b)
	}
	rs, err := s.bot.rulesets.Of(s.t.Context(), state)
	if err != nil {
		s.t.Fatal(err)
	}
	text, there := s.discord.post(string(d.Card))
	want := card.Card(lang.English(), view.State(state, view.Viewer{}), rs, nil).Text
	heading, rest, _ := strings.Cut(want, "\n")
	_, order, _ := strings.Cut(rest, "```")
	if !there || !strings.Contains(text, heading) || !strings.HasSuffix(text, order) {
		s.t.Errorf("%s: the card %s (there: %v) shows\n%s\nwant\n%s", ch, d.Card, there, text, want)
	}
	if live := s.discord.live(ch); len(live) != 1 || live[0] != string(d.Card) {
		s.t.Errorf("%s: the card is %s, and these have buttons: %v", ch, d.Card, live)
	}
}

func simJSON(t testing.TB, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// present returns a channel's fight, or nil if there is none.
func (s *sim) present(ch snowflake.Channel) (state *engine.State) {
	s.t.Helper()
	if err := s.base.sight.Read(s.t.Context(), ch, func(j engine.Journal) error {
		state = j.State()
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
	return state
}

// shown returns what has been shown of a channel's latest fight.
func (s *sim) shown(ch snowflake.Channel) store.Display {
	s.t.Helper()
	d, _, err := s.base.sight.Display(s.t.Context(), ch)
	if err != nil {
		s.t.Fatal(err)
	}
	return d
}

// log returns the entries of a channel's latest fight.
func (s *sim) log(ch snowflake.Channel) (entries []engine.Entry) {
	s.t.Helper()
	if err := s.base.sight.Log(s.t.Context(), ch, func(l engine.Log) error {
		for e, err := range l.All() {
			if err != nil {
				return err
			}
			entries = append(entries, e)
		}
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
	return entries
}

// has reports whether there is an answer to an interaction.
func (s *sim) has(interaction string) bool {
	s.t.Helper()
	none := errors.New("no answer")
	_, again, err := s.base.sight.Update(s.t.Context(), simChannel(0), interaction, func(engine.Journal) ([]byte, error) { return nil, none })
	if err != nil && !errors.Is(err, none) {
		s.t.Fatal(err)
	}
	return again
}

var errFlaky = errors.New("the outcome is unknown")

// flakyStore fails like a disk, either before anything is stored or after.
type flakyStore struct {
	*memStore
	mode int
}

func (f *flakyStore) Update(ctx context.Context, ch snowflake.Channel, interaction string,
	fn func(engine.Journal) ([]byte, error)) ([]byte, bool, error) {
	if f.mode == 1 {
		return nil, false, errFlaky
	}
	answer, again, err := f.memStore.Update(ctx, ch, interaction, fn)
	if f.mode == 2 && err == nil && !again {
		return nil, false, errFlaky
	}
	return answer, again, err
}

// simDiscord stores messages. While failing, calls fail before or after their effect, depending on the seed and the call.
type simDiscord struct {
	mu     sync.Mutex
	seed   uint64
	bad    bool
	posts  map[string]simPost
	nonces map[string]string
	calls  map[string]int  // by channel
	lost   map[string]bool // messages that no one knows of, because sending them seemed to fail or they were not stored before a crash
}

// simPost is a message; live says that it has buttons.
type simPost struct {
	channel, text string
	live          bool
}

func (d *simDiscord) failing(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bad = on
}

func (d *simDiscord) post(id string) (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, ok := d.posts[id]
	return p.text, ok
}

func (d *simDiscord) deleteOne(rnd *rand.Rand) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ids := slices.Sorted(maps.Keys(d.posts)); len(ids) > 0 {
		delete(d.posts, ids[rnd.IntN(len(ids))])
	}
}

// fault returns the error of a call and reports whether it still has its effect. d.mu is held.
func (d *simDiscord) fault(channel string) (err error, effect bool) {
	d.calls[channel]++
	h := fnv.New64a()
	fmt.Fprintln(h, d.seed, channel, d.calls[channel])
	n := h.Sum64() % 100
	switch {
	case !d.bad && n >= 4, d.bad && n >= 80:
		return nil, true
	case n%4 == 0:
		return context.DeadlineExceeded, true
	case n%4 == 1:
		return &discord.APIError{Call: "sim", Status: 429}, false
	}
	return &discord.APIError{Call: "sim", Status: 503}, false
}

func (d *simDiscord) Send(_ context.Context, channel snowflake.Channel, m discord.Message) (snowflake.Message, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err, effect := d.fault(string(channel))
	id, twice := d.nonces[m.Nonce]
	if effect && !twice {
		id = fmt.Sprintf("%s-%d", channel, d.calls[string(channel)])
		d.posts[id], d.nonces[m.Nonce] = simPost{string(channel), m.Text, len(m.Buttons) > 0}, id
	}
	if err != nil {
		d.lost[id] = true
		return "", err
	}
	delete(d.lost, id)
	return snowflake.Message(id), nil
}

// carry sends what an answer carries. A message whose sending seems to fail, but doesn't, is not kept: no one knows of it.
func (d *simDiscord) carry(r *discord.Request, sent *discord.Post) string {
	id := r.Message
	d.mu.Lock()
	err, _ := d.fault(string(r.Channel))
	if !sent.Update {
		id = snowflake.Message(fmt.Sprintf("%s-%d", r.Channel, d.calls[string(r.Channel)]))
	}
	if err == nil {
		d.posts[string(id)] = simPost{string(r.Channel), sent.Message.Text, len(sent.Message.Buttons) > 0}
	} else {
		id = ""
	}
	d.mu.Unlock()
	sent.Sent(id, nil)
	return string(id)
}

// lose notes that no one knows of a message any more.
func (d *simDiscord) lose(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lost[id] = true
}

// live returns the known messages of a channel that have buttons.
func (d *simDiscord) live(ch snowflake.Channel) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []string
	for id, p := range d.posts {
		if p.channel == string(ch) && p.live && !d.lost[id] {
			out = append(out, id)
		}
	}
	return out
}

func (d *simDiscord) Edit(_ context.Context, channel snowflake.Channel, id snowflake.Message, m discord.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err, effect := d.fault(string(channel))
	if _, there := d.posts[string(id)]; !there && effect {
		return &discord.APIError{Call: "sim", Status: 404, Code: discord.CodeUnknownMessage}
	}
	if effect {
		d.posts[string(id)] = simPost{string(channel), m.Text, len(m.Buttons) > 0}
	}
	return err
}

func (d *simDiscord) Delete(_ context.Context, channel snowflake.Channel, id snowflake.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err, effect := d.fault(string(channel))
	if effect {
		delete(d.posts, string(id))
	}
	return err
}

func (d *simDiscord) Present(context.Context, snowflake.Channel, snowflake.User) (bool, error) {
	return true, nil
}
