// Several windows side by side, one per user.

import { get } from "./api.js";
import { applyTheme, element } from "./dom.js";

const query = new URLSearchParams(location.search);
const channel = query.get("channel") ?? "fight";
const shown = new Set((query.get("users") ?? "GM,Anna,Ben").split(",").filter(Boolean));
const [users, windows] = ["users", "windows"].map((id) => document.getElementById(id));

function draw() {
  for (const node of [...windows.children]) if (!shown.has(node.dataset.user)) node.remove();
  for (const name of shown) {
    if ([...windows.children].some((node) => node.dataset.user === name)) continue;
    const src = `/?${new URLSearchParams({ user: name, channel, alone: "" })}`;
    windows.append(element("iframe", { title: `${name}'s window`, src, "data-user": name }));
  }
  history.replaceState(null, "", `?${new URLSearchParams({ users: [...shown].join(","), channel })}`);
}

applyTheme();
const world = await get("world", { user: "GM" });
for (const { name } of world.users.filter((one) => !one.other)) {
  const box = element("input", { type: "checkbox", checked: shown.has(name) });
  box.addEventListener("change", () => { if (box.checked) shown.add(name); else shown.delete(name); draw(); });
  users.append(element("label", { class: "person" }, box, element("span", { class: "name", text: name })));
}
draw();
