// Clips as tables of palettes, a line a frame: 200 characters read them, and the GPU has them once.
// SPDX-License-Identifier: MIT

export class Poses {
    // clips: that end where they begin. Frames are a step of `dt` apart, or so little more or less that a clip has whole ones.
    constructor(skeleton, clips, dt) {
        this.size = skeleton.palette.length; // of a palette
        this.clips = [];
        this.frameCount = 0;
        for (const clip of clips) {
            const count = Math.max(Math.round(clip.duration / dt), 1);
            this.clips.push({ name: clip.name, first: this.frameCount, count });
            this.frameCount += count;
        }
        this.table = new Float32Array(this.size * this.frameCount);
        clips.forEach((clip, i) => {
            const { first, count } = this.clips[i];
            for (let frame = 0; frame < count; ++frame) {
                skeleton.pose(clip, clip.duration * frame / count);
                this.table.set(skeleton.palette, this.size * (first + frame));
            }
        });
    }

    // The line of a clip at a step.
    line(clip, step) {
        const { first, count } = this.clips[clip];
        return first + step % count;
    }

    palette(line) {
        return this.table.subarray(this.size * line, this.size * (line + 1));
    }
}
