// The words of CELLS for values, elements, deletions and ranges.
//
// In:      what storage/raw_partition.h gives; the language of the words.
// Out:     text: values as literals of CQL, or as hexadecimal digits.
// Refused: nothing.
#pragma once

#include <string>

#include "schema/schema.h"
#include "shell/teach/words/teach_words.h"
#include "storage/raw_partition.h"

namespace cellar {

class CellsWords {
 public:
  CellsWords(const Table& table, Seconds now, bool as_hex, Language language = Language::english)
      : table_(table), now_(now), grace_(table.gc_grace_seconds()), as_hex_(as_hex), say_(language) {}

  std::string value(const Type& type, std::string_view bytes) const;
  /// "author = 'ann', id = 3"
  std::string key(const std::vector<std::string>& values) const;
  std::string clustering(const std::vector<std::string>& values) const;
  /// "body", "likes['bob']", "home.city"
  std::string name(const RawCell& cell) const;
  /// Nothing where the element has no value: in a set.
  std::string value(const RawCell& cell) const;
  /// "id > 3 AND id <= 5"; empty: all rows.
  std::string range(const RawRange& range) const;
  /// "deleted 1735689600000000 (2025-01-01T00:00:00Z), may be purged from 2025-01-11T00:00:01Z"
  std::string deletion(const Deletion& deletion) const;
  std::string tombstone(const CellVersion& version) const;
  /// "1735689600000000 (2025-01-01T00:00:00Z), ttl 60, 55 s left"
  std::string liveness(const Liveness& liveness) const;
  /// When what was deleted may be purged; empty: never.
  std::string purgeable_from(Seconds deleted_at) const;

 private:
  std::string columns(std::size_t first, const std::vector<std::string>& values) const;
  std::string bound(std::string_view op, std::size_t first, const std::vector<std::string>& values) const;
  std::string purge(Seconds deleted_at) const;

  const Table& table_;
  Seconds now_;
  Seconds grace_;
  bool as_hex_;
  TeachWords::Speech say_;
};

/// The name of a field of a user type.
std::string field_name(const Type& type, std::string_view path);

}  // namespace cellar
