// web/layout.js beside what clang says: node layout.mjs HERE.wasm HERE.txt MOVED.wasm MOVED.txt (layout.sh makes them)
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { Layout } from "../../web/layout.js";

const [here, said, moved, saidMoved] = process.argv.slice(2);
let failed = 0;

function law(name, trouble) {
    failed += trouble === "" ? 0 : 1;
    console.log(trouble === "" ? `ok ${name}` : `FAILED ${name}: ${trouble}`);
}

const layoutOf = async file => new Layout((await WebAssembly.instantiate(readFileSync(file), {})).instance.exports);

const camelCase = name => name.replace(/_or_null$/, "").replace(/_[a-z]/g, pair => pair[1].toUpperCase());

// Lines `struct size` and `struct.field offset` that the table does not have, or not so.
function differing(layout, file) {
    return readFileSync(file, "utf8").trim().split("\n").filter(line => {
        const [name, number] = line.split(" "), [struct, field] = name.split(".");
        if (field === "before")
            return false;
        try {
            return Number(number) !== (field === undefined ? layout.size(struct) : layout.offset(struct, camelCase(field)));
        } catch {
            return true;
        }
    }).join("; ");
}

const layout = await layoutOf(here), other = await layoutOf(moved);
law("every field of every struct of supple.h is where the compiler has it", differing(layout, said));
law("fields that move are followed", differing(other, saidMoved));
law("the moved header did move them", layout.offset("supple_motion", "spin") + 8 === other.offset("supple_motion", "spin") ? "" : "it did not");

const memory = 1024, values = { gravity: [1, 2, 3], worldMetres: 0.5, spin: 1, free: 0, linear: 1, triggers: 1, maxPins: -7, forcing: 3 };
for (const [which, one] of [["", layout], [", moved", other]]) {
    one.write("supple_body_options", memory, { sag: [7, 8, 9], ...values });
    one.write("supple_body_options", memory, { sag: undefined, gravity: null, maxPins: null });
    const { sag, gravity, ...numbers } = one.read("supple_body_options", memory);
    law(`what is written is read, of every kind of field${which}`,
        `${gravity}` === "1,2,3" && `${sag}` === "7,8,9" && Object.entries(numbers).every(([name, value]) => value === values[name]) ? ""
            : JSON.stringify({ sag, gravity, ...numbers }));
}

function refused(run) {
    try {
        run();
        return "nothing was thrown";
    } catch (error) {
        return error.message.includes("supple_body_options.gravty") ? "" : error.message;
    }
}
law("a name that C does not have is an error", refused(() => layout.write("supple_body_options", memory, { gravty: 1 })));
const places = layout.pack({ a: "supple_pin", b: "supple_motion", c: "supple_vec3" });
law("packed places follow each other and do not overlap",
    places.a === 0 && places.b === layout.size("supple_pin") && places.c === places.b + layout.size("supple_motion") &&
        places.size === places.c + layout.size("supple_vec3") ? "" : JSON.stringify(places));
process.exit(failed === 0 ? 0 : 1);
