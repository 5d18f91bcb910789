package main

import "roundel/sandbox/page"

// demos returns the fights that the sandbox's page offers, one for each ruleset, as scripts of what people type.
func demos() []page.Demo {
	return []page.Demo{
		{Name: "demo-turn-order", Title: "Turn Order", Script: `
GM: /init start name:Bridge fight ruleset:turn-order
Anna: /init join name:Knight stats:init 15, hp 30
Ben: /init join name:Elf stats:init 12, hp 20
Cleo: /init join name:Wizard stats:init 9, hp 16
GM: /init scene text:A narrow bridge in the rain. Three goblins bar the way, and somebody is laughing in the dark.
GM: /init add name:Goblin count:3 stats:init 7, hp 7
GM: /init add name:Assassin stats:init 14, hp 12 hidden:true
GM: /surprise ambush names:Assassin hidden:true
GM: /init roll
`},
		{Name: "demo-structured-time", Title: "Structured Time", Script: `
GM: /init start name:Warehouse raid ruleset:structured-time
Anna: /init join name:Arbitrator stats:agility 41, agility_bonus 4, ws 38, bs 45, awareness 44, hp 12
Ben: /init join name:Scum stats:agility 52, agility_bonus 5, ws 35, bs 40, awareness 50, hp 10
Cleo: /init join name:Psyker stats:agility 33, agility_bonus 3, ws 28, bs 31, awareness 36, hp 9
GM: /init scene text:A dark warehouse. Crates, chains, and steps overhead.
GM: /init add name:Ganger count:4 stats:agility 30, agility_bonus 3, ws 32, bs 30, awareness 28, hp 8
GM: /surprise set names:Ganger 1, Ganger 2, Ganger 3, Ganger 4
GM: /init roll
`},
		{Name: "demo-flow-of-time", Title: "Flow of Time", Script: `
GM: /init start name:Rooftop chase ruleset:flow-of-time
Anna: /init join name:Runner stats:finesse 4, cognition 2, level 2, hp 18
Ben: /init join name:Tinker stats:finesse 2, cognition 5, level 2, hp 14
Cleo: /init join name:Medic stats:finesse 3, cognition 3, level 1, hp 15
GM: /init scene text:Roofs at night, slick with rain.
GM: /init add name:Drone count:2 stats:finesse 3, cognition 1, level 1, hp 9
GM: /init roll
`},
		{Name: "demo-combat-sequence", Title: "Combat Sequence", Script: `
GM: /init start name:Docking bay ruleset:combat-sequence
Anna: /init join name:Marine stats:dex 1, str 1, level 2, attack 2, skill 1, ac 15, hp 14, trauma_target 6
Ben: /init join name:Pilot stats:dex 2, str 0, level 2, attack 1, skill 1, ac 13, hp 10, trauma_target 6
Cleo: /init join name:Hacker stats:dex 1, str -1, level 2, attack 0, skill 1, ac 12, hp 8, trauma_target 6
GM: /init scene text:The cargo doors open. Six shapes move in the fog.
GM: /init add name:Pirate count:4 stats:dex 0, attack 1, ac 12, morale 8, hp 6, trauma_target 6
GM: /init add name:Captain stats:dex 1, attack 3, ac 14, morale 10, hp 12, trauma_target 6
GM: /init roll
`},
		{Name: "demo-rounds-initiative", Title: "Rounds and Initiative", Script: `
GM: /init start name:Ruined tower ruleset:rounds-initiative
Anna: /init join name:Warrior stats:dex 0, str 2, level 2, attack 2, skill 1, ac 16, hp 16
Ben: /init join name:Thief stats:dex 2, str 0, level 2, attack 1, skill 1, sneak 2, notice 1, ac 13, hp 10
Cleo: /init join name:Sage stats:dex 1, str 0, level 2, attack 0, skill 0, ac 11, hp 7
GM: /init scene text:A ruined tower at dusk. Something has made its lair here.
GM: /init add name:Wolf count:3 stats:dex 1, attack 2, ac 12, morale 7, hp 6
GM: /init roll
`},

		// Rulesets that came after the first release.
		{Name: "demo-five-e-2014", Title: "5E, the rules of 2014", Script: `
GM: /init start name:The dragon's hall ruleset:five-e-2014
Anna: /init join name:Paladin stats:init 0, ac 18, attack 7, con 4, hp 52
Ben: /init join name:Ranger stats:init 4, edge 1, ac 15, attack 8, con 2, hp 44
Cleo: /init join name:Wizard stats:init 2, ac 12, attack 6, con 2, hp 31
GM: /init scene text:Gold up to the knees, and smoke that smells of sulfur.
GM: /init add name:Red Dragon stats:init 0, ac 18, attack 10, con 5, legendary 3, resist 3, recharge 5, hp 178
GM: /init add name:Kobold count:4 stats:init 2, ac 12, attack 4, hp 5
GM: /init event name:Lair action
GM: /surprise set names:Kobold 1, Kobold 2
GM: /init roll
`},
		{Name: "demo-five-e-2024", Title: "5E, the rules of 2024", Script: `
GM: /init start name:Goblin camp ruleset:five-e-2024
Anna: /init join name:Fighter stats:init 1, ac 18, attack 5, con 3, hp 28
Ben: /init join name:Rogue stats:init 4, ac 14, attack 6, con 1, hp 21
Cleo: /init join name:Cleric stats:init 0, ac 17, attack 4, con 2, hp 24
GM: /init scene text:A camp between the pines. One guard is asleep.
GM: /init add name:Guard stats:init 2, ac 15, attack 4, hp 10
GM: /init add name:Goblin count:3 stats:init 2, ac 15, attack 4, hp 10
GM: /surprise set names:Guard
GM: /init roll
`},
		{Name: "demo-three-actions", Title: "Three actions", Script: `
GM: /init start name:Flooded crypt ruleset:three-actions
Anna: /init join name:Champion stats:init 6, ac 20, attack 9, hp 40
Ben: /init join name:Swashbuckler stats:init 9, ac 19, attack 10, hp 34
Cleo: /init join name:Witch stats:init 7, ac 17, attack 6, hp 28
GM: /init scene text:Knee-deep black water. The sarcophagus is open.
GM: /init add name:Ghoul count:3 stats:init 7, ac 16, attack 8, hp 20
GM: /init add name:Wight stats:init 10, ac 18, attack 11, hp 50
GM: /init roll
`},
		{Name: "demo-escalation", Title: "Escalation die", Script: `
GM: /init start name:Bridge of the giants ruleset:escalation
Anna: /init join name:Barbarian stats:init 5, hp 42
Ben: /init join name:Bard stats:init 8, hp 33
Cleo: /init join name:Sorcerer stats:init 6, hp 29
GM: /init scene text:A bridge made for feet of another size.
GM: /init add name:Hill Giant stats:init 4, hp 90
GM: /init add name:Orc count:3 stats:init 5, hp 15
GM: /init roll
`},
		{Name: "demo-static-dex", Title: "By DEX, nobody rolls", Script: `
GM: /init start name:The cellar ruleset:static-dex
Anna: /init join name:Detective stats:dex 60, gun 1, skill 45, hp 12
Ben: /init join name:Professor stats:dex 40, skill 25, hp 9
Cleo: /init join name:Journalist stats:dex 65, skill 30, hp 11
GM: /init scene text:A lamp, a staircase, and something that drags itself up the steps.
GM: /init add name:Cultist count:2 stats:dex 50, skill 40, hp 11
GM: /init add name:Thing stats:dex 45, skill 60, hp 30
GM: /init roll
`},
		{Name: "demo-d6-who-begins", Title: "One d6 says who begins", Script: `
GM: /init start name:The bone pit ruleset:d6-who-begins
Anna: /init join name:Deserter stats:hp 5
Ben: /init join name:Hermit stats:hp 3
Cleo: /init join name:Scum stats:hp 4
GM: /init scene text:The pit is deep, and it rains ash.
GM: /init add name:Skeleton count:3 stats:hp 6
GM: /init roll
`},

		// Orders other than the highest number first.
		{Name: "demo-popcorn", Title: "Popcorn (elective order)", Script: `
GM: /init start name:The moving train ruleset:popcorn
Anna: /init join name:Mira stats:hp 8
Ben: /init join name:Oz stats:hp 8
Cleo: /init join name:Tess stats:hp 7
GM: /init scene text:The roof of a train, and a tunnel ahead.
GM: /init add name:Raider count:3 stats:hp 3
GM: /init roll
GM: /next to:Mira
`},
		{Name: "demo-spotlight", Title: "Spotlight", Script: `
GM: /init start name:The warehouse ruleset:spotlight
Anna: /init join name:Mira stats:hp 6
Ben: /init join name:Oz stats:hp 6
Cleo: /init join name:Tess stats:hp 6
GM: /init scene text:Crates, fog, and a light that goes out.
GM: /init add name:Guard count:3 stats:hp 4
GM: /init roll
GM: /next to:Mira
`},
		{Name: "demo-action-cards", Title: "Action cards", Script: `
GM: /init start name:High noon ruleset:action-cards
Anna: /init join name:Marshal stats:level_headed 1, hp 5
Ben: /init join name:Gambler stats:quick 1, hp 5
Cleo: /init join name:Preacher stats:hp 5
GM: /init scene text:Main street is empty, and the clock strikes.
GM: /init add name:Outlaw count:3 stats:hp 4
GM: /init add name:Boss stats:hp 8
GM: /init roll
`},
		{Name: "demo-token-bag", Title: "A bag of tokens", Script: `
GM: /init start name:The sphere ruleset:token-bag
Anna: /init join name:Wizard stats:hp 18
Ben: /init join name:Burglar stats:hp 15
Cleo: /init join name:Poet stats:hp 14
GM: /init scene text:The corridor bends in a way that corridors don't.
GM: /init add name:Goblin count:3 stats:tokens 1, hp 6
GM: /init add name:Manticore stats:tokens 4, hp 22
GM: /init roll
`},
		{Name: "demo-tick-clock", Title: "A clock of ticks", Script: `
GM: /init start name:The pass ruleset:tick-clock
Anna: /init join name:Scout stats:init 5, hp 12
Ben: /init join name:Warden stats:init 8, hp 14
Cleo: /init join name:Adept stats:init 7, hp 9
GM: /init scene text:Snow, and eyes between the stones.
GM: /init add name:Wolf count:2 stats:init 6, hp 8
GM: /init add name:Troll stats:init 9, hp 25
GM: /init roll
`},

		// Several turns a round, slots and phases.
		{Name: "demo-alternating", Title: "Sides in turns", Script: `
GM: /init start name:Goblin ambush ruleset:alternating
Anna: /init join name:Fury stats:hp 24
Ben: /init join name:Tactician stats:hp 27
Cleo: /init join name:Shadow stats:hp 21
GM: /init scene text:Arrows out of the ferns.
GM: /init add name:Goblin count:3 stats:hp 6
GM: /init add name:Underboss stats:turns 2, hp 15
GM: /init roll
`},
		{Name: "demo-cards-of-ten", Title: "Ten cards, lowest first", Script: `
GM: /init start name:The bridge ruleset:cards-of-ten
Anna: /init join name:Knight stats:hp 15
Ben: /init join name:Mallard stats:hp 11
Cleo: /init join name:Mage stats:hp 9
GM: /init scene text:The bridge is narrow, and the ogre is not.
GM: /init add name:Ogre stats:ferocity 2, hp 30
GM: /init add name:Goblin count:2 stats:hp 8
GM: /init roll
`},
		{Name: "demo-sides-d6", Title: "A d6 a side, each round", Script: `
GM: /init start name:The crypt ruleset:sides-d6
Anna: /init join name:Thief stats:hp 4
Ben: /init join name:Cleric stats:hp 6
Cleo: /init join name:Fighter stats:hp 8
GM: /init scene text:Dust, and a door that was closed a moment ago.
GM: /init add name:Orc count:4 stats:morale 8, hp 5
GM: /init roll
`},
		{Name: "demo-slots", Title: "Slots of a side", Script: `
GM: /init start name:Docking bay ruleset:slots
Anna: /init join name:Pilot stats:successes 2, advantages 1, hp 12
Ben: /init join name:Scoundrel stats:successes 1, advantages 1, hp 13
Cleo: /init join name:Mechanic stats:successes 1, hp 11
GM: /init scene text:The ramp is down. So are the lights.
GM: /init add name:Trooper count:3 stats:successes 2, hp 5
GM: /init roll
`},
		{Name: "demo-passes", Title: "Initiative passes", Script: `
GM: /init start name:Data heist ruleset:passes
Anna: /init join name:Razor stats:reaction 8, intuition 4, ini_dice 3, hp 10
Ben: /init join name:Decker stats:reaction 5, intuition 5, hp 9
Cleo: /init join name:Rigger stats:reaction 6, intuition 4, ini_dice 2, hp 10
GM: /init scene text:Forty floors up, and the alarm has just begun.
GM: /init add name:Ganger count:3 stats:reaction 3, intuition 3, hp 9
GM: /init roll
`},
	}
}
