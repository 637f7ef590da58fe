# `make package`: all that is installed as one Debian package, by CPack.
#
# The install script is run as it is, instead of through CPack's own "preinstall" target, which would first build every test.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME supple)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "the authors of supple")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "The supple command bakes meshes and rigged characters into soft bodies, libsupple plays them.
With both libraries and their headers, the Python module, the web package and the manual page.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # dpkg-shlibdeps finds the packages of what is linked
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3-numpy)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/prerm)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_CMAKE_PROJECTS "")
set(CPACK_INSTALL_SCRIPTS ${PROJECT_BINARY_DIR}/cmake_install.cmake)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
install(FILES LICENSE cmake/debian/copyright CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/supple)
include(CPack)
