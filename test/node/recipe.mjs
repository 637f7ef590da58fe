// A recipe with every key, through the page's hands (web/recipe.js): untouched it stays the same text, and a change of one number leaves the
// rest. node recipe.mjs FILE.glb OUT.yaml TUNED.yaml
// SPDX-License-Identifier: MIT
import { readFileSync, writeFileSync } from "node:fs";
import { recipeText } from "../../web/recipe.js";

const [file, out, tuned] = process.argv.slice(2), bytes = readFileSync(file);
const json = JSON.parse(bytes.toString("utf8", 20, 20 + bytes.readUInt32LE(12)));
const text = json.extensions.SUPPLE_soft_body.recipe;
const tuning = { stiffness: 1, damping: 1, response: 1, limit: 1 };
const part = wished => ({ on: true, index: 0, name: "toy", baked: { name: "toy", tuning }, wished });
let failed = 0;
const law = (name, holds, ...shown) => {
    failed += !holds;
    console.log(`${holds ? "ok" : "FAILED"} ${name}`, ...(holds ? [] : shown));
};

const same = recipeText(text, [part({})], { scale: 1 }), changed = recipeText(text, [part({ response: 2 })], { scale: 1 });
law("what nobody touched is the same text", same === text, same);
const keys = [/^bends: 3 /m, /^ {2}fps: 60 /m, /^ {4}fps: 100$/m, /^ {4}visible: \{distance: 1, pixels: 720, angle: 45, push: auto\}$/m, /^ {4}paint_poisson: red$/m];
law("every key is in it", keys.every(key => key.test(text)), text);
law("and still is when another is changed", keys.every(key => key.test(changed)) && /^ {6}response: 2$/m.test(changed), changed);
writeFileSync(out, same);
writeFileSync(tuned, changed);
process.exit(failed > 0 ? 1 : 0);
