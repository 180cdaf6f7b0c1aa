// Random tables of every type, their rows and the options of COPY.
//
// In:      a seed.
// Out:     the same tables, rows and options for the same seed, as CQL and as values.
// Refused: nothing.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "types/type.h"
#include "types/value/value.h"

namespace cellar {

struct CopiedColumn {
  std::string name;  // as CQL writes it
  Type type;
  bool is_static = false;
};

struct CopiedTable {
  std::vector<std::string> types;  // CREATE TYPE statements
  std::vector<CopiedColumn> columns;
  std::size_t partition_key_size = 1;
  std::size_t clustering_size = 0;
  std::string order;  // WITH CLUSTERING ORDER BY, or empty

  std::size_t key_size() const { return partition_key_size + clustering_size; }
  bool has_counters() const { return columns.back().type.kind == TypeKind::counter; }
  bool has_static() const { return std::ranges::any_of(columns, &CopiedColumn::is_static); }
  std::string create(const std::string& name) const;
};

class RandomTables {
 public:
  /// One table in five is copied as JSON.
  explicit RandomTables(unsigned seed) : random_(seed), is_json_(roll(5) == 0) {}

  bool is_json() const { return is_json_; }

  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  template <typename T>
  const T& some(const std::vector<T>& of) {
    return of[static_cast<std::size_t>(roll(static_cast<int>(of.size())))];
  }

  CopiedTable table();
  /// Native-protocol bytes of a value of the type. `has_empty`: also zero bytes of types that take them.
  std::string value(const Type& type, bool has_empty);
  /// "DELIMITER = ';' AND ..."; both directions read the same options. Empty: none.
  std::string options() { return is_json_ ? "FORMAT = 'jsonl'" : options_of_csv(); }

 private:
  Type type(int depth, bool in_key);
  Type user_type(int depth);
  std::string name();
  std::string text();
  std::string bytes(std::size_t size);
  std::int64_t number();
  std::string scalar(TypeKind kind);
  std::string options_of_csv();

  std::mt19937 random_;
  bool is_json_;
  std::vector<std::string> created_types_;
  int names_ = 0;
};

}  // namespace cellar
