// A camera that goes round a point: orbit, pan, zoom, and the ray under a pixel.
// SPDX-License-Identifier: MIT
import { identity, lookAt, multiply, perspective } from "./matrix.js";

const FIELD_OF_VIEW = 0.5, STEEPEST = 1.5, UP = [0, 1, 0];

export class Camera {
    constructor() {
        this.target = new Float64Array(3);
        this.eye = new Float64Array(3);
        this.view = identity();
        this.projection = identity();
        this.both = identity(); // projection * view
        this.aspect = this.height = this.size = 1;
        this.home = { target: [0, 0, 0], yaw: 0.5, pitch: 0.16, distance: 4 };
        this.reset();
    }

    // From where all of these points, three numbers each, fill what is free of the window: `wide` and `high` of it, 0 to 1.
    frame(points, middle, wide, high, size) {
        this.size = size;
        const { yaw, pitch } = this.home, scale = 1 / Math.tan(FIELD_OF_VIEW / 2), c = Math.cos(pitch);
        const toEye = [c * Math.sin(yaw), Math.sin(pitch), c * Math.cos(yaw)], right = [Math.cos(yaw), 0, -Math.sin(yaw)];
        const up = [-Math.sin(pitch) * Math.sin(yaw), c, -Math.sin(pitch) * Math.cos(yaw)];
        let distance = 0.5 * size;
        for (let i = 0; i < points.length; i += 3) {
            const x = points[i] - middle[0], y = points[i + 1] - middle[1], z = points[i + 2] - middle[2];
            const across = Math.abs(x * right[0] + z * right[2]) * scale / this.aspect / wide;
            const along = Math.abs(x * up[0] + y * up[1] + z * up[2]) * scale / high;
            distance = Math.max(distance, x * toEye[0] + y * toEye[1] + z * toEye[2] + Math.max(across, along));
        }
        this.home = { ...this.home, target: [...middle], distance };
    }

    reset() {
        this.target.set(this.home.target);
        ({ yaw: this.yaw, pitch: this.pitch, distance: this.distance } = this.home);
    }

    resize(width, height) {
        this.aspect = width / height;
        this.height = height;
    }

    orbit(dx, dy) {
        this.yaw -= dx;
        this.pitch = Math.min(Math.max(this.pitch + dy, -0.15), STEEPEST);
    }

    // In pixels of the window.
    pan(dx, dy) {
        const scale = 2 * this.distance * Math.tan(FIELD_OF_VIEW / 2) / this.height, v = this.view;
        for (let i = 0; i < 3; ++i)
            this.target[i] += scale * (dy * v[4 * i + 1] - dx * v[4 * i]);
    }

    // Of a length at the distance of what is looked at.
    pixels(length) {
        return length * this.height / (2 * this.distance * Math.tan(FIELD_OF_VIEW / 2));
    }

    zoom(factor) {
        this.distance = Math.min(Math.max(this.distance * factor, 0.1 * this.size), 20 * this.size);
    }

    // right, lift: how far what is looked at stands from the middle, -1 to 1 of the window: panels cover a side of it.
    update(right, lift) {
        const c = Math.cos(this.pitch), far = this.distance + 8 * this.size;
        this.eye[0] = this.target[0] + this.distance * c * Math.sin(this.yaw);
        this.eye[1] = this.target[1] + this.distance * Math.sin(this.pitch);
        this.eye[2] = this.target[2] + this.distance * c * Math.cos(this.yaw);
        lookAt(this.view, this.eye, this.target, UP);
        perspective(this.projection, FIELD_OF_VIEW, this.aspect, Math.max(this.distance - 4 * this.size, 0.01 * this.size), far);
        this.projection[8] = -right;
        this.projection[9] = -lift;
        multiply(this.both, this.projection, this.view);
    }

    // Writes the direction through a place of the window (-1 to 1, up positive); from `eye`.
    ray(x, y, out) {
        const v = this.view, rx = (x + this.projection[8]) / this.projection[0], ry = (y + this.projection[9]) / this.projection[5];
        for (let i = 0; i < 3; ++i)
            out[i] = rx * v[4 * i] + ry * v[4 * i + 1] - v[4 * i + 2];
        const scale = 1 / Math.hypot(out[0], out[1], out[2]);
        for (let i = 0; i < 3; ++i)
            out[i] *= scale;
        return out;
    }

    // How far a point is in front of the eye, along the view.
    depth(point) {
        const v = this.view;
        return -(v[2] * point[0] + v[6] * point[1] + v[10] * point[2] + v[14]);
    }

    // The point at a depth under a place of the window.
    under(x, y, depth, out) {
        this.ray(x, y, out);
        const v = this.view, along = -(v[2] * out[0] + v[6] * out[1] + v[10] * out[2]);
        for (let i = 0; i < 3; ++i)
            out[i] = this.eye[i] + out[i] * depth / along;
        return out;
    }

    // Where a point is in the window, -1 to 1.
    project(point, out) {
        const m = this.both, w = m[3] * point[0] + m[7] * point[1] + m[11] * point[2] + m[15];
        for (let i = 0; i < 2; ++i)
            out[i] = (m[i] * point[0] + m[4 + i] * point[1] + m[8 + i] * point[2] + m[12 + i]) / w;
        return out;
    }
}
