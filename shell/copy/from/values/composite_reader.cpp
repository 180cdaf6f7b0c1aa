#include "shell/copy/from/values/composite_reader.h"

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool opens(char c) { return c == '[' || c == '{' || c == '('; }
bool closes(char c) { return c == ']' || c == '}' || c == ')'; }
bool is_blank_here(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

[[noreturn]] void refuse_form(std::string_view text, const Type& type, std::string_view form) {
  refuse("copy_value", {},
         {{"value", quote_text(shorten(text))}, {"type", to_cql(type)}, {"form", std::string(form)}});
}

/// Returns the offset of the first separator that is in no quotes and no brackets; npos if there is none. A quote opens
/// at the beginning of a part alone.
std::size_t find_separator(std::string_view text, char separator, bool before_blank = false) {
  std::size_t depth = 0;
  bool at_beginning = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (at_beginning && is_blank_here(c)) continue;
    if (at_beginning && c == '\'') {
      for (++i; i < text.size() && (text[i] != '\'' || (i + 1 < text.size() && text[i + 1] == '\'')); ++i)
        if (text[i] == '\'') ++i;
      at_beginning = false;
      continue;
    }
    const bool is_here = depth == 0 && c == separator;
    if (is_here && (!before_blank || (i + 1 < text.size() && is_blank_here(text[i + 1])))) return i;
    at_beginning = opens(c) || c == ',' || c == ':';
    if (opens(c)) ++depth;
    if (closes(c) && depth > 0) --depth;
  }
  return text.npos;
}

/// A part of a collection: what is between two separators, without the blanks around it.
struct Part {
  std::string text;
  bool quoted = false;
};

Part part_of(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') return {std::string(text), false};
  Part part{{}, true};
  text = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    part.text += text[i];
    if (text[i] == '\'' && i + 1 < text.size() && text[i + 1] == '\'') ++i;
  }
  return part;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!trim(text).empty()) {
    const std::size_t comma = find_separator(text, ',');
    parts.push_back(text.substr(0, comma));
    if (comma == text.npos) return parts;
    text.remove_prefix(comma + 1);
    if (trim(text).empty()) parts.push_back(text);
  }
  return parts;
}

/// The key of a map ends at a colon with a blank behind it, as cqlsh writes it: a time has colons of its own.
std::pair<std::string_view, std::string_view> split_pair(std::string_view text, const Type& type) {
  std::size_t colon = find_separator(text, ':', true);
  if (colon == text.npos) colon = find_separator(text, ':');
  if (colon == text.npos) refuse_form(text, type, "a key, a colon and a value");
  return {text.substr(0, colon), text.substr(colon + 1)};
}

/// Returns false for a text that is no JSON of the type: `["a", "b"]` for a set, `{"street": "Main"}` for a user type.
bool read_as_json(std::string_view text, const Type& type, std::string& bytes) {
  text = trim(text);
  const bool is_closed = text.size() > 1 && (text.front() == '[' ? text.back() == ']'
                                                                 : text.front() == '{' && text.back() == '}');
  if (!is_closed) return false;
  try {
    Value value = value_of_json(type, read_json(text));
    if (value) bytes = *std::move(value);
    return value.has_value();
  } catch (const Refusal&) {
    return false;
  }
}

class CompositeReader {
 public:
  CompositeReader(const Type& type, const CopyOptions& options) : type_(type), options_(options) {}

  std::string read(std::string_view text) const {
    switch (type_.kind) {
      case TypeKind::list:
        return pack(type_, elements_of(inside(text, '[', ']', "elements between [ and ]")));
      case TypeKind::vector:
        return pack_vector(text);
      case TypeKind::set:
        return pack_sorted(elements_of(inside(text, '{', '}', "elements between { and }")));
      case TypeKind::map:
        return pack_sorted(pairs_of(inside(text, '{', '}', "pairs of key and value between { and }")));
      case TypeKind::tuple:
        return pack(type_, fields_of_tuple(text));
      default:
        return pack(type_, fields_of_user(text));
    }
  }

 private:
  std::string_view inside(std::string_view text, char open, char close, std::string_view form) const {
    const std::string_view trimmed = trim(text);
    if (trimmed.size() < 2 || trimmed.front() != open || trimmed.back() != close)
      refuse_form(text, type_, form);
    return trimmed.substr(1, trimmed.size() - 2);
  }

  bool is_null(const Part& part) const {
    if (part.quoted) return false;
    // A text for null that looks like a collection means null for whole fields alone.
    const bool is_null_text =
        part.text == options_.null && part.text.find_first_of(",:'\"{}[]()") == part.text.npos;
    return part.text.empty() || is_null_text || is_null_word(part.text);
  }
  static bool is_null_word(std::string_view text) { return text.size() == 4 && to_lower(text) == "null"; }

  Value value_of(const Part& part, const Type& type) const {
    if (is_null(part)) return std::nullopt;
    const bool is_text = type.kind == TypeKind::text || type.kind == TypeKind::ascii;
    if (part.text.empty() && !is_text) return "";  // CQL's empty value
    Value value("");
    reader_of(type.kind)(part.text, type, options_, *value);
    return value;
  }

  /// Lists, sets and keys hold no null. As in cqlsh, a text that would be null is the empty one, and the word null, which
  /// COPY TO never writes there, is a text as any other.
  Value element_of(std::string_view text, const Type& type) const {
    const Part part = part_of(text);
    const bool is_text = type.kind == TypeKind::text || type.kind == TypeKind::ascii;
    if (is_text && !part.quoted && (part.text.empty() || part.text == options_.null)) return "";
    if (is_text && is_null_word(part.text)) return std::string(part.text);
    Value value = value_of(part, type);
    if (!value) refuse_form(text, type_, "values without null");
    return value;
  }

  std::vector<Value> elements_of(std::string_view text) const {
    std::vector<Value> elements;
    for (const std::string_view part : split(text)) elements.push_back(element_of(part, type_.arguments[0]));
    return elements;
  }

  std::vector<Value> pairs_of(std::string_view text) const {
    std::vector<Value> pairs;
    for (const std::string_view part : split(text)) {
      const auto [key, value] = split_pair(part, type_);
      pairs.push_back(element_of(key, type_.arguments[0]));
      pairs.push_back(element_of(value, type_.arguments[1]));
    }
    return pairs;
  }

  std::string pack_sorted(std::vector<Value> elements) const {
    sort_elements(type_, elements);
    return pack(type_, elements);
  }

  std::string pack_vector(std::string_view text) const {
    const std::vector<Value> elements = elements_of(inside(text, '[', ']', "numbers between [ and ]"));
    if (elements.size() != type_.dimension)
      refuse_form(text, type_, std::to_string(type_.dimension) + " values between [ and ]");
    return pack(type_, elements);
  }

  std::vector<Value> fields_of_tuple(std::string_view text) const {
    const std::vector<std::string_view> parts = split(inside(text, '(', ')', "values between ( and )"));
    if (parts.size() > type_.arguments.size())
      refuse_form(text, type_,
                  "at most " + std::to_string(type_.arguments.size()) + " values between ( and )");
    std::vector<Value> fields;
    for (std::size_t i = 0; i < parts.size(); ++i)
      fields.push_back(value_of(part_of(parts[i]), type_.arguments[i]));
    fields.resize(type_.arguments.size());
    return fields;
  }

  std::vector<Value> fields_of_user(std::string_view text) const {
    std::vector<Value> fields(type_.arguments.size());
    for (const std::string_view part : split(inside(text, '{', '}', "names and values between { and }"))) {
      const auto [name, value] = split_pair(part, type_);
      const auto found = std::ranges::find(type_.field_names, part_of(name).text);
      if (found == type_.field_names.end())
        refuse_form(text, type_, "its own fields: there is none of the name " + part_of(name).text);
      const auto index = static_cast<std::size_t>(found - type_.field_names.begin());
      fields[index] = value_of(part_of(value), type_.arguments[index]);
    }
    return fields;
  }

  const Type& type_;
  const CopyOptions& options_;
};

}  // namespace

void read_composite(std::string_view text, const Type& type, const CopyOptions& options, std::string& bytes) {
  // COPY writes a part with double quotes in single ones, so a text that begins as JSON is that.
  const bool has_quotes = text.find('"') != text.npos;
  if (has_quotes && read_as_json(text, type, bytes)) return;
  try {
    bytes = CompositeReader(type, options).read(text);
  } catch (const Refusal&) {
    if (has_quotes || !read_as_json(text, type, bytes)) throw;
  }
}

}  // namespace cellar
