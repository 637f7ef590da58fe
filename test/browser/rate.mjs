// Frames a second of the page of `supple view`: node rate.mjs NAME=PAGE.html ... prints "NAME FRAMES_A_SECOND" for each.
//
// A frame is a step and a picture that is finished (a pixel of it is read), 760 by 420, stepped as fast as it goes. In a headless
// Chromium the GPU is a program (SwiftShader), so this is what the slowest machine would show. An entry of a recording begins
// twice a second, so that nothing sleeps.
// SPDX-License-Identifier: MIT
import { launch, open } from "./browser.mjs";

const SECONDS = 4, browser = await launch();
for (const [name, file] of process.argv.slice(2).map(x => x.split("="))) {
    const page = await open(browser, file);
    const rate = await page.evaluate(seconds => {
        const { gl } = supple.viewer.stage, pixel = new Uint8Array(4), entries = supple.viewer.entries;
        supple.player.playing = true;
        supple.step(5);
        let frames = 0;
        const begun = performance.now();
        while (performance.now() - begun < 1000 * seconds) {
            if (frames % 30 === 0)
                entries?.trigger(frames / 30 % entries.all.length);
            supple.step(1);
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
            ++frames;
        }
        return frames / (performance.now() - begun) * 1000;
    }, SECONDS);
    console.log(`${name} ${rate.toFixed(1)}`);
    await page.close();
}
await browser.close();
