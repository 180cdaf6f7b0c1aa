#include "program/verify_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "refusal/counted.h"
#include "refusal/width.h"
#include "shell/editor/interrupt.h"
#include "storage/verify/verify.h"

namespace cellar {

namespace {

std::string show(const Damage& damage) {
  const std::string page = damage.page != 0 ? fmt::format("page {}: ", damage.page) : std::string();
  return fmt::format("damaged: {}: {}{}\n", expand(damage.place), page, damage.reason);
}

/// Returns a table of the numbers of sound and damaged entries by table.
std::string show_tables(const VerifySummary& summary) {
  std::size_t width = 5;
  for (const VerifiedTable& table : summary.tables) width = std::max(width, table.name.size());
  std::string text = fmt::format("{:<{}}  {:>12}  {:>12}  {:>18}\n", "table", width, "sound", "damaged",
                                 "unreadable ranges");
  for (const VerifiedTable& table : summary.tables) {
    text += fmt::format("{:<{}}  {:>12}  {:>12}  {:>18}\n", expand(table.name), width, table.sound,
                        table.damaged, table.unreadable_ranges);
  }
  return text;
}

std::string show_summary(const VerifySummary& summary) {
  std::string text = fmt::format(
      "{}, {}: {}\n", counted(std::to_string(summary.pages), "page", "pages"),
      counted(std::to_string(summary.entries), "entry", "entries"),
      summary.damages == 0 ? "sound"
                           : counted(std::to_string(summary.damages), "damaged place", "damaged places"));
  if (summary.leftovers > 0) {
    text += counted(std::to_string(summary.leftovers), "entry", "entries") +
            " of tables that are gone; what was dropped is removed in time, or by COMPACT\n";
  }
  if (summary.was_written) {
    text += "The file was written meanwhile, and no snapshot of it could be held: run it again.\n";
  }
  return text;
}

}  // namespace

int run_verify(const std::filesystem::path& file, Output& output) {
  const VerifyActions actions{
      .on_damage = [&](const Damage& damage) { output.write(show(damage)); },
      .interrupted = interrupted,
  };
  const VerifySummary summary = verify_file(file, actions);
  if (summary.damages > 0 && !summary.tables.empty()) output.write(show_tables(summary));
  output.write(show_summary(summary));
  return summary.damages == 0 ? 0 : 1;
}

}  // namespace cellar
