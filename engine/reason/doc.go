// Package reason lists why commands are refused, as codes that package words has a sentence for.
//
//	play.Decide ──▶ engine.Error{Reason: reason.NotRolled} ──▶ "Initiative hasn't been rolled yet. …"
package reason
