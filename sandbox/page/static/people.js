// The "Play as" bar: one link per user, and then per other bot and webhook, with a dot on those whose turn it is. A link switches the user in this window, or
// opens another window like every link.

import { avatar, byID, element, plainClick } from "./dom.js";

const DEFAULT = "en-US";
const SELECTS = 8; // the components with higher types exist only in Components V2

// turnOf returns the names of the users whose turn it is, as far as the messages of a channel show: those whom the newest
// card pinged. A card is a message of the bot's that pings somebody, or one with buttons that it posted unasked; if that
// pings nobody, nobody's player acts. A tracker that has lost its buttons belongs to a fight that is over.
export function turnOf(list) {
  const own = (one) => one.from_bot && !one.ephemeral && !one.command;
  const pressable = (one) => one.buttons.length > 0 || one.menus.length > 0;
  const tracker = list.findLast((one) => own(one) && one.components.some((part) => part.type > SELECTS));
  if (tracker?.edited && !pressable(tracker)) return [];
  return list.findLast((one) => one.from_bot && one.pinged.length > 0 || own(one) && pressable(one))?.pinged ?? [];
}

// drawPeople fills the bar. Href returns the address of a user's window; become switches to a user.
export function drawPeople(users, current, turn, href, become) {
  const bar = byID("users"), had = document.activeElement?.closest("#users a")?.dataset.user;
  bar.replaceChildren(...users.map((one) => {
    const acts = turn.includes(one.name), here = one.id === current;
    const node = element("a", { class: acts ? "person acts" : "person", href: href(one), "data-user": one.id,
      "aria-current": here && "true", title: acts && `It is ${one.name}'s turn` },
    avatar(one.name, true), element("span", { class: "name" }, one.name, acts && element("span", { class: "hidden", text: " (whose turn it is)" })),
    one.other && element("span", { class: "tag", text: "APP" }), one.locale !== DEFAULT && element("span", { class: "tag", text: one.locale }));
    node.addEventListener("click", (event) => { if (plainClick(event)) become(one.id); });
    return element("li", {}, node);
  }));
  if (had) bar.querySelector(`[data-user="${CSS.escape(had)}"]`)?.focus();
}

// showCurrent scrolls the bar to the current user.
export function showCurrent() {
  const node = byID("users").querySelector("[aria-current]"), bar = byID("people");
  if (node) bar.scrollLeft = node.offsetLeft - (bar.clientWidth - node.offsetWidth) / 2;
}
