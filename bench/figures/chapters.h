// What the benches are called on the page of results, and what a reader must know of each.
// SPDX-License-Identifier: MIT
#pragma once

// A bench that is not in the list is called by its name, and nothing is said of it.
const char* chapter_title(const char* bench);
const char* chapter_about(const char* bench); // Markdown; "" where there is nothing to say
