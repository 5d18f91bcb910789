package sandbox

import (
	"path"
	"slices"
	"strings"
)

// attachment is a file that Discord keeps: one of a message, or one that a user has given to a command or a form.
type attachment struct {
	id, name, contentType, description, channelID string
	data                                          []byte
	// onlyFor is the user to whom alone it belongs: who gave it, or who sees the ephemeral message that it is on.
	onlyFor string
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

// file is the attachment that an address names, nil for none.
func (m *message) file(address string) *attachment {
	name, ours := strings.CutPrefix(address, attachmentScheme)
	i := slices.IndexFunc(m.attachments, func(a *attachment) bool { return a.name == name })
	if !ours || i < 0 {
		return nil
	}
	return m.attachments[i]
}

type upload struct {
	index, name string
	data        []byte
}
