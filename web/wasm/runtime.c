// What is expected of a runtime, and the sources of libunwind and libc++abi, and the C library, do not have for this target.

// The tag by which WebAssembly knows an exception of C++.
__asm__(
    ".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");

// The only thread ends with the module, so what belongs to it is never destroyed.
int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* library) { return 0; }

// The only process gets each lock.
int flock(int descriptor, int operation) { return 0; }
