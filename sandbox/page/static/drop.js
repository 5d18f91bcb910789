// Files that are dragged onto the page.

import { byID } from "./dom.js";

const hasFiles = (event) => Boolean(event.dataTransfer?.types.includes("Files"));
const onInput = (event) => event.target instanceof HTMLInputElement && event.target.type === "file"; // which takes the file itself

// dropping lets people drop files onto an area. Host has words(), which says what a drop will do, and drop(files). Outside the
// area a drop does nothing; without this, the browser would leave the page and open the file.
export function dropping(area, host) {
  const sign = byID("drop");
  const show = (on) => {
    if (on && sign.hidden) sign.textContent = host.words();
    sign.hidden = !on;
  };
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event) || onInput(event)) return show(false);
    event.preventDefault();
    const inside = area.contains(event.target);
    event.dataTransfer.dropEffect = inside ? "copy" : "none";
    show(inside);
  });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) show(false); }); // the window was left
  document.addEventListener("drop", (event) => {
    show(false);
    if (!hasFiles(event) || onInput(event)) return;
    event.preventDefault();
    if (area.contains(event.target)) host.drop(event.dataTransfer.files);
  });
}
