// The forms in which results are printed: MODE and --mode choose one by its word.
//
// In:      nothing.
// Out:     each mode's word, reader, writer and HELP line. A new mode is an entry here, the declaration of its
//          make_x_writer, and its writer in shell/render/writers/.
// Refused: nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>

namespace cellar {

class ResultWriter;

// The writers of the modes, each in a source of its own in shell/render/writers/.
std::unique_ptr<ResultWriter> make_table_writer();
std::unique_ptr<ResultWriter> make_box_writer();
std::unique_ptr<ResultWriter> make_vertical_writer();
std::unique_ptr<ResultWriter> make_csv_writer();
std::unique_ptr<ResultWriter> make_tsv_writer();
std::unique_ptr<ResultWriter> make_json_writer();
std::unique_ptr<ResultWriter> make_json_lines_writer();
std::unique_ptr<ResultWriter> make_markdown_writer();
std::unique_ptr<ResultWriter> make_html_writer();
std::unique_ptr<ResultWriter> make_insert_writer();

/// Who reads a form. Forms for a person show values as cqlsh does, and end with the number of rows. With those of JSON,
/// commands in a script answer JSON, too.
enum class ModeReader : std::uint8_t { person, program, program_of_json, program_of_json_lines };

struct OutputMode {
  const char* word;
  ModeReader reader;
  std::unique_ptr<ResultWriter> (*make_writer)();
  std::string_view help;         // what HELP MODE says of it, a line
  std::size_t lines_around = 2;  // how many lines of a page are not rows

  bool is_for_people() const { return reader == ModeReader::person; }
  bool is_json() const {
    return reader == ModeReader::program_of_json || reader == ModeReader::program_of_json_lines;
  }
};

inline constexpr OutputMode kOutputModes[] = {
    {"table", ModeReader::person, make_table_writer, "as cqlsh prints them (the default)", 4},
    {"box", ModeReader::person, make_box_writer, "a table with lines around", 6},
    {"vertical", ModeReader::person, make_vertical_writer, "a row's columns below each other: EXPAND ON"},
    {"csv", ModeReader::program, make_csv_writer,
     "a line of names, a line a row; null is an empty field, empty text is \"\""},
    {"tsv", ModeReader::program, make_tsv_writer, "the same with tabs"},
    {"json", ModeReader::program_of_json, make_json_writer, "an array of the objects that SELECT JSON gives"},
    {"jsonl", ModeReader::program_of_json_lines, make_json_lines_writer, "such an object a line"},
    {"markdown", ModeReader::program, make_markdown_writer, "a table for a document"},
    {"html", ModeReader::program, make_html_writer, "a table for a page", 7},
    {"insert", ModeReader::program, make_insert_writer,
     "INSERT statements that write the rows again, UPDATE for counters"}};

/// Null if no mode has the word.
constexpr const OutputMode* find_mode(std::string_view word) {
  const auto* const found = std::ranges::find(kOutputModes, word, &OutputMode::word);
  return found == std::end(kOutputModes) ? nullptr : found;
}

inline constexpr const OutputMode* kTableMode = find_mode("table");        // the default
inline constexpr const OutputMode* kVerticalMode = find_mode("vertical");  // that of EXPAND ON

}  // namespace cellar
