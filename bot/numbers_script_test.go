package bot

import (
	"strings"
	"testing"
)

// playsWith plays a transcript (see [TestTranscripts]) and fails unless each reply has, in this order, the parts that are indented under its line.
// Parts that begin with "not " must not be in it.
func playsWith(t *testing.T, script string) {
	t.Helper()
	got := replies(playText(t, script))
	for i, want := range replies(script) {
		rest := strings.Join(got[i][1:], "\n")
		for _, part := range want[1:] {
			if out, is := strings.CutPrefix(part, "not "); is {
				if strings.Contains(strings.Join(got[i][1:], "\n"), out) {
					t.Errorf("%s\n  has %s:\n%s", want[0], out, strings.Join(got[i][1:], "\n"))
				}
				continue
			}
			_, after, has := strings.Cut(rest, part)
			if !has {
				t.Errorf("%s\n  lacks %s:\n%s", want[0], part, strings.Join(got[i][1:], "\n"))
			}
			rest = after
		}
	}
}

// replies returns the lines of a transcript that do something, each with what is indented under it, with single spaces.
func replies(text string) [][]string {
	var out [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "  "):
			out[len(out)-1] = append(out[len(out)-1], strings.Join(strings.Fields(line), " "))
		case line != "":
			out = append(out, []string{line})
		}
	}
	return out
}

// TestNU14OtherNumbers is worked example 1 with other numbers: half is rounded down, and what an undo takes back is due again for the same amount.
func TestNU14OtherNumbers(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
GM: /init add name:Mira stats:init 0, hp 20
GM: /init add name:Ogre stats:init 0, hp 61, dex -2
GM: /init add name:Goblin stats:init 0, hp 33, dex 3
GM: /init add name:Salamander stats:init 0, hp 95, dex 0, immune fire
Anna: /init join name:Knight stats:init 0, hp 41, dex 2
GM: /init roll rolls:Mira 20, Ogre 15, Goblin 14, Salamander 13, Knight 12
GM: /save target:Ogre, Goblin, Salamander, Knight save:dex dc:16 amount:35 fire name:Fireball rolls:Ogre 17, Goblin 13, Salamander 2
  35 damage (fire)
  @Anna: Knight has yet to save.
  Success: Goblin.
  Failure: Ogre and Salamander.
  Ogre takes 35 damage
  Goblin takes half of 35 (17)
  Salamander takes 0 damage (immune to fire)
  Success: Goblin (1d20+3 (13, typed) = 16).
  Failure: Ogre (1d20-2 (17, typed) = 15) and Salamander (1d20 (2, typed) = 2).
GM: /init list
  Ogre 26/61
  Goblin 16/33
  Salamander 95/95
  Knight 41/41
GM: /next
GM: /next
Anna: [Roll my save] roll = 14
  = **16**, needs 16: success.
  Knight takes 17 damage, half of 35
  24/41.
GM: /init undo
  Undone:
GM: /init list
  Knight 41/41
Anna: /effect save target:Knight roll:13
  = **15**, needs 16: failure.
  6/41.
GM: /init undo
GM: /init undo
GM: /init undo
GM: /init undo
  Fireball
GM: /init list
  Ogre 61/61
  Goblin 33/33
  Salamander 95/95
  Knight 41/41
Anna: /effect save target:Knight roll:13
  (only Anna)
`)
}

// TestNU18OtherNumbers is worked example 7 with other numbers, for a prepared dragon: fear that is saved against again, and a breath that recharges.
func TestNU18OtherNumbers(t *testing.T) {
	playsWith(t, `
Admin: /monster save name:Dragon stats:init 0, hp 300, recharge 6, ac 19 saves:Frightful Presence, save wis, dc 17, effect Frightened, repeat; Fire Breath, save dex, dc 18, 12d6 fire, pool recharge
Admin: /init start ruleset:five-e-2014
Admin: /init add monster:Dragon
Anna: /init join name:Knight stats:init 0, hp 60, wis 2, dex 1, attack 6
Ben: /init join name:Bard stats:init 0, hp 80, wis -1, dex 3, attack 4
Admin: /init roll rolls:Dragon 20, Knight 15, Bard 10
Admin: /save use:Frightful Presence target:party
  Wisdom save, DC 17, from Dragon.
  @Anna: Knight has yet to save.
  @Ben: Bard has yet to save.
Anna: /effect save target:Knight roll:15
  1d20+2 (15, typed) = **17**, needs 17: success.
  not Frightened
Ben: /effect save target:Bard roll:17
  1d20-1 (17, typed) = **16**, needs 17: failure.
  Bard is Frightened
  17 or more on 1d20-1 ends it.
Admin: /next
dice: 18 3
Anna: /attack target:Dragon damage:1d8
  d20 (18) +6
  not disadvantage
Anna: /next
dice: 3 18
Ben: /attack target:Dragon damage:1d8
  2d20kl1 (3, 18) +4 attack bonus = **7**, disadvantage: Frightened. Miss.
Ben: /next
  roll to end Frightened (1d20-1, 17 or more)
Ben: /effect save target:Bard roll:18
  1d20-1 (18, typed) = 17, needs 17: passed.
dice: 6 5 4 3 2 1 6 5 4 3 2 1
Admin: /save use:Fire Breath target:party
  Dexterity save, DC 18, 42 damage
Anna: /effect save target:Knight roll:17
  = **18**, needs 18: success.
  21 damage, half of 42
  39/60
Ben: /effect save target:Bard roll:2
  = **5**, needs 18: failure.
  38/80
Admin: /save use:Fire Breath target:party
  (only Admin)
Admin: /next
Anna: /next
dice: 5
Ben: /next
Admin: /save use:Fire Breath target:party
  (only Admin)
Admin: /next
Anna: /next
dice: 6
Ben: /next
dice: 1 1 1 1 1 1 1 1 1 1 1 1
Admin: /save use:Fire Breath target:party
  Dexterity save, DC 18, 12 damage
`)
}

// TestNU12OtherTemporary is worked example 8 with other numbers: what is absorbed counts as damage taken, and massive damage looks below 0 only.
func TestNU12OtherTemporary(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
Anna: /init join name:Wizard stats:init 0, hp 28, con 2
Ben: /init join name:Paladin stats:init 0, hp 0/36, temp 4
GM: /init roll rolls:Wizard 20, Paladin 5
GM: /heal target:Wizard amount:7 pool:temp
  28/28 +7.
GM: /effect add target:Wizard name:Concentrating
GM: /damage target:Wizard amount:5
  28/28 +2.
  1d20+2, 10 or more
Anna: /effect save target:Wizard roll:8
  = 10, needs 10: passed.
GM: /damage target:Wizard amount:29
  2 absorbed by temporary hit points: 1/28.
  1d20+2, 14 or more
Anna: /effect save target:Wizard roll:12
  = 14, needs 14: passed.
GM: /heal target:Wizard amount:6 pool:temp
  1/28 +6.
GM: /heal target:Wizard amount:4 pool:temp
  1/28 +6.
GM: /heal target:Wizard amount:9 pool:temp
  1/28 +9.
GM: /damage target:Paladin amount:3
  3 absorbed
  1 of 3 failures
GM: /damage target:Paladin amount:36
  1 absorbed
  2 of 3 failures
GM: /init undo
GM: /damage target:Paladin amount:37
  1 absorbed
  Paladin is dead
`)
}

// TestNU22OtherNumbers is worked example 9 with other numbers, under both rulesets.
func TestNU22OtherNumbers(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
Anna: /init join name:Knight stats:init 2, attack 7, hp 30
GM: /init add name:Orc stats:init 0, ac 15, hp 60
GM: /init roll rolls:Knight 20, Orc 5
GM: /effect add target:Orc name:Paralyzed
dice: 2 5
Anna: /attack target:Orc damage:1d6+2 range:melee free:true roll:8
  2d20kh1 (8, typed) +7 attack bonus = **15**, advantage: Paralyzed. Critical hit (Paralyzed).
  2d6+2 (2, 5) = **9**
dice: 4
Anna: /attack target:Orc damage:1d6+2 range:ranged free:true roll:8
  advantage: Paralyzed. Hit.
  1d6+2 (4) = **6**
GM: /effect add target:Knight name:Poisoned
dice: 8 1 1
Anna: /attack target:Orc damage:1d6+2 free:true
  d20 (8) +7 attack bonus = **15**
  2d6+2 (1, 1) = **4**
`)
	playsWith(t, `
GM: /init start ruleset:three-actions
Anna: /init join name:Champion stats:init 6, ac 20, attack 12, hp 40 roll:12
GM: /init add name:Ghoul stats:init 0, ac 19, attack 8, hp 90 roll:1
GM: /init roll
GM: /effect add target:Champion name:Frightened level:3
GM: /effect add target:Champion name:Sickened level:2
GM: /effect add target:Ghoul name:Prone
GM: /effect add target:Ghoul name:Grabbed
# 9 + 12 - 3 = 18 against 19 - 2 = 17
dice: 4
Anna: /attack target:Ghoul damage:1d6 free:true roll:9
  −3 Frightened = **18**
  −2 Off-guard
  Success
  not Sickened
# 7 + 12 - 3 = 16 misses 17
Anna: /attack target:Ghoul damage:1d6 free:true roll:7
  = **16**
  Failure
GM: /effect add target:Ghoul name:Clumsy level:2
# and hits 19 - 2 - 2 = 15
dice: 4
Anna: /attack target:Ghoul damage:1d6 free:true roll:7
  = **16**
  −2 Clumsy −2 Off-guard
  Success
`)
}

// TestNU23OtherNumbers is worked example 10 with other numbers.
func TestNU23OtherNumbers(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
Anna: /init join name:Knight stats:init 2, attack 4, con 3, hp 30
GM: /init add name:Orc stats:init 0, ac 21, hp 60
GM: /init roll rolls:Knight 20, Orc 5
GM: /effect add target:Knight name:Blessed changes:attack d6, saves d6
dice: 5
Anna: /attack target:Orc damage:1d8 free:true roll:11
  d20 (11, typed) +4 attack bonus +1d6 (5) Blessed = **20**. Miss.
GM: /effect add target:Knight name:Concentrating
GM: /damage target:Knight amount:11
dice: 3
Anna: /effect save target:Knight roll:4
  1d20+3 (4, typed) +1d6 (3) Blessed = 10, needs 10: passed.
GM: /damage target:Knight amount:11
dice: 2
Anna: /effect save target:Knight roll:4
  +1d6 (2) Blessed = 9, needs 10: failed
`)
}

// TestNU33OtherNumbers is worked example 11 with others.
func TestNU33OtherNumbers(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
Anna: /init join name:Mira stats:init 3, hp 22, ac 13 roll:9
Ben: /init join name:Bo stats:init 1, hp 24, ac 15 roll:4
GM: /init add name:Vampire as:A pale lady hidden:true stats:init 6, hp 82, ac 16, attack 8 roll:14
  (only GM) Vampire (as A pale lady) (hidden) has joined.
GM: /init roll
GM: /attack who:Vampire target:Mira damage:1d6+4 roll:5 damage_roll:3
  A pale lady comes into view.
  A pale lady attacks Mira
  **13**. Hit.
  15/22
  not Vampire
Ben: /damage target:Vampire amount:3
  (only Ben) Nobody in this fight has that name.
GM: /init edit name:Vampire reveal:true
  A pale lady is Vampire.
GM: /next
Anna: /damage target:Vampire amount:3
  Vampire takes 3 damage
Ben: /init log
  A pale lady attacks Mira
  A pale lady is Vampire.
  Vampire takes 3 damage
`)
}

// TestNU28OtherNumbers is worked example 12 with other numbers.
func TestNU28OtherNumbers(t *testing.T) {
	playsWith(t, `
Admin: /roundel settings carry:keep
Anna: /character save name:Knight stats:init 0, hp 44
GM: /init start ruleset:five-e-2014
Anna: /init join
GM: /heal target:Knight amount:8 pool:temp
  44/44 +8.
GM: /damage target:Knight amount:35
  17/44.
GM: /heal target:Knight amount:3 pool:temp
  17/44 +3.
GM: /init end
GM: [End the fight]
  Knight 17/44 +3
GM: /init start ruleset:five-e-2014
Anna: /init join
GM: /rest kind:short rest amount:12
  29/44 +3
GM: /rest kind:long rest
  44/44
GM: /init list
  44/44
  not +3
`)
}

// TestNU37OtherNumbers is worked example 13 with other numbers, and somebody else who asked for it.
func TestNU37OtherNumbers(t *testing.T) {
	playsWith(t, `
Cleo: /init ping on_deck:true
GM: /init start ruleset:five-e-2014
Anna: /init join name:Knight stats:init 0, hp 20 roll:19
Ben: /init join name:Bard stats:init 0, hp 20 roll:8
Cleo: /init join name:Rogue stats:init 0, hp 20 roll:11
GM: /init add name:Imp stats:init 0, hp 9 roll:15 hidden:true
GM: /init roll
card
  Knight** @Anna
  On deck: Rogue @Cleo
Anna: /next
card
  The GM acts
  not @
GM: /next
card
  Rogue** @Cleo
  On deck: Bard
  not @Ben
Cleo: /next
card
  Bard** @Ben
  On deck: Knight (round 2)
  not @Anna
`)
}

// TestNU23EveryRoll: the lines of attacks, saves, checks and rolls at 0 hit points say which effects changed them, each where it counts.
func TestNU23EveryRoll(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
Anna: /init join name:Knight stats:init 9, attack 7, con 3, dex 1, hp 60 roll:15
GM: /init add name:Orc stats:init 1, hp 200, ac 15, dex -2 roll:9
GM: /init roll
GM: /effect add target:Knight name:Poisoned
dice: 5
Anna: /attack target:Orc damage:1d6+2 roll:8 edge:advantage free:true
  d20 (8, typed) +7 attack bonus = **15**, advantage and disadvantage: Poisoned cancel out. Hit.
dice: 5
Anna: /attack target:Orc damage:1d6+2 roll:12 edge:normal free:true
  d20 (12, typed) +7 attack bonus = **19**. Hit.
  not Poisoned
GM: /effect remove target:Knight name:Poisoned
GM: /effect add target:Knight name:Odd changes:attack d4-2, deals 1d4 fire, saves 0
GM: /effect add target:Knight name:Idle changes:attack 0
dice: 2 5 3
Anna: /attack target:Orc damage:1d6+2 roll:8 free:true
  +1d4-2 (2) Odd = **15**. Hit.
  Damage 1d6+2 (5) + 1d4 fire (3) Odd = **10**.
  Orc takes 10 damage
  not Idle
GM: /effect add target:Orc name:Paralyzed
GM: /effect add target:Orc name:Unconscious
dice: 3 1 1 1 1
Anna: /attack target:Orc damage:1d6+2 roll:8 free:true
  advantage: Paralyzed, Unconscious. Critical hit (Paralyzed).
dice: 3 1 1
Anna: /attack target:Orc damage:1d6+2 roll:8 free:true range:ranged
  advantage: Paralyzed, Unconscious. Hit.
GM: /effect add target:Knight name:Restrained
GM: /save target:Knight save:dex dc:12 advantage:Knight
Anna: /effect save target:Knight roll:11
  1d20+1 (11, typed) = **12**, advantage and disadvantage: Restrained cancel out, needs 12: success.
  not Odd
GM: /effect remove target:Knight name:Restrained
GM: /save target:Knight save:dex dc:12 advantage:Knight modifier:2
Anna: /effect save target:Knight roll:11
  2d20kh1+1 (11, typed) +2 = **14**, needs 12: success.
GM: /effect add target:Knight name:Dodging
GM: /effect add target:Knight name:Blessed changes:saves d4
GM: /save target:Knight save:dex dc:12
dice: 11 4 2
Anna: /effect save target:Knight
  2d20kh1+1 (11, 4) +1d4 (2) Blessed = **14**, advantage: Dodging, needs 12: success.
GM: /effect remove target:Knight name:Blessed
GM: /effect add target:Knight name:Concentrating
GM: /effect add target:Knight name:Weary changes:saves -1d4, save edge disadvantage
GM: /damage target:Knight amount:9
dice: 16 14 2
Anna: /effect save target:Knight
  2d20kl1+3 (16, 14) −1d4 (2) Weary = 15, disadvantage: Weary, needs 10: passed.
GM: /hp target:Knight amount:=0
GM: /next
GM: /next
dice: 14 20 3
Anna: /effect save target:Knight
  2d20kl1 (14, 20) −1d4 (3) Weary = 11, disadvantage: Weary, needs 10: passed.
`)
	playsWith(t, `
GM: /init start ruleset:three-actions
Anna: /init join name:Champion stats:init 6, ac 20, attack 9, hp 40 roll:12
GM: /init add name:Ghoul stats:init 0, ac 19, hp 90 roll:1
GM: /init roll
GM: /effect add target:Champion name:Blessed changes:deals 1d6 fire
dice: 4 3
Anna: /attack target:Ghoul damage:1d8 free:true roll:20
  d20 (20, typed) +9 attack bonus = **29**. Critical
  1d8 (4) + 1d6 fire (3) Blessed
  not −
GM: /effect add target:Ghoul name:Off-guard
Anna: {Apply to fight} 1d20 (9) + 7 = 16
Anna: > Use it as = Attack result | Target = Ghoul
  Champion attacks Ghoul: **16**
  −2 Off-guard
`)
}

// TestNU30WithoutAmount: whoever asks for a rest that gives back a typed number of hit points, and types none, is told that it gave back none, and a GM
// without characters how to let the party rest.
func TestNU30WithoutAmount(t *testing.T) {
	playsWith(t, `
Admin: /roundel settings carry:keep
Anna: /character save name:Knight stats:init 0, hp 44
GM: /init start ruleset:five-e-2014
Anna: /init join
GM: /damage target:Knight amount:30
GM: /rest kind:short rest
  Short rest: Knight.
  (only GM) Short rest restores no hit points without the amount option.
GM: /rest kind:short rest amount:1
  15/44
  not without the amount
GM: /rest kind:long rest names:Knight
  44/44
  not without the amount
GM: /damage target:Knight amount:30
GM: /init end
GM: [End the fight]
Anna: /rest kind:short rest
  As before: Knight 14/44.
  (only Anna) Short rest restores no hit points without the amount option.
Anna: /rest kind:short rest amount:2
  Knight heals 2
  not without the amount
GM: /rest kind:short rest amount:2
  names:party, everyone from this channel's last fight rests.
Ben: /rest kind:short rest amount:2
  None of your characters is hurt
  not names:party
GM: /rest kind:short rest amount:2 names:party
  18/44
`)
}

// TestNU18EachRepeats: of several effects that a failure brings, each is told with the roll that ends it.
func TestNU18EachRepeats(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
GM: /init add name:Ogre stats:init 0, hp 20, wis 1 roll:18
GM: /init add name:Orc stats:init 0, hp 20, wis 1 roll:10
GM: /init roll
GM: /save target:foes save:wis dc:12 effect:Prone + Frightened repeat:true rolls:Ogre 2, Orc 3
  Ogre is Prone
  12 or more on Wisdom ends it.
  Ogre is Frightened
  12 or more on Wisdom ends it.
  Orc is Prone.
card
  Prone
  12 or more on Wisdom ends it.
  Frightened
  12 or more on Wisdom ends it.
`)
}

// TestNU23Evades: the line of a save says which effect evades damage, for one or several, and nothing where it changes nothing.
func TestNU23Evades(t *testing.T) {
	playsWith(t, `
GM: /init start ruleset:five-e-2014
GM: /init add name:Ogre stats:init 0, hp 60, dex 1
GM: /init add name:Troll stats:init 0, hp 60, dex 1
Anna: /init join name:Knight stats:init 0, hp 40, dex 2
GM: /init roll rolls:Ogre 20, Troll 15, Knight 10
GM: /effect add target:Ogre, Knight name:Evasion changes:evades dex
GM: /save target:Ogre, Troll, Knight save:dex dc:12 amount:9 cold rolls:Ogre 4, Troll 4, Knight 12
  Success: Knight (1d20+2 (12, typed) = 14, Evasion helps).
  Knight takes nothing.
  Failure: Ogre (1d20+1 (4, typed) = 5, Evasion helps) and Troll (1d20+1 (4, typed) = 5).
GM: /save target:Knight save:dex dc:12 rolls:Knight 12
  = **14**, needs 12: success.
  not Evasion
GM: /effect add target:Knight name:Paralyzed
GM: /save target:Knight save:dex dc:12 amount:9 cold
  Knight fails without a roll (Paralyzed). Evasion helps.
  Knight takes 4 damage
GM: /save target:Knight, Troll save:dex dc:12 amount:9 cold rolls:Troll 3
  Failure: Troll and Knight (Paralyzed, Evasion helps).
`)
}
