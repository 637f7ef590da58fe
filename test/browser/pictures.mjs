// The pictures of docs/gallery/page: node pictures.mjs PAGES OUT, where tools/page-pictures has put the pages.
//
// Stepped, never by the clock, so that the moment is the same every time; the pixels are the browser's.
// SPDX-License-Identifier: MIT
import { join } from "node:path";
import { launch, open } from "./browser.mjs";

const [, , pages, out, ...some] = process.argv, SIZE = { width: 960, height: 600 };

// Forward through the clip that the page begins with, by the flesh's own steps.
const playTo = seconds => page => page.evaluate(steps => {
    supple.viewer.play(true);
    supple.step(steps);
}, Math.round(60 * seconds));

const zoom = times => page => page.evaluate(times => {
    supple.camera.zoom(times);
    supple.step(0);
}, times);

// A pointer that presses, with a tool, where a vertex of the first part is seen that faces the eye most; from so near.
async function press(page, tool, near) {
    await zoom(near)(page);
    await page.locator("#tools").getByLabel(tool).check({ force: true });
    const [x, y] = await page.evaluate(() => {
        const { player, asset, viewer, camera } = supple, { vertices } = asset.part(0), { positions, normals } = player.body.skin();
        let best = null, most = -1;
        for (const v of vertices) {
            const at = positions.subarray(3 * v, 3 * v + 3), to = [0, 1, 2].map(k => camera.eye[k] - at[k]), far = Math.hypot(...to);
            const facing = to.reduce((sum, d, k) => sum + d / far * normals[3 * v + k], 0), s = camera.project(at, [0, 0]);
            const x = (s[0] + 1) / 2 * viewer.canvas.clientWidth, y = (1 - s[1]) / 2 * viewer.canvas.clientHeight;
            if (facing > most && viewer.hands.pick(x, y))
                [best, most] = [[x, y], facing];
        }
        return best;
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    return [x, y];
}

async function pressBelly(page) {
    await press(page, "Ball", 0.7);
    await page.evaluate(() => supple.step(60));
}

async function pullBelly(page) {
    const [x, y] = await press(page, "Grab", 0.6);
    await page.mouse.move(x - 95, y - 12, { steps: 4 });
    await page.evaluate(() => supple.step(60));
}

async function paintBelly(page) {
    const [x, y] = await press(page, "Paint", 0.8);
    await page.mouse.move(x + 26, y + 22, { steps: 24 });
    await page.mouse.up();
    await page.mouse.move(x + 18, y + 12);
    await page.evaluate(() => supple.step(1));
}

// Struck at its rim four frames ago, a quarter of its slowest swing.
const strike = page => page.evaluate(() => {
    const { viewer, player, asset } = supple, positions = asset.array("positions");
    let rim = 0;
    for (let v = 0; v < asset.vertexCount; ++v)
        rim = positions[3 * v + 2] + 0.3 * positions[3 * v + 1] > positions[3 * rim + 2] + 0.3 * positions[3 * rim + 1] ? v : rim;
    supple.camera.zoom(1.3);
    for (let i = 0; i < 3; ++i)
        viewer.hands.poke({ vertices: [rim, rim, rim], weights: [1, 0, 0], body: player.body }, [0, -0.8, 0.6]);
    supple.step(4);
});

// So many more of a free body fall onto it.
const pile = (count, steps, far) => page => page.evaluate(([count, steps, far]) => {
    supple.camera.zoom(far);
    for (let i = 0; i < count; ++i) {
        supple.viewer.another();
        supple.step(35);
    }
    supple.step(steps);
}, [count, steps, far]);

const SCENES = {
    ball: pressBelly,
    dodos: pile(4, 60, 1.5),
    tori: pile(8, 240, 1.9),
    stool: playTo(1.35),
    wall: playTo(1.42),
    organs: playTo(2.7),
    bowl: strike,
    swimmer: playTo(0.75),
    phone: playTo(0.75),
    pull: pullBelly,
    paint: paintBelly,
    two: async page => {
        await page.evaluate(() => supple.viewer.chooseStyle(1));
        await playTo(0.6)(page);
    },
    field: page => page.evaluate(() => {
        supple.step(150);
        supple.field.draw();
        supple.field.tell(1e9);
        document.getElementById("facts").textContent = document.getElementById("facts").textContent.split(" · ").slice(0, 2).join(" · "); // a machine's own figures are not for a picture
    }),
    brain: page => page.evaluate(() => supple.step(10)),
    beside: async page => {
        await page.evaluate(() => {
            supple.viewer.backdrop.wear("Night");
            supple.viewer.stand(true);
            supple.viewer.chooseStyle(1);
        });
        await playTo(1.3)(page);
    },
    poses: page => page.evaluate(() => {
        supple.viewer.stand(true);
        supple.player.seek(1.2);
        supple.step(90);
        supple.viewer.chooseStyle(4);
        supple.step(1);
    }),
};

const browser = await launch();
for (const [name, act] of Object.entries(SCENES)) {
    if (some.length > 0 && !some.includes(name))
        continue;
    const size = name === "phone" ? { width: 390, height: 780 } : SIZE;
    const page = await open(browser, join(pages, `${name}.html`), { ...size, colorScheme: name === "beside" ? "dark" : "light" });
    await page.evaluate(() => {
        document.querySelector(".hint")?.remove(); // it is gone after the first touch
        supple.viewer?.fit();
    });
    await act(page);
    await page.evaluate(() => {
        supple.viewer?.panel.refresh();
        supple.viewer?.tell(1e9);
    });
    await page.screenshot({ path: join(out, `${name}.jpg`), type: "jpeg", quality: 82 });
    if (page.said.length > 0)
        console.log(name, page.said);
    await page.close();
}
await browser.close();
