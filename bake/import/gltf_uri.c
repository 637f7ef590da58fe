// RFC 3986 and RFC 2397 as far as glTF uses them, RFC 4648 base64.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf_uri.h"

#include "bake/base/text.h"

#include <string.h>

enum { GLTF_URI_SHOWN = 60 };

static int hex_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// A % that begins no escape stays as it is: exporters write raw file names.
static bytes percent_decode(const char* text, arena* memory) {
    uint8_t* out = ARENA_NEW(memory, uint8_t, strlen(text) + 1); // zero-terminated
    size_t n = 0;
    while (*text != 0) {
        int high = *text == '%' ? hex_value(text[1]) : -1;
        int low = high >= 0 ? hex_value(text[2]) : -1;
        out[n++] = low >= 0 ? (uint8_t)(16 * high + low) : (uint8_t)*text;
        text += low >= 0 ? 3 : 1;
    }
    return (bytes){out, n};
}

static int base64_value(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bytes base64_decode(const char* text, arena* memory, const char** why) {
    size_t length = strlen(text);
    for (int i = 0; i < 2 && length > 0 && text[length - 1] == '='; ++i)
        --length;
    if (length % 4 == 1) {
        *why = "has base64 data that was cut off";
        return (bytes){NULL, 0};
    }
    uint8_t* out = ARENA_NEW(memory, uint8_t, length / 4 * 3 + 3);
    size_t n = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < length; ++i) {
        int v = base64_value(text[i]);
        if (v < 0) {
            *why =
                arena_format(memory, "has base64 data with a wrong character at position %zu", i);
            return (bytes){NULL, 0};
        }
        bits = bits << 6 | (uint32_t)v;
        if (i % 4 != 0) // the second to fourth character each complete a byte
            out[n++] = (uint8_t)(bits >> (6 - 2 * (i % 4)));
    }
    return (bytes){out, n};
}

const char* gltf_uri_shown(const char* text, arena* memory) {
    return text_printable(text, GLTF_URI_SHOWN, memory);
}

bool gltf_uri_is_data(const char* uri) {
    return strncmp(uri, "data:", 5) == 0;
}

bytes gltf_uri_data(const char* uri, arena* memory, const char** mime, const char** why) {
    const char* head = uri + strlen("data:");
    const char* comma = strchr(head, ',');
    *mime = NULL;
    if (comma == NULL) {
        *why = "begins with data: but has no comma before the data";
        return (bytes){NULL, 0};
    }
    size_t head_length = (size_t)(comma - head), type_length = strcspn(head, ";,");
    if (type_length > 0)
        *mime = arena_copy_text(memory, head, type_length);
    bool base64 = head_length >= 7 && memcmp(comma - 7, ";base64", 7) == 0;
    bytes b = base64 ? base64_decode(comma + 1, memory, why) : percent_decode(comma + 1, memory);
    if (b.data != NULL && b.size == 0)
        *why = "holds no data";
    return b;
}

const char* gltf_uri_path(const char* uri, arena* memory, const char** why) {
    size_t scheme = strcspn(uri, ":/?#");
    if (uri[scheme] == ':') {
        *why = "points out of the folder: put a copy of that file beside the model and name it "
               "without http:, file: or a drive letter";
        return NULL;
    }
    bytes decoded = percent_decode(uri, memory);
    const char* path = (const char*)decoded.data;
    if (decoded.size == 0 || strlen(path) != decoded.size) {
        *why = "is no file name";
        return NULL;
    }
    bool leaves = path[0] == '/' || strchr(path, '\\') != NULL;
    for (const char* part = path; part != NULL && !leaves;) {
        leaves = strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0);
        part = strchr(part, '/');
        part = part != NULL ? part + 1 : NULL;
    }
    if (leaves) {
        *why = "leaves the folder of the model: put that file beside it or below";
        return NULL;
    }
    return path;
}

const char* gltf_uri_picture_mime(bytes p) {
    if (p.size >= 8 && memcmp(p.data, "\x89PNG\r\n\x1a\n", 8) == 0)
        return "image/png";
    if (p.size >= 3 && memcmp(p.data, "\xff\xd8\xff", 3) == 0)
        return "image/jpeg";
    if (p.size >= 12 && memcmp(p.data, "RIFF", 4) == 0 && memcmp(p.data + 8, "WEBP", 4) == 0)
        return "image/webp";
    if (p.size >= 12 && memcmp(p.data, "\xabKTX 20\xbb\r\n\x1a\n", 12) == 0)
        return "image/ktx2";
    if (p.size >= 4 && memcmp(p.data, "DDS ", 4) == 0)
        return "image/vnd-ms.dds";
    if (p.size >= 12 && memcmp(p.data + 4, "ftypavif", 8) == 0)
        return "image/avif";
    return NULL;
}
