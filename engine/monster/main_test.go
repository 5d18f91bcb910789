package monster_test

import (
	"testing"

	"roundel/internal/testmain"
)

func TestMain(m *testing.M) { testmain.Run(m, testmain.KeepGarbage()) }
