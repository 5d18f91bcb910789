// Package recap sums up a fight that is over: who stood, who dealt what, and a picture of it.
//
//	the log ──▶ Of ──▶ Summary ──▶ Draw, Reply ──▶ the last message of a fight
package recap
