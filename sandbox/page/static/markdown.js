// Discord's markdown as DOM nodes.

import { element } from "./dom.js";

const inline = [
  [/^\\([\\`*_~|<>#@:\-[\]()/.!])/, (m) => m[1]],
  [/^```(?:[\w+-]*\n)?\n*([\s\S]+?)\n*```/, (m) => block(m[1])],
  [/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/, (m) => element("code", { text: m[2].trim() || m[2] })],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, names) => element("strong", {}, element("em", {}, ...spans(m[1], names)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, names) => element("strong", {}, ...spans(m[1], names))],
  [/^__([\s\S]+?)__(?!_)/, (m, names) => element("u", {}, ...spans(m[1], names))],
  [/^\*(?!\s)([\s\S]+?)(?<!\s)\*(?!\*)/, (m, names) => element("em", {}, ...spans(m[1], names))],
  [/^_([^_]+)_(?!\w)/, (m, names) => element("em", {}, ...spans(m[1], names))],
  [/^~~([\s\S]+?)~~/, (m, names) => element("s", {}, ...spans(m[1], names))],
  [/^\|\|([\s\S]+?)\|\|/, (m, names) => spoiler(m[1], names)],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, names) => link(m[2], ...spans(m[1], names))],
  [/^<?(https?:\/\/[^\s<>]+[^\s<>.,:;!?)])>?/, (m) => link(m[1], m[1])],
  [/^<@!?(\d+)>/, (m, names) => mention(names.users[m[1]] ?? "@unknown-user", m[1] === names.me)],
  [/^<@&(\d+)>/, (m, names) => mention(names.roles[m[1]] ?? "@unknown-role")],
  [/^<#(\d+)>/, (m, names) => mention(names.channels[m[1]] ?? "#no-access")],
  [/^<\/([^:>]+):\d+>/, (m) => mention(`/${m[1]}`)],
  [/^@(everyone|here)\b/, (m) => mention(m[0])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => moment(Number(m[1]), m[2])],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
];

function block(text) {
  return element("pre", { tabindex: "0" }, element("code", { text }));
}

function mention(text, me) {
  return element("span", { class: me ? "mention me" : "mention", text });
}

function link(url, ...children) {
  return element("a", { href: url, rel: "noreferrer noopener", target: "_blank" }, ...children);
}

// spoiler hides its text until it is pressed.
function spoiler(text, names) {
  const node = element("button", { type: "button", class: "spoiler", "aria-label": "Spoiler, press to show", text: "▒".repeat(Math.min(12, Math.max(4, text.length))) });
  node.addEventListener("click", () => {
    const shown = element("span", { class: "shown", tabindex: "-1" }, ...spans(text, names));
    node.replaceWith(shown);
    shown.focus();
  });
  return node;
}

const styles = { t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" } };

function moment(seconds, style = "f") {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return "Invalid date";
  const full = new Intl.DateTimeFormat(undefined, styles.F).format(at);
  const text = style === "R" ? away(at) : new Intl.DateTimeFormat(undefined, styles[style]).format(at);
  return element("time", { datetime: at.toISOString(), title: full, "data-relative": style === "R", text });
}

function away(at) {
  const seconds = Math.round((at - Date.now()) / 1000);
  const [size, unit] = [[31536000, "year"], [2592000, "month"], [86400, "day"], [3600, "hour"], [60, "minute"]]
    .find(([size]) => Math.abs(seconds) >= size) ?? [1, "second"];
  return new Intl.RelativeTimeFormat("en").format(Math.round(seconds / size), unit);
}

// tick updates the relative times below a node.
export function tick(root) {
  for (const node of root.querySelectorAll("time[data-relative]")) node.textContent = away(new Date(node.dateTime));
}

// spans turns text within a line into nodes. Names has users, channels and roles by ID, and me.
export function spans(text, names) {
  const nodes = [];
  let plain = "";
  const flush = () => { if (plain) nodes.push(plain); plain = ""; };
  for (let rest = text; rest;) {
    const wordBefore = /\w$/.test(plain);
    const hit = inline.map(([pattern, make]) => [pattern.exec(rest), make]).find(([m]) => m);
    if (hit && !(wordBefore && rest[0] === "_" && rest[1] !== "_")) {
      flush();
      nodes.push(hit[1](hit[0], names));
      rest = rest.slice(hit[0][0].length);
    } else {
      const next = /^(?:\w+|[\s\S])/u.exec(rest)[0];
      const step = /^\w+$/.test(next) && !/^https?$/.test(next) ? next : [...rest][0];
      plain += step;
      rest = rest.slice(step.length);
    }
  }
  flush();
  return nodes;
}

const item = /^(\s*)(?:([-*])|(\d{1,9})\.) +(.+)$/;

// list turns list lines into nested lists.
function list(lines, names) {
  const root = element("div");
  const open = [{ depth: -1, into: root }];
  for (const line of lines) {
    const [, indent, dash, number, text] = item.exec(line);
    while (open.at(-1).depth > indent.length) open.pop();
    const kind = dash ? "UL" : "OL";
    if (open.at(-1).depth === indent.length && open.at(-1).list.tagName !== kind) open.pop();
    if (open.at(-1).depth < indent.length) {
      const into = element(kind, { start: number > 1 && number });
      open.at(-1).into.append(into);
      open.push({ depth: indent.length, list: into });
    }
    const node = element("li", {}, ...spans(text, names));
    open.at(-1).list.append(node);
    open.at(-1).into = node;
  }
  return [...root.children];
}

// markdown turns a whole text into a block of nodes.
export function markdown(text, names) {
  const root = element("div", { class: "markdown" });
  for (const piece of text.split(/(```[\s\S]+?```)/)) {
    if (piece.startsWith("```") && piece.length > 6) root.append(...spans(piece, names));
    else lines(root, piece.split("\n"), names);
  }
  return root;
}

function lines(root, all, names) {
  let run = [];
  const flush = () => {
    const text = run.join("\n").replace(/^\n+|\n+$/g, "");
    if (text.trim()) root.append(element("p", {}, ...spans(text, names)));
    run = [];
  };
  for (let i = 0; i < all.length; i++) {
    const take = (pattern) => {
      const from = i;
      while (i + 1 < all.length && pattern.test(all[i + 1])) i++;
      return all.slice(from, i + 1);
    };
    const heading = /^(#{1,3}) +(.+)$/.exec(all[i]), small = /^-# +(.+)$/.exec(all[i]);
    if (heading) { // always the level below the page's own headings; the size differs
      flush();
      root.append(element("h3", { class: `size${heading[1].length}` }, ...spans(heading[2], names)));
    }
    else if (small) { flush(); root.append(element("p", { class: "small" }, ...spans(small[1], names))); }
    else if (/^>>> /.test(all[i])) {
      flush();
      root.append(element("blockquote", {}, markdown([all[i].slice(4), ...all.slice(i + 1)].join("\n"), names)));
      return;
    } else if (/^> /.test(all[i])) {
      flush();
      root.append(element("blockquote", {}, markdown(take(/^> /).map((line) => line.slice(2)).join("\n"), names)));
    } else if (item.test(all[i])) { flush(); root.append(...list(take(item), names)); }
    else run.push(all[i]);
  }
  flush();
}
