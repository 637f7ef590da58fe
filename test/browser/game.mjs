// The laws of the game of examples/game: node game.mjs GAME.html. Stepped, never by the clock.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { finish, launch, law, open } from "./browser.mjs";

const browser = await launch(), page = await open(browser, process.argv[2], { width: 640, height: 400 });

await law("every level stands still until it is struck", async () => {
    const fell = await page.evaluate(() => [0, 1, 2, 3, 4, 5].filter(level => {
        const { game } = supple;
        game.begin(level);
        const all = game.targets.length;
        game.state = "flies"; // so that what falls counts
        game.thrown = game.time;
        supple.step(120);
        return game.targets.length !== all || game.score !== 0;
    }));
    return fell.length === 0 ? "" : `levels ${fell} fall by themselves`;
});

await law("a ball that is pulled back and let go strikes crates, and the score is what fell", async () => {
    await page.evaluate(() => {
        supple.game.score = 0;
        supple.game.begin(0);
        supple.step(20);
    });
    await page.mouse.move(320, 300);
    await page.mouse.down();
    await page.mouse.move(320, 374); // 0.44 of what a whole pull is
    const aimed = await page.evaluate(() => {
        supple.step(0);
        return supple.game.ground.dots.filter(dot => dot.shown).length;
    });
    await page.mouse.up();
    const got = await page.evaluate(() => {
        supple.step(100);
        const { game } = supple;
        return { balls: game.balls, fallen: 6 - game.targets.length, score: game.score, shown: parseInt(document.getElementById("score").textContent, 10) };
    });
    return aimed > 3 && got.balls === 3 && got.fallen > 0 && got.score === 10 * got.fallen && got.shown === got.score
        ? { note: `${aimed} dots, ${got.fallen} crates, ${got.score} points` } : JSON.stringify([aimed, got]);
});

await law("the bather who is hit wobbles, hops and pays", async () => {
    const got = await page.evaluate(() => {
        const { game } = supple;
        game.score = 0;
        game.begin(0);
        supple.step(20);
        const still = game.bather.measures.elastic;
        game.throw([-0.27, 0.55]);
        let most = 0;
        for (let i = 0; i < 90; ++i) {
            game.step(); // not drawn
            most = Math.max(most, game.bather.measures.elastic);
        }
        return { still, most, score: game.score, hopped: game.time - game.hopped < 2 };
    });
    return got.hopped && got.score > 0 && got.most > 1.5 * got.still + 0.1 ? { note: `${got.score} points, ${got.most.toFixed(1)} J in its flesh` } : JSON.stringify(got);
});

await law("balls end, the level begins again with the score that it began with; what the world sees is drawn", async () => {
    const got = await page.evaluate(() => {
        const { game } = supple;
        game.score = 70;
        game.begin(0);
        for (let i = 0; i < 4; ++i) {
            game.throw([0.6, 0.1]);
            supple.step(300);
        }
        const { state } = game;
        document.getElementById("lines").click();
        supple.step(1);
        game.again();
        return { state, score: game.score, level: game.level, balls: game.balls, lines: game.view.world !== null };
    });
    return got.state === "over" && got.score === 70 && got.level === 0 && got.balls === 4 && got.lines ? "" : JSON.stringify(got);
});

await law("the moving picture of the documents is one that a browser plays", async () => {
    const bytes = readFileSync(new URL("../../docs/gallery/page/game.webp", import.meta.url));
    const { count, width, alike } = await page.evaluate(async packed => {
        const decoder = new ImageDecoder({ type: "image/webp", data: Uint8Array.from(atob(packed), c => c.charCodeAt(0)) });
        await decoder.tracks.ready;
        const { frameCount } = decoder.tracks.selectedTrack, canvas = new OffscreenCanvas(1, 1), drawn = canvas.getContext("2d", { willReadFrequently: true });
        const shown = [];
        for (const frameIndex of [0, frameCount >> 1, frameCount - 1]) {
            const { image } = await decoder.decode({ frameIndex });
            Object.assign(canvas, { width: image.displayWidth, height: image.displayHeight });
            drawn.drawImage(image, 0, 0);
            shown.push(drawn.getImageData(0, 0, canvas.width, canvas.height).data.join());
        }
        return { count: frameCount, width: canvas.width, alike: new Set(shown).size < 3 };
    }, bytes.toString("base64"));
    return count > 60 && width === 420 && !alike && bytes.length < 1e6 ? { note: `${count} frames` } : `${count} frames of ${width} pixels, ${bytes.length} bytes`;
});

await law("nothing reaches the console, and nothing is asked of elsewhere", async () =>
    page.said.length + page.asked.length === 0 ? "" : `${page.said} ${page.asked}`);
await browser.close();
finish();
