// posix_spawnp, then asking now and then: a wait with a limit is not to be had portably without
// taking over the signals of the whole program.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // P_tmpdir

#include "bake/base/process.h"

#include "bake/base/assert.h"
#include "bake/base/clock.h"
#include "bake/base/job.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

enum { NOT_FOUND_STATUS = 127 }; // where spawning notices a missing command only in the child

// The end of an empty pipe as its input; the other end is closed, so that reading ends at once.
static int spawn(pid_t* pid, const char* const* arguments, const char* log) {
    int nothing[2];
    if (pipe(nothing) != 0)
        return errno;
    close(nothing[1]);
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(&actions, nothing[0], STDIN_FILENO);
        if (error == 0)
            error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log,
                                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
        if (error == 0)
            error =
                posix_spawnp(pid, arguments[0], &actions, NULL, (char* const*)arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(nothing[0]);
    return error;
}

typedef struct waiting {
    pid_t pid;
    double stop;
    int status;
    pid_t ended; // 0: it runs still
} waiting;

static void wait_for(void* user) {
    waiting* w = user;
    struct timespec nap = {0, 2000000};
    while ((w->ended = waitpid(w->pid, &w->status, WNOHANG)) == 0 && clock_seconds() < w->stop) {
        job_check();
        nanosleep(&nap, NULL);
        if (nap.tv_nsec < 50000000)
            nap.tv_nsec *= 2;
    }
}

static void end_it(waiting* w) {
    kill(w->pid, SIGKILL);
    while (waitpid(w->pid, &w->status, 0) < 0 && errno == EINTR)
        ;
}

process_end process_run(const char* const* arguments, const char* log, double seconds, int* code) {
    SUPPLE_ASSERT(arguments != NULL && arguments[0] != NULL && seconds > 0.0);
    waiting w = {.pid = -1};
    *code = spawn(&w.pid, arguments, log);
    if (*code != 0 || w.pid <= 0)
        return *code == ENOENT ? PROCESS_NOT_FOUND : PROCESS_NOT_BEGUN;
    w.stop = clock_seconds() + seconds;
    job_end end =
        job_run(job_now(), wait_for, &w); // if the job is left, the command must end first
    if (w.ended == 0)
        end_it(&w);
    if (end != JOB_DONE)
        job_leave(end);
    if (w.ended == 0)
        return PROCESS_TIMED_OUT;
    if (w.ended < 0) {
        *code = errno;
        return PROCESS_NOT_BEGUN;
    }
    *code = WIFSIGNALED(w.status) ? WTERMSIG(w.status) : WEXITSTATUS(w.status);
    if (WIFSIGNALED(w.status))
        return PROCESS_KILLED;
    return *code == NOT_FOUND_STATUS ? PROCESS_NOT_FOUND : PROCESS_EXITED;
}

bool process_start(const char* const* arguments) {
    SUPPLE_ASSERT(arguments != NULL && arguments[0] != NULL);
    pid_t pid = -1;
    return spawn(&pid, arguments, "/dev/null") == 0;
}

static void remove_folder(void* what) {
    const char* folder = what;
    DIR* all = opendir(folder);
    for (struct dirent* e = all != NULL ? readdir(all) : NULL; e != NULL; e = readdir(all))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlinkat(dirfd(all), e->d_name, 0);
    if (all != NULL)
        closedir(all);
    rmdir(folder);
}

char* process_folder(arena* memory) {
    const char* parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] == 0)
        parent = P_tmpdir;
    void** owned = arena_own(memory, remove_folder);
    return *owned = mkdtemp(arena_format(memory, "%s/supple-XXXXXX", parent));
}
