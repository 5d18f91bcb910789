package sandbox

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"roundel/sandbox/world"
)

// attachmentLife is the time for which a file's URL is valid. URLs change once per attachmentStep, so that reading twice gives
// the same result.
const (
	attachmentLife = 24 * time.Hour
	attachmentStep = time.Hour
)

// attachmentURL returns a URL at which a file can be read for a day. It contains the expiry time and a signature.
func (s *Server) attachmentURL(a *world.Attachment) string {
	folder := "attachments"
	if a.OnlyFor != "" {
		folder = "ephemeral-attachments"
	}
	issued := s.now().Truncate(attachmentStep)
	from, until := strconv.FormatInt(issued.Unix(), 16), strconv.FormatInt(issued.Add(attachmentLife+attachmentStep).Unix(), 16)
	return fmt.Sprintf("%s/%s/%s/%s/%s?ex=%s&is=%s&hm=%s&", s.root, folder, a.ChannelID, a.ID, url.PathEscape(a.Name), until, from,
		s.sign(a, until, from))
}

// sign returns the signature of a file's URL, which only the sandbox can make.
func (s *Server) sign(a *world.Attachment, until, from string) string {
	sum := hmac.New(sha256.New, s.secret)
	fmt.Fprintf(sum, "%s %s %s", a.ID, until, from)
	return hex.EncodeToString(sum.Sum(nil))
}

// validURL reports whether a URL was issued for the file and has not expired.
func (s *Server) validURL(a *world.Attachment, query url.Values) bool {
	until, err := strconv.ParseInt(query.Get("ex"), 16, 64)
	signed := hmac.Equal([]byte(query.Get("hm")), []byte(s.sign(a, query.Get("ex"), query.Get("is"))))
	return err == nil && signed && s.now().Before(time.Unix(until, 0))
}

// Attach uploads a file as the user, as Discord's client does before it sends a command or a form with a file. It
// returns the ID that stands for the file as the value of an option or field.
func (u *User) Attach(name string, data []byte) (string, error) {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	who := s.world.FindUser(u.ref)
	name = strings.ReplaceAll(path.Base(filepath.ToSlash(name)), " ", "_")
	switch {
	case who == nil || who.Bot:
		return "", fmt.Errorf("sandbox: there is no user %q", u.ref)
	case len(data) > MaxFile:
		return "", fmt.Errorf("sandbox: %s has %d bytes; the maximum is %d", name, len(data), MaxFile)
	case name == "." || name == "/" || utf8.RuneCountInString(name) > mostFileName:
		return "", fmt.Errorf("sandbox: %q is not a valid file name", name)
	}
	a := &world.Attachment{ID: s.world.IDs.Next(s.now()), Name: name, ContentType: world.ContentType(name), Data: data,
		ChannelID: s.world.AppID, OnlyFor: who.ID}
	s.uploads[a.ID] = a
	return a.ID, nil
}

// mostFileName is the maximum length of a file name.
const mostFileName = 260

// uploaded returns Discord's JSON of a file that a user has uploaded, or nil if there is no such file.
func (s *Server) uploaded(userID, id string) object {
	a := s.uploads[id]
	if a == nil || a.OnlyFor != userID {
		return nil
	}
	return s.attachmentJSON(a)
}

func (s *Server) attachmentJSON(a *world.Attachment) object {
	address := s.attachmentURL(a)
	one := object{"id": a.ID, "filename": a.Name, "size": len(a.Data), "url": address, "proxy_url": address}
	world.SetWhen(one, "content_type", a.ContentType != "", a.ContentType)
	world.SetWhen(one, "description", a.Description != "", a.Description)
	world.SetWhen(one, "ephemeral", a.OnlyFor != "", true)
	return one
}

func (s *Server) attachmentsJSON(m *world.Message) []any {
	out := []any{}
	for _, a := range m.Attachments {
		out = append(out, s.attachmentJSON(a))
	}
	return out
}

// linked returns a part of a message with attachment://name replaced by the URLs of its files.
func (s *Server) linked(m *world.Message, part any) any {
	switch part := part.(type) {
	case []any:
		out := make([]any, len(part))
		for i, item := range part {
			out[i] = s.linked(m, item)
		}
		return out
	case object:
		out := object{}
		for key, value := range part {
			out[key] = s.linked(m, value)
		}
		for key, proxy := range map[string]string{"url": "proxy_url", "icon_url": "proxy_icon_url"} {
			if file := m.File(world.TextOf(part, key)); file != nil {
				out[key], out[proxy] = s.attachmentURL(file), s.attachmentURL(file)
				world.SetWhen(out, "attachment_id", part["id"] != nil, file.ID) // components have it, embeds do not
				world.SetWhen(out, "content_type", key == "url" && file.ContentType != "", file.ContentType)
			}
		}
		if inner, isObject := part["file"].(object); isObject && world.KindOf(part) == world.CompFile {
			if file := m.File(world.TextOf(inner, "url")); file != nil {
				out["name"], out["size"] = file.Name, len(file.Data)
			}
		}
		return out
	}
	return part
}

// shownEmbeds returns the embeds that a message shows: none if they are suppressed.
func (s *Server) shownEmbeds(m *world.Message) []any {
	if m.Has(world.FlagSuppressEmbeds) {
		return []any{}
	}
	return s.linkedList(m, m.Embeds)
}

func (s *Server) shownComponents(m *world.Message) []any { return s.linkedList(m, m.Components) }

func (s *Server) linkedList(m *world.Message, list []any) []any {
	switch {
	case list == nil:
		return []any{}
	case len(m.Attachments) == 0:
		return list
	}
	return s.linked(m, list).([]any)
}

// isDownload reports whether a path is a file's, outside the API.
func isDownload(path string) bool {
	return strings.HasPrefix(path, "/attachments/") || strings.HasPrefix(path, "/ephemeral-attachments/")
}

// serveAttachment serves the download of a file, as Discord's file server does.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	if fault := s.takeFault(r.Method, r.URL.Path); fault != nil {
		switch {
		case !s.sleep(fault.Delay) || fault.Cut:
			cut(w)
			return
		case fault.Status != 0:
			http.Error(w, fault.Body, fault.Status)
			return
		}
	}
	s.mu.Lock()
	file := s.uploads[r.PathValue("id")]
	open := file != nil && file.ChannelID == r.PathValue("channel") && file.Name == r.PathValue("name") && s.validURL(file, r.URL.Query())
	s.mu.Unlock()
	if !open {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	header := w.Header()
	header.Set("Content-Type", cmp.Or(file.ContentType, "application/octet-stream"))
	header.Set("Content-Length", strconv.Itoa(len(file.Data)))
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox") // the page is at the same address, unlike Discord's
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	if _, err := w.Write(file.Data); err != nil {
		return // the client has gone
	}
}
