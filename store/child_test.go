package store

import "os"

func isChild() bool { return os.Getenv("ROUNDEL_STORE_CHILD") != "" }

func child() {}
