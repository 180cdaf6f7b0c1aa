#include "program/subcommands/verify_command.h"

#include <algorithm>
#include <array>

#include "program/damage/damage_text.h"
#include "program/words/program_words.h"
#include "refusal/width.h"
#include "shell/editor/interrupt.h"
#include "shell/teach/figure/figure.h"
#include "storage/verify/verify.h"

namespace cellar {

namespace {

using Speech = ProgramWords::Speech;

std::string show(const Damage& damage, const Speech& say) {
  std::string reason = damage_text(damage.reason, say.language());
  if (damage.page != 0)
    reason = say("page {page}: {reason}", {{"page", std::to_string(damage.page)}, {"reason", reason}});
  const std::string place = expand(damage_text(damage.place, say.language()));
  return say("damaged: {place}: {reason}\n", {{"place", place}, {"reason", reason}});
}

std::string table_line(std::size_t width, const std::string& name,
                       const std::array<std::string, 3>& numbers) {
  constexpr std::array<std::size_t, 3> kWidths = {12, 12, 18};
  std::string line = padded(name, width);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    line += "  " + padded(numbers[i], kWidths[i], FigureSide::right);
  return line + '\n';
}

/// Returns a table of the numbers of sound and damaged entries by table.
std::string show_tables(const VerifySummary& summary, const Speech& say) {
  std::size_t width = 5;
  for (const VerifiedTable& table : summary.tables) width = std::max(width, table.name.size());
  std::string text =
      table_line(width, say("table"), {say("sound"), say("damaged"), say("unreadable ranges")});
  for (const VerifiedTable& table : summary.tables) {
    text += table_line(width, expand(damage_text(table.name, say.language())),
                       {std::to_string(table.sound), std::to_string(table.damaged),
                        std::to_string(table.unreadable_ranges)});
  }
  return text;
}

std::string show_summary(const VerifySummary& summary, const Speech& say) {
  const Parameters counts = {{"pages", std::to_string(summary.pages)},
                             {"entries", std::to_string(summary.entries)},
                             {"damages", std::to_string(summary.damages)}};
  std::string text =
      summary.damages == 0
          ? say("{pages|page|pages}, {entries|entry|entries}: sound\n", counts)
          : say("{pages|page|pages}, {entries|entry|entries}: {damages|damaged place|damaged places}\n",
                counts);
  if (summary.leftovers > 0) {
    text +=
        say("{entries|entry|entries} of tables that are gone; what was dropped is removed in time, or by "
            "COMPACT\n",
            {{"entries", std::to_string(summary.leftovers)}});
  }
  if (summary.was_written)
    text += say("The file was written meanwhile, and no snapshot of it could be held: run it again.\n");
  return text;
}

}  // namespace

int run_verify(const std::filesystem::path& file, Language language, Output& output) {
  const Speech say(language);
  const VerifyActions actions{
      .on_damage = [&](const Damage& damage) { output.write(show(damage, say)); },
      .interrupted = interrupted,
  };
  const VerifySummary summary = verify_file(file, actions);
  if (summary.damages > 0 && !summary.tables.empty()) output.write(show_tables(summary, say));
  output.write(show_summary(summary, say));
  return summary.damages == 0 ? 0 : 1;
}

}  // namespace cellar
