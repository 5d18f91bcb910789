package strictyaml

import (
	"errors"
	"io"
	"io/fs"
)

// FileProblem is a problem of one of several files.
type FileProblem struct {
	File string
	Problem
}

// String returns the problem as it is printed: "goblins.yaml:6:15: roll: …".
func (p FileProblem) String() string { return p.File + ":" + p.Problem.String() }

// Contents returns the text of a file. If it is longer than most, it returns one byte more than that. Folders, pipes and devices aren't
// opened, because reading them could wait forever.
func Contents(folder fs.FS, file string, most int64) ([]byte, error) {
	info, err := fs.Stat(folder, file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	f, err := folder.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// Unreadable returns the only problem of a file or folder that couldn't be opened or read.
func Unreadable(what string, err error) Problems {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner // without the file's name
	}
	return Problems{{Line: 1, Column: 1, Text: "this " + what + " can't be read: " + err.Error()}}
}
