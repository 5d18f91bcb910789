package smallbot

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// None allows no mentions.
func None() *discordgo.MessageAllowedMentions {
	return &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}
}

// Done answers every command with "done". It calls failed if the answer is refused or lost.
func Done(failed func(error)) Handler {
	return func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		reply(failed, bot, i, discordgo.InteractionResponseChannelMessageWithSource,
			&discordgo.InteractionResponseData{Content: "done", AllowedMentions: None()})
	}
}

// Table answers with a public message with a button, an ephemeral message, a form, and choices. It calls failed if an answer is
// refused.
func Table(failed func(error)) Handler {
	return func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		switch i.Type {
		case discordgo.InteractionApplicationCommand:
			data := i.ApplicationCommandData()
			if data.Name == "say" {
				reply(failed, bot, i, discordgo.InteractionResponseDeferredChannelMessageWithSource,
					&discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral})
				text := "said " + data.Options[0].StringValue()
				if _, err := bot.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &text, AllowedMentions: None()}); err != nil {
					failed(err)
				}
				return
			}
			var parts []string
			for _, o := range data.Options[0].Options {
				parts = append(parts, fmt.Sprintf("%s=%v", o.Name, o.Value))
			}
			reply(failed, bot, i, discordgo.InteractionResponseChannelMessageWithSource, &discordgo.InteractionResponseData{
				Content: "added " + strings.Join(parts, " ") + " by <@" + i.Member.User.ID + ">", AllowedMentions: None(),
				Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.Button{Label: "Join", CustomID: "join", Style: discordgo.PrimaryButton}}}}})
		case discordgo.InteractionMessageComponent:
			reply(failed, bot, i, discordgo.InteractionResponseModal, &discordgo.InteractionResponseData{CustomID: "form",
				Title: "Join the fight", Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.TextInput{CustomID: "who", Label: "Name", Style: discordgo.TextInputShort, Required: true, Value: "Anna"}}}}})
		case discordgo.InteractionModalSubmit:
			row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
			reply(failed, bot, i, discordgo.InteractionResponseUpdateMessage, &discordgo.InteractionResponseData{
				Content: row.Components[0].(*discordgo.TextInput).Value + " joined", AllowedMentions: None()})
		case discordgo.InteractionApplicationCommandAutocomplete:
			reply(failed, bot, i, discordgo.InteractionApplicationCommandAutocompleteResult, &discordgo.InteractionResponseData{
				Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Goblin", Value: "goblin"}}})
		}
	}
}

func reply(failed func(error), bot *discordgo.Session, i *discordgo.InteractionCreate, kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData) {
	if err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
		failed(err)
	}
}
