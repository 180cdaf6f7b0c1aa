// The file to which results go instead of the screen (OUTPUT, CAPTURE).
//
// In:      the path of a file.
// Out:     an Output whose results are in the file, and whose diagnostics are on the screen.
// Refused: a file that cannot be opened (then nothing has changed), or cannot be written to its end.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "shell/connection/connection.h"
#include "shell/render/output.h"

namespace cellar {

class OutputFile final : public Output {
 public:
  enum class Begin { anew, behind_what_is_there };

  /// The screen must outlive the file.
  OutputFile(const std::filesystem::path& path, Begin begin, const Connection& connection, Output& screen);
  ~OutputFile() override;

  const std::string& path() const { return path_; }
  /// Writes what is gathered, ends the file, and refuses if that fails.
  void close();
  [[noreturn]] void refuse_writing(std::string_view reason) const;

 private:
  int put_results(std::string_view text) override;
  void put_diagnostic(std::string_view text) override { screen_.write_diagnostic(text); }

  std::string path_;
  int descriptor_ = -1;
  Output& screen_;
};

}  // namespace cellar
