// Where the fields of supple.h's structs are on wasm32, told by the compiler to whoever reads them from JavaScript.
//
// One list of names. From it come one text and one array, and web/layout.js puts them together when the module is
// loaded: no offset stands anywhere as a number, and a page never meets a module of another layout.
// test/node/layout.sh holds the list beside the header.
// SPDX-License-Identifier: MIT
#include "supple/supple.h"

#define EXPORT(name) __attribute__((export_name(#name)))

// S(struct), then F(struct, field) for each of its fields; structs without their `supple_`. clang-format takes the
// list for calls.
// clang-format off
#define LAYOUTS(S, F)                                                                              \
    S(vec3) F(vec3, x) F(vec3, y) F(vec3, z)                                                       \
    S(matrix) F(matrix, m)                                                                         \
    S(tuning) F(tuning, stiffness) F(tuning, damping) F(tuning, response) F(tuning, limit)         \
    S(part) F(part, name) F(part, model) F(part, first_coord) F(part, coord_count)                 \
    F(part, bone_count) F(part, vertex_count) F(part, vertices) F(part, first_shape)               \
    F(part, first_bend) F(part, shape_places) F(part, bend_places) F(part, tuning) F(part, mass) F(part, target_count)                        \
    S(mesh) F(mesh, mesh) F(mesh, primitive) F(mesh, node) F(mesh, first_vertex)                   \
    F(mesh, vertex_count) F(mesh, first_triangle) F(mesh, triangle_count)                          \
    S(table) F(table, texels) F(table, width) F(table, height) F(table, bits)                  \
    S(asset) F(asset, coord_count) F(asset, part_count) F(asset, bone_count)                       \
    F(asset, mesh_count) F(asset, vertex_count) F(asset, triangle_count)                           \
    F(asset, influence_count) F(asset, layer_count) F(asset, metres) F(asset, positions)           \
    F(asset, normals) F(asset, tangents) F(asset, joints) F(asset, weights)                        \
    F(asset, triangles) F(asset, links) F(asset, bend_links) F(asset, twins) F(asset, shapes) F(asset, bends)           \
    F(asset, block)                                                                                \
    S(recorded) F(recorded, entry_count) F(recorded, response_count) F(recorded, state_count)      \
    F(recorded, contact_count) F(recorded, step) F(recorded, shortest) F(recorded, blend) F(recorded, error)               \
    S(entry) F(entry, name) F(entry, velocity) F(entry, spin) F(entry, moves_support)              \
    S(recorded_response) F(recorded_response, entry) F(recorded_response, seconds)                 \
    F(recorded_response, is_start) F(recorded_response, end) F(recorded_response, next)            \
    S(body_options) F(body_options, gravity) F(body_options, sag) F(body_options, world_metres)                        \
    F(body_options, forcing) F(body_options, spin) F(body_options, free) F(body_options, linear)                       \
    F(body_options, triggers) F(body_options, max_pins)                                                      \
    S(ball) F(ball, center) F(ball, radius) F(ball, albedo)                                        \
    S(light_info) F(light_info, order) F(light_info, field_count) F(light_info, shape_count)       \
    F(light_info, point_count) F(light_info, group_count) F(light_info, ball_count) F(light_info, bytes) F(light_info, error) F(light_info, rounded)    \
    S(playing) F(playing, entry) F(playing, response) F(playing, state) F(playing, waiting)        \
    F(playing, begun) F(playing, refused) F(playing, ended) F(playing, seconds)                    \
    F(playing, distance) F(playing, offset) F(playing, support) F(playing, displacement)                    \
    S(recorded_contact) F(recorded_contact, place) F(recorded_contact, normal)                     \
    F(recorded_contact, impulse) F(recorded_contact, first) F(recorded_contact, second)            \
    S(point) F(point, vertex) F(point, weight)                                                     \
    S(pin) F(pin, index) F(pin, generation)                                                        \
    S(motion) F(motion, pose) F(motion, velocity) F(motion, spin)                                  \
    S(measures) F(measures, mass) F(measures, centre) F(measures, inertia) F(measures, momentum)   \
    F(measures, angular_momentum) F(measures, kinetic) F(measures, elastic)                        \
    S(dynamics) F(dynamics, gravity_scale) F(dynamics, linear_drag) F(dynamics, angular_drag)      \
    F(dynamics, friction) F(dynamics, restitution) F(dynamics, rolling) F(dynamics, kinematic)     \
    F(dynamics, may_sleep)                                                                         \
    S(filter) F(filter, category) F(filter, mask) F(filter, group)                                 \
    S(pair_filter) F(pair_filter, may_collide) F(pair_filter, user)                                \
    S(collider_state) F(collider_state, shape) F(collider_state, pose)                             \
    F(collider_state, velocity) F(collider_state, spin) F(collider_state, attached_or_null)           \
    F(collider_state, bone)                                                                        \
    S(hit) F(hit, body_or_null) F(hit, collider) F(hit, at) F(hit, part) F(hit, place)             \
    F(hit, normal) F(hit, distance)                                                                \
    S(bounds) F(bounds, low) F(bounds, high)                                                       \
    S(event) F(event, kind) F(event, body) F(event, other_or_null) F(event, collider)              \
    F(event, joint) F(event, place) F(event, normal) F(event, impulse) F(event, speed)             \
    S(streams) F(streams, positions) F(streams, position_stride) F(streams, previous)              \
    F(streams, previous_stride) F(streams, normals) F(streams, normal_stride)                      \
    F(streams, tangents) F(streams, tangent_stride) F(streams, normal_form)                        \
    S(world_options) F(world_options, response) F(world_options, penalty)                          \
    F(world_options, friction) F(world_options, cluster) F(world_options, self)                    \
    F(world_options, iterations) F(world_options, tolerance) F(world_options, hit_speed)           \
    F(world_options, max_bodies)                                                                   \
    F(world_options, max_colliders) F(world_options, max_contacts)                                 \
    F(world_options, max_joints)                                                                   \
    S(shape) F(shape, kind) F(shape, radius) F(shape, half) F(shape, positions)                    \
    F(shape, triangles) F(shape, vertex_count) F(shape, triangle_count) F(shape, heights)          \
    F(shape, columns) F(shape, rows) F(shape, parts) F(shape, part_count) F(shape, density)        \
    F(shape, mass) F(shape, friction) F(shape, restitution) F(shape, sensor)                       \
    S(shape_part) F(shape_part, shape) F(shape_part, pose)                                         \
    S(collider) F(collider, index) F(collider, generation)                                         \
    S(contact) F(contact, body) F(contact, other_or_null) F(contact, collider)                     \
    F(contact, at) F(contact, there) F(contact, place) F(contact, normal) F(contact, depth)        \
    F(contact, impulse) F(contact, slip) F(contact, speed) F(contact, began)                                         \
    S(world_counts) F(world_counts, steps) F(world_counts, bodies) F(world_counts, awake)              \
    F(world_counts, contacts) F(world_counts, substeps) F(world_counts, iterations)                   \
    F(world_counts, residual) F(world_counts, dropped) F(world_counts, rejected)                      \
    F(world_counts, pairs_tested) F(world_counts, points_tested)                                     \
    F(world_counts, triangles_tested) F(world_counts, rows_swept) F(world_counts, left_out)           \
    F(world_counts, energy_taken)                                                                   \
    S(joint_options) F(joint_options, kind) F(joint_options, body)                                 \
    F(joint_options, other_or_null) F(joint_options, place) F(joint_options, there)                \
    F(joint_options, axis) F(joint_options, length) F(joint_options, frequency)                    \
    F(joint_options, damping) F(joint_options, strength) F(joint_options, twist_strength)          \
    F(joint_options, lower) F(joint_options, upper) F(joint_options, swing)                        \
    F(joint_options, motor_speed) F(joint_options, motor_strength)                                 \
    F(joint_options, spring_frequency) F(joint_options, spring_damping)                            \
    F(joint_options, spring_target) F(joint_options, collide)                                      \
    S(joint) F(joint, index) F(joint, generation)                                                  \
    S(joint_state) F(joint_state, exists) F(joint_state, broken) F(joint_state, broke)             \
    F(joint_state, force) F(joint_state, twist) F(joint_state, gap) F(joint_state, position)       \
    F(joint_state, applied_force) F(joint_state, applied_torque) F(joint_state, load)              \
    S(body_counts) F(body_counts, steps) F(body_counts, limited) F(body_counts, rejected) F(body_counts, substeps)               \
    F(body_counts, fallbacks) F(body_counts, asleep)
// clang-format on

// What a field is made of: 'f' floats, 'i' signed, 'h' 16 and 'b' 8 bits; 'u' all else: addresses, enums, structs.
#define KIND(field)                                                                                \
    _Generic(&(field),                                                                             \
        float*: 'f',                                                                               \
        float(*)[3]: 'f',                                                                          \
        float(*)[9]: 'f',                                                                          \
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
    uint8_t offset, size; // bytes
    uint8_t kind;         // of a struct: 's'
} layout_entry;

// An offset or size that a byte cannot tell fails the build here.
#define FITS(type)                                                                                 \
    _Static_assert(sizeof(supple_##type) <= UINT8_MAX,                                             \
                   "layout_entry is too small for supple_" #type);
#define NOTHING(type, field)
LAYOUTS(FITS, NOTHING)

#define NAME_OF_STRUCT(type)       "\n" #type
#define NAME_OF_FIELD(type, field) " " #field
#define ENTRY_OF_STRUCT(type)      {0, sizeof(supple_##type), 's'},
#define ENTRY_OF_FIELD(type, field)                                                                \
    {offsetof(supple_##type, field), sizeof(((supple_##type*)0)->field),                           \
     KIND(((supple_##type*)0)->field)},

// A line a struct: its name without `supple_`, then those of its fields, in the order of web_layout_entries.
EXPORT(web_layout_names) const char* web_layout_names(void) {
    return LAYOUTS(NAME_OF_STRUCT, NAME_OF_FIELD);
}

EXPORT(web_layout_entries) const layout_entry* web_layout_entries(void) {
    static const layout_entry entries[] = {LAYOUTS(ENTRY_OF_STRUCT, ENTRY_OF_FIELD)};
    return entries;
}
