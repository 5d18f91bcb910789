// The line at the bottom. Plain text is sent as a message; a slash suggests commands; a chosen command shows its options as
// labelled fields, required ones first. Everything works from the keyboard: arrows select, Tab and Enter accept, Enter
// sends, Esc and Backspace go back.

import { byID, element } from "./dom.js";
import { closed, grouped, matching, parse, same, takesFile, takingFile, wrong } from "./options.js";

const nothingRequires = "No command in this channel requires a file. Type / to see the commands.";
const WAIT = 120; // ms without typing before the bot is asked for suggestions

// composer sets up the form. Host has commands(), order() (the names of the commands in each group), names(), complete(name, options, focused), say(text) and
// command(name, options, line), where files are File objects; the last two return what is wrong if nothing was sent. It
// returns { focus, refresh, invite, choose, drop, dropWords }; invite says what to type; call refresh after commands() has changed; choose starts a command; drop takes
// dropped files, and dropWords says what will become of them.
export function composer(host) {
  const [entry, list, hint, problem] = ["entry", "suggestions", "hint", "problem"].map(byID);
  let offers = [], active = -1, turn = 0, command = null, fields = [];
  let dropped = null; // the file that was dropped, until the line is sent or cleared; without a command, one has to be chosen for it

  const box = (attributes) => element("input", { type: "text", role: "combobox", "aria-expanded": "false",
    "aria-controls": "suggestions", "aria-autocomplete": "list", "aria-describedby": "hint", autocapitalize: "off",
    autocomplete: "off", spellcheck: "false", enterkeyhint: "send", ...attributes });
  const text = box({ id: "input", "aria-label": "Message or command", placeholder: "Message, or / for commands" });
  const more = box({ id: "more", "aria-label": "Add an option" });
  const boxes = () => command ? [...fields.map((one) => one.input), more] : [text];
  const fieldOf = (input) => fields.find((one) => one.input === input);
  const focused = () => boxes().find((one) => one === document.activeElement) ?? boxes().at(-1);
  const left = () => command.options.filter((option) => !fields.some((one) => one.option === option));

  // show shows suggestions. Those with the same group have its name above them.
  function show(next, first = -1) {
    offers = next;
    const nodes = offers.map((offer, i) => {
      const node = element("li", { role: "option", id: `offer-${i}`, "aria-disabled": !offer.take && "true" },
        element("b", { text: offer.label }), offer.help && element("span", { text: offer.help }));
      node.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus, and the keyboard of a phone
      node.addEventListener("click", () => take(i, false));
      return node;
    });
    const groups = [...Map.groupBy(nodes, (_, i) => offers[i].group ?? "")];
    list.replaceChildren(...groups.flatMap(([title, all]) => title ? [element("li", { role: "group", "aria-label": title },
      element("p", { "aria-hidden": "true", text: title }), element("ul", { role: "presentation" }, ...all))] : all));
    list.scrollTop = 0;
    list.hidden = offers.length === 0;
    for (const one of boxes()) if (one.type === "text") one.setAttribute("aria-expanded", String(offers.length > 0 && one === focused()));
    select(offers.length ? first : -1);
  }

  function select(i) {
    active = i;
    for (const node of list.querySelectorAll("[role=option]")) node.setAttribute("aria-selected", String(node.id === `offer-${i}`));
    for (const one of boxes()) one.removeAttribute("aria-activedescendant");
    if (i < 0) return;
    focused().setAttribute("aria-activedescendant", `offer-${i}`);
    if (i > 0) byID(`offer-${i}`).scrollIntoView({ block: "nearest" }); else list.scrollTop = 0;
  }

  const move = (step) => offers.length && select(active < 0 && step < 0 ? offers.length - 1 : (active + step + offers.length) % offers.length);

  function take(i, onward) { offers[i]?.take?.(onward); }

  function fail(message, input) {
    problem.textContent = message;
    for (const one of fields) one.input.toggleAttribute("aria-invalid", one.input === input);
    input?.focus();
  }

  // choose turns the line into a command with its fields.
  function choose(next) {
    [command, fields, dropped] = [next, [], null];
    const back = element("button", { type: "button", class: "command", "aria-label": `Leave /${next.name}`, text: `/${next.name}` });
    back.addEventListener("click", () => reset(true));
    more.value = "";
    entry.replaceChildren(back, more);
    for (const option of next.options.filter((one) => one.required)) add(option);
    (fields[0]?.input ?? more).focus();
    refresh();
  }

  function add(option) {
    const id = `option-${option.name}`;
    const input = takesFile(option) ? element("input", { id, type: "file", "aria-describedby": "hint" })
      : box({ id, "aria-required": option.required ? "true" : null, inputmode: option.type === 4 ? "text" : null });
    const field = { option, input, value: null };
    field.node = element("span", { class: option.required ? "option required" : "option" },
      element("label", { for: input.id, text: option.name }), input);
    fit(input);
    fields.push(field);
    more.before(field.node);
    count();
    return field;
  }

  function count() {
    const rest = left().length;
    more.placeholder = rest ? `+ ${rest} optional` : "Enter to send";
    fit(more);
  }

  function fit(input) { input.size = Math.max(4, Math.min(40, (input.value || input.placeholder).length + 1)); }

  function drop(field) {
    fields = fields.filter((one) => one !== field);
    field.node.remove();
    count();
  }

  // onward moves to the first required field that is empty, or after the last field.
  function onward() {
    (fields.find((one) => one.option.required && !one.input.value)?.input ?? more).focus();
  }

  function reset(focus) {
    [command, fields, dropped] = [null, [], null];
    text.value = hint.textContent = problem.textContent = "";
    entry.replaceChildren(text);
    show([]);
    turn++;
    if (focus) text.focus();
  }

  // refresh shows suggestions for the focused input.
  function refresh() {
    const mine = ++turn, input = focused(), field = fieldOf(input);
    hint.textContent = "";
    if (!command) return offerCommands();
    if (!field) return offerOptions();
    const { option } = field, needs = option.required ? " (required)" : "";
    hint.textContent = `${option.name}${needs} – ${option.description}`;
    if (takesFile(option)) return show([]);
    const all = closed(option, host.names());
    if (all) {
      const settled = all.some((one) => same(one, input.value));
      return show(settled ? [] : matching(all, input.value).slice(0, 25).map((one) => ({ label: one.label, take: () => fill(field, one, true) })), 0);
    }
    show([]);
    if (option.autocomplete && field.value === null) setTimeout(() => mine === turn && offerValues(field, mine), input.value ? WAIT : 0);
  }

  function offerCommands() {
    const typed = text.value;
    if (dropped && !typed) return offerTaking();
    if (!typed.startsWith("/")) return show([]);
    show(grouped(host.commands(), host.order(), typed.slice(1)).flatMap(({ title, commands }) => commands.map((one) =>
      ({ group: title, label: `/${one.name}`, help: one.description, take: () => choose(one) }))), 0);
  }

  function offerOptions() {
    hint.textContent = `/${command.name} – ${command.description}`;
    const typed = more.value.replace(/:$/, "");
    const all = left().map((option) => ({ label: option.name, help: option.description, take() {
      more.value = "";
      add(option).input.focus();
    } }));
    const given = Object.values(files()).map((one) => one.name).join(" and ");
    const send = dropped && given && !typed && !missing() ? [{ label: `Send /${command.name} with ${given}`, take: submitCommand }] : [];
    show([...send, ...matching(all, typed)], typed ? 0 : -1);
  }

  // offerTaking offers the commands that take the dropped file.
  function offerTaking() {
    const chosen = dropped;
    hint.textContent = `Choose a command for ${chosen[0].name}.`;
    show(takingFile(host.commands()).map((one) => ({ label: `/${one.name}`, help: one.description, take: () => begin(one, chosen) })), 0);
  }

  async function offerValues(field, mine) {
    let found;
    try {
      const list = await host.complete(command.name, values(), field.option.name);
      found = (list ?? []).map((one) => ({ label: one.name, take: (on) => fill(field, { label: one.name, value: one.value }, on) }));
    } catch {
      found = [{ label: "Loading options failed" }];
    }
    if (mine === turn) show(found);
  }

  function fill(field, one, on) {
    field.input.value = one.label;
    field.value = one.value;
    fit(field.input);
    show([]);
    if (on) onward(); else field.input.focus();
  }

  const values = () => Object.fromEntries(fields.filter((one) => one.input.value.trim() && !takesFile(one.option))
    .map((one) => [one.option.name, valueOf(one)]));
  const files = () => Object.fromEntries(fields.filter((one) => one.input.files?.length).map((one) => [one.option.name, one.input.files[0]]));

  function valueOf(field) {
    if (field.value !== null) return field.value;
    return closed(field.option, host.names())?.find((one) => same(one, field.input.value))?.value ?? field.input.value.trim();
  }

  // jump moves to the option whose "name:" was just typed or pasted.
  function jump(input) {
    const hit = /(?:^|\s)([^\s:]+):$/.exec(input.value);
    const option = hit && command.options.find((one) => one.name === hit[1]);
    if (!option || input.selectionStart !== input.value.length) return false;
    input.value = input.value.slice(0, hit.index);
    fit(input);
    const field = fields.find((one) => one.option === option) ?? add(option);
    field.input.focus();
    return true;
  }

  function typed(event) {
    const input = event.target, field = fieldOf(input);
    problem.textContent = "";
    fit(input);
    if (field) { field.value = null; input.removeAttribute("aria-invalid"); }
    if (command && input.type === "text" && jump(input)) return;
    const named = !command && host.commands().find((one) => `/${one.name} ` === input.value);
    if (named) choose(named); else refresh();
  }

  // enter accepts the selected suggestion. A complete command without required options is sent at once.
  function enter(input) {
    const whole = !command && host.commands().find((one) => `/${one.name}` === input.value);
    take(active, false);
    if (whole && command === whole && !fields.length) submitCommand();
  }

  function back(input) {
    const at = boxes().indexOf(input), field = fieldOf(input);
    if (at > 0) {
      const before = boxes()[at - 1];
      if (field && !field.option.required) drop(field);
      enterAt(before, before.value.length);
      return;
    }
    const name = command.name;
    reset(true);
    text.value = `/${name}`;
    refresh();
  }

  function step(input, by) {
    const next = boxes()[boxes().indexOf(input) + by];
    if (!next) return false;
    enterAt(next, by < 0 ? next.value.length : 0);
    return true;
  }

  function enterAt(input, caret) {
    input.focus();
    if (input.type === "text") input.setSelectionRange(caret, caret);
  }

  function key(event) {
    const input = event.target, caret = input.selectionStart === input.selectionEnd ? input.selectionStart : -1;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape" && offers.length) show([]);
    else if (event.key === "Escape" && command) reset(true);
    else if (event.key === "Tab" && !event.shiftKey && active >= 0) take(active, true);
    else if (event.key === "Enter" && active >= 0) enter(input);
    else if (event.key === "Backspace" && command && !input.value) back(input);
    else if (event.key === "ArrowLeft" && caret === 0 && step(input, -1));
    else if (event.key === "ArrowRight" && caret === input.value.length && step(input, 1));
    else return;
    event.preventDefault();
  }

  entry.addEventListener("input", typed);
  entry.addEventListener("keydown", key);
  entry.addEventListener("focusin", (event) => { if (boxes().includes(event.target)) refresh(); });
  entry.addEventListener("focusout", (event) => { if (!entry.contains(event.relatedTarget)) show([]); });
  entry.addEventListener("click", (event) => { if (event.target === entry) boxes().at(-1).focus(); });
  byID("composer").addEventListener("submit", (event) => { event.preventDefault(); submit(); });

  function submit() {
    problem.textContent = "";
    if (command) return submitCommand();
    const line = text.value.trim();
    if (line.startsWith("/")) return submitLine(line);
    if (line) send(() => host.say(line), () => { text.value = line; });
  }

  // submitLine fills in the fields from a pasted line and sends it.
  function submitLine(line) {
    const read = parse(line, host.commands());
    if (!read) return fail(`There is no command ${line.split(/\s/)[0]} here.`);
    if (read.before) return fail(`Put an option name before “${read.before}”.`);
    restore(read.command, read.values);
    const file = fields.find((one) => takesFile(one.option) && read.values.some(([name]) => name === one.option.name));
    if (file) return fail(`Choose a file for ${file.option.name}.`, file.input);
    submitCommand();
  }

  function restore(next, pairs) {
    choose(next);
    for (const [name, value] of pairs) {
      const field = fields.find((one) => one.option.name === name) ?? add(next.options.find((one) => one.name === name));
      if (takesFile(field.option)) { if (value instanceof FileList) field.input.files = value; } else field.input.value = value;
      fit(field.input);
    }
    onward();
  }

  const missing = () => fields.find((one) => one.option.required && !one.input.value.trim());

  function submitCommand() {
    if (more.value.trim()) return fail(`/${command.name} has no option “${more.value.trim()}”.`, more);
    const empty = missing();
    if (empty) return fail(`${empty.option.name} is required.`, empty.input);
    for (const field of fields) {
      const value = field.value ?? field.input.value.trim();
      const why = value && !takesFile(field.option) && wrong(field.option, value, host.names());
      if (why) return fail(`${field.option.name} ${why}.`, field.input);
    }
    const [next, options] = [command, { ...values(), ...files() }];
    const pairs = fields.map((one) => [one.option.name, takesFile(one.option) ? one.input.files : one.input.value]);
    const line = `/${next.name}`;
    send(() => host.command(next.name, options, line), () => restore(next, pairs));
  }

  // drop puts a dropped file into the command on the line if that takes one, or else begins a command with it.
  function drop(given) {
    if (given.length !== 1) return fail("Drop one file at a time.");
    fail("");
    const field = command && fileField();
    const all = takingFile(host.commands());
    if (field) put(field, given);
    else if (all.length === 1) begin(all[0], given);
    else if (all.length === 0) fail(nothingRequires);
    else {
      reset(true);
      dropped = given;
      refresh();
    }
  }

  // fileField returns the field of the command on the line for another file, or undefined. It adds an optional one if necessary.
  function fileField() {
    const taking = fields.filter((one) => takesFile(one.option)), option = left().find(takesFile);
    return taking.find((one) => !one.input.files.length) ?? (option ? add(option) : taking.at(-1));
  }

  function begin(next, given) {
    choose(next);
    put(fields.find((one) => takesFile(one.option)), given);
  }

  // put sets the file of a field, and offers to send the command.
  function put(field, given) {
    field.input.files = dropped = given;
    field.input.removeAttribute("aria-invalid");
    onward();
    refresh();
  }

  function dropWords() {
    if (command?.options.some(takesFile)) return `Drop the file for /${command.name}`;
    const all = takingFile(host.commands());
    return all.length === 1 ? `Drop the file for /${all[0].name}` : all.length ? "Drop the file, then choose a command for it" : nothingRequires;
  }

  // send clears the line at once, and restores it if the client refuses it.
  async function send(what, undo) {
    reset(true);
    const why = await what();
    if (!why) return;
    if (!command && !text.value) undo();
    fail(why);
  }

  reset(false);
  return { choose, drop, invite: (words) => { text.placeholder = words; }, dropWords, focus: () => boxes().at(-1).focus(), refresh: () => { if (entry.contains(document.activeElement)) refresh(); } };
}
