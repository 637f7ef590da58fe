// Files: bad paths get a sentence, a write is all or nothing, nothing is left behind.
// SPDX-License-Identifier: MIT
#include "bake/base/file.h"
#include "test/kit/check.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct fixture {
    arena* memory;
    report report;
    char folder[64];
} fixture;

static fixture open_fixture(void) {
    fixture x = {.memory = arena_create(), .folder = TEST_FOLDER};
    x.report = report_new(x.memory);
    if (mkdtemp(x.folder) == NULL)
        abort();
    return x;
}

static const char* in_folder(const fixture* x, const char* name) {
    return arena_format(x->memory, "%s/%s", x->folder, name);
}

static int count_files(const char* folder) {
    DIR* d = opendir(folder);
    int count = 0;
    for (struct dirent* e; d != NULL && (e = readdir(d)) != NULL;)
        count += e->d_name[0] != '.';
    closedir(d);
    return count;
}

static void close_fixture(fixture* x) {
    remove(in_folder(x, "a"));
    rmdir(in_folder(x, "sub"));
    rmdir(x->folder);
    arena_destroy(x->memory);
}

TEST(what_is_written_is_what_is_read) {
    fixture x = open_fixture();
    const char* path = in_folder(&x, "a");
    CHECK(file_write(path, "first", 5, &x.report));
    CHECK(file_write(path, "second!", 7, &x.report));
    bytes b;
    CHECK(file_map(path, &b, &x.report));
    CHECK(b.size == 7 && memcmp(b.data, "second!", 7) == 0);
    file_unmap(b);
    CHECK(count_files(x.folder) == 1);
    close_fixture(&x);
}

TEST(a_write_that_fails_leaves_the_old_file_and_nothing_else) {
    fixture x = open_fixture();
    CHECK(!file_write(in_folder(&x, "missing/a"), "x", 1, &x.report));
    CHECK(mkdir(in_folder(&x, "sub"), 0777) == 0);
    CHECK(!file_write(in_folder(&x, "sub"), "x", 1, &x.report)); // a folder stands there
    CHECK(x.report.error_count == 2);
    CHECK(strstr(x.report.findings[1].text, "folder") != NULL);
    CHECK(count_files(x.folder) == 1);
    close_fixture(&x);
}

// Removes whatever lies beside "a"; false if any of it is not of this size.
static bool sweep_beside(const fixture* x, off_t size, int* count) {
    DIR* d = opendir(x->folder);
    bool whole = d != NULL;
    for (struct dirent* e; d != NULL && (e = readdir(d)) != NULL;) {
        struct stat info;
        const char* path = in_folder(x, e->d_name);
        if (e->d_name[0] == '.' || strcmp(e->d_name, "a") == 0)
            continue;
        whole = whole && stat(path, &info) == 0 && info.st_size == size;
        remove(path);
        ++*count;
    }
    closedir(d);
    return whole;
}

// Another process writes megabytes again and again until it is killed, at moments that differ. No call names a file in
// place of another at once, so one that is killed between its two names, an instant of milliseconds, leaves a whole one.
TEST(a_kill_at_any_moment_of_a_write_leaves_a_whole_file_and_hardly_ever_one_beside_it) {
    fixture x = open_fixture();
    enum { SIZE = 4 << 20, KILLS = 25, BESIDE_MOST = 5 };
    char* data = ARENA_NEW(x.memory, char, SIZE);
    const char* path = in_folder(&x, "a");
    int beside = 0, torn = 0;
    CHECK(file_write(path, data, SIZE, &x.report));
    for (int i = 0; i < KILLS; ++i) {
        pid_t child = fork();
        while (child == 0)
            file_write(path, data, SIZE, &x.report);
        nanosleep(&(struct timespec){.tv_nsec = 1000000 + 1700000 * i % 9000000}, NULL);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        struct stat info;
        torn += stat(path, &info) != 0 || info.st_size != SIZE;
        torn += !sweep_beside(&x, SIZE, &beside);
    }
    CHECK(torn == 0 && beside <= BESIDE_MOST);
    close_fixture(&x);
}

TEST(unreadable_files_get_a_sentence) {
    fixture x = open_fixture();
    bytes b;
    CHECK(!file_map(in_folder(&x, "nothing"), &b, &x.report));
    CHECK(!file_map(x.folder, &b, &x.report));
    CHECK(file_write(in_folder(&x, "a"), "", 0, &x.report));
    CHECK(!file_map(in_folder(&x, "a"), &b, &x.report));
    CHECK(x.report.count == 3);
    CHECK(strstr(finding_text(&x.report.findings[0], x.memory), "No such file") != NULL);
    CHECK_TEXT(x.report.findings[1].text, "is a folder, not a file");
    CHECK_TEXT(x.report.findings[2].text, "is empty");
    close_fixture(&x);
}

TEST(a_link_stays_and_what_it_leads_to_changes) {
    fixture x = open_fixture();
    const char* link = in_folder(&x, "link");
    struct stat info;
    bytes b;
    CHECK(symlink("a", link) == 0);
    CHECK(!file_write(link, "x", 1, &x.report)); // it leads nowhere yet
    CHECK(file_write(in_folder(&x, "a"), "first", 5, &x.report));
    CHECK(file_write(link, "second!", 7, &x.report));
    CHECK(lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
    CHECK(file_map(in_folder(&x, "a"), &b, &x.report) && b.size == 7);
    file_unmap(b);
    CHECK(count_files(x.folder) == 2);
    remove(link);
    close_fixture(&x);
}

TEST(a_pipe_is_refused_at_once) {
    fixture x = open_fixture();
    const char* pipe = in_folder(&x, "pipe");
    bytes b;
    CHECK(mkfifo(pipe, 0600) == 0);
    CHECK(!file_map(pipe, &b, &x.report)); // and does not wait for someone to write
    CHECK(strstr(x.report.findings[0].text, "pipe") != NULL);
    remove(pipe);
    close_fixture(&x);
}

TEST(paths_are_taken_apart) {
    arena* a = arena_create();
    char extension[8];
    path_extension("some.folder/Mesh.GLB", extension, sizeof extension);
    CHECK_TEXT(extension, "glb");
    path_extension("some.folder/mesh", extension, sizeof extension);
    CHECK_TEXT(extension, "");
    path_extension("x.averylongextension", extension, sizeof extension);
    CHECK_TEXT(extension, "averylo");
    CHECK_TEXT(path_name("a/b/c.obj"), "c.obj");
    CHECK_TEXT(path_beside("a/b/c.gltf", "d.bin", a), "a/b/d.bin");
    CHECK_TEXT(path_beside("c.gltf", "d.bin", a), "d.bin");
    arena_destroy(a);
}

TEST(findings_say_where) {
    arena* a = arena_create();
    report r = report_new(a);
    CHECK(!report_error(&r, place_line("m.obj", 12), "has %d corners", 2));
    report_warning(&r, place_byte("m.glb", 340), "ends early");
    report_note(&r, place_none(), "all is well");
    CHECK_TEXT(finding_text(&r.findings[0], a), "m.obj:12: has 2 corners");
    CHECK_TEXT(finding_text(&r.findings[1], a), "m.glb: ends early (at byte 340)");
    CHECK_TEXT(finding_text(&r.findings[2], a), "all is well");
    CHECK(r.error_count == 1 && r.count == 3);
    arena_destroy(a);
}

TEST(findings_are_safe_on_a_terminal) {
    arena* a = arena_create();
    report r = report_new(a);
    report_note(&r, place_file("m\033[31m\n.obj"), "has \"%s\"", "\033]0;title\a");
    CHECK_TEXT(finding_text(&r.findings[0], a), "m?[31m?.obj: has \"?]0;title?\"");
    arena_destroy(a);
}

TEST_MAIN(CASE(what_is_written_is_what_is_read),
          CASE(a_write_that_fails_leaves_the_old_file_and_nothing_else),
          CASE(a_kill_at_any_moment_of_a_write_leaves_a_whole_file_and_hardly_ever_one_beside_it),
          CASE(unreadable_files_get_a_sentence), CASE(a_link_stays_and_what_it_leads_to_changes),
          CASE(a_pipe_is_refused_at_once), CASE(paths_are_taken_apart),
          CASE(findings_are_safe_on_a_terminal), CASE(findings_say_where))
