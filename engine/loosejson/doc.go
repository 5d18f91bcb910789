// Package loosejson reads the JSON files of other programs: values by their paths, whatever else a file holds. What isn't there, or has
// another form than asked for, costs that value and never the file.
//
//	text ──▶ Decode ──▶ Object ──▶ Int, Text, List, … at "system.details.cr"
//	                          └──▶ Unread: the keys that a format's table doesn't name
//
// Files are refused only for what would cost too much memory or can't be read at all.
package loosejson
