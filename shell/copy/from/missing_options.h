// Which option a COPY FROM may lack, judged by the text that does not fit.
//
// In:      a line, or a field and what it is for; COPY's options.
// Out:     the message (refusal/messages.h) that names the option, or the one that names none.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shell/copy/copy_options.h"
#include "shell/copy/from/import_statement.h"

namespace cellar {

/// Returns the likely delimiter of a line that was read as one field, in the form that DELIMITER takes.
std::optional<std::string> likely_delimiter(std::string_view line);

/// Returns the message for a field that is no value of its column.
std::string_view field_message(std::string_view field, const Column& column, const FileColumns& columns,
                               const CopyOptions& options);

}  // namespace cellar
