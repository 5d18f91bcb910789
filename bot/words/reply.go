package words

import (
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// Steps guides the GM of a new fight to the first turn (ST-11).
func Steps(l *lang.Language, rs *ruleset.Ruleset) string {
	return l.Line("answer.steps", lang.Flag("surprise", rs.Surprise.Kind != ruleset.NoSurprise))
}
