// What a body is and how it takes part, from JavaScript: node mechanics.mjs supple.wasm FREE.supple
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { load } from "../../web/supple.js";
import { makeWorld } from "../../web/world.js";
import { law, near, saying } from "./laws.mjs";

const supple = await load(readFileSync(process.argv[2])), asset = supple.asset(readFileSync(process.argv[3]));
const at = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1], STILL = [0, 0, 0];

function thrown(world, y, velocity = STILL) {
    const body = asset.body({ free: true });
    body.setMotion({ pose: at(0, y, 0), velocity, spin: STILL });
    world.add(body);
    return body;
}

law("measures are what was thrown", () => {
    const world = makeWorld(supple), body = thrown(world, 2, [3, 0, 4]), { mass, momentum, kinetic, inertia, centre } = body.measures;
    near(momentum, [3 * mass, 0, 4 * mass], 1e-4 * mass);
    near([kinetic], [12.5 * mass], 1e-4 * mass);
    body.impulseCentre([0, mass, 0], [0, 0.01, 0]);
    near(body.motion.velocity, [3, 1, 4], 1e-5);
    near([body.measures.angularMomentum[1]], [0.01], 1e-6);
    return inertia.length === 9 && inertia[0] > 0 && Math.abs(centre[1] - 2) < 0.2;
});

law("dynamics, filters and users are kept, and do as they say", () => {
    const world = makeWorld(supple), body = thrown(world, 1), ghost = thrown(world, 1);
    const ground = world.addCollider({ kind: "plane", restitution: 0.5, user: "ground" }, at(0, 0, 0));
    ghost.setFilter({ mask: 0 });
    body.setDynamics({ restitution: 0.25, friction: 0.5 });
    for (let i = 0; i < 90; ++i)
        world.step(1 / 60);
    const contacts = world.contacts(), state = world.colliderState(ground);
    const joint = world.addJoint({ kind: "point", body, place: [0, 1, 0], user: 7 });
    return ghost.measures.centre[1] < -1 && body.measures.centre[1] > 0 && contacts.every(c => c.body === body) &&
        body.dynamics.restitution === 0.25 && !body.dynamics.kinematic && ghost.filter.mask === 0 && state.kind === "plane" &&
        state.user === "ground" && world.colliders()[0] === ground && world.joints()[0] === joint && world.jointUser(joint) === 7 &&
        world.colliderState(12345) === null && body.partContacts(0);
});

law("a motor turns a hinge to its limit, and another way when it is changed", () => {
    const world = makeWorld(supple), body = thrown(world, 1), place = body.measures.centre;
    const hinge = world.addJoint({ kind: "hinge", body, place, upper: 0.5, lower: -0.25, motorSpeed: 2, motorStrength: 100 });
    for (let i = 0; i < 60; ++i)
        world.step(1 / 60);
    near([world.jointState(hinge).position], [0.5], 0.02);
    const changed = world.changeJoint(hinge, { motorSpeed: -2 });
    for (let i = 0; i < 60; ++i)
        world.step(1 / 60);
    const { position, appliedForce, load } = world.jointState(hinge);
    near([position], [-0.25], 0.02);
    near([appliedForce[1]], [9.81 * body.measures.mass], 0.05 * 9.81 * body.measures.mass); // its flesh still swings
    return changed && load === 0 && !world.changeJoint(hinge, { upper: 9 }) && !world.changeJoint(77, { upper: 1 }) &&
        world.addJoint({ kind: "rope", body, place, there: [0, 3, 0] }) !== 0 && world.addJoint({ kind: "cone", body, place, swing: -1 }) === 0;
});

law("a wrong argument is a sentence that says what is wrong", () => {
    const world = makeWorld(supple), body = thrown(world, 1), held = asset.body();
    saying(/asset\.body\(\{ free: true \}\)/, () => held.setMotion({ pose: at(0, 0, 0), velocity: STILL, spin: STILL }));
    saying(/free: true/, () => held.setDynamics({ kinematic: true }));
    saying(/16 numbers, not an array of 3/, () => body.setMotion({ pose: STILL, velocity: STILL, spin: STILL }));
    saying(/NaN at index 1/, () => body.impulseCentre([0, NaN, 0]));
    saying(/"gravitiy".*gravity, sag/, () => asset.body({ gravitiy: STILL }));
    saying(/"bounce".*restitution/, () => body.setDynamics({ bounce: 1 }));
    saying(/restitution is 0 to 1/, () => body.setDynamics({ restitution: 7 }));
    saying(/"maxBody".*maxBodies/, () => makeWorld(supple, { maxBody: 3 }));
    saying(/world.addCollider: shape.kind is one of "plane", "sphere".*not "ball"/, () => world.addCollider({ kind: "ball", radius: 1 }, at(0, 0, 0)));
    saying(/"raduis".*radius/, () => world.addCollider({ kind: "sphere", raduis: 1 }, at(0, 0, 0)));
    saying(/world.addCollider: pose is 16 numbers, not an array of 3/, () => world.addCollider({ kind: "sphere", radius: 1 }, STILL));
    saying(/addJoint: options.kind is one of .*not "string"/, () => world.addJoint({ kind: "string", body, place: STILL }));
    saying(/addJoint: options.axis is 3 numbers, not an array of 2/, () => world.addJoint({ kind: "hinge", body, place: STILL, axis: [0, 1] }));
    saying(/addJoint: options has no option "motor": there are .*motorSpeed/, () => world.addJoint({ kind: "hinge", body, place: STILL, motor: 1 }));
    saying(/addJoint: options.upper is a number, not "1 m"/, () => world.addJoint({ kind: "rope", body, place: STILL, upper: "1 m" }));
    saying(/changeJoint: options has no option "axis"/, () => world.changeJoint(1, { axis: STILL }));
    saying(/addJoint: options.place is 3 numbers, not undefined/, () => world.addJoint({ kind: "point", body }));
    return true;
});

law("rigid shapes and new colliders are as in C, and say what is wrong with them", () => {
    const world = makeWorld(supple), crate = supple.shape({ kind: "box", half: [0.1, 0.1, 0.1], density: 500 }), box = crate.body();
    const ball = { shape: { kind: "sphere", radius: 0.1, density: 500 }, pose: at(0.2, 0, 0) };
    const dumbbell = supple.shape({ kind: "compound", mass: 3, parts: [ball, { ...ball, pose: at(-0.2, 0, 0) }] }).body();
    world.addCollider({ kind: "heights", heights: new Float32Array(16), columns: 4, rows: 4, half: [2, 0, 2] }, at(0, 0, 0));
    const hull = world.addCollider({ kind: "hull", positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] }, at(9, 0, 0));
    world.addCollider({ kind: "compound", parts: [ball] }, at(-9, 0, 0));
    box.setMotion({ pose: at(0, 0.5, 0), velocity: STILL, spin: STILL });
    dumbbell.setMotion({ pose: at(0, 0.5, 1), velocity: STILL, spin: STILL });
    [box, dumbbell].forEach(body => world.add(body));
    for (let i = 0; i < 120; ++i)
        world.step(1 / 60);
    near([box.measures.mass, dumbbell.measures.mass, box.motion.pose[13], dumbbell.motion.pose[13]], [4, 3, 0.1, 0.1], 1e-3);
    saying(/half is 3 numbers, not an array of 2/, () => supple.shape({ kind: "box", half: [1, 2], density: 1 }));
    saying(/density above 0/, () => supple.shape({ kind: "sphere", radius: 1 }));
    saying(/"densty".*density/, () => supple.shape({ kind: "sphere", radius: 1, densty: 1 }));
    saying(/planes, meshes/, () => supple.shape({ kind: "plane" }));
    saying(/shape.heights of 4 columns and 4 rows are 16 numbers, not an array of 3/, () => world.addCollider({ kind: "heights", heights: [0, 0, 0], columns: 4, rows: 4, half: [1, 0, 1] }, at(0, 0, 0)));
    saying(/3 numbers each/, () => world.addCollider({ kind: "hull", positions: [1, 2] }, at(0, 0, 0)));
    saying(/in a plane/, () => supple.shape({ kind: "hull", positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], density: 1 }));
    return box.free && world.colliderState(hull).kind === "hull" && world.ray([0, 2, 0], [0, -4, 0]).body === box;
});
