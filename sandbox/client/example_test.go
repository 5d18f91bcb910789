package client_test

import (
	"encoding/json"
	"fmt"
	"log"
	"time"

	"roundel/sandbox/client"
	"roundel/sandbox/world"
)

// A slash command is read as people type it, and checked as Discord's client checks it before anything is sent.
func Example() {
	w := world.New("Roundel", time.Unix(0, 0))
	hit := &world.Command{Name: "hit", Kind: 1, Options: []*world.Option{
		{Name: "target", Kind: world.OptString, Required: true},
		{Name: "damage", Kind: world.OptInteger},
	}}
	find := func(string) *world.Command { return hit }
	anna := client.Scope{World: w, Channel: w.FindChannel("fight"), UserID: w.FindUser("Anna").ID}

	for _, typed := range []string{"/hit target:Goblin Boss damage:7", "/hit damage:7", "/hit target:Goblin damage:lots"} {
		line, err := client.ReadLine(typed, find)
		if err != nil {
			log.Fatal(err)
		}
		data, err := anna.Data(line, "")
		if err != nil {
			fmt.Println("not sent:", err)
			continue
		}
		sent, err := json.Marshal(data["options"])
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("sent:", string(sent))
	}
	// Output:
	// sent: [{"name":"target","type":3,"value":"Goblin Boss"},{"name":"damage","type":4,"value":7}]
	// not sent: /hit: option target is required
	// not sent: /hit: damage: "lots" is not a number
}
