// The end of a surface for contacts, in a file of its own: every prepared asset may have to let one go, and a program
// that makes none shall not link what makes them.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_rest.h"

void contact_rest_drop(const contact_rest* rest, const supple_allocator* allocator) {
    for (int32_t i = 0; i < rest->piece_count; ++i)
        if (rest->pieces[i] != NULL)
            contact_rest_drop(rest->pieces[i], allocator);
    allocator->release(allocator->user, (void*)(uintptr_t)rest, rest->size);
}
