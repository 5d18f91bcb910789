package sandbox

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"roundel/sandbox/world"
)

// maxCommands returns the maximum number of commands of a type in a scope.
func maxCommands(kind int64) int {
	switch kind {
	case world.CommandChat:
		return 100
	case world.CommandEntry:
		return 1
	}
	return 15
}

// tooManyCommands is the answer to a request for more commands of a type than a scope may have.
func tooManyCommands(kind int64) reply {
	return refuse(http.StatusBadRequest, 30032, fmt.Sprintf("Maximum number of application commands reached (%d).", maxCommands(kind)))
}

// scope checks the application and guild of a command route and returns the guild's ID, which is empty for global
// commands.
func (s *Server) scope(c *call) (string, *reply) {
	if c.vars["application"] != s.world.AppID {
		refusal := refuse(http.StatusForbidden, 20012, "You are not authorized to perform this action on this application")
		return "", &refusal
	}
	guildID := c.vars["guild"]
	if guildID != "" && !s.world.HasBot(s.world.Guilds[guildID]) {
		refusal := missingAccess()
		return "", &refusal
	}
	return guildID, nil
}

func (s *Server) commandsOf(guildID string) []*world.Command {
	var list []*world.Command
	for _, cmd := range s.commands {
		if cmd.GuildID == guildID {
			list = append(list, cmd)
		}
	}
	return list
}

func (s *Server) listCommands(c *call) reply {
	guildID, refusal := s.scope(c)
	if refusal != nil {
		return *refusal
	}
	locale := ""
	if c.request.Method == http.MethodGet && c.request.URL.Query().Get("with_localizations") != "true" {
		locale = world.Accepted(c.request.Header.Get("X-Discord-Locale"), c.request.Header.Get("Accept-Language"))
	}
	list := []any{}
	for _, cmd := range s.commandsOf(guildID) {
		list = append(list, s.world.CommandJSON(cmd, locale))
	}
	return answer(list)
}

// overwriteCommands replaces all commands of a scope. A command that keeps its name keeps its ID.
func (s *Server) overwriteCommands(c *call) reply {
	guildID, refusal := s.scope(c)
	if refusal != nil {
		return *refusal
	}
	f := &world.Form{}
	items, isList := c.body.([]any)
	if !isList {
		f.Root(c.body).Fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return invalidForm(f)
	}
	var list []*world.Command
	count := map[int64]int{}
	for i, item := range items {
		n := f.Root(item, strconv.Itoa(i))
		cmd := world.ParseCommand(n)
		if slices.ContainsFunc(list, cmd.Clashes) {
			n.At("name").Fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		count[cmd.Kind]++
		list = append(list, cmd)
	}
	if f.Failed() {
		return invalidForm(f)
	}
	for kind, n := range count {
		if n > maxCommands(kind) {
			return tooManyCommands(kind)
		}
	}
	if count[world.CommandEntry] == 0 && slices.ContainsFunc(s.commandsOf(guildID), func(cmd *world.Command) bool { return cmd.Kind == world.CommandEntry }) {
		return refuse(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. "+
			"Please include the Entry Point command in your update request or delete it separately.")
	}
	s.replaceCommands(guildID, list)
	return s.listCommands(c)
}

func (s *Server) replaceCommands(guildID string, list []*world.Command) {
	old := s.commandsOf(guildID)
	s.commands = slices.DeleteFunc(s.commands, func(cmd *world.Command) bool { return cmd.GuildID == guildID })
	s.touch(TopicCommands)
	for _, cmd := range list {
		s.adopt(cmd, guildID, old)
	}
}

// adopt registers a command. It gets the ID of the old command with the same name, or a new one.
func (s *Server) adopt(cmd *world.Command, guildID string, old []*world.Command) (isNew bool) {
	cmd.GuildID, cmd.Version = guildID, s.world.IDs.Next(s.now())
	cmd.ID, isNew = s.world.IDs.Next(s.now()), true
	for _, before := range old {
		if before.Name == cmd.Name && before.Kind == cmd.Kind {
			cmd.ID, isNew = before.ID, false
		}
	}
	s.commands = append(s.commands, cmd)
	s.touch(TopicCommands)
	return isNew
}

// createCommand adds a command, or overwrites the one with the same name.
func (s *Server) createCommand(c *call) reply {
	guildID, refusal := s.scope(c)
	if refusal != nil {
		return *refusal
	}
	f := &world.Form{}
	cmd := world.ParseCommand(f.Root(c.body))
	if f.Failed() {
		return invalidForm(f)
	}
	old := s.commandsOf(guildID)
	same := func(other *world.Command) bool {
		return other.GuildID == guildID && other.Name == cmd.Name && other.Kind == cmd.Kind
	}
	others := slices.DeleteFunc(slices.Clone(old), func(other *world.Command) bool { return other.Kind != cmd.Kind || same(other) })
	if len(others) >= maxCommands(cmd.Kind) {
		return tooManyCommands(cmd.Kind)
	}
	s.commands = slices.DeleteFunc(s.commands, same)
	s.touch(TopicCommands)
	if s.adopt(cmd, guildID, old) {
		return created(s.world.CommandJSON(cmd, ""))
	}
	return answer(s.world.CommandJSON(cmd, ""))
}

// oneCommand finds the command of a route.
func (s *Server) oneCommand(c *call) (*world.Command, *reply) {
	guildID, refusal := s.scope(c)
	if refusal != nil {
		return nil, refusal
	}
	for _, cmd := range s.commandsOf(guildID) {
		if cmd.ID == c.vars["command"] {
			return cmd, nil
		}
	}
	unknown := unknownCommand()
	return nil, &unknown
}

func (s *Server) getCommand(c *call) reply {
	cmd, refusal := s.oneCommand(c)
	if refusal != nil {
		return *refusal
	}
	return answer(s.world.CommandJSON(cmd, ""))
}

func (s *Server) deleteCommand(c *call) reply {
	cmd, refusal := s.oneCommand(c)
	if refusal != nil {
		return *refusal
	}
	s.commands = slices.DeleteFunc(s.commands, func(other *world.Command) bool { return other == cmd })
	s.touch(TopicCommands)
	return noContent()
}

// editCommand changes the given fields of a command and checks the result as a whole.
func (s *Server) editCommand(c *call) reply {
	cmd, refusal := s.oneCommand(c)
	if refusal != nil {
		return *refusal
	}
	f := &world.Form{}
	changes, isObject := c.body.(object)
	if !isObject {
		f.Root(c.body).IsObject()
		return invalidForm(f)
	}
	merged := s.world.CommandJSON(cmd, "")
	maps.Copy(merged, changes)
	// encoding it again gives numbers the form they have in a request body
	whole := call{}
	if bad := whole.decodeJSON(world.Encode(merged)); bad != nil {
		return *bad
	}
	edited := world.ParseCommand(f.Root(whole.body))
	if f.Failed() {
		return invalidForm(f)
	}
	edited.ID, edited.GuildID, edited.Version = cmd.ID, cmd.GuildID, s.world.IDs.Next(s.now())
	*cmd = *edited
	return answer(s.world.CommandJSON(cmd, ""))
}

// findCommand returns the command of a type that a user gets for a name in a guild: the guild's own before the global one,
// nil if there is neither.
func (s *Server) findCommand(guildID, name string, kind int64) *world.Command {
	if guildID != "" && !s.world.HasBot(s.world.Guilds[guildID]) {
		return nil
	}
	for _, scope := range slices.Compact([]string{guildID, ""}) {
		for _, cmd := range s.commands {
			if cmd.GuildID == scope && cmd.Name == name && cmd.Kind == kind {
				return cmd
			}
		}
	}
	return nil
}
