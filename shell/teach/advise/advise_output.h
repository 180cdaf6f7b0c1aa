// The answer of ADVISE as text for people and as JSON for programs.
//
// In:      an AdviceReport.
// Out:     text: CQL as it is, and everything about it as comments; or one object of JSON, as
//          docs/schema/advice.schema.json specifies it, in English.
// Refused: nothing.
//
// Sources: advise_output.cpp; advise_json.cpp for advice_json().
#pragma once

#include <string>
#include <string_view>

#include "shell/teach/advise/advise_report.h"

namespace cellar {

/// The answer to one query. `apply` is the command that creates and fills what is advised.
std::string advice_text(const AdviceReport& report, std::string_view apply, Language language);

/// The answer to the queries of a file.
std::string workload_text(const AdviceReport& report, const std::vector<AskedQuery>& queries,
                          std::string_view file, Language language);

/// `statement` is the text of the command. One line.
std::string advice_json(const AdviceReport& report, std::string_view statement);

/// What a program must do once a table is a copy of another: the queries and the writes.
std::string program_text(const AdviceReport& report, Language language);

}  // namespace cellar
