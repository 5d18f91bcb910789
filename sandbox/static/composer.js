// The line at the bottom: what is typed is read as Discord reads it, and what could come next is offered.

import { element } from "./markdown.js";

// parse splits a line at the options of the command that it names.
export function parse(line, commands) {
  const text = line.replace(/^\//, "");
  const command = commands.filter((one) => text === one.name || text.startsWith(`${one.name} `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!command) return { typing: text, values: {} };
  const rest = text.slice(command.name.length);
  const names = command.options.map((option) => option.name);
  const marks = [...rest.matchAll(/(?<=\s)([^\s:]+):/g)].filter((m) => names.includes(m[1]));
  const values = {};
  marks.forEach((mark, i) => {
    const end = marks[i + 1]?.index ?? rest.length;
    values[mark[1]] = rest.slice(mark.index + mark[0].length, end).trim().replace(/^"([^"]*)"$/, "$1");
  });
  const last = marks.at(-1);
  const focused = last && !/\s$/.test(rest.slice(last.index + last[0].length).replace(/^\s+/, "") || "x") ? last[1] : last?.[1];
  return { command, values, focused, head: last ? line.slice(0, line.length - (rest.length - last.index - last[0].length)) : line };
}

// composer wires the input. It asks host for commands(), complete(command, values, focused), and hands lines to send(line).
export function composer(host) {
  const [input, list, hint] = ["input", "suggestions", "hint"].map((id) => document.getElementById(id));
  let offers = [], active = -1, turn = 0;

  function show(next) {
    offers = next;
    active = -1;
    list.replaceChildren(...offers.map((offer, i) => {
      const node = element("li", { role: "option", id: `offer-${i}`, "aria-selected": "false" },
        element("b", { text: offer.label }), element("span", { text: offer.help ?? "" }));
      node.addEventListener("pointerdown", (event) => { event.preventDefault(); take(i); });
      return node;
    }));
    list.hidden = offers.length === 0;
    input.setAttribute("aria-expanded", String(offers.length > 0));
    input.removeAttribute("aria-activedescendant");
  }

  function take(i) {
    input.value = offers[i].line;
    input.focus();
    refresh();
  }

  function move(step) {
    if (!offers.length) return;
    active = (active + step + offers.length) % offers.length;
    [...list.children].forEach((node, i) => node.setAttribute("aria-selected", String(i === active)));
    list.children[active].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", `offer-${active}`);
  }

  async function refresh() {
    const mine = ++turn, line = input.value;
    hint.textContent = "";
    if (!line.startsWith("/")) return show([]);
    const typed = parse(line, host.commands());
    if (!typed.command) {
      return show(host.commands().filter((one) => one.name.includes(typed.typing.trim()))
        .map((one) => ({ label: `/${one.name}`, help: one.description, line: `/${one.name} ` })));
    }
    hint.textContent = `/${typed.command.name} – ${typed.command.description}`;
    const option = typed.command.options.find((one) => one.name === typed.focused);
    const found = option ? await values(typed, option) : [];
    if (mine === turn) show([...found, ...missing(typed, line)]);
  }

  async function values(typed, option) {
    const value = typed.values[option.name];
    hint.textContent = `${option.name}${option.required ? " (required)" : ""} – ${option.description}`;
    const line = (text) => `${typed.head}${text} `;
    if (option.choices) return option.choices.map((one) => ({ label: one.name, line: line(one.name) }));
    if (option.type === 5) return ["true", "false"].map((text) => ({ label: text, line: line(text) }));
    if (option.type === 6) return host.people().map((name) => ({ label: `@${name}`, line: line(`@${name}`) }));
    if (!option.autocomplete) return [];
    try {
      const found = await host.complete(typed.command.name, { ...typed.values, [option.name]: value }, option.name);
      return (found ?? []).map((one) => ({ label: one.name, line: line(one.value) }));
    } catch (problem) {
      return [{ label: problem.message, line: input.value }];
    }
  }

  function missing(typed, line) {
    return typed.command.options.filter((one) => !(one.name in typed.values))
      .map((one) => ({ label: `${one.name}:`, help: `${one.required ? "required – " : ""}${one.description}`,
        line: `${line.trimEnd()} ${one.name}:` }));
  }

  input.addEventListener("input", refresh);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") show([]);
    else if (event.key === "Tab" && offers.length && !event.shiftKey) take(Math.max(active, 0));
    else if (event.key === "Enter" && active >= 0) take(active);
    else return;
    event.preventDefault();
  });
  document.getElementById("composer").addEventListener("submit", async (event) => {
    event.preventDefault();
    const line = input.value.trim();
    if (!line) return;
    show([]);
    turn++;
    if (await host.send(line)) input.value = hint.textContent = "";
  });
}
