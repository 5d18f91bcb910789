// Package migrations holds the schema of the database as numbered SQL files.
//
//	00001_encounters.sql ──▶ 00002_characters.sql ──▶ … ──▶ the schema that package store works with
//
// Opening a database in package store applies the files that it does not have yet, in the order of their numbers. A
// released file is never edited, because databases that ran it before would differ from new ones: each change of the
// schema is a new file with the next number. A test in package store pins the hash of every file.
//
// The files in the folder postgres do the same for PostgreSQL; package store/postgres applies them and pins their hashes.
package migrations
