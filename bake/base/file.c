// POSIX: mmap, fsync, realpath, rename.
//
// In front of a mapped file stands a page of ours, by which its job (job.h) knows it.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // O_TMPFILE where there is one, MAP_ANONYMOUS, realpath
#include "bake/base/file.h"

#include "bake/base/assert.h"
#include "bake/base/job.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct front {
    job_item item;
    size_t size; // of all, this page too
} front;

static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static void unmap(job_item* item) {
    front* f = (front*)item;
    munmap(f, f->size);
}

// The file behind a page of memory, or NULL and errno.
static const uint8_t* map_behind_page(int fd, size_t size) {
    size_t page = page_size();
    uint8_t* all =
        mmap(NULL, page + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    if (mmap(all + page, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED) {
        int why = errno;
        munmap(all, page + size);
        errno = why;
        return NULL;
    }
    front* f = (front*)all;
    *f = (front){.item.release = unmap, .size = page + size};
    job_hold(&f->item);
    return all + page;
}

bool file_map(const char* path, bytes* out, report* r) {
    SUPPLE_ASSERT(path != NULL);
    *out = (bytes){NULL, 0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe would wait for its writer
    if (fd < 0)
        return report_error(r, place_file(path), "cannot be opened: %s", strerror(errno));
    struct stat info = {0};
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(fd);
        return report_error(r, place_file(path),
                            S_ISDIR(info.st_mode)
                                ? "is a folder, not a file"
                                : "is a pipe or a device; save what it gives in a file first");
    }
    if (info.st_size == 0) {
        close(fd);
        return report_error(r, place_file(path), "is empty");
    }
    size_t size = (size_t)info.st_size;
    const uint8_t* data = map_behind_page(fd, size);
    int why = errno;
    close(fd);
    if (data == NULL)
        return report_error(r, place_file(path), "cannot be read: %s", strerror(why));
    *out = (bytes){data, size};
    return true;
}

void file_unmap(bytes b) {
    if (b.size == 0)
        return;
    front* f = (front*)((uintptr_t)b.data - page_size());
    job_let_go(&f->item);
    unmap(&f->item);
}

static bool write_all(int fd, const char* data, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

// A device or a pipe cannot be renamed over: it is written to directly.
static bool write_special(const char* path, const void* data, size_t size, report* r) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && write_all(fd, data, size);
    int why = errno;
    if (fd >= 0)
        close(fd);
    return ok || report_error(r, place_file(path), "cannot be written: %s", strerror(why));
}

// Where a link leads; a rename over the link itself would put a file in its place.
static const char* follow_link(const char* path, arena* memory) {
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISLNK(info.st_mode))
        return path;
    return realpath(path, ARENA_NEW(memory, char, PATH_MAX));
}

// A file beside `aside` that has no name yet, so that nothing is left of it when the process is killed. Where the
// file system has no such thing, or there is no /proc to name it by (a bare chroot), it has that name at once.
static int open_unnamed(const char* aside, bool* named, arena* memory) {
    int fd = -1;
    *named = false;
#ifdef O_TMPFILE
    size_t folder = (size_t)(path_name(aside) - aside);
    const char* there = folder > 0 ? arena_copy_text(memory, aside, folder) : ".";
    if (access("/proc/self/fd", F_OK) == 0)
        fd = open(there, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
#endif
    if (fd >= 0)
        return fd;
    *named = true;
    return open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
}

// The name, which a file must have to be renamed; signals wait, so that only SIGKILL could come between the two.
static bool name_and_rename(int fd, bool named, const char* aside, const char* path,
                            arena* memory) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (!named) {
        unlink(aside); // left by a process of the same number
        named = linkat(AT_FDCWD, arena_format(memory, "/proc/self/fd/%d", fd), AT_FDCWD, aside,
                       AT_SYMLINK_FOLLOW) == 0;
    }
    bool done = named && rename(aside, path) == 0;
    int why = errno;
    if (!done && named)
        unlink(aside);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return done;
}

bool file_write(const char* path, const void* data, size_t size, report* r) {
    SUPPLE_ASSERT(path != NULL && (size == 0 || data != NULL));
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return report_error(r, place_file(path), "is a folder, so it cannot be written as a file");
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return write_special(path, data, size, r);

    const char* real = follow_link(path, r->memory);
    if (real == NULL)
        return report_error(r, place_file(path), "is a link that leads nowhere: %s",
                            strerror(errno));
    char* aside = arena_format(r->memory, "%s.part-%ld", real, (long)getpid());
    bool named;
    int fd = open_unnamed(aside, &named, r->memory);
    if (fd < 0)
        return report_error(r, place_file(path), "cannot be written: %s", strerror(errno));
    bool ok = write_all(fd, data, size) && fsync(fd) == 0 &&
              name_and_rename(fd, named, aside, real, r->memory);
    int why = errno;
    close(fd);
    if (ok)
        return true;
    if (named)
        unlink(aside);
    return report_error(r, place_file(path), "cannot be written: %s", strerror(why));
}

const char* path_name(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void path_extension(const char* path, char* out, size_t capacity) {
    SUPPLE_ASSERT(capacity > 0);
    const char* dot = strrchr(path_name(path), '.');
    size_t n = 0;
    for (const char* c = dot != NULL ? dot + 1 : ""; *c != 0 && n + 1 < capacity; ++c)
        out[n++] = (char)tolower((unsigned char)*c);
    out[n] = 0;
}

int path_kind(const char* path, const char* const* extensions, int count) {
    char extension[8];
    path_extension(path, extension, sizeof extension);
    int kind = 0;
    while (kind < count && strcmp(extensions[kind], extension) != 0)
        ++kind;
    return kind;
}

const char* path_beside(const char* path, const char* relative, arena* memory) {
    int folder = (int)(path_name(path) - path);
    return arena_format(memory, "%.*s%s", folder, path, relative);
}
