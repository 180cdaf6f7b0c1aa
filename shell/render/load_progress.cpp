#include "shell/render/load_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shell/render/words/render_words.h"

namespace cellar {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstTime{500};
constexpr milliseconds kTimeBetween{100};

std::string size_of(std::uint64_t bytes, Language language) {
  constexpr double kStep = 1000;
  if (bytes < 1000) return RenderWords::say(language, "{bytes} bytes", {{"bytes", std::to_string(bytes)}});
  double size = static_cast<double>(bytes) / kStep;
  std::string_view unit = "kB";
  for (const std::string_view larger : {"MB", "GB", "TB"}) {
    if (size < kStep) break;
    size /= kStep;
    unit = larger;
  }
  return fmt::format("{:.1f} {}", size, unit);
}

}  // namespace

std::string in_thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3;) digits.insert(place -= 3, ",");
  return digits;
}

std::string clock_of(milliseconds time) {
  const std::int64_t seconds = std::chrono::ceil<std::chrono::seconds>(time).count();
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string format_pace(std::uint64_t number, milliseconds time, std::optional<DonePart> part,
                        Language language) {
  const std::int64_t passed = std::max<std::int64_t>(time.count(), 1);
  const std::string pace =
      RenderWords::say(language, "{number} a second",
                       {{"number", in_thousands(number * 1000 / static_cast<std::uint64_t>(passed))}});
  if (!part || part->done <= 0) return pace;
  const double left = std::ceil(static_cast<double>(passed) * (part->all - part->done) / part->done);
  return RenderWords::say(
      language, "{pace}, {time} left",
      {{"pace", pace}, {"time", clock_of(milliseconds(static_cast<std::int64_t>(left)))}});
}

std::string format_progress(const LoadState& state) {
  const Language language = state.language;
  const Parameters count = {{"count", in_thousands(state.count)}};
  const std::string done = state.thing == LoadedThing::row
                               ? RenderWords::say(language, "{count|row|rows}", count)
                               : RenderWords::say(language, "{count|statement|statements}", count);
  if (!state.all_bytes || *state.all_bytes == 0) {
    return RenderWords::say(language, "-- {done}, {size}, {pace}",
                            {{"done", done},
                             {"size", size_of(state.bytes, language)},
                             {"pace", format_pace(state.count, state.time, std::nullopt, language)}});
  }
  // A file may grow while it is read.
  const std::uint64_t read = std::min(state.bytes, *state.all_bytes);
  const DonePart part{static_cast<double>(read), static_cast<double>(*state.all_bytes)};
  return RenderWords::say(language, "-- {done}, {percent}% of {size}, {pace}",
                          {{"done", done},
                           {"percent", std::to_string(read * 100 / *state.all_bytes)},
                           {"size", size_of(*state.all_bytes, language)},
                           {"pace", format_pace(state.count, state.time, part, language)}});
}

LoadProgress::LoadProgress(Output& output, std::optional<std::uint64_t> all_bytes, Language language,
                           LoadedThing thing)
    : output_(output),
      thing_(thing),
      language_(language),
      is_shown_(output.shows_status()),
      all_bytes_(all_bytes),
      begin_(CoarseClock::now()),
      next_time_(begin_ + kFirstTime) {}

LoadProgress::~LoadProgress() { output_.clear_status(); }

void LoadProgress::show(std::uint64_t bytes, CoarseClock::time_point now) {
  next_time_ = now + kTimeBetween;
  output_.show_status(format_progress({.thing = thing_,
                                       .count = count_,
                                       .bytes = bytes,
                                       .all_bytes = all_bytes_,
                                       .time = std::chrono::duration_cast<milliseconds>(now - begin_),
                                       .language = language_}));
}

}  // namespace cellar
