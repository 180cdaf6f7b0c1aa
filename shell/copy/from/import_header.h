// Which column each field of a file is for.
//
// In:      the columns of the statement; the first row of a file with HEADER; SKIPCOLS.
// Out:     a column for each field, null for those that are left out.
// Refused: a header with a name twice, or with names of which some are columns and others are not; names in SKIPCOLS that
//          are nowhere (E638).
//
// A list in the statement decides, and the header is passed over, as in cqlsh. Without one the names of the header decide:
// exactly as columns are called, or in other letters. If none of them is a column, and there are as many as
// the table has columns, these come in cqlsh's order (shell/copy/copy_target.h), with a notice.
#pragma once

#include <optional>

#include "shell/copy/copy_options.h"
#include "shell/copy/from/file_row_reader.h"
#include "shell/copy/from/import_statement.h"

namespace cellar {

struct HeaderColumns {
  FileColumns columns;
  std::optional<Diagnostic> notice;
};

FileColumns columns_without_header(const CopyTarget& target, const CopyOptions& options);
HeaderColumns columns_of_header(const FileRow& header, const std::string& file, const CopyTarget& target,
                                const CopyOptions& options);

}  // namespace cellar
