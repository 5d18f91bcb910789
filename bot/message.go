package bot

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/snowflake"
)

// messageForm opens the form that applies a number of a message, which came with the request (CR-57). Its text is kept nowhere.
func messageForm(tx *transaction) (*discord.Form, error) {
	s, _, err := tx.fight()
	if err != nil {
		return nil, err
	}
	if s.Paused {
		return nil, engine.Refuse(engine.NotNow, reason.Paused, engine.Args{})
	}
	quoted := tx.r.Quoted
	if quoted == nil || quoted.ID == "" {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	return tx.formForMessage(quoted.ID, findNumbers(quoted.Texts))
}

// messageAgain opens the form again after a refusal. The message's text is kept nowhere: of its numbers, only the one that was chosen is offered.
func messageAgain(tx *transaction) (*discord.Form, error) {
	var found foundNumbers
	if value := tx.draft.Text("number"); value != "" {
		n, err := pickedNumber(value)
		if err != nil {
			return nil, err
		}
		found.all = []foundNumber{{n: n, value: value}}
	}
	return tx.formForMessage(snowflake.Message(textArg(tx.args(), 1)), found)
}

// formForMessage returns the form for a message with the numbers that were found in it. Whose attack it can be is for the turn in which it opens.
func (tx *transaction) formForMessage(message snowflake.Message, found foundNumbers) (*discord.Form, error) {
	open, err := tx.openUses(message)
	if err != nil {
		return nil, err
	}
	var inputs []discord.Input
	if len(found.all) > 0 {
		menu := &discord.Menu{}
		for i, n := range found.all {
			menu.Options = append(menu.Options, discord.Option{Label: strconv.Itoa(n.n), Value: cmp.Or(n.value, fmt.Sprintf("%d:%d", i, n.n)),
				About: lang.Clip(lang.Visible(n.line), discord.MaxChoice), Picked: i == found.chosen})
		}
		inputs = append(inputs, discord.Input{ID: "number", Menu: menu})
	}
	targets, half := tx.messageTargets(open.targets, found), []discord.Input{{ID: "half", Check: true}}
	if len(inputs)+2+len(targets)+len(half) > discord.MaxInputs { // another number and the use
		open.addHalf(tx.own)
		half = nil
	}
	inputs = append(append(append(inputs, discord.Input{ID: "another", Max: 7}, open.input(found)), targets...), half...)
	var before []string
	for _, c := range tx.seen().AppliedTo(message) {
		before = append(before, words.Called(tx.own, c))
	}
	id := discord.CustomID("from-message-form", card.TurnArg(tx.j.State().Turn), string(message))
	return tx.newForm(id, []lang.Arg{lang.Names("to", before)}, inputs...), nil
}

// uses are what the asker can now use a number from a message as (CR-57), and the possible targets.
type uses struct {
	options []discord.Option // their values begin with the use; that of an attack says whose it is
	targets []*engine.Combatant
}

// mostAttackers is how many of the asker's combatants that can attack can be chosen for the result of an attack: radio buttons have room for ten options.
const mostAttackers = 6

// useHalf is half damage, where it is a use because the form has no room for a checkbox.
const useHalf = "half"

// addHalf adds half damage after damage, if that is open.
func (u *uses) addHalf(l *lang.Language) {
	i := slices.IndexFunc(u.options, func(o discord.Option) bool { return o.Value == string(play.AsDamage) })
	if i >= 0 {
		u.options = slices.Insert(u.options, i+1, discord.Option{Label: l.Label("from-message-form.half-label"), Value: useHalf})
	}
}

// openUses returns the uses that wouldn't be refused for every target or, if there are none, why.
func (tx *transaction) openUses(message snowflake.Message) (uses, error) {
	var out uses
	var why error
	try := func(label, value string, cmd play.FromMessage) {
		any := false
		for _, c := range tx.combatants() {
			cmd.Message, cmd.Players, cmd.Target = message, tx.conf.Damage, c.Name
			err := tx.wouldRefuse(cmd)
			if e, is := errors.AsType[*engine.Error](err); is && e.Reason == reason.TotalRange {
				err = nil // another number may do
			}
			switch {
			case err == nil:
				any = true
				if !slices.Contains(out.targets, c) {
					out.targets = append(out.targets, c)
				}
			case why == nil || notAllowed(err) && !notAllowed(why):
				why = err
			}
		}
		if any {
			out.options = append(out.options, discord.Option{Label: label, Value: value})
		}
	}
	for _, use := range []play.MessageUse{play.AsDamage, play.AsHealing, play.AsInitiative} {
		try(tx.own.Label("menu.use-"+string(use)), string(use), play.FromMessage{Use: use})
	}
	attackers := slices.DeleteFunc(tx.seen().ActiveMembers(), func(c *engine.Combatant) bool { return !tx.mayAct(c) })
	most := len(out.options) + mostAttackers
	for _, c := range attackers {
		if len(out.options) == most {
			break
		}
		who := words.Called(tx.own, c)
		if len(attackers) == 1 {
			who = ""
		}
		try(tx.own.Label("menu.use-attack", lang.Name("who", who)), string(play.AsAttack)+"-"+card.CombatantArg(c), play.FromMessage{Use: play.AsAttack, Who: c.Name})
	}
	switch {
	case len(out.options) > 0:
		return out, nil
	case why != nil:
		return out, why
	}
	return out, tx.nobody(play.FromMessage{Message: message})
}

// input returns the input for what the number is used as. What the message says is picked, if it is open. A single use is in a menu, because
// radio buttons need at least two options.
func (u uses) input(found foundNumbers) discord.Input {
	for i := range u.options {
		is := strings.HasPrefix(u.options[i].Value, string(found.use))
		u.options[i].Picked = len(u.options) == 1 || is && !slices.ContainsFunc(u.options[:i], func(o discord.Option) bool { return o.Picked })
	}
	in := discord.Input{ID: "use", Required: true}
	if menu := (&discord.Menu{Options: u.options}); len(u.options) == 1 {
		in.Menu = menu
	} else {
		in.Radio = menu
	}
	return in
}

// messageTargets returns the inputs for targets: a menu and, if there are too many for it, a text input. If the text names a single combatant that isn't
// active, it is picked (CR-57), and in the menu even if there is no room for all.
func (tx *transaction) messageTargets(who []*engine.Combatant, found foundNumbers) []discord.Input {
	tx.nearestFirst(who, found.use == play.AsHealing || found.use == play.AsInitiative)
	options := tx.withGroups(who)
	named := namedIn(found.text, tx.combatants())
	active := tx.seen().ActiveMembers()
	named = slices.DeleteFunc(named, func(c *engine.Combatant) bool { return slices.Contains(active, c) })
	if len(named) == 1 {
		if i := slices.IndexFunc(options, func(o discord.Option) bool { return o.Value == named[0].Name }); i >= 0 {
			options[i].Picked = true
			if last := optionsSize(options) - 1; i > last {
				options[i], options[last] = options[last], options[i]
			}
		}
	}
	return choose("target", discord.MaxOptions, options)
}

// namedIn returns the combatants whose names are in a text as words of their own, and not only as part of a longer name. A masked combatant has
// two names, if the asker knows both.
func namedIn(text string, all []*engine.Combatant) []*engine.Combatant {
	type name struct {
		text string
		of   *engine.Combatant
	}
	var names []name
	for _, c := range all {
		names = append(names, name{c.Name, c})
	}
	for _, c := range all { // after the names that everyone knows: see NU-35
		if c.RealName != "" {
			names = append(names, name{c.RealName, c})
		}
	}
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
	var out []*engine.Combatant
	for _, n := range names {
		pattern := regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}])` + regexp.QuoteMeta(oneLine(n.text)) + `($|[^\p{L}\p{N}])`)
		rest := pattern.ReplaceAllString(text, "$1\x00$2")
		if rest != text && !slices.Contains(out, n.of) {
			out = append(out, n.of)
		}
		text = rest
	}
	return out
}

// pickedNumber returns the number of a value of the menu of numbers, which its place goes before.
func pickedNumber(value string) (int, error) {
	_, number, _ := strings.Cut(value, ":")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0, notOffered()
	}
	return n, nil
}

// readMessageForm returns the command that a form for a number of a message stands for.
func readMessageForm(tx *transaction, cmd play.Command) ([]play.Command, error) {
	c, f := cmd.(play.FromMessage), tx.given()
	c.Message = snowflake.Message(textArg(tx.args(), 1))
	if discord.NumberArg(tx.args(), 1) <= 0 {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-form"))
	}
	if c.Target == "" {
		return nil, refuse(engine.Invalid, lang.P("bot.no-target"))
	}
	another, err := f.WholeNumber("another")
	switch {
	case err != nil:
		return nil, err
	case another != nil:
		c.Number = *another
	case f.Text("number") == "":
		return nil, refuse(engine.Invalid, lang.P("bot.no-number"))
	default:
		if c.Number, err = pickedNumber(f.Text("number")); err != nil {
			return nil, err
		}
	}
	if c.Half, err = f.ticked("half"); err != nil {
		return nil, err
	}
	use, attacker, _ := strings.Cut(f.Text("use"), "-")
	if use == useHalf {
		use, c.Half = string(play.AsDamage), true
	}
	c.Use = play.MessageUse(use)
	switch c.Use {
	case play.AsDamage, play.AsHealing, play.AsInitiative:
	case play.AsAttack: // by whoever could attack in the turn in which the form was opened
		if err := tx.checkTurn(tx.args()); err != nil {
			return nil, err
		}
		by, err := combatantNamed(tx.seen(), attacker)
		if err != nil {
			return nil, err
		}
		c.Who = by.Name
	case "":
		return nil, refuse(engine.Invalid, lang.P("bot.no-use"))
	default:
		return nil, notOffered()
	}
	return []play.Command{c}, nil
}

// foundNumber is a number that a message shows.
type foundNumber struct {
	n    int
	line string // the line that it is in, without what isn't read

	value string // in the menu; empty: its place and the number
}

// foundNumbers are the numbers that a message shows, in order, with the one that is picked at first and what it is used as.
type foundNumbers struct {
	all    []foundNumber // at most 25; none if there are no numbers
	chosen int           // an index
	use    play.MessageUse
	text   string // what was read
}

// mostRead is how many characters of a message are read (CR-58).
const mostRead = 6000

// findNumbers reads the texts of a message (CR-58) and chooses one of their numbers (CR-57).
func findNumbers(texts []string) foundNumbers {
	lines := readLines(texts)
	f := foundNumbers{text: strings.Join(lines, "\n"), use: play.AsDamage}
	for _, line := range lines {
		f.add(line, afterEquals(line), afterTotal)
	}
	if len(f.all) == 0 {
		for _, line := range lines {
			f.add(line, otherNumbers(line), nil)
		}
	}
	for _, one := range []struct { // in order of precedence
		words *regexp.Regexp
		use   play.MessageUse
	}{{saysDamage, play.AsDamage}, {saysHealing, play.AsHealing}, {saysInitiative, play.AsInitiative}, {saysAttack, play.AsAttack}} {
		if i := slices.IndexFunc(f.all, func(n foundNumber) bool { return one.words.MatchString(n.line) }); i >= 0 {
			f.chosen, f.use = i, one.use
			break
		}
	}
	return f
}

var (
	saysDamage     = regexp.MustCompile(`(?i)damage|dmg`)
	saysHealing    = regexp.MustCompile(`(?i)heal`)
	saysInitiative = regexp.MustCompile(`(?i)\binit(?:iative)?\b`)
	saysAttack     = regexp.MustCompile(`(?i)to hit|attack`)
)

// add adds the numbers of a line, each once: those given or, if there are none, those that more finds.
func (f *foundNumbers) add(line string, numbers []int, more func(line string) []int) {
	if len(numbers) == 0 && more != nil {
		numbers = more(line)
	}
	for i, n := range numbers {
		if len(f.all) < discord.MaxOptions && !slices.Contains(numbers[:i], n) {
			f.all = append(f.all, foundNumber{n: n, line: line})
		}
	}
}

var (
	struckText = regexp.MustCompile(`(?s)~~.*?~~`)
	// Struck dice of a list, with a comma: those before another one, and those at its end.
	struckFirst = regexp.MustCompile(`([(\[,]\s*)(?:~~[^~]*~~\s*,\s*)+`)
	struckLast  = regexp.MustCompile(`(?:\s*,\s*~~[^~]*~~)+\s*([)\]])`)
	addresses   = regexp.MustCompile(`(?i)https?://[^\s<>)\]]*`)
	mentioned   = regexp.MustCompile(`<(?:[@#/:]|a:|t:|id:)[^<>\n]*>`) // users, roles, channels, commands, custom emoji, timestamps
)

// readLines returns the lines of the texts, up to mostRead characters, without what is struck through, addresses, mentions, custom emoji,
// timestamps and marks. Full-width letters, digits and signs are the usual ones.
func readLines(texts []string) []string {
	var out []string
	room := mostRead
	for _, text := range texts {
		letters := []rune(text)
		letters = letters[:min(len(letters), room)]
		room -= len(letters)
		for i, r := range letters {
			if r >= '！' && r <= '～' {
				letters[i] = r - '！' + '!'
			}
		}
		text = struckLast.ReplaceAllString(struckFirst.ReplaceAllString(string(letters), "$1"), "$1")
		text = struckText.ReplaceAllString(text, "")
		text = mentioned.ReplaceAllString(addresses.ReplaceAllString(text, ""), "")
		text = strings.NewReplacer("*", "", "_", "", "`", "", "|", "").Replace(text)
		for line := range strings.Lines(text) {
			line = oneLine(line)
			if line != "" {
				out = append(out, line)
			}
		}
	}
	return out
}

// digits is a run of digits in a line, from start to end.
type digits struct{ start, end int }

var runsOfDigits = regexp.MustCompile(`[0-9]+`)

// value returns the number, if it can be applied.
func (d digits) value(line string) (int, bool) {
	n, err := strconv.Atoi(line[d.start:d.end])
	return n, err == nil && n <= engine.MaxHP
}

// whole reports whether the digits are a whole number: not part of a decimal or a grouped one, of dice or of a word.
func (d digits) whole(line string) bool {
	before, after := line[:d.start], line[d.end:]
	return !besideLetter(lastRune(before)) && !besideLetter(firstRune(after)) && !pointed(after, 1) && !pointed(before, -1)
}

// pointed reports whether a text begins (or, with -1, ends) with a point or a comma and a digit.
func pointed(text string, end int) bool {
	letters := []rune(text)
	if len(letters) < 2 {
		return false
	}
	sign, digit := letters[0], letters[1]
	if end < 0 {
		sign, digit = letters[len(letters)-1], letters[len(letters)-2]
	}
	return (sign == '.' || sign == ',') && unicode.IsDigit(digit)
}

// besideLetter reports whether digits next to a rune are part of a word. In scripts without blanks between words, they aren't.
func besideLetter(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai) && r != 'ー'
}

func firstRune(text string) rune {
	for _, r := range text {
		return r
	}
	return 0
}

func lastRune(text string) rune {
	letters := []rune(text)
	if len(letters) == 0 {
		return 0
	}
	return letters[len(letters)-1]
}

// numbersOf returns the whole numbers of a line that a condition holds for.
func numbersOf(line string, holds func(d digits) bool) []int {
	var out []int
	for _, at := range runsOfDigits.FindAllStringIndex(line, -1) {
		d := digits{at[0], at[1]}
		if n, ok := d.value(line); ok && d.whole(line) && holds(d) {
			out = append(out, n)
		}
	}
	return out
}

// afterEquals returns the numbers next after an equals sign that isn't a part of dice, as in "4d6rr=1".
func afterEquals(line string) []int {
	terms := diceTerm.FindAllStringIndex(line, -1)
	return numbersOf(line, func(d digits) bool {
		before, is := strings.CutSuffix(strings.TrimSpace(line[:d.start]), "=")
		last := lastRune(before)
		compares := unicode.IsLetter(last) || strings.ContainsRune("<>!", last)
		return is && !(compares && slices.ContainsFunc(terms, func(t []int) bool { return t[0] < d.start && d.start < t[1] }))
	})
}

var totalBefore = regexp.MustCompile(`(?i)\b(?:total|results?)\b[\p{L}\s:]*$`)

// afterTotal returns the first number after the word total or result.
func afterTotal(line string) []int {
	all := numbersOf(line, func(d digits) bool { return totalBefore.MatchString(line[:d.start]) })
	return all[:min(len(all), 1)]
}

// diceTerm matches dice in a line and what is done to them. German dice are "2W6".
var diceTerm = regexp.MustCompile(`(?i)(?:\b|[0-9])[0-9]*[dw](?:[0-9]+|%|f\b)[a-z0-9!<>=]*`)

var (
	bracketed = regexp.MustCompile(`^\s*(?:\([^()]*\)|\[[^\[\]]*\])`)
	addedNext = regexp.MustCompile(`^\s*[-+−–×*/]\s*(?:[0-9]+)`)
	addedLast = regexp.MustCompile(`[0-9]+\s*[-+−–×*/]\s*$`)
)

// otherNumbers returns the numbers of a line that has no total, without dice and what is added to them, what is in brackets, and what is part of
// a word or another number.
func otherNumbers(line string) []int {
	taken := make([]bool, len(line)+1)
	take := func(from, to int) {
		for i := from; i < to; i++ {
			taken[i] = true
		}
	}
	var open []int // an unclosed bracket hides nothing
	for i, r := range line {
		switch r {
		case '(', '[', '{':
			open = append(open, i)
		case ')', ']', '}':
			if len(open) > 0 {
				take(open[len(open)-1], i)
				open = open[:len(open)-1]
			}
		}
	}
	for _, at := range diceTerm.FindAllStringIndex(line, -1) {
		from, to := at[0], at[1]
		if before := addedLast.FindStringIndex(line[:from]); before != nil {
			from = before[0]
		}
		for {
			if next := bracketed.FindStringIndex(line[to:]); next != nil {
				to += next[1]
			}
			next := addedNext.FindStringIndex(line[to:])
			if next == nil {
				break
			}
			to += next[1]
		}
		take(from, to)
	}
	return numbersOf(line, func(d digits) bool {
		before, after := lastRune(line[:d.start]), firstRune(line[d.end:])
		return !taken[d.start] && !strings.ContainsRune("%/#", after) && !strings.ContainsRune("%/#", before)
	})
}
