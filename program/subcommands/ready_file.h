// The file by which scripts learn that a server is ready.
//
// In:      its path; the addresses of the server, once it is ready.
// Out:     the file, which is there as a whole or not at all. One that a killed server has left is removed at once, that of
//          this server at its end.
// Refused: a place where no file can be made; a file that is there and that no server has written; that of a server that
//          still runs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace cellar {

class ReadyFile {
 public:
  explicit ReadyFile(std::filesystem::path path);
  ~ReadyFile();
  ReadyFile(const ReadyFile&) = delete;
  ReadyFile& operator=(const ReadyFile&) = delete;

  void write(std::string_view addresses);

 private:
  [[noreturn]] void refuse_file(std::string_view reason) const;
  void remove_stale() const;

  const std::filesystem::path path_;
  std::string temporary_;  // the file until it has its name
  int descriptor_ = -1;    // with a lock as long as the server runs
  bool is_written_ = false;
};

}  // namespace cellar
