package main

import (
	"debug/elf"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// releaseProgram tells the kernel that it may drop the pages of the program's file from memory. Most were only needed at the start, or by a
// command that is over; the kernel reads a page again within microseconds when the bot uses it. If the pages can't be found, nothing is done.
func releaseProgram() {
	for _, m := range fixedParts() {
		// An error means that the pages stay where they are.
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.start, m.end-m.start, unix.MADV_DONTNEED)
	}
}

// part is a part of a process's memory: whole pages.
type part struct{ start, end uintptr }

// fixedParts returns the parts of the program's file that are in memory and cannot be written to. The kernel says where the program's
// table of them is, so that no file has to be read.
func fixedParts() []part {
	aux, err := unix.Auxv()
	if err != nil {
		return nil
	}
	var at, size, n uintptr
	for _, entry := range aux {
		switch entry[0] {
		case 3: // AT_PHDR
			at = entry[1]
		case 4: // AT_PHENT
			size = entry[1]
		case 5: // AT_PHNUM
			n = entry[1]
		}
	}
	if at == 0 || size != unsafe.Sizeof(elf.Prog64{}) {
		return nil
	}
	table := unsafe.Slice(*(**elf.Prog64)(unsafe.Pointer(&at)), n)
	return unwritten(table, at, uintptr(os.Getpagesize()))
}

// unwritten returns the parts of a program that cannot be written to, given its table and where that is. A program that runs elsewhere than
// it was linked for has changed such parts when it was loaded, so it has none.
func unwritten(table []elf.Prog64, at, page uintptr) []part {
	var out []part
	linked := false
	for _, p := range table {
		start, end := uintptr(p.Vaddr), uintptr(p.Vaddr+p.Filesz)
		if elf.ProgType(p.Type) != elf.PT_LOAD {
			continue
		}
		linked = linked || start <= at && at < end
		if elf.ProgFlag(p.Flags)&elf.PF_W == 0 {
			out = append(out, part{start / page * page, (end + page - 1) / page * page})
		}
	}
	if !linked {
		return nil
	}
	return out
}
