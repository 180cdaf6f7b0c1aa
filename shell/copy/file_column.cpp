#include "shell/copy/file_column.h"

#include <algorithm>

#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::string_view word_of(FieldPart part) {
  const auto* const found =
      std::ranges::find(kTimeParts, part, &std::pair<FieldPart, std::string_view>::first);
  return found == kTimeParts.end() ? std::string_view() : found->second;
}

std::string in_brackets(FieldPart part, const std::string& name) {
  if (part == FieldPart::value) return name;
  return std::string(word_of(part)) + '(' + name + ')';
}

}  // namespace

std::optional<TimeName> time_name(std::string_view text) {
  const std::size_t bracket = text.find('(');
  if (bracket == text.npos || text.back() != ')') return std::nullopt;
  const std::string word = to_lower(trim(text.substr(0, bracket)));
  const auto* const found =
      std::ranges::find(kTimeParts, word, &std::pair<FieldPart, std::string_view>::second);
  if (found == kTimeParts.end()) return std::nullopt;
  return TimeName{found->first, text.substr(bracket + 1, text.size() - bracket - 2)};
}

bool has_times(const Table& table, const Column& column) { return !column.is_key() && !table.is_counter(); }

std::string header_name(const FileColumn& field) { return in_brackets(field.part, field.column->name); }

std::string listed_name(const FileColumn& field) {
  return in_brackets(field.part, quote_name(field.column->name));
}

std::string names_of(const FileColumns& columns) {
  std::string names;
  for (const FileColumn& field : columns) {
    if (field.column == nullptr) continue;
    names += (names.empty() ? "" : ", ") + listed_name(field);
  }
  return names;
}

}  // namespace cellar
