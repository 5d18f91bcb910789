package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"roundel/bot/discord"
	"roundel/internal/pgtest"
	"roundel/sandbox"
	"roundel/sandbox/world"
)

// doctor runs roundel doctor with the table's settings, checks that it keeps secrets and fits on a screen, and returns its exit status and
// what it printed.
func (tb *processTable) doctor(args ...string) (int, string) {
	tb.t.Helper()
	code, out := tb.command(append([]string{"doctor"}, args...)...)
	for _, secret := range []string{tb.srv.Token(), secretToken, "hunter2"} {
		if strings.Contains(out, secret) {
			tb.t.Errorf("%s is in the report:\n%s", secret, out)
		}
	}
	if n := strings.Count(out, "\n"); n > 40 {
		tb.t.Errorf("%d lines", n)
	}
	return code, out
}

// examined runs roundel doctor, and fails unless it ends with the status and prints all of the texts.
func (tb *processTable) examined(want int, args []string, texts ...string) {
	tb.t.Helper()
	code, out := tb.doctor(args...)
	if code != want || !hasAll(out, texts) {
		tb.t.Errorf("status %d, want %d and %q:\n%s", code, want, texts, out)
	}
	if first := strings.Contains(out, "\nto do first: "); first != (want != 0) || strings.Contains(out, "!! ") != first {
		tb.t.Errorf("status %d does not fit:\n%s", code, out)
	}
}

// TestDoctorOfABotThatIsWell: the built program says everything that a bug report needs, before the first start and while the bot runs.
func TestDoctorOfABotThatIsWell(t *testing.T) {
	t.Parallel()
	addr, dir := freeAddress(t), filepath.Join(t.TempDir(), "backups")
	tb := newBuiltTable(t, "ROUNDEL_HTTP_ADDR="+addr, "ROUNDEL_BACKUP_DIR="+dir)
	invite := "https://discord.com/oauth2/authorize?client_id="
	tb.examined(1, nil, "token        accepted", invite, "none yet; the bot creates it", "none yet; the bot makes one", "none answers at "+addr,
		"!! commands     0 are registered in every server; missing: ", "to do first: start the bot, or run roundel register")
	if _, err := os.Stat(tb.db); err == nil {
		t.Error("doctor has created a database")
	}
	tb.begin()
	tb.says("the commands are registered", 1)
	tb.says("made a backup of the database", 1)
	want := []string{"version      roundel ", "DISCORD_TOKEN=(not shown)", "ROUNDEL_DB=", "ROUNDEL_BACKUP_DIR=" + dir, "token        accepted",
		`"Roundel"; uses the intent Guilds; privileged intents: none`, invite, fmt.Sprintf("permissions=%d&", discord.Permissions), "servers      about 1",
		"Discord recommends 1; 999 of 1000 session starts left", "clock        agrees with Discord's", "are registered in every server, as in this release",
		": SQLite 3.", " kB, schema ", "a bot has it open", "disk         ", "B free", "backups      1; the last one was made ", "one is made every 24 h", "bot          ready",
		"channel      " + tb.srv.ChannelID("tavern") + ": the bot lacks nothing"}
	tb.examined(0, []string{"--channel", tb.srv.ChannelID("tavern")}, want...)
	tb.do("GM", "/init start name:Bridge fight", "begins") // it is not disturbed
}

// TestDoctorSaysWhatIsMissingInAChannel: each right by its name, for each channel that is asked about.
func TestDoctorSaysWhatIsMissingInAChannel(t *testing.T) {
	t.Parallel()
	tb := newBuiltTable(t)
	tb.forgive = []int{50001, 10003}
	tb.begin()
	tb.says("the commands are registered", 1)
	second, err := tb.srv.AddChannel("The Table", "cellar")
	tb.must(err)
	thread, err := tb.srv.AddThread("tavern", "Side room")
	tb.must(err)
	tavern := tb.srv.ChannelID("tavern")
	tb.must(tb.srv.SetBotPermissions("tavern", world.PermViewChannel|world.PermReadMessageHistory))
	tb.must(tb.srv.SetBotPermissions("cellar", 0))
	const lacks = ": the bot lacks Send Messages, Send Messages in Threads"
	tb.examined(1, []string{"--channel", tavern, "--channel", second, "--channel=" + thread, "--channel", "42"}, "!! channel      "+tavern+lacks, second+": the bot can't see it",
		thread+lacks, "42: there is no such channel", "to do first: allow the bot's role that in the channel's permissions")
	tb.must(tb.srv.ResetPermissions("tavern", "Roundel"))
	tb.examined(0, []string{"--channel", tavern}, tavern+": the bot lacks nothing")
	tb.examined(0, nil, "servers      about 1")
	if code, out := tb.doctor("--channel", "tavern"); code != 2 || !strings.Contains(out, "--channel is not a valid channel ID") {
		t.Errorf("status %d\n%s", code, out)
	}
}

// TestDoctorSaysWhatIsWrong: what is wrong is marked, and the last line says what to do first. Secrets in settings are not shown.
func TestDoctorSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	foreign := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(foreign, []byte(strings.Repeat("this is not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		env   []string
		texts []string
	}{
		"no token": {[]string{"DISCORD_TOKEN="}, []string{"!! token        DISCORD_TOKEN is missing", "to do first: DISCORD_TOKEN is missing; set it"}},
		"a wrong token": {[]string{"DISCORD_TOKEN=" + secretToken}, []string{"!! token        Discord does not accept it",
			"to do first: choose Reset Token on the Bot page of the developer portal"}},
		"no Discord": {[]string{"DISCORD_API_URL=http://me:hunter2@127.0.0.1:1"}, []string{"DISCORD_API_URL=http://127.0.0.1:1",
			"!! token        Discord did not say whether it accepts it", "to do first: check this machine's connection to Discord"}},
		"settings": {[]string{"ROUNDEL_KEEP_DAYS=-1", "ROUNDEL_LOG_LEVEL=loud", "ROUNDEL_KEEPDAYS=3"}, []string{"!! settings     ROUNDEL_KEEP_DAYS must not be negative",
			"!! settings     ROUNDEL_LOG_LEVEL is not a valid level", "ROUNDEL_KEEPDAYS is not a setting of Roundel", "token        accepted"}},
		"an address": {[]string{"ROUNDEL_DB=host=db password=hunter2"}, []string{"ROUNDEL_DB=(not shown)", "!! settings     ROUNDEL_DB is not a valid address"}},
		"an address without postgres:": {[]string{"ROUNDEL_DB=me:hunter2@127.0.0.1:1/roundel"}, []string{"ROUNDEL_DB=(not shown)",
			"!! settings     ROUNDEL_DB is not a valid address"}},
		"an address with half of postgres://": {[]string{"ROUNDEL_DB=//me:hunter2@127.0.0.1:1/roundel"}, []string{"ROUNDEL_DB=(not shown)",
			"!! settings     ROUNDEL_DB is not a valid address"}},
		"a server that is down": {[]string{"ROUNDEL_DB=postgres://me:hunter2@127.0.0.1:1/roundel"}, []string{"ROUNDEL_DB=roundel on the PostgreSQL server 127.0.0.1",
			"!! database     roundel on the PostgreSQL server 127.0.0.1: the database server cannot be reached; check the address"}},
		"no database":  {[]string{"ROUNDEL_DB=" + foreign}, []string{"!! database     " + foreign + ": ", "file is not a database"}},
		"other server": {[]string{"DISCORD_GUILD_ID=99"}, []string{"!! commands     the bot is not in server 99"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := newBuiltTable(t, c.env...)
			tb.forgive = []int{50001, http.StatusUnauthorized}
			tb.examined(1, nil, c.texts...)
		})
	}
}

// TestDoctorComparesTheCommands: ones that were removed, and ones that are registered twice.
func TestDoctorComparesTheCommands(t *testing.T) {
	t.Parallel()
	tb := newBuiltTable(t)
	tb.begin()
	tb.says("the commands are registered", 1)
	tb.examined(0, nil, "as in this release")
	tb.kill()
	tb.env = []string{"DISCORD_GUILD_ID=" + tb.srv.GuildID("The Table")}
	if code, out := tb.command("register"); code != 0 {
		t.Fatalf("status %d\n%s", code, out)
	}
	tb.examined(1, nil, "are registered in server "+tb.srv.GuildID("The Table")+", as in this release", "so they show up twice",
		"to do first: run roundel unregister with an empty DISCORD_GUILD_ID")
	tb.env = nil
	if code, out := tb.command("unregister"); code != 0 {
		t.Fatalf("status %d\n%s", code, out)
	}
	tb.examined(1, nil, "0 are registered in every server; missing: ", "to do first: start the bot, or run roundel register")
	tb.begin() // it puts them back
}

// TestDoctorOnPostgreSQL: the report names the server without the password. Before the first start, the database is empty.
func TestDoctorOnPostgreSQL(t *testing.T) {
	t.Parallel()
	url := strings.Replace(pgtest.Start(t).URL(t), "postgres@", "postgres:hunter2@", 1)
	tb := newBuiltTable(t)
	tb.db = url
	tb.examined(1, nil, "on the PostgreSQL server ", "none yet; the bot creates it", "backups      with PostgreSQL's own tools", "to do first: start the bot")
	tb.begin()
	tb.says("the commands are registered", 1)
	tb.examined(0, nil, ": PostgreSQL 1", " MB, schema ", "as in this release")
	tb.env = []string{"ROUNDEL_BACKUP_DIR=" + t.TempDir()}
	tb.examined(1, nil, "!! settings     ROUNDEL_BACKUP_DIR is for SQLite files", "pg_dump")
}

// TestDoctorWithManyProblems: of those with files it lists ten, and says everything else as well.
func TestDoctorWithManyProblems(t *testing.T) {
	t.Parallel()
	rules := t.TempDir()
	for n := range 12 {
		if err := os.WriteFile(filepath.Join(rules, fmt.Sprintf("%d.yaml", n)), []byte("name: 1\nnothing: here\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tb := newBuiltTable(t, "ROUNDEL_RULES="+rules)
	code, out := tb.command("doctor")
	if code != 1 || strings.Count(out, "!! settings ") != mostProblems || !hasAll(out, []string{"problems\n", "token        accepted", "servers      about 1", "none yet; the bot creates it"}) {
		t.Errorf("status %d:\n%s", code, out)
	}
}

// TestDoctorWithACertificateThatHasExpired: mostly, the machine's clock is wrong.
func TestDoctorWithACertificateThatHasExpired(t *testing.T) {
	t.Parallel()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	certificate := &x509.Certificate{SerialNumber: big.NewInt(1), IsCA: true, BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(-24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, certificate, certificate, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	trusted := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	srv.StartTLS()
	defer srv.Close()
	tb := newBuiltTable(t, "DISCORD_API_URL="+srv.URL, "SSL_CERT_FILE="+trusted)
	tb.examined(1, nil, "!! token        Discord did not say whether it accepts it: ", "certificate has expired or is not yet valid", "to do first: set this machine's clock")
}

// TestDoctorOnAFullDisk says how much of the disk of the database and the backups is free, and what can't be written to.
func TestDoctorOnAFullDisk(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can mount")
	}
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	dir := t.TempDir()
	for options, c := range map[string]struct {
		db    string
		texts []string
	}{
		"size=2m": {dir + "/new/roundel.db", []string{"!! disk         2.1 MB free\n                → make room on the disk of " + dir + "\n",
			"backups      none yet; the bot makes one when it starts; 2.1 MB free\n"}},
		"size=2m,ro": {filepath.Join(t.TempDir(), "roundel.db"), []string{"!! backups      " + dir + " cannot be written to: read-only file system\n"}},
	} {
		wrap := mounting(dir, options)
		cmd := exec.Command(wrap[0], append(wrap[1:], built(t), "doctor")...)
		cmd.Env = append(os.Environ(), "DISCORD_TOKEN="+srv.Token(), "DISCORD_API_URL="+srv.URL(), "ROUNDEL_DB="+c.db, "ROUNDEL_BACKUP_DIR="+dir+"/backups")
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), "ermission denied") || strings.Contains(string(out), "not permitted") {
			t.Skipf("no permission to create a mount namespace: %s", out)
		}
		if cmd.ProcessState.ExitCode() != 1 || !hasAll(string(out), c.texts) {
			t.Errorf("%s: %v\n%s", options, err, out)
		}
	}
}

// terminal returns a new terminal: the side that a person has, and the side of a program.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "terminal"), program
}

// TestTheLogBeginsWithThreeLinesOnATerminal: they say what the doctor says. Elsewhere, and in JSON, there are none.
// A misspelled setting is named in any format.
func TestTheLogBeginsWithThreeLinesOnATerminal(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]bool{"": true, "json": false} {
		tb := newBuiltTable(t)
		person, program := terminal(t)
		cmd := exec.Command(built(t))
		cmd.Env = append(os.Environ(), "DISCORD_TOKEN="+tb.srv.Token(), "DISCORD_API_URL="+tb.srv.URL(), "ROUNDEL_DB="+tb.db, "ROUNDEL_LOG_FORMAT="+format, "ROUNDEL_KEEPDAYS=3")
		cmd.Stderr = program
		tb.must(cmd.Start())
		tb.must(program.Close())
		shown := make(chan string)
		go func() {
			var text strings.Builder
			_, _ = io.Copy(&text, person) // ends with an error once the program's side is closed
			shown <- text.String()
		}()
		tb.must(tb.srv.WaitReady(tb.soon()))
		tb.must(cmd.Process.Signal(os.Interrupt))
		tb.must(cmd.Wait())
		text := <-shown
		tb.must(person.Close())
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for i, wants := range [][]string{
			{"version: roundel ", "settings: DISCORD_TOKEN=(not shown)", "ROUNDEL_DB="},
			{"database: ", "none yet; the bot creates it", "disk: ", "B free", "backups: off"},
			{"token: accepted", "application: ", "invite: https://discord.com/oauth2/authorize?client_id=", "servers: about 1", "shards: Discord recommends 1", "clock: agrees"},
		} {
			at := i
			if i == 2 {
				at = 3 // after the line about the new database
			}
			if len(lines) <= at || hasAll(lines[at], wants) != want {
				t.Errorf("format %q: line %d and %q:\n%s", format, at, wants, text)
			}
		}
		if strings.Contains(text, tb.srv.Token()) {
			t.Error("the log has the token")
		}
		if n := strings.Count(text, "ROUNDEL_KEEPDAYS is not a setting of Roundel"); n != 1 {
			t.Errorf("format %q: the log says %d times that a setting is unknown:\n%s", format, n, text)
		}
		if want && !strings.Contains(lines[2], "NEW DATABASE") {
			t.Errorf("line 2 is %q", lines[2])
		}
	}
}

// TestSizesAndSpans: numbers for people.
func TestSizesAndSpans(t *testing.T) {
	t.Parallel()
	got := fmt.Sprint(size(0), size(1), size(999_000), size(1_500_000), size(34_000_000_000), span(90*time.Second), span(90*time.Minute), span(30*time.Hour), span(72*time.Hour))
	if want := "0 kB1 kB999 kB1.5 MB34.0 GB90 s90 min30 h3 days"; strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("%s, want %s", got, want)
	}
}
