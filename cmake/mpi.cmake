# supple-mpi: the commands of `supple`, whose eigenproblems are solved by all ranks (docs/scale.md).
pkg_check_modules(MPI_STACK IMPORTED_TARGET slepc petsc mpi-c)
if(NOT MPI_STACK_FOUND)
    message(FATAL_ERROR "supple-mpi needs MPI, PETSc and SLEPc (Debian: slepc-dev openmpi-bin). `tools/setup mpi` "
                        "installs them; -DSUPPLE_MPI=OFF builds all else without.")
endif()
file(GLOB mpi_sources CONFIGURE_DEPENDS mpi/*.c)
set(command_sources ${cli_sources})
list(FILTER command_sources EXCLUDE REGEX "/main\\.c$")
add_executable(supple_mpi ${mpi_sources} ${command_sources})
set_target_properties(supple_mpi PROPERTIES OUTPUT_NAME supple-mpi)
target_link_libraries(supple_mpi PRIVATE supple_scenes PkgConfig::MPI_STACK PkgConfig::OPENBLAS m)
target_compile_options(supple_mpi PRIVATE $<$<CONFIG:Release>:-O2>)
