# What `cmake --install` puts where programs and libraries go: the program, its documents, and the library for
# embedders, which find_package(Cellar) finds: one archive, database/database.h and what goes with it, and a
# package file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS cellar COMPONENT program)
# Where the README's links look for them.
install(FILES README.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES tests/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
        FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "*.webp")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
        FILES_MATCHING PATTERN "*.cql" PATTERN "*.csv" PATTERN "*.md")

# The manual page and the completion of shells, as the program prints them, and Debian's files of a package.
set(manual ${CMAKE_BINARY_DIR}/manual)
add_custom_command(
  OUTPUT ${manual}/cellar.1.gz
  COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:cellar> -D FOLDER=${manual} -P ${CMAKE_SOURCE_DIR}/cmake/manual.cmake
  DEPENDS cellar cmake/manual.cmake cmake/debian/changelog
  COMMENT "What the program says of itself"
  VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}/cellar.1.gz)
install(FILES ${manual}/cellar.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${manual}/cellar.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME cellar
        COMPONENT program)
install(FILES ${manual}/_cellar DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${manual}/cellar.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES ${manual}/changelog.gz cmake/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES cmake/debian/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME cellar
        COMPONENT program)

# The folders' libraries are there for the build; whoever embeds Cellar links one. fmt is not in it, since the
# program that embeds it may have its own use for it.
set(embedded grammar grammar_tables refusal types schema parser functions planner storage executor database)
set(objects)
foreach(folder ${embedded})
  list(APPEND objects $<TARGET_OBJECTS:cellar_${folder}>)
  if(TARGET cellar_${folder}_seldom_run)
    list(APPEND objects $<TARGET_OBJECTS:cellar_${folder}_seldom_run>)
  endif()
endforeach()
add_library(cellar_embedded STATIC ${objects})
set_target_properties(cellar_embedded PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME cellar EXPORT_NAME cellar)
target_compile_features(cellar_embedded INTERFACE cxx_std_20)
target_include_directories(cellar_embedded INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/cellar>)
# The package file makes these targets, by the same names.
target_link_libraries(cellar_embedded INTERFACE fmt::fmt OpenSSL::Crypto PkgConfig::LMDB PkgConfig::UTF8PROC Threads::Threads
                                                $<INSTALL_INTERFACE:Cellar::antlr4_runtime>)

# A header of Cellar, and all that it includes.
function(cellar_public_headers header found)
  if(header IN_LIST ${found})
    return()
  endif()
  list(APPEND ${found} ${header})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${header})
  file(STRINGS ${CMAKE_SOURCE_DIR}/${header} includes REGEX "^#include \"")
  foreach(include ${includes})
    string(REGEX REPLACE "^#include \"(.*)\".*$" "\\1" included ${include})
    cellar_public_headers(${included} ${found})
  endforeach()
  set(${found} ${${found}} PARENT_SCOPE)
endfunction()

set(public_headers)
foreach(header database/database.h executor/copy/table_copy.h executor/system/system_rows.h parser/lone_literal.h refusal/render.h)
  cellar_public_headers(${header} public_headers)
endforeach()
foreach(header ${public_headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cellar/${folder} COMPONENT library)
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Cellar)
install(TARGETS cellar_embedded EXPORT CellarTargets DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(EXPORT CellarTargets NAMESPACE Cellar:: DESTINATION ${package_folder} COMPONENT library)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/CellarConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/CellarConfig.cmake ${CMAKE_BINARY_DIR}/CellarConfigVersion.cmake
        DESTINATION ${package_folder} COMPONENT library)
