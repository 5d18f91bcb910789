package sandbox

import (
	"fmt"
	"mime"
	"net/http"
)

func (s *Server) attachmentURL(a *attachment) string {
	return fmt.Sprintf("%s/attachments/%s/%s/%s", s.root, a.channelID, a.id, a.name)
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

func (s *Server) mountPage(*http.ServeMux) {}
