// Checks that entries of `data` which belong together do so: the own entries of a row with its packed entry, and the
// deleted ranges of a partition with each other.
//
// In:      a snapshot of a file in which every entry is sound.
// Out:     each row and deleted range that is not, as it is found.
// Refused: an interruption.
//
// Rows under a covering range tombstone are left out: no read looks at them, and the purge may have erased a part of one.
#pragma once

#include "storage/verify/agreement.h"

namespace cellar {

void check_rows(TransactionState& state, const TablePointer& table, const AgreementActions& actions);

}  // namespace cellar
