package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/rs/zerolog"
)

const (
	apiPath      = "/api/v9"
	callLimit    = time.Minute      // for a call with all its retries, unless its context ends sooner
	attemptLimit = 15 * time.Second // for one attempt
	hurryLimit   = time.Second      // minimum for one attempt of a call with hurry; as much is reserved for a retry
	slowestLine  = 128 << 10        // bytes per second; deadlines are extended by what an upload takes at this speed
	maxAttempts  = 6
	maxAnswer    = 8 << 20
)

// rest makes REST calls.
type rest struct {
	root    string // including /api/v9
	token   string
	secret  redactor
	client  *http.Client
	limits  *limiter
	check   *tokenCheck
	base    time.Duration // pause before the first retry
	metrics Metrics
	log     zerolog.Logger
	life    context.Context // ends with the session
	date    atomic.Pointer[seenDate]
}

// HTTP1 returns the protocols of the connections that the bot opens: HTTP/1.1 only, which is what all tests speak. Under Discord's rate limits a bot
// needs few connections, so HTTP/2 would save little, and the program is half a megabyte smaller without it (deploy/build.sh).
func HTTP1() *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	return p
}

func newRest(life context.Context, root, token string, log zerolog.Logger) *rest {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, Protocols: HTTP1(), MaxIdleConnsPerHost: 64,
		MaxConnsPerHost: 256, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second}
	refuseRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &rest{root: root + apiPath, token: token, secret: redactor(token), limits: newLimiter(log), check: newTokenCheck(),
		client: &http.Client{Transport: transport, CheckRedirect: refuseRedirect}, base: 250 * time.Millisecond, log: log, life: life}
}

// call is one REST call.
type call struct {
	method  string
	route   string // the path, with %s in place of an interaction's token
	bucket  string // calls with the same bucket share a rate limit: the route without the IDs that Discord ignores; empty: route
	secret  string // an interaction's token: the call needs no bot token and has its own rate limit instead of the global one
	body    any
	files   []File
	safe    bool      // may be retried when it is not known whether the first attempt succeeded
	hurry   bool      // answers an interaction, which has to happen within 3 s
	knownBy time.Time // until then it is retried if Discord does not know the interaction's token
	due     time.Time // from then on it is not retried, because Discord would refuse it; zero: never
}

func (c call) String() string { return c.method + " " + strings.ReplaceAll(c.route, "%s", "…") }

func (c call) path() string { return strings.ReplaceAll(c.route, "%s", c.secret) }

func (c call) limitKey() string {
	if c.bucket != "" {
		return c.method + " " + c.bucket + " " + c.secret
	}
	return c.method + " " + c.path()
}

// do makes a call and decodes the response into out, unless that is nil. It waits for rate limits and retries where that is
// allowed, until ctx ends or a minute has passed, or longer if there are files to upload. It returns at once rather than
// start a wait that would outlast its deadline. The error is an *[APIError] if Discord refused the call.
func (r *rest) do(ctx context.Context, c call, out any) error {
	kind, body, err := c.encode()
	if err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit+2*uploadTime(len(body)))
	defer cancel()
	doubted := false
	for attempt := 1; ; attempt++ {
		if wait := r.waitTurn(ctx, c); wait != nil {
			return errors.Join(err, fmt.Errorf("%s: %w", c, wait))
		}
		if late := !c.due.IsZero() && time.Now().After(c.due); attempt > 1 && late {
			return err
		}
		var answer []byte
		answer, err = r.attempt(ctx, c, kind, body)
		if err == nil && out != nil && len(answer) > 0 {
			if err := json.Unmarshal(answer, out); err != nil {
				return fmt.Errorf("%s: cannot decode the response: %w", c, err)
			}
		}
		if err == nil {
			return nil
		}
		if attempt > 1 && c.hurry && Code(err) == codeAcknowledged {
			return fmt.Errorf("%w: %w", errSentAgain, err)
		}
		if c.secret == "" && isUnauthorized(err) && !doubted {
			doubted = true
			r.startTokenCheck()
			continue
		}
		pause, again := r.retry(c, err, attempt)
		if !again || attempt >= maxAttempts && Code(err) != codeUnknownWebhook { // which is retried only until the token works
			return err
		}
		if sleep(ctx, pause) != nil {
			return err
		}
	}
}

// waitTurn waits until a call may be sent.
func (r *rest) waitTurn(ctx context.Context, c call) error {
	if c.secret == "" {
		if err := r.check.wait(ctx); err != nil {
			return err
		}
	}
	if err := r.limits.wait(ctx, c.limitKey(), c.secret == ""); err != nil {
		return fmt.Errorf("waiting for a rate limit: %w", err)
	}
	return nil
}

// attempt sends the call once.
func (r *rest) attempt(ctx context.Context, c call, kind string, body []byte) ([]byte, error) {
	limit := attemptLimit
	if deadline, ok := ctx.Deadline(); c.hurry && ok {
		limit = max(hurryLimit, time.Until(deadline)-hurryLimit) // Discord accepts only one answer, so the first attempt gets most of the time
	}
	ctx, cancel := context.WithTimeout(ctx, limit+uploadTime(len(body)))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, c.method, r.root+c.path(), bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %s", c, r.secret.err(err))
	}
	req.Header.Set("User-Agent", "DiscordBot (https://github.com/bwmarrin/discordgo, v"+discordgo.VERSION+")")
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	if c.secret == "" {
		req.Header.Set("Authorization", "Bot "+r.token)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		r.metrics.called(c, 0)
		return nil, networkError{c.String(), r.secret.clean(reason(err)), err}
	}
	defer resp.Body.Close()
	r.metrics.called(c, resp.StatusCode)
	if said, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		r.date.Store(&seenDate{said, time.Now()})
	}
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, networkError{c.String(), r.secret.clean(reason(err)), err}
	}
	r.limits.learn(c, resp, answer)
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return answer, nil
	}
	return nil, r.refusal(c, resp, answer)
}

func (m Metrics) called(c call, status int) {
	if m.Called != nil {
		m.Called(c.method, routeTemplate(c.route), status)
	}
}

// routeTemplate returns a route with placeholders for IDs and tokens, so that there are few different ones.
func routeTemplate(route string) string {
	path, _, _ := strings.Cut(route, "?")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		switch {
		case part == "%s":
			parts[i] = ":token"
		case part != "" && strings.Trim(part, "0123456789") == "":
			parts[i] = ":id"
		}
	}
	return strings.Join(parts, "/")
}

// retry reports whether a call that failed may be retried, and after which pause. Most rate limits need no pause here,
// because the limiter enforces them.
func (r *rest) retry(c call, err error, attempt int) (time.Duration, bool) {
	base := r.base
	if c.hurry {
		base /= 5
	}
	pause := base << min(attempt-1, maxAttempts)
	pause = pause/2 + rand.N(pause)
	var refusal *APIError
	var dialing *net.OpError
	switch {
	case errors.As(err, &refusal) && refusal.Status == http.StatusTooManyRequests && c.hurry:
		return refusal.Retry, true
	case errors.As(err, &refusal) && refusal.Status == http.StatusTooManyRequests:
		return 0, refusal.Code != CodeOldEdits
	case errors.As(err, &refusal) && refusal.Code == codeUnknownWebhook && time.Now().Before(c.knownBy):
		return min(pause, 8*base), true // nothing was done
	case errors.As(err, &refusal):
		return pause, c.safe && refusal.Status >= 500
	case errors.As(err, &dialing) && dialing.Op == "dial":
		return pause, true // nothing was sent
	}
	return pause, c.safe && (errors.Is(err, errNetwork) || errors.Is(err, context.DeadlineExceeded))
}

// encode returns the content type and the body; both are empty if the call has no body.
func (c call) encode() (string, []byte, error) {
	if c.body == nil {
		return "", nil, nil
	}
	payload, err := json.Marshal(c.body)
	if err != nil || len(c.files) == 0 {
		return "application/json", payload, err
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	err = writePart(w, `name="payload_json"`, "application/json", payload)
	for i, f := range c.files {
		name := `name="files[` + strconv.Itoa(i) + `]"; filename=` + strconv.Quote(f.Name)
		err = errors.Join(err, writePart(w, name, f.Type, f.Data))
	}
	err = errors.Join(err, w.Close())
	return w.FormDataContentType(), form.Bytes(), err
}

func writePart(w *multipart.Writer, name, kind string, data []byte) error {
	if kind == "" {
		kind = "application/octet-stream"
	}
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {"form-data; " + name}, "Content-Type": {kind}})
	if err != nil {
		return err
	}
	_, err = part.Write(data)
	return err
}

// uploadTime returns how long an upload of that many bytes may take.
func uploadTime(bytes int) time.Duration { return time.Duration(bytes) * time.Second / slowestLine }

// seenDate is Discord's time, and when it was received by this machine's clock.
type seenDate struct{ said, at time.Time }

// now returns Discord's time at a moment of the machine's clock, the zero time if it is not known.
func (r *rest) now(at time.Time) time.Time {
	seen := r.date.Load()
	if seen == nil {
		return time.Time{}
	}
	return seen.said.Add(at.Sub(seen.at))
}

var (
	errNetwork = errors.New("network")
	// errSentAgain means that Discord has an answer, perhaps from an earlier attempt of the call, which seemed to fail.
	errSentAgain = errors.New("sent again")
	// ErrUnauthorized means that Discord does not accept the bot token.
	ErrUnauthorized = errors.New("401 Unauthorized")
)

// Discord's error codes that callers check for.
const (
	CodeUnknownChannel  = 10003
	codeUnknownMember   = 10007
	CodeUnknownMessage  = 10008
	codeUnknownUser     = 10013
	codeUnknownWebhook  = 10015 // an interaction's token has expired
	CodeOldEdits        = 30046 // too many edits of a message older than an hour: send a new one
	CodeMissingAccess   = 50001
	CodeMissingRights   = 50013
	CodeThreadArchived  = 50083 // its messages cannot be edited; a new message reopens it, unless it is locked
	codeUnknownInteract = 10062 // answered too late
	codeAcknowledged    = 40060 // answered already
	maxErrorBody        = 500
)

// APIError is an error response from Discord. Its text contains no tokens.
type APIError struct {
	Call    string        // method and route
	Status  int           // HTTP status
	Code    int           // Discord's error code, 0 if there is none
	Message string        // Discord's error message
	Retry   time.Duration // with status 429: how long to wait
}

// Error returns the call, the status and Discord's message.
func (e *APIError) Error() string {
	text := fmt.Sprintf("%s: HTTP %d", e.Call, e.Status)
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.Code != 0 {
		text += fmt.Sprintf(" (%d)", e.Code)
	}
	return text
}

// Code returns the Discord error code of err, or 0 if it has none.
func Code(err error) int {
	if refusal, is := errors.AsType[*APIError](err); is {
		return refusal.Code
	}
	return 0
}

// refusal returns the error for an error response.
func (r *rest) refusal(c call, resp *http.Response, body []byte) error {
	var said struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	e := &APIError{Call: c.String(), Status: resp.StatusCode}
	if json.Unmarshal(body, &said) == nil {
		e.Code, e.Message = said.Code, said.Message
		if len(said.Errors) > 0 {
			e.Message += " " + string(said.Errors)
		}
	}
	if len(e.Message) > maxErrorBody {
		e.Message = e.Message[:maxErrorBody] + "…"
	}
	e.Message = r.secret.clean(e.Message)
	if resp.StatusCode == http.StatusTooManyRequests {
		e.Retry, _ = seconds(readLimited(resp.Header, body).after)
	}
	return e
}

// networkError is the error of a call that got no response. Its text leaves out net/http's, which contains the address and
// with it an interaction's token.
type networkError struct {
	call, text string
	cause      error
}

func (e networkError) Error() string { return e.call + ": " + e.text }

func (e networkError) Unwrap() []error { return []error{errNetwork, e.cause} }

// reason returns the text of an error without the address.
func reason(err error) string {
	if address, is := errors.AsType[*url.Error](err); is {
		return address.Err.Error()
	}
	return err.Error()
}

// tokenCheck finds out what a 401 means. A single one proves nothing, since it may come from a proxy or an outage. So after
// a pause the bot requests its own user from Discord, and calls that need the bot token wait for the result.
type tokenCheck struct {
	pause   time.Duration // before the first request, and at first between requests
	refused chan struct{} // closed once it is certain that Discord does not accept the token
	wg      sync.WaitGroup

	mu      sync.Mutex
	pending chan struct{} // closed when the current check ends; nil: there is none
	why     error         // the refusal, once it is certain
}

const longestCheckPause = 30 * time.Second

func newTokenCheck() *tokenCheck {
	return &tokenCheck{pause: 2 * time.Second, refused: make(chan struct{})}
}

// doubted reports whether the token is being checked or was refused.
func (t *tokenCheck) doubted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.pending != nil || t.why != nil
}

// refusal returns the error for calls that are no longer sent, or nil unless the token was refused.
func (t *tokenCheck) refusal() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.why == nil {
		return nil
	}
	return fmt.Errorf("not sent, Discord does not accept the bot token: %w: %w", ErrUnauthorized, t.why)
}

// wait waits until the current check ends. It returns an error if the token was refused or ctx has ended.
func (t *tokenCheck) wait(ctx context.Context) error {
	t.mu.Lock()
	pending := t.pending
	t.mu.Unlock()
	if pending != nil {
		select {
		case <-pending:
		case <-ctx.Done():
			return fmt.Errorf("waiting for Discord to say whether it accepts the bot token: %w", ctx.Err())
		}
	}
	return t.refusal()
}

// startTokenCheck starts a check of the token, unless one is running or its result is certain.
func (r *rest) startTokenCheck() {
	t := r.check
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pending != nil || t.why != nil || r.life.Err() != nil {
		return
	}
	over := make(chan struct{})
	t.pending = over
	r.log.Warn().Msg("Discord answered 401 Unauthorized; asking again before the bot token counts as refused")
	t.wg.Go(func() {
		why := r.askForToken()
		t.mu.Lock()
		defer t.mu.Unlock()
		t.pending, t.why = nil, why
		if why != nil {
			close(t.refused)
		}
		close(over)
	})
}

// askForToken asks Discord until it is clear whether it accepts the token. It returns Discord's refusal, or nil if the token
// is accepted or the session ends first.
func (r *rest) askForToken() error {
	c := call{method: "GET", route: "/users/@me"}
	for pause := r.check.pause; sleep(r.life, pause) == nil; pause = min(2*pause, longestCheckPause) {
		err := r.limits.wait(r.life, c.limitKey(), true)
		if err == nil {
			_, err = r.attempt(r.life, c, "", nil)
		}
		switch {
		case err == nil:
			r.log.Info().Msg("Discord accepts the bot token after all")
			return nil
		case isUnauthorized(err):
			return err
		}
		r.log.Warn().Str("error", r.secret.err(err)).Msg("cannot find out whether Discord accepts the bot token; asking again")
	}
	return nil // the session has ended
}

// isUnauthorized reports whether err is a response with status 401.
func isUnauthorized(err error) bool {
	refusal, is := errors.AsType[*APIError](err)
	return is && refusal.Status == http.StatusUnauthorized
}

// sleep waits for d. It returns an error if ctx ends first, and does so at once if ctx's deadline is too early.
func sleep(ctx context.Context, d time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < d {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
