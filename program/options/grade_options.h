// The options of `cellar grade`, as data.
//
// In:      the arguments of the command line, which program/options/subcommand_options.cpp reads.
// Out:     the exercise, the answers, and how to report the grades.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace cellar {

enum class GradeReport : std::uint8_t { text, tap, junit, json, csv };

struct GradeOptions {
  std::filesystem::path exercise;                // with --test: or a folder of exercises
  std::optional<std::filesystem::path> answer;   // or a folder of answers
  std::optional<std::filesystem::path> teacher;  // --answers; nothing: beside the exercise
  std::optional<std::filesystem::path> reports;  // a folder for a text of each answer
  GradeReport report = GradeReport::text;
  bool test = false;
};

}  // namespace cellar
