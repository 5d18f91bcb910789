// The panel on the right: pins or faults.

import { get, post } from "./api.js";
import { byID, element } from "./dom.js";

const [panel, title, body] = ["panel", "panel-title", "panel-body"].map(byID);
const buttons = { pins: byID("pins-button"), faults: byID("faults-button") };
let open = "", timer = 0, seconds = 10;

// panels sets up the buttons. Host has pinned(), which returns a list of nodes, and connected().
export function panels(host) {
  const draw = { pins: () => drawPins(host), faults: () => drawFaults(host) };
  const set = (name) => {
    const from = open;
    open = name;
    clearTimeout(timer);
    panel.hidden = !name;
    for (const [key, node] of Object.entries(buttons)) node.setAttribute("aria-expanded", String(key === name));
    if (!name) return buttons[from]?.focus();
    title.textContent = { pins: "Pinned messages", faults: "Faults" }[name];
    body.replaceChildren();
    draw[name]();
    title.focus();
  };
  for (const [name, node] of Object.entries(buttons)) node.addEventListener("click", () => set(open === name ? "" : name));
  byID("panel-close").addEventListener("click", () => set(""));
  panel.addEventListener("keydown", (event) => { if (event.key === "Escape") set(""); });
  return { refresh: (name) => { if (open === name) draw[name](); }, close: () => { if (open) set(""); } };
}

function drawPins(host) {
  const nodes = host.pinned();
  body.replaceChildren(nodes.length ? element("ol", { class: "pins" }, ...nodes)
    : element("p", { text: "No pinned messages in this channel." }));
}

async function drawFaults(host) {
  const state = await get("faults");
  if (open !== "faults") return;
  clearTimeout(timer);
  const had = document.activeElement?.dataset.fault;
  const lasting = element("input", { id: "seconds", type: "number", min: 1, max: 600 });
  lasting.value = seconds;
  lasting.addEventListener("input", () => { seconds = Number(lasting.value); });
  const make = (fault) => {
    const node = element("button", { type: "button", "data-fault": fault.name, class: fault.name === "restart" ? "danger" : null, text: fault.title });
    node.addEventListener("click", () => cause(host, fault, node));
    return node;
  };
  const group = (wanted) => state.faults.filter((fault) => fault.lasting === wanted).map(make);
  body.replaceChildren(
    element("p", { class: "small", text: "Simulate problems at Discord or on the host." }),
    element("div", { class: "stack" }, ...group(false)),
    element("p", { class: "labelled" }, element("label", { for: "seconds", text: "Duration in seconds" }), lasting),
    element("div", { class: "stack" }, ...group(true)),
    element("h3", { text: "Now" }),
    element("ul", {}, element("li", { text: host.connected() ? "the bot is connected" : "the bot is not connected" }),
      ...state.on.map((one) => element("li", { text: `${one.text}, ${Math.ceil(one.left / 1000)} s left` })),
      element("li", { text: `sessions started: ${state.identifies}, resumed: ${state.resumes}` })),
    element("h3", { text: "What Discord would refuse" }),
    told(state.violations, "Nothing so far."),
    element("h3", { text: "What a careful bot avoids" }),
    told(state.warnings, "Nothing so far."));
  body.querySelector(`[data-fault="${had}"]`)?.focus();
  if (state.on.length) timer = setTimeout(() => { if (document.activeElement !== lasting) drawFaults(host); }, 1000);
}

function told(list, none) {
  return list.length ? element("ul", { class: "told" }, ...list.map((text) => element("li", { text }))) : element("p", { text: none });
}

async function cause(host, fault, node) {
  node.setAttribute("aria-busy", "true");
  try {
    await post("fault", { name: fault.name, seconds });
    host.tell(`Done: ${fault.title}`);
  } catch (error) {
    host.fail(error.message);
  }
  node.removeAttribute("aria-busy");
  drawFaults(host);
}
