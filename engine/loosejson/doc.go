// Package loosejson reads values by their paths from the JSON files of other programs, whatever else the files contain. If a value is missing
// or has another form than expected, only that value is lost, never the file.
//
//	text ──▶ Decode ──▶ Object ──▶ Int, Text, List, … at "system.details.cr"
//	                          └──▶ Unread: the keys that a format's table doesn't name
//
// A file is refused only if it would take too much memory or isn't JSON.
package loosejson
