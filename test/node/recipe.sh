#!/usr/bin/env bash
# A recipe that says what is seen, through the page and back: it bakes to the same bytes.
. "$SOURCE/tools/checks/lib.sh"
command -v node >/dev/null || skip_all "recipes through the page: node is not installed"
supple=$BUILD/supple

sample jelly "$scratch/jelly.glb"
cat >"$scratch/toy.yaml" <<'END'
input: jelly.glb
bends: 3
defaults: {tets: 150, element: t4, modes: 12, fps: 60}
parts:
  - name: toy
    fixing: {base: 0.05}
    fps: 100
    visible: {distance: 1, pixels: 720}
    paint_poisson: red
END
painted() { # the jelly is painted with ratios: red is no ratio where it is above 0.499
    node -e '
        const { readFileSync, writeFileSync } = require("fs"), [, from, to] = process.argv, b = readFileSync(from);
        const size = b.readUInt32LE(12), json = JSON.parse(b.toString("utf8", 20, 20 + size)), bin = b.subarray(28 + size);
        const { attributes } = json.meshes[0].primitives[0], count = json.accessors[attributes.POSITION].count;
        const colors = Buffer.alloc(16 * count);
        for (let i = 0; i < count; ++i) [0.3 + 0.1 * (i % 2), 0, 0, 1].forEach((x, k) => colors.writeFloatLE(x, 16 * i + 4 * k));
        json.bufferViews.push({ buffer: 0, byteOffset: bin.length, byteLength: colors.length });
        attributes.COLOR_0 = json.accessors.push({ bufferView: json.bufferViews.length - 1, componentType: 5126, count, type: "VEC4" }) - 1;
        json.buffers[0].byteLength = bin.length + colors.length;
        let text = JSON.stringify(json);
        text += " ".repeat(-Buffer.byteLength(text) & 3);
        const head = Buffer.alloc(20), next = Buffer.alloc(8), chunk = Buffer.from(text), body = Buffer.concat([bin, colors]);
        head.write("glTF"); head.writeUInt32LE(2, 4); head.writeUInt32LE(28 + chunk.length + body.length, 8);
        head.writeUInt32LE(chunk.length, 12); head.write("JSON", 16);
        next.writeUInt32LE(body.length, 0); next.write("BIN\0", 4);
        writeFileSync(to, Buffer.concat([head, chunk, next, body]));' "$scratch/jelly.glb" "$scratch/painted.glb" &&
        mv "$scratch/painted.glb" "$scratch/jelly.glb"
}
check "a jelly is painted" painted
check "a recipe with every key is baked" "$supple" bake --quick --recipe "$scratch/toy.yaml" -o "$scratch/toy.glb"
client "page" test/node/recipe.mjs "$scratch/toy.glb" "$scratch/page.yaml" "$scratch/tuned.yaml"
same() {
    "$supple" bake --quick --recipe "$scratch/page.yaml" -o "$scratch/page.glb" && cmp "$scratch/toy.glb" "$scratch/page.glb"
}
check "what the page writes bakes to the same bytes" same
check "... and with a change it bakes, too" "$supple" bake --quick --recipe "$scratch/tuned.yaml" -o "$scratch/tuned.glb"
check "no coordinate is above half of the frames" "$supple" bake --quick --recipe "$scratch/toy.yaml" -o "$scratch/toy.glb" --report "$scratch/toy.json"
check "... by the report" node -e 'process.exit(require(process.argv[1]).parts.every(p => p.modes.every(m => m.hz <= 50)) ? 0 : 1)' "$scratch/toy.json"
finish
