// Package reason lists why commands are refused, as codes. Package words has a sentence for each of them.
//
//	play.Decide ──▶ engine.Error{Reason: reason.NotRolled} ──▶ "Initiative hasn't been rolled yet. …"
package reason
