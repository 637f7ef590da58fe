// The page is made by the build (tools/build-page); here the title, the body, packed and as base64, and what it begins with are put
// into it.
//
// A body stands in an element that is no script to a browser, so the policy of the page, which names the hash
// of its one script, holds for every body.
// SPDX-License-Identifier: MIT
#include "bake/export/page_out.h"

#include "bake/base/assert.h"
#include "bake/base/buffer.h"
#include "bake/export/gzip.h"
#include "bake/export/page_data.h"
#include "format/checksum.h"

#include <stddef.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void add_base64(buffer* b, bytes from) {
    uint8_t* to = buffer_room(b, (from.size + 2) / 3 * 4);
    size_t length = 0;
    for (size_t i = 0; i < from.size; i += 3) {
        size_t have = from.size - i < 3 ? from.size - i : 3;
        uint32_t word = (uint32_t)from.data[i] << 16;
        word |= have > 1 ? (uint32_t)from.data[i + 1] << 8 : 0;
        word |= have > 2 ? from.data[i + 2] : 0;
        for (size_t k = 0; k < 4; ++k)
            to[length++] = k <= have ? (uint8_t)digits[word >> (18 - 6 * k) & 63] : '=';
    }
    b->size += length;
}

static void add_escaped(buffer* b, const char* text) {
    for (; *text != 0; ++text)
        switch (*text) {
        case '<':
            buffer_text(b, "&lt;");
            break;
        case '>':
            buffer_text(b, "&gt;");
            break;
        case '&':
            buffer_text(b, "&amp;");
            break;
        default:
            buffer_add(b, text, 1);
        }
}

// No tag can begin in it.
static void add_json(buffer* b, const char* text) {
    for (; *text != 0; ++text)
        if (*text == '<')
            buffer_text(b, "\\u003c");
        else
            buffer_add(b, text, 1);
}

static const unsigned char* find(const unsigned char* from, const unsigned char* end,
                                 const char* mark) {
    size_t length = strlen(mark);
    for (; from + length <= end; ++from)
        if (memcmp(from, mark, length) == 0)
            return from;
    return NULL;
}

bytes page_body(bytes file, const supple_asset* asset, arena* memory) {
    size_t from = (size_t)((const uint8_t*)asset->block - file.data);
    SUPPLE_ASSERT(from < file.size);
    uint8_t* copy = ARENA_NEW(memory, uint8_t, file.size);
    memcpy(copy, file.data, file.size);
    uint8_t* block = copy + from;
    format_header head;
    memcpy(&head, block, sizeof head);
    for (uint32_t i = 0; i < head.section_count;
         ++i) { // by copies: a GLB may not be aligned as a block is
        uint8_t* at = block + sizeof head + i * sizeof(format_section);
        format_section s;
        memcpy(&s, at, sizeof s);
        for (uint64_t k = 0; s.kind == FORMAT_RECORDED && k < s.count; ++k)
            memset(block + s.offset + k * s.stride + offsetof(format_recorded, contact_count), 0,
                   sizeof(uint32_t));
        if (s.kind != FORMAT_RECORDED_CONTACTS)
            continue;
        memset(block + s.offset, 0, s.count * s.stride);
        s.count = 0;
        memcpy(at, &s, sizeof s);
    }
    if (head.version >= FORMAT_VERSION_SUMMED) { // those before have no checksum
        head.checksum = format_checksum(block, head.size);
        memcpy(block, &head, sizeof head);
    }
    return (bytes){copy, file.size};
}

bytes page_packed(bytes body, arena* memory) {
    return gzip_packed(body, memory);
}

// In the order in which the page has them.
enum { CONNECT, TITLE, ASSET, OTHER, SETTING, MARKS };
static const char* const marks[MARKS] = {"@CONNECT@", "@TITLE@", "@ASSET@", "@OTHER@", "@SETTING@"};

static void add_mark(buffer* out, int which, const page_parts* p) {
    if (which == CONNECT && p->watched)
        buffer_text(out, "connect-src 'self'; ");
    else if (which == TITLE)
        add_escaped(out, p->title);
    else if (which == ASSET)
        add_base64(out, p->body);
    else if (which == OTHER)
        add_base64(out, p->other);
    else if (which == SETTING)
        add_json(out, p->setting);
}

bytes page_made(const page_parts* p, arena* memory) {
    const unsigned char *from = page_data, *end = page_data + page_data_size;
    buffer out = buffer_new(memory, page_data_size + (p->body.size + p->other.size) / 3 * 4 + 1024);
    for (int i = 0; i < MARKS; ++i) {
        const unsigned char* at = find(from, end, marks[i]);
        if (at == NULL)
            return (bytes){NULL, 0};
        buffer_add(&out, from, (size_t)(at - from));
        add_mark(&out, i, p);
        from = at + strlen(marks[i]);
    }
    buffer_add(&out, from, (size_t)(end - from));
    return buffer_bytes(&out);
}
