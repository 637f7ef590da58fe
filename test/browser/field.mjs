// The laws of the field of examples/field: node field.mjs FIELD.html. Stepped, never by the clock, of few bathers: here nothing has a GPU.
//
// What a change of level moves is measured in pixels where it is taken: where the level is off by UP of them, the nearest that it is ever seen from.
// SPDX-License-Identifier: MIT
import { finish, launch, law, open } from "./browser.mjs";

const browser = await launch(), page = await open(browser, process.argv[2], { width: 320, height: 200, hash: "#12" });
const rounded = numbers => numbers.map(x => x.toFixed(3)).join(", ");

await law("the GPU has vertices where the CPU has them, of bodies with all coordinates and with fewer", async () => {
    const far = await page.evaluate(() => {
        const { field } = supple;
        field.detailed = true;
        supple.step(40);
        field.draw();
        return field.things.slice(0, 6).map((thing, i) => {
            field.stage.fill(field.things.map((other, k) => ({ ...other, seen: k === i, level: 0 })), field.crowd.upload());
            const got = field.stage.read(0), { positions } = thing.body.skin(), c = Math.cos(thing.turn), s = Math.sin(thing.turn);
            let most = 0;
            for (let v = 0; v < positions.length; v += 3) {
                const [x, y, z] = positions.subarray(v, v + 3);
                most = Math.max(most, Math.hypot(c * x + s * z + thing.x - got[v], y - got[v + 1], c * z - s * x + thing.z - got[v + 2]));
            }
            return most;
        });
    });
    return Math.max(...far) < 2e-5 ? { note: `${(1e6 * Math.max(...far)).toFixed(1)} um` } : rounded(far);
});

await law("a mesh that gives way to the next moves no vertex by a pixel in any frame, and where it ends the next begins", async () => {
    const all = await page.evaluate(() => {
        const { field } = supple, { stage, detail: { meshes } } = field, UP = supple.UP, out = [];
        field.things.slice(0, 4).forEach((_, i) => {
            const at = level => {
                stage.fill(field.things.map((other, k) => ({ ...other, seen: k === i, level, read: 99 })), field.crowd.upload());
                return stage.read(0);
            };
            for (let mesh = 0; mesh + 1 < meshes.length; ++mesh) {
                const pixels = UP / meshes[mesh + 1].error, here = at(mesh), step = at(mesh + supple.STEP), end = at(mesh + 0.999999), next = at(mesh + 1);
                const most = (a, b, from) => [...new Set(meshes[mesh].stands)].reduce((far, v) => Math.max(far, Math.hypot(...[0, 1, 2].map(k => a[3 * v + k] - b[3 * from(v) + k]))), 0);
                out.push([pixels * most(step, here, v => v), pixels * most(end, next, v => meshes[mesh + 1].stands[v]), pixels * most(here, next, v => meshes[mesh + 1].stands[v])]);
            }
        });
        return out;
    });
    const [frame, end, whole] = [0, 1, 2].map(k => Math.max(...all.map(row => row[k])));
    return frame < 0.2 && end < 0.01 && whole < 1.6 ? { note: `${frame.toFixed(3)} pixels a frame, ${end.toFixed(4)} at its end, ${whole.toFixed(2)} in all` } : JSON.stringify(all);
});

await law("coordinates that are left out, or come back, move no vertex by a pixel in any frame beside a body that keeps its own", async () => {
    const all = await page.evaluate(() => {
        const { field } = supple, { asset, poses, detail: { flesh } } = field, one = asset.body(), other = asset.body(), out = [];
        for (const clip of [1, 2])
            for (let level = 1; level < flesh.length; ++level)
                for (const [from, to] of [[level - 1, level], [level, level - 1]]) {
                    let line = poses.line(clip, 7 * level), far = 0, jump = 0;
                    one.detail(flesh[from].coords);
                    one.place(poses.palette(line));
                    for (let step = 0; step < 80; ++step) { // what was left out before has faded
                        one.drive(poses.palette(line = poses.line(clip, 7 * level + step)));
                        one.step(1 / 60);
                    }
                    if (!other.restore(one.save()))
                        throw new Error("a body has another state");
                    other.detail(flesh[to].coords);
                    let before = new Float32Array(3 * asset.vertexCount);
                    for (let step = 80; step < 110; ++step) {
                        for (const body of [one, other]) {
                            body.drive(poses.palette(poses.line(clip, 7 * level + step)));
                            body.step(1 / 60);
                        }
                        one.skin(), other.skin();
                        const a = one.out.positions, b = other.out.positions, now = a.map((x, i) => b[i] - x);
                        for (let v = 0; v < now.length; v += 3) {
                            far = Math.max(far, Math.hypot(now[v], now[v + 1], now[v + 2]));
                            jump = Math.max(jump, Math.hypot(now[v] - before[v], now[v + 1] - before[v + 1], now[v + 2] - before[v + 2]));
                        }
                        before = now;
                    }
                    const pixels = supple.UP / flesh[level].error;
                    out.push([flesh[from].coords, flesh[to].coords, pixels * jump, pixels * far]);
                }
        one.release(), other.release();
        return out;
    });
    const jump = Math.max(...all.map(row => row[2])), far = Math.max(...all.map(row => row[3]));
    return jump < 1 && all.length === 20 ? { note: `${jump.toFixed(2)} pixels a frame, ${far.toFixed(2)} in all` } : JSON.stringify(all);
});

await law("a camera that trembles changes no level twice, and one that flies changes meshes bit by bit", async () => {
    const got = await page.evaluate(() => {
        const { field } = supple, { things, camera } = field, levels = () => things.map(({ mesh, flesh }) => `${mesh} ${flesh}`), changes = new Array(things.length).fill(0);
        field.flies = false;
        let before = levels(), fastest = 0, flown = 0;
        for (let i = 0; i < 60; ++i) {
            camera.distance = 30 * (1 + 0.08 * Math.sin(2.1 * i));
            field.levels();
            levels().forEach((level, k) => (changes[k] += level !== before[k]));
            before = levels();
        }
        for (let i = 0; i < 400; ++i) {
            const drawn = things.map(({ level }) => level);
            camera.distance = 60 - 0.14 * i;
            field.levels();
            things.forEach(({ level }, k) => (fastest = Math.max(fastest, Math.abs(level - drawn[k]))));
            flown += levels().filter((level, k) => level !== before[k]).length;
            before = levels();
        }
        return { most: Math.max(...changes), fastest, flown };
    });
    return got.most <= 1 && got.fastest < 0.03 && got.flown > 9 ? { note: `${got.flown} changes in flight` } : JSON.stringify(got);
});

await law("what is drawn with levels of detail is drawn without, but for their pixel; and it costs less", async () => {
    const got = await page.evaluate(() => {
        const { field } = supple, { stage: { gl, drawn }, canvas } = field, picture = () => {
            field.levels(true);
            for (const thing of field.things)
                thing.body.detail(99); // flesh has fading of its own, which is measured above
            field.draw();
            const out = new Uint8Array(4 * canvas.width * canvas.height);
            gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, out);
            return [out, drawn.vertices];
        };
        Object.assign(field.camera, { distance: 60, yaw: 0.3 });
        field.detailed = false;
        const [fine, all] = picture();
        field.detailed = true;
        const [coarse, some] = picture();
        let other = 0, seen = 0;
        for (let i = 0; i < fine.length; i += 4) {
            other += Math.max(...[0, 1, 2].map(k => Math.abs(fine[i + k] - coarse[i + k]))) > 64;
            seen += Math.max(...[0, 1, 2].map(k => Math.abs(fine[i + k] - fine[0 + k]))) > 64;
        }
        return { other, seen, all, some };
    });
    return got.seen > 100 && got.other < 0.1 * got.seen && got.some < 0.5 * got.all ? { note: JSON.stringify(got) } : JSON.stringify(got);
});

await law("nothing reaches the console, and nothing is asked of elsewhere", async () =>
    page.said.length + page.asked.length === 0 ? "" : `${page.said} ${page.asked}`);
await browser.close();
finish();
