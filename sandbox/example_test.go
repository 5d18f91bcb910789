package sandbox_test

import (
	"fmt"
	"log"
	"net/http"
	"strings"

	"roundel/sandbox"
)

// The stand-in answers a bot's requests as Discord would, shows people what they would see, and records what Discord
// would refuse.
func Example() {
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer srv.Close()

	for _, body := range []string{`{"content":"Roll initiative!","allowed_mentions":{"parse":[]}}`, `{"content":""}`} {
		request, err := http.NewRequest("POST", srv.URL()+"/api/v10/channels/"+srv.ChannelID("fight")+"/messages", strings.NewReader(body))
		if err != nil {
			log.Fatal(err)
		}
		request.Header.Set("Authorization", "Bot "+srv.Token())
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			log.Fatal(err)
		}
		response.Body.Close()
		fmt.Println(response.Status)
	}

	seen, err := srv.Messages("fight", "Anna")
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range seen {
		fmt.Printf("Anna sees: %s: %s\n", m.Author, m.Text)
	}
	for _, v := range srv.Violations() {
		fmt.Printf("refused: %d %s\n", v.Code, v.Why)
	}
	// Output:
	// 200 OK
	// 400 Bad Request
	// Anna sees: Roundel: Roll initiative!
	// refused: 50006 Cannot send an empty message
}
