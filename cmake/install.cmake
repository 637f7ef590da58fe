# cmake --install: libsupple and libsupple_bake, each with a pkg-config file, in one CMake package; the command with its manual
# page and completions; the Python module and the web package.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/supple)

install(TARGETS supple EXPORT suppleTargets)
if(TARGET supple_shared) # without the link that a linker follows: -lsupple stays libsupple.a
    install(TARGETS supple_shared LIBRARY NAMELINK_SKIP)
endif()
file(GLOB public_headers CONFIGURE_DEPENDS include/supple/*.h)
file(GLOB bake_headers CONFIGURE_DEPENDS include/supple/bake_*.h include/supple/supple_bake.h)
list(REMOVE_ITEM public_headers ${bake_headers})
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/supple)
install(EXPORT suppleTargets NAMESPACE supple:: DESTINATION ${package_dir} FILE suppleConfig.cmake)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/suppleConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/suppleConfigVersion.cmake DESTINATION ${package_dir})

file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/supple.pc.in supple.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/supple.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(SUPPLE_BAKE)
    install(TARGETS supple_command)
    install(TARGETS supple_bake_shared EXPORT suppleTargets)
    install(FILES ${bake_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/supple)
    configure_file(cmake/supple_bake.pc.in supple_bake.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/supple_bake.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    # What the command prints about itself, and where shells and man look for it.
    add_custom_command(TARGET supple_command POST_BUILD
                       COMMAND supple_command completion bash > ${PROJECT_BINARY_DIR}/supple.bash
                       COMMAND supple_command completion zsh > ${PROJECT_BINARY_DIR}/supple.zsh
                       COMMAND supple_command completion fish > ${PROJECT_BINARY_DIR}/supple.fish
                       COMMAND supple_command man > ${PROJECT_BINARY_DIR}/supple.1)
    install(FILES ${PROJECT_BINARY_DIR}/supple.bash RENAME supple
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${PROJECT_BINARY_DIR}/supple.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    install(FILES ${PROJECT_BINARY_DIR}/supple.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    # Debian's zsh looks elsewhere under /usr than under other prefixes.
    install(CODE "set(zsh_script \"${PROJECT_BINARY_DIR}/supple.zsh\")")
    install(CODE [[
        if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
            set(zsh_folder vendor-completions)
        else()
            set(zsh_folder site-functions)
        endif()
        file(INSTALL "${zsh_script}" DESTINATION "${CMAKE_INSTALL_PREFIX}/share/zsh/${zsh_folder}" RENAME _supple)
    ]])

    # The Python module, which finds the libraries two folders above it, or where the system looks.
    file(GLOB python_sources CONFIGURE_DEPENDS python/supple/*.py)
    install(FILES ${python_sources} python/supple/py.typed DESTINATION lib/python3/dist-packages/supple)

    # The web package: what web/package.json lists, of web/ or made by tools/build-package.
    if(NOT page_wasm STREQUAL none)
        file(READ web/package.json web_package)
        string(JSON web_count LENGTH "${web_package}" files)
        math(EXPR web_last "${web_count} - 1")
        set(web_files package.json)
        foreach(i RANGE ${web_last})
            string(JSON name GET "${web_package}" files ${i})
            list(APPEND web_files ${name})
        endforeach()
        set(web_made supple.wasm inline.js supple.glsl three/glsl.js LICENSE)
        list(TRANSFORM web_made PREPEND ${PROJECT_BINARY_DIR}/web/ OUTPUT_VARIABLE web_outputs)
        add_custom_command(OUTPUT ${web_outputs} COMMAND ${PROJECT_SOURCE_DIR}/tools/build-package ${PROJECT_BINARY_DIR}/web ${page_wasm}
                           DEPENDS ${page_wasm} tools/build-package gpu/supple.glsl LICENSE COMMENT "Putting the web package together")
        add_custom_target(web_package ALL DEPENDS ${web_outputs})
        add_dependencies(web_package supple_bake) # which makes the same module
        foreach(name ${web_files})
            if(name IN_LIST web_made)
                set(from ${PROJECT_BINARY_DIR}/web)
            else()
                set(from web)
            endif()
            cmake_path(GET name PARENT_PATH folder)
            install(FILES ${from}/${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/nodejs/supple/${folder})
        endforeach()
    else()
        add_custom_target(web_package) # nothing: `make install` asks for it
    endif()
endif()
