// A surface as contacts see it: where its points and triangles are now.
//
// Nothing is computed before something asks for it. The bounds of the body follow from its bones and from how far its
// coordinates can move any vertex; so do those of clumps, some 64 triangles each. Vertices are placed one by one as they
// are asked for; when that would be many, all are evaluated in one pass, which is some ten times cheaper a vertex.
//
// What is nearest to a place is found by the closest-triangle field of the rest shape (contact_field.h), at a cost that
// neither deformation nor depth nor speed changes. What is rigid (meshes that bodies bump into) is searched by its tree.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"
#include "runtime/contact/contact_rest.h"
#include "runtime/math/near.h"

enum { CONTACT_SMALL = 1536, CONTACT_FOCUS = 64 };

typedef struct contact_surface_work { // of queries, since they were last taken
    uint32_t queries;                 // of the field or the tree
    uint32_t triangles;               // measured
} contact_surface_work;

typedef struct contact_surface {
    const contact_rest* rest; // others may have the same
    const supple_body* body_or_null;
    float (*places)[4]; // [point_count] world; none of colliders
    float (*speeds)[4]; // ... of flesh in bind space, all at once; NULL: not of this surface
    uint8_t* placed;    // [point_count] a bit each: in this update
    bool any_placed;
    float* tested; // [contact_point_count] of one search: no contact is nearer to the point
    contact_surface_box* boxes; // [clump_count] of one update, world
    float (*inverse)[12];       // [bone_count] of one update: from the world back to bind space
    double size;                // of the longest edge of its box at rest, world units
    double thickness; // of a body without an inside: it is felt from so far away, world units

    // of one update
    const float (*palette)[12];
    const float (*next)[12];
    double h;                             // seconds
    uint32_t stamp;                       // points with it are placed
    uint32_t whole, boxed, turned, tight; // ... all points; boxes of clumps; inverse; bounds
    uint32_t moving;                      // ... speeds
    float sweep[12];                      // one bone: what it adds to a place
    float last_bone[2][12];               // of the first bone, in the last update
    double reach;  // no vertex is farther from rest than this, the mesh's unit
    double travel; // nor do bones carry any farther than this in the substep, world units
    double wobble; // vertices hardly move farther than this against their bones in the substep
    float low[3], high[3];         // bounds of all, now and at the end of the substep
    float low_now[3], high_now[3]; // ... now
    bool asleep;                   // as of the last update: what was evaluated stays
    int32_t evaluated;             // points that were placed in this update
    int32_t focus_count;           // bones to be examined in queries
    uint16_t focus[CONTACT_FOCUS];
    double skip[3], skip_radius;     // queries leave out what lies there at rest; bind space
    struct contact_surface** pieces; // [rest->piece_count] as the rest has them
    contact_surface_work work;
} contact_surface;

static inline bool contact_surface_has_bones(const contact_surface* s) {
    return s->body_or_null != NULL && s->body_or_null->asset.influence_count > 0;
}

// A surface needs so much memory, aligned to 16 bytes, and is made in it, whatever
// it has. body_or_null: whose it is.
size_t contact_surface_size(const contact_rest* rest);
contact_surface* contact_surface_make(const contact_rest* rest, const supple_body* body_or_null,
                                      void* memory);

// Updates the surface to how it is shown, carried by `palette` and, at the end of a substep of h
// seconds, by `next` (which may be the same). Finds the bounds; evaluates nothing. What has no body and
// stays where it is keeps what was evaluated, and so does what is asleep as it was before.
void contact_surface_update(contact_surface* s, const float (*palette)[12], const float (*next)[12],
                            double h, bool asleep);

// How a moves against b over the substep, in the middle of where both are, and how much farther anything
// of them goes there: bodies that fly side by side do not close. Without wobble.
double contact_surface_closing(const contact_surface* a, const contact_surface* b,
                               double displacement[3]);

// How it moves against something of a motion of its own: in its middle, and how much farther anywhere, along each axis.
// sweep: what that motion adds to a place. Without wobble.
void contact_surface_against(const contact_surface* s, const float sweep[12],
                             double displacement[3], double spread[3]);

// Finds from points what an update knows from coordinates alone, where that is wide: the bounds of now, and how far flesh
// moves. It is asked for by whoever has come near something.
void contact_surface_tighten(contact_surface* s);

// What a change of matrices adds to a place: n m^-1 - 1. Nothing where m is flat.
void contact_surface_change(const float m[12], const float n[12], float out[12]);
static inline void contact_carry(const float m[12], const float x[3], float out[3]) {
    for (int a = 0; a < 3; ++a)
        out[a] = (m[4 * a] * x[0] + m[4 * a + 1] * x[1] + m[4 * a + 2] * x[2]) + m[4 * a + 3];
}

// All points at once; or, when so many will be asked for that this is cheaper.
void contact_surface_evaluate(contact_surface* s);
void contact_surface_expect(contact_surface* s, int32_t points);

// A box around a clump as it is now: too wide, without reading its points.
void contact_surface_clump_box(contact_surface* s, int32_t clump, float low[3], float high[3]);

void contact_surface_place_one(contact_surface* s, uint32_t point, double out[3]);
static inline void contact_surface_place(contact_surface* s, uint32_t point, double out[3]) {
    if (s->whole != s->stamp) { // none of a collider ever is
        contact_surface_place_one(s, point, out);
        return;
    }
    for (int a = 0; a < 3; ++a)
        out[a] = (double)s->places[point][a];
}
// How fast the flesh of a point moves; bind space, the mesh's unit a second.
void contact_surface_speed(contact_surface* s, uint32_t point, float out[3]);
void contact_surface_travel(contact_surface* s, uint32_t point,
                            double out[3]); // over the substep, without wobble
void contact_surface_motion(contact_surface* s, uint32_t point,
                            double out[3]); // ... with what its flesh does now
void contact_surface_sweep(const contact_surface* s, const double place[3],
                           double out[3]); // of one bone, anywhere
void contact_surface_corners(contact_surface* s, uint32_t triangle, double corners[3][3]);

// Unit and outward, of the face, or of an edge or corner of it (angle-weighted: its sign tells inside
// from outside, Baerentzen & Aanaes 2005). Zero where triangles have no area.
void contact_surface_normal(contact_surface* s, uint32_t triangle, int feature, double out[3]);
void contact_surface_point_normal(contact_surface* s, uint32_t point, double out[3]);
// About the normal at a point, cheaper. Unit.
void contact_surface_facing(contact_surface* s, uint32_t point, double out[3]);

supple_point contact_surface_point_at(const contact_surface* s, uint32_t point);
supple_point contact_surface_triangle_at(const contact_surface* s, uint32_t triangle,
                                         const double weight[3]);

typedef struct contact_surface_hit {
    uint32_t triangle;
    near_point near;
} contact_surface_hit;

// ---- of a body, by its field -----------------------------------------------------------

// Before queries of places in a box: of a body on bones only those are examined that are near it. Nothing is skipped.
void contact_surface_begin_queries(contact_surface* s, const float low[3], const float high[3]);

// The nearest point of the surface, and whether the place is inside (never where the surface is open). False when
// there is no triangle.
bool contact_surface_nearest(contact_surface* s, const double x[3], contact_surface_hit* hit,
                             bool* inside);

// How near a place is to the surface of a free body, at least, whatever its flesh does; 0 where it may be inside. World
// units. After contact_surface_begin_queries.
double contact_surface_least(const contact_surface* s, const double x[3]);

// From a triangle on over its neighbours while that is nearer to x; facing_or_null: only over those whose normals oppose it.
void contact_surface_walk(contact_surface* s, const double x[3], const double* facing_or_null,
                          contact_surface_hit* hit);

// Whether some bone that is near a box of the world takes its middle back to a place at least `far` from `own`.
bool contact_surface_strays(const contact_surface* s, const float low[3], const float high[3],
                            const double middle[3], const double own[3], double far);

// ---- of a collider, by its tree --------------------------------------------------------

// The nearest point of the surface within a radius. facing_or_null: only triangles whose normal is
// against it; open surfaces have one on either side.
bool contact_surface_rigid_nearest(contact_surface* s, const double x[3], double radius,
                                   const double* facing_or_null, contact_surface_hit* hit);

// The first triangle that the way from x to y meets.
bool contact_surface_rigid_cast(contact_surface* s, const double x[3], const double y[3],
                                contact_surface_hit* hit, double* along);

// Triangles whose boxes meet a box of the world, at most `room`; where many lie within `coarse` world units one for all.
int32_t contact_surface_rigid_within(contact_surface* s, const float low[3], const float high[3],
                                     uint32_t* out, int32_t room, double coarse);
