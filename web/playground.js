// What a small game needs round a world: bodies, soft and rigid, that are drawn where they are, things that stand still, ropes, a line of aim,
// words that rise, and steps by the clock. examples/game is made of it.
//
//   const ground = new Playground(supple, { ball: { file, asset, look }, ... }, "hero", glsl, { hitSpeed: 1 });
//   const ball = ground.addSoft("ball", [0, 1, 0]), crate = ground.addRigid({ kind: "box", half: [1, 1, 1], density: 100 }, [0, 1, -3], [1, 0, 0]);
//   ground.addStill({ kind: "plane" }, at(0, 0, 0)); ground.run(1 / 60, () => { ground.world.step(1 / 60); }, () => ground.draw());
//
// A thing is { body, home, ... }, and its body's `user`. Its drawing is that of the page of `supple view` (draw.js).
// SPDX-License-Identifier: MIT
import { Camera } from "./camera.js";
import { Stage } from "./draw.js";
import { Skeleton } from "./pose.js";
import { makeWorld } from "./world.js";

export const at = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const STILL = [0, 0, 0];

export class Playground {
    // kinds: assets by name, with what is seen of them; hero: the one of them on bones, which is there from the beginning.
    constructor(supple, kinds, hero, glsl, options) {
        const { file, asset, look } = kinds[hero], canvas = document.getElementById("view");
        Object.assign(this, { supple, kinds, canvas, glsl, camera: new Camera(), stage: new Stage(canvas, asset, look, glsl, {}), time: 0 });
        Object.assign(this, { world: makeWorld(supple, options), skeleton: new Skeleton(file, asset), hero: { kind: hero, body: asset.body() }, shapes: new Map(), things: new Set(), words: [] });
        this.hero.body.user = this.hero;
        this.world.add(this.hero.body);
        this.stage.slots[0].shown = true;
        this.view = { style: 0, wires: false, world: null, farthest: 1, exposure: 1 };
    }

    // A soft body of a kind, upright, its origin there; places on the stage are used again.
    addSoft(kind, home, more = {}) {
        const of = this.kinds[kind], body = of.asset.body({ free: true });
        of.drawn ??= this.stage.addKind(of, this.glsl);
        of.spare ??= [];
        const slot = of.spare.pop() ?? this.stage.slots.push(this.stage.makeSlot(of.drawn)) - 1;
        this.stage.slots[slot].shown = true;
        return this.add({ kind, body, home, slot, ...more });
    }

    // A rigid one; bodies of one shape share an asset.
    addRigid(shape, home, color, more = {}) {
        if (!this.shapes.has(shape))
            this.shapes.set(shape, this.supple.shape(shape));
        return this.add({ body: this.shapes.get(shape).body(), home, solid: this.stage.addSolid(shape, color), ...more });
    }

    add(thing) {
        thing.body.user = thing;
        if (!this.world.add(thing.body))
            throw new Error("The world is full: give it a larger maxBodies.");
        this.put(thing);
        this.things.add(thing);
        return thing;
    }

    // Back to where it began, with a velocity and a spin.
    put({ body, home }, velocity = STILL, spin = STILL) {
        body.setMotion({ pose: at(...home), velocity, spin });
    }

    // A collider, and what is seen of it; of a sensor and a plane nothing is. Its user says what it is, and for whom.
    addStill(shape, pose, color, filter = {}) {
        const collider = this.world.addCollider(shape, pose), seen = !shape.sensor && shape.kind !== "plane", solid = seen ? this.stage.addSolid(shape, color) : null;
        this.world.setColliderFilter(collider, filter);
        solid?.move(pose);
        const thing = { collider, solid };
        this.things.add(thing);
        return thing;
    }

    // From a place to a body, which a blow of so many newtons tears.
    addRope(thing, anchor, strength, color) {
        const { body, home } = thing, long = Math.hypot(...home.map((x, k) => x - anchor[k]));
        thing.joint = this.world.addJoint({ kind: "rope", body, place: home, there: anchor, upper: long, strength, user: thing });
        thing.rope = { anchor, long, solid: this.stage.addSolid({ kind: "box", half: [0.008, long / 2, 0.008] }, color) };
    }

    remove(thing) {
        thing.body?.release(); // with its joints
        if (thing.collider)
            this.world.removeCollider(thing.collider);
        if (thing.slot !== undefined) {
            this.stage.slots[thing.slot].shown = false;
            this.kinds[thing.kind].spare.push(thing.slot);
        }
        for (const solid of [thing.solid, thing.rope?.solid])
            if (solid)
                this.stage.removeSolid(solid);
        this.things.delete(thing);
    }

    // What happened in the last step: { kind, two: [who, whom], ...event }. Who is a thing, or { kind: the collider's user }.
    events() {
        const who = (body, collider) => body?.user ?? (collider ? { kind: this.world.colliderState(collider)?.user } : null);
        return this.world.events().map(event => ({ ...event, two: [who(event.body, 0), who(event.other, event.collider)] }));
    }

    // Dots along the way of a throw from a place, every `step` seconds, as far as a ray meets nothing; velocity null: none.
    showAim(from, velocity, color, filter, step = 0.055) {
        this.dots ??= Array.from({ length: 18 }, (_, i) => this.stage.addSolid({ kind: "sphere", radius: 0.032 - 0.0011 * i }, color));
        let place = [...from], free = velocity !== null;
        this.dots.forEach((dot, i) => {
            dot.shown = free && i > 0;
            if (!dot.shown)
                return;
            const way = [velocity[0] * step, (velocity[1] - 9.81 * step * (i - 0.5)) * step, velocity[2] * step], hit = this.world.ray(place, way, filter);
            place = hit ? [...hit.place] : place.map((x, k) => x + way[k]);
            dot.move(at(...place));
            free = hit === null;
        });
    }

    // A word that rises from a place of the world and fades.
    say(text, place) {
        const node = Object.assign(document.createElement("span"), { className: "pop", textContent: text });
        document.body.append(node);
        this.words.push({ node, place: [...place], born: this.time });
    }

    // frame: places that are in view, as camera.frame takes them.
    draw(frame) {
        const { canvas, camera, stage } = this, scale = Math.min(devicePixelRatio, 2), width = Math.round(canvas.clientWidth * scale), height = Math.round(canvas.clientHeight * scale);
        if (stage.resize(width, height) || camera.aspect !== width / height) {
            camera.resize(width, height);
            camera.frame(...frame);
            camera.reset();
        }
        camera.update(0, 0);
        stage.move(0, this.hero.body.upload(), this.skeleton.palette, null);
        for (const { body, slot, solid, rope } of this.things) {
            if (slot !== undefined)
                stage.move(slot, body.upload(), body.bones, null);
            else if (body)
                solid.move(body.motion.pose);
            if (rope)
                this.drawRope(rope, body.motion.pose);
        }
        stage.draw(camera, STILL, this.view);
        this.words = this.words.filter(({ node, place, born }) => {
            const [x, y] = camera.project(place, [0, 0]), age = this.time - born;
            Object.assign(node.style, { left: `${50 + 50 * x}%`, top: `calc(${50 - 50 * y}% - ${60 * age}px)`, opacity: Math.min(1, 3 - 2.2 * age) });
            if (age > 1.35)
                node.remove();
            return age <= 1.35;
        });
    }

    // A rod along the rope, from its anchor down; one that is torn is not seen.
    drawRope({ anchor, long, solid }, pose) {
        const up = anchor.map((a, k) => a - pose[12 + k]), far = Math.hypot(...up), y = up.map(c => c / far), x = [y[1], -y[0], 0].map(c => c / (Math.hypot(y[0], y[1]) || 1));
        const z = [x[1] * y[2], -x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
        solid.shown = far < long + 0.3;
        solid.move([...x, 0, ...y, 0, ...z, 0, ...anchor.map((a, k) => a - y[k] * long / 2), 1]);
    }

    // step() every dt seconds by the clock, at most three times a frame, and draw(); while it is held, tests step it.
    run(dt, step, draw) {
        let last = performance.now(), owed = 0;
        const tick = () => {
            this.time += dt;
            step();
        };
        const frame = now => {
            owed = Math.min(owed + (now - last) / 1000, 3 * dt);
            last = now;
            if (!this.held) {
                for (; owed >= dt; owed -= dt)
                    tick();
                draw();
            }
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
        return { hold: held => (this.held = held), step: count => {
            for (let i = 0; i < count; ++i)
                tick();
            draw();
        } };
    }
}
