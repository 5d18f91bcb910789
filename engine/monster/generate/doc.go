// Command generate writes the file with the monsters that come with the bot out of a list of facts.
//
//	go run ./generate facts.json srd-5.1.json
//
// The facts are a JSON object with the keys attribution and monsters. Each monster has name, ac, hp, hit_dice, modifiers of the six
// abilities, saves, attacks, recharge, legendary_actions and legendary_resistance; anything else is left out.
package main
