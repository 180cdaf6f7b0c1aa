// The class and the options of an index.
//
// In:      what USING and WITH OPTIONS say, and the column that is indexed.
// Out:     the kind of the index; its options as written, with 'class_name' where USING names it.
// Refused: rules: options beside a legacy index, classes that do not exist (class config), the
//          class that a stock server has switched off, options and types that a storage-attached index does
//          not take.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parser/statement/statement.h"
#include "schema/schema.h"

namespace cellar {

struct IndexClass {
  enum class Known : std::uint8_t { legacy, sai, unknown };
  Known known = Known::legacy;
  std::string name;                            // as written; empty: none
  std::map<std::string, std::string> options;  // as written
};

/// Refuses what needs no table to be seen.
IndexClass read_index_class(const CreateIndexStatement& statement);
/// Refuses a class that does not exist.
void require_known_class(const IndexClass& index_class, const CreateIndexStatement& statement);
/// Refuses what a storage-attached index cannot be made of; `index` is of this kind.
void check_sai_index(const CreateIndexStatement& statement, const Index& index, const Table& table);

/// Return the options of a storage-attached index, and the words that one of them takes; none for a number.
std::vector<std::string> index_option_names();
std::vector<std::string> index_option_values(std::string_view option);

}  // namespace cellar
