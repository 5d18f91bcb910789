package bot

import "testing"

// shieldFile is a file with pools that absorb: temp isn't added up, shield is, and both have a maximum.
const shieldFile = `roundel: 1
name: shields
title: Shields
stats: {init: Initiative}
order: {by: score, roll: d20 + init}
absorbs: {temp: {is: temporary hit points, to: 10}, shield: {is: shield points, stacks: yes, to: 20}}
`

// TestNU11Most: as with hit points, whoever reads the numbers is told what was really gained where the maximum stops it. Others read what was typed, which
// doesn't show how much there was.
func TestNU11Most(t *testing.T) {
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", shieldFile))
	tb.want("GM", "/init start ruleset:shields", "begins")
	tb.want("Anna", "/init join name:Mage stats:init 0, hp 30", "has joined")
	tb.want("GM", "/init add name:Ogre stats:init 0, hp 30, shield 15", "has joined")
	for _, step := range []struct{ line, want string }{
		{"/heal target:Mage amount:15 pool:shield", "Mage gets 15 shield points: 30/30 +15."},
		{"/heal target:Mage amount:12 pool:shield", "Mage gets 5 shield points: 30/30 +20."},
		{"/heal target:Mage amount:12 pool:shield", "Mage has 20 shield points already: 30/30 +20."},
		{"/hp target:Mage amount:-3 pool:shield", "Mage loses 3 shield points: 30/30 +17."},
		{"/hp target:Mage amount:+2 pool:shield", "Mage gets 2 shield points: 30/30 +19."},
		{"/hp target:Mage amount:+8 pool:shield", "Mage gets 1 shield points: 30/30 +20."},
		{"/heal target:Mage amount:4 pool:temp", "Mage gets 4 temporary hit points: 30/30 +24."},
		{"/heal target:Mage amount:7 pool:temp", "Mage gets 7 temporary hit points: 30/30 +27."},
		{"/heal target:Mage amount:25 pool:temp", "Mage gets 10 temporary hit points: 30/30 +30."},
		{"/heal target:Ogre amount:8 pool:shield", "Ogre gets 8 shield points."},
	} {
		if got := tb.do("GM", step.line).Text; got != step.want {
			t.Errorf("%s: %q, want %q", step.line, got, step.want)
		}
	}
}
