package words

// What the connection to Discord answers when package bot cannot.
const (
	TooBusy       = "Too many commands at once here, so this one was not carried out. Try again in a moment."
	Restarting    = "Roundel is restarting, so nothing was changed. Try again in a moment."
	NotUnderstood = "This version of Roundel can't read that, so nothing was changed. Reload Discord (Ctrl+R) and try again."
	FormTooLate   = "The form took too long to open. Nothing was changed; try again."
)

// FullTextAttached is the last line of a message that is only the beginning of a longer text.
const FullTextAttached = "… the full text is in the attached file."

// ErrorFallback answers a command that failed if no better sentence can be found. ref is its reference number in the log, or
// empty if the command was refused.
func ErrorFallback(ref string) string {
	if ref == "" {
		return "That can't be done now. Nothing was changed."
	}
	return "Something went wrong inside Roundel. Try again; if it keeps happening, give whoever hosts the bot this number: " + ref + "."
}
