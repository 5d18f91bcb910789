// Helpers for every part of the page. Text always becomes text nodes, so it can never turn into markup.

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

// avatar returns a round initial in a color that depends on the name.
export function avatar(name, small) {
  const color = [...name].reduce((sum, letter) => (sum * 23 + letter.codePointAt(0)) % 997, 19) % 7;
  return element("span", { class: `avatar tone${color}${small ? " little" : ""}`, "aria-hidden": "true",
    text: ([...name][0] ?? "?").toUpperCase() });
}

// newer reports whether the first of two Discord IDs is the newer one.
export const newer = (a, b) => (a.length - b.length || (a > b ? 1 : a < b ? -1 : 0)) > 0;

// plainClick takes over a click on a link, unless it is one that opens another tab or window.
export function plainClick(event) {
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey);
  if (plain) event.preventDefault();
  return plain;
}

const themes = ["auto", "light", "dark"];

// applyTheme applies the saved theme, by default the system's; step moves on to the next theme.
export function applyTheme(step = 0) {
  const now = themes.indexOf(localStorage.getItem("theme") ?? "auto");
  const next = themes[(Math.max(now, 0) + step) % themes.length];
  localStorage.setItem("theme", next);
  document.documentElement.dataset.theme = next;
  return next;
}
