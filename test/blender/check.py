# One take as Blender sees it, against every vertex of every frame as the runtime had it.
#
#   blender --background --factory-startup --python check.py -- TAKE FPS      reads TAKE.glb, TAKE.pc2, TAKE.mdd
#
# The PC2 is the reference; it is read here by its layout, not by Blender. The GLB goes through the glTF importer and is
# evaluated as morph targets and skin: 1e-5 of the body's size is what floats leave of that. The caches go through the Mesh
# Cache modifier. With Forward Z and Up -Y it turns Y up into Z up, so that a cache fits the mesh of the imported GLB;
# Blender 3.4 applies the inverse of what these two menus say, and Forward -Z, Up Y stands the body on its head.
# SPDX-License-Identifier: MIT
import struct
import sys

import bpy
import numpy as np

np.bool = bool  # Blender 3.4's importer uses a name that numpy 1.24 has dropped

TAKE, FPS = sys.argv[sys.argv.index('--') + 1:]
failed = 0


def read_pc2(path):
    """Frames x points x 3, Y up."""
    with open(path, 'rb') as file:
        mark, _, points, _, _, frames = struct.unpack('<12siiffi', file.read(32))
        assert mark == b'POINTCACHE2\0'
        return np.fromfile(file, '<f4').reshape(frames, points, 3).astype(float)


def evaluated(thing):
    """Vertices in the world after every modifier, turned back from Blender's Z up to Y up."""
    thing = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = thing.to_mesh()
    flat = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get('co', flat)
    thing.to_mesh_clear()
    world = np.array(thing.matrix_world)
    x, y, z = world[:3, :3] @ flat.reshape(-1, 3).T.astype(float) + world[:3, 3:]
    return np.stack([x, z, -y], axis=1)


def compare(law, thing, wanted, limit):
    global failed
    aparts = []
    for frame, points in enumerate(wanted):
        bpy.context.scene.frame_set(frame)
        seen = evaluated(thing)
        aparts.append(np.linalg.norm(seen - points, axis=1).max() / np.linalg.norm(np.ptp(points, axis=0))
                      if seen.shape == points.shape else np.inf)
    at = np.argmax(aparts)  # a NaN counts as the largest
    ok = len(wanted) > 1 and aparts[at] < limit
    failed += not ok
    print(f'{"ok     " if ok else "FAILED "} {law}, {len(wanted)} frames: at most {aparts[at]:.1e} of the size apart (frame {at})')


def empty_scene():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = int(FPS)  # before an import, which turns seconds into frames


def imported(path):
    empty_scene()
    bpy.ops.import_scene.gltf(filepath=path)
    body, = [o for o in bpy.data.objects if o.type == 'MESH' and o.data.shape_keys]
    return body


def cached(path, point_count, time_mode):
    """A bare cloud of vertices, all at the origin, moved by the modifier alone."""
    empty_scene()
    mesh = bpy.data.meshes.new('cloud')
    mesh.vertices.add(point_count)
    cloud = bpy.data.objects.new('cloud', mesh)
    bpy.context.scene.collection.objects.link(cloud)
    cache = cloud.modifiers.new('cache', 'MESH_CACHE')
    cache.cache_format = path[-3:].upper()
    cache.filepath = path
    cache.time_mode = time_mode
    cache.frame_start = 0
    cache.forward_axis, cache.up_axis = 'POS_Z', 'NEG_Y'
    return cloud


reference = read_pc2(TAKE + '.pc2')
compare('morph targets and skin of the GLB', imported(TAKE + '.glb'), reference, 1e-5)
compare('the PC2 by frames', cached(TAKE + '.pc2', reference.shape[1], 'FRAME'), reference, 1e-6)
compare('the MDD by frames', cached(TAKE + '.mdd', reference.shape[1], 'FRAME'), reference, 1e-6)
compare('the MDD by seconds', cached(TAKE + '.mdd', reference.shape[1], 'TIME'), reference, 1e-6)
sys.exit(1 if failed else 0)
