# `cpack -G DEB` in a build folder makes a Debian package of the program with its manual, the completion of shells, the
# documents and the examples. What it depends on is what the program is linked with: nothing, if it is linked statically,
# as a Release build is. FORMAT ZONE reads the zones of tzdata when it is asked for one. The library for embedders is not
# in it.
set(CPACK_PACKAGE_NAME cellar)
set(CPACK_PACKAGE_VENDOR Cellar)
set(CPACK_PACKAGE_CONTACT "Maintainers of Cellar <maintainers@cellar.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shell and engine of the Cassandra Query Language over one file")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Cellar understands the Cassandra Query Language (CQL), keeps its data in one
file, and refuses the queries that a Cassandra cluster would refuse or regret,
saying why and what to do instead. It needs no JVM and no cluster. Scripts,
schemas and CSV files are those of cqlsh.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};${PROJECT_NAME};program;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS tzdata)
# It takes a quarter less than gzip, and ten times as long, which only a build for others is worth.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
endif()
# Folders of a package are readable by everybody, whoever has built it.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
