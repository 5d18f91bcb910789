package postgres

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"roundel/store"
)

// Commit stores all queued changes: the usual ones in one statement, which checks the version of every fight, and each of the others in a
// transaction of its own.
//
// A statement whose connection is lost is sent again. If the first one was committed after all, the second one finds other versions and
// stores nothing; the stored answers then show what the first one has done.
func (b *base) Commit(next func() []*store.Change) {
	var batch []*store.Change
	for more := next(); len(more) > 0; more = next() {
		batch = append(batch, more...)
	}
	ctx := context.Background() // a commit that is cancelled may be seen by others and then be lost
	var usual []*store.Change
	touched := touched{fights: map[int64]bool{}, displays: map[int64]bool{}, answers: map[int64]bool{}}
	for _, c := range batch {
		if touched.isUsual(c) {
			usual = append(usual, c)
		}
	}
	if ok, unsure := b.together(ctx, usual, false); !ok {
		for _, c := range usual {
			b.together(ctx, []*store.Change{c}, unsure)
		}
	}
	for _, c := range batch {
		if c.Outcome == 0 && c.Err == nil {
			b.alone(ctx, c)
		}
	}
}

// touched is the fights, displays and interactions of the changes of a batch so far.
type touched struct{ fights, displays, answers map[int64]bool }

// isUsual reports whether a change can be stored together with those before it: it begins no fight and amends no value, and none of them
// is of the same fight, the same display or the same interaction.
func (s touched) isUsual(c *store.Change) bool {
	if c.Shown != nil {
		return first(s.displays, c.Shown.Next.Encounter)
	}
	if c.Interaction != 0 && !first(s.answers, c.Interaction) {
		return false
	}
	return len(c.Amended) == 0 && (len(c.Fights) == 0 || len(c.Fights) == 1 && c.Fights[0].Begun == nil && first(s.fights, c.Fights[0].Fight.ID))
}

// first adds a number to a set and reports whether it is new.
func first(set map[int64]bool, n int64) bool {
	there := set[n]
	set[n] = true
	return !there
}

// together stores changes in one statement and settles them. It returns false if one of them makes the statement fail; the error doesn't
// say which one. unsure says that an earlier try may have been committed.
func (b *base) together(ctx context.Context, changes []*store.Change, unsure bool) (ok, stillUnsure bool) {
	if len(changes) == 0 {
		return true, unsure
	}
	in := newInput(changes)
	var stored map[int64]bool
	var shown map[int64]bool
	var err error
	for range tries {
		err = b.retried(ctx, func() (err error) {
			stored, shown, err = b.send(ctx, in)
			unsure = unsure || inDoubt(err)
			return err
		})
		if !isConflict(err) {
			break
		}
	}
	switch {
	case err != nil && len(changes) > 1 && !isLost(err) && classOf(err) != risky:
		return false, unsure
	case err != nil && unsure: // an earlier try may have been committed, whatever became of the last one
		settle(changes, errors.Join(store.ErrUnknown, classed(err)))
		return true, unsure
	case err != nil:
		settle(changes, classed(err))
		return true, unsure
	}
	for i, c := range changes {
		switch {
		case c.Shown != nil && shown[c.Shown.Next.Encounter], stored[int64(i)]:
			c.Outcome = store.Stored
		case c.Shown != nil:
			c.Outcome, c.Err = b.notShown(ctx, c.Shown, unsure)
		default:
			c.Outcome = store.Stale
		}
		for _, f := range c.Fights {
			f.After = f.Fight
		}
	}
	if unsure {
		b.find(ctx, changes)
	}
	return true, unsure
}

// settle sets err on changes.
func settle(changes []*store.Change, err error) {
	for _, c := range changes {
		c.Err = err
	}
}

// find settles changes whose statement has lost its connection: those whose answers are there were stored. For a change without an
// answer, nobody can tell.
func (b *base) find(ctx context.Context, changes []*store.Change) {
	found := false
	for _, c := range changes {
		switch {
		case c.Outcome != store.Stale:
		case c.Interaction == 0:
			c.Outcome, c.Err = 0, store.ErrUnknown
		default:
			answer, ok, err := b.answer(ctx, c.Interaction)
			if err != nil {
				c.Outcome, c.Err = 0, errors.Join(store.ErrUnknown, err)
			} else if ok && slices.Equal(answer, c.Answer) {
				c.Outcome, found = store.Found, true
			}
		}
	}
	if !found {
		return
	}
	if err := b.confirm(ctx); err != nil {
		for _, c := range changes {
			c.Outcome, c.Err = 0, err
		}
	}
}

// notShown settles a display that was not stored. If unsure is set, an earlier try may have stored it.
func (b *base) notShown(ctx context.Context, s *store.Shown, unsure bool) (store.Outcome, error) {
	was := s.Was
	if unsure {
		was = s.Next
	}
	err := b.Transact(ctx, func(t *store.Tx) error {
		_, err := t.Write(&store.Change{Shown: &store.Shown{Was: was, Next: s.Next}})
		return err
	})
	if err != nil {
		return 0, err
	}
	return store.Stored, nil
}

// errNotStored ends a transaction whose change is not stored.
var errNotStored = errors.New("store: not stored")

// alone stores a change in a transaction of its own.
func (b *base) alone(ctx context.Context, c *store.Change) {
	var outcome store.Outcome
	err := b.Transact(ctx, func(t *store.Tx) (err error) {
		for _, f := range c.Fights {
			if f.Begun != nil { // so that the open fights are counted one by one
				if err := t.Lock(t, "open:"+string(f.Begun.Server)); err != nil {
					return err
				}
			}
		}
		outcome, err = t.Write(c)
		switch {
		case errors.Is(err, store.ErrOutdated) && t.Unsure: // if the first try was committed, this finds what it stored
			outcome, err = t.Write(&store.Change{Shown: &store.Shown{Was: c.Shown.Next, Next: c.Shown.Next}})
		case err == nil && outcome != store.Stored && c.Interaction == 0 && t.Unsure:
			return store.ErrUnknown
		case err == nil && outcome != store.Stored:
			return errNotStored
		}
		return err
	})
	if errors.Is(err, errNotStored) {
		err = nil
	}
	c.Outcome, c.Err = outcome, err
	if err != nil {
		c.Outcome = 0
	}
}

// input is a batch as the arrays that its statement takes.
type input struct {
	fights   columns // id, was, head, depth, last, turn, paused, ended, ended_at, interaction, n, redo, server, settings
	entries  columns
	answers  columns // id, at, encounter, n, server, settings, answer
	joined   columns
	points   columns
	states   columns
	displays columns // the arguments of saveDisplayQuery in package store

	rows int // of fights and answers
}

// columns are the values of the columns of some rows. Each is an array.
type columns struct {
	numbers [11][]int64
	texts   [4][]string
	bytes   [][]byte
}

func (c *columns) row(numbers []int64, texts ...string) {
	for i, n := range numbers {
		c.numbers[i] = append(c.numbers[i], n)
	}
	for i, s := range texts {
		c.texts[i] = append(c.texts[i], text(s))
	}
}

func newInput(changes []*store.Change) *input {
	in := &input{}
	order := make([]int, len(changes)) // fights in the same order in every process, so that none waits for the other
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(fightOf(changes[a]) - fightOf(changes[b])) })
	for _, i := range order {
		in.add(int64(i), changes[i])
	}
	return in
}

// fightOf returns the number of the fight that a change is of, 0 if it is of none.
func fightOf(c *store.Change) int64 {
	switch {
	case c.Shown != nil:
		return c.Shown.Next.Encounter
	case len(c.Fights) > 0:
		return c.Fights[0].Fight.ID
	}
	return 0
}

// add adds the nth change.
func (in *input) add(n int64, c *store.Change) {
	if s := c.Shown; s != nil {
		in.displays.row([]int64{s.Next.CardSeq, int64(s.Next.Announced), s.Next.Remind, s.Next.Encounter, s.Was.CardSeq, int64(s.Was.Announced), s.Was.Remind},
			string(s.Next.Card), s.Next.Shown, string(s.Was.Card), s.Was.Shown)
		return
	}
	in.rows++
	fight, s := int64(0), c.Settings
	if s == nil {
		s = &store.Settings{}
	}
	for _, f := range c.Fights {
		fight = f.Fight.ID
		in.addFight(n, f, c, s)
	}
	if c.Interaction != 0 {
		in.answers.row([]int64{c.Interaction, c.At.UnixMilli(), fight, n}, string(s.Server), s.Hash)
		in.answers.bytes = append(in.answers.bytes, store.Blob(c.Answer))
	}
}

func (in *input) addFight(n int64, f *store.FightChange, c *store.Change, s *store.Settings) {
	id, v := f.Fight.ID, f.Columns(c.At)
	in.fights.row([]int64{id, f.Was, v.Head, v.Depth, v.Last, v.Turn, v.Paused, v.Ended, v.EndedAt.Int64, c.Interaction, n}, v.Redo, string(s.Server), s.Hash)
	for _, r := range f.Rows {
		in.entries.row([]int64{id, r.Seq, r.Of, r.Parent, r.Depth, r.At.UnixMilli()}, string(r.Kind), string(r.By), r.Command, string(r.Data))
	}
	for _, user := range f.Joined {
		in.joined.row([]int64{id}, string(user))
	}
	if v.Ended != 0 {
		return
	}
	for _, p := range f.Points {
		in.points.row([]int64{id, p.Seq}, string(p.Data))
	}
	if s := f.State; s != nil {
		in.states.row([]int64{id, s.Seq}, string(s.Data))
	}
}

// The parts of the statement. Each takes its rows as arrays; one without rows is left out, because most batches have few of them.
//
// Every fight has to be looked up by its number, even by a plan that was made when there were none. So the planner gets a LIMIT that it takes
// for a small one, and "ended <> 1", which no index of the open fights fits. Otherwise it compares all open fights with the whole batch.
// And for a NOT EXISTS after an OR, it would read the whole table.
const (
	// settingsHash is the beginning of an expression for the hash of a server's settings; the server and `), '')` follow.
	settingsHash = `coalesce((SELECT encode(sha256(s.data), 'hex') FROM settings AS s WHERE s.guild = `

	moveFights = `input AS (
	SELECT * FROM unnest($a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::text[], $a::text[], $a::text[])
		AS i(id, was, head, depth, last, turn, paused, ended, ended_at, interaction, n, redo, server, settings) LIMIT (SELECT 1000)
), moved AS (
	UPDATE encounters AS e SET head = i.head, depth = i.depth, last = i.last, redo = i.redo, turn = i.turn, paused = i.paused::smallint,
		ended = i.ended::smallint, ended_at = nullif(i.ended_at, 0)
	FROM input AS i WHERE e.id = i.id AND e.last = i.was AND e.ended <> 1
		AND NOT EXISTS (SELECT 1 FROM interactions AS x WHERE x.id = i.interaction) AND (i.server = '' OR i.settings = ` + settingsHash + `i.server), ''))
	RETURNING e.id, i.n, i.ended
)`
	noFights = `moved AS (SELECT 0::bigint AS id, 0::bigint AS n, 0::bigint AS ended WHERE false)`

	addEntries = `entered AS (
	INSERT INTO entries (encounter, seq, of_entry, parent, depth, at, kind, by_user, command, events)
	SELECT r.* FROM unnest($a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::text[], $a::text[], $a::text[], $a::text[])
		AS r(encounter, seq, of_entry, parent, depth, at, kind, by_user, command, events) JOIN moved ON moved.id = r.encounter
)`
	addAnswers = `answered AS (
	INSERT INTO interactions (id, at, answer)
	SELECT a.id, a.at, a.answer FROM unnest($a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::text[], $a::text[], $a::bytea[])
		AS a(id, at, encounter, n, server, settings, answer)
	WHERE a.encounter IN (SELECT id FROM moved) OR a.encounter = 0 AND (SELECT x.id FROM interactions AS x WHERE x.id = a.id) IS NULL
		AND (a.server = '' OR a.settings = ` + settingsHash + `a.server), ''))
	RETURNING id
)`
	addJoined = `joined AS (
	INSERT INTO participants (encounter, "user") SELECT j.* FROM unnest($a::bigint[], $a::text[]) AS j(encounter, "user") JOIN moved ON moved.id = j.encounter
	ON CONFLICT DO NOTHING
)`
	addPoints = `pointed AS (
	INSERT INTO checkpoints (encounter, seq, data) SELECT p.* FROM unnest($a::bigint[], $a::bigint[], $a::text[]) AS p(encounter, seq, data) JOIN moved ON moved.id = p.encounter
	ON CONFLICT (encounter, seq) DO UPDATE SET data = excluded.data
)`
	addStates = `kept AS (
	INSERT INTO states (encounter, seq, data) SELECT s.* FROM unnest($a::bigint[], $a::bigint[], $a::text[]) AS s(encounter, seq, data) JOIN moved ON moved.id = s.encounter
	ON CONFLICT (encounter) DO UPDATE SET seq = excluded.seq, data = excluded.data
)`
	dropStates = `dropped AS (DELETE FROM states WHERE encounter IN (SELECT id FROM moved WHERE ended = 1)),
unpointed AS (DELETE FROM checkpoints WHERE encounter IN (SELECT id FROM moved WHERE ended = 1))`

	saveDisplays = `UPDATE encounters AS e SET board = d.board, board_seq = d.board_seq, announced = d.announced, announcement = d.announcement, remind = d.remind
	FROM (SELECT * FROM unnest($a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::bigint[], $a::text[], $a::text[], $a::text[], $a::text[])
		AS d(board_seq, announced, remind, id, was_seq, was_announced, was_remind, board, announcement, was_board, was_announcement) LIMIT (SELECT 1000)) AS d
	WHERE e.id = d.id AND e.board = d.was_board AND e.board_seq = d.was_seq AND e.announced = d.was_announced AND e.announcement = d.was_announcement
		AND e.remind = d.was_remind
	RETURNING e.id`
)

// builder puts a statement together.
type builder struct {
	text []byte
	args []any
}

// add adds a part with its rows: numbers, then texts, then bytes.
func (s *builder) add(part string, c *columns) {
	if len(s.text) > 0 {
		s.text = append(s.text, ", "...)
	}
	for i := 0; i < len(part); i++ {
		s.text = append(s.text, part[i])
		if part[i] == '$' {
			s.text = strconv.AppendInt(s.text, int64(len(s.args)+1), 10)
			s.args = append(s.args, nil)
			i++ // the letter
		}
	}
	at := len(s.args)
	if c.bytes != nil {
		at--
		s.args[at] = c.bytes
	}
	for _, texts := range slices.Backward(c.texts[:]) {
		if texts != nil {
			at--
			s.args[at] = texts
		}
	}
	for _, numbers := range slices.Backward(c.numbers[:]) {
		if numbers != nil {
			at--
			s.args[at] = numbers
		}
	}
}

// commands returns the statement for fights and answers.
func (in *input) commands() (string, []any) {
	s := &builder{}
	parts := []struct {
		part string
		c    *columns
	}{{moveFights, &in.fights}, {addEntries, &in.entries}, {addAnswers, &in.answers}, {addJoined, &in.joined}, {addPoints, &in.points}, {addStates, &in.states}}
	for i, p := range parts {
		switch {
		case p.c.numbers[0] != nil:
			s.add(p.part, p.c)
		case i == 0:
			s.text = append(s.text, noFights...)
		}
	}
	if slices.Contains(in.fights.numbers[7], 1) {
		s.text = append(append(s.text, ", "...), dropStates...)
	}
	all := "SELECT n FROM moved"
	if in.answers.numbers[0] != nil {
		all += " UNION ALL SELECT -id FROM answered"
	}
	return "WITH " + string(s.text) + " " + all + refusing, s.args
}

// refusing makes a statement that returns numbers fail if the server could lose what it stores. It adds no row.
var refusing = " UNION ALL SELECT 0 WHERE NOT " + durably

// shows returns the statement for displays.
func (in *input) shows() (string, []any) {
	s := &builder{}
	s.add("shown AS ("+saveDisplays+")", &in.displays)
	return "WITH " + string(s.text) + " SELECT id FROM shown" + refusing, s.args
}

// send sends a batch as one transaction. It returns which changes of fights and answers were stored, by their number, and which displays,
// by the number of their fight.
func (b *base) send(ctx context.Context, in *input) (stored, shown map[int64]bool, err error) {
	stored, shown = map[int64]bool{}, map[int64]bool{}
	batch := &pgx.Batch{}
	if in.rows > 0 {
		query, args := in.commands()
		byAnswer := map[int64]int64{}
		for i, id := range in.answers.numbers[0] {
			byAnswer[id] = in.answers.numbers[3][i]
		}
		batch.Queue(query, args...).Query(func(rows pgx.Rows) error {
			return each(rows, func(n int64) {
				if n < 0 {
					n = byAnswer[-n]
				}
				stored[n] = true
			})
		})
	}
	if in.displays.numbers[0] != nil {
		query, args := in.shows()
		batch.Queue(query, args...).Query(func(rows pgx.Rows) error {
			return each(rows, func(id int64) { shown[id] = true })
		})
	}
	return stored, shown, b.pool.SendBatch(ctx, batch).Close()
}

// each calls fn for the number in every row.
func each(rows pgx.Rows, fn func(n int64)) error {
	var n int64
	_, err := pgx.ForEachRow(rows, []any{&n}, func() error {
		fn(n)
		return nil
	})
	return err
}
