package words

import (
	"time"

	"roundel/bot/words/lang"
)

// inWords spells a stretch of time out: "1 hour 5 minutes", "40 seconds".
func inWords(d time.Duration) lang.Phrase {
	return stretch(d, "time.seconds", "time.minutes", "time.hours", "time.days")
}

// duration abbreviates a stretch of time: "1 h 5 min", "40 s".
func duration(d time.Duration) lang.Phrase {
	return stretch(d, "time.s", "time.min", "time.h", "time.d")
}

// stretch returns a stretch of time in its largest unit; days begin at 48 hours. The units are IDs of texts.
func stretch(d time.Duration, seconds, minutes, hours, days string) lang.Phrase {
	switch h := int(d.Hours()); {
	case d < time.Minute: // a clock that was set back must not give a negative time
		return lang.P(seconds, lang.N("n", max(0, int(d.Seconds()))))
	case d < time.Hour:
		return lang.P(minutes, lang.N("n", int(d.Minutes())))
	case h < 48:
		return lang.P(hours, lang.N("n", h), lang.N("minutes", int(d.Minutes())%60))
	default:
		return lang.P(days, lang.N("n", h/24))
	}
}
