// Which values a command's option takes, and which are suggested.

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10, ATTACHMENT = 11;

// takesFile reports whether an option's value is a file.
export const takesFile = (option) => option.type === ATTACHMENT;

// takingFile lists the commands that a dropped file can begin: those with exactly one required file.
export const takingFile = (commands) => commands.filter((one) => one.options.filter((option) => option.required && takesFile(option)).length === 1);

const matches = (label, text) => label.toLowerCase().includes(text.trim().toLowerCase().replace(/^[@#]/, ""));

// closed lists the values of an option that takes only these, or returns null.
export function closed(option, names) {
  if (option.choices) return option.choices.map((one) => ({ label: one.name, value: String(one.value) }));
  const list = (...groups) => groups.flatMap((group) => Object.entries(group).map(([value, label]) => ({ label, value })));
  switch (option.type) {
    case BOOLEAN: return ["true", "false"].map((text) => ({ label: text, value: text }));
    case USER: return list(names.users);
    case CHANNEL: return list(names.channels);
    case ROLE: return list(names.roles);
    case MENTIONABLE: return list(names.users, names.roles);
  }
  return null;
}

// matching returns the items that match the typed text; those that begin with it come first.
export function matching(list, text) {
  const first = (one) => one.label.toLowerCase().replace(/^[@#/]/, "").startsWith(text.trim().toLowerCase().replace(/^[@#/]/, ""));
  return list.filter((one) => matches(one.label, text)).sort((a, b) => first(b) - first(a));
}

// grouped returns the commands that match the typed text, in groups { title, commands }: first those listed in order, which
// names the commands of each group, then the others by name. Those that begin with the text come first. If no name
// matches, the descriptions are searched.
export function grouped(commands, order, typed) {
  const text = typed.trim().toLowerCase();
  const rank = (one) => one.name.startsWith(text) ? 0 : one.name.split(" ").some((word) => word.startsWith(text)) ? 1 : one.name.includes(text) ? 2 : 3;
  const named = commands.filter((one) => rank(one) < 3);
  const found = named.length ? named : commands.filter((one) => one.description.toLowerCase().includes(text));
  const root = (one) => one.name.split(" ")[0];
  const rest = [...new Set(found.map(root))].filter((name) => !order.flat().includes(name)).sort().map((name) => [name]);
  const groups = [...order, ...rest].map((names) => ({ title: names.filter((name) => found.some((one) => root(one) === name)).map((name) => `/${name}`).join(" "),
    commands: names.flatMap((name) => found.filter((one) => root(one) === name)).sort((a, b) => rank(a) - rank(b)) }));
  const best = (group) => Math.min(...group.commands.map(rank));
  return groups.filter((group) => group.commands.length).sort((a, b) => best(a) - best(b));
}

// wrong returns why Discord's client would not send a value, or an empty string.
export function wrong(option, text, names) {
  const list = closed(option, names);
  if (list && !list.some((one) => same(one, text))) return "is not one of the choices";
  const number = Number(text);
  switch (option.type) {
    case INTEGER: if (!/^[+-]?\d+$/.test(text)) return "must be a whole number"; break;
    case NUMBER: if (text.trim() === "" || Number.isNaN(number)) return "must be a number"; break;
    case STRING:
      if (option.max_length && [...text].length > option.max_length) return `must have at most ${option.max_length} characters`;
      if (option.min_length && [...text].length < option.min_length) return `must have at least ${option.min_length} characters`;
      return "";
  }
  if (option.min_value !== undefined && number < option.min_value) return `must be at least ${option.min_value}`;
  if (option.max_value !== undefined && number > option.max_value) return `must be at most ${option.max_value}`;
  return "";
}

// same reports whether a typed text stands for this value of a closed list.
export const same = (one, text) => [one.label, one.label.replace(/^[@#]/, ""), one.value].some((form) =>
  form.toLowerCase() === text.trim().toLowerCase());

// parse reads a whole line, such as "/init add name:Goblin count:3". It returns null if the line begins with no known command.
export function parse(line, commands) {
  const text = line.replace(/^\//, "").trim();
  const command = commands.filter((one) => text === one.name || text.startsWith(`${one.name} `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!command) return null;
  const rest = text.slice(command.name.length);
  const known = command.options.map((option) => option.name);
  const marks = [...rest.matchAll(/(?<=\s)([^\s:]+):/g)].filter((m) => known.includes(m[1]));
  const values = marks.map((mark, i) => {
    const end = marks[i + 1]?.index ?? rest.length;
    return [mark[1], rest.slice(mark.index + mark[0].length, end).trim().replace(/^"([^"]*)"$/, "$1")];
  });
  const before = rest.slice(0, marks[0]?.index ?? rest.length).trim();
  return { command, values, before };
}
