// A function of yours asked by C whether two may collide.
//
// The module imports nothing, so the function enters by its table: a module of 36 bytes imports it and exports it again, as one of
// WebAssembly's own. What it throws would unwind the middle of a step; it is kept, and thrown when the step has ended.
// SPDX-License-Identifier: MIT

// One type (func (param i32 i32 i32 i32) (result i32)); function b of module a is imported, and exported as f.
const FORWARD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 9, 1, 96, 4, 127, 127, 127, 127, 1, 127, 2, 7, 1, 1, 97, 1, 98, 0, 0, 7, 5, 1, 1, 102, 0, 0];

// mayCollide(body, other or null, collider or 0).
export function makePairFilter(world, mayCollide) {
    const { supple, c, layout } = world, table = c.__indirect_function_table, trouble = [];
    const asked = (user, body, other, collider) => {
        try {
            return mayCollide(world.bodies.get(body), world.bodies.get(other) ?? null, supple.view(Uint32Array, collider, 1)[0]) === false ? 0 : 1;
        } catch (error) {
            trouble.push(error);
            return 1;
        }
    };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(FORWARD)), { a: { b: asked } });
    supple.freePlaces ??= []; // of the table
    const place = supple.freePlaces.pop() ?? table.grow(1), at = supple.allocate(layout.size("supple_pair_filter"));
    table.set(place, exports.f);
    layout.write("supple_pair_filter", at, { mayCollide: place, user: 0 });
    c.supple_world_set_pair_filter(world.at, at);
    c.web_release(at);
    return {
        rethrow() {
            if (trouble.length > 0)
                throw trouble.splice(0)[0];
        },
        release() {
            table.set(place, null);
            supple.freePlaces.push(place);
        },
    };
}
