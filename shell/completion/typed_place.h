// A place in a statement that is being typed, as the sources of candidates see it (shell/completion/sources.h).
//
// In:      the tokens before and behind the cursor, the rules of the grammar around it, the schema.
// Out:     what is asked of them: names, the table that the statement is about, the type of the value that comes.
// Refused: nothing. What is not known is null or absent.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/grammar/expectations.h"
#include "schema/schema.h"
#include "shell/completion/offers.h"

namespace cellar {

/// The tokens of a statement without the one that is being typed.
struct TypedTokens {
  std::vector<TextToken> tokens;
  std::vector<std::string_view> texts;  // of the tokens
  std::size_t cursor = 0;               // index of the token that is being typed

  bool is(std::size_t index, std::string_view kind) const {
    return index < tokens.size() && tokens[index].kind == kind;
  }
  /// True for the token before the one that is being typed.
  bool is_behind(std::string_view kind) const { return cursor > 0 && is(cursor - 1, kind); }
  bool is_name(std::size_t index) const;
  /// The name as the schema holds it; empty if the token is none.
  std::string name(std::size_t index) const;
};

/// What names mean in a session.
struct NameScope {
  const Schema& schema;
  std::string_view keyspace;                    // in use; empty: none
  std::optional<std::filesystem::path> home{};  // for ~ in names of files; nothing: no file may be reached

  const Keyspace* find_keyspace(std::string_view name) const;
  /// With an empty name, the keyspace in use.
  const Keyspace* keyspace_or_used(std::string_view name) const;
  TablePointer find_table(std::string_view keyspace_name, std::string_view table) const;
};

struct TypedPlace {
  const TypedTokens& typed;
  const NameScope& scope;
  std::span<const BegunRule> path;  // the rule of the place, then those around it
  std::span<const std::string> words;
  Offers& offers;

  /// Index of the first token of the innermost rule of this name.
  std::optional<std::size_t> begin_of(std::string_view rule) const;
  bool is_within(std::string_view rule) const { return begin_of(rule).has_value(); }
  /// Tokens of the place's own rule that are there already.
  std::size_t offset() const { return typed.cursor - path.front().first_token; }

  /// The table of the innermost statement, which may be named behind the cursor; null if there is none.
  TablePointer table() const;
  /// The user type of ALTER TYPE.
  const UserType* user_type() const;
  const Column* find_column(const Table& table, std::size_t token) const;
  /// Names at the beginning of an element of a list or condition, from a token to the cursor.
  std::vector<std::string> names_since(std::size_t first) const;
  /// The type of the value that is being typed; nothing if it is not known or within another value.
  std::optional<Type> wanted_type() const;
};

}  // namespace cellar
