#include "shell/verify_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "refusal/width.h"
#include "shell/interrupt.h"
#include "storage/verify.h"

namespace cellar {

namespace {

std::string plural(std::uint64_t count, std::string_view what) {
  if (count == 1) return fmt::format("1 {}", what);
  return what.ends_with('y') ? fmt::format("{} {}ies", count, what.substr(0, what.size() - 1))
                             : fmt::format("{} {}s", count, what);
}

std::string show(const Damage& damage) {
  const std::string page = damage.page != 0 ? fmt::format("page {}: ", damage.page) : std::string();
  return fmt::format("damaged: {}: {}{}\n", expand(damage.place), page, damage.reason);
}

/// A table of what can still be read.
std::string show_tables(const VerifySummary& summary) {
  std::size_t width = 5;
  for (const VerifiedTable& table : summary.tables) width = std::max(width, table.name.size());
  std::string text = fmt::format("{:<{}}  {:>12}  {:>12}  {:>18}\n", "table", width, "sound", "damaged",
                                 "unreadable ranges");
  for (const VerifiedTable& table : summary.tables) {
    text += fmt::format("{:<{}}  {:>12}  {:>12}  {:>18}\n", expand(table.name), width, table.sound,
                        table.damaged, table.hidden);
  }
  return text;
}

std::string show_summary(const VerifySummary& summary) {
  std::string text =
      fmt::format("{}, {}: {}\n", plural(summary.pages, "page"), plural(summary.entries, "entry"),
                  summary.damages == 0 ? "sound" : plural(summary.damages, "damage"));
  if (summary.leftovers > 0) {
    text += fmt::format("{} of tables that were dropped: they go with time, or with COMPACT\n",
                        plural(summary.leftovers, "entry"));
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
