// The file to which results go instead of the screen (OUTPUT, CAPTURE).
//
// In:      the name of a file.
// Out:     an Output that writes to it.
// Refused: a file that cannot be opened (then nothing has changed), or cannot be written to its end.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "database/database.h"
#include "shell/render/output.h"

namespace cellar {

class OutputFile {
 public:
  enum class Begin { anew, behind_what_is_there };

  /// `~/` at the beginning of the name is the home folder.
  OutputFile(std::string_view name, Begin begin, const Database& database);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }
  Output& output() { return *output_; }
  /// Writes what is gathered, and refuses if that fails.
  void flush();
  /// As above, and ends the file.
  void close();
  [[noreturn]] void refuse_writing(std::string_view reason) const;

 private:
  std::string path_;
  std::FILE* file_ = nullptr;
  std::unique_ptr<Output> output_;
};

}  // namespace cellar
