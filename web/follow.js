// The lights and the camera go with a body that walks away.
// SPDX-License-Identifier: MIT
const FOLLOW = 3; // 1/s

// viewer: { player, camera, centre, start }, the last the palette as it stood at first.
export function goAfter({ player, camera, centre, start }, seconds) {
    if (player.free)
        return;
    const palette = player.body.bones, bones = player.asset.boneCount;
    for (let axis = 0; axis < 3; ++axis) {
        const rest = (player.low[axis] + player.high[axis]) / 2;
        if (axis === 1) {
            centre[1] = rest;
            continue;
        }
        let sum = 0;
        for (let b = 0; b < bones; ++b)
            sum += palette[16 * b + 12 + axis] - (start?.[16 * b + 12 + axis] ?? palette[16 * b + 12 + axis]);
        const goal = rest + sum / bones, gone = Math.min(FOLLOW * seconds, 1) * (goal - centre[axis]);
        centre[axis] += gone;
        camera.target[axis] += gone;
    }
}
