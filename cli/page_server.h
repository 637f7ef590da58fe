// A page and what it asks, on this machine's own address: no other machine, and no other file.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

typedef struct page_server {
    int listener, port;
} page_server;

// port 0: any that is free. False with a sentence.
bool page_server_open(page_server* s, int port, report* r);

// Waits for so many seconds and answers who comes meanwhile: "/" has the page, "/state" the text.
void page_server_answer(const page_server* s, bytes page, const char* state, double seconds);
