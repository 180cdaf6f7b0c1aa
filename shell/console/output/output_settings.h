// What a person has set about results: the mode, the formats of values, the width, the file.
//
// In:      the section [ui] of the configuration; the commands of shell/console/commands/output_commands.cpp.
// Out:     data, which shell/console/report/statement_runner.h turns into the PrintOptions of each result.
// Refused: nothing. A wrong value of the configuration becomes a fault of it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "shell/console/configuration/configuration.h"
#include "shell/console/output/output_file.h"
#include "shell/render/modes.h"
#include "shell/render/value_format.h"

namespace cellar {

/// How wide tables are at a terminal: as it is, as a person says, or as the values are.
enum class FitTo : std::uint8_t { terminal, columns, values };

struct OutputSettings {
  const OutputMode* mode = kTableMode;
  const OutputMode* mode_before_expand = kTableMode;
  FitTo fit_to = FitTo::terminal;
  std::size_t columns = 80;  // with FitTo::columns
  bool wrap = false;
  ValueFormat format;
  std::shared_ptr<OutputFile> file;  // null: results go to the screen

  bool is_expanded() const { return mode == kVerticalMode; }
  /// EXPAND: vertical, and back to the mode before.
  void set_expanded(bool expanded);
};

/// Takes the keys of section [ui]: time_format, timezone, float_precision, double_precision, null. What cannot be
/// understood is noted in the configuration.
void take_output_settings(Configuration& configuration, OutputSettings& settings);

}  // namespace cellar
