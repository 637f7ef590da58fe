// An array in the module's memory, whose view lasts until the memory grows: a frame allocates nothing.
// SPDX-License-Identifier: MIT

export class Lasting {
    constructor(supple, type, count, at = supple.allocate(Math.max(count, 1) * type.BYTES_PER_ELEMENT)) {
        Object.assign(this, { supple, type, count, at });
    }

    get view() {
        if (!this.kept || this.kept.buffer !== this.supple.c.memory.buffer || this.kept.byteOffset !== this.at)
            this.kept = this.supple.view(this.type, this.at, this.count);
        return this.kept;
    }

    release() {
        this.supple.c.web_release(this.at);
    }
}
