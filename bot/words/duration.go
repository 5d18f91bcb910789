package words

import (
	"fmt"
	"strings"
	"time"
)

// InWords returns a stretch of time as one says it: "1 hour 5 minutes", "40 seconds".
func InWords(d time.Duration) string {
	switch {
	case d < time.Minute: // a clock that was put back must not give a negative time
		return Counted(max(0, int(d.Seconds())), "second")
	case d < time.Hour:
		return Counted(int(d.Minutes()), "minute")
	case d < 48*time.Hour:
		hours := Counted(int(d.Hours()), "hour")
		if minutes := int(d.Minutes()) % 60; minutes > 0 {
			hours += " " + Counted(minutes, "minute")
		}
		return hours
	}
	return Counted(int(d.Hours()/24), "day")
}

// Duration returns a stretch of time in short: "1 h 5 min", "40 s".
func Duration(d time.Duration) string {
	switch {
	case d < time.Minute: // a clock that was put back must not give a negative time
		return fmt.Sprintf("%d s", max(0, int(d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return strings.TrimSuffix(fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60), " 0 min")
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}
