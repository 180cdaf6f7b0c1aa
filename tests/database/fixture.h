// A fresh database with a keyspace in use, and answers as text.
#pragma once

#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "types/number/number.h"
#include "types/value/value.h"

namespace cellar {

/// Rows as text: values as literals between `|`, a row a string.
inline std::vector<std::string> rows_of(Result& result) {
  std::vector<std::string> rows;
  while (const ResultRow* row = result.next()) {
    std::string& text = rows.emplace_back();
    for (std::size_t index = 0; index < row->size(); ++index) {
      if (index > 0) text += '|';
      text += to_literal(result.columns()[index].type, (*row)[index]);
    }
  }
  return rows;
}

using Rows = std::vector<std::string>;

inline void create_keyspace(Session& session, const std::string& name = "k") {
  session.execute("CREATE KEYSPACE IF NOT EXISTS " + name +
                  " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use(name);
}

struct Fixture {
  Database database = Database::open_temporary();
  Session session{database};

  Fixture() { create_keyspace(session); }

  void run(std::initializer_list<std::string_view> statements) {
    for (const std::string_view statement : statements) session.execute(statement);
  }
  Rows rows(std::string_view statement) {
    Result result = session.execute(statement);
    return rows_of(result);
  }
  /// The id of the refusal; empty where there was none.
  std::string refused(std::string_view statement) {
    try {
      rows(statement);
    } catch (const Refusal& refusal) {
      return std::string(refusal.diagnostic.id);
    }
    return {};
  }
};

template <typename Action>
std::string refusal_of(Action action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    return std::string(refusal.diagnostic.id);
  }
  return {};
}

inline BoundValue bound_int(std::int32_t value) { return {encode_int32(value)}; }
inline BoundValue bound_text(std::string value) { return {std::move(value)}; }
inline BoundValue unset() { return {std::nullopt, true}; }

}  // namespace cellar
