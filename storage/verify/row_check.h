// Checks that entries of `data` which belong together do so: the own entries of a row with its packed entry, and the
// deleted ranges of a partition with each other and with the rows within (range_check.h).
//
// In:      a snapshot of a file in which every entry is sound.
// Out:     each row and deleted range that is not, as it is found.
// Refused: an interruption.
//
// A row under a covering range tombstone may lack a part: no read looks at it, and the purge may have erased that part.
#pragma once

#include "storage/verify/agreement.h"

namespace cellar {

void check_rows(TransactionState& state, const TablePointer& table, const AgreementActions& actions);

}  // namespace cellar
