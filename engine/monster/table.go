package monster

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/strictyaml"
)

// The limits of a random table (MO-32).
const (
	MaxResults = 200 // of its dice
	MaxTables  = 3   // rolled on, one after another
	maxNote    = 200 // characters of a row's note
)

// Table is a random table, which an encounter can have instead of foes. Every result of its dice has exactly one row.
type Table struct {
	Dice string `json:"dice"` // dice notation, such as 1d6
	Rows []Row  `json:"rows"` // in the order of the file
}

// Row is what some of a table's results give: foes, another encounter or table by name, or nothing if it has neither.
type Row struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Foes  string `json:"foes,omitempty"`  // as typed, with dice for numbers: "1d4+1 Wolf, 1 Ogre hidden"
	Named string `json:"named,omitempty"` // a saved encounter or table, looked for when it is rolled
	Note  string `json:"note,omitempty"`  // for the GM
}

// Row returns the row for a result, or nil if the dice can't give that result.
func (t *Table) Row(result int) *Row {
	i := slices.IndexFunc(t.Rows, func(r Row) bool { return r.From <= result && result <= r.To })
	if i < 0 {
		return nil
	}
	return &t.Rows[i]
}

// Rolled is the outcome of one roll on a table.
type Rolled struct {
	Table  string // its name
	Dice   string // its dice
	Result int
	Typed  bool   // the result was typed
	Foes   string // with numbers in place of dice; empty: Named, or nothing
	Named  string
	Note   string
}

// TableFault is the reason why a table can't be rolled on.
type TableFault string

// The faults of rolling on tables.
const (
	NoResult     TableFault = "result"  // the typed result is beyond the dice
	NothingNamed TableFault = "unknown" // there is neither an encounter nor a table of that name
	InCircles    TableFault = "circle"  // a table leads back to one that was rolled on
	TooDeep      TableFault = "deep"    // more than MaxTables lead to each other
)

// TableError is the error for a table that can't be rolled on.
type TableError struct {
	Fault     TableFault
	Name      string // of the table
	Other     string // the name that its row has
	Low, High int    // of NoResult: what the dice can show
}

// Error returns the error for logs.
func (e *TableError) Error() string {
	return fmt.Sprintf("monster: rolling on %q: %s %q", e.Name, e.Fault, e.Other)
}

// Roll rolls on a table, and on the tables that its rows lead to, which are looked up in list. typed is the result to use for the first table,
// or nil. rolled has at least one element. The foes to add are those of its last element, or the encounter leads; if both are empty, nothing
// comes. The error is a *[TableError].
func (e *Encounter) Roll(list []Encounter, typed *int, roller dice.Roller) (rolled []Rolled, leads *Encounter, err error) {
	for {
		expr, err := dice.Parse(e.Table.Dice)
		if err != nil { // the reader refuses it
			return nil, nil, err
		}
		one := Rolled{Table: e.Name, Dice: e.Table.Dice}
		if typed != nil {
			one.Result, one.Typed, typed = *typed, true, nil
		} else {
			one.Result = expr.Roll(roller).Total
		}
		row := e.Table.Row(one.Result)
		if row == nil {
			low, high := expr.Range()
			return nil, nil, &TableError{Fault: NoResult, Name: e.Name, Low: low, High: high}
		}
		one.Named, one.Note = row.Named, row.Note
		if row.Foes != "" {
			one.Foes = rolledFoes(row.Foes, roller)
		}
		rolled = append(rolled, one)
		if row.Named == "" {
			return rolled, nil, nil
		}
		next, ok := FindEncounter(list, row.Named)
		switch {
		case !ok:
			return nil, nil, &TableError{Fault: NothingNamed, Name: e.Name, Other: row.Named}
		case next.Table == nil:
			return rolled, next, nil
		case slices.ContainsFunc(rolled, func(r Rolled) bool { return engine.SameName(r.Table, next.Name) }):
			return nil, nil, &TableError{Fault: InCircles, Name: e.Name, Other: next.Name}
		case len(rolled) >= MaxTables:
			return nil, nil, &TableError{Fault: TooDeep, Name: e.Name, Other: next.Name}
		}
		e = next
	}
}

// The forms of a row's text and its parts.
var (
	tableDice  = regexp.MustCompile(`^\d{0,3}d\d{1,4}([+-]\d{1,3})?$`)
	rowResults = regexp.MustCompile(`^\d{1,3}(-\d{1,3})?$`)
	countFirst = regexp.MustCompile(`^(?i)(\d{0,3}d\d{1,4}(?:\s*[+-]\s*\d{1,3})?|\d+)\s*(?:[x×]\s+|\s)\s*(\S.*)$`)
	someFoes   = regexp.MustCompile(`^(?i)(\d{0,3}d\d|\d)`)
)

// rolledFoes replaces the dice in a row's foes with numbers. Foes whose number is 0 are left out.
func rolledFoes(text string, roller dice.Roller) string {
	var out []string
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		m := countFirst.FindStringSubmatch(item)
		if m == nil {
			out = append(out, item)
			continue
		}
		n := 0
		if expr, err := dice.Parse(strings.ReplaceAll(m[1], " ", "")); err == nil { // the reader refuses others
			n = expr.Roll(roller).Total
		}
		if n > 0 {
			out = append(out, strconv.Itoa(n)+" "+m[2])
		}
	}
	return strings.Join(out, ", ")
}

// tableKey adds the key of a table, which is its dice.
func (r *reader) tableKey(k *strictyaml.Keys, out *Encounter) {
	text := strictyaml.Text(1, 200)
	text.What = "`nothing`, foes such as 1d4+1 Wolf, or the name of a saved encounter or table"
	rows := strictyaml.Spec{Names: &strictyaml.Named{Of: "a row", About: "a result of the dice, or from one to another, and what it gives", Spec: strictyaml.Or(text, r.rowKeys(&Row{}).Spec()),
		Most: MaxResults, Pattern: rowResults, Length: 7, What: "a result such as 4, or results such as 1-3"}, What: "a mapping of results to what they give, such as {1-3: 1d4+1 Wolf, 4-6: nothing}"}
	k.Add("1d6", "in place of foes and waves: a random table. The key is its dice, such as `2d6` or `d100`, with at most 200 results", rows, func(n *strictyaml.Node) {
		if out.Table == nil {
			out.Table = r.table(n)
		}
	}).Pattern = tableDice
}

func (r *reader) rowKeys(row *Row) *strictyaml.Keys {
	k := strictyaml.NewKeys("a row")
	k.Text("foes", "foes such as `1d4+1 Wolf`, the name of a saved encounter or table, or `nothing`", &row.Foes, strictyaml.Text(1, 200)).Must()
	k.Text("note", "what the GM is told with it", &row.Note, strictyaml.Text(1, maxNote))
	return k
}

// table returns the table whose rows are n.
func (r *reader) table(n *strictyaml.Node) *Table {
	t := &Table{}
	var key *strictyaml.Node
	for _, e := range r.Root.Entries {
		if e.Value == n {
			key = e.Key
		}
	}
	t.Dice = key.Text
	expr, err := dice.Parse(t.Dice)
	if err != nil || !expr.HasDice() {
		r.Problem(key, "%s: must be dice such as 1d6, 2d6 or d100", strictyaml.Clip(t.Dice))
		return t
	}
	low, high := expr.Range()
	if high-low >= MaxResults {
		r.Problem(key, "%s: these dice have %d results, and a table can have at most %d", t.Dice, high-low+1, MaxResults)
		return t
	}
	seen := map[int]int{} // the lines of rows by result
	whole := true
	for _, e := range n.Entries {
		from, to, ok := results(e.Key.Text)
		if !ok {
			whole = false // has been reported, unless it counts down
			if rowResults.MatchString(e.Key.Text) {
				r.Problem(e.Key, "%s: the first result must not be above the second", e.Key.Text)
			}
			continue
		}
		if from < low || to > high {
			r.Problem(e.Key, "%s: the dice show %d to %d", e.Key.Text, low, high)
			continue
		}
		for result := from; result <= to; result++ {
			if line, twice := seen[result]; twice {
				r.Problem(e.Key, "%s: %d is already in line %d; give each result one row", e.Key.Text, result, line)
				break
			}
			seen[result] = e.Key.Line
		}
		row := Row{From: from, To: to}
		what := e.Value
		if e.Value.Kind == strictyaml.Mapping {
			r.rowKeys(&row).Read(e.Value)
			what = e.Value.Get("foes")
			row.Note = engine.CleanName(row.Note)
		} else {
			row.Foes = e.Value.Text
		}
		r.rowText(&row, what)
		t.Rows = append(t.Rows, row)
	}
	for result := low; result <= high && whole; result++ {
		if _, ok := seen[result]; !ok {
			r.Problem(key, "%s: there is no row for %d; write %d: nothing if nothing happens then", t.Dice, result, result)
			break
		}
	}
	return t
}

// results reads "4" or "1-3".
func results(text string) (from, to int, ok bool) {
	first, last, several := strings.Cut(text, "-")
	from, err := strconv.Atoi(first)
	to = from
	if err == nil && several {
		to, err = strconv.Atoi(last)
	}
	return from, to, err == nil && from <= to
}

// nothing is the text of a row that gives no foes.
const nothing = "nothing"

// rowText decides what a row's text is: nothing, foes or a name.
func (r *reader) rowText(row *Row, n *strictyaml.Node) {
	text := strings.Join(strings.Fields(row.Foes), " ")
	row.Foes = ""
	switch {
	case text == "" || n == nil || n.Kind == strictyaml.Broken: // has been reported
	case strings.EqualFold(text, nothing):
	case !someFoes.MatchString(text):
		row.Named = engine.CleanName(text)
		if !IsEncounterName(row.Named) {
			r.Problem(n, "%s: the name of an encounter has at most %d characters that can be seen; foes begin with a number, such as 2 Wolf", strictyaml.Clip(text), MaxEncounterName)
		}
	default:
		row.Foes = text
		r.checkFoes(n.Text, n)
	}
}

// checkFoes refuses foes that can't be read, whatever the dice give. Their names are looked up when they are rolled.
func (r *reader) checkFoes(text string, n *strictyaml.Node) {
	most := 0
	at := 0
	for item := range strings.SplitSeq(text, ",") {
		lead := utf8.RuneCountInString(item) - utf8.RuneCountInString(strings.TrimLeft(item, " "))
		place := at + lead
		at += utf8.RuneCountInString(item) + 1
		item = strings.TrimSpace(item)
		if item == "" || !someFoes.MatchString(item) {
			continue // a name without a number is one, and words such as hidden apply to all
		}
		m := countFirst.FindStringSubmatch(item)
		if m == nil {
			r.ProblemIn(n, place, "%s: write how many and which, such as 1d4+1 Wolf", strictyaml.Clip(item))
			continue
		}
		expr, err := dice.Parse(strings.ReplaceAll(m[1], " ", ""))
		if err != nil {
			r.ProblemIn(n, place, "%s: must begin with a number or with dice such as 1d4+1", strictyaml.Clip(item))
			continue
		}
		_, high := expr.Range()
		if high < 1 || high > MaxCount {
			r.ProblemIn(n, place, "%s: there can be 1 to %d of a kind", strictyaml.Clip(item), MaxCount)
			continue
		}
		most += high
	}
	if most > MaxFoes {
		r.Problem(n, "a row can give at most %d foes, and this one up to %d", MaxFoes, most)
	}
}

// lines returns the table as lines of a file.
func (t *Table) lines() []string {
	out := []string{t.Dice + ":"}
	for _, row := range t.Rows {
		results := strconv.Itoa(row.From)
		if row.To > row.From {
			results += "-" + strconv.Itoa(row.To)
		}
		what := scalarOf(row.Text())
		if row.Note != "" {
			what = flow{"foes: " + what, "note: " + scalarOf(row.Note)}.String()
		}
		out = append(out, "  "+results+": "+what)
	}
	return out
}

// Text returns what the row gives as it is written in a file: foes, a name, or nothing.
func (r *Row) Text() string {
	switch {
	case r.Foes != "":
		return r.Foes
	case r.Named != "":
		return r.Named
	}
	return nothing
}
