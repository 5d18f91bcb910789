// An independent client of the sandbox: connects, registers a command, answers it and a button, and tells on standard
// output what happens. It ends with its standard input.

const { Client, Events, GatewayIntentBits, MessageFlags } = require("discord.js");

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${process.env.SANDBOX}/api` },
  allowedMentions: { parse: [] } });
const tell = (text) => console.log(text);

client.once(Events.ClientReady, async () => {
  await client.application.commands.set([{ name: "ping", description: "Answers", options: [
    { name: "text", description: "What to answer", type: 3, required: true, autocomplete: true }] },
  { name: "Greet", type: 2 }, { name: "Quote", type: 3 }]);
  tell(`ready as ${client.user.tag} in ${client.guilds.cache.map((guild) => guild.name)}`);
});
client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isAutocomplete()) {
    await interaction.respond([{ name: `${interaction.options.getFocused()}!`, value: "offered" }]);
  } else if (interaction.isChatInputCommand()) {
    const button = { type: 2, style: 1, label: "Again", custom_id: "again" };
    await interaction.deferReply();
    await interaction.editReply({ content: `pong ${interaction.options.getString("text")} for ${interaction.user.displayName}`,
      components: [{ type: 1, components: [button] }] });
    await interaction.followUp({ content: "and a word in private", flags: MessageFlags.Ephemeral });
  } else if (interaction.isUserContextMenuCommand()) {
    await interaction.reply(`hello ${interaction.targetUser.displayName}, ${interaction.targetMember.id === interaction.targetId}`);
  } else if (interaction.isMessageContextMenuCommand()) {
    await interaction.reply(`${interaction.targetMessage.author.displayName} said ${interaction.targetMessage.content}`);
  } else if (interaction.isButton()) {
    await interaction.update({ content: "pressed", components: [] });
    const sent = await interaction.channel.send("a message of its own");
    await sent.edit("a message of its own, edited");
    await sent.delete();
  }
});
client.on(Events.ShardResume, () => tell("resumed"));
client.on(Events.Error, (error) => tell(`error ${error.message}`));
process.on("unhandledRejection", (error) => { tell(`error ${error.message}`); process.exit(1); });
process.stdin.resume();
process.stdin.on("end", () => { client.destroy().finally(() => process.exit(0)); });
client.login(process.env.TOKEN);
