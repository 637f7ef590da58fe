// The moving picture of the game: node film.mjs GAME.html OUT.webp. Frames are the browser's own WebP, put one after another.
// SPDX-License-Identifier: MIT
import { writeFileSync } from "node:fs";
import { launch, open } from "./browser.mjs";

const [, , game, out] = process.argv, SIZE = { width: 420, height: 300 }, EVERY = 4, QUALITY = 0.72;
const THROWS = [[0, [0, 0.44], 100], [1, [0.085, 0.46], 90], [0, [-0.27, 0.55], 110]]; // level, pull, steps

const browser = await launch(), page = await open(browser, game, SIZE), frames = [];
async function take() {
    const shot = (await page.screenshot()).toString("base64");
    frames.push(Buffer.from(await page.evaluate(async ([shot, quality]) => {
        const bytes = Uint8Array.from(atob(shot), c => c.charCodeAt(0)), image = await createImageBitmap(new Blob([bytes]));
        const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
        canvas.getContext("2d").drawImage(image, 0, 0);
        return canvas.toDataURL("image/webp", quality).split(",")[1];
    }, [shot, QUALITY]), "base64"));
}
for (const [level, pull, steps] of THROWS) {
    await page.evaluate(level => {
        supple.game.begin(level);
        document.getElementById("message").textContent = "";
    }, level);
    for (let i = 0; i < 24 + steps; i += EVERY) {
        await page.evaluate(([i, pull, count]) => {
            supple.game.pull = i < 24 ? pull.map(x => x * Math.min(i / 16, 1)) : null;
            if (i === 24)
                supple.game.throw(pull);
            supple.step(count);
        }, [i, pull, EVERY]);
        await take();
    }
}
await browser.close();

// Of a still picture of Chromium's, only its pixels: beside them it may have a header of its own and a colour profile, which within a
// frame of a moving one are errors.
function pixelsOf(still) {
    for (let at = 12; at < still.length;) {
        const name = still.toString("latin1", at, at + 4), end = at + 8 + still.readUInt32LE(at + 4);
        if (name === "VP8 " || name === "VP8L")
            return still.subarray(at, end + (end - at) % 2);
        at = end + end % 2;
    }
    throw new Error("a still picture without pixels");
}

// RIFF: VP8X says that it moves and how large it is, ANIM that it goes on for ever, an ANMF a frame.
const chunk = (name, body) => {
    const head = Buffer.alloc(8);
    head.write(name, 0, "latin1");
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};
const three = number => Buffer.from([number & 255, number >> 8 & 255, number >> 16 & 255]);
const size = [three(SIZE.width - 1), three(SIZE.height - 1)];
const all = [chunk("VP8X", Buffer.concat([Buffer.from([2, 0, 0, 0]), ...size])), chunk("ANIM", Buffer.alloc(6))];
for (const frame of frames)
    all.push(chunk("ANMF", Buffer.concat([three(0), three(0), ...size, three(Math.round(1000 * EVERY / 60)), Buffer.from([2]), pixelsOf(frame)])));
writeFileSync(out, chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...all])));
