// supple/three in Chromium: node three.mjs PACKAGE THREE FOLDER. FOLDER has the files; what is there is tried.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { finish, launch, law } from "./browser.mjs";
import { serve } from "./serve.mjs";

const [supplePackage, threePackage, folder] = process.argv.slice(2), here = new URL(".", import.meta.url).pathname;
const map = { imports: { three: "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/", supple: "/supple/supple.js", "supple/light": "/supple/light.js", "supple/three": "/supple/three/index.js" } };
const server = await serve({ "/supple/": supplePackage, "/three/": threePackage, "/files/": folder, "/test/": here }, {
    "/three.html": `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify(map)}</script><script type="module" src="/test/three_page.js"></script>` });
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 500, height: 400 } }), said = [];
page.on("console", m => /GPU stall/.test(m.text()) || said.push(m.text()));
page.on("pageerror", e => said.push(e.message));
page.on("requestfailed", r => said.push(`${r.url()} failed`));
await page.goto(`${server.url}/three.html`);
await page.waitForFunction(() => window.ready, null, { timeout: 20000 }).catch(error => { throw new Error([...said, error.message].join("; ")); });

const has = name => existsSync(join(folder, name));
const off = (told, most = 1e-5) => {
    const note = Object.entries(told).map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toExponential(1)}`).join(", ");
    return told.picture < most && told.shadow < most && told.normals < 1e-4 && told.moved > 1e-3 ? { note } : note;
};

// ---- vertices ----------------------------------------------------------------------------

const files = readdirSync(folder).filter(name => name.endsWith(".glb") && !/^(free|dressed)\./.test(name)); // one moves no flesh until it falls, one has targets of its own: below
for (const name of files)
    await law(`${name}: what three.js draws, and its shadow, are the library's vertices`, async () => off(await page.evaluate(async file => {
        const gltf = await read(file), { soft } = await moving(gltf), stage = makeScene(gltf.scene);
        if (soft.entries.length > 0)
            soft.trigger(soft.entries[0].entry);
        soft.update(1 / 30);
        const told = compare(stage, soft);
        soft.dispose();
        return told;
    }, `/files/${name}`)));

const kinds = ["MeshPhysicalMaterial", "MeshToonMaterial", ...(process.env.SUPPLE_THOROUGH ? ["MeshLambertMaterial", "MeshPhongMaterial", "MeshBasicMaterial", "MeshNormalMaterial", "MeshMatcapMaterial"] : [])];
await law("... so they are in light of a point, and under each kind of material", async () => {
    const all = await page.evaluate(async kinds => {
        const told = {};
        for (const kind of kinds) {
            const gltf = await read("/files/jelly.glb");
            gltf.scene.traverse(object => object.isMesh && (object.material = new THREE[kind]({ side: THREE.DoubleSide })));
            const stage = makeScene(gltf.scene, new THREE.PointLight(0xffffff, 100)), { soft } = await moving(gltf);
            told[kind] = compare(stage, soft);
            soft.dispose();
        }
        return told;
    }, kinds);
    const bad = Object.entries(all).filter(([, told]) => typeof off(told) === "string");
    return bad.map(([kind, told]) => `${kind}: ${off(told)}`).join("; ") || { note: Object.values(all).map(({ shadow }) => shadow.toExponential(0)).join(" ") };
});

await law("morph targets of the file are added to the flesh", async () => {
    const [most, moved] = await page.evaluate(async () => {
        const gltf = await read("/files/jelly.glb"), stage = makeScene(gltf.scene), weight = 0.7;
        gltf.scene.traverse(object => {
            if (!object.isMesh)
                return;
            const { geometry } = object, target = geometry.attributes.position.clone();
            target.array.forEach((_, i, all) => (all[i] = 0.02 * stage.size * Math.sin(i)));
            geometry.morphAttributes.position = [target];
            geometry.morphTargetsRelative = true;
            object.updateMorphTargets();
            object.morphTargetInfluences[0] = weight;
        });
        const { soft } = await moving(gltf), [{ object, firstVertex, vertexCount }] = soft.meshes, seen = {};
        watch(object, "picture", seen);
        renderer.render(stage.scene, stage.camera);
        const positions = soft.body.skin().positions.slice(3 * firstVertex), turn = new THREE.Matrix3().setFromMatrix4(object.matrixWorld);
        const [target] = object.geometry.morphAttributes.position, v = new THREE.Vector3();
        let own = 0;
        for (let i = 0; i < vertexCount; ++i) {
            v.fromBufferAttribute(target, i).multiplyScalar(weight).applyMatrix3(turn);
            v.toArray().forEach((x, k) => { positions[3 * i + k] += x; own = Math.max(own, Math.abs(x) / stage.size); });
        }
        const most = farthest(stage.size, vertexCount, i => fromClip(stage.camera, seen.gl_Position[i]), positions);
        soft.dispose();
        return [most, own];
    });
    return most < 1e-5 && moved > 5e-3 ? { note: most.toExponential(1) } : `off by ${most}, targets move ${moved}`;
});

await law("two characters of one file, at different times of its motion, are each its own", async () => {
    const [a, b, apart, same] = await page.evaluate(async () => {
        const gltf = await read("/files/posed.glb"), clone = SkeletonUtils.clone(gltf.scene);
        const one = await moving(gltf), two = await moving(gltf, { root: clone }, 37), stage = makeScene(gltf.scene);
        stage.scene.add(clone);
        clone.traverse(object => Object.assign(object, { castShadow: true, frustumCulled: false }));
        const told = [compare(stage, one.soft), compare(stage, two.soft)];
        const apart = Math.max(...one.soft.body.upload().map((x, i) => Math.abs(x - two.soft.body.upload()[i])));
        const same = [...materialsOf(gltf.scene)].every(material => materialsOf(clone).has(material)) && one.soft.asset === two.soft.asset;
        one.soft.dispose();
        two.go(3, 37);
        told[1].afterTheOther = compare(stage, two.soft).picture;
        two.soft.dispose();
        return [...told, apart, same];
    });
    const trouble = [off(a), off(b)].filter(text => typeof text === "string").join("; ");
    return trouble || (b.afterTheOther > 1e-5 && `after the other was disposed: ${b.afterTheOther}`) || (apart === 0 && "they move alike") || (!same && "they share no materials") || { note: off(b).note };
});

// ---- what is the scene's stays -------------------------------------------------------------

await law("no material of the file is lost, and after dispose the picture is what it was", async () => page.evaluate(async () => {
    for (const file of ["/files/jelly.glb", "/files/posed.glb"]) {
        const gltf = await read(file), stage = makeScene(gltf.scene), before = materialsOf(gltf.scene), first = picture(stage), own = [];
        gltf.scene.traverse(object => object.isMesh && own.push([object, object.geometry, object.material, Object.keys(object.material).join()]));
        const { soft } = await moving(gltf), after = materialsOf(gltf.scene);
        if (before.size !== after.size || ![...before].every(material => after.has(material)))
            return `${file}: there are other materials`;
        gltf.scene.position.set(0, 0, 0);
        gltf.scene.rotation.set(0, 0, 0);
        const shaken = picture(stage);
        if (differ(shaken, first) < 100)
            return `${file}: nothing moved in the picture`;
        soft.dispose();
        soft.dispose(); // twice is once
        new THREE.AnimationMixer(gltf.scene).stopAllAction();
        for (const [object, geometry, material, keys] of own)
            if (object.geometry !== geometry || object.material !== material || Object.keys(material).join() !== keys || object.customDepthMaterial || object.customDistanceMaterial)
                return `${file}: ${object.name} is not as it was`;
        if (file === "/files/jelly.glb" && differ(picture(stage), first) > 0)
            return `${file}: the picture is another one`;
    }
}));

await law("a user's own onBeforeCompile and depth material go on", async () => page.evaluate(async () => {
    const gltf = await read("/files/jelly.glb"), stage = makeScene(gltf.scene), [material] = materialsOf(gltf.scene), calls = { own: 0, depth: 0 };
    material.onBeforeCompile = shader => { ++calls.own; shader.fragmentShader = shader.fragmentShader.replace("#include <opaque_fragment>", "#include <opaque_fragment>\ngl_FragColor = vec4(1.0, 0.0, 1.0, 1.0);"); };
    const depth = new THREE.MeshDepthMaterial();
    depth.onBeforeCompile = () => ++calls.depth;
    gltf.scene.traverse(object => object.isMesh && (object.customDepthMaterial = depth));
    const { soft } = await moving(gltf), told = compare(stage, soft), pixels = picture(stage);
    let magenta = 0;
    for (let i = 0; i < pixels.length; i += 4)
        magenta += pixels[i] > 200 && pixels[i + 1] < 50 && pixels[i + 2] > 200 ? 1 : 0;
    soft.dispose();
    if (material.onBeforeCompile.toString().indexOf("calls.own") < 0)
        return "it was not given back";
    return told.picture < 1e-5 && told.shadow < 1e-5 && calls.own > 0 && calls.depth > 0 && magenta > 500 ? "" : JSON.stringify({ ...told, ...calls, magenta });
}));

await law("an object that gets a patched material later stays rigid", async () => page.evaluate(async () => {
    const gltf = await read("/files/jelly.glb"), stage = makeScene(gltf.scene), { soft } = await moving(gltf), seen = {};
    const ball = new THREE.Mesh(new THREE.SphereGeometry(stage.size / 4), [...materialsOf(gltf.scene)][0]);
    stage.scene.add(ball);
    watch(ball, "picture", seen);
    renderer.render(stage.scene, stage.camera);
    const { position } = ball.geometry.attributes, most = farthest(stage.size, position.count, i => fromClip(stage.camera, seen.gl_Position[i]), position.array);
    soft.dispose();
    return most < 1e-5 ? "" : `it moved by ${most}`;
}));

await law("nothing is left over after 200 attach and dispose", async () => {
    const told = await page.evaluate(async () => {
        const gltf = await read("/files/jelly.glb"), stage = makeScene(gltf.scene), at = [];
        let memory = null;
        for (let i = 0; i < 200; ++i) {
            const soft = await supple.attachSupple(gltf);
            memory = soft.supple.c.memory;
            soft.update(1 / 60);
            if (i % 20 === 0)
                renderer.render(stage.scene, stage.camera);
            soft.dispose();
            if (i % 20 === 0)
                at.push([renderer.info.memory.geometries, renderer.info.memory.textures, renderer.info.programs.length, memory.buffer.byteLength]);
        }
        renderer.render(stage.scene, stage.camera);
        return at;
    });
    return told.slice(1).every(row => row.join() === told[1].join()) ? { note: `geometries, textures, programs, bytes: ${told.at(-1).join(", ")}` } : JSON.stringify(told);
});

// ---- hands, worlds, instances ---------------------------------------------------------------

await law("a point is picked under a ray, pinned and let go", async () => page.evaluate(async () => {
    const gltf = await read("/files/jelly.glb"), stage = makeScene(gltf.scene), soft = await supple.attachSupple(gltf), ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(0, 0), stage.camera);
    const hit = soft.pick(ray), [seen] = ray.intersectObject(gltf.scene);
    if (!hit || hit.point.distanceTo(seen.point) > 1e-3 * stage.size || hit.object !== seen.object)
        return "the ray meets it elsewhere";
    ray.far = hit.distance / 2;
    if (soft.pick(ray))
        return "it is picked beyond the ray's end";
    const target = hit.point.clone().add(new THREE.Vector3(0.02 * stage.size, 0, 0)), pin = soft.pin(hit);
    pin.move(target);
    for (let i = 0; i < 60; ++i)
        soft.update(1 / 60);
    const near = new THREE.Vector3().fromArray(soft.body.position(hit)).distanceTo(target) / stage.size;
    pin.release();
    soft.push(hit, new THREE.Vector3(0, 0, -0.001));
    for (let i = 0; i < 600; ++i)
        soft.update(1 / 60);
    const back = new THREE.Vector3().fromArray(soft.body.position(hit)).distanceTo(hit.point) / stage.size;
    soft.dispose();
    return near < 2e-3 && back < 2e-3 ? "" : `pinned ${near} off, afterwards ${back}`;
}));

await law("free bodies fall on a plane of the scene and onto a box, instances and all", async () => {
    const told = await page.evaluate(async () => {
        const gltf = await read("/files/free.glb"), stage = makeScene(gltf.scene), many = await supple.attachInstances(gltf, 3, { free: true });
        const soft = await supple.attachSupple(gltf, { free: true });
        const floor = new THREE.Mesh(new THREE.PlaneGeometry(10, 10), new THREE.MeshBasicMaterial()), box = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), floor.material);
        floor.rotation.x = -Math.PI / 2;
        floor.position.y = -0.4;
        box.scale.set(0.5, 0.2, 0.5);
        box.position.set(3, 0, 0);
        stage.scene.add(floor, box, ...many.objects);
        for (let i = 0; i < 3; ++i)
            many.place(i, new THREE.Matrix4().makeTranslation(1 + i, 0.3, 0));
        const world = new supple.SoftWorld([soft, many]).addCollider(floor).addCollider(box);
        let began = 0;
        for (let i = 0; i < 150; ++i) {
            world.update(1 / 60);
            began += world.contacts().filter(contact => contact.began && contact.collider === (contact.place.x > 2.5 ? box : floor)).length;
        }
        const lowest = body => body.skin().positions.reduce((low, x, i) => i % 3 === 1 ? Math.min(low, x) : low, Infinity);
        const seen = {}, [object] = many.objects, heights = [soft.body, ...many.bodies].map(lowest);
        watch(object, "picture", seen);
        renderer.render(stage.scene, stage.camera);
        const count = many.asset.vertexCount;
        const off = many.bodies.map((body, b) => farthest(stage.size, count, i => fromClip(stage.camera, seen.gl_Position[b * count + i]), body.skin().positions));
        const own = compare(stage, soft).picture;
        const { geometries } = renderer.info.memory;
        many.dispose();
        soft.dispose();
        world.dispose();
        return { heights, off, own, began, size: stage.size, freed: geometries - renderer.info.memory.geometries, members: world.members.size };
    });
    const stands = told.heights.every((y, i) => Math.abs(y - (i === 3 ? 0.1 : -0.4)) < 0.02 * told.size);
    return stands && told.off.every(x => x < 1e-5) && told.own < 1e-5 && told.began >= 4 && told.freed >= 2 && told.members === 0 ? { note: told.off.map(x => x.toExponential(1)).join(" ") } : JSON.stringify(told);
});

await law("a ball that is moved dents flesh, a bone carries one, and a bone that is missing is named", async () => {
    const told = await page.evaluate(async () => {
        const gltf = await read("/files/posed.glb"), stage = makeScene(gltf.scene), soft = await supple.attachSupple(gltf), [{ object }] = soft.meshes, told = {};
        const ray = new THREE.Raycaster(new THREE.Vector3().setFromMatrixPosition(stage.camera.matrixWorld), stage.camera.getWorldDirection(new THREE.Vector3())), hit = soft.pick(ray);
        const radius = 0.1 * stage.size, ball = new THREE.Mesh(new THREE.SphereGeometry(radius)), world = new supple.SoftWorld(soft);
        stage.scene.add(ball);
        ball.position.copy(ray.ray.at(hit.distance - 2 * radius, new THREE.Vector3()));
        world.addCollider(ball);
        const before = soft.body.coords.slice(), last = soft.asset.boneName(soft.asset.boneCount - 1);
        for (let i = 0; i < 30; ++i) {
            ball.position.addScaledVector(ray.ray.direction, 1.3 * radius / 30);
            world.update(1 / 60);
        }
        told.dented = soft.body.coords.some((x, i) => Math.abs(x - before[i]) > 1e-6);
        told.met = world.contacts().some(contact => contact.collider === ball && contact.soft === soft);
        world.removeCollider(ball);
        try { world.addCollider(ball, { soft, bone: "tail" }); } catch (error) { told.said = error.message; }
        ball.position.addScaledVector(ray.ray.direction, -10 * radius);
        world.addCollider(ball, { soft, bone: last });
        world.update(1 / 60);
        told.left = world.contacts().length;
        try { soft.update(1 / 60); } catch (error) { told.refused = error.message; }
        soft.dispose();
        told.members = world.members.size;
        world.dispose();
        return told;
    });
    return told.dented && told.met && /no bone "tail"/.test(told.said) && told.left === 0 && /world's update/.test(told.refused) && told.members === 0 ? "" : JSON.stringify(told);
});

await law("instances that the file has move alike", async () => page.evaluate(async () => {
    const gltf = await read("/files/jelly.glb"), stage = makeScene(gltf.scene), seen = {};
    let one = null;
    gltf.scene.traverse(object => { one = object.isMesh ? object : one; });
    const many = new THREE.InstancedMesh(one.geometry, one.material, 2); // as GLTFLoader does for EXT_mesh_gpu_instancing
    many.setMatrixAt(0, new THREE.Matrix4());
    many.setMatrixAt(1, new THREE.Matrix4().makeTranslation(0.1, 0, 0));
    gltf.parser.associations.set(many, gltf.parser.associations.get(one));
    one.parent.add(many);
    many.position.copy(one.position), many.quaternion.copy(one.quaternion), many.scale.copy(one.scale);
    one.removeFromParent();
    const { soft } = await moving(gltf), n = soft.asset.vertexCount;
    watch(many, "picture", seen);
    renderer.render(stage.scene, stage.camera);
    const first = farthest(stage.size, n, i => fromClip(stage.camera, seen.gl_Position[i]), soft.body.skin().positions);
    const shift = new THREE.Vector3(0.1, 0, 0).transformDirection(many.matrixWorld).multiplyScalar(0.1).toArray();
    const moved = soft.body.skin().positions.map((x, i) => x + shift[i % 3]);
    const second = farthest(stage.size, n, i => fromClip(stage.camera, seen.gl_Position[n + i]), moved);
    soft.dispose();
    return first < 1e-5 && second < 1e-5 ? "" : `off by ${first} and ${second}`;
}));

await law("a recording is triggered by name, and its light is the library's", async () => {
    const told = await page.evaluate(async () => {
        const gltf = await read("/files/recorded.glb"), stage = makeScene(gltf.scene), soft = await supple.attachSupple(gltf), [{ entry }] = soft.entries;
        materialsOf(gltf.scene).forEach(material => (material.metalness = 0)); // a file without materials is of metal, which has no diffuse light
        const rest = soft.body.coords.slice(), sky = Float32Array.from({ length: 48 }, (_, i) => i < 3 ? 2 : 0.4 * Math.sin(5 * i)), told = { refused: !soft.trigger(entry) };
        told.lit = soft.light(sky);
        for (let i = 0; i < 6; ++i) {
            shake(gltf.scene, i / 60);
            soft.update(1 / 60);
        }
        told.moved = soft.body.coords.reduce((most, x, i) => Math.max(most, Math.abs(x - rest[i])), 0);
        const seen = {}, [{ object, firstVertex, vertexCount }] = soft.meshes;
        watch(object, "picture", seen);
        const bright = picture(stage), { front, back } = soft.lit.light.arriving(soft.body);
        told.front = farthest(1, vertexCount, i => seen.supple_front[i], front.slice(3 * firstVertex));
        told.back = farthest(1, vertexCount, i => seen.supple_back[i], back.slice(3 * firstVertex));
        told.brightest = Math.max(...front);
        const own = makeLight(soft.asset), axes = new THREE.Matrix3().setFromMatrix4(object.matrixWorld).transpose().toArray(); // by rows
        own.set(sky, axes);
        told.turned = farthest(1, vertexCount, i => seen.supple_front[i], own.arriving(soft.body).front.slice(3 * firstVertex));
        own.set(sky);
        told.unturned = farthest(1, vertexCount, i => seen.supple_front[i], own.arriving(soft.body).front.slice(3 * firstVertex));
        own.release();
        soft.light(null);
        told.changed = differ(bright, picture(stage));
        gltf.scene.rotation.set(0, 0, 0);
        soft.place();
        const probe = new THREE.LightProbe(undefined, 0.5), arrives = new THREE.Vector3(), normal = new THREE.Vector3();
        probe.sh.coefficients.forEach((harmonic, i) => harmonic.setScalar(i > 0 ? 0.3 * Math.sin(3 * i + 1) : 3));
        soft.light(probe); // on a convex body at rest nothing is hidden: what arrives is what three.js has for it
        const { front: lit } = soft.lit.light.arriving(soft.body), normals = soft.asset.array("normals");
        told.probe = 0;
        for (let v = 0; v < soft.asset.vertexCount; ++v)
            told.probe = Math.max(told.probe, Math.abs(lit[3 * v] - 0.5 * probe.sh.getIrradianceAt(normal.fromArray(normals, 3 * v), arrives).x / Math.PI));
        told.unknown = "";
        try { soft.trigger("no such entry"); } catch (error) { told.unknown = error.message; }
        soft.dispose();
        return told;
    });
    const ok = !told.refused && told.lit && told.moved > 1e-4 && told.front < 1e-5 && told.back < 1e-5 && told.brightest > 0.3 && told.turned < 4e-3 && told.unturned > 1e-2 && told.changed > 100 && told.probe < 5e-3 && /there is no such entry: it is 0 to 4, or one of "back"/.test(told.unknown);
    return ok ? { note: `${told.front.toExponential(1)}, with its turn ${told.turned.toExponential(1)}, without ${told.unturned.toExponential(1)}, a probe ${told.probe.toExponential(1)}, brightest ${told.brightest.toFixed(2)}` } : JSON.stringify(told);
});

await law("the debug view is there, and gone", async () => page.evaluate(async () => {
    const gltf = await read("/files/jelly.glb"), stage = makeScene(gltf.scene), { soft, go } = await moving(gltf);
    soft.debug();
    go(2, 20);
    const points = stage.scene.getObjectByName("supple debug"), { array } = points.geometry.attributes.position, { positions } = soft.body.skin();
    const there = array.some(x => x !== 0) && Math.abs(array[0] - positions[3 * soft.view.vertices[0]]) < 1e-6;
    soft.dispose();
    return there && !stage.scene.getObjectByName("supple debug") ? "" : "it is not";
}));

await law("what cannot be is told in a sentence", async () => {
    const told = await page.evaluate(async () => {
        const gltf = await read("/files/jelly.glb"), other = await read("/files/posed.glb"), said = [];
        const bytes = new Uint8Array(await (await fetch("/files/posed.glb")).arrayBuffer());
        const tries = [() => supple.attachSupple(gltf.scene), () => supple.attachSupple(gltf, bytes), () => supple.attachSupple(gltf, new Uint8Array(64)),
                       () => supple.attachInstances(other, 2), () => supple.attachInstances(gltf, 0), () => new supple.SoftWorld([]),
                       () => supple.attachSupple({ ...gltf, parser: { ...gltf.parser, json: { ...gltf.parser.json, extensions: {} } } })];
        for (const attempt of tries)
            said.push(await Promise.resolve().then(attempt).then(() => "nothing", error => error.message));
        const soft = await supple.attachSupple(gltf, new Uint8Array(await (await fetch("/files/jelly.glb")).arrayBuffer())); // and it still works, by bytes
        soft.update(1 / 60);
        soft.dispose();
        return said;
    });
    const wanted = [/what GLTFLoader returned/, /not those that were baked/, /./, /skins no instances/, /one instance or more/, /begins with a character/, /no SUPPLE_soft_body/];
    return wanted.every((pattern, i) => pattern.test(told[i]) && told[i] !== "nothing") ? "" : JSON.stringify(told);
});

// ---- own targets of several meshes and skins, beside `supple play` --------------------------

if (has("dressed.pc2"))
    await law("a dressed character over a clip is what supple play makes of it", async () => {
        const cache = readFileSync(join(folder, "dressed.pc2")), points = cache.readInt32LE(16), at = 24;
        const expected = Array.from(new Float32Array(cache.buffer.slice(cache.byteOffset + 32 + 12 * points * at, cache.byteOffset + 32 + 12 * points * (at + 1))));
        const [most, meshes] = await page.evaluate(async ([expected, at]) => {
            const gltf = await read("/files/dressed.glb"), stage = makeScene(gltf.scene), mixer = new THREE.AnimationMixer(gltf.scene);
            const clip = gltf.animations.find(({ name }) => name === "walk");
            mixer.clipAction(clip).setLoop(THREE.LoopOnce).play();
            mixer.setTime(0);
            const soft = await supple.attachSupple(gltf);
            for (let frame = 1; frame <= at; ++frame) {
                mixer.setTime(Math.min(frame / 60, clip.duration - 1e-6));
                soft.update(1 / 60);
            }
            let most = 0;
            for (const { object, firstVertex, vertexCount } of soft.meshes) {
                const seen = {};
                watch(object, "picture", seen);
                renderer.render(stage.scene, stage.camera);
                most = Math.max(most, farthest(stage.size, vertexCount, i => fromClip(stage.camera, seen.gl_Position[i]), expected.slice(3 * firstVertex, 3 * (firstVertex + vertexCount))));
            }
            return [most, soft.meshes.length];
        }, [expected, at]);
        return most < 1e-5 && meshes >= 2 ? { note: `${meshes} soft meshes, ${most.toExponential(1)}` } : `off by ${most}, ${meshes} soft meshes`;
    });

await law("nothing reached the console", () => said.join("; "));
await browser.close();
server.close();
finish();
