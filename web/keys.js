// What keys do, where no control has them.
// SPDX-License-Identifier: MIT
const TURN = 0.08, PAN = 24; // radians; pixels
const SIDES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function pressKey(viewer, e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("input, select, textarea, button, summary, dialog"))
        return;
    const { camera, player, entries } = viewer, side = SIDES[e.key];
    const acts = {
        " ": () => viewer.play(!player.playing), ".": () => viewer.stepOnce(), "+": () => camera.zoom(0.9), "=": () => camera.zoom(0.9),
        "-": () => camera.zoom(1 / 0.9), Home: () => camera.reset(), Enter: () => viewer.hands.pokeMiddle(),
        s: () => player.perform("shake"), d: () => player.perform("drop"), t: () => player.perform("throw"), a: () => viewer.another(),
    };
    if (side)
        e.shiftKey ? camera.pan(-PAN * side[0], -PAN * side[1]) : camera.orbit(TURN * side[0], TURN * side[1]);
    else if (entries && e.key >= "1" && e.key <= "9")
        entries.trigger(Number(e.key) - 1);
    else if (acts[e.key])
        acts[e.key]();
    else
        return;
    e.preventDefault();
}
