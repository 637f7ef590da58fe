# cmake --install: libsupple and libsupple_bake, each with a pkg-config file, in one CMake package; and the command.
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
    install(TARGETS supple_bake_shared EXPORT suppleTargets)
    install(FILES include/supple/supple_bake.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/supple)
    configure_file(cmake/supple_bake.pc.in supple_bake.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/supple_bake.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    add_custom_command(TARGET supple_command POST_BUILD
                       COMMAND supple_command completion bash > ${PROJECT_BINARY_DIR}/supple.bash)
    install(FILES ${PROJECT_BINARY_DIR}/supple.bash RENAME supple
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()
