// URIs of glTF: data in the text, or files beside it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

bool gltf_uri_is_data(const char* uri);

// The bytes of a data URI (base64 or percent-encoded) and its media type (NULL if it names none).
// Size 0 and *why, which completes "the uri ...", if it is malformed.
bytes gltf_uri_data(const char* uri, arena* memory, const char** mime, const char** why);

// A relative URI as a path, %20 and the like decoded. NULL and *why for network addresses and for
// paths that would leave the folder of the file: a model must not read what its user did not give.
const char* gltf_uri_path(const char* uri, arena* memory, const char** why);

// Any text of a file for a sentence: control characters replaced, cut to 60 bytes.
const char* gltf_uri_shown(const char* text, arena* memory);

// The media type by a picture's first bytes; NULL if it is no kind that glTF knows.
const char* gltf_uri_picture_mime(bytes picture);
