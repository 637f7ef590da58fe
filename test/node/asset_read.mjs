// A second reader of the asset file, written from docs/format.md and nothing else.
//
//   node asset_read.mjs FILE      prints facts, which test/golden/v1.txt (of v1 and v4), v2.txt, v3.txt and v5.txt have from the first reader
// SPDX-License-Identifier: MIT
import fs from 'node:fs';
import { checksum } from './checksum.mjs';

const file = fs.readFileSync(process.argv[2]);
const view = new DataView(file.buffer, file.byteOffset, file.length);
const u32 = at => view.getUint32(at, true);
const i32 = at => view.getInt32(at, true);
const u64 = at => Number(view.getBigUint64(at, true));
const f32 = at => view.getFloat32(at, true);
const f = x => (x + 0).toFixed(5);

if (file.toString('latin1', 0, 8) !== 'supple\r\n' || u32(8) < 1 || u32(8) > 5) throw 'not an asset of version 1 to 5';
if (u32(8) >= 4 && checksum(file) !== file.readBigUInt64LE(24)) throw 'the checksum is another';
const none = { count: 0, stride: 0, offset: 0 };
const sections = {};
for (let i = 0; i < u32(12); i++) {
    const at = 32 + 24 * i;
    sections[u32(at)] = { stride: u32(at + 4), count: u64(at + 8), offset: u64(at + 16) };
}
const [, body, parts, coords, bones, rides, forcing, coupling, meshes, positions, normals, tangents, joints,
    weights, triangles, members, links, shapes, bends, names, twins] =
    Array.from({ length: 21 }, (_, kind) => sections[kind] ?? none);
const places = sections[27] ?? none, bendLinks = sections[28] ?? links;
const n = positions.count;
const name = at => {
    const start = names.offset + at;
    return file.toString('utf8', start, file.indexOf(0, start));
};
const texel = (table, t) => [0, 1, 2].map(c => {
    const at = table.offset + t * table.stride;
    return table.stride === 12 ? f32(at + 4 * c) : table.stride === 6 ? view.getInt16(at + 2 * c, true) : view.getInt8(at + c);
});

const influences = u32(body.offset + 16), layers = u32(body.offset + 20);
const widths = [u32(body.offset + 24), u32(body.offset + 28)];
console.log(`coords ${coords.count} parts ${parts.count} bones ${bones.count} meshes ${meshes.count} ` +
    `vertices ${n} triangles ${triangles.count} influences ${influences} layers ${layers}`);
console.log(`metres ${f(f32(body.offset))} gravity ${[4, 8, 12].map(o => f(f32(body.offset + o))).join(' ')}`);
console.log('tables ' + [shapes, bends].map((t, i) =>
    `${widths[i]}x${t.count / widths[i]} ${{ 3: 'int8', 6: 'int16', 12: 'float' }[t.stride]}`).join(' '));

let coord = 0, ride = 0, force = 0, couple = 0, member = 0;
const all = [];
for (let p = 0; p < parts.count; p++) {
    const at = parts.offset + 84 * p;
    const part = { first: coord, count: u32(at + 8), rides: u32(at + 12), members: u32(at + 16),
        shape: u32(at + 20), bend: u32(at + 24), memberAt: member };
    part.shapePlaces = places.count > 0 ? u32(places.offset + 8 * p) : part.members;
    part.bendPlaces = places.count > 0 ? u32(places.offset + 8 * p + 4) : part.members;
    all.push(part);
    const r = part.count;
    console.log(`part ${name(u32(at))} coords ${r} from ${coord} rides ${part.rides} members ${part.members} ` +
        `shapes ${part.shape} bends ${i32(at + 24)} places ${part.shapePlaces} ${i32(at + 24) < 0 ? 0 : part.bendPlaces} mass ${f(f32(at + 44))}`);
    console.log('tuning ' + [28, 32, 36, 40].map(o => f(f32(at + o))).join(' '));
    console.log('centre ' + [48, 52, 56].map(o => f(f32(at + o))).join(' ') +
        ` inertia ${f(f32(at + 60))} ${f(f32(at + 72))}`);
    for (let k = 0; k < r; k++)
        console.log('coord ' + [0, 4, 16].map(o => f(f32(coords.offset + 20 * (coord + k) + o))).join(' '));
    let carried = 0, sum = 0, spin = 0;
    for (let i = 0; i < part.rides; i++) {
        carried += (i + 1) * u32(rides.offset + 4 * (ride + i));
        for (let k = 0; k < r; k++)
            for (let c = 0; c < 3; c++) {
                const o = forcing.offset + 48 * (force + i * r + k);
                sum += (i + 1) * (f32(o + 4 * c) + (k + 1) * f32(o + 12 + 4 * (3 * c + 1)));
            }
    }
    for (let i = 0; i < 6 * r * r; i++) spin += (i % 7 + 1) * f32(coupling.offset + 4 * (couple + i));
    console.log(`rides ${carried} forcing ${f(sum)} coupling ${f(spin)}`);
    coord += r, ride += part.rides, force += part.rides * r, couple += 6 * r * r, member += part.members;
}
for (let b = 0; b < bones.count; b++) {
    const at = bones.offset + 52 * b;
    console.log(`bone ${name(u32(at))} at ${f(0 - f32(at + 4 + 4 * 7))}`);
}
console.log('mesh ' + [0, 1, 2, 3, 4, 5, 6].map(i => i32(meshes.offset + 4 * i)).join(' '));

const total = (count, value) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += (i % 5 + 1) * value(i);
    return sum;
};
let follows = 0;
for (let i = 0; i < n * influences; i++)
    follows += (i % 5 + 1) * f32(weights.offset + 4 * i) * view.getUint16(joints.offset + 2 * i, true);
console.log(`corners ${total(3 * triangles.count, i => u32(triangles.offset + 4 * i))} follows ${f(follows)} ` +
    `twins ${total(n, v => u32(twins.offset + 4 * v))} tangents ${f(total(4 * n, i => f32(tangents.offset + 4 * i)))}`);

for (let v = 0; v < n; v += 9) {
    const point = [0, 1, 2].map(c => f32(positions.offset + 12 * v + 4 * c));
    const normal = [0, 1, 2].map(c => f32(normals.offset + 12 * v + 4 * c));
    for (let layer = 0; layer < layers; layer++) {
        const link = u32(links.offset + 4 * (layer * n + v));
        if (link === 0xFFFFFFFF) continue;
        const part = all[link >>> 24], place = link & 0xFFFFFF;
        const bendPlace = u32(bendLinks.offset + 4 * (layer * n + v)) & 0xFFFFFF;
        if (u32(8) === 1 && u32(members.offset + 4 * (part.memberAt + place)) !== v) throw 'a link leads astray';
        for (let k = 0; k < part.count; k++) {
            const q = (part.first + k + 1) / 20, at = coords.offset + 20 * (part.first + k);
            texel(shapes, part.shape + k * part.shapePlaces + place).forEach((x, c) => { point[c] += f32(at + 8) * q * x; });
            if (part.bend !== 0xFFFFFFFF && f32(at + 12) !== 0) // what turns nothing may have no texels
                texel(bends, part.bend + k * part.bendPlaces + bendPlace).forEach((x, c) => { normal[c] += f32(at + 12) * q * x; });
        }
    }
    console.log(`vertex ${v} ${point.map(f).join(' ')} normal ${normal.map(f).join(' ')}`);
}
