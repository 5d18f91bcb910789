// Package codec writes events and states as JSON, and reads what this and all earlier releases wrote:
//
//	EncodeEvents ──▶ a row of the log ──▶ DecodeEvents
//	EncodeState  ──▶ a snapshot       ──▶ DecodeState
//
// An event whose fields change gets a new row in the table of codecs; the old row is never removed.
package codec
