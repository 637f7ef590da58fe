// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // nanosleep
#include "mpi/ranks.h"

#include "bake/base/machine.h"

#include <cblas.h>
#include <slepceps.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { NAP = 1000000, EXIT_ENDED = 1 }; // ns

int ranks_count(void) {
    int count;
    MPI_Comm_size(PETSC_COMM_WORLD, &count);
    return count;
}

int ranks_self(void) {
    int self;
    MPI_Comm_rank(PETSC_COMM_WORLD, &self);
    return self;
}

void ranks_say(int32_t task) {
    MPI_Request sent;
    MPI_Ibcast(&task, 1, MPI_INT32_T, 0, PETSC_COMM_WORLD, &sent);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
}

static void wait_asleep(MPI_Request* news) {
    int heard = 0;
    for (;;) {
        MPI_Test(news, &heard, MPI_STATUS_IGNORE);
        if (heard)
            return;
        nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
    }
}

int32_t ranks_hear(void) {
    int32_t task = 0;
    MPI_Request news;
    MPI_Ibcast(&task, 1, MPI_INT32_T, 0, PETSC_COMM_WORLD, &news);
    wait_asleep(&news);
    return task;
}

// A machine counts once, by the first of its ranks.
double ranks_memory(void) {
    MPI_Comm machine;
    int first;
    MPI_Comm_split_type(PETSC_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &first);
    MPI_Comm_free(&machine);
    double own = first == 0 ? machine_memory() : 0.0, all = 0.0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
    return all;
}

double ranks_peak(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double own = 1024.0 * (double)used.ru_maxrss, all = 0.0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
    return all;
}

void ranks_end(const char* format, ...) {
    va_list list;
    va_start(list, format);
    fputs("supple-mpi: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    fflush(stderr);
    MPI_Abort(PETSC_COMM_WORLD, EXIT_ENDED);
    abort(); // it does not come back
}

static PetscErrorCode tell(MPI_Comm ranks, int line, const char* function, const char* file,
                           PetscErrorCode code, PetscErrorType type, const char* words,
                           void* user) {
    (void)ranks, (void)line, (void)file, (void)code, (void)type, (void)user;
    ranks_end("rank %d cannot go on, and nothing was written: %s (%s)", ranks_self(),
              words != NULL && words[0] != '\0' ? words : "PETSc failed", function);
}

bool ranks_begin(char** argv) {
    int none = 1; // options of PETSc come by PETSC_OPTIONS
    PetscOptionsSetValue(NULL, "-no_signal_handler", "true"); // a signal has words of our own
    if (SlepcInitialize(&none, &argv, NULL, NULL) != 0)
        return false;
    PetscPushErrorHandler(tell, NULL);
    openblas_set_num_threads(1);
    return true;
}

void ranks_finish(void) {
    SlepcFinalize();
}

int ranks_agree(int code) {
    MPI_Request news;
    MPI_Ibcast(&code, 1, MPI_INT, 0, PETSC_COMM_WORLD, &news);
    wait_asleep(&news);
    return code;
}

int ranks_worst(int code) {
    int worst = code;
    MPI_Request done;
    MPI_Iallreduce(&code, &worst, 1, MPI_INT, MPI_MAX, PETSC_COMM_WORLD, &done);
    wait_asleep(&done);
    return worst;
}
