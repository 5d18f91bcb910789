package attach_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"roundel/bot/attach"
)

// A file is downloaded from the host of DISCORD_API_URL, but not from just anywhere.
func ExampleFetcher_Fetch() {
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "dice: 1d20")
	}))
	defer discord.Close()
	fetcher, err := attach.New(attach.Config{APIURL: discord.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, address := range []string{discord.URL + "/ephemeral-attachments/1/2/house.yaml", "https://example.org/house.yaml"} {
		data, err := fetcher.Fetch(context.Background(), attach.Attachment{Name: "house.yaml", Size: 10, URL: address}, 32<<10)
		if refused := (*attach.Error)(nil); errors.As(err, &refused) {
			fmt.Println(refused.Problem == attach.NotDiscord, refused)
			continue
		}
		fmt.Println(string(data))
	}
	// Output:
	// dice: 1d20
	// true attach: the address of the file is not one of Discord's
}
