// Ctrl-C waits while a result is written: the old file or the new one, and nothing beside it.
//
// Between opening the file aside and its rename a signal would leave it lying there. Blocking signals in
// one thread is not enough, because those of OpenBLAS and OpenMP would take them; so they are noted for
// the whole process and raised again afterwards.
// SPDX-License-Identifier: MIT
#pragma once

void interrupt_hold(void);
void interrupt_release(void); // and end here, if one came

// For long work that may end at any moment without a loss: a signal ends the process at once, after these words on
// stderr. NULL: as before. The text stays.
void interrupt_last_words(const char* words_or_null);
