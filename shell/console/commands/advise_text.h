// The text of ADVISE, taken apart.
//
// In:      the text of the command.
// Out:     what it asks about, and whether it ends with APPLY.
// Refused: words that ADVISE does not take (E114).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "parser/script/quotes.h"
#include "shell/console/command.h"

namespace cellar {

struct AdviseStatement {
  std::string text;        // without its semicolon and APPLY
  std::size_t offset = 0;  // of its first byte in the command's text
};
struct AdviseLast {};
struct AdviseFile {
  std::string path;
};

struct AdviseWish {
  std::variant<AdviseStatement, AdviseLast, AdviseFile> about;
  bool apply = false;
};

AdviseWish read_advise(const CommandCall& call);

/// True for ADVISE LAST and ADVISE FILE, which need no semicolon.
bool is_advise_line(std::string_view line);

}  // namespace cellar
