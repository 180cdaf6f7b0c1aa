// The entries of an index: what a row of its table gives.
//
// In:      the row before and after a write.
// Out:     entries to be erased and put, in the batch of the transaction.
// Refused: stored elements that are none of their type (`file_damaged`).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/derived/base_row.h"
#include "storage/derived/element_change.h"

namespace cellar {

/// The entry that a row gives an index, other than those of elements.
struct IndexEntry {
  std::string key;
  std::optional<Seconds> end;
  std::string kept;  // the vector of an index that keeps it

  bool operator==(const IndexEntry&) const = default;
};

std::optional<IndexEntry> entry_of_row(const IndexLayout& index, const BaseRow& row);
/// The entry that an element of the indexed column gives; `path` and `element` are as in its own entry.
std::optional<IndexEntry> entry_of_element(const IndexLayout& index, const BaseRow& row,
                                           std::string_view path, std::string_view element);
void change_entry(const BaseRow& row, const IndexLayout& index, const std::optional<IndexEntry>& before,
                  const std::optional<IndexEntry>& after);
void change_element_entry(const IndexLayout& index, const BaseRow& row, const ElementChange& change);

}  // namespace cellar
