package main

import (
	"debug/elf"
	"fmt"
	"testing"
)

// TestOnlyUnwrittenPartsAreReleased checks that what can be written to stays, as does everything of a program that runs elsewhere than it
// was linked for.
func TestOnlyUnwrittenPartsAreReleased(t *testing.T) {
	load := func(start, size uint64, flags elf.ProgFlag) elf.Prog64 {
		return elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: uint32(flags), Vaddr: start, Filesz: size, Memsz: size}
	}
	table := []elf.Prog64{{Type: uint32(elf.PT_NOTE), Vaddr: 0x40000, Filesz: 0x1000}, load(0x1000, 0x300, elf.PF_R), load(0x2000, 0x2100, elf.PF_R|elf.PF_X),
		load(0x5200, 0x100, elf.PF_R), load(0x6000, 0x1000, elf.PF_R|elf.PF_W)}
	want := []part{{0x1000, 0x2000}, {0x2000, 0x5000}, {0x5000, 0x6000}}
	if got := unwritten(table, 0x1040, 0x1000); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %x, want %x", got, want)
	}
	if got := unwritten(table, 0x7f0000001040, 0x1000); got != nil {
		t.Errorf("a program that was moved: %x", got)
	}
}

// TestReleasingTheProgramIsHarmless checks that the program finds its own parts and goes on without them.
func TestReleasingTheProgramIsHarmless(t *testing.T) {
	if len(fixedParts()) == 0 {
		t.Error("no parts were found")
	}
	for range 3 {
		releaseProgram()
	}
}
