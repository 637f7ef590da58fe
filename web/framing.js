// Where the camera stands at first, and what it looks past: the view's own pixels are those that head, panel and tools leave free.
// SPDX-License-Identifier: MIT
import { isNarrow } from "./panel.js";

const MOST_PIXELS = 2; // of the screen for one of the page, each way
const PANEL = 320;     // pixels that it takes at the side
const HEAD = 60;       // ... and the name above
const AIR = 1.1;       // times farther that a free body is seen from: it flies about

// All that is to be seen at first: the body, and what stands beside it.
function outlineOf({ player: { outline }, stage, beside }) {
    const { offset } = stage.slots[0];
    return beside ? [...outline.map((x, i) => x - offset[i % 3]), ...outline.map((x, i) => x + offset[i % 3])] : outline;
}

export function frameBody(viewer) {
    const { canvas, camera, player, stage } = viewer, scale = Math.min(window.devicePixelRatio || 1, MOST_PIXELS);
    const width = canvas.clientWidth || 1, height = canvas.clientHeight || 1;
    stage.resize(Math.round(width * scale), Math.round(height * scale));
    camera.resize(width, height);
    const foot = height - document.getElementById("tools").getBoundingClientRect().top + 6; // pixels that controls take
    const wide = isNarrow() ? 1 : 1 - PANEL / width, high = 1 - (foot + HEAD) / height;
    viewer.right = wide - 1; // what the panel leaves free
    viewer.lift = (foot - HEAD) / height;
    const atHome = camera.distance === camera.home.distance, middle = player.low.map((x, i) => (x + player.high[i]) / 2);
    if (player.free)
        middle[1] += 0.1 * (player.high[1] - player.low[1]);
    camera.frame(outlineOf(viewer), middle, 0.92 * wide, Math.max(0.96 * high, 0.2), player.size);
    if (player.free)
        camera.home.distance *= AIR;
    if (atHome)
        camera.reset();
}
