// Elements, volume and regions of a file with tetrahedra, for people or programs.
// SPDX-License-Identifier: MIT
#include "cli/info_tets.h"

#include "bake/base/json_out.h"
#include "bake/base/text.h"
#include "bake/import/import_tets.h"

enum { NAME_BYTES = 60 };

static void print_text(const tets* t, const char* path, size_t size, arena* memory) {
    printf("%s\n", text_printable(path, SIZE_MAX, memory));
    printf("  %-10s tetrahedra of %d nodes, %zu bytes\n", "format", t->width, size);
    printf("  %-10s %d\n", "nodes", t->node_count);
    printf("  %-10s %d\n", "elements", t->tet_count);
    printf("  %-10s %.6g\n", "volume", tets_volume(t));
    printf("  %-10s %d\n", "regions", t->region_count);
    for (int32_t i = 0; i < t->region_count; ++i) {
        const tet_region* g = &t->regions[i];
        const char* name = text_printable(g->name, NAME_BYTES, memory);
        if (g->has_material)
            printf("    %-20s Young %g Pa, Poisson %g, density %g kg/m3\n", name, g->young,
                   g->poisson, g->density);
        else
            printf("    %s\n", name[0] != 0 ? name : "-");
    }
}

static void print_json(const tets* t, const char* path, size_t size, arena* memory) {
    json_out o = json_out_new(memory, true);
    json_begin_object(&o);
    json_key_text(&o, "file", path);
    json_key_text(&o, "format", "tetrahedra");
    json_key_int(&o, "bytes", (int64_t)size);
    json_key_int(&o, "nodesAnElement", t->width);
    json_key_int(&o, "nodes", t->node_count);
    json_key_int(&o, "elements", t->tet_count);
    json_key_double(&o, "volume", tets_volume(t));
    json_key(&o, "regions");
    json_begin_array(&o);
    for (int32_t i = 0; i < t->region_count; ++i) {
        const tet_region* g = &t->regions[i];
        json_begin_object(&o);
        json_key_text(&o, "name", g->name);
        if (g->has_material) {
            json_key_double(&o, "young", g->young);
            json_key_double(&o, "poisson", g->poisson);
            json_key_double(&o, "density", g->density);
        }
        json_end_object(&o);
    }
    json_end_array(&o);
    json_end_object(&o);
    puts(o.text);
}

int info_tets(cli* c, const char* path, bytes file, bool as_json) {
    tets t;
    if (!import_tets_bytes(file, path, c->memory, &t, &c->findings))
        return EXIT_BAD_INPUT;
    if (as_json)
        print_json(&t, path, file.size, c->memory);
    else
        print_text(&t, path, file.size, c->memory);
    return EXIT_OK;
}
