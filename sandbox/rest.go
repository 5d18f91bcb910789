package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"time"

	"roundel/sandbox/limits"
	"roundel/sandbox/world"
)

// maxBody is the largest request that Discord reads, MaxFile the largest file it accepts in an unboosted guild.
const (
	maxBody = 100 << 20
	MaxFile = 10 << 20
)

// route is one endpoint. Patterns are written as in Discord's documentation; {…} stands for one segment.
type route struct {
	method, pattern string
	segments        []string
	handle          func(*Server, *call) reply
	// open marks the endpoints that are authorized by the interaction token in their path.
	open bool
}

func (rt *route) name() string { return rt.method + " " + rt.pattern }

func splitPath(path string) []string { return strings.Split(strings.TrimPrefix(path, "/"), "/") }

// match returns the path's variables, or nil if the path does not match.
func (rt *route) match(segments []string) map[string]string {
	if len(segments) != len(rt.segments) {
		return nil
	}
	vars := map[string]string{}
	for i, want := range rt.segments {
		if name, ok := strings.CutPrefix(want, "{"); ok && segments[i] != "" {
			vars[strings.TrimSuffix(name, "}")] = segments[i]
		} else if want != segments[i] {
			return nil
		}
	}
	return vars
}

// call is one request being handled.
type call struct {
	request *http.Request
	path    string
	route   *route
	vars    map[string]string
	raw     []byte
	body    any
	files   []world.Upload
}

// excerpt returns the beginning of the body, for people to read.
func (c *call) excerpt() string {
	if len(c.raw) > 600 {
		return string(c.raw[:600]) + "…"
	}
	return string(c.raw)
}

// limitKey is what the rate limits count a request by.
func (c *call) limitKey() limits.Request {
	return limits.Request{Route: c.route.name(), Major: c.vars["channel"] + c.vars["guild"] + c.vars["token"]}
}

// serveREST answers everything under /api/.
func (s *Server) serveREST(w http.ResponseWriter, r *http.Request) {
	if c := (&call{request: r, path: r.URL.Path}); s.refuseBanned(w, c) {
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	c := &call{request: r, path: r.URL.Path, raw: raw}
	var tooLarge *http.MaxBytesError
	if err != nil && !errors.As(err, &tooLarge) {
		return // the bot hung up before its request was complete
	}
	fault := s.takeFault(r.Method, trimVersion(r.URL.Path))
	if fault.applies(false) && !s.sleep(fault.Delay) {
		return
	}
	switch {
	case fault.applies(false) && fault.Cut:
		cut(w)
	case fault.applies(false) && fault.Status != 0:
		s.finish(w, c, fault.reply())
	case tooLarge != nil:
		s.finish(w, c, entityTooLarge())
	default:
		out := s.serveCall(c)
		if fault.applies(true) && (!s.sleep(fault.Delay) || fault.Cut) {
			cut(w)
			return
		}
		if fault.applies(true) && fault.Status != 0 {
			out = fault.reply()
		}
		s.finish(w, c, out)
	}
}

// serveCall finds the route and runs it under the lock.
func (s *Server) serveCall(c *call) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	version := strings.HasPrefix(c.path, "/api/v9/") || strings.HasPrefix(c.path, "/api/v10/")
	if !version {
		return refuse(http.StatusBadRequest, 50041, "Invalid API version provided")
	}
	c.path = trimVersion(c.path)
	if refusal := s.find(c); refusal != nil {
		return *refusal
	}
	if !c.route.open && c.request.Header.Get("Authorization") != "Bot "+s.cfg.Token {
		return unauthorized()
	}
	if !strings.HasPrefix(c.request.Header.Get("User-Agent"), "DiscordBot (") {
		s.warn(c, "User-Agent is not of the form: DiscordBot ($url, $versionNumber)")
	}
	if wait, scope := s.limiter.Take(c.limitKey(), time.Now()); wait > 0 {
		return tooMany(wait, scope)
	}
	if refusal := c.decode(); refusal != nil {
		return *refusal
	}
	return c.route.handle(s, c)
}

func trimVersion(path string) string {
	path = strings.TrimPrefix(path, "/api")
	if rest, ok := strings.CutPrefix(path, "/v10"); ok {
		return rest
	}
	return strings.TrimPrefix(path, "/v9")
}

// find sets the route and its variables.
func (s *Server) find(c *call) *reply {
	segments := splitPath(c.path)
	known := false
	for _, rt := range s.routes {
		vars := rt.match(segments)
		if vars == nil {
			continue
		}
		known = true
		if rt.method == c.request.Method {
			c.route, c.vars = rt, vars
			return nil
		}
	}
	refusal := refuse(http.StatusNotFound, 0, "404: Not Found")
	if known {
		refusal = refuse(http.StatusMethodNotAllowed, 0, "405: Method Not Allowed")
	}
	return &refusal
}

// decode reads a JSON body, or the JSON part and the files of a multipart one.
func (c *call) decode() *reply {
	if len(c.raw) == 0 {
		c.body = object{}
		return nil
	}
	kind, params, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	switch {
	case err == nil && kind == "application/json":
		return c.decodeJSON(c.raw)
	case err == nil && kind == "multipart/form-data":
		return c.decodeParts(multipart.NewReader(bytes.NewReader(c.raw), params["boundary"]))
	}
	f := &world.Form{}
	f.Root(nil).Fail("CONTENT_TYPE_INVALID", `Expected "Content-Type" header to be one of {'application/json'}.`)
	refusal := invalidForm(f)
	return &refusal
}

func (c *call) decodeJSON(data []byte) *reply {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err := decoder.Decode(&c.body)
	if err == nil && decoder.More() {
		err = errors.New("unexpected data after the JSON value")
	}
	if err == nil {
		return nil
	}
	refusal := refuse(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
	refusal.why += " " + err.Error()
	return &refusal
}

func (c *call) decodeParts(parts *multipart.Reader) *reply {
	c.body = object{}
	bad := refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var data []byte
		if err == nil {
			data, err = io.ReadAll(part)
		}
		if err != nil {
			bad.why += ": " + err.Error()
			return &bad
		}
		name := part.FormName()
		if name == "payload_json" {
			if refusal := c.decodeJSON(data); refusal != nil {
				return refusal
			}
			continue
		}
		if len(data) > MaxFile {
			tooLarge := entityTooLarge()
			return &tooLarge
		}
		index, ok := strings.CutPrefix(strings.TrimSuffix(name, "]"), "files[")
		if !ok {
			index = strconv.Itoa(len(c.files))
		}
		c.files = append(c.files, world.Upload{Index: index, Name: part.FileName(), Data: data})
	}
}

// sleep waits and reports whether the server is still open.
func (s *Server) sleep(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-s.done:
		return false
	}
}

// cut closes the connection without an answer.
func cut(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		conn.Close()
	}
}

// finish records the outcome and writes the answer.
func (s *Server) finish(w http.ResponseWriter, c *call, out reply) {
	s.mu.Lock()
	name := c.request.Method + " " + c.path
	if c.route != nil {
		name = c.route.name()
		if out.scope != "global" { // it says nothing about the route's own limit
			s.limiter.Headers(w.Header(), c.limitKey(), time.Now())
		}
	}
	s.counts[countKey{name, out.status}]++
	s.countInvalid(c, out)
	if out.refused {
		s.violate(Violation{Method: c.request.Method, Path: c.path, Status: out.status, Code: out.code,
			Body: c.excerpt(), Why: out.why, provoked: out.provoked, again: out.again})
	}
	s.notify()
	s.mu.Unlock()
	header := w.Header()
	if out.retry > 0 {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(out.retry.Seconds()))))
	}
	if out.scope != "" {
		header.Set("X-RateLimit-Scope", out.scope)
	}
	if out.scope == "global" {
		header.Set("X-RateLimit-Global", "true")
	} else if out.scope != "" {
		header.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", out.retry.Seconds()))
	}
	if out.status == http.StatusNoContent {
		s.exchanged(c, out, nil)
		w.WriteHeader(out.status)
		return
	}
	body, isRaw := out.body.([]byte)
	if !isRaw {
		body = world.Encode(out.body)
	}
	s.exchanged(c, out, body)
	header.Set("Content-Type", cmp.Or(out.kind, "application/json"))
	w.WriteHeader(out.status)
	if _, err := w.Write(body); err != nil {
		return // the bot has gone; the request took effect
	}
}

// Exchange is one request of the bot and its answer, for tests that check both against a description of the API.
type Exchange struct {
	// Method and Route together are RequestCount's Route. Route is empty if no route matched.
	Method, Route string
	// Query is the request's raw query.
	Query string
	// Request is the request's JSON, or the JSON part of a multipart body; nil if there is none.
	Request []byte
	// Files is the number of files that came with it.
	Files  int
	Status int
	// Response is the answer's JSON; nil if there is none.
	Response []byte
}

// exchanged passes a request to Config.Exchanged. Injected faults and bans are not Discord's answers and are left out.
func (s *Server) exchanged(c *call, out reply, body []byte) {
	if s.cfg.Exchanged == nil || out.provoked || out.code == codeBanned {
		return
	}
	e := Exchange{Method: c.request.Method, Query: c.request.URL.RawQuery, Files: len(c.files), Status: out.status, Response: body}
	if c.route != nil {
		e.Route = c.route.pattern
	}
	if len(c.raw) > 0 && c.body != nil && out.status < http.StatusBadRequest {
		e.Request = world.Encode(c.body)
	}
	s.cfg.Exchanged(e)
}

// object is a JSON object.
type object = map[string]any
