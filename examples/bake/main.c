// The baker inside another program: a mesh or a character in, a living file out.
//
//   bake FILE OUT.glb [RECIPE.yaml]      OUT.supple: the asset alone
//
// SPDX-License-Identifier: MIT
#include <supple/supple_bake.h>

#include <stdio.h>
#include <string.h>

// Called now and then; an editor draws its bar here, and returns false when its button was pressed.
static bool show_progress(void* user, const char* what, int32_t done, int32_t total) {
    int32_t *shown = user, percent = total > 0 ? 100 * done / total : 0;
    if (percent != *shown)
        printf("%3d %%  %s\n", percent, what);
    *shown = percent;
    return true;
}

static bool write_file(const char* path, supple_bake_bytes bytes) {
    FILE* file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool written = fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    return fclose(file) == 0 && written;
}

static bool bake(supple_bake_job* job, int argc, char** argv) {
    supple_bake_recipe recipe = supple_bake_recipe_default();
    recipe.path_or_null = argc > 3 ? argv[3] : NULL;
    if (supple_bake_set_recipe(job, &recipe) != SUPPLE_BAKE_DONE ||
        supple_bake_read_file(job, argv[1]) != SUPPLE_BAKE_DONE ||
        supple_bake_run(job) != SUPPLE_BAKE_DONE)
        return false;
    supple_bake_bytes out = supple_bake_result_of(job)->asset;
    if (strstr(argv[2], ".glb") != NULL && supple_bake_glb(job, &out) != SUPPLE_BAKE_DONE)
        return false;
    return write_file(argv[2], out);
}

int main(int argc, char** argv) {
    if (argc < 3)
        return puts("usage: bake FILE OUT.glb [RECIPE.yaml]"), 2;
    int32_t shown = -1;
    supple_bake_options options = supple_bake_options_default();
    options.progress_or_null = show_progress;
    options.progress_user = &shown;
    supple_bake_job* job = supple_bake_create(&options);
    if (job == NULL)
        return puts("out of memory"), 1;
    bool done = bake(job, argc, argv);
    for (int32_t i = 0; i < supple_bake_finding_count(job); ++i)
        puts(supple_bake_finding_at(job, i).text);
    supple_bake_release(job);
    return done ? 0 : 1;
}
