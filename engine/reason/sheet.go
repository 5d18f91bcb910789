package reason

// Checks and sheets.
const (
	// NotYourCharacter: the asker has no combatant of that name in the fight [Text].
	NotYourCharacter Reason = "not-your-character"
	// SayWhose: the asker has several combatants whose numbers could be meant [Names].
	SayWhose Reason = "say-whose"
	// NoChecks: neither the ruleset nor the sheet says what a check rolls; code NotInRules [Name].
	NoChecks Reason = "no-checks"
	// CheckUnder: in the ruleset a check is against the number itself, so that nothing else can be asked for; code NotInRules [Ruleset].
	CheckUnder Reason = "check-under"
	// CheckModifier: what is added to a check isn't a number or dice [Text].
	CheckModifier Reason = "check-modifier"
	// CheckNotTyped: these dice do more than show numbers, so that the bot has to roll them [Dice].
	CheckNotTyped Reason = "check-not-typed"
	// NoNumber: nobody has said with what the check is [Name].
	NoNumber Reason = "no-number"
	// SeveralNumbers: several numbers could be meant [Text, Names].
	SeveralNumbers Reason = "several-numbers"
	// UnknownNumber: the character has no such number; code NotFound [Name, Text, Near: the name most like it, or empty].
	UnknownNumber Reason = "unknown-number"
)
