// From which side a picture is drawn, as options say it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"

// One of the names, or AZIMUTH:ELEVATION in degrees. Else a sentence that names the option `asked_by`,
// and false.
bool view_choice(const char* word, const char* asked_by, view* out);
