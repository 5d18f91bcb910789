// The page: who plays, where, what is to see there, and what an answer opens.

import { get, listen, post } from "./api.js";
import { composer } from "./composer.js";
import { element } from "./markdown.js";
import { message } from "./message.js";

const byID = (id) => document.getElementById(id);
const [userBox, channelBox, log, pins, status, problem, dialog] =
  ["user", "channel", "messages", "pins", "status", "problem", "form"].map(byID);
const state = { world: { users: [], channels: [], names: {} }, commands: [], drawing: 0 };

const where = () => ({ user: userBox.value, channel: channelBox.value });
const world = () => ({ ...state.world, userName: userBox.selectedOptions[0]?.textContent ?? "" });

function fail(text) { problem.textContent = text; }

function remember() {
  const name = channelBox.selectedOptions[0]?.dataset.name ?? "";
  history.replaceState(null, "", `#${new URLSearchParams({ as: world().userName, in: name })}`);
}

async function loadWorld() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const chosen = { user: userBox.value, channel: channelBox.value };
  state.world = await get("world", { user: userBox.value || wanted.get("as") || "GM" });
  userBox.replaceChildren(...state.world.users.map((one) => element("option", { value: one.id, text: one.name,
    selected: chosen.user ? one.id === chosen.user : one.name === (wanted.get("as") || "GM") })));
  const groups = Map.groupBy(state.world.channels, (one) => one.guild || "Direct message");
  channelBox.replaceChildren(...[...groups].map(([guild, list]) => element("optgroup", { label: guild },
    ...list.map((one) => element("option", { value: one.id, "data-name": one.name, text: channelName(one),
      selected: chosen.channel ? one.id === chosen.channel : one.name === wanted.get("in") })))));
  setStatus(state.world.connected);
}

function channelName(one) {
  if (one.kind === 1) return `@${one.name}`;
  return one.kind === 0 ? `#${one.name}` : `↳ ${one.name}`;
}

function setStatus(connected) {
  status.textContent = connected ? "bot online" : "bot offline";
  status.className = connected ? "on" : "off";
}

async function loadCommands() { state.commands = await get("commands", where()); }

async function draw() {
  const mine = ++state.drawing;
  const list = await get("messages", where()) ?? [];
  if (mine !== state.drawing) return;
  const below = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  const kept = new Map([...log.children].map((node) => [node.dataset.id, node]));
  log.replaceChildren(...list.map((one) => {
    const version = JSON.stringify(one), old = kept.get(one.id);
    if (old?.version === version) return old;
    const node = message(one, world(), actions);
    node.version = version;
    return node;
  }));
  pins.replaceChildren(...list.filter((one) => one.pinned).map((one) => element("p", {}, element("a", {
    href: `#message-${one.id}`, text: one.text.split("\n")[0] || "a message" }))));
  if (!pins.childElementCount) pins.append(element("p", { text: "Nothing is pinned here." }));
  if (below) log.scrollTop = log.scrollHeight;
}

// run does something as the user and shows what comes of it.
async function run(path, body) {
  fail("");
  try {
    const answer = await post(path, { ...where(), ...body });
    if (answer.response?.failed) fail(answer.text);
    if (answer.response?.modal) openForm(answer.interaction, answer.response.modal);
    return true;
  } catch (error) {
    fail(error.message);
    return false;
  }
}

const actions = {
  async press(one, button, node) {
    node.disabled = true;
    await run("press", { message: one.id, button });
    node.disabled = false;
  },
  select: (one, menu, values) => run("select", { message: one.id, menu, values }),
};

function openForm(interaction, modal) {
  const inputs = modal.fields.map((field) => [field, fieldNode(field)]);
  const send = element("button", { type: "submit", class: "primary", text: "Submit" });
  const leave = element("button", { type: "button", text: "Cancel" });
  const form = element("form", { method: "dialog" }, element("h2", { id: "form-title", text: modal.title }),
    ...inputs.map(([field, input]) => element("label", {}, field.label, field.required ? " *" : "", input)), element("div", { class: "row" }, send, leave));
  leave.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    run("submit", { interaction, fields: Object.fromEntries(inputs.map(([field, input]) => [field.custom_id, input.value])) });
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

function fieldNode(field) {
  if (field.menu) {
    return element("select", { required: field.required }, ...field.menu.options.map((one) =>
      element("option", { value: one.value, text: one.name, selected: one.chosen })));
  }
  const input = element(field.long ? "textarea" : "input", { required: field.required, maxlength: field.max_length,
    minlength: field.min_length || null, placeholder: field.placeholder });
  input.value = field.value;
  return input;
}

composer({
  commands: () => state.commands,
  people: () => state.world.users.map((one) => one.name),
  complete: (name, options, focused) => post("complete", { ...where(), name, options, focused }),
  send: (line) => line.startsWith("/") ? run("command", { line }) : run("say", { text: line }),
});

async function moved() {
  fail("");
  remember();
  log.replaceChildren();
  await Promise.all([draw(), loadCommands()]);
  log.scrollTop = log.scrollHeight;
}

const guarded = (work) => (...args) => Promise.resolve(work(...args)).catch((error) => fail(error.message));
userBox.addEventListener("change", guarded(async () => { await loadWorld(); await moved(); }));
channelBox.addEventListener("change", guarded(moved));
byID("pins-button").addEventListener("click", (event) => {
  pins.hidden = !pins.hidden;
  event.currentTarget.setAttribute("aria-expanded", String(!pins.hidden));
});

// what is at the bottom stays in view when the suggestions take room
let bottom = true;
log.addEventListener("scroll", () => { bottom = log.scrollHeight - log.scrollTop - log.clientHeight < 80; });
new ResizeObserver(() => { if (bottom) log.scrollTop = log.scrollHeight; }).observe(log);

guarded(async () => {
  await loadWorld();
  await moved();
  listen(guarded(async (change) => {
    setStatus(change.connected);
    if (change.channels.includes(channelBox.value)) await draw();
    if (change.connected) await loadCommands();
    if (change.channels.some((id) => !(id in state.world.names))) await loadWorld();
  }), () => { status.textContent = "sandbox gone"; status.className = "off"; });
})();
