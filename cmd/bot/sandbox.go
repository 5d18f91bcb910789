package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"roundel/bot"
	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/sandbox/limits"
	"roundel/sandbox/page"
	"roundel/sandbox/play"
)

const sandboxUsage = `roundel sandbox runs Roundel against a local stand-in for Discord, with a page to play on. It needs no token.

  --db FILE       keep the fights in this SQLite file, and whatever is added on the page in FILE.table
                  (default: a temporary file)
  --addr ADDRESS  where to serve the page (default: 127.0.0.1:8484, or a free port if that one is taken)
  --open          open the page in the browser
  --script FILE   play the lines of a file instead, print what everybody sees, and exit; - is standard input.
                  The exit status is 1 if a line cannot be played. Lines look like this:
                    GM: /init start name:Bridge fight
                    Anna: [Join] name = Knight | stats = init 15
                    GM: [Damage] Targets = Goblin 1 / Goblin 3 | Damage = 3    several options of a form's menu
                    GM: /command option:@FILE     an option or form field that takes a file
                    Dicebot: Rapier / Damage: 1d8 (5) + 4 = 9   another bot's message: an embed with a title and fields
                    Webhook: Rapier / Damage: 1d8 (5) + 4 = 9   the same from a webhook; or the JSON of a message
                    Dicebot for Anna /roll: 1d20 (9) = 9        another bot's answer to Anna's slash command
                    bot Avrae                                   adds another bot; webhook NAME adds a webhook
                    wait          wait until the channel is quiet, then show what has changed
                    wait Round 2  wait until a message contains these words or has a button with this label
                    locale Anna de               from here on, Anna's client is in German
                    community de                 the server is a Community server whose language is German
                    # a comment
  --slow N        give the bot N times as long to answer as Discord does, for a slow machine or a debugger (default: 1)
  --help          show this text
`

// defaultSandbox is the address of the page without --addr, if the port is free.
const defaultSandbox = "127.0.0.1:8484"

// Discord waits 3 s for the answer to an interaction; --slow multiplies that.
const (
	answerWithin = 3 * time.Second
	mostSlow     = 1000
)

// sandboxArgs are the arguments of roundel sandbox.
type sandboxArgs struct {
	db, addr, script string
	open             bool
	slow             int
	// child makes this process the sandbox's bot, which stops when its standard input ends.
	child bool
}

func readSandboxArgs(args []string, stdout io.Writer) (sandboxArgs, error) {
	var a sandboxArgs
	set := flag.NewFlagSet("roundel sandbox", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&a.db, "db", "", "")
	set.StringVar(&a.addr, "addr", "", "")
	set.StringVar(&a.script, "script", "", "")
	set.BoolVar(&a.open, "open", false, "")
	set.IntVar(&a.slow, "slow", 1, "")
	set.BoolVar(&a.child, "child", false, "")
	err := set.Parse(args)
	switch {
	case err != nil:
	case set.NArg() > 0:
		err = fmt.Errorf("unknown argument %q", set.Arg(0))
	case a.slow < 1 || a.slow > mostSlow:
		err = fmt.Errorf("--slow must be 1 to %d", mostSlow)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, failed := io.WriteString(stdout, sandboxUsage)
		return a, errors.Join(err, failed)
	case err != nil:
		return a, fmt.Errorf("roundel sandbox: %w; see roundel sandbox --help", err)
	}
	return a, nil
}

// runSandbox runs the bot as a separate process against a local stand-in for Discord.
func runSandbox(ctx context.Context, args, environment []string, stdout, stderr io.Writer) error {
	a, err := readSandboxArgs(args, stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case err != nil:
		report(environment, stderr, err)
		return exit{2, err}
	case a.child:
		return runChild(ctx, environment, stderr)
	}
	script, err := readScript(a.script)
	if err == nil {
		err = playSandbox(ctx, a, script, environment, stdout, stderr)
	}
	if err != nil {
		report(environment, stderr, err)
	}
	return err
}

// runChild is the sandbox's bot. It stops when its standard input ends, and so when the sandbox does.
func runChild(ctx context.Context, environment []string, stderr io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
			return // treat an error like the end
		}
	}()
	return runBot(ctx, environment, stderr, realOutside())
}

func readScript(name string) (string, error) {
	var data []byte
	var err error
	switch name {
	case "":
		return "", nil
	case "-":
		data, err = io.ReadAll(os.Stdin)
	default:
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return "", exit{2, fmt.Errorf("cannot read the script: %w", err)}
	}
	return string(data), nil
}

// playSandbox starts the stand-in and the bot, and plays a script or waits until ctx ends.
func playSandbox(ctx context.Context, a sandboxArgs, script string, environment []string, stdout, stderr io.Writer) (err error) {
	db, clean, err := sandboxDB(a, environment)
	if err != nil {
		return err
	}
	defer clean()
	child := &child{stderr: stderr, crash: crashFile(db.path)}
	cfg := sandbox.Config{Addr: a.addr, AnswerWithin: time.Duration(a.slow) * answerWithin,
		Limits: &limits.Limits{Global: limits.Discord().Global}}
	if db.kept {
		cfg.Additions = db.path + ".table"
	}
	srv, err := startSandbox(cfg, stderr)
	if err != nil {
		return err
	}
	srv.AddBot("Dicebot")
	srv.AddWebhook("Webhook")
	srv.Handle(page.Handlers(srv, page.Config{Demos: demos(), Order: bot.CommandGroups(), Begin: "init start", Restart: child.restart}))
	defer func() {
		if closing := srv.Close(); closing != nil {
			err = errors.Join(err, closing)
		}
	}()
	child.environment = childEnvironment(environment, srv, db.path, a.script != "")
	if _, err := readSettings(child.environment); err != nil {
		return exit{2, err}
	}
	if err := child.start(); err != nil {
		return err
	}
	defer child.stop()
	if a.script != "" {
		return child.guard(ctx, func(ctx context.Context) error {
			return play.Script{Text: script, Out: stdout, Slow: a.slow, Open: os.ReadFile}.Play(ctx, srv)
		})
	}
	printPage(srv, environment, stdout, stderr)
	if a.open {
		openBrowser(srv.URL(), stderr)
	}
	return child.guard(ctx, func(ctx context.Context) error {
		<-ctx.Done()
		return nil
	})
}

// database is the sandbox's database file; kept is false for a temporary one.
type database struct {
	path string
	kept bool
}

// sandboxDB returns the database named by --db or ROUNDEL_DB, or else a temporary one that clean removes.
func sandboxDB(a sandboxArgs, environment []string) (db database, clean func(), err error) {
	path := given(environment)["ROUNDEL_DB"]
	if a.db != "" {
		path = a.db
	}
	if path != "" {
		return database{path, true}, func() {}, os.MkdirAll(filepath.Dir(path), 0o755)
	}
	dir, err := os.MkdirTemp("", "roundel-sandbox-")
	return database{path: filepath.Join(dir, "roundel.db")}, func() { os.RemoveAll(dir) }, err
}

// startSandbox listens at the given address. Without one it uses the default port, or a free one if that is taken.
func startSandbox(cfg sandbox.Config, stderr io.Writer) (*sandbox.Server, error) {
	if cfg.Addr == "" {
		cfg.Addr = defaultSandbox
		if srv, err := sandbox.Start(cfg); err == nil {
			return srv, nil
		}
		cfg.Addr = "127.0.0.1:0"
		return sandbox.Start(cfg)
	}
	address, err := net.ResolveTCPAddr("tcp", cfg.Addr)
	if err != nil {
		return nil, exit{2, fmt.Errorf("--addr is not a valid address: %q; write it like 127.0.0.1:8484", cfg.Addr)}
	}
	cfg.Public = !address.IP.IsLoopback()
	if cfg.Public {
		fmt.Fprintf(stderr, "WARNING: %s can be reached from other machines. There is no password: anyone who reaches it "+
			"can play as any user and switch the bot off.\n", cfg.Addr)
	}
	return sandbox.Start(cfg)
}

// childEnvironment returns the environment of the bot: the given one, with the stand-in instead of Discord.
func childEnvironment(environment []string, srv *sandbox.Server, db string, quiet bool) []string {
	own := []string{"DISCORD_TOKEN=" + srv.Token(), "DISCORD_API_URL=" + srv.URL(), "ROUNDEL_DB=" + db}
	if quiet && given(environment)["ROUNDEL_LOG_LEVEL"] == "" {
		own = append(own, "ROUNDEL_LOG_LEVEL=warn")
	}
	for _, line := range environment {
		switch name, _, _ := strings.Cut(line, "="); name {
		case "DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DISCORD_API_URL", "DISCORD_GUILD_ID", "ROUNDEL_DB",
			"ROUNDEL_BACKUP_DIR": // where it could replace the backups of a real bot
		default:
			own = append(own, line)
		}
	}
	return own
}

// printPage prints the address of the page, or logs it if the log is JSON.
func printPage(srv *sandbox.Server, environment []string, stdout, stderr io.Writer) {
	if given(environment)["ROUNDEL_LOG_FORMAT"] == "json" {
		s := settings{LogFormat: "json"}
		log := s.logger(stderr)
		log.Info().Str("url", srv.URL()).Msg("the page to play on")
		return
	}
	fmt.Fprintf(stdout, "Play at %s (press Ctrl+C to stop).\n", srv.URL())
}

// openBrowser opens a page in the system's browser. Without a browser it only prints a message.
func openBrowser(url string, stderr io.Writer) {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	if err := exec.Command(name, args...).Start(); err != nil {
		fmt.Fprintf(stderr, "Could not open the page in a browser: %s\n", discord.Redact(err.Error()))
	}
}

// childGrace is how long the bot may take to stop; it promises 10 s.
const childGrace = 12 * time.Second

// child is the bot in a separate process, so that it can be killed.
type child struct {
	environment []string
	stderr      io.Writer
	crash       string // the path of its crash report

	mu       sync.Mutex // guards the fields below
	process  *process
	stopping bool
	ended    chan struct{} // closed when the process has stopped unexpectedly
	err      error
}

// process is one run of the bot.
type process struct {
	cmd    *exec.Cmd
	stdin  io.Closer
	wanted bool // it was told to stop
	done   chan struct{}
}

// start starts the bot.
func (c *child) start() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil {
		c.ended = make(chan struct{})
	}
	return c.launch()
}

// launch starts a process. The caller holds the lock.
func (c *child) launch() error {
	if c.stopping {
		return errors.New("the sandbox is shutting down")
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find the bot's program: %w", err)
	}
	cmd := exec.Command(self, "sandbox", "--child")
	cmd.Env, cmd.Stderr = c.environment, c.stderr
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("cannot start the bot: %w", err)
	}
	p := &process{cmd: cmd, stdin: stdin, done: make(chan struct{})}
	c.process = p
	go c.wait(p)
	return nil
}

// wait waits for the end of a process and records the error if nobody stopped it.
func (c *child) wait(p *process) {
	err := p.cmd.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	close(p.done)
	if p.wanted {
		return
	}
	c.err = errors.New("the bot stopped unexpectedly")
	if err != nil {
		c.err = fmt.Errorf("the bot stopped unexpectedly: %w", err)
	}
	if text, err := os.ReadFile(c.crash); err == nil && len(text) > 0 {
		c.err = fmt.Errorf("%w\n%s", c.err, text[:min(len(text), longestCrash)])
	}
	close(c.ended)
}

// restart kills the bot with SIGKILL and starts it again.
func (c *child) restart() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.process
	if p == nil || p.wanted {
		return errors.New("the bot is not running")
	}
	p.wanted = true
	if err := p.cmd.Process.Kill(); err != nil {
		return fmt.Errorf("cannot kill the bot: %w", err)
	}
	c.mu.Unlock()
	<-p.done
	c.mu.Lock()
	return c.launch()
}

// stop stops the bot, and kills it if it takes too long.
func (c *child) stop() {
	c.mu.Lock()
	p := c.process
	p.wanted, c.stopping = true, true
	c.mu.Unlock()
	p.stdin.Close()
	select {
	case <-p.done:
	case <-time.After(childGrace):
		_ = p.cmd.Process.Kill() // an error means that it has just stopped
		<-p.done
	}
}

// guard calls do and returns its error. If the bot stops unexpectedly, it cancels do and returns the reason.
func (c *child) guard(ctx context.Context, do func(context.Context) error) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- do(inner) }()
	select {
	case err := <-done:
		return err
	case <-c.ended:
		cancel()
		<-done
		if ctx.Err() != nil {
			return nil // Ctrl+C reached the bot first
		}
		return c.err
	}
}
