// Package play plays scripts: text files with what people type, line by line, against a bot in the sandbox. It prints what
// everybody sees. The page's demo fights and "roundel sandbox --script" use it.
//
//	GM: /init start name:Bridge fight   ──▶ sandbox.User ──▶ the bot
//	Anna: [Join] name = Knight                               │
//	  Knight joins Bridge fight.        ◀── Out  ◀───────────┘
//
// A script does only what Discord's client would let people do. See Script for the language.
package play
