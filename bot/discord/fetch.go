package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Attachment is a file that a user gave, as Discord describes it.
type Attachment struct {
	ID          string `json:"id"`
	Name        string `json:"filename"`
	Size        int64  `json:"size"` // bytes
	URL         string `json:"url"`  // works for about a day, for anyone who has it
	ContentType string `json:"content_type"`
	Ephemeral   bool   `json:"ephemeral"` // always set for the file of a command: Discord deletes it after a while
}

// Problem is a reason why a file was not fetched.
type Problem int

// The reasons why a file was not fetched.
const (
	NotDiscord  Problem = iota + 1 // the address is not one of Discord's, or redirects to another one
	TooLarge                       // the file is larger than the limit, by its description or by what arrived
	Gone                           // Discord no longer has the file: its address has expired, or it was deleted
	Unreachable                    // the file did not arrive in time or in full; trying again may help
)

// Error is why a file was not fetched.
type Error struct {
	Problem Problem
	Err     error // for the log
}

// Error returns the text for the log.
func (e *Error) Error() string { return "attach: " + e.Err.Error() }

// Unwrap returns the cause, such as [context.DeadlineExceeded].
func (e *Error) Unwrap() error { return e.Err }

// FetcherConfig is what a [Fetcher] needs.
type FetcherConfig struct {
	APIURL string        // root of the Discord API, whose host may serve files too; empty: only Discord's own hosts
	Within time.Duration // for a whole file; 0: 5 s
}

// Fetcher downloads files from Discord. It may be used from any goroutine.
type Fetcher struct {
	origins []string // that may be asked
	within  time.Duration
	client  *http.Client
}

const maxHeader = 64 << 10 // bytes of a response's header

// NewFetcher returns a fetcher, or an error if the API's address is not an http:// or https:// URL.
func NewFetcher(cfg FetcherConfig) (*Fetcher, error) {
	f := &Fetcher{origins: []string{"https://cdn.discordapp.com:443", "https://media.discordapp.net:443"}, within: cfg.Within}
	if f.within == 0 {
		f.within = 5 * time.Second
	}
	if cfg.APIURL != "" {
		root, err := url.Parse(cfg.APIURL)
		if err != nil || root.Hostname() == "" || root.Scheme != "http" && root.Scheme != "https" {
			return nil, errors.New("discord: the API address is not an http:// or https:// URL")
		}
		f.origins = append(f.origins, origin(root))
	}
	// A file is fetched now and then, so connections are not kept. Without compression the limit counts what was sent.
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, Protocols: HTTP1(), DisableKeepAlives: true,
		DisableCompression: true, MaxResponseHeaderBytes: maxHeader}
	refuseRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	f.client = &http.Client{Transport: transport, CheckRedirect: refuseRedirect}
	return f, nil
}

// origin returns the scheme, host and port that an address leads to.
func origin(u *url.URL) string {
	port := u.Port()
	switch {
	case port == "" && u.Scheme == "https":
		port = "443"
	case port == "":
		port = "80"
	}
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// allowed reports whether an address may be asked for a file.
func (f *Fetcher) allowed(u *url.URL) bool {
	return u.User == nil && slices.Contains(f.origins, origin(u))
}

// Fetch downloads a file of at most limit bytes. It returns an *[Error] if that fails.
//
// It may take as long as [FetcherConfig].Within, so nothing may wait for it. Call it in the handler of a request with attachments,
// after checking that the user may do what they ask for, and before the transaction: never inside a function passed to the
// store's Update or Read, which keeps the channel and the writer busy. The channel's queue does not wait either, because
// package discord handles requests with attachments alongside the queues.
func (f *Fetcher) Fetch(ctx context.Context, a Attachment, limit int64) ([]byte, error) {
	u, err := url.Parse(a.URL)
	if err != nil || !f.allowed(u) {
		return nil, &Error{NotDiscord, errors.New("the address of the file is not one of Discord's")}
	}
	if a.Size > limit {
		return nil, &Error{TooLarge, fmt.Errorf("the file has %d bytes, more than %d", a.Size, limit)}
	}
	ctx, cancel := context.WithTimeout(ctx, f.within)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, &Error{NotDiscord, errors.New("the address of the file cannot be requested")}
	}
	request.Header.Set("User-Agent", "DiscordBot (Roundel, 1)")
	response, err := f.client.Do(request)
	if err != nil {
		return nil, &Error{Unreachable, fmt.Errorf("download: %w", withoutAddress(err))}
	}
	defer response.Body.Close()
	if err := checkStatus(response.StatusCode); err != nil {
		return nil, err
	}
	return read(response.Body, a.Size, limit)
}

// checkStatus returns why a response is not the file, or nil.
func checkStatus(status int) error {
	switch {
	case status == http.StatusOK:
		return nil
	case status == http.StatusForbidden || status == http.StatusNotFound || status == http.StatusGone:
		return &Error{Gone, fmt.Errorf("the file is gone: status %d", status)}
	case status >= 300 && status < 400:
		return &Error{NotDiscord, fmt.Errorf("the address of the file redirects: status %d", status)}
	}
	return &Error{Unreachable, fmt.Errorf("download: status %d", status)}
}

// read reads a body of at least size and at most limit bytes.
func read(body io.Reader, size, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(body, limit+1))
	switch {
	case err != nil:
		return nil, &Error{Unreachable, fmt.Errorf("download: %w", withoutAddress(err))}
	case int64(len(data)) > limit:
		return nil, &Error{TooLarge, fmt.Errorf("the file has more than %d bytes, although Discord says %d", limit, size)}
	case int64(len(data)) < size: // a connection that breaks may look like the end of the file
		return nil, &Error{Unreachable, fmt.Errorf("download: %d of %d bytes arrived", len(data), size)}
	}
	return data, nil
}

// withoutAddress returns an error without the file's address.
func withoutAddress(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		return outer.Err
	}
	return err
}
