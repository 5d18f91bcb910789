// The page: which user plays in which channel, what they see there, and the forms that the bot opens.

import { attach, get, listen, post } from "./api.js";
import { composer } from "./composer.js";
import { applyTheme, byID, element, newer, plainClick } from "./dom.js";
import { dropping } from "./drop.js";
import { askChoice, askName, openForm } from "./form.js";
import { tick } from "./markdown.js";
import { message, note } from "./message.js";
import { panels } from "./panel.js";
import { drawPeople, showCurrent, turnOf } from "./people.js";
import { follow } from "./scroll.js";
import { drawDemos, drawEmpty } from "./start.js";

const [log, messages, problem, live, side, veil] = ["messages", "list", "problem", "live", "side", "veil"].map(byID);
const query = new URLSearchParams(location.search);
const state = { user: query.get("user") || "GM", channel: query.get("channel") || "fight", commands: [], apps: [], drawing: 0, list: [],
  world: { users: [], channels: [], demos: [], order: [], begin: "", bot: {}, locales: [], community: "", names: { users: {}, channels: {}, roles: {} } },
  seen: new Map(), told: "", notes: [], turn: [], picks: new Map(), dismissed: new Set(JSON.parse(sessionStorage.getItem("dismissed") ?? "[]")) };

const where = () => ({ user: state.user, channel: state.channel });
const nameOf = (id) => state.world.users.find((one) => one.id === id)?.name ?? id;
const isOther = () => state.world.users.find((one) => one.id === state.user)?.other === true; // another bot or a webhook
const localeOf = (id) => state.world.users.find((one) => one.id === id).locale;
const here = () => state.world.channels.find((one) => one.id === state.channel);
const alone = query.has("alone"); // a window beside others, for one user
const address = (user, channel) => `?${new URLSearchParams({ user, channel, ...(alone && { alone: "" }) })}`;
const names = () => ({ ...state.world.names, me: state.user });
const fail = (text) => { problem.textContent = text; };
const say = (text) => { live.append(element("p", { text })); while (live.childElementCount > 8) live.firstChild.remove(); };
const scroll = follow(log, messages);
const guarded = (work) => (...args) => Promise.resolve(work(...args)).catch((error) => fail(error.message));

async function loadWorld() {
  const world = await get("world", { user: state.user });
  state.world = world;
  const find = (list, wanted) => list.find((one) => one.id === wanted || one.name.toLowerCase() === wanted.toLowerCase());
  state.user = (find(world.users, state.user) ?? world.users[0]).id;
  if (!world.channels.length) return loadWorld();
  state.channel = (find(world.channels, state.channel) ?? world.channels[0]).id;
  for (const one of world.channels) if (!state.seen.has(one.id)) state.seen.set(one.id, state.told ? "" : one.last);
  drawSide();
  drawUsers();
  setStatus(world.connected);
}

const label = (one) => one.kind === 1 ? `@ ${one.name}` : one.parent ? `↳ ${one.name}` : `# ${one.name}`;

function channelNode(one) {
  const seen = state.seen.get(one.id) ?? "", current = one.id === state.channel;
  const pings = current ? 0 : one.pings.filter((id) => newer(id, seen)).length;
  const fresh = !current && one.last && newer(one.last, seen);
  const node = element("a", { href: address(nameOf(state.user), one.id),
    class: ["channel", one.parent && "thread", fresh && "fresh"].filter(Boolean).join(" "), "aria-current": current && "page" },
  element("span", { text: label(one) }), pings > 0 && element("span", { class: "badge" }, String(pings),
    element("span", { class: "hidden", text: " pings" })), fresh && !pings && element("span", { class: "hidden", text: " unread" }));
  node.addEventListener("click", (event) => {
    if (!plainClick(event)) return;
    drawer(false);
    enter(one.id);
  });
  return element("li", {}, node);
}

function drawSide() {
  const groups = Map.groupBy(state.world.channels, (one) => one.guild || "Direct message");
  const parts = [...groups].flatMap(([guild, all], i) => {
    const ordered = all.filter((one) => !one.parent).flatMap((one) => [one, ...all.filter((inner) => inner.parent === one.id)]);
    return [element("h2", { id: `group-${i}`, text: guild }), element("ul", { "aria-labelledby": `group-${i}` }, ...ordered.map(channelNode))];
  });
  const focus = document.activeElement?.closest("#channels a")?.getAttribute("href");
  byID("channels").replaceChildren(...parts);
  if (focus) byID("channels").querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus();
  byID("guild").textContent = here()?.guild || "Direct message";
  byID("place").textContent = label(here());
  log.setAttribute("aria-label", `Messages in ${label(here())}`);
  document.title = `${nameOf(state.user)} in ${label(here())}`;
  drawDemos(state.world.demos, guarded(playDemo));
}

async function playDemo(demo) {
  fail("");
  byID("demos").hidePopover();
  say(`Setting up ${demo.title}`);
  const { id } = await post("demo", { name: demo.name });
  await loadWorld();
  drawer(false);
  await enter(id);
  say(`${demo.title} is ready`);
}

function drawUsers() {
  const channel = here().kind === 1 ? "fight" : state.channel;
  drawPeople(state.world.users, state.user, state.turn, (one) => address(one.name, channel), guarded(become));
  line.invite(isOther() ? "Rapier / Damage: 1d8 (5) + 4 = 9" : "Message, or / for commands");
  byID("locale").hidden = isOther();
  byID("locale").textContent = localeOf(state.user);
  byID("locale").setAttribute("aria-label", `${nameOf(state.user)}'s language: ${localeOf(state.user)}`);
  byID("community").textContent = `Server language: ${state.world.community || "en-US"}`;
  byID("together").href = `/side.html?${new URLSearchParams({ channel })}`;
}

function setStatus(connected) {
  state.connected = connected;
  byID("status").textContent = connected ? "bot online" : "bot offline";
  byID("status").className = connected ? "on" : "off";
}

async function become(user) {
  state.user = user;
  state.seen.clear();
  state.told = "";
  await loadWorld();
  await enter(state.channel);
  showCurrent();
}

async function enter(channel) {
  state.channel = channel;
  state.told = "";
  fail("");
  const name = here()?.kind === 1 ? channel : here()?.name ?? channel;
  history.replaceState(null, "", address(nameOf(state.user), name));
  messages.replaceChildren();
  byID("empty").hidden = true;
  state.turn = [];
  drawSide();
  drawUsers();
  scroll.toBottom();
  byID("composer").setAttribute("aria-busy", "true");
  await Promise.all([draw(), loadCommands()]).finally(() => byID("composer").removeAttribute("aria-busy"));
  scroll.toBottom();
}

async function loadCommands() {
  const before = JSON.stringify(state.commands), appsBefore = JSON.stringify(state.apps);
  [state.commands, state.apps] = await Promise.all([get("commands", where()), get("apps", where())]);
  if (JSON.stringify(state.apps) !== appsBefore) await draw();
  if (JSON.stringify(state.commands) === before) return;
  line.refresh();
  hint();
}

async function draw() {
  const mine = ++state.drawing;
  const all = await get("messages", where()) ?? [];
  if (mine !== state.drawing) return;
  state.list = all.filter((one) => !state.dismissed.has(one.id));
  const world = { names: names(), me: nameOf(state.user), apps: state.apps, picks: state.picks };
  const notes = state.notes.filter((one) => one.user_id === state.user && one.channel === state.channel);
  const items = [...state.list.map((one) => [one, () => message(one, world, actions)]), ...notes.map((one) => [one, () => note(one, actions)])];
  reconcile(items);
  const turn = turnOf(state.list);
  if (turn.join() !== state.turn.join()) {
    state.turn = turn;
    drawUsers();
  }
  scroll.arrived(announce(state.list));
  panel.refresh("pins");
  state.empty = items.length === 0;
  hint();
}

// hint shows how to begin in a channel without messages.
function hint() {
  const begin = state.commands.find((one) => one.name === state.world.begin);
  drawEmpty(state.empty && !isOther(), begin, state.world.demos.length > 0, line.choose);
}

// reconcile makes the list show these messages. It changes only what is different, so that focus stays where it is.
function reconcile(items) {
  const kept = new Map([...messages.children].map((node) => [node.dataset.id, node]));
  let at = messages.firstChild;
  for (const [one, make] of items) {
    const version = JSON.stringify([one, state.apps]), old = kept.get(one.id);
    kept.delete(one.id);
    if (old?.version === version) {
      if (old === at) at = at.nextSibling; else messages.insertBefore(old, at);
      continue;
    }
    const node = make();
    node.version = version;
    if (!old) { messages.insertBefore(node, at); continue; }
    if (old === at) at = at.nextSibling;
    const word = old.contains(document.activeElement) ? wordOf(document.activeElement) : null;
    old.replaceWith(node);
    if (word !== null) ([...node.querySelectorAll("button, summary, [role=combobox]")].find((one) => wordOf(one) === word && !one.disabled) ?? node).focus();
  }
  for (const node of kept.values()) node.remove();
}

// wordOf identifies what can have the focus in a message.
const wordOf = (node) => node.dataset.key ?? node.textContent;

// announce reads new messages out to screen readers and records that the channel was read. It returns how many are new.
function announce(list) {
  const last = list.at(-1)?.id ?? "0", fresh = state.told ? list.filter((one) => newer(one.id, state.told)).length : 0;
  if (state.told) {
    for (const one of list) {
      const pinged = one.pinged.includes(nameOf(state.user));
      if (newer(one.id, state.told) && !one.thinking) say(`${pinged ? "Ping from " : ""}${one.author}: ${one.text}`);
    }
  }
  state.told = newer(last, state.told) ? last : state.told;
  state.seen.set(state.channel, state.told);
  return fresh;
}

// run does something as the user. It returns what went wrong, or an empty string.
async function run(path, body, place = where()) {
  fail("");
  try {
    for (const [name, value] of Object.entries(body.options ?? {})) {
      if (value instanceof File) body.options[name] = await attach(place.user, value);
    }
    const answer = await post(path, { ...place, ...body });
    const { modal } = answer.response ?? {};
    if (modal && place.user === state.user) {
      openForm(modal, names(), (file) => attach(place.user, file), (fields) => submit(answer.interaction, fields, place));
    }
    return answer.response?.failed ? answer.text : "";
  } catch (error) {
    return error.message;
  }
}

async function submit(interaction, fields, place) {
  const why = await run("submit", { interaction, fields }, place);
  return why === "The application did not respond" ? "Something went wrong. Try again. (The application did not respond.)" : why;
}

// use runs a button or select. If it fails, it says so below the message.
async function use(path, one, body, node) {
  node.setAttribute("aria-busy", "true");
  const why = await run(path, { message: one.id, ...body });
  node.removeAttribute("aria-busy");
  const item = byID(`message-${one.id}`);
  item?.querySelector(".body > .failed")?.remove();
  if (why) item?.querySelector(".body").append(element("p", { class: "failed", role: "alert", text: `⚠ This interaction failed: ${why}` }));
}

const actions = {
  press: (one, button, node) => use("press", one, { button }, node),
  select: (one, menu, values, node) => use("select", one, { menu, values }, node),
  app: (one, { name, of_message }, node) => use("app", one, { name, target: of_message ? "" : one.author_id }, node),
  dismiss(one) {
    state.dismissed.add(one.id);
    sessionStorage.setItem("dismissed", JSON.stringify([...state.dismissed]));
    guarded(draw)();
    line.focus();
  },
  forget(one) {
    state.notes = state.notes.filter((other) => other !== one);
    guarded(draw)();
    line.focus();
  },
};

// command runs a slash command. A note below the messages shows that it is on its way or that it failed.
async function command(name, options, shown) {
  const place = where();
  const one = { id: `note-${performance.now()}`, user_id: state.user, user: nameOf(state.user), channel: state.channel,
    bot: state.world.bot.name, command: shown, failed: "" };
  scroll.toBottom();
  const later = setTimeout(() => { state.notes.push(one); guarded(draw)(); }, 250);
  const why = await run("command", { name, options }, place);
  clearTimeout(later);
  state.notes = state.notes.filter((other) => other !== one);
  const failed = why === "The application did not respond";
  if (failed) {
    state.notes.push({ ...one, failed: why });
    say(why);
  }
  await draw();
  scroll.toBottom();
  return failed ? "" : why;
}

function mentioned(text) {
  return state.world.users.reduce((out, one) => out.replaceAll(`@${one.name}`, `<@${one.id}>`), text);
}

const line = composer({
  commands: () => state.commands,
  order: () => state.world.order,
  names,
  complete: (name, options, focused) => post("complete", { ...where(), name, options, focused }),
  say(text) {
    scroll.toBottom();
    return run("say", { text: mentioned(text) });
  },
  command,
});

dropping(byID("middle"), { words: line.dropWords, drop: line.drop });

const panel = panels({
  connected: () => state.connected,
  tell: say,
  fail,
  pinned: () => state.list.filter((one) => one.pinned).reverse().map((one) => {
    const jump = element("button", { type: "button", class: "quiet", text: "Jump" });
    jump.addEventListener("click", () => {
      panel.close();
      const node = byID(`message-${one.id}`);
      node?.scrollIntoView({ block: "center" });
      node?.focus();
    });
    const node = message({ ...one, components: [], files: [], content: one.text, embeds: [], id: `pin-${one.id}` }, { names: names(), me: "", apps: [], picks: state.picks }, actions);
    node.lastChild.append(jump);
    return node;
  }),
});

function drawer(open) {
  side.classList.toggle("open", open);
  veil.hidden = !open;
  byID("side-open").setAttribute("aria-expanded", String(open));
  narrowed();
  if (open) byID("side-close").focus();
  else if (side.contains(document.activeElement)) byID("side-open").focus();
}

// narrowed hides a closed drawer from the keyboard and screen readers.
const narrow = matchMedia("(max-width: 47.99rem)");
function narrowed() { side.inert = narrow.matches && !side.classList.contains("open"); }

const kinds = { user: "Add a player", channel: "Add a channel", thread: "Open a thread in this channel" };
for (const node of document.querySelectorAll("[data-add]")) {
  node.addEventListener("click", () => askName(kinds[node.dataset.add], async (name) => {
    try {
      const { id } = await post("add", { kind: node.dataset.add, name, channel: here()?.parent || state.channel });
      await loadWorld();
      if (node.dataset.add === "user") await become(id); else await enter(id);
      return "";
    } catch (error) { return error.message; }
  }));
}
const sending = (path, body) => post(path, body).then(() => "", (error) => error.message);
const locales = () => state.world.locales.map(({ tag, title }) => ({ value: tag, label: `${title} (${tag})` }));
byID("locale").addEventListener("click", () => askChoice(`${nameOf(state.user)}'s language`, locales(), localeOf(state.user),
  (locale) => sending("locale", { user: state.user, locale })));
byID("community").addEventListener("click", () => askChoice("Server language", [{ value: "", label: "Not a Community server: English, US" }, ...locales()],
  state.world.community, (locale) => sending("community", { locale })));
narrow.addEventListener("change", () => drawer(false));
veil.addEventListener("click", () => drawer(false));
side.addEventListener("keydown", (event) => { if (event.key === "Escape") drawer(false); });
byID("side-open").addEventListener("click", () => drawer(true));
byID("side-close").addEventListener("click", () => drawer(false));
const theme = byID("theme"), themed = (name) => { theme.textContent = `Theme: ${name}`; };
theme.addEventListener("click", () => themed(applyTheme(1)));
themed(applyTheme());
narrowed();

document.body.classList.toggle("alone", alone);
setInterval(() => tick(messages), 5000);

let gathering = 0;
function gatherWorld() { clearTimeout(gathering); gathering = setTimeout(guarded(loadWorld), 150); }

async function changed({ changed: topics, connected }) {
  if (connected !== state.connected) say(connected ? "The bot is online" : "The bot is offline");
  setStatus(connected);
  if (topics.includes("commands")) await loadCommands();
  if (topics.includes(state.channel)) await draw();
  if (topics.some((topic) => topic !== state.channel && topic !== "faults" && topic !== "commands")) gatherWorld();
  panel.refresh("faults");
}

guarded(async () => {
  line.focus();
  await loadWorld();
  await enter(state.channel);
  listen(guarded(changed), () => { byID("status").textContent = "sandbox unreachable"; byID("status").className = "off"; state.connected = undefined; });
})();
