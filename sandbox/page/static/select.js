// Selects as Discord shows them: a box that opens a list, with check marks if several values can be chosen. The keyboard
// works as in every list: arrows, Home and End move, letters search, Space and Enter choose, Esc closes.

import { element } from "./dom.js";

// howMany says how many values a select takes.
export function howMany(min, max) {
  if (min === max) return `Choose ${max}`;
  return min > 0 ? `Choose ${min} to ${max}` : `Choose up to ${max}`;
}

// choices builds a list of options { value, label, description }. Chosen is the set of values that are chosen; it is changed
// in place, and changed() is called after that. The list returned has key(event), which reports whether it used the key,
// and move(index).
export function choices({ id, title, options, max, many, chosen, owner, changed, picked }) {
  const nodes = options.map((one, i) => element("li", { id: `${id}-${i}`, role: "option" },
    element("span", { class: "words" }, element("span", { text: [one.emoji?.name, one.label].filter(Boolean).join(" ") }),
      one.description && element("span", { class: "small", text: one.description })),
    element("span", { class: many ? "mark many" : "mark", "aria-hidden": "true" })));
  const list = element("ul", { id, class: "choices", role: "listbox", "aria-label": title, "aria-multiselectable": many && "true" }, ...nodes);
  let active = -1, typed = "", typedAt = 0;

  function draw() {
    const full = many && chosen.size >= max;
    nodes.forEach((node, i) => {
      const on = chosen.has(options[i].value);
      node.setAttribute("aria-selected", String(on));
      node.toggleAttribute("data-full", full && !on);
      if (full && !on) node.setAttribute("aria-disabled", "true"); else node.removeAttribute("aria-disabled");
      node.classList.toggle("active", i === active);
    });
  }

  function move(i) {
    active = i;
    const focus = owner ?? list;
    if (i < 0) focus.removeAttribute("aria-activedescendant");
    else {
      focus.setAttribute("aria-activedescendant", nodes[i].id);
      nodes[i].scrollIntoView({ block: "nearest" });
    }
    draw();
  }

  function choose(i) {
    const { value } = options[i];
    if (!many) {
      chosen.clear();
      chosen.add(value);
    } else if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < max) chosen.add(value);
    move(i);
    changed();
    if (!many) picked?.();
  }

  function search(letter) {
    const now = performance.now();
    typed = now - typedAt < 700 ? typed + letter : letter;
    typedAt = now;
    const from = typed.length > 1 ? Math.max(active, 0) : active + 1;
    const order = [...options.keys()].map((i) => (i + from) % options.length);
    const hit = order.find((i) => options[i].label.toLowerCase().startsWith(typed.toLowerCase()));
    if (hit !== undefined) move(hit);
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const last = options.length - 1;
    if (event.key === "ArrowDown") move(Math.min(active + 1, last));
    else if (event.key === "ArrowUp") move(active < 0 ? last : Math.max(active - 1, 0));
    else if (event.key === "Home") move(0);
    else if (event.key === "End") move(last);
    else if ((event.key === "Enter" || event.key === " ") && active >= 0) choose(active);
    else if (event.key.length === 1 && event.key !== " ") search(event.key);
    else return false;
    event.preventDefault();
    return true;
  }

  nodes.forEach((node, i) => node.addEventListener("click", () => choose(i)));
  draw();
  return { list, key, move };
}

// dropdown builds a select of a message. State is { chosen, open }, which outlives the node when the message is drawn again.
// Send gets the values and the box; a select of one value sends at once, others when one presses Done.
export function dropdown({ key, title, options, min, max, disabled, state, send }) {
  const many = max > 1, id = `choices-${encodeURIComponent(key)}`;
  const shown = element("span", { class: "value" });
  const box = element("div", { class: "dropdown", role: "combobox", tabindex: disabled ? null : "0", "data-key": key, "aria-label": title,
    "aria-haspopup": "listbox", "aria-controls": id, "aria-disabled": disabled && "true" }, shown);
  const done = element("button", { type: "button", class: "primary", text: "Done" });
  const count = element("span", { class: "small" });
  const foot = element("div", { class: "row done" }, count, done);
  const body = choices({ id, title, options, max, many, chosen: state.chosen, owner: box, changed: draw, picked: finish });

  function draw() {
    const labels = options.filter((one) => state.chosen.has(one.value)).map((one) => one.label);
    shown.textContent = labels.join(", ") || title;
    shown.classList.toggle("none", labels.length === 0);
    count.textContent = `${howMany(min, max)}, ${state.chosen.size} chosen`;
    done.disabled = state.chosen.size < min;
  }

  function open(on) {
    state.open = on;
    box.setAttribute("aria-expanded", String(on));
    body.list.hidden = !on;
    foot.hidden = !on || !many;
    if (!on) body.move(-1);
  }

  function finish() {
    open(false);
    box.focus();
    send([...state.chosen], box);
  }

  box.addEventListener("click", () => { if (!disabled && !box.hasAttribute("aria-busy")) open(!state.open); });
  box.addEventListener("keydown", (event) => {
    if (disabled || box.hasAttribute("aria-busy")) return;
    if (!state.open && !["Enter", " ", "ArrowDown", "ArrowUp"].includes(event.key)) return;
    if (event.key === "Escape") {
      open(false);
      event.preventDefault();
    } else if (!state.open) {
      open(true);
      body.move(0);
      event.preventDefault();
    } else body.key(event);
  });
  done.addEventListener("click", finish);
  draw();
  open(state.open && !disabled);
  return element("div", { class: "row select" }, element("div", { class: "stack" }, box, body.list, foot));
}
