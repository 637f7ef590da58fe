// A page that `supple view --watch` serves: it asks whether there is a newer one, and comes back as it was looked at.
// SPDX-License-Identifier: MIT
import { element } from "./panel.js";

const KEY = "supple-watch", EVERY = 400, LONG = 1200; // ms: between questions; an answer that takes longer waits for a bake

function keep({ camera, player, tool, style, beside, view }) {
    const clip = player.clips[player.clip]?.name;
    sessionStorage.setItem(KEY, JSON.stringify({ target: [...camera.target], yaw: camera.yaw, pitch: camera.pitch, distance: camera.distance,
        clip, time: player.time, playing: player.playing, tool, style, beside, wires: view.wires, scroll: document.getElementById("panel").scrollTop }));
}

function resume(viewer) {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null"), { camera, player } = viewer;
    if (!kept)
        return;
    const clip = player.clips.findIndex(({ name }) => name === kept.clip);
    if (clip >= 0) {
        player.choose(clip);
        player.seek(kept.time);
        viewer.play(kept.playing);
    }
    if (kept.beside)
        viewer.stand(true);
    viewer.chooseTool(kept.tool);
    viewer.chooseStyle(kept.style);
    viewer.view.wires = kept.wires;
    camera.target.set(kept.target);
    Object.assign(camera, { yaw: kept.yaw, pitch: kept.pitch, distance: kept.distance });
    viewer.panel.refresh();
    document.getElementById("panel").scrollTop = kept.scroll;
}

// version: of this page.
export function watch(viewer, version) {
    const said = element("p", { className: "watched", hidden: true, role: "status" });
    document.body.append(said);
    const tell = words => {
        if (said.textContent !== words)
            said.textContent = words;
        said.hidden = words === "";
    };
    const ask = async () => {
        const late = setTimeout(() => tell("Baking…"), LONG);
        try {
            const state = await (await fetch("state", { cache: "no-store" })).json();
            if (state.version !== version) {
                keep(viewer);
                location.reload();
                return;
            }
            tell(state.trouble.join("\n"));
            setTimeout(ask, EVERY);
        } catch {
            tell("`supple view --watch` has ended; this page stays as it is.");
        } finally {
            clearTimeout(late);
        }
    };
    resume(viewer);
    addEventListener("pagehide", () => keep(viewer));
    ask();
}
