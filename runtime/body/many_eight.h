// Whether a program has the crowd's step with eight lanes besides the one that it is compiled for.
// SPDX-License-Identifier: MIT
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX__) &&                               \
    !defined(SUPPLE_PLAIN_LANES) && __STDC_HOSTED__
#define MANY_EIGHT

struct many;
void many_drive_eight(struct many* m);
void many_flesh_eight(struct many* m);
#endif
