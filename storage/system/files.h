// Files by their names and descriptors, as the system has them.
//
// In:      paths; descriptors, which the caller owns.
// Out:     descriptors that are never 0, 1 or 2 (descriptors.h); what a file is; its bytes.
// Refused: nothing.
//
// A function that returns an int for success or failure returns 0 or the system's number of the error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace cellar {

/// Device and number of a file.
using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;

struct FileStatus {
  FileIdentity identity;
  std::uint64_t size = 0;
  std::uint64_t links = 0;
  bool is_regular = false;
  bool is_directory = false;
};

/// Follows links. Returns nothing if there is no such file, or its folder cannot be searched.
std::optional<FileStatus> status_of(const std::string& path);
/// As above, but of a link itself.
std::optional<FileStatus> status_of_name(const std::string& path);
std::optional<FileStatus> status_of(int descriptor);

/// All but the first are opened to read and write, and created if they do not exist; new ones must not exist. A lock
/// file is not a link.
enum class OpenAs { database_to_read, database_to_write, lock_file, new_lock_file, new_file };
struct OpenAttempt {
  int descriptor = -1;
  int code = 0;  // the error, if there is no descriptor
};
OpenAttempt open_file(const std::string& path, OpenAs as);
/// Returns the folder for files that nobody else needs. Throws if the system names none.
std::string temporary_folder();
/// Creates a file whose name is `path` with its last six letters, XXXXXX, replaced.
OpenAttempt create_temporary(std::string& path);
void close_file(int descriptor) noexcept;

struct BytesRead {
  std::size_t size = 0;
  int code = 0;  // the error that has ended the read; 0 at the end of the file
};
/// Reads `size` bytes at the offset, or to the end of the file.
BytesRead read_at(int descriptor, std::uint64_t offset, std::size_t size, char* bytes);
/// Makes the file empty.
int empty_file(int descriptor);
/// Allocates blocks for so many bytes, which does not change the file's size. Returns the error of a full disk,
/// otherwise 0.
int reserve_blocks(int descriptor, std::uint64_t size);
int sync_file(int descriptor);
/// As above, but not what is known of the file beside its bytes.
int sync_bytes(int descriptor);
/// Makes a rename of the file durable, which it is only when the folder is synced.
void sync_folder_of(const std::string& path);
/// Gives `to` the permissions of `from`, and its owner if that is permitted.
int copy_owner(int from, int to);

int remove_file(const std::string& path) noexcept;
int rename_file(const std::string& from, const std::string& to);
int link_to(const std::string& target, const std::string& path);
/// Returns a path that leads to the open file even if it has no name, as far as the system has such paths.
std::string path_of_descriptor(int descriptor);
/// Returns true if the file may be opened to read and write.
bool is_permitted(const std::string& path);

}  // namespace cellar
