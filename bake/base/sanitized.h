// Is this built with the address sanitizer? gcc and clang say it differently.
// SPDX-License-Identifier: MIT
#pragma once

#ifndef __has_feature // clang's
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif
