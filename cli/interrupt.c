// Three signals by which people end programs.
// SPDX-License-Identifier: MIT
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { SIGNALS = 3 };

static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction before[SIGNALS];
static volatile sig_atomic_t came; // its number, or 0
static const char* last_words;

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

static void speak_and_end(int number) {
    ssize_t written = write(STDERR_FILENO, last_words, strlen(last_words));
    (void)written;
    raise(number); // waits until this returns, and is then as it was before
}

void interrupt_last_words(const char* words_or_null) {
    last_words = words_or_null;
    for (int i = 0; i < SIGNALS; ++i) {
        struct sigaction speak = {.sa_handler = words_or_null != NULL ? speak_and_end : SIG_DFL,
                                  .sa_flags = (int)SA_RESETHAND};
        struct sigaction now;
        sigemptyset(&speak.sa_mask);
        sigaction(numbers[i], NULL, &now);
        if (now.sa_handler != SIG_IGN)
            sigaction(numbers[i], &speak, NULL);
    }
}
