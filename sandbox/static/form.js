// Forms: those that a bot opens, and the page's own question for a name.

import { byID, element } from "./dom.js";
import { optionsOf } from "./message.js";

// openForm shows a bot's form. Send gets the fields by custom ID and returns what is wrong with them, or nothing.
export function openForm(modal, names, send) {
  const inputs = modal.fields.map((field, i) => [field, fieldNode(field, `field-${i}`, names)]);
  show(modal.title, inputs.map(([field, input]) => wrap(field, input)), "Submit", () =>
    send(Object.fromEntries(inputs.map(([field, input]) => [field.custom_id, input.value]))));
}

// askName asks for a name, with the page's own words.
export function askName(title, send) {
  const input = element("input", { id: "field-0", required: true, maxlength: 32 });
  show(title, [wrap({ label: "Name", required: true }, input)], "Add", () => send(input.value));
}

function wrap(field, input) {
  const help = field.description && element("span", { class: "small", id: `${input.id}-help`, text: field.description });
  if (help) input.setAttribute("aria-describedby", help.id);
  return element("p", { class: "labelled" }, element("label", { for: input.id }, field.label,
    field.required && element("span", { class: "star", "aria-hidden": "true", text: " *" })), help, input);
}

function fieldNode(field, id, names) {
  if (field.menu) {
    const options = optionsOf(field.menu.kind, field.menu.options.map((one) => ({ ...one, label: one.name })), names);
    return element("select", { id, required: field.required }, ...(field.required ? [] : [element("option", { value: "" })]),
      ...options.map((one) => element("option", { value: one.value, text: one.label, selected: one.chosen })));
  }
  const input = element(field.long ? "textarea" : "input", { id, required: field.required, maxlength: field.max_length || null,
    minlength: field.min_length || null, placeholder: field.placeholder, rows: field.long && 5 });
  input.value = field.value;
  return input;
}

// show opens the dialog. It stays open, with the reason, while done returns one.
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
