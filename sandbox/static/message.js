// One message as a list item: its text, embeds, components, files and the marks that Discord shows.

import { element, markdown, spans } from "./markdown.js";

const ROW = 1, BUTTON = 2, SELECTS = [3, 5, 6, 7, 8], SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13,
  SEPARATOR = 14, CONTAINER = 17;
const styles = ["", "primary", "secondary", "success", "danger", "link", "premium"];

// message builds the node. act has press(message, customID), select(message, menu, values) and people, for selects of users.
export function message(one, world, act) {
  const pinged = one.pinged.includes(world.userName);
  const item = element("li", { class: ["message", one.ephemeral && "ephemeral", pinged && "pinged"].filter(Boolean).join(" "),
    id: `message-${one.id}`, "data-id": one.id });
  if (one.command) item.append(element("p", { class: "small", text: `${one.user} used ${one.command}` }));
  const head = element("p", { class: "head" }, element("strong", { text: one.author }));
  if (one.from_bot) head.append(element("span", { class: "tag", text: "APP" }));
  head.append(element("time", { datetime: one.created, text: new Date(one.created).toLocaleTimeString() }));
  if (one.pinned) head.append(element("span", { class: "tag", text: "pinned" }));
  item.append(head);
  if (one.thinking) item.append(element("p", { class: "thinking", text: `${one.author} is thinking…` }));
  if (one.pin_notice) item.append(element("p", { class: "small", text: "pinned a message to this channel." }));
  if (one.content) item.append(markdown(one.content, world.names));
  for (const embed of one.embeds) item.append(embedNode(embed, world.names));
  const context = { one, world, act };
  for (const part of one.components) item.append(component(part, context));
  for (const file of one.files) item.append(fileNode(file));
  if (one.edited) item.append(element("span", { class: "small", text: "(edited)" }));
  if (pinged) item.append(element("p", { class: "small", text: "You were pinged." }));
  if (one.ephemeral) item.append(element("p", { class: "small", text: "Only you can see this." }));
  return item;
}

function fileNode(file) {
  const size = file.size < 1024 ? `${file.size} bytes` : `${(file.size / 1024).toFixed(1)} KB`;
  return element("p", { class: "file" }, element("a", { href: new URL(file.url).pathname, download: file.name, text: file.name }),
    ` ${size}`);
}

function tint(node, color) {
  if (Number.isInteger(color)) node.style.setProperty("--accent", `#${color.toString(16).padStart(6, "0")}`);
  return node;
}

function embedNode(embed, names) {
  const box = tint(element("section", { class: "embed" }), embed.color);
  if (embed.author?.name) box.append(element("p", { class: "small", text: embed.author.name }));
  if (embed.title) box.append(element("h4", {}, ...spans(embed.title, names)));
  if (embed.description) box.append(markdown(embed.description, names));
  const fields = element("div", { class: "fields" });
  for (const field of embed.fields ?? []) {
    fields.append(element("div", { class: field.inline ? "field inline" : "field" },
      element("h5", {}, ...spans(field.name, names)), markdown(field.value, names)));
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
    case CONTAINER: return tint(element("section", { class: "embed" }, ...inside(part.components)), part.accent_color);
    case SEPARATOR: return element("hr", { class: part.divider ? "" : "blank" });
    case GALLERY: return element("p", { class: "small", text: `${part.items.length} pictures` });
    case THUMBNAIL: return element("p", { class: "small", text: part.description ?? "picture" });
    case FILE: return element("p", { class: "small", text: part.file.url.replace("attachment://", "") });
  }
  return SELECTS.includes(part.type) ? select(part, context) : element("p", { class: "small", text: "unknown component" });
}

function button(part, { one, act }) {
  const label = [part.emoji?.name, part.label].filter(Boolean).join(" ");
  if (part.url) return element("a", { class: "button link", href: part.url, rel: "noreferrer noopener", target: "_blank", text: label });
  const node = element("button", { type: "button", class: styles[part.style], disabled: part.disabled === true, text: label });
  node.addEventListener("click", () => act.press(one, part.custom_id, node));
  return node;
}

function select(part, { one, world, act }) {
  const options = part.type === 3 ? part.options
    : Object.entries(world.names).map(([value, label]) => ({ value, label }));
  const many = (part.max_values ?? 1) > 1;
  const node = element("select", { multiple: many, disabled: part.disabled === true, "aria-label": part.placeholder ?? "Choose" });
  if (!many) node.append(element("option", { value: "", text: part.placeholder ?? "Choose" }));
  for (const option of options) {
    const text = option.description ? `${option.label} – ${option.description}` : option.label;
    node.append(element("option", { value: option.value, selected: option.default === true, text }));
  }
  const chosen = () => [...node.selectedOptions].map((option) => option.value).filter(Boolean);
  if (!many) {
    node.addEventListener("change", () => chosen().length && act.select(one, part.custom_id, chosen()));
    return node;
  }
  const done = element("button", { type: "button", text: "Choose" });
  done.addEventListener("click", () => act.select(one, part.custom_id, chosen()));
  return element("div", { class: "row" }, node, done);
}
