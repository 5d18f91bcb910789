package words

import "roundel/engine"

// Steps guides the GM of a new fight to the first turn (ST-11).
func Steps(rs *engine.Ruleset) string {
	text := "Players: use /init join or press Join.\nGM: add NPCs with /init add, "
	if rs.Surprise != engine.NoSurprise {
		text += "use /surprise if anyone is caught off guard, "
	}
	return text + "describe the scene with /init scene, then begin with /init roll."
}

// MoreHelp comes after the help on a fight's rules.
const MoreHelp = "For more, use /help with a topic."
