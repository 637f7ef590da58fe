// Two sections, each a row of words; the hierarchy is walked with a current joint instead of recursion,
// so that no file is too deep.
//
// Turns are applied in the order of their channels, the last one to the bone first: R = R1 R2 R3. A
// joint's position channels take the place of its offset, as Blender has it; other readers add the two,
// which makes a difference only where a root has an offset, and nobody needs that one.
// SPDX-License-Identifier: MIT
#include "bake/import/biovision.h"

#include "bake/base/assert.h"
#include "bake/import/lines.h"

#define DEGREE     (EXACT_PI / 180.0)
#define VALUE_MOST 1e6 // beyond this a turn or a way is no motion of a body

enum { BIOVISION_JOINTS_MOST = 4096 };

static const char* const channel_names[6] = {"Xposition", "Yposition", "Zposition",
                                             "Xrotation", "Yrotation", "Zrotation"};

typedef struct reading {
    text t;
    const char* path;
    arena* memory;
    report* r;
    biovision* out;
    int32_t capacity, current; // the joint whose braces are open
    bool in_end;               // ... and is an End Site
} reading;

static bool refuse(const reading* f, const char* what) {
    return report_error(f->r, place_line(f->path, f->t.line), "%s", what);
}

// The next word of the file, wherever it stands; length 0 at its end.
static word next_word(reading* f) {
    while (!text_skip(&f->t))
        if (!text_next_line(&f->t))
            return (word){f->t.at, 0};
    return text_word(&f->t);
}

static bool next_number(reading* f, double* value) {
    while (!text_skip(&f->t))
        if (!text_next_line(&f->t))
            return false;
    const char* before = f->t.at;
    if (text_number(&f->t, value) && fabs(*value) <= VALUE_MOST)
        return true;
    f->t.at = before; // a word that is no number is not the end of the file
    return false;
}

// ---- hierarchy -------------------------------------------------------------------------

static bool open_joint(reading* f, bool is_end) {
    biovision* b = f->out;
    word name = text_rest(&f->t);
    if (name.length > 0 && name.at[name.length - 1] == '{') {
        f->t.at = name.at + --name.length;
        while (name.length > 0 && text_is_space(name.at[name.length - 1]))
            --name.length;
    }
    if (!is_end && name.length == 0)
        return refuse(f, "a joint needs a name");
    if (b->joint_count == BIOVISION_JOINTS_MOST)
        return refuse(f, "more than 4096 joints are no skeleton");
    if (b->joint_count == f->capacity) {
        int32_t more = f->capacity > 0 ? 2 * f->capacity : 64;
        b->joints =
            arena_grow(f->memory, b->joints, (size_t)f->capacity, (size_t)more, sizeof *b->joints);
        f->capacity = more;
    }
    biovision_joint* j = &b->joints[b->joint_count];
    j->name = is_end ? "" : arena_copy_text(f->memory, name.at, name.length);
    j->parent = f->current;
    j->first_channel = b->channel_count;
    if (!word_is(next_word(f), "{"))
        return refuse(f, "after the name of a joint comes {");
    f->current = b->joint_count++;
    f->in_end = is_end;
    return true;
}

static bool read_offset(reading* f) {
    vec3 o;
    if (f->current < 0)
        return refuse(f, "OFFSET stands outside of any joint");
    if (!next_number(f, &o.x) || !next_number(f, &o.y) || !next_number(f, &o.z))
        return refuse(f, "OFFSET needs three numbers");
    f->out->joints[f->current].offset = o;
    return true;
}

static bool same_letters(word w, const char* name) {
    size_t i = 0;
    for (; i < w.length && name[i] != '\0'; ++i)
        if ((w.at[i] | 0x20) != (name[i] | 0x20))
            return false;
    return i == w.length && name[i] == '\0';
}

static bool read_channels(reading* f) {
    double count;
    if (f->current < 0 || f->in_end || f->out->joints[f->current].channel_count > 0)
        return refuse(f, "CHANNELS stands once in each joint, and nowhere else");
    if (!next_number(f, &count) || count < 0.0 || count > 6.0 || count != (int32_t)count)
        return refuse(f, "a joint has 0 to 6 channels");
    biovision_joint* j = &f->out->joints[f->current];
    j->first_channel = f->out->channel_count;
    for (; j->channel_count < (int32_t)count; ++j->channel_count) {
        word w = next_word(f);
        int k = 0;
        while (k < 6 && !same_letters(w, channel_names[k]))
            ++k;
        if (k == 6)
            return report_error(f->r, place_line(f->path, f->t.line),
                                "\"%.*s\" is no channel; they are Xposition, Yposition, Zposition, "
                                "Xrotation, Yrotation and Zrotation",
                                WORD_SHOWN(w));
        j->channels[j->channel_count] = (uint8_t)k;
    }
    f->out->channel_count += j->channel_count;
    return true;
}

static bool close_joint(reading* f) {
    if (f->current < 0)
        return refuse(f, "} without {");
    f->current = f->out->joints[f->current].parent;
    f->in_end = false;
    return true;
}

// One word and what belongs to it; *done at MOTION.
static bool read_item(reading* f, bool* done) {
    word w = next_word(f);
    if (w.length == 0)
        return refuse(f, "the file ends within its hierarchy");
    *done = word_is(w, "MOTION");
    if (*done)
        return f->current < 0 || refuse(f, "MOTION comes before the last } of the hierarchy");
    if (word_is(w, "OFFSET"))
        return read_offset(f);
    if (word_is(w, "CHANNELS"))
        return read_channels(f);
    if (word_is(w, "}"))
        return close_joint(f);
    bool root = word_is(w, "ROOT"), end = word_is(w, "End");
    if (root && f->current >= 0)
        return refuse(f, "a ROOT stands within no other joint");
    if ((end || word_is(w, "JOINT")) && (f->current < 0 || f->in_end))
        return refuse(f, "a JOINT or an End Site stands within a joint");
    if (root || end || word_is(w, "JOINT"))
        return open_joint(f, end);
    return report_error(
        f->r, place_line(f->path, f->t.line),
        "\"%.*s\" is not expected here; a hierarchy has ROOT, JOINT, End Site, OFFSET, "
        "CHANNELS, { and }",
        WORD_SHOWN(w));
}

// ---- motion ----------------------------------------------------------------------------

// "Frames:" and "Frame Time:", also with blanks before the colon.
static bool read_label(reading* f, const char* first, const char* second_or_null, double* value) {
    word w = next_word(f);
    size_t n = strlen(first);
    bool right = w.length >= n && memcmp(w.at, first, n) == 0;
    if (right && second_or_null != NULL) {
        w = next_word(f);
        n = strlen(second_or_null);
        right = w.length >= n && memcmp(w.at, second_or_null, n) == 0;
    }
    if (right && w.length == n)
        right = word_is(next_word(f), ":");
    else
        right = right && w.length == n + 1 && w.at[n] == ':';
    return right && next_number(f, value);
}

static bool read_frames(reading* f, int64_t promised) {
    biovision* b = f->out;
    size_t width = (size_t)b->channel_count, room = (size_t)(f->t.end - f->t.at) / 2 + 1;
    size_t frames = (size_t)promised;
    if (frames > room / width + 1)
        frames = room / width + 1; // a number takes two bytes at least
    b->values = ARENA_NEW(f->memory, double, frames* width);
    for (size_t i = 0; i < frames * width; ++i) {
        if (next_number(f, &b->values[i]))
            continue;
        bool ended = !text_skip(&f->t) && f->t.next == f->t.end;
        if (!ended || i < width)
            return report_error(f->r, place_line(f->path, f->t.line),
                                ended ? "the file ends after %zu of the %zu numbers of a frame"
                                      : "number %zu of %zu of a frame is none, or beyond a million",
                                i % width + !ended, width);
        frames = i / width;
        break;
    }
    b->frame_count = (int32_t)frames;
    if ((int64_t)frames < promised)
        report_warning(f->r, place_file(f->path), "%zu of %lld frames are in the file", frames,
                       (long long)promised);
    return true;
}

static bool read_motion(reading* f) {
    double frames, seconds;
    if (f->out->channel_count == 0)
        return refuse(f, "no joint has channels: nothing moves");
    if (!read_label(f, "Frames", NULL, &frames) || !(frames >= 1.0) || frames != (int64_t)frames)
        return refuse(f, "after MOTION comes \"Frames: N\", 1 or more");
    if (!read_label(f, "Frame", "Time", &seconds) || !(seconds > 0.0))
        return refuse(f, "after the number of frames comes \"Frame Time: SECONDS\", more than 0");
    f->out->frame_seconds = seconds;
    return read_frames(f, (int64_t)frames);
}

bool biovision_read(bytes file, const char* path, arena* memory, biovision* out, report* r) {
    *out = (biovision){0};
    reading f = {.t = text_open(file), .path = path, .memory = memory, .r = r, .out = out};
    f.current = -1;
    if (!word_is(next_word(&f), "HIERARCHY"))
        return refuse(&f, "a BVH file begins with HIERARCHY");
    for (bool done = false; !done;)
        if (!read_item(&f, &done))
            return false;
    return read_motion(&f);
}

// ---- poses -----------------------------------------------------------------------------

static quat turn(int axis, double degrees) {
    vec3 around = v3(axis == 0, axis == 1, axis == 2);
    return quat_axis_angle(around, degrees * DEGREE);
}

void biovision_pose(const biovision* b, int32_t frame, quat* rotations, vec3* positions) {
    SUPPLE_ASSERT(frame >= -1 && frame < b->frame_count);
    const double* values = frame >= 0 ? b->values + (size_t)frame * (size_t)b->channel_count : NULL;
    for (int32_t i = 0; i < b->joint_count; ++i) {
        const biovision_joint* j = &b->joints[i];
        vec3 at = j->offset;
        quat q = quat_identity();
        double* axis[3] = {&at.x, &at.y, &at.z};
        for (int32_t k = 0; k < j->channel_count && values != NULL; ++k) {
            double value = values[j->first_channel + k];
            if (j->channels[k] < CHANNEL_TURN_X)
                *axis[j->channels[k]] = value;
            else
                q = quat_mul(q, turn(j->channels[k] - CHANNEL_TURN_X, value));
        }
        if (j->parent >= 0) {
            at = v3_add(positions[j->parent], quat_rotate(rotations[j->parent], at));
            q = quat_mul(rotations[j->parent], q);
        }
        positions[i] = at;
        rotations[i] = q;
    }
}
