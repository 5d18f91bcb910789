package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"roundel/bot"
	"roundel/sandbox"
)

// runSandbox runs the bot against a local stand-in for Discord, with a database of its own unless one is named.
func runSandbox(ctx context.Context, environment []string, stdout, stderr io.Writer) (err error) {
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		report(environment, stderr, err)
		return err
	}
	defer func() { err = errors.Join(err, srv.Close()) }()
	cfg, err := sandboxSettings(environment, srv)
	if err != nil {
		report(environment, stderr, err)
		return exit{2, err}
	}
	if cfg.DB == "" {
		dir, err := os.MkdirTemp("", "roundel-sandbox-")
		if err != nil {
			report(environment, stderr, err)
			return err
		}
		defer os.RemoveAll(dir)
		cfg.DB = filepath.Join(dir, "roundel.db")
	}
	log := cfg.logger(stderr)
	if cfg.LogFormat == "json" {
		log.Info().Str("url", srv.URL()).Msg("the page to play on")
	} else {
		fmt.Fprintf(stdout, "Play at %s (Ctrl+C ends it).\n", srv.URL())
	}
	if err := serve(ctx, cfg, log); err != nil {
		log.Error().Msg(bot.Redact(err.Error()))
		return err
	}
	return nil
}

// sandboxSettings are those of the environment, but with the stand-in in Discord's place.
func sandboxSettings(environment []string, srv *sandbox.Server) (settings, error) {
	own := []string{"DISCORD_TOKEN=" + srv.Token(), "DISCORD_API_URL=" + srv.URL()}
	named := false
	for name, value := range given(environment) {
		switch name {
		case "DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DISCORD_API_URL", "DISCORD_GUILD_ID":
			continue
		case "ROUNDEL_DB":
			named = true
		}
		own = append(own, name+"="+value)
	}
	cfg, err := readSettings(own)
	if !named {
		cfg.DB = ""
	}
	return cfg, err
}
