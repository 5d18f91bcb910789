package words

import (
	"roundel/bot/words/lang"
	"roundel/snowflake"
)

// mentions returns users as mentions.
func mentions(users []snowflake.User) []lang.Phrase {
	list := make([]lang.Phrase, len(users))
	for i, user := range users {
		list[i] = User(user)
	}
	return list
}

// User returns a user as a mention.
func User(user snowflake.User) lang.Phrase {
	return lang.P("party.user", lang.Text("user", Mention(user)))
}

// Invitation invites users to a fight. more is the number of others who are not listed; usual: they are of the channel's usual party.
func Invitation(l *lang.Language, users []snowflake.User, more int, usual bool) string {
	switch {
	case len(users) == 0 && usual:
		return l.Line("party.everyone-in")
	case len(users) == 0:
		return l.Line("party.nobody-fits")
	}
	return l.Line("party.invite", lang.AllParts("users", mentions(users)), lang.N("more", more))
}

// Party shows the usual party of a channel; saved: it has just been changed.
func Party(l *lang.Language, users []snowflake.User, saved bool) string {
	if len(users) == 0 {
		return l.Line("party.none")
	}
	return l.Line("party.usual", lang.Flag("saved", saved), lang.AllParts("users", mentions(users)))
}
