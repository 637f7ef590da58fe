// The recipe of the body with what was changed in the page, as a file that `supple bake` takes (docs/recipe.md).
//
// A GLB holds the text that it was baked by. It is edited by lines, as recipe_to_yaml writes them: what nobody touched stays as it
// is, to the byte, and bakes to the same asset.
// SPDX-License-Identifier: MIT
const WORDS = /^(true|false|null|none|auto|any|yes|no|on|off|y|n)$/;

// What is no plain word is quoted.
export function word(text) {
    return /^[A-Za-z_]\w*$/.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
}

const unquoted = text => (text.startsWith('"') ? JSON.parse(text) : text);
const number = x => String(+x.toPrecision(4));

// What of a part's tuning differs from the asset's, as lines of a recipe; scale: of the mesh's unit in the scene's.
function changes({ wished, baked }, scale) {
    const out = new Map();
    for (const [name, value] of Object.entries(wished))
        if (Math.fround(value) !== baked.tuning[name])
            out.set(name, number(name === "limit" ? value * scale : value));
    return out;
}

// A key of a part, in the place of the one that is there.
function withLine(block, key, value) {
    const line = `    ${key}: ${value}\n`, old = new RegExp(`^    ${key}: .*\n`, "m");
    return old.test(block) ? block.replace(old, () => line) : `${block.trimEnd()}\n${line}`;
}

function withTuning(block, changed) {
    if (changed.size === 0)
        return block;
    const old = /^    tuning:\n((?: {6}.*\n)*)/m, kept = new Map((old.exec(block)?.[1] ?? "").split("\n").filter(line => line !== "")
        .map(line => /^ *(\w+): *(\S+)/.exec(line).slice(1)));
    const lines = [...new Map([...kept, ...changed])].map(([key, value]) => `      ${key}: ${value}\n`).join("");
    return `${block.replace(old, "").trimEnd()}\n    tuning:\n${lines}`;
}

// text: of the GLB, or undefined; parts: as parts.js has them; more: { scale, paint, painted, input }, the attribute of what was
// painted, the parts that it is on, and the file that has it.
export function recipeText(text, parts, { scale, paint = null, painted = new Set(), input = null }) {
    const on = parts.filter(part => part.on);
    if (on.length === 0)
        return "# Every part is switched off: switch on what shall be soft.\n";
    if (text === undefined)
        text = "# These lines belong into the recipe of this body, which came without it: a .glb brings its own.\nparts:\n" +
            on.map(({ baked }) => `  - name: ${word(baked.name)}\n`).join("");
    const [head, ...blocks] = text.split(/^(?=  - name: )/m);
    const known = new Map(parts.map(part => [part.baked.name, part]));
    const edited = blocks.map(block => {
        const part = known.get(unquoted(/^  - name: (.*)\n/.exec(block)[1]));
        if (!part)
            return block; // a part that could not be made
        if (!part.on)
            return "";
        const named = part.name === part.baked.name ? block : block.replace(/^  - name: .*\n/, () => `  - name: ${word(part.name)}\n`);
        return withTuning(painted.has(part.index) ? withLine(named, "paint", paint) : named, changes(part, scale));
    });
    return (input ? head.replace(/^input: .*$/m, () => `input: ${word(input)}`) : head) + edited.join("");
}
