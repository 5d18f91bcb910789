package postgres_test

import (
	"context"
	"fmt"

	"roundel/claims"
	"roundel/store/postgres"
)

// A process claims a shard. The output depends on the database.
func Example() {
	_ = func(ctx context.Context) error {
		log := func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
		db, err := postgres.Connect(ctx, "postgres://roundel:password@db.example.org/roundel", log)
		if err != nil {
			return err
		}
		defer db.Close()
		c, err := db.Claims(ctx)
		if err != nil {
			return err
		}
		defer c.Close()
		mine, err := c.Try(ctx, claims.Shard, claims.ShardKey(0, 1))
		fmt.Println("shard 0 is mine:", mine)
		return err
	}
}
