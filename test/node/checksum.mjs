// The checksum of an asset's block, written from docs/format.md and nothing else.
// SPDX-License-Identifier: MIT
const ALL = (1n << 64n) - 1n;

// block: a Buffer that begins with the header. Its own word, at 24, counts as zero.
export function checksum(block) {
    const size = block.readBigUInt64LE(16);
    let sum = size;
    for (let at = 0; at < Number(size); at += 8) {
        sum = ((sum ^ (at === 24 ? 0n : block.readBigUInt64LE(at))) * 0x9E3779B97F4A7C15n) & ALL;
        sum ^= sum >> 32n;
    }
    return sum;
}
