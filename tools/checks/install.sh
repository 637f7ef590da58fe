#!/usr/bin/env bash
# An outside project of ten lines builds against the installed library, by CMake and by pkg-config.
. "$SOURCE/tools/checks/lib.sh"
prefix=$scratch/prefix

check "cmake --install" cmake --install "$BUILD" --prefix "$prefix"
check "the command is installed and runs" "$prefix/bin/supple" --version
check "bash completion is installed and parses" bash -n "$prefix/share/bash-completion/completions/supple"

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

as_subproject() {
    mkdir -p "$scratch/sub" && cp test/outside/main.c "$scratch/sub/" &&
        printf 'cmake_minimum_required(VERSION 3.20)\nproject(sub C)\nadd_subdirectory("%s" supple)\nadd_executable(sub main.c)\ntarget_link_libraries(sub supple::supple)\n' \
            "$SOURCE" >"$scratch/sub/CMakeLists.txt" &&
        cmake -S "$scratch/sub" -B "$scratch/sub/build" && cmake --build "$scratch/sub/build" && "$scratch/sub/build/sub"
}
check "as a subproject only the library is built" as_subproject
check "... and no baker" test ! -e "$scratch/sub/build/supple/supple"
finish
