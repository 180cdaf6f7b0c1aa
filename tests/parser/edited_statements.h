// The statements of the scripts in the tests, and random edits of them.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "parser/script/splitter.h"
#include "types/text/text.h"

namespace cellar {

inline std::vector<std::string> statements_of_scripts() {
  std::vector<std::string> statements;
  for (const std::string folder : {"/tests/cql", "/tests/conformance"}) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(CELLAR_SOURCE_DIR + folder))
      if (entry.path().extension() == ".cql") paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const std::filesystem::path& path : paths) {
      std::stringstream text;
      text << std::ifstream(path).rdbuf();
      Splitter splitter;
      splitter.feed(text.str());
      while (const auto statement = splitter.next()) statements.emplace_back(statement->text);
    }
  }
  return statements;
}

/// Words, strings, blanks, and each other character alone.
inline std::vector<std::string> pieces_of(std::string_view text) {
  const auto is_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::vector<std::string> pieces;
  while (!text.empty()) {
    std::size_t length = std::max<std::size_t>(character_length(text, 0), 1);
    if (text[0] == '\'') {
      const std::size_t close = text.find('\'', 1);
      length = close == text.npos ? text.size() : close + 1;
    } else if (is_word(text[0])) {
      while (length < text.size() && is_word(text[length])) ++length;
    }
    pieces.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return pieces;
}

inline std::string joined_pieces(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

inline std::string with_an_edit(std::vector<std::string> pieces, const std::vector<std::string>& others,
                                std::mt19937& random) {
  const auto place = pieces.begin() + static_cast<std::ptrdiff_t>(random() % pieces.size());
  switch (random() % 5) {
    case 0:
      pieces.erase(place);
      break;
    case 1:
      pieces.insert(place, *place);
      break;
    case 2:
      std::iter_swap(place, pieces.begin() + static_cast<std::ptrdiff_t>(random() % pieces.size()));
      break;
    case 3:
      *place = others[random() % others.size()];
      break;
    default:
      pieces.erase(place, pieces.end());
  }
  return joined_pieces(pieces);
}

}  // namespace cellar
