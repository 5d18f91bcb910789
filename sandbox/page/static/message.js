// One message as a list item: its text, embeds, components, files and the labels that Discord adds.

import { avatar, element } from "./dom.js";
import { markdown, spans } from "./markdown.js";
import { dropdown } from "./select.js";

const ROW = 1, BUTTON = 2, SELECTS = [3, 5, 6, 7, 8], SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13,
  SEPARATOR = 14, CONTAINER = 17;
const styles = ["", "primary", "secondary", "success", "danger", "link", "premium"];
const readable = /\.(txt|json|md|log|csv|xml|ya?ml)$/i, picture = /\.(png|jpe?g|gif|webp)$/i, mostInline = 200_000;

export const timeOf = (date) => new Date(date).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

// message builds the node. World has names, me, apps (the commands of Apps menus) and picks, which keeps what is chosen in selects; act has
// press(message, customID, node), select(message, menu, values), app(message, command, node) and dismiss(message).
export function message(one, world, act) {
  const pinged = one.pinged.includes(world.me);
  const body = element("div", { class: "body" }, head(one));
  const context = { one, world, act, files: new Set() };
  if (one.thinking) body.append(element("p", { class: "thinking", text: `${one.author} is thinking…` }));
  if (one.pin_notice) body.append(element("p", { class: "small", text: "pinned a message to this channel." }));
  if (one.content) body.append(markdown(one.content, world.names));
  for (const embed of one.embeds) body.append(embedNode(embed, world.names));
  for (const part of one.components) body.append(component(part, context));
  for (const file of one.files) if (!context.files.has(file.id)) body.append(fileNode(file));
  if (world.apps.length > 0 && !one.thinking) body.append(apps(one, world.apps, act));
  if (one.edited) body.append(element("span", { class: "small", text: "(edited)" }));
  if (one.ephemeral) body.append(onlyYou(one, act));
  return element("li", { class: ["message", one.ephemeral && "ephemeral", pinged && "pinged"].filter(Boolean).join(" "),
    id: `message-${one.id}`, "data-id": one.id, tabindex: "-1" }, one.command && origin(one), avatar(one.author), body);
}

function origin(one) {
  const verb = one.app || one.command.startsWith("/") ? "used" : "pressed";
  return element("p", { class: "origin" }, avatar(one.user, true), element("span", {},
    element("strong", { text: one.user }), ` ${verb} `, element("span", { class: "mention", text: one.command })));
}

function head(one) {
  return element("p", { class: "head" }, element("strong", { text: one.author }),
    (one.from_bot || one.other) && element("span", { class: "tag", text: "APP" }),
    element("time", { datetime: one.created, text: timeOf(one.created) }),
    one.pinned && element("span", { class: "small", text: "pinned" }));
}

// apps is the message's menu of commands: those for messages, and those for its author.
function apps(one, commands, act) {
  const items = commands.filter((command) => command.of_message || !one.webhook).map((command) => {
    const node = element("button", { type: "button", class: "textual", text: command.of_message ? command.name : `${command.name} (@${one.author})` });
    node.addEventListener("click", () => { if (!node.hasAttribute("aria-busy")) act.app(one, command, node); });
    return node;
  });
  return element("details", { class: "apps" }, element("summary", { "data-key": `apps-${one.id}`, text: "Apps" }), element("div", { class: "row" }, ...items));
}

function onlyYou(one, act) {
  const dismiss = element("button", { type: "button", class: "textual", text: "Dismiss message" });
  dismiss.addEventListener("click", () => act.dismiss(one));
  return element("p", { class: "small" }, "Only you can see this • ", dismiss);
}

// note is the page's own line below the messages: a command on its way, or one that failed.
export function note(one, act) {
  const failed = one.failed && element("p", { class: "failed", text: `⚠ ${one.failed}` });
  const text = failed || element("p", { class: "thinking", text: "Sending command…" });
  const dismiss = element("button", { type: "button", class: "textual", text: "Dismiss message" });
  dismiss.addEventListener("click", () => act.forget(one));
  return element("li", { class: "message ephemeral", "data-id": one.id }, origin(one), avatar(one.bot),
    element("div", { class: "body" }, element("p", { class: "head" }, element("strong", { text: one.bot }),
      element("span", { class: "tag", text: "APP" })), text,
    failed && element("p", { class: "small" }, "Only you can see this • ", dismiss)));
}

function sizeOf(bytes) { return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`; }

function fileNode(file) {
  const { pathname, search } = new URL(file.url), path = pathname + search;
  const box = element("div", { class: "file" }, element("p", {}, element("a", { href: path, download: file.name, text: file.name }), element("span", { class: "small", text: ` ${sizeOf(file.size)}` })));
  if (readable.test(file.name) && file.size <= mostInline) {
    const text = element("pre", { tabindex: "0", role: "region", "aria-label": `Text of ${file.name}` });
    box.append(text);
    fetch(path).then((response) => response.text()).then((content) => { text.textContent = content; }, () => text.remove());
  }
  if (picture.test(file.name)) box.append(element("img", { src: path, alt: file.description ?? "" }));
  return box;
}

function tint(node, color) {
  if (Number.isInteger(color)) node.style.setProperty("--accent", `#${color.toString(16).padStart(6, "0")}`);
  return node;
}

function embedNode(embed, names) {
  const box = tint(element("div", { class: "embed" }), embed.color);
  if (embed.author?.name) box.append(element("p", { class: "small", text: embed.author.name }));
  if (embed.title) box.append(element("h3", { class: "size3" }, ...spans(embed.title, names)));
  if (embed.description) box.append(markdown(embed.description, names));
  const fields = element("div", { class: "fields" });
  for (const field of embed.fields ?? []) {
    fields.append(element("div", { class: field.inline ? "field inline" : "field" },
      element("p", { class: "label" }, ...spans(field.name, names)), markdown(field.value, names)));
  }
  if (fields.childElementCount) box.append(fields);
  if (embed.footer?.text) box.append(element("p", { class: "small", text: embed.footer.text }));
  return box;
}

function component(part, context) {
  const inside = (parts) => parts.map((inner) => component(inner, context));
  switch (part.type) {
    case ROW: return element("div", { class: "row" }, ...inside(part.components));
    case BUTTON: return button(part, context);
    case SECTION: return element("div", { class: "section" }, element("div", {}, ...inside(part.components)),
      component(part.accessory, context));
    case TEXT: return markdown(part.content, context.world.names);
    case CONTAINER: return container(part, inside);
    case SEPARATOR: return element("hr", { class: [part.divider || "blank", part.spacing === 2 && "wide"].filter((c) => typeof c === "string").join(" ") });
    case GALLERY: return element("p", { class: "small", text: part.items.map((item) => `picture: ${item.description ?? "no description"}`).join(", ") });
    case THUMBNAIL: return element("p", { class: "small", text: `picture: ${part.description ?? "no description"}` });
    case FILE: return attached(part, context);
  }
  return SELECTS.includes(part.type) ? select(part, context) : element("p", { class: "small", text: "unknown component" });
}

function container(part, inside) {
  const box = tint(element("div", { class: "embed" }, ...inside(part.components)), part.accent_color);
  if (!part.spoiler) return box;
  return element("details", {}, element("summary", { text: "Spoiler" }), box);
}

function attached(part, { one, files }) {
  const file = one.files.find((other) => other.id === part.file.attachment_id);
  files.add(part.file.attachment_id);
  return file ? fileNode(file) : element("p", { class: "small", text: part.name ?? "file" });
}

function button(part, { one, act }) {
  const label = [part.emoji?.name, part.label].filter(Boolean).join(" ");
  if (part.url) return element("a", { class: "button link", href: part.url, rel: "noreferrer noopener", target: "_blank", text: `${label} ↗` });
  const node = element("button", { type: "button", class: styles[part.style], disabled: part.disabled === true, text: label });
  node.addEventListener("click", () => { if (!node.hasAttribute("aria-busy")) act.press(one, part.custom_id, node); });
  return node;
}

// optionsOf returns the options of a select of any kind.
export function optionsOf(kind, options, names) {
  if (kind === 3) return options;
  const lists = { 5: [names.users], 6: [names.roles], 7: [names.users, names.roles], 8: [names.channels] }[kind];
  return lists.flatMap((list) => Object.entries(list).map(([value, label]) => ({ value, label })));
}

function select(part, { one, world, act }) {
  const options = optionsOf(part.type, part.options, world.names), key = `${one.id}-${part.custom_id}`, of = JSON.stringify(part);
  if (world.picks.get(key)?.of !== of) {
    const before = options.filter((option) => option.default === true || part.default_values?.some((other) => other.id === option.value));
    world.picks.set(key, { of, open: false, chosen: new Set(before.map((option) => option.value)) });
  }
  return dropdown({ key, title: part.placeholder ?? "Make a selection", options, min: part.min_values ?? 1, max: part.max_values ?? 1,
    disabled: part.disabled === true, state: world.picks.get(key), send: (values, node) => act.select(one, part.custom_id, values, node) });
}
