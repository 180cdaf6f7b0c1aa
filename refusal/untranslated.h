// The messages that are still being written: they may be in the catalogue without words in every language, which then
// says them in English, or have words in a language before they are in the catalogue.
//
// Every other message has its words in each file of refusal/languages/, and these have no others, or
// refusal/messages.cpp does not compile.
#pragma once

#include <array>
#include <string_view>

namespace cellar {

inline constexpr auto kUntranslated = std::to_array<std::string_view>({
    "advise_bucket",
    "advise_bucket_of_time",
    "cli_drop",
    "drawing_unwritten",
    "examples_changed",
    "lint_all_columns",
    "lint_changing_key",
    "lint_counter_for_ids",
    "lint_filtering",
    "lint_key_alone",
    "lint_large_collection",
    "lint_large_value",
    "lint_many_partitions",
    "lint_mixed_time_to_live",
    "lint_queue",
    "lint_schema_size",
    "lint_skew",
    "lint_unread",
    "lint_unused_columns",
    "order_by_of_one_row",
    "ring_too_small",
    "size_without_rows",
});

}  // namespace cellar
