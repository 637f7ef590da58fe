// What hangs together by contacts, joints or pins is solved together, and nothing else is.
//
// Sweeps carry a load through the bodies in contact. What lies elsewhere would be swept as often as the worst island
// needs, and conjugate steps would go on by one fraction for all bodies; so each group of bodies and blocks has sweeps
// of its own, and ends when it is done. Joints are solved by one factor and holds by their bodies, so all islands that
// have any are one group.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve_work.h"

int32_t solve_root(solve_island* islands, int32_t body) {
    while (islands[body].root != body)
        body = islands[body].root = islands[islands[body].root].root;
    return body;
}

static void join(solver* s) {
    for (int32_t i = 0; i < s->body_count; ++i)
        s->islands[i] = (solve_island){.root = i};
    for (int32_t i = 0; i < s->block_count; ++i) {
        const solve_side* side = s->anchors[i].side;
        if (side[0].body < 0 || side[1].body < 0)
            continue;
        int32_t a = solve_root(s->islands, side[0].body), b = solve_root(s->islands, side[1].body);
        s->islands[a > b ? a : b].root = a < b ? a : b;
    }
    for (int32_t i = 0; i < s->hold_count; ++i)
        s->islands[solve_root(s->islands, s->holds[i].body)].held = true;
    for (int32_t i = 0; i < s->joint_count; ++i) {
        int32_t body = solve_body_of(s, s->joints[i]);
        if (body >= 0)
            s->islands[solve_root(s->islands, body)].joined = true;
    }
}

// Group 0 has holds and joints, and what moves nobody; the others are numbered by their first bodies.
static void number(solver* s) {
    s->group_count = 1;
    for (int32_t i = 0; i < s->body_count; ++i) {
        solve_island *own = &s->islands[i], *root = &s->islands[solve_root(s->islands, i)];
        if (root == own)
            own->group = own->held || own->joined ? 0 : s->group_count++;
        own->group = root->group; // the root is the first of them
    }
}

static int32_t group_of(const solver* s, int32_t block) {
    int32_t body = solve_body_of(s, block);
    return body >= 0 ? s->islands[body].group : 0;
}

// Lists of bodies and blocks, group after group, each in the order in which they were added.
static void list(solver* s) {
    memset(s->groups, 0, sizeof *s->groups * (size_t)s->group_count);
    for (int32_t i = 0; i < s->body_count; ++i)
        ++s->groups[s->islands[i].group].body_end;
    for (int32_t i = 0; i < s->block_count; ++i)
        ++s->groups[group_of(s, i)].block_end;
    for (int32_t g = 0, bodies = 0, blocks = 0; g < s->group_count; ++g) {
        solve_group* group = &s->groups[g];
        bodies += group->body_end;
        blocks += group->block_end;
        group->body_first = group->body_end = bodies - group->body_end;
        group->block_first = group->block_end = blocks - group->block_end;
    }
    for (int32_t i = 0; i < s->body_count; ++i)
        s->group_bodies[s->groups[s->islands[i].group].body_end++] = i;
    for (int32_t i = 0; i < s->block_count; ++i)
        s->group_blocks[s->groups[group_of(s, i)].block_end++] = i;
}

// The largest ratio of masses in contact, of each group.
static void find_ratios(solver* s) {
    for (int32_t i = 0; i < s->block_count; ++i) {
        const solve_side* side = s->anchors[i].side;
        if (s->blocks[i].kind == SOLVE_JOINT || side[0].body < 0 || side[1].body < 0)
            continue;
        double a = s->bodies[side[0].body].mass_root, b = s->bodies[side[1].body].mass_root,
               root = a > 0.0 && b > 0.0 ? a > b ? a / b : b / a : 0.0;
        solve_group* group = &s->groups[group_of(s, i)];
        group->ratio = root * root > group->ratio ? root * root : group->ratio;
    }
}

void solve_find_groups(solver* s) {
    join(s);
    number(s);
    list(s);
    find_ratios(s);
}
