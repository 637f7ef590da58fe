// The WebAssembly build on damaged bytes, with numbers that are none, and its memory: node damaged.mjs MODULE.wasm FILE.supple... [--tries N]
//
// What a sandbox keeps from harm may still trap or never end: whatever bytes and numbers come, a call returns or throws a sentence, and
// never traps; pieces of memory never overlap and come back whole. A part of each file's words is changed at random, by a seed.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { load } from "../../web/supple.js";
import { law } from "./laws.mjs";

const words = process.argv.slice(2), at = words.indexOf("--tries"), tries = at >= 0 ? Number(words.splice(at, 2)[1]) : 60;
const [module, ...files] = words, wasm = readFileSync(module), supple = await load(wasm);
let state = 31n;
const random = n => Number((state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn) >> 33n) % n;
const TELLING = [0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x7f800000, 0x7fc00000, 0x7f7fffff, 0x5368d4a5, 0x3f800000];

function damaged(file) {
    const bytes = new Uint8Array(file), view = new DataView(bytes.buffer);
    for (let changes = 1 + random(4); changes > 0; --changes) {
        const place = 4 * random(bytes.length >> 2), was = view.getUint32(place, true), kind = random(3);
        view.setUint32(place, kind === 0 ? TELLING[random(TELLING.length)] : kind === 1 ? was ^ (1 << random(32)) : was + (random(2) ? 1 : -1), true);
    }
    return random(8) === 0 ? bytes.slice(0, random(bytes.length)) : bytes;
}

// A trap is a WebAssembly.RuntimeError; everything else that is thrown is ours, and a sentence.
function sentenceOf(run) {
    try {
        run();
        return null;
    } catch (error) {
        if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError || !error.message.endsWith("."))
            throw new Error(`${error.name}: ${error.message}`);
        return error.message;
    }
}

function play(bytes) {
    const asset = supple.asset(bytes, { damaged: true }), body = asset.body();
    const palette = new Float32Array(16 * asset.boneCount).map((_, i) => (i % 5 === 0 ? 1 : 0));
    for (let frame = 0; frame < 4; ++frame) {
        palette[12] = 0.01 * frame;
        body.drive(palette);
        body.step(1 / 60);
    }
    const { positions } = body.skin();
    if (!positions.every(Number.isFinite))
        throw new Error("a vertex is no number");
    body.release();
    asset.release();
}

for (const file of files)
    law(`${file.split("/").pop()}: ${tries} damaged copies are refused or played`, () => {
        const whole = readFileSync(file);
        let refused = 0;
        for (let i = 0; i < tries; ++i) {
            const bytes = damaged(whole);
            refused += sentenceOf(() => play(bytes)) !== null;
        }
        return refused > 0 && refused < tries;
    });

law("random bytes are refused with a sentence", () => {
    for (let i = 0; i < tries; ++i)
        if (sentenceOf(() => supple.asset(Uint8Array.from({ length: random(300) }, () => random(256)))) === null)
            return false;
    return true;
});

const { instance } = await WebAssembly.instantiate(wasm, {}), { web_allocate, web_release, memory } = instance.exports;
law("pieces of memory do not overlap, are aligned, and come back", () => {
    const out = new Map(), pages = () => memory.buffer.byteLength;
    const round = () => {
        for (let i = 0; i < 2000; ++i) {
            const keys = [...out.keys()];
            if (random(2) === 0 && keys.length > 0) {
                const [place, size, mark] = [keys[random(keys.length)]].flatMap(p => [p, ...out.get(p)]);
                if (new Uint8Array(memory.buffer, place, size).some(x => x !== mark))
                    throw new Error("somebody wrote into a piece");
                web_release(place), out.delete(place);
            } else {
                const size = 1 + random(random(20) === 0 ? 100000 : 500), place = web_allocate(size), mark = random(256);
                if (place === 0 || place % 16 !== 0)
                    throw new Error(`place ${place}`);
                new Uint8Array(memory.buffer, place, size).fill(mark), out.set(place, [size, mark]);
            }
            if (out.size > 100)
                for (const place of [...out.keys()].slice(0, 50))
                    web_release(place), out.delete(place);
        }
        for (const place of out.keys())
            web_release(place);
        out.clear();
    };
    round();
    const first = pages();
    round(), round();
    return pages() <= 1.5 * first; // holes are joined again
});

law("more than there is gives none", () => [0xffffffff, 0xfffe0000, 0x7fffffff].every(size => web_allocate(size) === 0 || size === 0x7fffffff));
