// What a hand can do here, for those who see such a page for the first time. It goes at the first touch and does not come again.
// SPDX-License-Identifier: MIT
import { element } from "./panel.js";

const KEY = "supple-knows-hands";

// A page from the disk may have nowhere to remember things.
function remembered(set) {
    try {
        if (set)
            localStorage.setItem(KEY, "1");
        return localStorage.getItem(KEY) !== null;
    } catch {
        return false;
    }
}

export function showHint(canvas, tool) {
    if (remembered(false))
        return;
    const touch = window.matchMedia("(pointer: coarse)").matches, act = tool === "pull" ? "Pull the body" : "Drag the flesh";
    const node = element("p", { className: "hint", textContent: touch ? `${act} with a finger · beside it to look round · two fingers to zoom`
                                                                       : `${act} · drag beside it to look round · wheel to zoom` });
    document.getElementById("tools").prepend(node); // the view is framed above them
    canvas.addEventListener("pointerdown", () => {
        node.remove();
        remembered(true);
    }, { once: true });
}
