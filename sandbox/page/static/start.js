// The demo fights' menu, and what an empty channel shows: how to begin.

import { byID, element } from "./dom.js";

// drawDemos fills the menu. Play sets up a demo.
export function drawDemos(demos, play) {
  const box = byID("demo-buttons");
  byID("demos-button").hidden = demos.length === 0;
  if (box.childElementCount === demos.length) return;
  box.replaceChildren(...demos.map((demo) => {
    const node = element("button", { type: "button", text: demo.title });
    node.addEventListener("click", async () => {
      if (node.hasAttribute("aria-busy")) return;
      node.setAttribute("aria-busy", "true");
      try { await play(demo); } finally { node.removeAttribute("aria-busy"); }
    });
    return node;
  }));
}

// drawEmpty shows the hint in a channel without messages, and hides it in others. Begin is the command that starts
// everything, or undefined if it cannot be used here; fill puts it on the line.
export function drawEmpty(empty, begin, demos, fill) {
  const box = byID("empty");
  box.hidden = !empty;
  const state = JSON.stringify([begin?.name, demos]);
  if (!empty || box.dataset.state === state) return;
  box.dataset.state = state;
  const start = begin && element("button", { type: "button", class: "primary", text: `/${begin.name}` });
  start?.addEventListener("click", () => fill(begin));
  box.replaceChildren(element("h2", { text: "Nothing here yet" }),
    element("p", {}, begin ? `Type /${begin.name} to begin. ` : "Type / to see the commands. ",
      demos && "Or try a demo fight, which is ready to play in a new channel."),
    element("div", { class: "row" }, start, demos && element("button", { type: "button", popovertarget: "demos", text: "Demo fights" })));
}
