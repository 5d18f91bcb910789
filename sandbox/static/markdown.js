// Discord's markdown as DOM nodes. Text only ever becomes text nodes, so nothing in it can be markup.

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === "text") node.textContent = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

const inline = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^```(?:\w+\n)?\n?([\s\S]+?)\n?```/, (m) => element("pre", {}, element("code", { text: m[1] }))],
  [/^`` ?(.+?) ?``/s, (m) => element("code", { text: m[1] })],
  [/^`([^`]+)`/, (m) => element("code", { text: m[1] })],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, names) => element("strong", {}, element("em", {}, ...spans(m[1], names)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, names) => element("strong", {}, ...spans(m[1], names))],
  [/^__([\s\S]+?)__(?!_)/, (m, names) => element("u", {}, ...spans(m[1], names))],
  [/^\*(?!\s)([\s\S]+?)(?<!\s)\*(?!\*)/, (m, names) => element("em", {}, ...spans(m[1], names))],
  [/^_([^_]+)_(?!\w)/, (m, names) => element("em", {}, ...spans(m[1], names))],
  [/^~~([\s\S]+?)~~/, (m, names) => element("s", {}, ...spans(m[1], names))],
  [/^\|\|([\s\S]+?)\|\|/, (m, names) => element("details", { class: "spoiler" },
    element("summary", { text: "spoiler" }), ...spans(m[1], names))],
  [/^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/, (m, names) => link(m[2], ...spans(m[1], names))],
  [/^<?(https?:\/\/[^\s<>]+[^\s<>.,:;!?)])>?/, (m) => link(m[1], m[1])],
  [/^<(?:@!?|@&|#)(\d+)>/, (m, names) => element("span", { class: "mention", text: names[m[1]] ?? "@unknown" })],
  [/^@(everyone|here)\b/, (m) => element("span", { class: "mention", text: m[0] })],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => moment(Number(m[1]), m[2])],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
];

function link(url, ...children) {
  return element("a", { href: url, rel: "noreferrer noopener", target: "_blank" }, ...children);
}

function moment(seconds, style = "f") {
  const at = new Date(seconds * 1000);
  if (style === "R") {
    const away = Math.round((at - Date.now()) / 1000);
    const [size, unit] = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]]
      .find(([size]) => Math.abs(away) >= size) ?? [1, "second"];
    const text = new Intl.RelativeTimeFormat("en").format(Math.round(away / size), unit);
    return element("time", { datetime: at.toISOString(), text });
  }
  const text = /[tT]/.test(style) ? at.toLocaleTimeString() : /[dD]/.test(style) ? at.toLocaleDateString() : at.toLocaleString();
  return element("time", { datetime: at.toISOString(), text });
}

// spans turns text within a line into nodes.
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

const blocks = [
  [/^(#{1,3}) (.+)$/, (m, names) => element(`h${m[1].length + 2}`, {}, ...spans(m[2], names))],
  [/^-# (.+)$/, (m, names) => element("p", { class: "small" }, ...spans(m[1], names))],
  [/^> ?(.*)$/, (m, names) => element("blockquote", {}, ...spans(m[1], names))],
  [/^(\s*)[-*] (.+)$/, (m, names) => element("p", { class: m[1] ? "item deep" : "item" }, ...spans(m[2], names))],
  [/^(\s*)(\d+)\. (.+)$/, (m, names) => element("p", { class: "number" }, `${m[2]}. `, ...spans(m[3], names))],
];

// markdown turns a whole text into a block of nodes.
export function markdown(text, names) {
  const root = element("div", { class: "markdown" });
  const pieces = text.split(/(```[\s\S]+?```)/);
  for (const piece of pieces) {
    if (piece.startsWith("```") && piece.length > 6) {
      root.append(...spans(piece, names));
      continue;
    }
    let run = [];
    const flush = () => { if (run.join("").trim()) root.append(element("p", {}, ...spans(run.join("\n"), names))); run = []; };
    for (const line of piece.split("\n")) {
      const hit = blocks.map(([pattern, make]) => [pattern.exec(line), make]).find(([m]) => m);
      if (!hit) { run.push(line); continue; }
      flush();
      root.append(hit[1](hit[0], names));
    }
    flush();
  }
  return root;
}
