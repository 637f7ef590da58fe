// The ten-line outside project that tools/checks/install.sh builds.
// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <supple/supple.h>

int main(void) {
    printf("supple %s\n", supple_version_text());
    return supple_version() == SUPPLE_VERSION ? 0 : 1;
}
