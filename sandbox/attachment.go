package sandbox

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// attachment is a file that Discord keeps.
type attachment struct {
	id, name, contentType, description, channelID string
	data                                          []byte
	onlyFor                                       string
}

// attachmentScheme begins an address that names a file of the message itself.
const attachmentScheme = "attachment://"

// contentType is what Discord makes of a file's name; it does not listen to what the uploader says. Empty is unknown.
func contentType(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".txt", ".log":
		return "text/plain; charset=utf-8"
	case ".json":
		return "application/json; charset=utf-8"
	case ".md":
		return "text/markdown; charset=utf-8"
	case ".csv":
		return "text/csv; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".xml":
		return "application/xml; charset=utf-8"
	case ".yaml", ".yml":
		return "application/x-yaml; charset=utf-8"
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	case ".pdf":
		return "application/pdf"
	case ".zip":
		return "application/zip"
	}
	return ""
}

func (s *Server) attachmentURL(a *attachment) string {
	return fmt.Sprintf("%s/attachments/%s/%s/%s", s.root, a.channelID, a.id, url.PathEscape(a.name))
}

func (s *Server) attachmentJSON(a *attachment) object {
	address := s.attachmentURL(a)
	one := object{"id": a.id, "filename": a.name, "size": len(a.data), "url": address, "proxy_url": address}
	setWhen(one, "content_type", a.contentType != "", a.contentType)
	setWhen(one, "description", a.description != "", a.description)
	setWhen(one, "ephemeral", a.onlyFor != "", true)
	return one
}

func (s *Server) attachmentsJSON(m *message) []any {
	out := []any{}
	for _, a := range m.attachments {
		out = append(out, s.attachmentJSON(a))
	}
	return out
}

// linked is a part of a message with the addresses of its files in the place of attachment://name.
func (s *Server) linked(m *message, part any) any {
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
			if file := m.file(textOf(part, key)); file != nil {
				out[key], out[proxy] = s.attachmentURL(file), s.attachmentURL(file)
				setWhen(out, "attachment_id", part["id"] != nil, file.id) // of components; embeds have none
				setWhen(out, "content_type", key == "url" && file.contentType != "", file.contentType)
			}
		}
		if inner, isObject := part["file"].(object); isObject && kindOf(part) == compFile {
			if file := m.file(textOf(inner, "url")); file != nil {
				out["name"], out["size"] = file.name, len(file.data)
			}
		}
		return out
	}
	return part
}

// file is the attachment that an address names, nil for none.
func (m *message) file(address string) *attachment {
	name, ours := strings.CutPrefix(address, attachmentScheme)
	i := slices.IndexFunc(m.attachments, func(a *attachment) bool { return a.name == name })
	if !ours || i < 0 {
		return nil
	}
	return m.attachments[i]
}

// shownEmbeds are the embeds that a message shows: none when they are suppressed.
func (s *Server) shownEmbeds(m *message) []any {
	if m.has(flagSuppressEmbeds) {
		return []any{}
	}
	return s.linkedList(m, m.embeds)
}

func (s *Server) shownComponents(m *message) []any { return s.linkedList(m, m.components) }

func (s *Server) linkedList(m *message, list []any) []any {
	switch {
	case list == nil:
		return []any{}
	case len(m.attachments) == 0:
		return list
	}
	return s.linked(m, list).([]any)
}

// serveAttachment is the download of a file, as Discord's file server would give it out.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	file := s.uploads[r.PathValue("id")]
	s.mu.Unlock()
	if file == nil {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.name}))
	if _, err := w.Write(file.data); err != nil {
		return // the reader went away
	}
}
