// Keeps the newest message in view, unless one has scrolled up. Then a button says how many messages are new.

import { byID } from "./dom.js";

const NEAR = 24; // pixels from the bottom that still count as the bottom

// follow watches the scrolling log and the list in it. It returns { toBottom, arrived }: toBottom scrolls to the newest
// message and stays there, arrived counts messages that have just been added.
export function follow(log, list) {
  const [jump, count] = ["jump", "jump-text"].map(byID);
  let bottom = true, last = 0, unseen = 0;

  const near = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;

  function show(number) {
    unseen = number;
    if (jump.hidden !== (number === 0)) jump.hidden = number === 0;
    count.textContent = number === 1 ? "1 new message" : `${number} new messages`;
  }

  // Content that grows also moves the bottom away. So only a move upwards counts as scrolling up.
  function scrolled() {
    if (near()) {
      bottom = true;
      show(0);
    } else if (log.scrollTop < last) bottom = false;
    last = log.scrollTop;
  }

  function keep() { if (bottom) log.scrollTop = log.scrollHeight; }

  function toBottom() {
    bottom = true;
    show(0);
    keep();
  }

  log.addEventListener("scroll", scrolled);
  jump.addEventListener("click", () => {
    toBottom();
    log.focus();
  });
  const watch = new ResizeObserver(keep);
  watch.observe(log);
  watch.observe(list);
  return {
    toBottom,
    arrived(number) {
      keep();
      if (number && !bottom) show(unseen + number);
    },
  };
}
