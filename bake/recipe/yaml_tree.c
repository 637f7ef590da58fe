// libyaml loads the document, then one pass turns its nodes into ours, index by index.
// SPDX-License-Identifier: MIT
#include "bake/recipe/yaml_tree.h"

#include "bake/base/assert.h"
#include "bake/base/text.h"

#include <string.h>
#include <yaml.h>

enum { SIZE_MOST = 1 << 20, YAML_TREE_KEYS_MOST = 256, YAML_TREE_NAME_SHOWN = 40 };

typedef struct loading {
    const char* path;
    arena* memory;
    report* r;
    yaml_document_t document;
    tree* nodes;
    int32_t node_count;
} loading;

// ---- nodes -----------------------------------------------------------------------------

static bool take_text(loading* l, const yaml_node_t* from, tree* to) {
    size_t length = from->data.scalar.length;
    const char* text = (const char*)from->data.scalar.value;
    if (memchr(text, 0, length) != NULL)
        return report_error(l->r, place_line(l->path, to->line), "a text has a zero byte in it");
    to->text = arena_copy_text(l->memory, text, length);
    to->quoted = from->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    return true;
}

static void take_list(loading* l, const yaml_node_t* from, tree* to) {
    const yaml_node_item_t* first = from->data.sequence.items.start;
    to->kind = TREE_LIST;
    to->count = (int32_t)(from->data.sequence.items.top - first);
    to->items = ARENA_NEW(l->memory, const tree*, (size_t)to->count);
    for (int32_t i = 0; i < to->count; ++i)
        to->items[i] = &l->nodes[first[i] - 1];
}

static bool take_map(loading* l, const yaml_node_t* from, tree* to) {
    const yaml_node_pair_t* first = from->data.mapping.pairs.start;
    int32_t count = (int32_t)(from->data.mapping.pairs.top - first);
    to->kind = TREE_MAP;
    if (count > YAML_TREE_KEYS_MOST) // they are compared one with another
        return report_error(l->r, place_line(l->path, to->line),
                            "a map has %d keys, more than any in a recipe", count);
    to->items = ARENA_NEW(l->memory, const tree*, (size_t)count);
    to->keys = ARENA_NEW(l->memory, const char*, (size_t)count);
    to->key_lines = ARENA_NEW(l->memory, int64_t, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        const yaml_node_t* key = yaml_document_get_node(&l->document, first[i].key);
        int64_t line = (int64_t)key->start_mark.line + 1;
        if (key->type != YAML_SCALAR_NODE)
            return report_error(l->r, place_line(l->path, line),
                                "a key is a list or a map; keys are words, like `name: belly`");
        const char* name = arena_copy_text(l->memory, (const char*)key->data.scalar.value,
                                           key->data.scalar.length);
        if (tree_find(to, name) != NULL)
            return report_error(l->r, place_line(l->path, line),
                                "\"%s\" stands here a second time; keep one of them",
                                text_printable(name, YAML_TREE_NAME_SHOWN, l->memory));
        to->keys[i] = name;
        to->key_lines[i] = line;
        to->items[i] = &l->nodes[first[i].value - 1];
        to->count = i + 1;
    }
    return true;
}

static bool take_node(loading* l, int32_t i) {
    const yaml_node_t* from = yaml_document_get_node(&l->document, i + 1);
    tree* to = &l->nodes[i];
    to->line = (int64_t)from->start_mark.line + 1;
    switch (from->type) {
    case YAML_SCALAR_NODE:
        return take_text(l, from, to);
    case YAML_SEQUENCE_NODE:
        take_list(l, from, to);
        return true;
    case YAML_MAPPING_NODE:
        return take_map(l, from, to);
    default:
        return report_error(l->r, place_line(l->path, to->line), "holds a node of no known kind");
    }
}

static bool take_document(loading* l, const tree** out) {
    l->node_count = (int32_t)(l->document.nodes.top - l->document.nodes.start);
    l->nodes = ARENA_NEW(l->memory, tree, (size_t)l->node_count);
    for (int32_t i = 0; i < l->node_count; ++i)
        if (!take_node(l, i))
            return false;
    *out = l->node_count > 0 ? &l->nodes[0] : NULL;
    return true;
}

// ---- documents -------------------------------------------------------------------------

static bool no_yaml(const yaml_parser_t* p, const char* path, report* r) {
    if (p->error == YAML_MEMORY_ERROR)
        return report_error(r, place_file(path), "needs more memory than there is");
    if (p->error == YAML_READER_ERROR)
        return report_error(r, place_byte(path, (int64_t)p->problem_offset),
                            "is no text in UTF-8: %s", p->problem);
    int64_t line = (int64_t)p->problem_mark.line + 1;
    const char* problem = p->problem != NULL ? p->problem : "it ends too soon";
    if (p->context != NULL && (int64_t)p->context_mark.line + 1 != line)
        return report_error(r, place_line(path, line), "is no YAML: %s, %s that began in line %lld",
                            problem, p->context, (long long)p->context_mark.line + 1);
    return report_error(r, place_line(path, line), "is no YAML: %s", problem);
}

static void free_parser(void* what) {
    yaml_parser_delete(what);
}

static void free_document(void* what) {
    yaml_document_delete(what);
}

// Nothing may follow: the second of two recipes in a file would be lost without a word.
static bool ends_here(yaml_parser_t* p, const char* path, report* r) {
    yaml_document_t next;
    if (!yaml_parser_load(p, &next))
        return no_yaml(p, path, r);
    const yaml_node_t* root = yaml_document_get_root_node(&next);
    bool more = root != NULL;
    int64_t line = more ? (int64_t)root->start_mark.line + 1 : 0;
    yaml_document_delete(&next);
    return !more || report_error(r, place_line(path, line),
                                 "a second document begins here; write one recipe a file");
}

bool tree_read(bytes text, const char* path, arena* memory, const tree** out, report* r) {
    *out = NULL;
    if (text.size > SIZE_MOST)
        return report_error(r, place_file(path), "has %zu bytes; a recipe has at most %d",
                            text.size, SIZE_MOST);
    arena* scratch = arena_create(); // owns libyaml's two
    yaml_parser_t* parser = ARENA_NEW(scratch, yaml_parser_t, 1);
    loading* l = ARENA_NEW(scratch, loading, 1);
    *l = (loading){.path = path, .memory = memory, .r = r};
    void** owned_parser = arena_own(scratch, free_parser);
    void** owned_document = arena_own(scratch, free_document);
    bool sound = yaml_parser_initialize(parser);
    if (sound) {
        *owned_parser = parser;
        yaml_parser_set_input_string(parser, text.data, text.size);
        sound = yaml_parser_load(parser, &l->document);
        if (sound)
            *owned_document = &l->document;
    } else {
        parser->error = YAML_MEMORY_ERROR;
    }
    if (sound)
        sound = take_document(l, out) && (*out == NULL || ends_here(parser, path, r));
    else
        no_yaml(parser, path, r);
    arena_destroy(scratch);
    return sound;
}

const tree* tree_find(const tree* map, const char* key) {
    SUPPLE_ASSERT(map != NULL && key != NULL);
    for (int32_t i = 0; i < map->count; ++i)
        if (strcmp(map->keys[i], key) == 0)
            return map->items[i];
    return NULL;
}
