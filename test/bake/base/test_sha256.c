// Digests of FIPS 180-4's examples, and of any way to cut a text.
// SPDX-License-Identifier: MIT
#include "bake/base/sha256.h"
#include "test/kit/check.h"

#include <string.h>

static void digest(const void* data, size_t size, size_t step, char text[SHA256_TEXT]) {
    sha256 s = sha256_begin();
    for (size_t i = 0; i < size; i += step)
        sha256_add(&s, (const char*)data + i, size - i < step ? size - i : step);
    sha256_end(&s, text);
}

TEST(digests_are_those_of_the_standard) {
    static const char* const known[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
    for (int i = 0; i < 3; ++i) {
        char text[SHA256_TEXT];
        digest(known[i][0], strlen(known[i][0]), 7, text);
        CHECK(strcmp(text, known[i][1]) == 0);
    }
}

TEST(a_million_letters_give_the_digest_of_the_standard) {
    static char letters[1000000];
    char text[SHA256_TEXT];
    memset(letters, 'a', sizeof letters);
    digest(letters, sizeof letters, 997, text);
    CHECK(strcmp(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0") == 0);
}

TEST(however_it_is_cut_the_digest_is_the_same) {
    char data[300], whole[SHA256_TEXT], cut[SHA256_TEXT];
    for (size_t i = 0; i < sizeof data; ++i)
        data[i] = (char)(i * 131 % 251);
    for (size_t size = 0; size <= sizeof data; ++size) {
        digest(data, size, size + 1, whole);
        for (size_t step = 1; step < 130; step += 9) {
            digest(data, size, step, cut);
            CHECK(strcmp(whole, cut) == 0);
        }
    }
}

TEST_MAIN(CASE(digests_are_those_of_the_standard),
          CASE(a_million_letters_give_the_digest_of_the_standard),
          CASE(however_it_is_cut_the_digest_is_the_same))
