// Lines of a script that are no CQL: comments of other languages, pasted prompts and results, marks of a merge.
//
// In:      a line between two statements, from its first character that is no blank.
// Out:     what it is; where a pasted prompt ends; whether a text begins with a word that begins statements.
// Refused: nothing. Splitter hands such a line out alone, so that the parser refuses it and not the statement behind
//          it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cellar {

enum class StrayLine : std::uint8_t { none, hash_comment, merge_mark, prompt, continuation_prompt, result };

/// Bytes that tell whether a line begins with a prompt, or is the name of a column.
inline constexpr std::size_t kLongestPrompt = 256;

/// What a line is that begins where no statement is unfinished. It is read up to its newline.
StrayLine stray_line(std::string_view line);
/// Returns false if no line that begins with this text is a stray one, so that stray_line() need not be asked. Costs
/// nothing for a statement.
bool may_be_stray_line(std::string_view beginning);
/// True if a line belongs to the stray lines before it: one more comment, the next line of what was typed at a prompt.
bool continues_stray_lines(StrayLine kind, std::string_view line);

/// The length of a prompt of cqlsh or of this shell at the beginning of a line ("cqlsh:shop> ", "   ... "), with the
/// blank behind it; 0 if there is none.
std::size_t pasted_prompt_length(std::string_view line);

/// True if the line is one of a table that a shell has printed, "id | name", "(2 rows)", a frame, or of what cqlsh
/// says: at first, and of an error.
bool is_result_line(std::string_view line);
struct ColumnResult {
  std::size_t length = 0;  // without the newline at its end; 0: there is none
  bool is_whole = true;    // false: what follows the text may belong to it, or make it one
};
/// A table of one column at the beginning of a text: its name, a rule below it, rows, "(2 rows)" behind a blank line.
ColumnResult column_result(std::string_view text);

/// True if a batch begins behind the prompt: its statements were typed without a prompt of their own, and belong to it.
bool opens_batch_at_prompt(std::string_view line);
/// True if the line holds APPLY BATCH.
bool applies_batch(std::string_view line);

/// True if the line is one of those that Git writes around the two sides of a conflict.
bool is_merge_mark(std::string_view line);

/// True if the first word of the text, after blanks, is one that a statement of CQL begins with.
bool begins_statement(std::string_view text);
/// As above for a line of a script, with at most `margin` blanks before it, and if the second word fits the first:
/// INSERT INTO.
bool begins_statement_at_margin(std::string_view line, std::size_t margin = 0);

}  // namespace cellar
