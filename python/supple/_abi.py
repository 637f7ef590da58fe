"""What C says, as ctypes: constants, structs, functions. Written by tools/python-abi; do not edit.

SPDX-License-Identifier: MIT
"""
from ctypes import (
    CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_double, c_float, c_int, c_int32, c_int64, c_size_t, c_uint8,
    c_uint16, c_uint32, c_void_p,
)
from typing import Any, Dict, Tuple

SUPPLE_VERSION_MAJOR = 0
SUPPLE_VERSION_MINOR = 1
SUPPLE_VERSION_PATCH = 0
SUPPLE_UNSET = (-1)
SUPPLE_ALL_PARTS = (-1)
SUPPLE_OK = 0
SUPPLE_NOT_AN_ASSET = 1
SUPPLE_WRONG_VERSION = 2
SUPPLE_CORRUPT = 3
SUPPLE_MISALIGNED = 4
SUPPLE_DAMAGED = 5
SUPPLE_MODAL = 0
SUPPLE_POSED = 1
SUPPLE_RECORDED = 2
SUPPLE_IMPULSIVE = 0
SUPPLE_CAUSAL = 1
SUPPLE_EXTRAPOLATED = 2
SUPPLE_DELAYED = 3
SUPPLE_PLANE = 0
SUPPLE_SPHERE = 1
SUPPLE_CAPSULE = 2
SUPPLE_BOX = 3
SUPPLE_MESH = 4
SUPPLE_HULL = 5
SUPPLE_HEIGHTS = 6
SUPPLE_COMPOUND = 7
SUPPLE_RESPONSE_POSITION = 0
SUPPLE_RESPONSE_ACCELERATION = 1
SUPPLE_RESPONSE_PENALTY = 2
SUPPLE_HOLD_PLACE = 0
SUPPLE_HOLD_PLACE_FORCE = 1
SUPPLE_HOLD_VELOCITY = 2
SUPPLE_HOLD_VELOCITY_END = 3
SUPPLE_HOLD_ACCELERATION = 4
SUPPLE_NORMALS_LINEAR = 0
SUPPLE_NORMALS_RECOMPUTED = 1
SUPPLE_DRAW_COLLIDERS = 1
SUPPLE_DRAW_SURFACES = 2
SUPPLE_DRAW_BOUNDS = 4
SUPPLE_DRAW_CONTACTS = 8
SUPPLE_DRAW_JOINTS = 16
SUPPLE_DRAW_CENTRES = 32
SUPPLE_DRAW_ISLANDS = 64
SUPPLE_DRAW_ALL = 127
SUPPLE_JOINT_POINT = 0
SUPPLE_JOINT_HINGE = 1
SUPPLE_JOINT_WELD = 2
SUPPLE_JOINT_DISTANCE = 3
SUPPLE_JOINT_SLIDER = 4
SUPPLE_JOINT_CONE = 5
SUPPLE_JOINT_ROPE = 6
SUPPLE_EVENT_BEGAN = 0
SUPPLE_EVENT_ENDED = 1
SUPPLE_EVENT_HIT = 2
SUPPLE_EVENT_ENTERED = 3
SUPPLE_EVENT_LEFT = 4
SUPPLE_EVENT_BROKE = 5
SUPPLE_EVENT_SLEPT = 6
SUPPLE_EVENT_WOKE = 7
SUPPLE_END_RESTS = 0
SUPPLE_END_LIMITED = 1
SUPPLE_END_RUNS_ON = 2
SUPPLE_END_DEAD = 3
SUPPLE_BAKE_FIRST_MAX = 1e6
SUPPLE_BAKE_BASE_MAX = 0.95
SUPPLE_BAKE_DONE = 0
SUPPLE_BAKE_REFUSED = 1
SUPPLE_BAKE_OUT_OF_MEMORY = 2
SUPPLE_BAKE_CANCELLED = 3
SUPPLE_BAKE_NOTE = 0
SUPPLE_BAKE_WARNING = 1
SUPPLE_BAKE_ERROR = 2
SUPPLE_BAKE_MODES_MAX = 1000
SUPPLE_BAKE_TETS_MIN = 20
SUPPLE_BAKE_TETS_MAX = 2000000
SUPPLE_BAKE_RANK_MAX = 255
SUPPLE_BAKE_LIGHT_MAX = 1000
SUPPLE_BAKE_REPORT_JSON = 0
SUPPLE_BAKE_REPORT_SVG = 1


class supple_vec3(Structure):
    _fields_ = [
        ("x", c_float),
        ("y", c_float),
        ("z", c_float),
    ]


class supple_matrix(Structure):
    _fields_ = [
        ("m", c_float * 16),
    ]


class supple_allocator(Structure):
    _fields_ = [
        ("allocate", CFUNCTYPE(c_void_p, c_void_p, c_size_t)),
        ("release", CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)),
        ("user", c_void_p),
    ]


class supple_tasks(Structure):
    _fields_ = [
        ("run", CFUNCTYPE(None, c_void_p, c_int32, CFUNCTYPE(None, c_void_p, c_int32), c_void_p)),
        ("user", c_void_p),
    ]


class supple_tuning(Structure):
    _fields_ = [
        ("stiffness", c_float),
        ("damping", c_float),
        ("response", c_float),
        ("limit", c_float),
    ]


class supple_part(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("model", c_int),
        ("first_coord", c_int32),
        ("coord_count", c_int32),
        ("bone_count", c_int32),
        ("vertex_count", c_int32),
        ("vertices", POINTER(c_uint32)),
        ("first_shape", c_int32),
        ("first_bend", c_int32),
        ("shape_places", c_int32),
        ("bend_places", c_int32),
        ("tuning", supple_tuning),
        ("mass", c_float),
        ("target_count", c_int32),
    ]


class supple_mesh(Structure):
    _fields_ = [
        ("mesh", c_int32),
        ("primitive", c_int32),
        ("node", c_int32),
        ("first_vertex", c_int32),
        ("vertex_count", c_int32),
        ("first_triangle", c_int32),
        ("triangle_count", c_int32),
    ]


class supple_table(Structure):
    _fields_ = [
        ("texels", c_void_p),
        ("width", c_int32),
        ("height", c_int32),
        ("bits", c_int32),
    ]


class supple_asset(Structure):
    _fields_ = [
        ("coord_count", c_int32),
        ("part_count", c_int32),
        ("bone_count", c_int32),
        ("mesh_count", c_int32),
        ("vertex_count", c_int32),
        ("triangle_count", c_int32),
        ("influence_count", c_int32),
        ("layer_count", c_int32),
        ("metres", c_float),
        ("positions", POINTER(c_float)),
        ("normals", POINTER(c_float)),
        ("tangents", POINTER(c_float)),
        ("joints", POINTER(c_uint16)),
        ("weights", POINTER(c_float)),
        ("triangles", POINTER(c_uint32)),
        ("links", POINTER(c_uint32)),
        ("bend_links", POINTER(c_uint32)),
        ("twins", POINTER(c_uint32)),
        ("shapes", supple_table),
        ("bends", supple_table),
        ("block", c_void_p),
    ]


class supple_prepared(Structure):
    pass  # known to C alone


class supple_body(Structure):
    pass  # known to C alone


class supple_body_options(Structure):
    _fields_ = [
        ("gravity", supple_vec3),
        ("sag", supple_vec3),
        ("world_metres", c_float),
        ("forcing", c_int),
        ("spin", c_bool),
        ("free", c_bool),
        ("linear", c_bool),
        ("triggers", c_bool),
        ("max_pins", c_int32),
    ]


class supple_bounds(Structure):
    _fields_ = [
        ("low", supple_vec3),
        ("high", supple_vec3),
    ]


class supple_body_counts(Structure):
    _fields_ = [
        ("steps", c_uint32),
        ("limited", c_uint32),
        ("rejected", c_uint32),
        ("substeps", c_int32),
        ("fallbacks", c_uint32),
        ("asleep", c_bool),
    ]


class supple_shape(Structure):
    _fields_ = [
        ("kind", c_int),
        ("radius", c_float),
        ("half", supple_vec3),
        ("positions", POINTER(c_float)),
        ("triangles", POINTER(c_uint32)),
        ("vertex_count", c_int32),
        ("triangle_count", c_int32),
        ("heights", POINTER(c_float)),
        ("columns", c_int32),
        ("rows", c_int32),
        ("parts", c_void_p),
        ("part_count", c_int32),
        ("density", c_float),
        ("mass", c_float),
        ("friction", c_float),
        ("restitution", c_float),
        ("sensor", c_bool),
    ]


class supple_shape_part(Structure):
    _fields_ = [
        ("shape", supple_shape),
        ("pose", supple_matrix),
    ]


class supple_world(Structure):
    pass  # known to C alone


class supple_world_options(Structure):
    _fields_ = [
        ("response", c_int),
        ("penalty", c_float),
        ("friction", c_float),
        ("cluster", c_float),
        ("self", c_bool),
        ("iterations", c_int32),
        ("tolerance", c_float),
        ("hit_speed", c_float),
        ("max_bodies", c_int32),
        ("max_colliders", c_int32),
        ("max_contacts", c_int32),
        ("max_joints", c_int32),
    ]


class supple_world_counts(Structure):
    _fields_ = [
        ("steps", c_uint32),
        ("bodies", c_int32),
        ("awake", c_int32),
        ("contacts", c_int32),
        ("substeps", c_int32),
        ("iterations", c_int32),
        ("residual", c_float),
        ("dropped", c_uint32),
        ("rejected", c_uint32),
        ("pairs_tested", c_uint32),
        ("points_tested", c_uint32),
        ("triangles_tested", c_uint32),
        ("rows_swept", c_uint32),
        ("left_out", c_uint32),
        ("energy_taken", c_float),
    ]


class supple_collider(Structure):
    _fields_ = [
        ("index", c_uint16),
        ("generation", c_uint16),
    ]


class supple_collider_state(Structure):
    _fields_ = [
        ("shape", POINTER(supple_shape)),
        ("pose", supple_matrix),
        ("velocity", supple_vec3),
        ("spin", supple_vec3),
        ("attached_or_null", POINTER(supple_body)),
        ("bone", c_int32),
    ]


class supple_point(Structure):
    _fields_ = [
        ("vertex", c_uint32 * 3),
        ("weight", c_float * 3),
    ]


class supple_pin(Structure):
    _fields_ = [
        ("index", c_uint16),
        ("generation", c_uint16),
    ]


class supple_contact(Structure):
    _fields_ = [
        ("body", POINTER(supple_body)),
        ("other_or_null", POINTER(supple_body)),
        ("collider", supple_collider),
        ("at", supple_point),
        ("there", supple_point),
        ("place", supple_vec3),
        ("normal", supple_vec3),
        ("depth", c_float),
        ("impulse", c_float),
        ("slip", c_float),
        ("speed", c_float),
        ("began", c_bool),
    ]


class supple_streams(Structure):
    _fields_ = [
        ("positions", POINTER(c_float)),
        ("position_stride", c_size_t),
        ("previous", POINTER(c_float)),
        ("previous_stride", c_size_t),
        ("normals", POINTER(c_float)),
        ("normal_stride", c_size_t),
        ("tangents", POINTER(c_float)),
        ("tangent_stride", c_size_t),
        ("normal_form", c_int),
    ]


class supple_drawing(Structure):
    _fields_ = [
        ("line", CFUNCTYPE(None, c_void_p, supple_vec3, supple_vec3, c_uint32)),
        ("user", c_void_p),
        ("what", c_uint32),
        ("point_or_null", CFUNCTYPE(None, c_void_p, supple_vec3, c_uint32)),
        ("triangle_or_null", CFUNCTYPE(None, c_void_p, supple_vec3, supple_vec3, supple_vec3, c_uint32)),
        ("text_or_null", CFUNCTYPE(None, c_void_p, supple_vec3, c_char_p, c_uint32)),
    ]


class supple_joint_options(Structure):
    _fields_ = [
        ("kind", c_int),
        ("body", POINTER(supple_body)),
        ("other_or_null", POINTER(supple_body)),
        ("place", supple_vec3),
        ("there", supple_vec3),
        ("axis", supple_vec3),
        ("length", c_float),
        ("frequency", c_float),
        ("damping", c_float),
        ("strength", c_float),
        ("twist_strength", c_float),
        ("lower", c_float),
        ("upper", c_float),
        ("swing", c_float),
        ("motor_speed", c_float),
        ("motor_strength", c_float),
        ("spring_frequency", c_float),
        ("spring_damping", c_float),
        ("spring_target", c_float),
        ("collide", c_bool),
    ]


class supple_joint(Structure):
    _fields_ = [
        ("index", c_uint16),
        ("generation", c_uint16),
    ]


class supple_joint_state(Structure):
    _fields_ = [
        ("exists", c_bool),
        ("broken", c_bool),
        ("broke", c_bool),
        ("force", c_float),
        ("twist", c_float),
        ("gap", c_float),
        ("position", c_float),
        ("applied_force", supple_vec3),
        ("applied_torque", supple_vec3),
        ("load", c_float),
    ]


class supple_event(Structure):
    _fields_ = [
        ("kind", c_int),
        ("body", POINTER(supple_body)),
        ("other_or_null", POINTER(supple_body)),
        ("collider", supple_collider),
        ("joint", supple_joint),
        ("place", supple_vec3),
        ("normal", supple_vec3),
        ("impulse", c_float),
        ("speed", c_float),
    ]


class supple_filter(Structure):
    _fields_ = [
        ("category", c_uint32),
        ("mask", c_uint32),
        ("group", c_int32),
    ]


class supple_pair_filter(Structure):
    _fields_ = [
        ("may_collide", CFUNCTYPE(c_bool, c_void_p, POINTER(supple_body), POINTER(supple_body), supple_collider)),
        ("user", c_void_p),
    ]


class supple_light_info(Structure):
    _fields_ = [
        ("order", c_int32),
        ("field_count", c_int32),
        ("shape_count", c_int32),
        ("point_count", c_int32),
        ("group_count", c_int32),
        ("ball_count", c_int32),
        ("bytes", c_size_t),
        ("error", c_float),
        ("rounded", c_float),
    ]


class supple_light(Structure):
    pass  # known to C alone


class supple_ball(Structure):
    _fields_ = [
        ("center", c_float * 3),
        ("radius", c_float),
        ("albedo", c_float * 3),
    ]


class supple_ground(Structure):
    pass  # known to C alone


class supple_motion(Structure):
    _fields_ = [
        ("pose", supple_matrix),
        ("velocity", supple_vec3),
        ("spin", supple_vec3),
    ]


class supple_measures(Structure):
    _fields_ = [
        ("mass", c_float),
        ("centre", supple_vec3),
        ("inertia", c_float * 9),
        ("momentum", supple_vec3),
        ("angular_momentum", supple_vec3),
        ("kinetic", c_float),
        ("elastic", c_float),
    ]


class supple_dynamics(Structure):
    _fields_ = [
        ("gravity_scale", c_float),
        ("linear_drag", c_float),
        ("angular_drag", c_float),
        ("friction", c_float),
        ("restitution", c_float),
        ("rolling", c_float),
        ("kinematic", c_bool),
        ("may_sleep", c_bool),
    ]


class supple_hit(Structure):
    _fields_ = [
        ("body_or_null", POINTER(supple_body)),
        ("collider", supple_collider),
        ("at", supple_point),
        ("part", c_int32),
        ("place", supple_vec3),
        ("normal", supple_vec3),
        ("distance", c_float),
    ]


class supple_recorded(Structure):
    _fields_ = [
        ("entry_count", c_int32),
        ("response_count", c_int32),
        ("state_count", c_int32),
        ("contact_count", c_int32),
        ("step", c_float),
        ("shortest", c_float),
        ("blend", c_float),
        ("error", c_float),
    ]


class supple_entry(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("velocity", supple_vec3),
        ("spin", supple_vec3),
        ("moves_support", c_bool),
    ]


class supple_recorded_response(Structure):
    _fields_ = [
        ("entry", c_int32),
        ("seconds", c_float),
        ("is_start", c_bool),
        ("end", c_int),
        ("next", c_int32),
    ]


class supple_playing(Structure):
    _fields_ = [
        ("entry", c_int32),
        ("response", c_int32),
        ("state", c_int32),
        ("waiting", c_int32),
        ("begun", c_uint32),
        ("refused", c_uint32),
        ("ended", c_bool),
        ("seconds", c_float),
        ("distance", c_float),
        ("offset", c_float),
        ("support", supple_matrix),
        ("displacement", supple_vec3),
    ]


class supple_recorded_contact(Structure):
    _fields_ = [
        ("place", supple_vec3),
        ("normal", supple_vec3),
        ("impulse", c_float),
        ("first", c_uint32),
        ("second", c_uint32),
    ]


class supple_bake_job(Structure):
    pass  # known to C alone


class supple_bake_bytes(Structure):
    _fields_ = [
        ("data", c_void_p),
        ("size", c_size_t),
    ]


class supple_bake_options(Structure):
    _fields_ = [
        ("threads", c_int32),
        ("try_half_cells", c_bool),
        ("allocate_or_null", CFUNCTYPE(c_void_p, c_void_p, c_size_t)),
        ("release_or_null", CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)),
        ("allocator_user", c_void_p),
        ("progress_or_null", CFUNCTYPE(c_bool, c_void_p, c_char_p, c_int32, c_int32)),
        ("estimate_or_null", CFUNCTYPE(c_bool, c_void_p, c_double, c_double)),
        ("progress_user", c_void_p),
        ("progress_seconds", c_double),
        ("sample_or_null", CFUNCTYPE(c_bool, c_void_p, c_char_p, POINTER(supple_bake_bytes))),
        ("sample_user", c_void_p),
    ]


class supple_bake_finding(Structure):
    _fields_ = [
        ("severity", c_int),
        ("text", c_char_p),
        ("file_or_null", c_char_p),
        ("line", c_int64),
        ("byte", c_int64),
    ]


class supple_bake_tets(Structure):
    _fields_ = [
        ("node_count", c_int32),
        ("nodes", POINTER(c_double)),
        ("tet_count", c_int32),
        ("width", c_int32),
        ("tets", POINTER(c_int32)),
        ("fixed_or_null", POINTER(c_uint8)),
        ("young", c_double),
        ("poisson", c_double),
        ("density", c_double),
        ("ten_nodes", c_bool),
        ("mode_count", c_int32),
    ]


class supple_bake_modes_result(Structure):
    _fields_ = [
        ("mode_count", c_int32),
        ("rigid_count", c_int32),
        ("mass", c_double),
        ("hz", POINTER(c_double)),
        ("residuals", POINTER(c_double)),
        ("shapes", POINTER(c_double)),
    ]


class supple_bake_recipe(Structure):
    _fields_ = [
        ("text_or_null", c_char_p),
        ("text_size", c_size_t),
        ("path_or_null", c_char_p),
        ("parts_or_null", c_char_p),
        ("material_or_null", c_char_p),
        ("first", c_double),
        ("modes", c_int32),
        ("tets", c_int32),
        ("unit", c_double),
        ("base", c_double),
        ("light", c_int32),
        ("light_file_or_null", c_char_p),
        ("light_work_or_null", c_char_p),
        ("light_piece", c_int32),
        ("light_pieces", c_int32),
        ("scene_or_null", c_char_p),
    ]


class supple_bake_mode(Structure):
    _fields_ = [
        ("hz", c_double),
        ("ratio", c_double),
        ("seconds", c_double),
        ("fraction", c_double),
    ]


class supple_bake_target(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("pose", c_char_p),
        ("first", c_double),
        ("largest", c_double),
        ("missed", c_double),
        ("error", c_double),
        ("unlike", c_double),
        ("first_of_whole", c_double),
    ]


class supple_bake_entry(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("response_count", c_int32),
        ("start_count", c_int32),
    ]


class supple_bake_recorded(Structure):
    _fields_ = [
        ("rank", c_int32),
        ("state_count", c_int32),
        ("contact_count", c_int32),
        ("response_count", c_int32),
        ("start_count", c_int32),
        ("short_count", c_int32),
        ("run_on_count", c_int32),
        ("dead_count", c_int32),
        ("entry_count", c_int32),
        ("entries", POINTER(supple_bake_entry)),
        ("error", c_double),
        ("worst", c_double),
        ("bound", c_double),
        ("reach", c_double),
        ("jump_mean", c_double),
        ("jump_worst", c_double),
        ("balance", c_double),
        ("blend", c_double),
        ("tested_count", c_int64),
        ("crossing_count", c_int64),
    ]


class supple_bake_light(Structure):
    _fields_ = [
        ("point_count", c_int32),
        ("shape_count", c_int32),
        ("field_count", c_int32),
        ("bytes", c_size_t),
        ("error", c_double),
        ("rounded", c_double),
        ("error_of_change", c_double),
        ("ball_count", c_int32),
        ("ground_off", c_double),
    ]


class supple_bake_part(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("bone_count", c_int32),
        ("bones", POINTER(c_char_p)),
        ("vertex_count", c_int32),
        ("tet_count", c_int32),
        ("node_count", c_int32),
        ("fixed_count", c_int32),
        ("mode_count", c_int32),
        ("modes", POINTER(supple_bake_mode)),
        ("first", c_double),
        ("last", c_double),
        ("mass", c_double),
        ("captured", c_double),
        ("hang_error", c_double),
        ("shake_error", c_double),
        ("turn_error", c_double),
        ("apart_error", c_double),
        ("least_error", c_double),
        ("interpolation", c_double),
        ("young", c_double),
        ("refinement", c_double),
        ("refined_tet_count", c_int32),
        ("gaps", c_double),
        ("coarse", c_bool),
        ("hollow_count", c_int32),
        ("limit", c_double),
        ("target_count", c_int32),
        ("targets", POINTER(supple_bake_target)),
        ("recorded_or_null", POINTER(supple_bake_recorded)),
        ("seconds", c_double),
    ]


class supple_bake_omission(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("reason", c_char_p),
        ("failed", c_bool),
    ]


class supple_bake_result(Structure):
    _fields_ = [
        ("asset", supple_bake_bytes),
        ("unit", c_double),
        ("unit_reason", c_char_p),
        ("unit_guessed", c_bool),
        ("part_count", c_int32),
        ("parts", POINTER(supple_bake_part)),
        ("omission_count", c_int32),
        ("omissions", POINTER(supple_bake_omission)),
        ("incomplete", c_bool),
        ("light", supple_bake_light),
        ("seconds", c_double),
        ("peak", c_int64),
    ]


class supple_bake_joint(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("parent", c_int32),
        ("bind", c_float * 16),
    ]


class supple_bake_mesh(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("vertex_count", c_int32),
        ("positions", POINTER(c_float)),
        ("position_stride", c_size_t),
        ("triangle_count", c_int32),
        ("triangles", POINTER(c_uint32)),
        ("triangle_stride", c_size_t),
        ("joint_count", c_int32),
        ("joints_or_null", POINTER(supple_bake_joint)),
        ("influence_count", c_int32),
        ("joint_of_or_null", POINTER(c_uint16)),
        ("weights_or_null", POINTER(c_float)),
    ]


class supple_bake_simulation(Structure):
    _fields_ = [
        ("text_or_null", c_char_p),
        ("text_size", c_size_t),
        ("path_or_null", c_char_p),
        ("output", c_char_p),
        ("anew", c_bool),
    ]


class supple_bake_simulated_body(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("first_vertex", c_int32),
        ("vertex_count", c_int32),
    ]


class supple_bake_simulated(Structure):
    _fields_ = [
        ("state_count", c_int32),
        ("resumed_count", c_int32),
        ("fps", c_double),
        ("vertex_count", c_int32),
        ("triangle_count", c_int32),
        ("rest", POINTER(c_float)),
        ("triangles", POINTER(c_uint32)),
        ("body_count", c_int32),
        ("bodies", POINTER(supple_bake_simulated_body)),
        ("step_count", c_int64),
        ("cut_count", c_int64),
    ]


# name: what it returns, what it takes
RUNTIME: Dict[str, Tuple[Any, ...]] = {
    "supple_version": (c_int,),
    "supple_version_text": (c_char_p,),
    "supple_result_text": (c_char_p, c_int,),
    "supple_asset_read": (c_int, POINTER(supple_asset), c_void_p, c_size_t,),
    "supple_asset_read_damaged": (c_int, POINTER(supple_asset), c_void_p, c_size_t,),
    "supple_asset_find": (c_int, c_void_p, c_size_t, POINTER(c_size_t), POINTER(c_size_t),),
    "supple_asset_part": (supple_part, POINTER(supple_asset), c_int,),
    "supple_asset_mesh": (supple_mesh, POINTER(supple_asset), c_int,),
    "supple_asset_bone_name": (c_char_p, POINTER(supple_asset), c_int,),
    "supple_asset_target_name": (c_char_p, POINTER(supple_asset), c_int, c_int,),
    "supple_asset_input_count": (c_int, POINTER(supple_asset),),
    "supple_asset_input_name": (c_char_p, POINTER(supple_asset), c_int,),
    "supple_asset_frequency": (c_float, POINTER(supple_asset), c_int,),
    "supple_asset_reach": (c_float, POINTER(supple_asset), c_int,),
    "supple_asset_bend_ratio": (c_float, POINTER(supple_asset), c_int,),
    "supple_asset_palette": (None, POINTER(supple_asset), POINTER(supple_matrix), POINTER(supple_matrix),),
    "supple_asset_is_free": (c_bool, POINTER(supple_asset),),
    "supple_asset_prepare": (POINTER(supple_prepared), POINTER(supple_asset), POINTER(supple_allocator),),
    "supple_prepared_retain": (POINTER(supple_prepared), POINTER(supple_prepared),),
    "supple_prepared_release": (None, POINTER(supple_prepared),),
    "supple_prepared_contacts": (c_bool, POINTER(supple_prepared),),
    "supple_prepared_step": (None, POINTER(supple_prepared), c_float,),
    "supple_prepared_asset": (supple_asset, POINTER(supple_prepared),),
    "supple_body_options_default": (supple_body_options, POINTER(supple_asset),),
    "supple_prepared_body": (POINTER(supple_body), POINTER(supple_prepared), POINTER(supple_body_options), POINTER(supple_allocator),),
    "supple_body_create": (POINTER(supple_body), POINTER(supple_asset), POINTER(supple_body_options), POINTER(supple_allocator),),
    "supple_body_destroy": (None, POINTER(supple_body),),
    "supple_body_place": (None, POINTER(supple_body), POINTER(supple_matrix),),
    "supple_body_move": (None, POINTER(supple_body), POINTER(supple_matrix),),
    "supple_body_drive": (None, POINTER(supple_body), POINTER(supple_matrix),),
    "supple_body_step": (None, POINTER(supple_body), c_float,),
    "supple_body_tune": (None, POINTER(supple_body), c_int, supple_tuning,),
    "supple_body_tuning": (supple_tuning, POINTER(supple_body), c_int,),
    "supple_body_set_options": (None, POINTER(supple_body), POINTER(supple_body_options),),
    "supple_body_detail": (None, POINTER(supple_body), c_int,),
    "supple_body_set_input": (c_bool, POINTER(supple_body), c_int, c_float,),
    "supple_body_input": (c_float, POINTER(supple_body), c_int,),
    "supple_body_palette": (None, POINTER(supple_body), POINTER(supple_matrix),),
    "supple_body_asleep": (c_bool, POINTER(supple_body),),
    "supple_body_set_user": (None, POINTER(supple_body), c_void_p,),
    "supple_body_user": (c_void_p, POINTER(supple_body),),
    "supple_body_weights": (None, POINTER(supple_body), c_int, POINTER(c_float),),
    "supple_body_compliance": (None, POINTER(supple_body), POINTER(c_float),),
    "supple_body_coords": (POINTER(c_float), POINTER(supple_body),),
    "supple_body_speeds": (POINTER(c_float), POINTER(supple_body),),
    "supple_body_set_coords": (c_bool, POINTER(supple_body), c_int, POINTER(c_float), POINTER(c_float),),
    "supple_body_upload": (None, POINTER(supple_body), POINTER(c_float * 4),),
    "supple_body_bounds": (supple_bounds, POINTER(supple_body),),
    "supple_body_state_size": (c_size_t, POINTER(supple_body),),
    "supple_body_save": (None, POINTER(supple_body), c_void_p,),
    "supple_body_restore": (c_bool, POINTER(supple_body), c_void_p, c_size_t,),
    "supple_body_stats": (supple_body_counts, POINTER(supple_body),),
    "supple_shape_default": (supple_shape, c_int,),
    "supple_shape_wrong": (c_char_p, POINTER(supple_shape), c_bool,),
    "supple_shape_prepare": (POINTER(supple_prepared), POINTER(supple_shape), POINTER(supple_allocator),),
    "supple_world_options_default": (supple_world_options,),
    "supple_world_options_wrong": (c_char_p, POINTER(supple_world_options),),
    "supple_world_create": (POINTER(supple_world), POINTER(supple_world_options), POINTER(supple_allocator),),
    "supple_world_destroy": (None, POINTER(supple_world),),
    "supple_world_add_body": (c_bool, POINTER(supple_world), POINTER(supple_body),),
    "supple_world_remove_body": (None, POINTER(supple_world), POINTER(supple_body),),
    "supple_body_world": (POINTER(supple_world), POINTER(supple_body),),
    "supple_world_bodies": (c_int, POINTER(supple_world), POINTER(POINTER(supple_body)), c_int,),
    "supple_world_set_tasks": (None, POINTER(supple_world), POINTER(supple_tasks),),
    "supple_world_step": (None, POINTER(supple_world), c_float,),
    "supple_world_stats": (supple_world_counts, POINTER(supple_world),),
    "supple_world_state_size": (c_size_t, POINTER(supple_world),),
    "supple_world_save": (None, POINTER(supple_world), c_void_p,),
    "supple_world_restore": (c_bool, POINTER(supple_world), c_void_p, c_size_t,),
    "supple_world_add_collider": (supple_collider, POINTER(supple_world), POINTER(supple_shape), POINTER(supple_matrix),),
    "supple_world_remove_collider": (None, POINTER(supple_world), supple_collider,),
    "supple_world_move_collider": (None, POINTER(supple_world), supple_collider, POINTER(supple_matrix),),
    "supple_world_place_collider": (None, POINTER(supple_world), supple_collider, POINTER(supple_matrix),),
    "supple_world_attach_collider": (None, POINTER(supple_world), supple_collider, POINTER(supple_body), c_int, POINTER(supple_matrix),),
    "supple_world_collider_state": (supple_collider_state, POINTER(supple_world), supple_collider,),
    "supple_world_set_collider_user": (None, POINTER(supple_world), supple_collider, c_void_p,),
    "supple_world_collider_user": (c_void_p, POINTER(supple_world), supple_collider,),
    "supple_world_colliders": (c_int, POINTER(supple_world), POINTER(supple_collider), c_int,),
    "supple_body_pick": (c_bool, POINTER(supple_body), supple_vec3, supple_vec3, POINTER(supple_point), POINTER(c_float),),
    "supple_body_position": (supple_vec3, POINTER(supple_body), supple_point,),
    "supple_body_velocity": (supple_vec3, POINTER(supple_body), supple_point,),
    "supple_body_force": (None, POINTER(supple_body), supple_point, supple_vec3,),
    "supple_body_impulse": (None, POINTER(supple_body), supple_point, supple_vec3,),
    "supple_body_pin": (supple_pin, POINTER(supple_body), supple_point, supple_vec3,),
    "supple_body_move_pin": (None, POINTER(supple_body), supple_pin, supple_vec3,),
    "supple_body_unpin": (None, POINTER(supple_body), supple_pin,),
    "supple_body_hold": (supple_pin, POINTER(supple_body), c_int, POINTER(supple_point), POINTER(supple_vec3), c_int, POINTER(supple_point), c_int,),
    "supple_body_move_hold": (None, POINTER(supple_body), supple_pin, POINTER(supple_vec3),),
    "supple_world_contacts": (c_int, POINTER(supple_world), POINTER(supple_contact), c_int,),
    "supple_streams_packed": (supple_streams, POINTER(c_float), POINTER(c_float),),
    "supple_body_evaluate": (None, POINTER(supple_body), POINTER(supple_streams),),
    "supple_body_skin": (None, POINTER(supple_body), POINTER(supple_streams),),
    "supple_bodies_step": (None, POINTER(POINTER(supple_body)), c_int32, POINTER(supple_matrix), c_float, POINTER(supple_tasks),),
    "supple_bodies_evaluate": (None, POINTER(POINTER(supple_body)), c_int32, POINTER(supple_streams), POINTER(supple_tasks),),
    "supple_bodies_upload": (None, POINTER(POINTER(supple_body)), c_int32, POINTER(c_float * 4),),
    "supple_world_draw": (None, POINTER(supple_world), POINTER(supple_drawing),),
    "supple_joint_options_default": (supple_joint_options, c_int, POINTER(supple_body), POINTER(supple_body), supple_vec3,),
    "supple_world_add_joint": (supple_joint, POINTER(supple_world), POINTER(supple_joint_options),),
    "supple_world_remove_joint": (None, POINTER(supple_world), supple_joint,),
    "supple_world_change_joint": (c_bool, POINTER(supple_world), supple_joint, POINTER(supple_joint_options),),
    "supple_world_joint_options": (supple_joint_options, POINTER(supple_world), supple_joint,),
    "supple_world_set_joint_user": (None, POINTER(supple_world), supple_joint, c_void_p,),
    "supple_world_joint_user": (c_void_p, POINTER(supple_world), supple_joint,),
    "supple_world_joints": (c_int, POINTER(supple_world), POINTER(supple_joint), c_int,),
    "supple_world_joint_bodies": (c_bool, POINTER(supple_world), supple_joint, POINTER(POINTER(supple_body)), POINTER(POINTER(supple_body)),),
    "supple_world_joint_state": (supple_joint_state, POINTER(supple_world), supple_joint,),
    "supple_world_events": (c_int, POINTER(supple_world), POINTER(supple_event), c_int,),
    "supple_filter_default": (supple_filter,),
    "supple_body_set_filter": (None, POINTER(supple_body), supple_filter,),
    "supple_body_filter": (supple_filter, POINTER(supple_body),),
    "supple_world_set_collider_filter": (None, POINTER(supple_world), supple_collider, supple_filter,),
    "supple_world_collider_filter": (supple_filter, POINTER(supple_world), supple_collider,),
    "supple_body_set_part_contacts": (None, POINTER(supple_body), c_int, c_bool,),
    "supple_body_part_contacts": (c_bool, POINTER(supple_body), c_int,),
    "supple_world_set_pair_filter": (None, POINTER(supple_world), POINTER(supple_pair_filter),),
    "supple_asset_light": (supple_light_info, POINTER(supple_asset),),
    "supple_asset_light_bone": (c_int32, POINTER(supple_asset), c_int32,),
    "supple_light_create": (POINTER(supple_light), POINTER(supple_asset), POINTER(supple_allocator),),
    "supple_light_destroy": (None, POINTER(supple_light),),
    "supple_light_set": (None, POINTER(supple_light), POINTER(c_float), POINTER(c_float),),
    "supple_body_light": (None, POINTER(supple_body), POINTER(supple_light), POINTER(c_float), POINTER(c_float),),
    "supple_light_colors": (supple_table, POINTER(supple_light),),
    "supple_light_points": (None, POINTER(supple_light), POINTER(c_uint32),),
    "supple_light_amounts": (POINTER(c_float), POINTER(supple_light), POINTER(supple_body),),
    "supple_body_balls": (c_int32, POINTER(supple_body), POINTER(supple_asset), POINTER(supple_ball),),
    "supple_ground_create": (POINTER(supple_ground), POINTER(supple_allocator),),
    "supple_ground_destroy": (None, POINTER(supple_ground),),
    "supple_ground_set": (None, POINTER(supple_ground), c_int32, POINTER(c_float), POINTER(c_float),),
    "supple_ground_light": (None, POINTER(supple_ground), POINTER(supple_ball), c_int32, POINTER(c_float), c_int32, POINTER(c_float),),
    "supple_body_motion": (supple_motion, POINTER(supple_body),),
    "supple_body_set_motion": (None, POINTER(supple_body), POINTER(supple_motion),),
    "supple_body_measures": (supple_measures, POINTER(supple_body),),
    "supple_body_force_centre": (None, POINTER(supple_body), supple_vec3, supple_vec3,),
    "supple_body_impulse_centre": (None, POINTER(supple_body), supple_vec3, supple_vec3,),
    "supple_dynamics_default": (supple_dynamics,),
    "supple_body_dynamics": (supple_dynamics, POINTER(supple_body),),
    "supple_body_set_dynamics": (None, POINTER(supple_body), POINTER(supple_dynamics),),
    "supple_body_wake": (None, POINTER(supple_body),),
    "supple_body_sleep": (None, POINTER(supple_body),),
    "supple_prepared_measures": (supple_measures, POINTER(supple_prepared),),
    "supple_world_ray": (c_bool, POINTER(supple_world), supple_vec3, supple_vec3, POINTER(supple_filter), POINTER(supple_hit),),
    "supple_world_ray_all": (c_int, POINTER(supple_world), supple_vec3, supple_vec3, POINTER(supple_filter), POINTER(supple_hit), c_int,),
    "supple_world_overlap": (c_int, POINTER(supple_world), POINTER(supple_shape), POINTER(supple_matrix), POINTER(supple_filter), POINTER(supple_hit), c_int,),
    "supple_world_cast": (c_bool, POINTER(supple_world), POINTER(supple_shape), POINTER(supple_matrix), supple_vec3, POINTER(supple_filter), POINTER(supple_hit),),
    "supple_world_nearest": (c_bool, POINTER(supple_world), supple_vec3, c_float, POINTER(supple_filter), POINTER(supple_hit),),
    "supple_asset_recorded": (supple_recorded, POINTER(supple_asset), c_int,),
    "supple_asset_entry": (supple_entry, POINTER(supple_asset), c_int, c_int,),
    "supple_asset_response": (supple_recorded_response, POINTER(supple_asset), c_int, c_int,),
    "supple_asset_sample": (c_bool, POINTER(supple_asset), c_int, c_int, c_float, POINTER(c_float), POINTER(c_float),),
    "supple_body_trigger": (c_bool, POINTER(supple_body), c_int, c_int,),
    "supple_body_queue": (c_bool, POINTER(supple_body), c_int, c_int,),
    "supple_body_empty_queue": (None, POINTER(supple_body), c_int,),
    "supple_body_allows": (c_bool, POINTER(supple_body), c_int, c_int,),
    "supple_body_playing": (supple_playing, POINTER(supple_body), c_int,),
    "supple_body_recorded_contacts": (c_int, POINTER(supple_body), c_int, POINTER(supple_recorded_contact), c_int,),
    "supple_body_answer": (c_int, POINTER(supple_body), c_int, supple_point, supple_vec3,),
}


# name: what it returns, what it takes
BAKER: Dict[str, Tuple[Any, ...]] = {
    "supple_bake_version": (c_int,),
    "supple_bake_format_version": (c_int,),
    "supple_bake_options_default": (supple_bake_options,),
    "supple_bake_create": (POINTER(supple_bake_job), POINTER(supple_bake_options),),
    "supple_bake_release": (None, POINTER(supple_bake_job),),
    "supple_bake_finding_count": (c_int32, POINTER(supple_bake_job),),
    "supple_bake_finding_at": (supple_bake_finding, POINTER(supple_bake_job), c_int32,),
    "supple_bake_tets_default": (supple_bake_tets,),
    "supple_bake_modes": (c_int, POINTER(supple_bake_job), POINTER(supple_bake_tets), POINTER(supple_bake_modes_result),),
    "supple_bake_recipe_default": (supple_bake_recipe,),
    "supple_bake_set_recipe": (c_int, POINTER(supple_bake_job), POINTER(supple_bake_recipe),),
    "supple_bake_input": (c_char_p, POINTER(supple_bake_job),),
    "supple_bake_run": (c_int, POINTER(supple_bake_job),),
    "supple_bake_result_of": (POINTER(supple_bake_result), POINTER(supple_bake_job),),
    "supple_bake_glb": (c_int, POINTER(supple_bake_job), POINTER(supple_bake_bytes),),
    "supple_bake_report": (c_int, POINTER(supple_bake_job), c_int, c_char_p, c_size_t, POINTER(supple_bake_bytes),),
    "supple_bake_read_file": (c_int, POINTER(supple_bake_job), c_char_p,),
    "supple_bake_read_bytes": (c_int, POINTER(supple_bake_job), c_void_p, c_size_t, c_char_p,),
    "supple_bake_mesh_default": (supple_bake_mesh,),
    "supple_bake_read_mesh": (c_int, POINTER(supple_bake_job), POINTER(supple_bake_mesh),),
    "supple_bake_simulation_default": (supple_bake_simulation,),
    "supple_bake_simulate": (c_int, POINTER(supple_bake_job), POINTER(supple_bake_simulation), POINTER(supple_bake_simulated),),
}
