package bot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/play"
)

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
	for _, one := range lineWords() {
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

// lineSays are words in a line, and what they say about its number.
type lineSays struct {
	words *regexp.Regexp
	use   play.MessageUse
}

// lineWords returns the words by which a line says what its number is, in order of precedence.
func lineWords() []lineSays {
	return []lineSays{{saysDamage, play.AsDamage}, {saysHealing, play.AsHealing}, {saysInitiative, play.AsInitiative}, {saysAttack, play.AsAttack}}
}

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
