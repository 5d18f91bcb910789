package bot

import (
	"testing"

	"roundel/internal/testmain"
)

func TestMain(m *testing.M) { testmain.Run(m, testmain.Reproducible()) }
