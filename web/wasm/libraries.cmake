# The libraries of the engine as WebAssembly, by the names that they have in the native build. Their sources are in
# build/wasm/sources; web/wasm/build fetches and patches them.
set(wasm_sources ${CMAKE_SOURCE_DIR}/build/wasm/sources)
set(wasm_lib ${CELLAR_WASM_TOOLCHAIN}/zig/ziglang/lib)

function(cellar_foreign name)
  add_library(${name} STATIC ${ARGN})
  target_compile_options(${name} PRIVATE -w)
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
endfunction()

# Clang's -Og is -O1. What is seldom run is to be small.
set(CELLAR_SELDOM_RUN_OPTION -Oz)

# The library of C++, compiled with exceptions. What it would need of an operating system is left out.
file(GLOB cxx_sources ${wasm_lib}/libcxx/src/*.cpp ${wasm_lib}/libcxx/src/filesystem/*.cpp ${wasm_lib}/libcxx/src/ryu/*.cpp)
list(FILTER cxx_sources EXCLUDE REGEX "/(print|strstream|int128_builtins|random_shuffle|d2fixed)\\.cpp$")
cellar_foreign(wasm_cxx ${cxx_sources} ${CMAKE_SOURCE_DIR}/web/wasm/exact_digits.cpp)
target_include_directories(wasm_cxx PRIVATE ${wasm_lib}/libcxx/src ${wasm_lib}/libcxx/libc ${wasm_lib}/libcxxabi/include)
target_compile_options(wasm_cxx PRIVATE -fvisibility-inlines-hidden -faligned-allocation)
target_compile_definitions(wasm_cxx PRIVATE _LIBCPP_BUILDING_LIBRARY LIBCXX_BUILDING_LIBCXXABI LIBC_NAMESPACE=__llvm_libc_common_utils)
# All else is as in musl, but this copies by a call that WASI lacks.
set_source_files_properties(${wasm_lib}/libcxx/src/filesystem/operations.cpp PROPERTIES COMPILE_DEFINITIONS
                            _LIBCPP_HAS_MUSL_LIBC=0)
# The runtime of ANTLR has texts of wide characters, and no streams of them: a locale would know them in forty thousand bytes.
set_source_files_properties(${wasm_lib}/libcxx/src/locale.cpp ${wasm_lib}/libcxx/src/iostream.cpp
                            ${wasm_lib}/libcxx/src/ios.instantiations.cpp PROPERTIES COMPILE_DEFINITIONS
                            _LIBCPP_HAS_WIDE_CHARACTERS=0)
file(GLOB abi_sources ${wasm_lib}/libcxxabi/src/*.cpp)
list(FILTER abi_sources EXCLUDE REGEX "/(cxa_noexception|cxa_thread_atexit)\\.cpp$")
cellar_foreign(wasm_cxxabi ${abi_sources})
target_include_directories(wasm_cxxabi PRIVATE ${wasm_lib}/libcxx/src ${wasm_lib}/libcxxabi/include ${wasm_lib}/libunwind/include)
set_target_properties(wasm_cxx wasm_cxxabi PROPERTIES CXX_STANDARD 23)
target_compile_definitions(wasm_cxxabi PRIVATE _LIBCXXABI_BUILDING_LIBRARY _LIBCPP_BUILDING_LIBRARY LIBCXXABI_NON_DEMANGLING_TERMINATE)
cellar_foreign(wasm_unwind ${wasm_lib}/libunwind/src/Unwind-wasm.c ${CMAKE_SOURCE_DIR}/web/wasm/runtime.c
              ${CMAKE_SOURCE_DIR}/web/wasm/math.c)
target_include_directories(wasm_unwind PRIVATE ${wasm_lib}/libunwind/include)
target_compile_definitions(wasm_unwind PRIVATE _LIBUNWIND_HIDE_SYMBOLS)
target_compile_options(wasm_unwind PRIVATE -std=gnu2x)

# LMDB over files in memory (storage/system/browser/lmdb_files.h).
set(lmdb ${wasm_sources}/lmdb-0.9.24/libraries/liblmdb)
cellar_foreign(wasm_lmdb ${lmdb}/mdb.c ${lmdb}/midl.c)
target_include_directories(wasm_lmdb SYSTEM PUBLIC ${lmdb})
target_compile_options(wasm_lmdb PRIVATE -include ${CMAKE_SOURCE_DIR}/storage/system/browser/lmdb_files.h)
target_compile_definitions(wasm_lmdb PRIVATE MDB_USE_ROBUST=0 MDB_FDATASYNC=memory_file_sync)
add_library(PkgConfig::LMDB ALIAS wasm_lmdb)

set(utf8proc ${wasm_sources}/utf8proc-2.8.0)
cellar_foreign(wasm_utf8proc ${utf8proc}/utf8proc.c)
target_include_directories(wasm_utf8proc SYSTEM PUBLIC ${utf8proc})
target_compile_definitions(wasm_utf8proc PUBLIC UTF8PROC_STATIC)
add_library(PkgConfig::UTF8PROC ALIAS wasm_utf8proc)

# Digests, behind the names that libcrypto has for them (include/openssl/).
set(tomcrypt ${wasm_sources}/libtomcrypt-1.18.2/src)
file(GLOB digest_sources ${tomcrypt}/hashes/md5.c ${tomcrypt}/hashes/sha1.c ${tomcrypt}/hashes/sha3.c
     ${tomcrypt}/hashes/sha2/sha224.c ${tomcrypt}/hashes/sha2/sha256.c ${tomcrypt}/hashes/sha2/sha384.c
     ${tomcrypt}/hashes/sha2/sha512.c ${tomcrypt}/misc/crypt/crypt_argchk.c)
cellar_foreign(wasm_digests ${digest_sources})
target_include_directories(wasm_digests SYSTEM PUBLIC ${CMAKE_SOURCE_DIR}/web/wasm/include ${tomcrypt}/headers)
target_compile_definitions(wasm_digests PUBLIC LTC_SOURCE LTC_NO_FILE LTC_NO_TEST ARGTYPE=4)
add_library(OpenSSL::Crypto ALIAS wasm_digests)

file(GLOB_RECURSE antlr_sources ${wasm_sources}/antlr4-cpp-runtime-4.9+dfsg/runtime/src/*.cpp)
cellar_foreign(wasm_antlr ${antlr_sources})
target_include_directories(wasm_antlr SYSTEM PUBLIC ${wasm_sources}/antlr4-cpp-runtime-4.9+dfsg/runtime/src ${wasm_sources}/utfcpp/usr/include)
set_target_properties(wasm_antlr PROPERTIES CXX_STANDARD 11)  # the version whose interface its headers have
set(ANTLR4_RUNTIME wasm_antlr)
set(ANTLR4_RUNTIME_INCLUDE ${wasm_sources}/antlr4-cpp-runtime-4.9+dfsg/runtime/src)

# Libraries that are all headers.
add_library(wasm_headers INTERFACE)
target_include_directories(wasm_headers SYSTEM INTERFACE ${CELLAR_WASM_TOOLCHAIN}/include)
# Boost 1.74 derives from what C++17 has removed.
target_compile_definitions(wasm_headers INTERFACE _LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION)
foreach(library fmt::fmt Boost::headers nlohmann_json::nlohmann_json Threads::Threads)
  add_library(${library} ALIAS wasm_headers)
endforeach()
add_library(wasm_time_zones INTERFACE)
target_include_directories(wasm_time_zones SYSTEM INTERFACE ${CMAKE_SOURCE_DIR}/web/wasm/include)
add_library(PkgConfig::ABSL_TIME ALIAS wasm_time_zones)
