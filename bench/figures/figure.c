// A figure is added in place, before the closing brackets, under a lock: benches run parts of themselves in other
// processes, and one that ends early leaves what was measured before.
// SPDX-License-Identifier: MIT
#include "bench/figures/figure.h"

#include "bake/base/json_out.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char closing[] = "\n]}\n";
enum { CLOSING_SIZE = sizeof closing - 1 };

// ---- what was measured with ------------------------------------------------------------

static const char* processor_name(arena* memory) {
    char line[512];
    const char* found = "of unknown make";
    FILE* f = fopen("/proc/cpuinfo", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            const char* from = strchr(line, ':') + 1;
            from += strspn(from, " ");
            found = arena_copy_text(memory, from, strcspn(from, "\n"));
            break;
        }
    if (f != NULL)
        fclose(f);
    return found;
}

static const char* lanes_name(void) {
#if defined(__AVX512F__)
    return "AVX-512";
#elif defined(__AVX2__)
    return "AVX2";
#elif defined(__SSE2__)
    return "SSE2";
#elif defined(__ARM_NEON)
    return "NEON";
#else
    return "plain";
#endif
}

figures_made figures_made_here(arena* memory) {
    char day[32] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) != NULL)
        strftime(day, sizeof day, "%Y-%m-%d", &parts);
    return (figures_made){.date = arena_copy_text(memory, day, strlen(day)),
                          .processor = processor_name(memory),
                          .compiler = __VERSION__,
                          .lanes = lanes_name(),
                          .cores = (int32_t)sysconf(_SC_NPROCESSORS_ONLN)};
}

// ---- out -------------------------------------------------------------------------------

static void put_spread(json_out* o, const spread* s) {
    json_key_double(o, "median", s->median);
    json_key_double(o, "low", s->low);
    json_key_double(o, "high", s->high);
    json_key_int(o, "runs", s->runs);
}

static const char* as_json(const figure* f, arena* memory) {
    json_out o = json_out_new(memory, false);
    json_begin_object(&o);
    json_key_text(&o, "bench", f->bench);
    json_key_text(&o, "name", f->name);
    json_key_text(&o, "unit", f->unit);
    put_spread(&o, &f->value);
    if (f->of_or_null != NULL) {
        json_key_text(&o, "of", f->of_or_null);
        json_key_double(&o, "at", f->at);
    }
    if (f->part_or_null != NULL)
        json_key_text(&o, "part", f->part_or_null);
    if (f->beside_or_null != NULL) {
        json_key_text(&o, "beside", f->beside_or_null);
        json_key(&o, "ratio");
        json_begin_object(&o);
        put_spread(&o, &f->ratio);
        json_end_object(&o);
    }
    json_end_object(&o);
    return o.text;
}

bool figures_begin(const char* path, const figures_made* made, report* r) {
    json_out o = json_out_new(r->memory, false);
    json_begin_object(&o);
    json_key_text(&o, "date", made->date);
    json_key_text(&o, "processor", made->processor);
    json_key_int(&o, "cores", made->cores);
    json_key_text(&o, "compiler", made->compiler);
    json_key_text(&o, "lanes", made->lanes);
    json_end_object(&o);
    const char* text = arena_format(r->memory, "{\"made\":%s,\n\"figures\":[%s", o.text, closing);
    return file_write(path, text, strlen(text), r);
}

static bool is_finite(const spread* s) {
    return isfinite(s->low) && isfinite(s->median) && isfinite(s->high) && s->runs > 0;
}

// Before the closing brackets of the file `f`, which is locked.
static bool insert(int f, const char* text, arena* memory) {
    char end[CLOSING_SIZE], before;
    off_t at = lseek(f, -(off_t)CLOSING_SIZE, SEEK_END);
    if (at < 1 || read(f, end, CLOSING_SIZE) != CLOSING_SIZE ||
        memcmp(end, closing, CLOSING_SIZE) != 0 || pread(f, &before, 1, at - 1) != 1)
        return false;
    const char* all = arena_format(memory, "%s\n%s%s", before == '[' ? "" : ",", text, closing);
    return pwrite(f, all, strlen(all), at) == (ssize_t)strlen(all);
}

bool figures_add(const char* path, const figure* f, report* r) {
    if (!is_finite(&f->value) || (f->beside_or_null != NULL && !is_finite(&f->ratio)) ||
        (f->of_or_null != NULL && !isfinite(f->at)))
        return report_error(r, place_file(path), "%s, %s is not a number", f->bench, f->name);
    int file = open(path, O_RDWR);
    if (file < 0)
        return report_error(r, place_file(path), "cannot be written to: %s", strerror(errno));
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool ok = fcntl(file, F_SETLKW, &lock) == 0 && insert(file, as_json(f, r->memory), r->memory);
    close(file);
    return ok || report_error(r, place_file(path), "is no file of figures that can grow");
}

// ---- in --------------------------------------------------------------------------------

static const char* text_of(const cJSON* o, const char* key, arena* memory) {
    const cJSON* v = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsString(v) ? arena_copy_text(memory, v->valuestring, strlen(v->valuestring))
                             : NULL;
}

static double number_of(const cJSON* o, const char* key) {
    const cJSON* v = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

static spread spread_in(const cJSON* o) {
    double runs = number_of(o, "runs");
    return (spread){number_of(o, "low"), number_of(o, "median"), number_of(o, "high"),
                    runs >= 1.0 && runs <= INT32_MAX ? (int32_t)runs : 0};
}

static bool figure_in(const cJSON* o, arena* memory, figure* out) {
    const cJSON* ratio = cJSON_GetObjectItemCaseSensitive(o, "ratio");
    *out = (figure){.bench = text_of(o, "bench", memory),
                    .name = text_of(o, "name", memory),
                    .unit = text_of(o, "unit", memory),
                    .value = spread_in(o),
                    .beside_or_null = text_of(o, "beside", memory),
                    .ratio = spread_in(ratio),
                    .of_or_null = text_of(o, "of", memory),
                    .at = number_of(o, "at"),
                    .part_or_null = text_of(o, "part", memory)};
    return out->bench != NULL && out->name != NULL && out->unit != NULL && is_finite(&out->value) &&
           (out->beside_or_null == NULL || is_finite(&out->ratio)) &&
           (out->of_or_null == NULL || isfinite(out->at));
}

static figures_made made_in(const cJSON* o, arena* memory) {
    figures_made m = {.date = text_of(o, "date", memory),
                      .processor = text_of(o, "processor", memory),
                      .compiler = text_of(o, "compiler", memory),
                      .lanes = text_of(o, "lanes", memory)};
    const char** texts[] = {&m.date, &m.processor, &m.compiler, &m.lanes};
    for (int i = 0; i < 4; ++i)
        *texts[i] = *texts[i] != NULL ? *texts[i] : "unknown";
    double cores = number_of(o, "cores");
    m.cores = cores >= 1.0 && cores < 1e6 ? (int32_t)cores : 0;
    return m;
}

bool figures_parse(bytes json, const char* path, arena* memory, figures* out, report* r) {
    cJSON* root = cJSON_ParseWithLength((const char*)json.data, json.size);
    const cJSON* list = cJSON_GetObjectItemCaseSensitive(root, "figures");
    bool ok = cJSON_IsArray(list);
    *out = (figures){0};
    if (!ok)
        report_error(r, place_file(path), "is no file of figures: it has no list \"figures\"");
    if (ok) {
        out->made = made_in(cJSON_GetObjectItemCaseSensitive(root, "made"), memory);
        out->list = ARENA_NEW(memory, figure, (size_t)cJSON_GetArraySize(list));
        const cJSON* o;
        cJSON_ArrayForEach(o, list) {
            ok = ok && figure_in(o, memory, &out->list[out->count]);
            if (!ok) {
                report_error(r, place_file(path), "figure %d lacks something", out->count + 1);
                break;
            }
            ++out->count;
        }
    }
    cJSON_Delete(root);
    return ok;
}
