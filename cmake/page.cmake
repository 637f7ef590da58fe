# The page of `supple view`, which the command carries: web/ and the WebAssembly runtime in one array.
#
# WebAssembly needs clang and wasm-ld. Where they are missing everything else is built all the same, and
# `supple view` says what to install. -DSUPPLE_PAGE=OFF leaves it out of builds that only run C tests.
option(SUPPLE_PAGE "Build the page of supple view" ON)
find_program(WASM_CLANG clang)
find_program(WASM_LINKER wasm-ld)
file(GLOB page_sources CONFIGURE_DEPENDS web/*.js web/page.html web/page.css web/*.c web/libc/* gpu/supple.glsl)
file(GLOB page_headers CONFIGURE_DEPENDS include/supple/*.h)
list(FILTER page_sources EXCLUDE REGEX "/inline\\.js$") # which `npm pack` makes of the module
set(page_html ${PROJECT_BINARY_DIR}/page.html)
set(page_c ${PROJECT_BINARY_DIR}/page_data.c)
if(SUPPLE_PAGE AND WASM_CLANG AND WASM_LINKER)
    set(page_wasm ${PROJECT_BINARY_DIR}/supple.wasm)
    add_custom_command(OUTPUT ${page_wasm} COMMAND ${PROJECT_SOURCE_DIR}/tools/build-wasm ${page_wasm}
                       DEPENDS ${runtime_sources} ${page_sources} tools/build-wasm ${page_headers}
                       COMMENT "Building libsupple as WebAssembly")
else()
    message(STATUS "supple view will not work: SUPPLE_PAGE is off, or clang or wasm-ld is missing (Debian: clang, lld)")
    set(page_wasm none)
endif()
add_custom_command(OUTPUT ${page_html} COMMAND ${PROJECT_SOURCE_DIR}/tools/build-page ${page_html} ${page_wasm}
                   DEPENDS ${page_sources} tools/build-page $<$<NOT:$<STREQUAL:${page_wasm},none>>:${page_wasm}>
                   COMMENT "Putting the page of supple view together")
add_custom_command(OUTPUT ${page_c}
                   COMMAND ${CMAKE_COMMAND} -DFILE=${page_html} -DNAME=page_data -DOUT=${page_c}
                           -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
                   DEPENDS ${page_html} cmake/embed.cmake)
target_sources(supple_bake PRIVATE ${page_c})
