package sandbox

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
)

const maxCommands = 100

// scope checks application and guild of a command route and returns the guild's ID, empty for global commands.
func (s *Server) scope(c *call) (string, *reply) {
	if c.vars["application"] != s.world.appID {
		refusal := refuse(http.StatusForbidden, 20012, "You are not authorized to perform this action on this application")
		return "", &refusal
	}
	guildID := c.vars["guild"]
	if guildID != "" && !s.world.hasBot(s.world.guilds[guildID]) {
		refusal := missingAccess()
		return "", &refusal
	}
	return guildID, nil
}

func (s *Server) commandsOf(guildID string) []*command {
	var list []*command
	for _, cmd := range s.commands {
		if cmd.guildID == guildID {
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
	list := []any{}
	for _, cmd := range s.commandsOf(guildID) {
		list = append(list, s.world.commandJSON(cmd))
	}
	return answer(list)
}

// overwriteCommands replaces all commands of a scope. A command that keeps its name keeps its ID.
func (s *Server) overwriteCommands(c *call) reply {
	guildID, refusal := s.scope(c)
	if refusal != nil {
		return *refusal
	}
	f := &form{}
	items, isList := c.body.([]any)
	if !isList {
		f.root(c.body).fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return invalidForm(f)
	}
	var list []*command
	seen, chats := map[string]bool{}, 0
	for i, item := range items {
		n := f.root(item, strconv.Itoa(i))
		cmd := parseCommand(n)
		key := strconv.FormatInt(cmd.kind, 10) + cmd.name
		if seen[key] {
			n.at("name").fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
		if cmd.kind == 1 {
			chats++
		}
		list = append(list, cmd)
	}
	if f.failed() {
		return invalidForm(f)
	}
	if chats > maxCommands {
		return refuse(http.StatusBadRequest, 30032, "Maximum number of application commands reached (100).")
	}
	s.replaceCommands(guildID, list)
	return s.listCommands(c)
}

func (s *Server) replaceCommands(guildID string, list []*command) {
	old := s.commandsOf(guildID)
	s.commands = slices.DeleteFunc(s.commands, func(cmd *command) bool { return cmd.guildID == guildID })
	s.touch(TopicCommands)
	for _, cmd := range list {
		s.adopt(cmd, guildID, old)
	}
}

// adopt gives a command its ID, the one of an old command with the same name if there is one, and registers it.
func (s *Server) adopt(cmd *command, guildID string, old []*command) (isNew bool) {
	cmd.guildID, cmd.version = guildID, s.world.ids.next(s.now())
	cmd.id, isNew = s.world.ids.next(s.now()), true
	for _, before := range old {
		if before.name == cmd.name && before.kind == cmd.kind {
			cmd.id, isNew = before.id, false
		}
	}
	s.commands = append(s.commands, cmd)
	s.touch(TopicCommands)
	return isNew
}

// createCommand adds a command, or overwrites the one of the same name.
func (s *Server) createCommand(c *call) reply {
	guildID, refusal := s.scope(c)
	if refusal != nil {
		return *refusal
	}
	f := &form{}
	cmd := parseCommand(f.root(c.body))
	if f.failed() {
		return invalidForm(f)
	}
	old := s.commandsOf(guildID)
	same := func(other *command) bool {
		return other.guildID == guildID && other.name == cmd.name && other.kind == cmd.kind
	}
	if len(old) >= maxCommands && !slices.ContainsFunc(old, same) {
		return refuse(http.StatusBadRequest, 30032, "Maximum number of application commands reached (100).")
	}
	s.commands = slices.DeleteFunc(s.commands, same)
	s.touch(TopicCommands)
	if s.adopt(cmd, guildID, old) {
		return created(s.world.commandJSON(cmd))
	}
	return answer(s.world.commandJSON(cmd))
}

// oneCommand finds the command that a route names.
func (s *Server) oneCommand(c *call) (*command, *reply) {
	guildID, refusal := s.scope(c)
	if refusal != nil {
		return nil, refusal
	}
	for _, cmd := range s.commandsOf(guildID) {
		if cmd.id == c.vars["command"] {
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
	return answer(s.world.commandJSON(cmd))
}

func (s *Server) deleteCommand(c *call) reply {
	cmd, refusal := s.oneCommand(c)
	if refusal != nil {
		return *refusal
	}
	s.commands = slices.DeleteFunc(s.commands, func(other *command) bool { return other == cmd })
	s.touch(TopicCommands)
	return noContent()
}

// editCommand changes the given fields of a command and checks the whole.
func (s *Server) editCommand(c *call) reply {
	cmd, refusal := s.oneCommand(c)
	if refusal != nil {
		return *refusal
	}
	f := &form{}
	changes, isObject := c.body.(object)
	if !isObject {
		f.root(c.body).isObject()
		return invalidForm(f)
	}
	merged := s.world.commandJSON(cmd)
	maps.Copy(merged, changes)
	// encoding once more gives the numbers the form that a request body has
	whole := call{}
	if bad := whole.decodeJSON(encode(merged)); bad != nil {
		return *bad
	}
	edited := parseCommand(f.root(whole.body))
	if f.failed() {
		return invalidForm(f)
	}
	edited.id, edited.guildID, edited.version = cmd.id, cmd.guildID, s.world.ids.next(s.now())
	*cmd = *edited
	return answer(s.world.commandJSON(cmd))
}

// findCommand returns the command that a user would get under a name in a guild: the guild's own before the global one.
func (s *Server) findCommand(guildID, name string) *command {
	if guildID != "" && !s.world.hasBot(s.world.guilds[guildID]) {
		return nil
	}
	for _, scope := range slices.Compact([]string{guildID, ""}) {
		for _, cmd := range s.commands {
			if cmd.guildID == scope && cmd.name == name && cmd.kind == 1 {
				return cmd
			}
		}
	}
	return nil
}
