// What the game is made of: shapes, colours (linear), points, and the levels.
// SPDX-License-Identifier: MIT

export const POINTS = { crate: 10, pin: 15, jelly: 25, weight: 15, hoop: 50, left: 20 };
export const COLORS = {
    crate: [0.58, 0.24, 0.06], pin: [0.80, 0.74, 0.62], weight: [0.05, 0.06, 0.09], door: [0.03, 0.24, 0.24], table: [0.50, 0.36, 0.20],
    post: [0.45, 0.05, 0.04], hoop: [0.70, 0.03, 0.05], rope: [0.25, 0.16, 0.08], dot: [1, 1, 1],
};
export const SHAPES = {
    crate: { kind: "box", half: [0.12, 0.12, 0.12], density: 110 },
    pin: { kind: "capsule", radius: 0.075, half: [0, 0.13, 0], density: 180 },
    weight: { kind: "sphere", radius: 0.12, density: 500 },
    door: { kind: "box", half: [0.42, 0.36, 0.025], density: 160 },
};
export const VOICES = {
    crate: { pitch: 230, seconds: 0.12, noise: 0.7, falls: 0.6 }, pin: { pitch: 620, seconds: 0.25, noise: 0.15, falls: 0.97 },
    jelly: { pitch: 95, seconds: 0.3, noise: 0.1, falls: 0.45, soft: true }, bather: { pitch: 150, seconds: 0.45, noise: 0.05, falls: 2.2, soft: true },
    weight: { pitch: 880, seconds: 0.9, noise: 0, falls: 1 }, door: { pitch: 170, seconds: 0.18, noise: 0.6, falls: 0.7 },
    floor: { pitch: 85, seconds: 0.1, noise: 0.5, falls: 0.5 }, hoop: { pitch: 1050, seconds: 0.6, noise: 0, falls: 1.5 }, cheer: { pitch: 520, seconds: 0.5, noise: 0, falls: 2 },
};

const row = (kind, count, x, y, z, apart = 0.26) => Array.from({ length: count }, (_, i) => [kind, x + apart * (i - (count - 1) / 2), y, z]);
const pyramid = (wide, x, y, z) => Array.from({ length: wide }, (_, i) => row("crate", wide - i, x, y + 0.241 * i, z, 0.27)).flat();
// [what, x, y of its lowest point, z], in metres; of a table y is its height. bather: where it stands, and how far it runs to each side.
export const LEVELS = [
    { name: "Six crates", bather: [1.25, -1.7, 0], things: pyramid(3, 0, 0, -1) },
    { name: "Jelly for two", bather: [-1.25, -1.6, 0], things: [
        ["table", 0, 0.3, -1], ...row("jelly", 2, 0, 0.3, -1, 0.6), ...row("crate", 2, 0, 0.545, -1, 0.6), ...row("pin", 3, 0, 0, -0.3)] },
    { name: "Swing", bather: [1.4, -1.8, 0], things: [
        ["frame", 0, 0, -0.4], ...row("weight", 2, 0, 0.3, -0.4, 0.7), ...row("pin", 4, 0, 0, -1.2, 0.34)] },
    { name: "Through the hoop", bather: [-1.45, -1.6, 0], things: [
        ["hoop", 0.5, 0.75, -0.3], ["table", 0.5, 0.3, -1.4], ["jelly", 0.5, 0.3, -1.4], ["pin", 0.5, 0.545, -1.4], ...pyramid(2, -0.5, 0, -1)] },
    { name: "The flap", bather: [1.4, -1.8, 0], things: [["frame", 0, 0, -0.2], ["door", 0, 0.85, -0.2], ...pyramid(3, 0, 0, -1.2)] },
    { name: "Past the keeper", bather: [0, -0.6, 0.75], things: [...row("pin", 5, 0, 0, -1.5, 0.36), ...row("jelly", 2, 0, 0, -1.2, 1.8)] },
];
