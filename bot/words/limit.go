package words

import "fmt"

// TooFast answers a command that came after too many others in a minute.
func TooFast(perMinute int) string {
	return fmt.Sprintf("You sent more than %d commands here within a minute, so nothing was changed. Try again in a few seconds.", perMinute)
}

// FileTooLarge answers in place of a file that Discord would not take.
func FileTooLarge(megabytes int) string {
	return fmt.Sprintf("The file is %d MB, and Discord takes at most 10 MB. Whoever hosts the bot can export everything with `roundel export`.", megabytes)
}
