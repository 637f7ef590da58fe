# cmake --install: libsupple with a pkg-config file and a CMake package, and the command.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/supple)

install(TARGETS supple EXPORT suppleTargets)
install(FILES include/supple/supple.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/supple)
install(EXPORT suppleTargets NAMESPACE supple:: DESTINATION ${package_dir} FILE suppleConfig.cmake)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/suppleConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/suppleConfigVersion.cmake DESTINATION ${package_dir})

file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/supple.pc.in supple.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/supple.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(SUPPLE_BAKE)
    install(TARGETS supple_command)
    add_custom_command(TARGET supple_command POST_BUILD
                       COMMAND supple_command completion bash > ${PROJECT_BINARY_DIR}/supple.bash)
    install(FILES ${PROJECT_BINARY_DIR}/supple.bash RENAME supple
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()
