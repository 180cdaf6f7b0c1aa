#include "types/names.h"

#include <algorithm>
#include <array>

#include "types/text/text.h"
#include "types/type.h"

namespace cellar {

namespace {

// Sorted, for the binary search below.
constexpr std::array<std::string_view, 57> kReservedWords = {
    "add",      "allow",       "alter",        "and",    "apply",    "asc",   "authorize",    "batch",
    "begin",    "by",          "columnfamily", "create", "delete",   "desc",  "describe",     "drop",
    "entries",  "execute",     "from",         "full",   "grant",    "if",    "in",           "index",
    "infinity", "insert",      "into",         "is",     "keyspace", "limit", "materialized", "modify",
    "nan",      "norecursive", "not",          "null",   "of",       "on",    "or",           "order",
    "primary",  "rename",      "revoke",       "schema", "select",   "set",   "table",        "to",
    "token",    "truncate",    "unlogged",     "update", "use",      "using", "view",         "where",
    "with"};

static_assert(std::is_sorted(kReservedWords.begin(), kReservedWords.end()));

bool is_bare_name(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_rest = [&](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_lower(name[0]) && std::all_of(name.begin(), name.end(), is_rest) &&
         !is_reserved_word(name);
}

std::string in_double_quotes(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

bool is_reserved_word(std::string_view word) {
  return std::binary_search(kReservedWords.begin(), kReservedWords.end(), to_lower(word));
}

std::string quote_name(std::string_view name) {
  return is_bare_name(name) ? std::string(name) : in_double_quotes(name);
}

std::string quote_type_name(std::string_view name) {
  constexpr std::array kTypeWords = {"bitstring", "byte",    "complex", "enum", "frozen", "interval",
                                     "list",      "macaddr", "map",     "set",  "tuple",  "vector"};
  const bool is_type_word =
      native_kind(name) || std::find(kTypeWords.begin(), kTypeWords.end(), name) != kTypeWords.end();
  return is_type_word ? in_double_quotes(name) : quote_name(name);
}

}  // namespace cellar
