// Text between two lines is replaced, everything else stays.
// SPDX-License-Identifier: MIT
#include "bench/page.h"

#include "bake/base/file.h"

#include <stdio.h>
#include <string.h>

bool page_put(const char* path, const char* name, const char* text, arena* memory, report* r) {
    const char* begin = arena_format(memory, "<!-- %s -->\n", name);
    const char* end = arena_format(memory, "<!-- end of %s -->", name);
    bytes file;
    if (!file_map(path, &file, r))
        return false;
    char* old = arena_alloc(memory, file.size + 1, 1);
    memcpy(old, file.data, file.size);
    file_unmap(file);
    char* from = strstr(old, begin);
    char* to = from != NULL ? strstr(from, end) : NULL;
    if (to == NULL) {
        printf("%s has no lines %.*s and %s\n", path, (int)strlen(begin) - 1, begin, end);
        return false;
    }
    from += strlen(begin);
    const char* all = arena_format(memory, "%.*s%s%s", (int)(from - old), old, text, to);
    return file_write(path, all, strlen(all), r);
}
