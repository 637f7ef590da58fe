"""Bodies played from Python: what numpy finds from the tables is what C writes; views are views; worlds obey mechanics.

    play.py GOLDEN_FOLDER

SPDX-License-Identifier: MIT
"""
import gc
import re
import sys
import weakref
from pathlib import Path

import numpy as np

import supple
from supple import _abi, _memory
from laws import law, raises, run

GOLDEN = Path(sys.argv[1])
RECORDED = supple.Asset(GOLDEN / "recorded.supple")

BOX = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], float) * 0.2
QUADS = np.array([[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]])
SIDES = np.concatenate([QUADS[:, [0, 1, 2]], QUADS[:, [0, 2, 3]]])
BLOCK = supple.Asset(supple.bake((BOX, SIDES), tets=60, modes=4, base=0.1, quick=True)[0])
FREE = supple.Asset(supple.bake((BOX, SIDES), tets=60, modes=4, light=3, quick=True)[0])


def at(x=0.0, y=0.0, z=0.0):
    m = np.eye(4)
    m[:3, 3] = x, y, z
    return m


def pushed():
    body = BLOCK.body()
    body.place(np.eye(4))
    body.impulse(supple.Point.at(7), (0.02, -0.01, 0.005))
    body.step(1 / 60)
    return body


def by_tables(asset, rows):
    """Positions as a vertex shader finds them: rest, and texels of shapes times the first number of uploaded rows."""
    texels = asset.shapes.reshape(-1, 3).astype(np.float64)
    out = asset.positions.astype(np.float64)
    for number, part in enumerate(asset.parts):
        c = supple.asset.runtime().supple_asset_part(asset._c, number)
        for layer in asset.links:
            here = (layer >> 24 == number) & (layer != 0xFFFFFFFF)
            place = (layer[here] & 0xFFFFFF).astype(np.int64)
            for k, coord in enumerate(range(part.coords.start, part.coords.stop)):
                out[here] += rows[coord, 0] * texels[c.first_shape + k * c.shape_places + place]
    return out


@law
def what_c_writes_is_what_numpy_finds_from_the_tables():
    body = pushed()
    positions = body.evaluate().positions
    assert np.abs(positions - BLOCK.positions).max() > 3e-5
    assert np.abs(positions - by_tables(BLOCK, body.upload())).max() < 1e-6


@law
def an_input_does_to_weights_what_it_says():
    asset = supple.Asset(GOLDEN / "inputs.supple")
    body = asset.body()
    assert asset.inputs == ("smile", "tension")
    body.set_input("tension", 1.0)
    body.place(np.tile(np.eye(4), (len(asset.bones), 1, 1)))
    assert body.weights(2)[2] > 0.9999 and body.weights(0)[0] > 0.9999 and body.input(1) == 1.0
    raises(KeyError, "smile, tension", body.set_input, "frown", 1.0)
    raises(ValueError, "is a number", body.set_input, 0, float("nan"))


@law
def coordinates_that_are_told_are_gone_on_with():
    one, two = pushed(), BLOCK.body()
    two.place(np.eye(4))
    two.set_coords(0, one.coords.copy(), one.speeds.copy())
    assert (two.evaluate().positions == one.evaluate().positions).all() and np.abs(one.speeds).max() > 0
    for _ in range(20):
        one.step(1 / 60)
        two.step(1 / 60)
        one.set_coords(0, one.coords, one.speeds)
        assert (one.coords == two.coords).all() and (one.speeds == two.speeds).all()
    raises(ValueError, "not a number", one.set_coords, 0, np.full(4, np.nan))
    raises(ValueError, "has 4 coordinates", one.set_coords, 0, None, np.zeros(3))
    raises(ValueError, "recorded one", RECORDED.body().set_coords, 0)


@law
def arrays_are_written_in_place_whatever_their_stride():
    body = pushed()
    whole = body.evaluate()
    buffer = np.full((BLOCK.vertex_count, 8), 7.0, np.float32)
    out = body.evaluate(positions=buffer[:, :3], normals=buffer[:, 4:7])
    assert np.shares_memory(out.positions, buffer)
    assert (buffer[:, :3] == whole.positions).all() and (buffer[:, 4:7] == whole.normals).all()
    assert (buffer[:, [3, 7]] == 7.0).all()
    raises(ValueError, "float32", body.evaluate, np.empty((BLOCK.vertex_count, 3)))
    raises(ValueError, "shape", body.evaluate, np.empty((3, 3), np.float32))
    raises(ValueError, "side by side", body.evaluate, np.empty((3, BLOCK.vertex_count), np.float32).T)
    raises(ValueError, "read-only", body.evaluate, BLOCK.positions)
    raises(ValueError, "recomputed from positions", body.evaluate, normals=whole.normals, normal_form="recomputed")


@law
def arrays_of_an_asset_are_views_that_keep_its_bytes():
    data = (GOLDEN / "v1.supple").read_bytes()
    asset = supple.Asset(data)
    if np.frombuffer(data, np.uint8).ctypes.data % 16 == 0:
        assert np.shares_memory(asset.positions, np.frombuffer(data, np.uint8))
    raises(ValueError, "read-only", asset.positions.__setitem__, 0, 1.0)
    positions = asset.positions
    copy = positions.copy()
    gone = weakref.ref(asset)
    del asset, data
    gc.collect()
    assert gone() is None and (positions == copy).all()


@law
def coordinates_are_a_view_that_a_step_changes_and_that_keeps_the_body():
    body = pushed()
    coords = body.coords
    before = coords.copy()
    body.step(0.01)
    assert (coords != before).any()
    gone = weakref.ref(body)
    del body
    gc.collect()
    assert gone() is not None and np.isfinite(coords).all()
    del coords
    gc.collect()
    assert gone() is None


@law
def one_long_step_is_two_short_ones():
    one, two = pushed(), pushed()
    one.step(0.02)
    two.step(0.01)
    two.step(0.01)
    assert np.abs(one.coords - two.coords).max() < 1e-5 * np.abs(one.coords).max()


@law
def a_restored_body_has_the_same_bits():
    body = pushed()
    state = body.save()
    body.step(0.013)
    after = body.coords.copy()
    body.restore(state)
    body.step(0.013)
    assert (body.coords == after).all()
    raises(ValueError, "no state", body.restore, state[:-1])


@law
def palettes_are_as_mathematics_writes_them():
    body = BLOCK.body(gravity=(0, 0, 0), sag=(0, 0, 0))
    body.place(at(1, 2, 3))
    assert np.abs(body.skin().positions - BLOCK.positions - (1, 2, 3)).max() < 1e-6
    assert np.abs(body.palette[0] - at(1, 2, 3)).max() < 1e-6
    turn = np.array([[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    body.place(turn)
    assert np.abs(body.skin().positions - BLOCK.positions @ turn[:3, :3].T).max() < 1e-6
    raises(ValueError, "(1, 4, 4)", body.drive, np.eye(3))


@law
def what_is_pinned_is_there_and_a_ray_finds_it():
    body = BLOCK.body(max_pins=4)
    body.place(np.eye(4))
    point, distance = body.pick((0.15, 1.0, 0.12), (0, -1, 0))
    assert abs(distance - 0.8) < 1e-4 and body.pick((9, 1, 0), (0, -1, 0)) is None
    target = body.position(point) + (0.004, 0, 0)
    pin = body.pin(point, target)
    body.step(1 / 60)
    assert np.abs(body.position(point) - target).max() < 1e-4
    hold = body.hold([supple.Point.at(6), supple.Point.at(7)], [BOX[6], BOX[7]])
    raises(ValueError, "takes as many", hold.move, [BOX[6]])
    hold.move([BOX[6], BOX[7]])
    pin.release()
    hold.release()
    held = [body.pin(supple.Point.at(7), BOX[7]) for _ in range(4)]
    raises(RuntimeError, "max_pins", body.pin, supple.Point.at(6), BOX[6])
    assert len(held) == 4
    raises(ValueError, "kind is one of", body.hold, [point], [target], "somewhere")


@law
def a_free_body_falls_as_a_stone_and_the_floor_holds_it():
    world = supple.World(friction=0.5)
    body = world.add(FREE.body(free=True))
    body.throw(at(y=1.0), velocity=(1, 0, 0))
    start = body.motion.pose[:3, 3].copy()
    for _ in range(20):
        world.step(0.01)
    fallen = body.motion.pose[:3, 3] - start
    assert abs(fallen[0] - 0.2) < 1e-4 and abs(fallen[1] + 0.5 * 9.81 * 0.2**2) < 2e-4
    raises(RuntimeError, "in a world already", world.add, body)
    floor = world.plane(at(y=0.2))
    heard = []
    for _ in range(100):
        world.step(0.01)
        heard += world.contacts()
    assert heard and all(c.body is body and c.other is None and c.collider is floor for c in heard)
    assert any(c.began for c in heard) and all(c.normal[1] > 0.99 for c in heard)
    assert body.skin().positions[:, 1].min() > 0.2 - 0.01
    assert world.stats.bodies == 1 and world.stats.steps == 120
    world.remove(body)
    assert world.contacts() == [] and world.bodies == []
    world.add(body)
    state = world.save()
    world.step(0.01)
    world.restore(state)
    raises(ValueError, "cannot be free", BLOCK.body, free=True)


@law
def colliders_move_joints_hold_and_break():
    world = supple.World()
    body = world.add(FREE.body(free=True))
    body.throw(at(y=1.0))
    hinge = world.add_joint("point", body, None, (0.1, 1.2, 0.1))
    hinge.change(strength=1e6)
    raises(TypeError, "there has no axis", hinge.change, axis=(0, 1, 0))
    raises(RuntimeError, "make no sense", hinge.change, damping=-1.0)
    for _ in range(50):
        world.step(0.01)
    assert hinge.state.exists and hinge.state.gap < 0.02 and 1 < hinge.state.force
    hinge.remove()
    assert not hinge.state.exists
    mesh = world.mesh(BOX * 5, SIDES, at(y=-9))
    mesh.move(at(y=-8))
    mesh.place(at(y=-7))
    mesh.remove()
    for shape in (world.sphere(0.1, at(5)), world.capsule(0.1, 0.2, at(6)), world.box((0.1, 0.1, 0.1), at(7))):
        shape.remove()
    raises(RuntimeError, "no sphere", world.sphere, -1.0)
    raises(ValueError, "vertex 8", world.mesh, BOX, [[0, 1, 8]])
    raises(ValueError, "whole numbers", world.mesh, BOX, [[0, 1, -1]])
    raises(ValueError, "whole numbers", world.mesh, BOX, [[0, 1, 2.5]])
    raises(TypeError, "", supple.World, max_bodies=2.5)
    raises(ValueError, "kind is one of", world.add_joint, "glue", body)
    raises(ValueError, "", supple.World, iterations=-1)
    gone = weakref.ref(world)
    del world, hinge, mesh, shape
    assert gone() is None and body.motion.pose.shape == (4, 4)  # its bodies live on


@law
def what_is_triggered_is_played():
    body = RECORDED.body()
    body.place([np.eye(4)] * len(RECORDED.bones))
    entries = [e.name for e in RECORDED.entries()]
    allowed = [name for name in entries if body.allows(name)]
    assert allowed and body.playing().response == -1
    assert body.trigger(allowed[0])
    body.step(RECORDED.recorded().step)
    playing = body.playing()
    assert entries[playing.entry] == allowed[0] and playing.begun == 1 and playing.response >= 0
    assert RECORDED.response(playing.response).seconds > 0
    coords, rates = RECORDED.sample(playing.response, 0.0)
    assert np.isfinite(coords).all() and coords.shape == rates.shape
    assert body.queue(allowed[0]) and body.playing().waiting == 1
    body.empty_queue()
    assert body.playing().waiting == 0 and isinstance(body.recorded_contacts(), list)
    assert body.answer(supple.Point.at(0), (0, 0, 1)) >= -1
    raises(KeyError, "has no entry", body.trigger, "fly")
    raises(KeyError, "no part", body.trigger, 0, "nothing")


@law
def light_is_linear_and_a_shader_finds_the_same():
    light = supple.Light(FREE)
    body = FREE.body(free=True)
    order = light.info.order
    front, back = light.arriving(body)
    assert (front == 0).all() and (back == 0).all()
    sky = np.zeros((order**2, 3), np.float32)
    sky[0] = 3.0
    light.set(sky)
    one = light.arriving(body)[0].copy()
    light.set(2 * sky)
    assert one.max() > 0 and np.allclose(light.arriving(body)[0], 2 * one, rtol=1e-5)
    texels = light.colors.reshape(-1, 3).astype(np.float64)
    amounts, points = light.amounts(body), light.points()[:, 0]
    shown = sum(a * texels[f * light.info.point_count + points] for f, a in enumerate(amounts))
    assert light.colors.dtype == np.float32 and np.allclose(np.maximum(shown, 0), 2 * one, atol=1e-5 * one.max())
    light.set(sky, np.eye(3))
    assert light.bones == (0,) and np.array_equal(light.arriving(body)[0], one)
    raises(ValueError, "finite", light.set, sky * np.nan)
    raises(supple.AssetError, "without light", supple.Light, BLOCK)
    raises(ValueError, "bodies of the asset", light.arriving, BLOCK.body())


@law
def hostile_bytes_are_refused_with_a_sentence():
    data = (GOLDEN / "v1.supple").read_bytes()
    raises(supple.AssetError, "no supple asset", supple.Asset, b"")
    raises(supple.AssetError, "", supple.Asset, data[: len(data) // 2])
    raises(FileNotFoundError, "nothing.glb", supple.Asset, "nothing.glb")
    flipped = bytearray((GOLDEN / "v4.supple").read_bytes())
    flipped[4208] ^= 1  # the last bit of the first position
    raises(supple.AssetError, "checksum", supple.Asset, flipped)
    assert supple.Asset(flipped, damaged=True).vertex_count == supple.Asset(data).vertex_count
    for source in (bytearray(data), np.frombuffer(data, np.uint8)[:], memoryview(data)):
        assert supple.Asset(source).vertex_count == supple.Asset(data).vertex_count


@law
def tuning_makes_it_stiffer_and_what_is_left_out_stays():
    body = BLOCK.body()
    before = body.tuning()
    body.tune(stiffness=4.0)
    assert body.tuning() == before._replace(stiffness=4.0)
    raises(KeyError, "no part 'tail'", body.tune, "tail")
    assert body.compliance().max() > 0 and body.weights().size == 0 and not body.asleep
    body.detail(1)
    body.set_options(gravity=(0, 0, 0))
    assert body.stats.rejected == 0
    FREE.prepare(dt=0.01, contacts=True)
    assert BLOCK.reach().shape == BLOCK.bend_ratio().shape == (BLOCK.coord_count,)
    assert np.abs(BLOCK.palette([at(1)])[0, :3, 3] - (1, 0, 0)).max() < 1e-6


@law
def ground_is_darker_below_a_body_and_open_far_away():
    light, ground = supple.Light(FREE), supple.Ground()
    body = FREE.body()
    sky = np.zeros((light.info.order**2, 3))
    sky[0] = 1
    ground.set(sky)
    balls = light.balls(body)
    low = balls[:, 1].min() - balls[:, 3].max()
    points = [(balls[:, 0].mean(), low, balls[:, 2].mean()), (1e3, low, 0)]
    open_ground = ground.arriving(points)
    below = ground.arriving(points, balls)
    assert len(balls) == light.info.ball_count > 0 and open_ground.min() > 0
    assert below[0].max() < 0.9 * open_ground[0].max() and np.allclose(below[1], open_ground[1], rtol=1e-3)
    raises(ValueError, "coefficients", ground.set, np.zeros((5, 3)))


# Of C's functions only these are no Python: what Python has another displacement for.
LEFT_OUT = {
    "supple_bodies_step": "a loop over bodies is no slower from Python",
    "supple_bodies_evaluate": "a loop over bodies is no slower from Python",
    "supple_bodies_upload": "a loop over bodies is no slower from Python",
    "supple_prepared_measures": "Body.measures",
    "supple_asset_find": "Asset takes a GLB as it is",
    "supple_body_create": "Asset.body",
    "supple_prepared_retain": "Python counts references",
    "supple_streams_packed": "Body.evaluate",
    "supple_body_set_user": "Python objects have attributes",
    "supple_body_user": "Python objects have attributes",
    "supple_world_set_collider_user": "Python objects have attributes",
    "supple_world_collider_user": "Python objects have attributes",
    "supple_world_set_joint_user": "Python objects have attributes",
    "supple_world_joint_user": "Python objects have attributes",
    "supple_body_world": "World.bodies",
    "supple_world_bodies": "World.bodies",
    "supple_world_colliders": "whoever made a collider has it",
    "supple_world_joints": "whoever made a joint has it",
    "supple_world_set_tasks": "callbacks from other threads would wait for the interpreter",
    "supple_world_joint_bodies": "whoever made a joint has it",
    "supple_filter_default": "Body.filter of a new body",
    "supple_bake_format_version": "the two libraries are checked by version",
}


@law
def a_body_says_what_it_is_and_takes_part_as_it_is_told():
    world = supple.World()
    body, ghost = world.add(FREE.body(free=True)), world.add(FREE.body(free=True))
    body.throw(at(y=1.0), velocity=(2, 0, 0))
    m = body.measures
    assert m.mass > 0 and m.inertia.shape == (3, 3) and abs(m.momentum[0] - 2 * m.mass) < 1e-5 * m.mass
    assert abs(m.kinetic - 2 * m.mass) < 1e-5 * m.mass
    body.impulse_centre((0, m.mass, 0))
    assert abs(body.motion.velocity[1] - 1) < 1e-5
    body.set_dynamics(gravity_scale=0, linear_drag=2)
    body.force_centre((0, 0, m.mass))
    ghost.throw(at(y=1.0))
    ghost.set_filter(mask=0)
    for _ in range(100):
        world.step(0.01)
    assert abs(body.motion.velocity[0] - 2 * np.exp(-2)) < 1e-4 and not world.contacts()
    assert body.dynamics.linear_drag == 2 and ghost.filter == supple.Filter(1, 0, 0)
    raises(ValueError, "restitution", body.set_dynamics, restitution=2)
    raises(ValueError, "gravity_scale", body.set_dynamics, gravity=2)
    body.sleep()
    assert body.asleep
    body.wake()
    assert not body.asleep and body.part_contacts(0)
    body.set_part_contacts(0, False)
    assert not body.part_contacts(0)
    floor = world.plane(at(y=-3))
    floor.set_filter(group=4)
    assert floor.filter.group == 4 and floor.pose[1, 3] == -3


@law
def a_world_is_asked_and_tells_what_happened():
    world = supple.World(hit_speed=0.5)
    body = world.add(FREE.body(free=True))
    body.throw(at(y=1.0))
    low, high = body.bounds
    middle = 0.5 * (low + high)
    hit = world.ray(middle + (0, 0, 3), (0, 0, -6))
    assert hit and hit.body is body and 0 < hit.distance < 0.5 and hit.normal[2] > 0.5 and hit.part == 0
    assert world.ray(middle + (0, 0, 3), (0, 0, 6)) is None
    assert world.ray(middle + (0, 0, 3), (0, 0, -6), supple.Filter(1, 2, 0)) is None
    floor, gate = world.plane(at(y=0.0)), world.sphere(0.3, at(y=0.6), sensor=True)
    assert [h.collider for h in world.ray_all(middle + (0, 3, 0), (0, -9, 0))][-1] is floor
    assert world.overlap("box", at(*middle), half=(0.1, 0.1, 0.1))[0].body is body
    assert world.cast("sphere", (0, -9, 0), at(5, 3), radius=0.5).collider is floor
    assert abs(world.cast("sphere", (0, -10, 0), at(5, 3), radius=0.5).distance - 0.25) < 1e-5
    near = world.nearest((5, 0.25, 0), 1)
    assert near.collider is floor and abs(near.distance - 0.25) < 1e-6
    places, colors = world.lines("bounds")
    assert places.shape == (12, 2, 3) and len(colors) == 12 and np.allclose(places.reshape(-1, 3).min(0), low, atol=1e-6)
    assert len(world.lines()[1]) > 50
    drawn = world.drawing("surfaces", "islands", "bounds")
    assert drawn.triangles[0].shape[1:] == (3, 3) and len(drawn.triangles[0]) == len(body.asset.triangles)
    assert len(drawn.points[0]) == len(drawn.texts[0]) == 1 and drawn.texts[2] == ["body 0"] and len(drawn.lines[1]) == 12
    raises(ValueError, "colliders", world.lines, "walls")
    heard = []
    for _ in range(200):
        world.step(0.01)
        heard += world.events()
    kinds = [e.kind for e in heard]
    assert kinds.count("began") - kinds.count("ended") == 1 and "hit" in kinds and "entered" in kinds
    assert all(e.collider is (gate if e.kind in ("entered", "left") else floor) for e in heard if e.kind not in ("slept", "woke"))
    world.remove(body)
    world.step(0.01)
    assert [(e.kind, e.body) for e in world.events() if e.kind == "ended"] == [("ended", body)]


@law
def a_function_says_which_pairs_collide_and_a_friction_of_none_is_the_worlds():
    world, asset = supple.World(friction=0.3), supple.Asset(GOLDEN / "ring.supple")
    floor, bodies, asked = world.plane(friction=None), [], []
    for i in range(2):
        body = asset.body(free=True)
        body.throw(at(3.0 * i, 0.5))
        bodies.append(world.add(body))

    def may_collide(body, other, collider):
        asked.append(other is None and collider is floor)
        return body is not bodies[1]

    world.set_pair_filter(may_collide)
    for _ in range(60):
        world.step(1 / 60)
    assert len(asked) > 10 and all(asked)
    assert bodies[0].motion.pose[1, 3] > 0 and bodies[1].motion.pose[1, 3] < -1

    def refuses(body, other, collider):
        raise KeyError("not today")

    world.set_pair_filter(refuses)
    raises(KeyError, "not today", world.step, 1 / 60)
    world.set_pair_filter(None)
    world.step(1 / 60)
    raises(TypeError, "a pair filter is a function, not int", world.set_pair_filter, 3)
    # a puck with the world's friction stops where mu g t says, and one on ice does not
    sliding = supple.World(friction=0.3)
    sliding.plane(friction=None)
    puck = sliding.add(supple.Asset(supple.Shape("box", half=(0.5, 0.05, 0.5), density=100)).body())
    puck.throw(at(0, 0.05), velocity=(1.5, 0, 0))
    for _ in range(15):
        sliding.step(1 / 60)
    assert abs(puck.motion.velocity[0] - (1.5 - 0.3 * 9.81 * 0.25)) < 0.05, puck.motion.velocity


@law
def every_function_of_the_headers_can_be_called_from_python():
    source = "".join(p.read_text() for p in Path(supple.__file__).parent.glob("*.py") if p.name != "_abi.py")
    used = set(re.findall(r"supple_\w+", source))
    declared = {**_abi.RUNTIME, **_abi.BAKER}
    assert {name for name in declared if name not in used} == set(LEFT_OUT)


@law
def tuples_have_every_field_of_their_structs():
    of = {
        "Mesh": "mesh",
        "Recorded": "recorded",
        "Entry": "entry",
        "LightInfo": "light_info",
        "Tuning": "tuning",
        "Stats": "body_counts",
        "Motion": "motion",
        "Measures": "measures",
        "Dynamics": "dynamics",
        "Filter": "filter",
        "Playing": "playing",
        "RecordedContact": "recorded_contact",
        "WorldStats": "world_counts",
        "JointState": "joint_state",
    }
    for name, struct in of.items():
        fields = [f for f, _ in getattr(_abi, "supple_" + struct)._fields_]
        assert list(getattr(supple, name)._fields) == fields, name
    assert _memory.plain(b"\xff") == "\ufffd"


run()
