package page_test

import (
	"fmt"
	"log"
	"net/http"
	"strings"

	"roundel/sandbox"
	"roundel/sandbox/page"
)

// The page is served at the sandbox's address, and so is its API.
func ExampleHandlers() {
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer srv.Close()
	srv.Handle(page.Handlers(srv, page.Config{}))

	body := strings.NewReader(`{"user":"Anna","channel":"fight","text":"Is anybody here?"}`)
	response, err := http.Post(srv.URL()+"/sandbox/say", "application/json", body)
	if err != nil {
		log.Fatal(err)
	}
	response.Body.Close()

	seen, err := srv.Messages("fight", "GM")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("GM sees: %s: %s\n", seen[0].Author, seen[0].Text)
	// Output:
	// GM sees: Anna: Is anybody here?
}
