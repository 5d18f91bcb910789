package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/store/sqlite"

	"golang.org/x/sys/unix"
)

// roundel runs the program with an environment, and returns its exit status and output.
func roundel(t *testing.T, env []string, args ...string) (int, string) {
	t.Helper()
	out := &output{}
	err := run(t.Context(), args, env, out, out)
	return status(err), out.String()
}

// must runs the program and fails unless it succeeds.
func must(t *testing.T, env []string, args ...string) string {
	t.Helper()
	code, out := roundel(t, env, args...)
	if code != 0 {
		t.Fatalf("roundel %s: status %d\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

// fails runs the program and fails unless it ends with a status and prints one line that has the words.
func fails(t *testing.T, env []string, want int, words string, args ...string) {
	t.Helper()
	code, out := roundel(t, env, args...)
	if code != want || !strings.Contains(out, words) || strings.Count(out, "\n") != 1 {
		t.Errorf("roundel %s: status %d, want %d and %q in one line:\n%s", strings.Join(args, " "), code, want, words, out)
	}
}

// TestEveryCommandHasHelp: it is in the list of commands, and its own help has the exit statuses and no long lines.
func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	all := must(t, nil, "--help")
	for _, cmd := range commands() {
		if !strings.Contains(all, "\n  roundel "+cmd.name) {
			t.Errorf("the list lacks %s", cmd.name)
		}
		own := must(t, nil, cmd.name, "--help")
		if cmd.name == "sandbox" { // has its own text
			continue
		}
		if !strings.HasPrefix(own, "roundel "+cmd.name) || !strings.Contains(own, statusHelp) {
			t.Errorf("%s:\n%s", cmd.name, own)
		}
		for line := range strings.Lines(own) {
			if len([]rune(line)) > 150 {
				t.Errorf("%s: this line is too long: %s", cmd.name, line)
			}
		}
		if cmd.run == nil && cmd.name != "run" {
			t.Errorf("%s does nothing", cmd.name)
		}
	}
	for _, name := range settingNames() {
		if !strings.Contains(all, name) {
			t.Errorf("the help lacks %s", name)
		}
	}
}

// TestHelpShowsTheDefaults: the defaults in the help are the real ones.
func TestHelpShowsTheDefaults(t *testing.T) {
	t.Parallel()
	all := must(t, nil, "--help")
	fields := reflect.TypeFor[settings]()
	for i := range fields.NumField() {
		tag := fields.Field(i).Tag
		name, standard := tag.Get("env"), tag.Get("envDefault")
		if standard == "" {
			continue
		}
		_, after, _ := strings.Cut(all, "  "+name+" ")
		if line, _, _ := strings.Cut(after, "\n"); !strings.HasSuffix(line, "("+standard+")") {
			t.Errorf("the default of %s is %s, but the help says: %s", name, standard, line)
		}
	}
}

// TestMisuseNamesTheProgram: every error about the command line starts with the program's name.
func TestMisuseNamesTheProgram(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"dance"}, {"--dance"}, {"run", "now"}, {"help", "x", "y"}, {"backup"}, {"sandbox", "--dance"}, {"sandbox", "now"}} {
		if status, out := roundel(t, nil, args...); status != 2 || !strings.HasPrefix(out, "roundel") {
			t.Errorf("%v: status %d: %s", args, status, out)
		}
	}
}

// TestAFightIsBackedUpRestoredAndMoved: a running fight is backed up, lost, restored, checked, and moved to another machine
// as an archive, where it continues.
func TestAFightIsBackedUpRestoredAndMoved(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	dir := t.TempDir()
	env := []string{"ROUNDEL_DB=" + tb.db}
	backup, archive := filepath.Join(dir, "backup.db"), filepath.Join(dir, "fights.jsonl")
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.do("GM", "/init add name:Goblin count:3 stats:init 7, hp 5 roll:12", "join")
	tb.do("GM", "/init roll", "Round 1")
	tb.turn("Anna", "/next", "Round 1 · Goblin")
	want, wantLog := exported(tb), tb.do("GM", "/init log").Text()

	if out := must(t, env, "backup", backup); !strings.Contains(out, "is a sound copy of") || !strings.Contains(out, "1 fight (1 open)") {
		t.Error(out)
	}
	fails(t, env, 1, "already exists", "backup", backup)
	if out := must(t, env, "check"); !strings.Contains(out, "sound") { // while the bot runs
		t.Error(out)
	}
	must(t, env, "check", backup)
	must(t, env, "export", archive)
	fails(t, env, 1, "already exists; choose another name for the archive", "export", archive)
	for _, name := range []string{tb.db, backup, archive} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, want 0600, %v", name, info.Mode().Perm(), err)
		}
	}
	if out := must(t, env, "export", "-"); strings.Count(out, "\n") < 8 || !strings.HasPrefix(out, `{"roundel":1`) {
		t.Error(out)
	}
	fails(t, env, 1, "stop that process first", "restore", "--force", backup)
	fails(t, env, 1, "stop that process first", "import", archive)

	lost := tb.turn("GM", "/next", "Round 2 · Knight")
	tb.end()
	fails(t, env, 1, "add --force to move it aside", "restore", backup)
	fails(t, env, 1, "import needs an empty one", "import", archive)
	if out := must(t, env, "restore", backup, "--force"); !strings.Contains(out, "is kept as") {
		t.Error(out)
	}
	tb.start()
	if got := exported(tb); got != want {
		t.Errorf("restored\n%s\nwant\n%s", got, want)
	}
	tb.press("Anna", lost.ID, "End turn", "earlier turn", "Goblin's turn now") // the backup knows nothing of this card
	tb.do("GM", "/next", "Round 2 · Knight")
	tb.end()

	tb.db = filepath.Join(dir, "elsewhere", "roundel.db")
	env = []string{"ROUNDEL_DB=" + tb.db}
	if out := must(t, env, "import", archive); !strings.Contains(out, "now holds 1 fight with") {
		t.Error(out)
	}
	must(t, env, "check")
	tb.start()
	if got := exported(tb); got != want {
		t.Errorf("imported\n%s\nwant\n%s", got, want)
	}
	if got := tb.do("GM", "/init log").Text(); got != wantLog {
		t.Errorf("imported log\n%s\nwant\n%s", got, wantLog)
	}
	tb.do("GM", "/next", "Round 2 · Knight")
	tb.until("the imported fight has a card", func() bool {
		seen, err := tb.srv.Messages(tb.where(), "Cleo")
		tb.must(err)
		card := newestCard(seen)
		return strings.HasPrefix(card.Text, "**Round 2 · Knight** @Anna") && card.ID == seen[len(seen)-1].ID
	})
}

func exported(tb *table) string {
	tb.t.Helper()
	got := tb.do("GM", "/init export")
	if got.Message == nil || len(got.Message.Files) != 1 {
		tb.t.Fatalf("no file: %s", got.Text())
	}
	return string(got.Message.Files[0].Data)
}

// TestCommandsFailWithoutADatabase: commands that read a database do not create one.
func TestCommandsFailWithoutADatabase(t *testing.T) {
	t.Parallel()
	env := []string{"ROUNDEL_DB=" + filepath.Join(t.TempDir(), "none.db")}
	to := filepath.Join(t.TempDir(), "to")
	fails(t, env, 1, "no database at", "check")
	fails(t, env, 1, "no database at", "backup", to)
	fails(t, env, 1, "no database at", "export", to)
	fails(t, env, 1, "no database at", "restore", to)
	fails(t, env, 1, "cannot read the archive", "import", to)
	if err := os.WriteFile(to, []byte(strings.Repeat("this is not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	fails(t, env, 1, "file is not a database", "check", to)
	fails(t, env, 1, "restore another backup than "+to, "restore", to)
	fails(t, []string{"ROUNDEL_DB=" + to}, 1, "restore an earlier backup with roundel restore", "backup", to+".copy")
	fails(t, []string{"ROUNDEL_HTTP_ADDR=" + freeAddress(t)}, 1, "check that it runs, with the same ROUNDEL_HTTP_ADDR", "health")
	fails(t, env, 1, "is a folder", "import", t.TempDir())
	fails(t, env, 1, "choose a folder that exists", "export", filepath.Join(to, "x"))
	fails(t, env, 1, "file is not a database", "restore", to)
	if code, out := roundel(t, env, "import", to); code != 1 || !strings.Contains(out, "not an archive") {
		t.Errorf("import: status %d\n%s", code, out)
	}
}

// TestCheckReportsFaults: every fault is on its own line, followed by what to do.
func TestCheckReportsFaults(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start", "begins")
	tb.end()
	env := []string{"ROUNDEL_DB=" + tb.db}
	tamper(t, tb.db, "UPDATE entries SET events = '[]'")
	code, out := roundel(t, env, "check")
	if code != 1 || !strings.Contains(out, "encounter 1: ") || !strings.Contains(out, "roundel restore") {
		t.Errorf("status %d\n%s", code, out)
	}
	code, out = roundel(t, env, "backup", filepath.Join(t.TempDir(), "b.db"))
	if code != 1 || !strings.Contains(out, "b.db.unsound") {
		t.Errorf("status %d\n%s", code, out)
	}
	must(t, env, "restore", "--force", emptyBackup(t)) // the suggested remedy works
	tb.start()
	tb.do("GM", "/init list", "no fight")
}

// tamper runs statements on a database without the bot.
func tamper(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

// emptyBackup returns the path of a backup of an empty database.
func emptyBackup(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "empty.db")
	tb := newTable(t)
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "backup", name)
	tb.end()
	return name
}

// TestHealthReportsTheBotsState: the exit status is 0 while the bot is healthy, and 1 if it does not answer or is not ready.
func TestHealthReportsTheBotsState(t *testing.T) {
	t.Parallel()
	addr := freeAddress(t)
	env := []string{"ROUNDEL_HTTP_ADDR=" + addr}
	fails(t, env, 1, "does not answer", "health")
	tb := newTable(t, env...)
	if out := must(t, env, "health"); out != "ok\n" {
		t.Error(out)
	}
	if out := must(t, env, "health", "--ready"); out != "ready\n" {
		t.Error(out)
	}
	tb.srv.Blackout(true)
	tb.srv.DropGateway()
	tb.until("health says that the bot is not ready", func() bool { code, _ := roundel(t, env, "health", "--ready"); return code == 1 })
	must(t, env, "health")
	tb.srv.Blackout(false)
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestReachable(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{":80": "127.0.0.1:80", "0.0.0.0:80": "127.0.0.1:80", "[::]:80": "[::1]:80",
		"10.1.2.3:80": "10.1.2.3:80", "bot:80": "bot:80"} {
		if got := reachable(addr); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
}

// TestRegisterAndUnregister: register adds the commands, unregister removes them, and the invite link has the
// application's ID.
func TestRegisterAndUnregister(t *testing.T) {
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	env := []string{"DISCORD_TOKEN=" + srv.Token(), "DISCORD_API_URL=" + srv.URL()}
	if out := must(t, env, "register"); !strings.Contains(out, "commands are registered in every server") {
		t.Error(out)
	}
	if n := registered(t, srv); n < 8 {
		t.Errorf("Discord knows %d commands", n)
	}
	if out := must(t, env, "unregister"); !strings.Contains(out, "commands were removed in every server") {
		t.Error(out)
	}
	if n := registered(t, srv); n != 0 {
		t.Errorf("Discord still knows %d commands", n)
	}
	link := must(t, env, "invite")
	if !regexp.MustCompile(`^https://discord\.com/oauth2/authorize\?client_id=\d+&permissions=\d+&scope=bot\+applications\.commands\n$`).MatchString(link) {
		t.Error(link)
	}
	if own := must(t, nil, "invite", "--id", "42"); !strings.Contains(own, "client_id=42&") {
		t.Error(own)
	}
	fails(t, nil, 2, "--id", "invite") // without a token
	bad := []string{"DISCORD_TOKEN=" + secretToken, "DISCORD_API_URL=" + srv.URL()}
	for _, name := range []string{"register", "unregister", "invite"} {
		fails(t, bad, 1, "the bot token is not accepted", name)
	}
	fails(t, append(env, "DISCORD_GUILD_ID=99"), 1, "roundel invite prints the link", "register")
	fails(t, env, 2, "--guild is not a valid server ID", "register", "--guild", "mine")
	srv.Fail(sandbox.Fault{Method: "PUT", Path: "/applications/*/commands", Status: 400, Body: `{"code":50240,"message":"no"}`, Times: 2})
	fails(t, env, 1, "Entry Point command", "register") // nothing was registered
}

// TestWO9Register: roundel register says in the host's languages, too, what commands do, as the running bot does.
func TestWO9Register(t *testing.T) {
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	dir := t.TempDir()
	writeFile(t, dir, "hu.yaml", "language: hu\ntexts: {command: {next: Rajta!}}\n")
	must(t, []string{"DISCORD_TOKEN=" + srv.Token(), "DISCORD_API_URL=" + srv.URL(), "ROUNDEL_LANGUAGES=" + dir}, "register")
	var list []struct {
		Name         string            `json:"name"`
		Descriptions map[string]string `json:"description_localizations"`
	}
	readCommands(t, srv, "?with_localizations=true", &list)
	for _, c := range list {
		if c.Name == "next" && c.Descriptions["hu"] != "Rajta!" {
			t.Errorf("/next is registered as %q", c.Descriptions)
		}
	}
}

// registered returns the number of the bot's global commands at Discord.
func registered(t *testing.T, srv *sandbox.Server) int {
	t.Helper()
	var list []any
	readCommands(t, srv, "", &list)
	return len(list)
}

// readCommands reads the bot's global commands from Discord.
func readCommands(t *testing.T, srv *sandbox.Server, query string, list any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL()+"/api/v9/applications/"+srv.BotID()+"/commands"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+srv.Token())
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(list); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status, err)
	}
}

func TestVersion(t *testing.T) {
	out := must(t, nil, "version")
	if !strings.HasPrefix(out, "roundel ") || !strings.Contains(out, "go1.") {
		t.Error(out)
	}
}

// TestErrorsAreJSONIfTheLogIs: if the log is JSON, so are the errors of the other commands.
func TestErrorsAreJSONIfTheLogIs(t *testing.T) {
	t.Parallel()
	env := []string{"ROUNDEL_LOG_FORMAT=json", "ROUNDEL_DB=" + filepath.Join(t.TempDir(), "none.db")}
	for _, args := range [][]string{{"check"}, {"dance"}, {"backup"}, {"health"}, {"--dance"}} {
		_, out := roundel(t, env, args...)
		onlyJSON(t, out)
	}
}

// settingNames returns the environment variables of all settings.
func settingNames() []string {
	var out []string
	for field := range reflect.TypeFor[settings]().Fields() {
		if name := field.Tag.Get("env"); name != "" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// TestAMistypedAddressIsNotAFile: it would hold an empty database, and its name the password.
func TestAMistypedAddressIsNotAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const words = "is not a valid address of a database"
	for _, db := range []string{"Postgres://u:s3cret@h/db", "postgres:/u:s3cret@h/db", "mysql://u:s3cret@h/db", "host=h user=u password=s3cret",
		"host=h dbname=db", "h:5432/db", "file:roundel.db", ":memory:"} {
		env := []string{"DISCORD_TOKEN=x", "ROUNDEL_DB=" + db}
		if _, err := readSettings(env); err == nil || !strings.Contains(err.Error(), "ROUNDEL_DB "+words) || strings.Contains(err.Error(), "s3cret") {
			t.Error(err)
		}
		for _, args := range [][]string{{"check"}, {"export", "-"}, {"import", "-"}, {"backup", "b"}, {"restore", "b"}} {
			fails(t, env, 2, "ROUNDEL_DB "+words, args...)
		}
		fails(t, nil, 2, "FILE "+words, "check", db)
	}
	fails(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_DB=~/roundel.db"}, 2, "ROUNDEL_DB begins with ~, which only a shell expands; write the whole path")
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("%v is there, %v", left, err)
	}
}

// TestPathsThatLookLikeAddresses: a file or a folder that an earlier release created at such a path is used, and the log says how to write the path.
func TestPathsThatLookLikeAddresses(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"~/roundel.db", "~roundel.db", "file:data/roundel.db", "host=h dbname=db", ":memory:", "h:5432/db"} {
		fails(t, []string{"ROUNDEL_DB=" + path}, 2, "ROUNDEL_DB ", "check")
		st, err := sqlite.Open(t.Context(), path, t.Logf)
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		for _, same := range []string{path, "./" + path} {
			env := []string{"DISCORD_TOKEN=x", "ROUNDEL_DB=" + same}
			if code, out := roundel(t, env, "check"); code != 0 || !strings.Contains(out, same+": ") {
				t.Errorf("%s: status %d, %s", same, code, out)
			}
			s, err := readSettings(env)
			var want []string
			if same == path {
				want = []string{"ROUNDEL_DB is taken literally, as a path; write it as ./" + path}
			}
			if got := ambiguous(s); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %q, %v", same, got, err)
			}
		}
	}
	const said = "ROUNDEL_DB is taken literally, as a path; write it as ./~/roundel.db"
	env := []string{"DISCORD_TOKEN=x", "DISCORD_API_URL=http://127.0.0.1:1", "ROUNDEL_DB=~/roundel.db", "ROUNDEL_BACKUP_DIR=~"}
	ctx, stop := context.WithCancel(t.Context())
	stop() // it logs this first
	out := &output{}
	if err := run(ctx, nil, env, out, out); !hasAll(out.String(), []string{said, "ROUNDEL_BACKUP_DIR is taken literally, as a path; write it as ./~"}) {
		t.Errorf("%v: %s", err, out)
	}
	if _, text := roundel(t, env[1:], "doctor"); strings.Count(text, said) != 1 { // without a token, it doesn't ask Discord
		t.Errorf("doctor: %s", text)
	}
}

// TestCommandsSayWhatToDo: what is wrong with a file or an argument is told with what to do about it, and nothing is left behind.
func TestCommandsSayWhatToDo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "roundel.db")
	env, empty := []string{"ROUNDEL_DB=" + path}, filepath.Join(dir, "empty.jsonl")
	st, err := sqlite.Open(t.Context(), path, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	fails(t, env, 1, "choose a folder that exists and can be written to", "backup", filepath.Join(dir, "no", "x.db"))
	for _, name := range []string{"backup", "restore", "export", "import", "check"} {
		fails(t, env, 2, "FILE", name, "")
	}
	writeFile(t, dir, "empty.jsonl", "")
	fails(t, env, 1, "cut short", "import", empty)
	// A file may come later, so the service manager should start the bot again.
	fails(t, []string{"ROUNDEL_DB=postgres://u:p@h/db?sslrootcert=" + filepath.Join(dir, "no.pem")}, 1, "names a file that cannot be used", "check")
	for address, want := range map[string]string{
		"postgres://u:hunter2@h/db?sslrootcert=" + filepath.Join(dir, "no.pem"): "a database on a PostgreSQL server: the address of the database names a file",
		"postgres://u:hunter2@127.0.0.1:1":                                      "the user's own database on the PostgreSQL server 127.0.0.1: the database server cannot be reached; ",
		"postgres://u:hunter2@127.0.0.1:1/db":                                   "db on the PostgreSQL server 127.0.0.1: the database server cannot be reached; ",
	} {
		var said struct{ Message string }
		out := &output{}
		err := run(t.Context(), nil, []string{"DISCORD_TOKEN=x", "ROUNDEL_DB=" + address}, out, out)
		if status(err) != 1 || json.Unmarshal([]byte(out.String()), &said) != nil || !strings.HasPrefix(said.Message, want) {
			t.Errorf("%v: %s", err, out)
		}
	}
	for _, address := range []string{"postgres://u:x@s3cr3t@h/db", "postgres://u:12/s3cr3t@h/db", "postgres://u:s3cr3t@h:99999/db"} {
		out := &output{}
		for _, args := range [][]string{{"run"}, {"check"}} {
			err := run(t.Context(), args, []string{"DISCORD_TOKEN=" + secretToken, "ROUNDEL_DB=" + address, "DISCORD_API_URL=http://127.0.0.1:1"}, out, out)
			if status(err) != 2 || !strings.Contains(out.String(), "ROUNDEL_DB is not a valid address of a database: ") || !strings.Contains(out.String(), "percent-encoded") {
				t.Errorf("%v: %v: %s", args, err, out)
			}
		}
		if strings.Contains(out.String(), "s3cr3t") || strings.Contains(out.String(), "postgres: ") {
			t.Errorf("the output has the password or the name of a package: %s", out)
		}
	}
	if names := leftIn(t, dir); !slices.Equal(names, []string{"empty.jsonl", "roundel.db", "roundel.db.lock"}) {
		t.Errorf("%q are in the folder", names)
	}
}

// TestAnImportStops: an import that waits for a pipe, or for what it reads from one, ends when it is told to, and leaves nothing but an
// empty database.
func TestAnImportStops(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, opened := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		out, done := &output{}, make(chan error, 1)
		go func() {
			done <- run(ctx, []string{"import", pipe}, []string{"ROUNDEL_DB=" + filepath.Join(dir, "roundel.db")}, out, out)
		}()
		if opened {
			begin(t, pipe)
		} else {
			time.Sleep(100 * time.Millisecond) // it waits for somebody to write, or doesn't wait yet
		}
		cancel()
		select {
		case err := <-done:
			if status(err) != 1 || !errors.Is(err, context.Canceled) || strings.Contains(out.String(), "give the file") {
				t.Errorf("%v: %s", err, out)
			}
		case <-time.After(time.Minute):
			t.Fatal("it goes on")
		}
		want := []string{"pipe"}
		if opened {
			want = append(want, "roundel.db", "roundel.db.lock")
		}
		if names := leftIn(t, dir); !slices.Equal(names, want) {
			t.Errorf("%q are in the folder, want %q", names, want)
		}
	}
}

// begin writes the first byte of an archive to a pipe, and waits until it is read. The pipe stays open until the end of the test.
func begin(t *testing.T, pipe string) {
	t.Helper()
	f, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.WriteString("{"); err != nil {
		t.Fatal(err)
	}
	for unread := 1; unread > 0; time.Sleep(time.Millisecond) {
		if unread, err = unix.IoctlGetInt(int(f.Fd()), unix.TIOCINQ); err != nil {
			t.Fatal(err)
		}
	}
}

// leftIn returns the names of what is in a folder, sorted.
func leftIn(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range list {
		out = append(out, f.Name())
	}
	return out
}

// TestUnreachableDiscordIsAdvised: what to look at is told where Discord can't be asked, and nothing else is taken for that.
func TestUnreachableDiscordIsAdvised(t *testing.T) {
	t.Parallel()
	down := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	if got := advise(fmt.Errorf("GET /gateway/bot: %w", down), "").Error(); !strings.HasPrefix(got, "there is no answer from Discord; check this machine's connection") || !strings.Contains(got, "refused") {
		t.Error(got)
	}
	if got := advise(errors.New("something else"), "").Error(); got != "something else" {
		t.Error(got)
	}
}
