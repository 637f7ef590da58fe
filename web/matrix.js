// 4 x 4 matrices and vectors on plain arrays, column by column as WebGL has them.
//
// Every function writes into an array that it is given: a frame makes no garbage.
// SPDX-License-Identifier: MIT

export const identity = () => new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

// out = a b; out may be neither.
export function multiply(out, a, b, outAt = 0, aAt = 0, bAt = 0) {
    for (let column = 0; column < 4; ++column)
        for (let row = 0; row < 4; ++row) {
            let sum = 0;
            for (let k = 0; k < 4; ++k)
                sum += a[aAt + 4 * k + row] * b[bAt + 4 * column + k];
            out[outAt + 4 * column + row] = sum;
        }
    return out;
}

// From translation, rotation (a unit quaternion x y z w) and scale, each somewhere in an array.
export function compose(out, outAt, t, tAt, r, rAt, s, sAt) {
    const x = r[rAt], y = r[rAt + 1], z = r[rAt + 2], w = r[rAt + 3];
    const sx = s[sAt], sy = s[sAt + 1], sz = s[sAt + 2];
    out[outAt] = sx * (1 - 2 * (y * y + z * z));
    out[outAt + 1] = sx * 2 * (x * y + z * w);
    out[outAt + 2] = sx * 2 * (x * z - y * w);
    out[outAt + 4] = sy * 2 * (x * y - z * w);
    out[outAt + 5] = sy * (1 - 2 * (x * x + z * z));
    out[outAt + 6] = sy * 2 * (y * z + x * w);
    out[outAt + 8] = sz * 2 * (x * z + y * w);
    out[outAt + 9] = sz * 2 * (y * z - x * w);
    out[outAt + 10] = sz * (1 - 2 * (x * x + y * y));
    out[outAt + 3] = out[outAt + 7] = out[outAt + 11] = 0;
    out[outAt + 12] = t[tAt];
    out[outAt + 13] = t[tAt + 1];
    out[outAt + 14] = t[tAt + 2];
    out[outAt + 15] = 1;
}

export function perspective(out, fieldOfView, aspect, near, far) {
    const f = 1 / Math.tan(fieldOfView / 2);
    out.fill(0);
    out[0] = f / aspect;
    out[5] = f;
    out[10] = (far + near) / (near - far);
    out[11] = -1;
    out[14] = 2 * far * near / (near - far);
    return out;
}

// A box of these half sizes around the origin, seen from `far` before it to `far` behind.
export function orthographic(out, halfWidth, halfHeight, far) {
    out.fill(0);
    out[0] = 1 / halfWidth;
    out[5] = 1 / halfHeight;
    out[10] = -1 / far;
    out[15] = 1;
    return out;
}

export function lookAt(out, eye, target, up) {
    let zx = eye[0] - target[0], zy = eye[1] - target[1], zz = eye[2] - target[2];
    const zl = 1 / Math.sqrt(zx * zx + zy * zy + zz * zz);
    zx *= zl, zy *= zl, zz *= zl;
    let xx = up[1] * zz - up[2] * zy, xy = up[2] * zx - up[0] * zz, xz = up[0] * zy - up[1] * zx;
    const xl = 1 / Math.sqrt(xx * xx + xy * xy + xz * xz);
    xx *= xl, xy *= xl, xz *= xl;
    const yx = zy * xz - zz * xy, yy = zz * xx - zx * xz, yz = zx * xy - zy * xx;
    out[0] = xx, out[1] = yx, out[2] = zx, out[3] = 0;
    out[4] = xy, out[5] = yy, out[6] = zy, out[7] = 0;
    out[8] = xz, out[9] = yz, out[10] = zz, out[11] = 0;
    out[12] = -(xx * eye[0] + xy * eye[1] + xz * eye[2]);
    out[13] = -(yx * eye[0] + yy * eye[1] + yz * eye[2]);
    out[14] = -(zx * eye[0] + zy * eye[1] + zz * eye[2]);
    out[15] = 1;
    return out;
}

export function determinant3(m, at = 0) {
    return m[at] * (m[at + 5] * m[at + 10] - m[at + 6] * m[at + 9]) -
        m[at + 4] * (m[at + 1] * m[at + 10] - m[at + 2] * m[at + 9]) +
        m[at + 8] * (m[at + 1] * m[at + 6] - m[at + 2] * m[at + 5]);
}
