// Contacts of a prepared asset: apart, so that programs without worlds do not link the tree.
// SPDX-License-Identifier: MIT
#include "runtime/asset/prepared.h"

const contact_rest* prepared_contacts(supple_prepared* p) {
    const contact_rest* there = shared_pointer_get(&p->contacts);
    if (there != NULL)
        return there;
    contact_surface_source source = contact_surface_of_asset(&p->asset);
    source.pieces = p->pieces;
    source.piece_count = p->piece_count;
    contact_rest* made = contact_rest_make(&source, &p->allocator);
    if (made == NULL)
        return shared_pointer_get(&p->contacts); // of somebody else, perhaps
    shared_count_more(&p->contacts_made);
    if (shared_pointer_set(&p->contacts, made))
        return made;
    contact_rest_drop(made, &p->allocator);
    return shared_pointer_get(&p->contacts);
}

bool supple_prepared_contacts(supple_prepared* prepared) {
    return prepared_contacts(prepared) != NULL;
}
