package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
)

// TestAFileThatEndedTheBotIsRefusedOverSockets: the process is killed over an uploaded ruleset. Discord delivers the command again to the next
// process, which refuses it and stays up. Attached once more, the file is added.
func TestAFileThatEndedTheBotIsRefusedOverSockets(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, tb *processTable) {
		db, text := tb.query(), "CAST(data AS text)"
		if tb.onPostgres() {
			text = "convert_from(data, 'UTF8')"
		}
		defer db.Close()
		const duel = "roundel: 1\nname: house-duel\ntitle: House Duel\nstats: {nerve: how calm you are}\norder: {by: score, roll: d20 + nerve}\n"
		tb.do("Admin", "/roundel settings reminder:7", "7")
		tb.srv.Fail(sandbox.Fault{Method: http.MethodGet, Path: "/ephemeral-attachments/**", Delay: time.Minute})
		id, err := tb.srv.User("Admin").Attach("house.yaml", []byte(duel))
		if err != nil {
			t.Fatal(err)
		}
		it, err := tb.srv.User("Admin").Command("fight", "/ruleset add file:"+id)
		if err != nil {
			t.Fatal(err)
		}
		noted := func() bool {
			t.Helper()
			var found bool
			err := db.QueryRow("SELECT EXISTS (SELECT 1 FROM settings WHERE "+text+" LIKE '%' || $1 || '%')", it.ID).Scan(&found)
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		tb.until("it is noted that the file is tried out, and the bot is thinking", func() bool { return it.Response().Deferred && noted() })
		tb.kill()
		tb.begin()
		got, err := it.Wait(tb.soon())
		if err != nil {
			t.Fatal(err)
		}
		tb.check("delivered again", got, []string{"The bot stopped while it was trying out this file."})
		if tb.srv.Resumes() == 0 {
			t.Error("nothing was delivered again")
		}
		tb.until("it is no longer noted", func() bool { return !noted() })
		if list := tb.do("Anna", "/ruleset list").Text(); strings.Contains(list, "house-duel") {
			t.Errorf("it was added: %s", list)
		}
		tb.upload("Admin", duel, "", "has been added")
		tb.do("Admin", "/roundel settings", "7")
	})
}
