// The calls of the system that LMDB makes, upon files in memory. It is included before LMDB's own source, which is C.
//
// In:      descriptors and paths as of storage/system/browser/memory_files.h.
// Out:     what the system's calls return.
// Refused: nothing: -1, with the error in errno.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

int memory_file_open(const char* path, int flags, ...);
int memory_file_close(int descriptor);
ssize_t memory_file_read(int descriptor, void* bytes, size_t size, off_t offset);
ssize_t memory_file_write(int descriptor, const void* bytes, size_t size, off_t offset);
ssize_t memory_file_write_parts(int descriptor, const struct iovec* parts, int count, off_t offset);
/// Returns the size, whatever is asked for: LMDB seeks the end of files alone.
off_t memory_file_size(int descriptor);
int memory_file_resize(int descriptor, off_t size);
int memory_file_sync(int descriptor);
int memory_file_status(int descriptor, struct stat* status);
void* memory_file_map(int descriptor, size_t size);
int memory_file_unmap(void* bytes);

#ifdef __cplusplus
}
#else

#define open memory_file_open
#define close memory_file_close
#define pread memory_file_read
#define pwrite memory_file_write
#define pwritev memory_file_write_parts
#define MDB_USE_PWRITEV 1
#define lseek(descriptor, offset, whence) memory_file_size(descriptor)
#define ftruncate memory_file_resize
#define fsync memory_file_sync
#define fstat memory_file_status
#define mmap(address, size, protection, flags, descriptor, offset) memory_file_map(descriptor, size)
#define munmap(bytes, size) memory_file_unmap(bytes)
#define msync(...) 0
#define madvise(...) 0
/* One process with one thread: no lock is ever held by another one, and nothing is copied by a second thread. */
#define fcntl(...) 0
enum { F_SETLK, F_SETLKW, F_GETLK };
enum { F_RDLCK, F_WRLCK, F_UNLCK };
#undef SIGPIPE
/* The pages of a database that the native program reads, too. */
#define sysconf(name) 4096

#endif
