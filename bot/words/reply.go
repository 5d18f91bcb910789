package words

import "roundel/engine"

const (
	Done      = "Done."                        // Done answers a change that has nothing to show.
	Unchanged = "There was nothing to change." // Unchanged answers a command that changes nothing.
	OnlyYou   = "Only you see this:"           // OnlyYou comes before what the asker alone is told.
	NoEffects = "There are no effects."        // NoEffects answers /effect list.
)

// TurnSince says when the present turn of a view began.
func TurnSince(s *engine.State) string { return "This turn began " + Since(s) + "." }

// AskEnd asks whether to end a fight.
func AskEnd(name string) string { return "End **" + Plain(name) + "**? It can't be reopened." }

// LogAttached comes with a log that is too long for a message.
func LogAttached(name string) string {
	return "The log of **" + Plain(name) + "** is in the attached file."
}

// ExportAttached comes with a fight as a file.
const ExportAttached = "The whole fight is in the attached file, including everything hidden from the players."
