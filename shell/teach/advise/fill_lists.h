// When a list of a row is to be written into a copy of its table.
//
// In:      a copy of a table; the key of a row of the copy, the list's value, and when it was written in the table.
// Out:     the time to write it at; nothing if the copy has the list already.
// Refused: what reading refuses.
//
// An element of a list has no name: the same list written twice at one time has each element twice. So the copy is
// read first, and what it has from the same time is replaced, which needs a later time.
#pragma once

#include <map>
#include <span>

#include "database/database.h"

namespace cellar {

bool is_unfrozen_list(const Column& column);
bool is_unfrozen_set_or_map(const Column& column);

class FillLists {
 public:
  FillLists(Session& session, const Table& copy);

  /// `column` is an index into the columns of the copy, `key` are the values of its whole key.
  std::optional<std::int64_t> time_to_write(std::size_t column, std::span<const BoundValue> key,
                                            const Value& list, std::int64_t written);

 private:
  struct Stored {
    Prepared select;
    std::size_t key_size;  // static lists are read by the partition key
  };

  Session& session_;
  std::map<std::size_t, Stored> stored_;  // by column
};

}  // namespace cellar
