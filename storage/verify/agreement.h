// Checks that indexes and views hold what their tables give, both ways.
//
// In:      a snapshot of a file in which every entry is sound; the second that decides what has expired.
// Out:     each row and entry that does not agree, as it is found.
// Refused: an interruption.
//
// What has expired may be purged on one side and still be stored on the other, in files that an earlier program has
// purged. Indexes and views that are not built are not checked. Memory does not grow with the file: each row of a table
// is looked up in its indexes and views, and each of their entries in the table.
#pragma once

#include <functional>
#include <string>

#include "storage/transaction/transaction_state.h"
#include "storage/verify/key_text.h"

namespace cellar {

struct AgreementActions {
  /// `key` is that of the row or entry that does not agree.
  std::function<void(std::string_view key, const std::string& reason)> on_damage;
  std::function<bool()> interrupted;
};

void check_agreement(TransactionState& state, const TablePointer& table, Seconds now,
                     const AgreementActions& actions);

}  // namespace cellar
