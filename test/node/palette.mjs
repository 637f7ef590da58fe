// A scripted motion of bones for the tests in JavaScript; every bone a little later than the one before.
// SPDX-License-Identifier: MIT

export function scripted(palette, t) {
    for (let bone = 0; bone < palette.length / 16; ++bone) {
        const late = t - 0.05 * bone, angle = 0.6 * Math.sin(5 * late), c = Math.cos(angle), s = Math.sin(angle);
        palette.set([c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0,
                     2 * Math.sin(7 * late), 0.5 * Math.sin(12 * late), 3 * t, 1], 16 * bone);
    }
    return palette;
}
