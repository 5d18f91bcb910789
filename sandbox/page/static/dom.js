// Small pieces that every part of the page uses. Text only ever becomes text nodes, so nothing in it can be markup.

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === "text") node.textContent = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const byID = (id) => document.getElementById(id);

// avatar is a round initial in a colour that belongs to the name.
export function avatar(name, small) {
  const color = [...name].reduce((sum, letter) => (sum * 23 + letter.codePointAt(0)) % 997, 19) % 7;
  return element("span", { class: `avatar tone${color}${small ? " little" : ""}`, "aria-hidden": "true",
    text: ([...name][0] ?? "?").toUpperCase() });
}

// newer compares two IDs of Discord's by the time they were made.
export const newer = (a, b) => (a.length - b.length || (a > b ? 1 : a < b ? -1 : 0)) > 0;

const themes = ["auto", "light", "dark"];

// applyTheme sets light or dark as chosen before, or as the system has it; step chooses the next one.
export function applyTheme(step = 0) {
  const now = themes.indexOf(localStorage.getItem("theme") ?? "auto");
  const next = themes[(Math.max(now, 0) + step) % themes.length];
  localStorage.setItem("theme", next);
  document.documentElement.dataset.theme = next;
  return next;
}
