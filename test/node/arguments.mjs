// Every public call of the web package with arguments that are none: node arguments.mjs supple.wasm FREE.supple RECORDED.supple LIT.supple INPUTS.supple
//
// Calls and their arguments are read off the classes themselves (argument.js: check), and held beside their methods and the types of the package, so
// that a call without a kind for each argument fails here. Each argument in its turn is missing, null, NaN, of a wrong length, of a wrong type, or has an
// option that there is not, while the others are right: a sentence names call and argument, and the numbers that bodies have stay finite.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { makeCrowd } from "../../web/crowd.js";
import { Ground, lightOf, makeLight } from "../../web/light.js";
import { load } from "../../web/supple.js";
import { makeWorld } from "../../web/world.js";
import { law, saying } from "./laws.mjs";

const [wasm, free, recorded, lit, inputs] = process.argv.slice(2).map(path => readFileSync(path));
const at = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1], SKY = new Array(108).fill(0.1);
const supple = await load(wasm), stranger = (await load(wasm)).asset(free).body({ free: true });
const STRINGS = new Set(["kind", "name", "part", "entry", "input"]);

// A thing of each class, and arguments that are right.
function make() {
    const asset = supple.asset(free), body = asset.body({ free: true }), world = makeWorld(supple), player = supple.asset(recorded), played = player.body();
    const bright = supple.asset(lit), shone = bright.body(), light = makeLight(bright), ground = new Ground(supple, 2), held = asset.body(), crowd = makeCrowd([asset.body()]);
    world.add(body);
    const collider = world.addCollider({ kind: "sphere", radius: 0.1 }, at(9, 9, 9)), joint = world.addJoint({ kind: "point", body, place: [0, 0, 0] });
    const point = { vertices: [0, 1, 2], weights: [1, 0, 0] }, way = [0, -1, 0], pose = at(0, 0, 0), palette = new Float32Array(16 * asset.boneCount).fill(0);
    for (let i = 0; i < asset.boneCount; ++i)
        palette.set(at(0, 0, 0), 16 * i);
    const entry = { part: 0, entry: 0 }, right = {
        supple: { asset: { bytes: free, options: {} }, shape: { shape: { kind: "box", half: [1, 1, 1], density: 1 } } },
        asset: { array: { name: "positions" }, part: { part: 0 }, recorded: { part: 0 }, places: { part: 0, name: "links" }, mesh: { index: 0 }, boneName: { index: 0 },
                 frequency: { coord: 0 }, sample: { part: 0, response: 0, seconds: 0 }, bendRatio: { coord: 0 }, body: { options: {} } },
        body: { place: { palette }, move: { palette }, drive: { palette }, step: { dt: 0.01 }, restore: { state: body.save() }, setCoords: { part: 0, state: {} },
                setInput: { input: 0, value: 1 }, input: { input: 0 }, trigger: entry, queue: entry, allows: entry, emptyQueue: { part: 0 },
                answer: { part: 0, point, push: way }, playing: { part: 0 }, recordedContacts: { part: 0, most: 4 }, setMotion: { motion: { pose, velocity: way, spin: way } },
                tune: { part: 0, tuning: { stiffness: 1 } }, tuning: { part: 0 }, detail: { coordsOfPart: 3 }, pick: { origin: way, direction: way }, position: { point, out: [0, 0, 0] },
                velocity: { point, out: [0, 0, 0] }, force: { point, newtons: way }, impulse: { point, newtonSeconds: way }, pin: { point, target: way },
                movePin: { pin: 1, target: way }, unpin: { pin: 1 }, weights: { part: 0 }, evaluate: { recomputed: true }, skin: { recomputed: true },
                forceCentre: { force: way, torque: way }, impulseCentre: { impulse: way, angular: way }, setDynamics: { changes: { friction: 1 } }, setFilter: { changes: { mask: 1 } },
                partContacts: { part: 0 }, setPartContacts: { part: 0, has: true } },
        world: { add: { body }, remove: { body }, addCollider: { shape: { kind: "sphere", radius: 1 }, pose }, moveCollider: { collider, pose }, placeCollider: { collider, pose },
                 attachCollider: { collider, body, bone: 0, pose }, removeCollider: { collider }, colliderState: { collider }, colliderFilter: { collider },
                 setColliderFilter: { collider, changes: { group: 1 } }, jointUser: { joint }, addJoint: { options: { kind: "hinge", body, place: way, axis: way, upper: 1 } },
                 changeJoint: { joint, options: { upper: 2 } }, removeJoint: { joint }, jointState: { joint }, step: { dt: 0.01 }, setPairFilter: { mayCollide: () => true },
                 contacts: { most: 4 }, ray: { origin: way, displacement: way, filter: {} }, rayAny: { origin: way, displacement: way, filter: {} }, rayAll: { origin: way, displacement: way, filter: {}, most: 4 },
                 overlap: { shape: { kind: "box", half: [1, 1, 1] }, pose, filter: {}, most: 4 }, cast: { shape: { kind: "sphere", radius: 1 }, pose, displacement: way, filter: {} },
                 nearest: { place: way, within: 1, filter: {} }, lines: { what: ["joints"] }, drawing: { what: ["joints"] } },
        light: { set: { coefficients: SKY.slice(0, 3 * light.info.order ** 2), axes: new Array(9 * light.info.groupCount).fill(0) }, amounts: { body: shone }, arriving: { body: shone },
                 balls: { body: shone } },
        crowd: { step: { dt: 0.01 } },
        ground: { set: { coefficients: SKY, axes: new Array(9).fill(0) }, arriving: { balls: [0, 0, 0, 1, 1, 1, 1], points: [0, 0, 0, 0, 0, 0] } },
    };
    return { things: { supple, asset, body, world, light, ground, crowd }, right, bodies: [body, held, played], played, told: supple.asset(inputs).body() };
}

// What is no such argument. Whatever is right of one kind is wrong of all others.
function* wrongs(name, good, kind) {
    const tolerant = value => { try { return kind(value) === null; } catch { return false; } };
    for (const value of [undefined, null])
        if (!tolerant(value)) // what may be left out
            yield value;
    yield* [NaN, "nonsense", Symbol.iterator, () => 1, new Float32Array(5), [[1], [2], [3]]].filter(value => typeof value !== typeof good || typeof value === "object" || Number.isNaN(value) || STRINGS.has(name));
    if (Array.isArray(good) || ArrayBuffer.isView(good))
        yield* [[...good, 1], [NaN, ...[...good].slice(1)], ...(typeof good[0] === "number" ? [[...good].map(String)] : []), [Infinity, ...[...good].slice(1)], [1e300, ...[...good].slice(1)]];
    else if (Object.getPrototypeOf(good) === Object.prototype) {
        yield { ...good, nonsense: 1 };
        for (const [field, value] of Object.entries(good).filter(([, value]) => !value?.asset))
            for (const bad of [NaN, "nonsense", {}, [1, 2], Symbol.iterator])
                if (typeof bad !== typeof value || Number.isNaN(bad) || Array.isArray(value) || typeof value === "string")
                    yield { ...good, [field]: bad };
    } else if (typeof good === "number")
        yield* [{}, [1]];
    else
        yield* [{}, [1], 7, -1].filter(value => typeof value !== typeof good);
}

let tried = 0;

law("every call of the package has a kind for each of its arguments, and a right one for this test", () => {
    const { things, right } = make(), missing = [], types = readFileSync(new URL("../../web/supple.d.ts", import.meta.url), "utf8") +
        readFileSync(new URL("../../web/world.d.ts", import.meta.url), "utf8") + readFileSync(new URL("../../web/light.d.ts", import.meta.url), "utf8") +
        readFileSync(new URL("../../web/crowd.d.ts", import.meta.url), "utf8");
    for (const [who, thing] of Object.entries(things)) {
        const { calls } = thing.constructor, told = types.match(new RegExp(`export (?:interface|class) ${who[0].toUpperCase()}${who.slice(1)} \\{[\\s\\S]*?\\n\\}`))[0];
        for (const [, call, args] of told.matchAll(/^ {4}([a-zA-Z]+)\(([^\n]*)\): /gm))
            if (call !== "constructor" && (!calls[call] || [...args.replace(/\([^()]*\) =>/g, "").matchAll(/(?:^|, )[a-zA-Z]+\??: /g)].length !== Object.keys(calls[call]).length))
                missing.push(`${who}.${call}(${args})`);
        for (const [call, kinds] of Object.entries(calls))
            if (Object.keys(kinds).join() !== Object.keys(right[who][call] ?? {}).join())
                missing.push(`${who}.${call}: ${Object.keys(kinds)} in this test`);
    }
    if (missing.length > 0)
        throw new Error(missing.join("; "));
    return true;
});

law("a wrong argument is a sentence that names call and argument, whatever it is", () => {
    const { things, right, bodies, played, told } = make(), bad = [];
    for (const [who, calls] of Object.entries(right))
        for (const [call, args] of Object.entries(calls)) {
            const recording = ["trigger", "queue", "allows", "emptyQueue", "answer", "playing", "recordedContacts"].includes(call);
            const thing = recording ? played : /input/i.test(call) ? told : things[who], names = Object.keys(args), { calls: kinds } = thing.constructor;
            names.forEach((name, i) => {
                for (const wrong of wrongs(name, args[name], value => kinds[call][name](value, thing, Object.values(args)[0]))) {
                    if (call === "asset" && ArrayBuffer.isView(wrong) || who === "body" && name === "palette" && wrong?.length === args.palette.length || name === "state" && wrong?.constructor === Object && !wrong.nonsense || call === "restore" && ArrayBuffer.isView(wrong) || name === "out" && wrong?.length >= 3 || name === "point" && wrong?.nonsense)
                        continue; // these are answers, not sentences: no asset, counted, nothing to set, false, room enough, what pick found
                    let said = "nothing";
                    try {
                        thing[call](...names.map((other, k) => (k === i ? wrong : args[other])));
                    } catch (error) {
                        said = error instanceof WebAssembly.RuntimeError ? `a trap: ${error.message}` : error.message;
                    }
                    ++tried;
                    if (!said.startsWith(`${who}.${call}: ${name}`) || !said.endsWith("."))
                        bad.push(`${who}.${call} with ${name} = ${String(typeof wrong === "symbol" ? "a symbol" : JSON.stringify(wrong)).slice(0, 80)} says ${said}`);
                }
            });
        }
    for (const body of bodies)
        if (![...body.coords, ...body.motion.pose].every(Number.isFinite))
            bad.push("a body is no longer finite");
    if (bad.length > 0)
        throw new Error(`${bad.length} of ${tried}: ${bad.slice(0, 12).join("\n    ")}`);
    return tried > 900;
});

law("numbers that are too large, steps of any length and palettes of nothing leave all finite", () => {
    const { things: { body, world }, bodies: [, held] } = make(), huge = 3e38, vast = [huge, -huge, huge], point = { vertices: [0, 1, 2], weights: [1, 0, 0] };
    world.addCollider({ kind: "plane" }, at(0, -1, 0));
    for (const call of [() => body.setMotion({ velocity: vast }), () => body.force(point, vast), () => body.impulse(point, vast), () => body.pin(point, vast), () => body.forceCentre(vast),
                        () => body.impulseCentre(vast, vast), () => body.setDynamics({ linearDrag: huge }), () => held.place(new Float32Array(16 * held.asset.boneCount).fill(NaN)),
                        () => held.drive(new Float32Array(16 * held.asset.boneCount).fill(huge)), () => held.tune(-1, { stiffness: huge }), () => held.step(huge), () => held.step(-1),
                        ...[0, -1, 1e9, huge].map(dt => () => world.step(dt)), () => world.ray(vast, vast), () => world.nearest(vast, Infinity), () => world.lines()]) {
        try {
            call();
        } catch (error) {
            if (error instanceof WebAssembly.RuntimeError || !error.message.endsWith("."))
                throw error;
        }
        world.step(1 / 60);
        held.step(1 / 60);
        for (const one of [body, held])
            if (![...one.coords, ...one.motion.pose, ...one.motion.velocity].every(Number.isFinite))
                throw new Error(`${call} made a number that is none`);
    }
    return true;
});

law("what was released, or is of another module or world, says so at every call", () => {
    const bad = [], { things, right } = make(), other = makeWorld(supple), { body, world } = things;
    saying(/asset\.release: 3 of its bodies and lights are not released/, () => body.asset.release());
    saying(/world.add: body is of another module/, () => world.add(stranger));
    saying(/addJoint: options.body is not in this world/, () => other.addJoint({ kind: "point", body, place: [0, 0, 0] }));
    saying(/body.step: this body is in a world/, () => body.step(0.01));
    saying(/moveCollider: collider is 12345, and no collider/, () => world.moveCollider(12345, at(0, 0, 0)));
    body.release();
    saying(/world.add: body was released/, () => world.add(body));
    for (const [who, thing] of Object.entries(things)) {
        if (who === "supple" || who === "asset")
            continue;
        if (who !== "body")
            thing.release();
        const getters = Object.entries(Object.getOwnPropertyDescriptors(thing.constructor.prototype)).filter(([, { get }]) => get).map(([name]) => name);
        for (const call of [...Object.keys(thing.constructor.calls), ...getters]) {
            let said = "nothing";
            try {
                const got = thing[call];
                if (typeof got === "function")
                    thing[call](...Object.values(right[who][call] ?? {}));
            } catch (error) {
                said = error.message;
            }
            if (said !== `${who}.${call}: this ${who} was released.`)
                bad.push(`${who}.${call} says ${said}`);
        }
    }
    if (bad.length > 0)
        throw new Error(bad.slice(0, 12).join("\n    "));
    return true;
});

law("what makes the others says what is wrong, too", () => {
    for (const wrong of [undefined, null, 1, {}, "x"]) {
        saying(/^makeWorld: supple is what load\(\) returned/, () => makeWorld(wrong));
        saying(/^makeLight: asset is an asset/, () => makeLight(wrong));
        saying(/^lightOf: asset is an asset/, () => lightOf(wrong));
        saying(/^makeCrowd: bodies is a list/, () => makeCrowd(wrong));
        saying(/^Ground: supple is what load\(\) returned/, () => new Ground(wrong, 1));
    }
    saying(/^makeWorld: options has no option "maxBody".*maxBodies/, () => makeWorld(supple, { maxBody: 1 }));
    saying(/^makeCrowd: body 1 is of another asset .* or is there twice/, () => makeCrowd([stranger, stranger]));
    saying(/^Ground: pointCount is a whole number/, () => new Ground(supple, NaN));
    return true;
});

law("a function says which pairs collide, by bodies and colliders, and what it throws comes out of the step", () => {
    const world = makeWorld(supple), asset = supple.asset(free), floor = world.addCollider({ kind: "plane" }, at(0, 0, 0));
    const [solid, ghost] = [0, 1].map(i => {
        const body = asset.body({ free: true });
        body.setMotion({ pose: at(3 * i, 0.5, 0) });
        world.add(body);
        return body;
    });
    let asked = 0;
    world.setPairFilter((body, other, collider) => {
        asked += (body === solid || body === ghost) && other === null && collider === floor;
        return body !== ghost;
    });
    for (let i = 0; i < 60; ++i)
        world.step(1 / 60);
    const fell = [solid, ghost].map(body => body.motion.pose[13]);
    world.setPairFilter(() => { throw new Error("Not today."); });
    saying(/Not today/, () => world.step(1 / 60));
    world.setPairFilter(null);
    world.step(1 / 60);
    const before = supple.c.__indirect_function_table.length;
    for (let i = 0; i < 50; ++i)
        world.setPairFilter(() => true);
    world.release();
    return asked > 10 && fell[0] > 0 && fell[1] < -1 && supple.c.__indirect_function_table.length <= before + 1;
});
console.log(`${tried} wrong arguments`);
