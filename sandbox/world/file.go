package world

import (
	"path"
	"slices"
	"strings"
)

// Attachment is a file that Discord stores: it belongs to a message, or a user has uploaded it for a command or form.
type Attachment struct {
	ID, Name, ContentType, Description, ChannelID string
	Data                                          []byte
	// OnlyFor is the only user who may use it: the one who uploaded it or who can see its ephemeral message.
	OnlyFor string
}

// attachmentScheme begins a URL that names a file of the message itself.
const attachmentScheme = "attachment://"

// ContentType derives the type from a file's name, as Discord does; what the uploader says does not count. It is empty
// if unknown.
func ContentType(name string) string {
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

// File returns the attachment that a URL names, or nil.
func (m *Message) File(address string) *Attachment {
	name, ours := strings.CutPrefix(address, attachmentScheme)
	i := slices.IndexFunc(m.Attachments, func(a *Attachment) bool { return a.Name == name })
	if !ours || i < 0 {
		return nil
	}
	return m.Attachments[i]
}

// Upload is a file of a multipart request. Index is the number in its field name, files[n].
type Upload struct {
	Index, Name string
	Data        []byte
}
