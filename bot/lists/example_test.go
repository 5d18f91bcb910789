package lists_test

import (
	"fmt"

	"roundel/bot/discord"
	"roundel/bot/lists"
)

// Somebody adds a name to a list. The store calls the function in a transaction.
func ExampleAmend() {
	stored := []byte(`["Owlbear"]`)
	store := func(change lists.Change) (answer []byte, again bool, err error) {
		stored, answer, err = change(stored)
		return answer, false, err
	}
	reply, err := lists.Amend(store, func(have []string) ([]string, *discord.Reply, error) {
		return append(have, "Rat"), lists.Private("Saved."), nil
	})
	fmt.Println(reply.Text, string(stored), err)
	// Output: Saved. ["Owlbear","Rat"] <nil>
}
