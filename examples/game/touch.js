// Hands on the game: pull and let go with mouse or finger; keys; buttons.
// SPDX-License-Identifier: MIT
import { wakeSound } from "../../web/sounds.js";

export function listen(game) {
    const { canvas } = game, aim = [0, 0.55];
    let from = null;
    const pulled = ({ clientX, clientY }) => [clientX - from[0], clientY - from[1]].map(d => d / (0.42 * Math.min(innerWidth, innerHeight)));
    canvas.addEventListener("pointerdown", event => {
        wakeSound();
        if (game.state === "over")
            return game.again();
        from = [event.clientX, event.clientY];
        canvas.setPointerCapture(event.pointerId);
        canvas.classList.add("aiming");
    });
    canvas.addEventListener("pointermove", event => (game.pull = from && game.state === "aim" ? pulled(event) : null));
    canvas.addEventListener("pointerup", event => {
        canvas.classList.remove("aiming");
        if (from)
            game.throw(pulled(event));
        from = null;
    });
    canvas.addEventListener("pointercancel", () => (from = game.pull = null));
    const press = { again: () => { game.state = "aim"; game.again(); }, sound: () => (game.loud = !game.loud), lines: () => (game.view.world = game.view.world ? null : game.world) };
    for (const [id, act] of Object.entries(press))
        document.getElementById(id).addEventListener("click", ({ currentTarget }) => {
            act();
            if (id !== "again")
                currentTarget.setAttribute("aria-pressed", id === "sound" ? game.loud : game.view.world !== null);
            canvas.focus();
        });
    addEventListener("keydown", ({ key }) => {
        const moves = { ArrowLeft: [0.03, 0], ArrowRight: [-0.03, 0], ArrowUp: [0, 0.03], ArrowDown: [0, -0.03] }[key], id = { r: "again", s: "sound", d: "lines" }[key];
        if (moves && game.state === "aim")
            game.pull = aim.map((_, k) => (aim[k] += moves[k]));
        else if (key === " " || key === "Enter") {
            wakeSound();
            game.state === "over" ? game.again() : game.throw([...aim]);
        } else if (id)
            document.getElementById(id).click();
    });
}
