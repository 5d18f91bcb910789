package play

import "roundel/engine"

// notice saves a notice for the GM. The GM's own commands need none: their replies say it.
func (d *decider) notice(n engine.Notice) {
	if !d.isGM() {
		d.Emit(engine.Noticed{Notice: n})
	}
}

// noticeFallen saves a notice for each combatant that a player's command brought to 0 hit points.
func (d *decider) noticeFallen() {
	for i := range len(d.Events) { // fixed before the loop: notices are events too
		change, is := d.Events[i].(engine.HPChanged)
		if !is || !change.Tracked || change.To > 0 || change.From == 0 {
			continue
		}
		if m := d.State.Combatant(change.Combatant); m != nil && !m.Standing() && m.Down == "" {
			d.notice(engine.Notice{Kind: engine.NoticeFell, Who: m.ID})
		}
	}
}

// readNotices records that the GM has read all notices, because the answer to any of the GM's commands that changes something shows them.
// Buttons of private messages are excepted: their answers have no room for notices.
func (d *decider) readNotices(cmd Command, before *engine.State) {
	if before == nil || len(before.Notices) == 0 || len(d.Events) == 0 || !d.isGM() {
		return
	}
	switch cmd.(type) {
	case Note, PingGM, PickDown, EndWave:
	default:
		d.Emit(engine.NoticesRead{})
	}
}

// noticeWaves saves a notice if a wave has become due.
func (d *decider) noticeWaves(before *engine.State) {
	if len(d.State.DueWaves()) > len(before.DueWaves()) {
		d.notice(engine.Notice{Kind: engine.NoticeWave})
	}
}
