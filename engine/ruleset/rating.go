package ruleset

import (
	"strconv"
	"strings"
)

// Rating is a challenge rating or a level, in eighths.
type Rating int

// wholeRating is the distance between two whole ratings.
const wholeRating Rating = 8

var fractions = []struct {
	text   string
	rating Rating
}{{"1/8", 1}, {"1/4", 2}, {"1/2", 4}}

// ParseRating reads a rating: a whole number from -1 to 40, or 1/8, 1/4 or 1/2.
func ParseRating(text string) (rating Rating, ok bool) {
	rating, ok = parseDifference(text)
	return rating, ok && rating >= -wholeRating && rating <= 40*wholeRating
}

// parseDifference reads a rating, or the difference between one and a level.
func parseDifference(text string) (Rating, bool) {
	for _, f := range fractions {
		if f.text == text {
			return f.rating, true
		}
	}
	n, err := strconv.Atoi(text)
	return Rating(n) * wholeRating, err == nil && n >= -100 && n <= 100 && !strings.HasPrefix(text, "+")
}

// String returns the rating as people write it: "1/4", "12".
func (r Rating) String() string {
	for _, f := range fractions {
		if f.rating == r {
			return f.text
		}
	}
	return strconv.Itoa(int(r / wholeRating))
}

// plus returns the rating n whole steps higher or lower, from -1 to 40. A fraction counts as 0.
func (r Rating) plus(n int) Rating {
	if n == 0 {
		return r
	}
	return max(-wholeRating, min(40*wholeRating, (r/wholeRating+Rating(n))*wholeRating))
}

// Adjustment is a way to make foes stronger or weaker (MO-31).
type Adjustment struct {
	Word            string // as typed: "elite"
	Rating          int    // whole steps
	Stats           []StatChange
	Hit, Damage, DC int
	HP              []HPChange // by rating, the lowest first
}

// StatChange is a number added to a stat.
type StatChange struct {
	Key string
	N   int
}

// HPChange is a number added to the hit points of foes with at least this rating.
type HPChange struct {
	From Rating
	N    int
}

// HitPoints returns what is added to the hit points of a foe, by its unadjusted rating: the last entry that isn't above it (MO-31). A foe
// without a rating keeps its hit points.
func (a *Adjustment) HitPoints(rating string) int {
	r, ok := ParseRating(rating)
	out := 0
	for _, h := range a.HP {
		if ok && h.From <= r {
			out = h.N
		}
	}
	return out
}

// Rated returns the adjusted rating. A missing rating stays missing.
func (a *Adjustment) Rated(rating string) string {
	r, ok := ParseRating(rating)
	if !ok {
		return rating
	}
	return r.plus(a.Rating).String()
}

// Adjustment returns the adjustment with that word, or nil.
func (d *Difficulty) Adjustment(word string) *Adjustment {
	if d == nil {
		return nil
	}
	return first(d.Adjust, func(a *Adjustment) bool { return strings.EqualFold(a.Word, strings.TrimSpace(word)) })
}

// AdjustWords returns the words of the adjustments, in the order of the file.
func (d *Difficulty) AdjustWords() []string {
	if d == nil {
		return nil
	}
	out := make([]string, len(d.Adjust))
	for i := range d.Adjust {
		out[i] = d.Adjust[i].Word
	}
	return out
}
