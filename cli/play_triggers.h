// What `supple play --trigger` makes happen to a recorded body, and when.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/play.h"
#include "cli/cli.h"

// "open@0.5,stop@1.4": entries of the body's palette and seconds, in any order. False with a sentence.
bool triggers_choose(cli* c, const char* text, const supple_asset* asset, play_triggers* out);

// A line for each entry that was not allowed when its time came.
void triggers_tell(cli* c, const play_triggers* t, const supple_asset* asset);
