// Structs of supple.h in the module's memory, read and written by the names of their fields.
//
// The module carries the table of its own layout (layout.c), so nothing here knows an offset. Names are those of C in
// camel case, without `_or_null`; structs keep theirs. A name that C does not have is an error, never a silent NaN.
// SPDX-License-Identifier: MIT

const TYPES = { f: Float32Array, i: Int32Array, u: Uint32Array, h: Uint16Array, b: Uint8Array };
const ENTRY = 3; // bytes: offset, size, kind

const camelCase = name => name.replace(/_or_null$/, "").replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

export class Layout {
    // c: the exports of a module.
    constructor(c) {
        this.c = c;
        this.structs = new Map(); // name: { size, fields: Map of name: { at, size, type } }
        const bytes = new Uint8Array(c.memory.buffer, c.web_layout_names());
        const names = new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0))).trim().split("\n").map(line => line.split(" "));
        const all = new Uint8Array(c.memory.buffer, c.web_layout_entries(), ENTRY * names.flat().length);
        let next = 0;
        for (const [struct, ...fields] of names) {
            const size = all[next + 1];
            next += ENTRY;
            this.structs.set(`supple_${struct}`, { size, fields: new Map(fields.map(name => {
                const [at, size, kind] = all.subarray(next, next += ENTRY);
                return [camelCase(name), { at, size, type: TYPES[String.fromCharCode(kind)] }];
            })) });
        }
    }

    size(struct) {
        return this.named(this.structs, struct).size;
    }

    // Bytes from the start of the struct.
    offset(struct, field) {
        return this.field(struct, field).at;
    }

    // Field by field, or those that are named: a number, or an array where a field has several; bools as 0 and 1.
    read(struct, from, names = [...this.named(this.structs, struct).fields.keys()]) {
        const out = {};
        for (const name of names) {
            const view = this.view(struct, from, name);
            out[name] = view.length === 1 ? view[0] : view.slice();
        }
        return out;
    }

    // What is undefined or null keeps the value it has.
    write(struct, to, values) {
        for (const [name, value] of Object.entries(values))
            if (value != null)
                this.view(struct, to, name).set(typeof value === "object" ? value : [value]);
    }

    // Places behind one another: { name: struct } gives { name: offset in bytes ..., size of all }.
    pack(structs) {
        const places = { size: 0 };
        for (const [name, struct] of Object.entries(structs)) {
            places[name] = places.size;
            places.size += Math.ceil(this.size(struct) / 4) * 4;
        }
        return places;
    }

    view(struct, from, name) {
        const { at, size, type } = this.field(struct, name);
        return new type(this.c.memory.buffer, from + at, size / type.BYTES_PER_ELEMENT);
    }

    field(struct, name) {
        return this.named(this.named(this.structs, struct).fields, name, `${struct}.`);
    }

    named(all, name, of = "") {
        const found = all.get(name);
        if (found === undefined)
            throw new Error(`The module has no ${of}${name}.`);
        return found;
    }
}
