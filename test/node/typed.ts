// A TypeScript project over the web package: compiled, not run, by test/browser/three.sh.
// SPDX-License-Identifier: MIT
import { AnimationMixer, LightProbe, Mesh, Raycaster, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { clone } from "three/addons/utils/SkeletonUtils.js";
import { load, type Body, type Hit } from "supple";
import { SoftWorld, attachInstances, attachSupple, type Soft, type SoftHit } from "supple/three";
import { makeLight } from "supple/light";
import { makeCrowd } from "supple/crowd";
import { makeWorld } from "supple/world";

export async function play(bytes: Uint8Array, floor: Mesh, ray: Raycaster): Promise<Soft> {
    const gltf = await new GLTFLoader().loadAsync("hero.soft.glb"), mixer = new AnimationMixer(gltf.scene);
    const soft = await attachSupple(gltf, bytes, { maxPins: 4 }), twin = await attachSupple(gltf, { root: clone(gltf.scene) });
    const many = await attachInstances(gltf, 10, { free: true }), world = new SoftWorld([soft, twin, many], { friction: 0.5 }).addCollider(floor);
    mixer.update(0.1);
    world.update(0.1);
    const hit: SoftHit | null = soft.pick(ray);
    if (hit)
        soft.pin(hit)?.move(hit.point.clone().add(new Vector3(0, 1, 0)));
    const places: Vector3[] = world.contacts().map(({ place }) => place), lit: boolean = soft.light(new LightProbe());
    return places.length > 0 && lit ? soft : twin;
}

export async function plain(bytes: Uint8Array): Promise<Float32Array> {
    const supple = await load(), asset = supple.asset(bytes), body: Body = asset.body({ gravity: [0, -9.81, 0] });
    const hit: Hit | null = body.pick([0, 0, 1], [0, 0, -1]);
    makeWorld(supple).add(body);
    makeCrowd([body]).step(0.01);
    makeLight(asset)?.set([1, 1, 1]);
    // @ts-expect-error a step takes a number
    body.step("a while");
    return hit ? body.position(hit) : body.skin().positions;
}
