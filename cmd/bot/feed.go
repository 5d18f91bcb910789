package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"roundel/bot/discord"
	"strconv"
	"time"
)

const (
	feedLimit = 10 * time.Second // for the whole release feed
	feedSize  = 8 << 20          // bytes of a release feed
	feedHops  = 5                // redirects
)

// release is a version of Roundel that has been published.
type release struct {
	version number
	page    string // the address of its page; empty: not known
}

// number is a version number: 1.2.3, or 1.2.3-pre before that.
type number struct {
	major, minor, patch int
	pre                 string
}

var (
	numbered = regexp.MustCompile(`^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$`)
	// pseudo is a version that the Go command makes up for a commit without a tag.
	pseudo = regexp.MustCompile(`\d{14}-[0-9a-f]{12}$`)
)

// parseNumber reads a version number such as v1.2.3. It reports whether it is one.
func parseNumber(text string) (n number, ok bool) {
	m := numbered.FindStringSubmatch(text)
	if m == nil || pseudo.MatchString(m[4]) {
		return n, false
	}
	for i, part := range []*int{&n.major, &n.minor, &n.patch} {
		*part, _ = strconv.Atoi(m[1+i]) // it has at most nine digits
	}
	n.pre = m[4]
	return n, true
}

// String returns the number as it is written: 1.2.3-pre.
func (n number) String() string {
	text := fmt.Sprintf("%d.%d.%d", n.major, n.minor, n.patch)
	if n.pre != "" {
		text += "-" + n.pre
	}
	return text
}

// newer reports whether n comes after other. A release comes after its own previews.
func (n number) newer(other number) bool {
	if d := cmp.Or(cmp.Compare(n.major, other.major), cmp.Compare(n.minor, other.minor), cmp.Compare(n.patch, other.patch)); d != 0 {
		return d > 0
	}
	return n.pre == "" && other.pre != ""
}

// compareRelease says whether the release feed at an address has a newer release than this program.
func (c *invocation) compareRelease(ctx context.Context, address string) error {
	from, err := url.Parse(address)
	if err != nil || from.Scheme != "https" || from.Host == "" {
		return exit{2, errors.New("--check needs the https:// address of a release feed, such as https://api.github.com/repos/OWNER/NAME/releases")}
	}
	data, err := fetchFeed(ctx, from)
	if err != nil {
		return err
	}
	newest, err := newestRelease(data)
	if err != nil {
		return err
	}
	where := ""
	if newest.page != "" {
		where = ": " + newest.page
	}
	own, ok := parseNumber(versionOf(buildInfo()))
	switch {
	case !ok:
		return c.say("This program was built without a version, so it can't be compared. The newest release is %s%s", newest.version, where)
	case newest.version.newer(own):
		return c.say("Roundel %s is available%s", newest.version, where)
	case own.newer(newest.version):
		return c.say("This is newer than the newest release, %s.", newest.version)
	}
	return c.say("This is the newest release.")
}

// errNotHTTPS means that a release feed leads to an address that anybody on the way could change.
var errNotHTTPS = errors.New("it leads to an address without https")

// fetchFeed downloads a release feed. Neither the token nor anything else of the settings is sent.
func fetchFeed(ctx context.Context, from *url.URL) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, feedLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, from.String(), nil)
	if err != nil {
		return nil, unreachable(err)
	}
	req.Header.Set("User-Agent", "roundel")
	req.Header.Set("Accept", "application/json, application/atom+xml")
	client := &http.Client{
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, Protocols: discord.HTTP1(), DisableKeepAlives: true},
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			switch {
			case next.URL.Scheme != "https":
				return errNotHTTPS
			case len(via) > feedHops:
				return errors.New("it redirects too often")
			}
			return nil
		}}
	resp, err := client.Do(req)
	if err != nil {
		return nil, unreachable(err)
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusForbidden, http.StatusTooManyRequests:
		return nil, fmt.Errorf("the release feed refuses to answer (HTTP %d), perhaps because it was asked too often; try again in an hour", resp.StatusCode)
	default:
		return nil, fmt.Errorf("the release feed answers with HTTP %d; check its address", resp.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, feedSize+1))
	if err != nil {
		return nil, unreachable(err)
	}
	if len(data) > feedSize {
		return nil, fmt.Errorf("the release feed has more than %d MB; check its address", feedSize>>20)
	}
	return data, nil
}

// unreachable returns an error that says why there is no release feed, without its address, which may have a password in it.
func unreachable(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the release feed did not answer within %v; try again later", feedLimit)
	}
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err
	}
	return fmt.Errorf("the release feed cannot be read: %w; check its address and this machine's connection", err)
}

var errNotAFeed = errors.New("the release feed is not in a format that Roundel reads: the JSON of releases that GitHub, Gitea and Forgejo have, or Atom; check its address")

// newestRelease returns the newest release of a feed, leaving out drafts and previews. The order of the feed doesn't matter.
func newestRelease(feed []byte) (newest release, err error) {
	var all []release
	feed = bytes.TrimSpace(feed)
	switch {
	case bytes.HasPrefix(feed, []byte("<")):
		all, err = atomReleases(feed)
	default:
		all, err = jsonReleases(feed)
	}
	if err != nil {
		return newest, err
	}
	found := false
	for _, r := range all {
		if r.version.pre == "" && (!found || r.version.newer(newest.version)) {
			newest, found = r, true
		}
	}
	if !found {
		return newest, errors.New("the release feed has no release with a version such as 1.2.0; check its address")
	}
	return newest, nil
}

// jsonReleases reads the answer of /repos/OWNER/NAME/releases or of /repos/OWNER/NAME/releases/latest.
func jsonReleases(feed []byte) (out []release, err error) {
	type one struct {
		Tag     *string `json:"tag_name"`
		Page    string  `json:"html_url"`
		Draft   bool    `json:"draft"`
		Preview bool    `json:"prerelease"`
	}
	list := make([]one, 1)
	if bytes.HasPrefix(feed, []byte("{")) {
		err = json.Unmarshal(feed, &list[0])
	} else {
		err = json.Unmarshal(feed, &list)
	}
	if err != nil {
		return nil, errNotAFeed
	}
	for _, r := range list {
		if r.Tag == nil {
			return nil, errNotAFeed
		}
		if n, ok := parseNumber(*r.Tag); ok && !r.Draft && !r.Preview {
			out = append(out, release{n, shownAddress(r.Page)})
		}
	}
	return out, nil
}

// atomReleases reads an Atom feed, such as https://github.com/OWNER/NAME/releases.atom. An entry's version is at the end of the address of its
// page or, if there is none, its title.
func atomReleases(feed []byte) (out []release, err error) {
	var list struct {
		XMLName xml.Name
		Entries []struct {
			Title string `xml:"title"`
			Links []struct {
				Rel     string `xml:"rel,attr"`
				Address string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(feed, &list); err != nil || list.XMLName.Local != "feed" {
		return nil, errNotAFeed
	}
	for _, e := range list.Entries {
		r := release{}
		n, ok := parseNumber(e.Title)
		for _, link := range e.Links {
			if link.Rel != "" && link.Rel != "alternate" {
				continue
			}
			r.page = shownAddress(link.Address)
			if r.page == "" {
				continue
			}
			if tag, tagged := parseNumber(path.Base(r.page)); tagged {
				n, ok = tag, true
			}
		}
		r.version = n
		if ok {
			out = append(out, r)
		}
	}
	return out, nil
}

// shownAddress returns an address as it may be shown on a terminal, or "" if it is not one.
func shownAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}
