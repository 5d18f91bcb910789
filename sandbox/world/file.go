package world

import (
	"path"
	"slices"
	"strings"
)

// Attachment is a file that Discord keeps: one of a message, or one that a user has given to a command or a form.
type Attachment struct {
	ID, Name, ContentType, Description, ChannelID string
	Data                                          []byte
	// OnlyFor is the user to whom alone it belongs: who gave it, or who sees the ephemeral message that it is on.
	OnlyFor string
}

// attachmentScheme begins an address that names a file of the message itself.
const attachmentScheme = "attachment://"

// ContentType is what Discord makes of a file's name; it does not listen to what the uploader says. Empty is unknown.
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

// File is the attachment that an address names, nil for none.
func (m *Message) File(address string) *Attachment {
	name, ours := strings.CutPrefix(address, attachmentScheme)
	i := slices.IndexFunc(m.Attachments, func(a *Attachment) bool { return a.Name == name })
	if !ours || i < 0 {
		return nil
	}
	return m.Attachments[i]
}

type Upload struct {
	Index, Name string
	Data        []byte
}
