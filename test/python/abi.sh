#!/usr/bin/env bash
# What Python believes of C is what the headers say, and it is noticed when it is not.
. "$SOURCE/tools/checks/lib.sh"
python=$(command -v python3) || skip_all "abi: there is no python3"
export PYTHONDONTWRITEBYTECODE=1

check "python/supple/_abi.py is what the headers say (tools/python-abi)" "$python" tools/python-abi --check

exported() { # exported LIBRARY TABLE: what can be called is what is declared
    "$python" - "$1" "$2" <<'END'
import subprocess, sys
sys.path.insert(0, "python/supple")
import _abi
table = set(getattr(_abi, sys.argv[2]))
names = subprocess.run(["nm", "-D", "--defined-only", sys.argv[1]], capture_output=True, text=True, check=True).stdout.split()
found = {n for n in names if n.startswith("supple_")}
sys.exit(f"only in C: {sorted(found - table)}, only in Python: {sorted(table - found)}" if found != table else 0)
END
}
check "libsupple exports what Python declares, and nothing more" exported "$BUILD/libsupple.so.0" RUNTIME
check "... and so does libsupple_bake" exported "$BUILD/libsupple_bake.so.0" BAKER

noticed() { # noticed HEADER WORDS SED-SCRIPT: a header that is changed so is told, by the compiler too
    mkdir -p "$scratch/include" && cp include/supple/*.h "$scratch/include/" && sed -i -E "$3" "$scratch/include/$1" &&
        ! cmp -s "include/supple/$1" "$scratch/include/$1" || { echo "nothing was changed"; return 1; }
    says 1 "$2" "$python" tools/python-abi --check --include "$scratch/include"
}
# Each is one more run of the compiler: by `make test-all` the others.
check "another type of an argument is noticed" noticed body.h 'conflicting types for .supple_body_step' \
    's/supple_body_step\(supple_body\* body, float dt\)/supple_body_step(supple_body* body, double dt)/'
check "... an argument more" noticed bake_result.h 'conflicting types for .supple_bake_run' \
    's/supple_bake_run\(supple_bake_job\* job\)/supple_bake_run(supple_bake_job* job, int how)/'
thorough && check "... another result" noticed body.h 'conflicting types for .supple_body_asleep' \
    's/SUPPLE_API bool supple_body_asleep/SUPPLE_API int supple_body_asleep/'
check "... fields that changed places" noticed shape.h 'supple_shape.radius|supple_shape.half' \
    '/^typedef struct supple_shape /,/^}/ { s/^    float radius;/    int32_t x;\n    float radius;/ }'
thorough && check "... the type of a field of the same size" noticed asset.h 'type of supple_tuning.damping' \
    '/^typedef struct supple_tuning /,/^}/ s/^    float damping;/    int32_t damping;/'
thorough && check "... an enum in another order" noticed shape.h 'SUPPLE_SPHERE' 's/^    SUPPLE_PLANE,/    SUPPLE_NOTHING,\n    SUPPLE_PLANE,/'
check "... a function that is new" noticed base.h 'is not what the headers say' \
    's/^(SUPPLE_API int supple_version\(void\);)/\1\nSUPPLE_API int supple_age(void);/'
thorough && check "... a callback with another signature" noticed bake_job.h 'estimate_or_null' \
    's/\(\*estimate_or_null\)\(void\* user, double seconds, double bytes\)/(*estimate_or_null)(void* user, float seconds, double bytes)/'
finish
