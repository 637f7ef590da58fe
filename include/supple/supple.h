// supple - soft bodies at run time, from assets baked beforehand.
//
// No dependency, no global state, no allocation in a step. Metres, kilograms, seconds;
// right-handed frames. Pointers may not be NULL unless named ..._or_null.
//
// This header is valid C99, C11 and C++. It grows with the runtime: so far it can only say which
// version it is (CHANGELOG.md says what each version brings).
// SPDX-License-Identifier: MIT
#pragma once

#define SUPPLE_VERSION_MAJOR 0
#define SUPPLE_VERSION_MINOR 1
#define SUPPLE_VERSION_PATCH 0
#define SUPPLE_VERSION                                                                             \
    (SUPPLE_VERSION_MAJOR * 10000 + SUPPLE_VERSION_MINOR * 100 + SUPPLE_VERSION_PATCH)

#ifndef SUPPLE_API
#if defined(__GNUC__)
#define SUPPLE_API __attribute__((visibility("default")))
#else
#define SUPPLE_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library that is linked, as SUPPLE_VERSION and as text ("0.1.0"). Compare the
// first with the macro to notice a header and a library that do not belong together.
SUPPLE_API int supple_version(void);
SUPPLE_API const char* supple_version_text(void);

#ifdef __cplusplus
}
#endif
