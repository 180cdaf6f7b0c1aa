# The engine as a module, build/wasm/cellar.wasm, and the program that checks it, build/wasm/cellar_check.wasm.
include(cmake/engine.cmake)
foreach(room connection files render teach copy console completion check)
  target_compile_options(cellar_shell_${room} PRIVATE -include ${CMAKE_SOURCE_DIR}/web/wasm/missing_calls.h)
endforeach()

# What a message of the page means, without the server.
file(GLOB message_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/student/*.cpp ${CMAKE_SOURCE_DIR}/web/notebook/*.cpp
     ${CMAKE_SOURCE_DIR}/web/exercise/*.cpp ${CMAKE_SOURCE_DIR}/web/teacher/*.cpp ${CMAKE_SOURCE_DIR}/web/site/*.cpp)
list(FILTER message_sources EXCLUDE REGEX "/(work_threads|counted_memory|page_files|classroom|roster|teacher_messages)\\.cpp$")
add_executable(cellar_wasm ${CMAKE_SOURCE_DIR}/web/wasm/engine.cpp ${CMAKE_SOURCE_DIR}/web/wasm/without_server.cpp
               ${message_sources})
target_link_libraries(cellar_wasm PRIVATE cellar_shell_completion cellar_shell_check)
target_compile_definitions(cellar_wasm PRIVATE CELLAR_VERSION="${PROJECT_VERSION}")
set_target_properties(cellar_wasm PROPERTIES OUTPUT_NAME cellar)

cellar_unity_by_folder(cellar_wasm)

add_executable(cellar_check_wasm tests/wasm/check_scripts.cpp)
target_link_libraries(cellar_check_wasm PRIVATE cellar_shell_check)
set_target_properties(cellar_check_wasm PROPERTIES OUTPUT_NAME cellar_check)

# The linker is called by itself: clang's driver would look for a C library where it installs one.
set(wasm_link --gc-sections --stack-first -z stack-size=4194304 --export-memory --strip-all)
set(wasm_runtime wasm_cxx wasm_cxxabi wasm_unwind)
set_target_properties(cellar_wasm cellar_check_wasm PROPERTIES SUFFIX .wasm)
foreach(module cellar_wasm cellar_check_wasm)
  target_compile_options(${module} PRIVATE ${CELLAR_WARNINGS})
  target_include_directories(${module} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${module} PRIVATE ${wasm_runtime} ${CELLAR_WASM_TOOLCHAIN}/lib/libc.a
                                          ${CELLAR_WASM_TOOLCHAIN}/lib/libzigc.a ${CELLAR_WASM_TOOLCHAIN}/lib/libcompiler_rt.a)
  target_link_options(${module} PRIVATE ${wasm_link})
endforeach()
set_property(TARGET cellar_wasm APPEND PROPERTY LINK_OPTIONS ${CELLAR_WASM_TOOLCHAIN}/lib/crt1-reactor.o --entry=_initialize)
set_property(TARGET cellar_check_wasm APPEND PROPERTY LINK_OPTIONS ${CELLAR_WASM_TOOLCHAIN}/lib/crt1-command.o)
