// Three signals by which people end programs.
// SPDX-License-Identifier: MIT
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

enum { SIGNALS = 3 };

static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction before[SIGNALS];
static volatile sig_atomic_t came; // its number, or 0

static void note(int number) {
    came = number;
}

void interrupt_hold(void) {
    came = 0;
    for (int i = 0; i < SIGNALS; ++i) {
        sigaction(numbers[i], NULL, &before[i]);
        struct sigaction wait = {.sa_handler = note, .sa_flags = SA_RESTART};
        sigemptyset(&wait.sa_mask);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(numbers[i], &wait, NULL);
    }
}

void interrupt_release(void) {
    for (int i = 0; i < SIGNALS; ++i)
        sigaction(numbers[i], &before[i], NULL);
    if (came != 0)
        raise(came);
}
