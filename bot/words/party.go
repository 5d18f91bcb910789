package words

import (
	"roundel/snowflake"
)

// mentions lists users as a message mentions them.
func mentions(users []snowflake.User) string {
	list := make([]string, len(users))
	for i, user := range users {
		list[i] = Mention(user)
	}
	return And(list)
}

// InvitedLately says why an invitation pings nobody.
const InvitedLately = "Nobody was pinged: everyone who can be invited was pinged here less than 10 min ago. Ask them to press **Join** on the card."

// Invitation invites users to a fight. more is how many others there are; usual: they are of the channel's usual party.
func Invitation(users []snowflake.User, more int, usual bool) string {
	switch {
	case len(users) == 0 && usual:
		return everyoneIsIn
	case len(users) == 0:
		return nobodyToInvite
	}
	text := mentions(users) + ": to enter the fight with your saved character, press Join."
	switch {
	case more == 1:
		text += " One more person can join this way, too."
	case more > 1:
		text += " " + Grouped(more) + " more people can join this way, too."
	}
	return text
}

// What GMs read about the party of a channel.
const (
	nobodyToInvite = "There's nobody to invite: nobody else here has a saved character that fits. To save one, use `/character save`."
	everyoneIsIn   = "There's nobody to invite: everyone in this channel's usual party is in the fight or has left the server."
	PartyDeleted   = "This channel no longer has a usual party. `/init start party:True` invites everyone who has a saved character that fits."
	noParty        = "This channel has no usual party, so `/init start party:True` invites everyone who has a saved character that fits. " +
		"To keep the players of a fight as the usual party, use `/party save`."
)

// PartySaved says that these users are the usual party of a channel now.
func PartySaved(users []snowflake.User) string {
	return "Saved. " + Party(users)
}

// Party shows the usual party of a channel.
func Party(users []snowflake.User) string {
	if len(users) == 0 {
		return noParty
	}
	return "This channel's usual party: " + mentions(users) + ". `/init start party:True` invites them."
}

// ChooseCharacter asks with which saved character to join.
const (
	ChooseCharacter = "Which of your characters should join?"
	MenuCharacter   = "Choose a character"
)
