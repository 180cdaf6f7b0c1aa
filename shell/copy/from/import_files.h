// The files that COPY FROM reads.
//
// In:      the text of the statement: paths and patterns (a*.csv) with commas between them.
// Out:     the paths that are there, those of a pattern by name; the bytes of a file.
// Refused: a pattern that no file matches (E645), a file that cannot be read, a folder, a device that has no end (E590).
//
// A file is read by read(2): one that is cut short or removed meanwhile ends early, and cannot crash the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "refusal/refusal.h"

#include "storage/transaction/stop_token.h"

namespace cellar {

/// A text that is itself the path of a file is that file, whatever characters it has.
/// `awaited` are paths of files that need not be there yet, and are left out.
std::vector<std::string> find_import_files(const std::string& text, Span span,
                                           const std::filesystem::path& home,
                                           const std::vector<std::string>& awaited = {});

/// As ImportFile refuses a file, without opening it: a pipe would wait for its writer.
void require_readable(const std::string& path, Span span);

class ImportFile {
 public:
  /// "-" is standard input. The span is what a refusal blames.
  ImportFile(std::string path, Span span, StopToken stop);
  ~ImportFile();
  ImportFile(const ImportFile&) = delete;
  ImportFile& operator=(const ImportFile&) = delete;

  /// Returns how many bytes were put to `place`; 0 at the end, and if the work shall stop.
  std::size_t read(char* place, std::size_t size);
  /// Returns nothing for what is no regular file.
  std::optional<std::uint64_t> size() const;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  Span span_;
  int descriptor_;
  bool is_owned_;
  StopToken stop_;
};

}  // namespace cellar
