// Command generate makes the books of monsters that come with the bot from lists of facts.
//
//	go run ./generate "SRD 5.1" generate/srd-5.1.json srd-5.1.zip
//
// The facts are a JSON object, see the type facts. Anything that it doesn't understand is an error.
package main
