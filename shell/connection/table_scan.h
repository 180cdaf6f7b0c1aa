// The rows of a whole table, or of a part of the ring, as a SELECT.
//
// In:      the columns and the table, the tokens between which rows are wanted.
// Out:     the text of the SELECT.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "schema/schema.h"

namespace cellar {

struct TableScan {
  std::string keyspace;
  std::string select;                 // SELECT columns FROM keyspace.table
  std::string token;                  // token(id), of the partition key
  std::optional<std::int64_t> begin;  // is left out itself
  std::optional<std::int64_t> end;    // is wanted, too

  /// ALLOW FILTERING says under the policy `teach` that all of it is meant.
  std::string text() const {
    std::string text = select;
    if (begin) text += " WHERE " + token + " > " + std::to_string(*begin);
    if (end) text += (begin ? " AND " : " WHERE ") + token + " <= " + std::to_string(*end);
    return text + " ALLOW FILTERING";
  }
};

/// `columns` are what stands between SELECT and FROM.
TableScan scan_of_table(const Table& table, const std::string& columns);

}  // namespace cellar
