// Where the fields of supple.h's structs are on wasm32, told by the compiler to whoever reads them from JavaScript.
//
// One list of names. From it come one text and one array, and web/layout.js puts them together when the module is
// loaded: no offset stands anywhere as a number, and a page never meets a module of another layout.
// test/node/layout.sh holds the list beside the header.
// SPDX-License-Identifier: MIT
#include "supple/supple.h"

#define EXPORT(name) __attribute__((export_name(#name)))

// S(struct), then F(struct, field) for each of its fields. clang-format takes the list for calls.
// clang-format off
#define LAYOUTS(S, F)                                                                              \
    S(supple_vec3) F(supple_vec3, x) F(supple_vec3, y) F(supple_vec3, z)                           \
    S(supple_matrix) F(supple_matrix, m)                                                           \
    S(supple_tuning) F(supple_tuning, stiffness) F(supple_tuning, damping)                         \
    F(supple_tuning, response) F(supple_tuning, limit)                                             \
    S(supple_part) F(supple_part, name) F(supple_part, model) F(supple_part, first_coord)          \
    F(supple_part, coord_count) F(supple_part, bone_count) F(supple_part, vertex_count)            \
    F(supple_part, vertices) F(supple_part, first_shape) F(supple_part, first_bend)                \
    F(supple_part, tuning) F(supple_part, mass) F(supple_part, target_count)                       \
    S(supple_mesh) F(supple_mesh, mesh) F(supple_mesh, primitive) F(supple_mesh, node)             \
    F(supple_mesh, first_vertex) F(supple_mesh, vertex_count) F(supple_mesh, first_triangle)       \
    F(supple_mesh, triangle_count)                                                                 \
    S(supple_table) F(supple_table, texels) F(supple_table, width) F(supple_table, height)         \
    F(supple_table, is_float)                                                                      \
    S(supple_asset) F(supple_asset, coord_count) F(supple_asset, part_count)                       \
    F(supple_asset, bone_count) F(supple_asset, mesh_count) F(supple_asset, vertex_count)          \
    F(supple_asset, triangle_count) F(supple_asset, influence_count) F(supple_asset, layer_count)  \
    F(supple_asset, metres) F(supple_asset, positions) F(supple_asset, normals)                    \
    F(supple_asset, tangents) F(supple_asset, joints) F(supple_asset, weights)                     \
    F(supple_asset, triangles) F(supple_asset, links) F(supple_asset, twins)                       \
    F(supple_asset, shapes) F(supple_asset, bends) F(supple_asset, block)                          \
    S(supple_options) F(supple_options, gravity) F(supple_options, sag)                            \
    F(supple_options, world_metres) F(supple_options, forcing) F(supple_options, spin)             \
    F(supple_options, free) F(supple_options, linear) F(supple_options, max_pins)                  \
    S(supple_point) F(supple_point, vertex) F(supple_point, weight)                                \
    S(supple_pin) F(supple_pin, index) F(supple_pin, generation)                                   \
    S(supple_motion) F(supple_motion, pose) F(supple_motion, velocity) F(supple_motion, spin)      \
    S(supple_streams) F(supple_streams, positions) F(supple_streams, position_stride)              \
    F(supple_streams, previous) F(supple_streams, previous_stride) F(supple_streams, normals)      \
    F(supple_streams, normal_stride) F(supple_streams, tangents)                                   \
    F(supple_streams, tangent_stride) F(supple_streams, normal_form)                               \
    S(supple_world_options) F(supple_world_options, response) F(supple_world_options, penalty)     \
    F(supple_world_options, friction) F(supple_world_options, cluster)                             \
    F(supple_world_options, self) F(supple_world_options, iterations)                              \
    F(supple_world_options, tolerance) F(supple_world_options, max_bodies)                         \
    F(supple_world_options, max_colliders) F(supple_world_options, max_contacts)                   \
    F(supple_world_options, max_joints)                                                            \
    S(supple_shape) F(supple_shape, kind) F(supple_shape, radius) F(supple_shape, half)            \
    F(supple_shape, positions) F(supple_shape, triangles) F(supple_shape, vertex_count)            \
    F(supple_shape, triangle_count) F(supple_shape, friction)                                      \
    S(supple_collider) F(supple_collider, index) F(supple_collider, generation)                    \
    S(supple_contact) F(supple_contact, body) F(supple_contact, other_or_null)                     \
    F(supple_contact, collider) F(supple_contact, at) F(supple_contact, there)                     \
    F(supple_contact, place) F(supple_contact, normal) F(supple_contact, depth)                    \
    F(supple_contact, impulse) F(supple_contact, slip) F(supple_contact, began)                    \
    S(supple_world_stats) F(supple_world_stats, steps) F(supple_world_stats, bodies)               \
    F(supple_world_stats, awake) F(supple_world_stats, contacts) F(supple_world_stats, substeps)   \
    F(supple_world_stats, iterations) F(supple_world_stats, residual)                              \
    F(supple_world_stats, dropped) F(supple_world_stats, rejected)                                 \
    S(supple_joint_options) F(supple_joint_options, kind) F(supple_joint_options, body)            \
    F(supple_joint_options, other_or_null) F(supple_joint_options, place)                          \
    F(supple_joint_options, there) F(supple_joint_options, axis) F(supple_joint_options, length)   \
    F(supple_joint_options, frequency) F(supple_joint_options, damping)                            \
    F(supple_joint_options, strength) F(supple_joint_options, twist_strength)                      \
    F(supple_joint_options, touch)                                                                 \
    S(supple_joint) F(supple_joint, index) F(supple_joint, generation)                             \
    S(supple_joint_state) F(supple_joint_state, exists) F(supple_joint_state, broken)              \
    F(supple_joint_state, broke) F(supple_joint_state, force) F(supple_joint_state, twist)         \
    F(supple_joint_state, gap)                                                                     \
    S(supple_stats) F(supple_stats, steps) F(supple_stats, limited) F(supple_stats, rejected)      \
    F(supple_stats, substeps) F(supple_stats, fallbacks) F(supple_stats, asleep)
// clang-format on

// What a field is made of: 'f' floats, 'i' signed, 'h' 16 and 'b' 8 bits; 'u' all else: addresses, enums, structs.
#define KIND(field)                                                                                \
    _Generic(&(field),                                                                             \
        float*: 'f',                                                                               \
        float(*)[3]: 'f',                                                                          \
        float(*)[16]: 'f',                                                                         \
        supple_vec3*: 'f',                                                                         \
        supple_matrix*: 'f',                                                                       \
        supple_tuning*: 'f',                                                                       \
        int32_t*: 'i',                                                                             \
        uint16_t*: 'h',                                                                            \
        bool*: 'b',                                                                                \
        default: 'u')

// Of a struct the offset is 0.
typedef struct layout_entry {
    uint16_t offset; // bytes
    uint8_t size;
    uint8_t kind; // of a struct: 's'
} layout_entry;

#define NAME_OF_STRUCT(type)       "\n" #type
#define NAME_OF_FIELD(type, field) " " #field
#define ENTRY_OF_STRUCT(type)      {0, sizeof(type), 's'},
#define ENTRY_OF_FIELD(type, field)                                                                \
    {offsetof(type, field), sizeof(((type*)0)->field), KIND(((type*)0)->field)},

// A line a struct: its name, then those of its fields, in the order of web_layout_entries.
EXPORT(web_layout_names) const char* web_layout_names(void) {
    return LAYOUTS(NAME_OF_STRUCT, NAME_OF_FIELD);
}

EXPORT(web_layout_entries) const layout_entry* web_layout_entries(void) {
    static const layout_entry entries[] = {LAYOUTS(ENTRY_OF_STRUCT, ENTRY_OF_FIELD)};
    return entries;
}
