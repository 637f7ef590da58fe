#!/usr/bin/env bash
# An outside project of ten lines builds against the installed library, by CMake and by pkg-config.
. "$SOURCE/tools/checks/lib.sh"
prefix=$scratch/prefix

check "cmake --install" cmake --install "$BUILD" --prefix "$prefix"
check "the command is installed and runs" "$prefix/bin/supple" --version
check "bash completion is installed and parses" bash -n "$prefix/share/bash-completion/completions/supple"
check "zsh's, fish's and the manual page are where they are looked for" test -s "$prefix/share/zsh/site-functions/_supple" -a \
    -s "$prefix/share/fish/vendor_completions.d/supple.fish" -a -s "$prefix/share/man/man1/supple.1"
if python=$(find_python numpy); then
    by_python() { PYTHONPATH=$prefix/lib/python3/dist-packages "$python" -c 'import supple; supple.Asset("test/golden/v1.supple").body().step(0.1); import supple._library as l; l.baker()'; }
    check "the Python module is installed and finds both libraries" by_python
fi
check "... which a linker does not take instead of the archive" test ! -e "$prefix/lib/libsupple.so"

if [ -s "$BUILD/supple.wasm" ] && command -v node >/dev/null; then
    cases "the web package is installed whole" node test/node/package.mjs "$prefix/share/nodejs/supple"
fi

by_cmake() {
    cmake -S test/outside -B "$scratch/outside" -DCMAKE_PREFIX_PATH="$prefix" &&
        cmake --build "$scratch/outside" && "$scratch/outside/outside"
}
check "an outside CMake project finds, links and runs it" by_cmake

by_pkg_config() {
    local flags
    flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name supple.pc)") pkg-config --cflags --libs supple) || return 1
    # shellcheck disable=SC2086
    gcc test/outside/main.c $flags -o "$scratch/by-pkg-config" && "$scratch/by-pkg-config"
}
check "an outside project finds it by pkg-config" by_pkg_config

baker() { # its header alone, against its library alone
    local flags
    flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name supple_bake.pc)") pkg-config --cflags --libs supple_bake) || return 1
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >"$scratch/tet.obj"
    # shellcheck disable=SC2086
    gcc examples/bake/main.c $flags -o "$scratch/baker" &&
        LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name libsupple_bake.so)") "$scratch/baker" "$scratch/tet.obj" "$scratch/tet.glb" && [ -s "$scratch/tet.glb" ]
}
check "the baker is installed: an outside program bakes with it" baker

baker_by_cmake() {
    mkdir -p "$scratch/bakes" && cp examples/bake/main.c "$scratch/bakes/" &&
        printf 'cmake_minimum_required(VERSION 3.20)\nproject(bakes C)\nfind_package(supple REQUIRED)\nadd_executable(bakes main.c)\ntarget_link_libraries(bakes supple::bake)\n' \
            >"$scratch/bakes/CMakeLists.txt" &&
        cmake -S "$scratch/bakes" -B "$scratch/bakes/build" -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$scratch/bakes/build" &&
        "$scratch/bakes/build/bakes" "$scratch/tet.obj" "$scratch/again.glb" && cmp "$scratch/tet.glb" "$scratch/again.glb"
}
check "... and by CMake, with the same bytes" baker_by_cmake

as_subproject() {
    mkdir -p "$scratch/sub" && cp test/outside/main.c "$scratch/sub/" &&
        printf 'cmake_minimum_required(VERSION 3.20)\nproject(sub C)\nadd_subdirectory("%s" supple)\nadd_executable(sub main.c)\ntarget_link_libraries(sub supple::supple)\n' \
            "$SOURCE" >"$scratch/sub/CMakeLists.txt" &&
        cmake -S "$scratch/sub" -B "$scratch/sub/build" -DCMAKE_BUILD_TYPE=Debug && cmake --build "$scratch/sub/build" && "$scratch/sub/build/sub"
}
check "as a subproject only the library is built" as_subproject
check "... and no baker" test ! -e "$scratch/sub/build/supple/supple"
finish
