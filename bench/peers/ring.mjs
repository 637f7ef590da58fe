// The torus of bench/ring.c in WebAssembly, dropped on the ground: ours, Jolt's and MuJoCo's by turns, frame by frame, one thread each.
//
//   node ring.mjs MODULE.wasm FOLDER      FOLDER as `build/bench ring FOLDER` writes it
//
// Ours has 20 modes and skins its surface every frame. Jolt gets every edge and every element of the same mesh as constraints,
// MuJoCo the elements themselves, with the same modulus. What each costs is told, and where its middle is when it has fallen
// freely for a sixth of a second, which is known.
// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import loadMujoco from "@mujoco/mujoco";
import initJolt from "jolt-physics/wasm";
import { load } from "../../web/supple.js";
import { makeWorld } from "../../web/world.js";
import { record } from "./record.mjs";

const [module, folder] = process.argv.slice(2), ring = JSON.parse(readFileSync(`${folder}/ring.json`));
const short = Boolean(process.env.SUPPLE_SHORT), DT = 1 / 60, HEIGHT = 0.25, FLIGHT = 10, FRAMES = short ? 20 : 60, DROPS = short ? 1 : 3;
const nodes = ring.nodes.length / 3, identity = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

async function ours() {
    const supple = await load(readFileSync(module)), world = makeWorld(supple), body = supple.asset(readFileSync(`${folder}/ring.supple`)).body({ free: true });
    world.addCollider({ kind: "plane" }, identity(0, 0, 0));
    body.setMotion({ pose: identity(0, HEIGHT, 0), velocity: [0, 0, 0], spin: [0, 0, 0] });
    world.add(body);
    return { step: () => (world.step(DT), body.skin()), middle: () => body.motion.pose[13] };
}

async function jolt() {
    const Jolt = await initJolt(), settings = new Jolt.JoltSettings(), LAYERS = 1;
    const pairs = new Jolt.ObjectLayerPairFilterTable(LAYERS), broad = new Jolt.BroadPhaseLayerInterfaceTable(LAYERS, 1);
    pairs.EnableCollision(0, 0);
    broad.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = broad;
    settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 1, pairs, LAYERS);
    const engine = new Jolt.JoltInterface(settings), bodies = engine.GetPhysicsSystem().GetBodyInterface();
    const still = new Jolt.Quat(0, 0, 0, 1);
    const floor = new Jolt.BodyCreationSettings(new Jolt.BoxShape(new Jolt.Vec3(10, 0.5, 10), 0.05), new Jolt.RVec3(0, -0.5, 0), still, Jolt.EMotionType_Static, 0);
    bodies.CreateAndAddBody(floor, Jolt.EActivation_DontActivate);
    const shared = new Jolt.SoftBodySharedSettings(), vertex = new Jolt.SoftBodySharedSettingsVertex();
    for (let i = 0; i < nodes; ++i) {
        vertex.mPosition = new Jolt.Float3(...ring.nodes.slice(3 * i, 3 * i + 3));
        vertex.mInvMass = nodes / ring.mass;
        shared.mVertices.push_back(vertex);
    }
    const seen = new Set(), COMPLIANCE = 1e-4;
    for (let e = 0; e < ring.tets.length; e += 4) {
        const tet = ring.tets.slice(e, e + 4);
        for (let i = 0; i < 4; ++i)
            for (let k = i + 1; k < 4; ++k) {
                const key = Math.min(tet[i], tet[k]) * nodes + Math.max(tet[i], tet[k]);
                if (!seen.has(key))
                    shared.mEdgeConstraints.push_back(new Jolt.SoftBodySharedSettingsEdge(tet[i], tet[k], COMPLIANCE));
                seen.add(key);
            }
        shared.mVolumeConstraints.push_back(new Jolt.SoftBodySharedSettingsVolume(...tet, COMPLIANCE));
    }
    for (let t = 0; t < ring.triangles.length; t += 3)
        shared.AddFace(new Jolt.SoftBodySharedSettingsFace(...ring.triangles.slice(t, t + 3), 0));
    shared.CalculateEdgeLengths();
    shared.CalculateVolumeConstraintVolumes();
    shared.Optimize();
    const made = new Jolt.SoftBodyCreationSettings(shared, new Jolt.RVec3(0, HEIGHT, 0), still, 0);
    made.mAllowSleeping = false;
    made.mLinearDamping = 0;
    const body = bodies.CreateSoftBody(made);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    return { step: () => engine.Step(DT, 1), middle: () => body.GetCenterOfMassPosition().GetY(), told: `${seen.size} edges` };
}

async function mujoco() {
    const engine = await loadMujoco(), elements = ring.tets.join(" "), places = Array.from(ring.nodes, x => x.toPrecision(9)).join(" ");
    const turned = `quat="0.70710678 0.70710678 0 0"`; // its y is MuJoCo's z
    const model = engine.MjModel.from_xml_string(`<mujoco>
        <option timestep="${DT}" integrator="discrete" solver="CG" iterations="30"/>
        <size memory="500M"/>
        <worldbody>
            <geom type="plane" size="10 10 0.1"/>
            <flexcomp name="ring" type="direct" dim="3" pos="0 0 ${HEIGHT}" ${turned} mass="${ring.mass}" radius="0.001" point="${places}" element="${elements}">
                <elasticity young="${ring.young}" poisson="${ring.poisson}" damping="0.01"/>
                <contact selfcollide="none" internal="false"/>
            </flexcomp>
        </worldbody></mujoco>`);
    const data = new engine.MjData(model);
    engine.mj_forward(model, data);
    const height = () => {
        engine.mj_kinematics(model, data); // places are those of the step's beginning otherwise
        engine.mj_flex(model, data);
        const x = data.flexvert_xpos;
        let sum = 0;
        for (let i = 0; i < nodes; ++i)
            sum += x[3 * i + 2];
        return sum / nodes;
    };
    return { step: () => engine.mj_step(model, data), middle: height, told: `${model.nv} unknowns` };
}

const kinds = { ours, Jolt: jolt, MuJoCo: mujoco }, times = {}, fallen = {};
for (const name of Object.keys(kinds))
    times[name] = { flight: [], ground: [] };
for (let drop = 0; drop < DROPS; ++drop) {
    const all = [];
    for (const [name, make] of Object.entries(kinds))
        all.push([name, await make()]);
    const from = Object.fromEntries(all.map(([name, one]) => [name, one.middle()]));
    for (let frame = 1; frame <= FRAMES; ++frame)
        for (const [name, one] of all) {
            const begin = performance.now();
            one.step();
            times[name][frame <= FLIGHT ? "flight" : "ground"].push(1e3 * (performance.now() - begin));
            if (frame === FLIGHT)
                fallen[name] = from[name] - one.middle();
        }
    if (drop === 0)
        for (const [name, one] of all)
            console.log(`${name}${one.told ? `, ${one.told}` : ""}: fell by ${fallen[name].toFixed(4)} m in ${FLIGHT} frames (${(0.5 * 9.81 * (FLIGHT * DT) ** 2).toFixed(4)}); after ${FRAMES} its middle is at ${one.middle().toFixed(3)} m`);
}
for (const phase of ["flight", "ground"])
    for (const name of Object.keys(kinds)) {
        const values = times[name][phase], ratios = values.map((t, i) => t / times.ours[phase][i]);
        record({ bench: "ring", name: `${name}, ${phase === "flight" ? "in flight" : "on the ground"}`, unit: "us a frame", values, ...(name !== "ours" && { beside: "ours", ratios }) });
    }
process.exit(0); // Jolt's and MuJoCo's modules keep node alive
