package discord_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"roundel/bot/discord"
)

// A file is downloaded from the host of DISCORD_API_URL, but not from just anywhere.
func ExampleFetcher_Fetch() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "dice: 1d20")
	}))
	defer server.Close()
	fetcher, err := discord.NewFetcher(discord.FetcherConfig{APIURL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, address := range []string{server.URL + "/ephemeral-attachments/1/2/house.yaml", "https://example.org/house.yaml"} {
		data, err := fetcher.Fetch(context.Background(), discord.Attachment{Name: "house.yaml", Size: 10, URL: address}, 32<<10)
		if refused := (*discord.Error)(nil); errors.As(err, &refused) {
			fmt.Println(refused.Problem == discord.NotDiscord, refused)
			continue
		}
		fmt.Println(string(data))
	}
	// Output:
	// dice: 1d20
	// true attach: the address of the file is not one of Discord's
}
