# Builds for aarch64 on another processor, by Debian's cross compiler and the libraries that cmake/aarch64/sysroot has fetched:
#   cmake/aarch64/sysroot && cmake --preset aarch64 && cmake --build --preset aarch64
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# A database reserves a map of 1 TiB, and qemu notes each page of it, for minutes. In a space of 8 GiB a smaller map is taken.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -R 0x200000000)

set(sysroot ${CMAKE_CURRENT_LIST_DIR}/../../build/aarch64-sysroot)
cmake_path(NORMAL_PATH sysroot)
# The C library is the compiler's own, so this is no --sysroot.
set(CMAKE_FIND_ROOT_PATH ${sysroot})
set(CMAKE_C_FLAGS_INIT "-isystem ${sysroot}/usr/include/aarch64-linux-gnu")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${sysroot}/usr/lib/aarch64-linux-gnu/pkgconfig:${sysroot}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${sysroot})
