// Forms: those that a bot opens, and the page's own dialogs, which ask for a name or a language.

import { byID, element } from "./dom.js";
import { markdown } from "./markdown.js";
import { optionsOf } from "./message.js";
import { choices, howMany } from "./select.js";

const UPLOAD = 19, RADIO = 21, CHECKS = 22, CHECK = 23;

// openForm shows a bot's form. Attach uploads a file and returns its ID. Send gets the fields by custom ID, with several
// values on separate lines, and returns what is wrong with them, if anything.
export function openForm(modal, names, attach, send) {
  const inputs = modal.fields.map((field, i) => [field, ...fieldNode(field, `field-${i}`, names)]);
  const text = (content) => content ? [markdown(content, names)] : [];
  const nodes = [...inputs.flatMap(([field, node]) => [...text(field.before), node]), ...text(modal.after)];
  show(modal.title, nodes, "Submit", async () => {
    const values = {};
    try {
      for (const [field, , read] of inputs) {
        const value = read();
        values[field.custom_id] = value instanceof FileList ? (await Promise.all([...value].map(attach))).join("\n") : value;
      }
    } catch (error) { return error.message; }
    return send(values);
  });
}

// askName asks for a name.
export function askName(title, send) {
  const input = element("input", { id: "field-0", required: true, maxlength: 32 });
  show(title, [wrap({ label: "Name", required: true }, input)], "Add", () => send(input.value));
}

// askChoice asks for one of these options, which are { value, label }.
export function askChoice(title, options, chosen, send) {
  const input = element("select", { id: "field-0" }, ...options.map(({ value, label }) => element("option", { value, text: label, selected: value === chosen })));
  show(title, [wrap({ label: "Language" }, input)], "Set", () => send(input.value));
}

const star = (field) => field.required && element("span", { class: "star", "aria-hidden": "true", text: " *" });
const helpOf = (field, id) => field.description && element("span", { class: "small", id: `${id}-help`, text: field.description });

function wrap(field, input) {
  const help = helpOf(field, input.id);
  if (help) input.setAttribute("aria-describedby", help.id);
  return element("p", { class: "labelled" }, element("label", { for: input.id }, field.label, star(field)), help, input);
}

// fieldNode returns a field's node and a function that reads its value.
function fieldNode(field, id, names) {
  switch (field.menu?.kind) {
    case undefined: return textNode(field, id);
    case UPLOAD: return filesNode(field, id);
    case RADIO: return groupNode(field, id, "radio");
    case CHECKS: return groupNode(field, id, "checkbox");
    case CHECK: return checkNode(field, id);
  }
  return selectNode(field, id, names);
}

function textNode(field, id) {
  const input = element(field.long ? "textarea" : "input", { id, required: field.required, maxlength: field.max_length || null,
    minlength: field.min_length || null, placeholder: field.placeholder, rows: field.long && 5 });
  input.value = field.value;
  return [wrap(field, input), () => input.value];
}

function filesNode(field, id) {
  const input = element("input", { id, type: "file", required: field.required, multiple: field.menu.max > 1,
    accept: field.menu.file_types.map((one) => one.startsWith(".") ? one : `${one}/*`).join(",") || null });
  return [wrap(field, input), () => input.files];
}

const labelled = (menu) => menu.options.map((one) => ({ ...one, label: one.name }));

function selectNode(field, id, names) {
  const { menu } = field;
  const options = optionsOf(menu.kind, labelled(menu), names);
  const before = options.filter((one) => one.chosen || menu.defaults.includes(one.value)).map((one) => one.value);
  if (menu.max > 1) return manyNode(field, id, options, new Set(before));
  const input = element("select", { id, required: field.required }, element("option", { value: "", text: menu.placeholder || "Make a selection" }),
    ...options.map((one) => element("option", { value: one.value, selected: before.includes(one.value),
      text: one.description ? `${one.label} – ${one.description}` : one.label })));
  return [wrap(field, input), () => input.value];
}

// manyNode is a list of options of which several can be chosen.
function manyNode(field, id, options, chosen) {
  const { min, max } = field.menu, help = helpOf(field, id);
  const count = element("span", { class: "small", id: `${id}-count` });
  const draw = () => { count.textContent = `${howMany(field.required ? min : 0, max)}, ${chosen.size} chosen`; };
  const { list, key } = choices({ id, title: field.label, options, max, many: true, chosen, changed: draw });
  list.tabIndex = 0;
  list.setAttribute("aria-describedby", [help && help.id, count.id].filter(Boolean).join(" "));
  if (field.required) list.setAttribute("aria-required", "true");
  list.addEventListener("keydown", key);
  draw();
  const node = element("div", { class: "labelled" }, element("span", { class: "label", "aria-hidden": "true" }, field.label, star(field)), help, count, list);
  return [node, () => {
    if (chosen.size < min && (field.required || chosen.size > 0)) {
      list.focus();
      throw new Error(`${field.label}: choose at least ${min}.`);
    }
    return [...chosen].join("\n");
  }];
}

// groupNode is a list of checkboxes or radio buttons.
function groupNode(field, id, type) {
  const boxes = field.menu.options.map((one, i) => [one, element("input", { id: `${id}-${i}`, type, name: id, value: one.value,
    checked: one.chosen, required: type === "radio" && field.required, "aria-describedby": one.description && `${id}-${i}-help` })]);
  const help = helpOf(field, id);
  const node = element("fieldset", { class: "labelled", "aria-describedby": help && help.id }, element("legend", {}, field.label, star(field)), help,
    ...boxes.map(([one, input]) => element("div", { class: "tick" }, input, element("label", { for: input.id, text: one.name }),
      one.description && element("span", { class: "small", id: `${input.id}-help`, text: one.description }))));
  return [node, () => boxes.filter(([, input]) => input.checked).map(([, input]) => input.value).join("\n")];
}

function checkNode(field, id) {
  const input = element("input", { id, type: "checkbox", checked: field.value === "true" }), help = helpOf(field, id);
  if (help) input.setAttribute("aria-describedby", help.id);
  return [element("div", { class: "labelled" }, element("div", { class: "tick" }, input, element("label", { for: id, text: field.label })), help),
    () => String(input.checked)];
}

// show opens the dialog. If done returns an error, the dialog shows it and stays open.
function show(title, fields, word, done) {
  const dialog = byID("form");
  const problem = element("p", { class: "failed", role: "alert" });
  const send = element("button", { type: "submit", class: "primary", text: word });
  const leave = element("button", { type: "button", text: "Cancel" });
  const form = element("form", { method: "dialog" }, element("h2", { id: "form-title", text: title }),
    ...fields, problem, element("div", { class: "row end" }, leave, send));
  leave.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    problem.textContent = "";
    const wrong = await done();
    send.disabled = false;
    if (wrong) problem.textContent = wrong;
    else if (form.isConnected) dialog.close();
  });
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
}
