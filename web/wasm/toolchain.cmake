# Builds for WebAssembly, by what web/wasm/build has put into build/wasm/toolchain: clang, and the C library of WASI. libc++ is
# compiled with the project (web/wasm/libraries.cmake), since the one at hand has no exceptions.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CELLAR_WASM TRUE)
set(toolchain ${CMAKE_CURRENT_LIST_DIR}/../../build/wasm/toolchain)
cmake_path(NORMAL_PATH toolchain)
set(CELLAR_WASM_TOOLCHAIN ${toolchain})
set(CMAKE_C_COMPILER ${toolchain}/bin/clang)
set(CMAKE_CXX_COMPILER ${toolchain}/bin/clang++)
set(CMAKE_AR ${toolchain}/bin/ar)
set(CMAKE_RANLIB ${toolchain}/bin/ranlib)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# The features of "lime1", which browsers have since 2021, with exceptions in the form that they have since 2023.
set(target "--no-default-config --target=wasm32-wasip1 -mcpu=lime1 -mbulk-memory -fwasm-exceptions -nostdinc")
set(lib ${toolchain}/zig/ziglang/lib)
set(system "-isystem ${lib}/include -isystem ${lib}/libc/include/wasm-wasi-musl -isystem ${lib}/libc/include/generic-musl")
set(emulated "-D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID -D_WASI_EMULATED_PROCESS_CLOCKS")
set(CMAKE_C_FLAGS_INIT "${target} ${system} ${emulated}")
set(CMAKE_CXX_FLAGS_INIT "${target} -nostdinc++ -include ${CMAKE_CURRENT_LIST_DIR}/libcxx_config.h \
-isystem ${lib}/libcxx/include -isystem ${lib}/libcxxabi/include ${system} ${emulated}")

set(CMAKE_CXX_LINK_EXECUTABLE
    "${toolchain}/bin/wasm-ld <LINK_FLAGS> <OBJECTS> <LINK_LIBRARIES> -o <TARGET>")

set(CMAKE_FIND_ROOT_PATH ${toolchain})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
