#include "shell/copy/to/export_progress.h"

#include <algorithm>
#include <limits>

#include "shell/copy/words/copy_words.h"
#include "shell/render/load_progress.h"
#include "types/token.h"

namespace cellar {

namespace {

constexpr std::chrono::milliseconds kFirstTime{500};
constexpr std::chrono::milliseconds kTimeBetween{100};

using TokenLimits = std::numeric_limits<std::int64_t>;

std::vector<std::size_t> places_of_key(const CopyTarget& target) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < target.table->partition_key_size; ++i) {
    const auto found = std::ranges::find(target.columns, FileColumn{&target.table->columns[i]});
    if (found == target.columns.end()) return {};
    places.push_back(static_cast<std::size_t>(found - target.columns.begin()));
  }
  return places;
}

}  // namespace

std::string format_export(const ExportState& state) {
  // The first percent says too little of the others.
  constexpr double kLeastPart = 0.01;
  const bool is_known = state.part && *state.part >= kLeastPart;
  const Parameters parameters = {
      {"rows", in_thousands(state.rows)},
      {"percent", std::to_string(static_cast<int>(state.part.value_or(0) * 100))},
      {"pace", format_pace(state.rows, state.time,
                           is_known ? std::optional(DonePart{*state.part}) : std::nullopt, state.language)}};
  if (!state.part) return CopyWords::say(state.language, "-- {rows|row|rows}, {pace}", parameters);
  return CopyWords::say(state.language, "-- {rows|row|rows}, {percent}%, {pace}", parameters);
}

ExportProgress::ExportProgress(Output& output, const CopyStatement& statement, const CopyTarget& target,
                               const CopyOptions& options, Language language)
    : output_(output),
      language_(language),
      is_shown_(output.shows_status() && !statement.is_standard),
      first_token_(static_cast<double>(options.begin_token.value_or(TokenLimits::min()))),
      last_token_(static_cast<double>(options.end_token.value_or(TokenLimits::max()))),
      begin_(CoarseClock::now()),
      next_time_(begin_ + kFirstTime) {
  key_ = places_of_key(target);
}

ExportProgress::~ExportProgress() { output_.clear_status(); }

std::optional<double> ExportProgress::part_before(const ResultRow& row) const {
  std::vector<std::string_view> key;
  for (const std::size_t place : key_) key.push_back(row[place].value_or(""));
  if (key.empty() || last_token_ <= first_token_) return std::nullopt;
  const auto token = static_cast<double>(token_of(key));
  return std::clamp((token - first_token_) / (last_token_ - first_token_), 0.0, 1.0);
}

void ExportProgress::show_if_due(std::uint64_t rows, const ResultRow& last) {
  const CoarseClock::time_point now = CoarseClock::now();
  if (now < next_time_) return;
  next_time_ = now + kTimeBetween;
  output_.show_status(
      format_export({.rows = rows,
                     .part = part_before(last),
                     .time = std::chrono::duration_cast<std::chrono::milliseconds>(now - begin_),
                     .language = language_}));
}

}  // namespace cellar
