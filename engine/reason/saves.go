package reason

// Saves of several.
const (
	// NoSaves: the ruleset has no saves; code NotInRules [Ruleset].
	NoSaves Reason = "no-saves"
	// NoSaveEdge: saves have no advantage and disadvantage; code NotInRules [Ruleset].
	NoSaveEdge Reason = "no-save-edge"
	// NoSaveDegrees: saves have no critical results; code NotInRules [Ruleset].
	NoSaveDegrees Reason = "no-save-degrees"
	// NoRepeat: effects have no save that ends them; code NotInRules [Ruleset].
	NoRepeat Reason = "no-repeat"
	// UnknownSave: nobody saves with that [Ruleset, Text, Names: the stats].
	UnknownSave Reason = "unknown-save"
	// SaveNeeds: the save or its difficulty is missing [Stat: one to save with].
	SaveNeeds Reason = "save-needs"
	// NobodyStands: all of a group or a side are at 0 hit points [Text].
	NobodyStands Reason = "nobody-stands"
	// TooManySaving: more targets than can save at once [Count, High].
	TooManySaving Reason = "too-many-saving"
	// TooManyAsked: the fight has as many asked saves as can be open [High].
	TooManyAsked Reason = "too-many-asked"
	// NotYourSaves: only the GM and the owner of an active combatant ask others for saves [Turn, GMActs].
	NotYourSaves Reason = "not-your-saves"
	// SavesOfGM: in this server only the GM asks others for saves.
	SavesOfGM Reason = "saves-of-gm"
	// NoSaveEffect: an option is about effects, and there are none [Option].
	NoSaveEffect Reason = "no-save-effect"
	// SaveName: the name of saves is too long or has line breaks [Low, High].
	SaveName Reason = "save-name"
	// SaveSuccess: not a part of the damage that a success can take [Text].
	SaveSuccess Reason = "save-success"
	// SaveModifier: not a modifier for all, or a name and a modifier [Text].
	SaveModifier Reason = "save-modifier"
	// TwoModifiers: two modifiers for one name [Name].
	TwoModifiers Reason = "two-modifiers"
	// SaveNotTarget: somebody is named who doesn't save [Name].
	SaveNotTarget Reason = "save-not-target"
	// PreparedName: the name of a prepared save is missing or too long [Low, High].
	PreparedName Reason = "prepared-name"
	// PreparedPart: not a part of a prepared save [Name, Text].
	PreparedPart Reason = "prepared-part"
	// PreparedLacks: a prepared save lacks what is saved with, or the dc [Name].
	PreparedLacks Reason = "prepared-lacks"
	// TooManyPrepared: more prepared saves than one can have [Count, High].
	TooManyPrepared Reason = "too-many-prepared"
	// UnknownPrepared: nobody for whom the asker acts has a prepared save with that name [Text, Names: those there are, Near].
	UnknownPrepared Reason = "unknown-prepared"
	// SaveOver: the save has been made or dropped.
	SaveOver Reason = "save-over"
)
