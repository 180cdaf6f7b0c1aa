// Reports of a check for programs: the Test Anything Protocol (version 13), and JUnit's XML.
//
// In:      scripts that were checked, one at a time, with their differences.
// Out:     text. TAP is written line by line while the scripts run; JUnit's file is one text at the end.
// Refused: nothing. Bytes that YAML or XML cannot hold are shown as escapes.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shell/check/checker.h"

namespace cellar {

struct CheckedScript {
  std::string path;
  std::string folder;
  ScriptReport report;
  std::chrono::duration<double> time{0};  // seconds
  bool is_updated = false;                // --update has changed the file

  bool passed() const { return report.differences.empty(); }
};

/// "TAP version 13" and the plan.
std::string tap_head(std::size_t scripts);
/// "ok 3 - PATH", or "not ok 3 - PATH" and the differences as YAML. `number` counts from 1.
std::string tap_line(std::size_t number, const CheckedScript& script);

/// A test suite for each folder, a test case for each script. `scripts` are sorted by folder as they were checked.
std::string junit_report(const std::vector<CheckedScript>& scripts);

/// "PATH:LINE: statement", what was expected and what came. With `colour` the parts that differ are red and
/// green, and characters that would steer the terminal are shown as escapes.
std::string show_difference(const ScriptDifference& difference, std::string_view path, bool colour,
                            Language language);

}  // namespace cellar
