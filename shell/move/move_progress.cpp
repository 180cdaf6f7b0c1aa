#include "shell/move/move_progress.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "shell/move/words/move_words.h"
#include "shell/render/load_progress.h"

namespace cellar {

namespace {

constexpr std::chrono::milliseconds kFirstLook{500};
constexpr std::chrono::milliseconds kBetweenLooks{100};

using TokenBounds = std::numeric_limits<std::int64_t>;

}  // namespace

MoveProgress::MoveProgress(Output& output, const MoveSample& sample, Language language)
    : output_(output),
      language_(language),
      is_shown_(output.shows_status()),
      first_token_(static_cast<double>(sample.after_token.value_or(TokenBounds::min()))),
      last_token_(static_cast<double>(sample.through_token.value_or(TokenBounds::max()))) {}

MoveProgress::~MoveProgress() { output_.clear_status(); }

void MoveProgress::begin(std::string what) {
  output_.clear_status();
  what_ = std::move(what);
  rows_ = 0;
  first_part_ = -1;
  begin_ = CoarseClock::now();
  next_time_ = begin_ + kFirstLook;
}

void MoveProgress::show(std::int64_t token) {
  const CoarseClock::time_point now = CoarseClock::now();
  next_time_ = now + kBetweenLooks;
  const double part =
      std::clamp((static_cast<double>(token) - first_token_) / (last_token_ - first_token_), 0.0, 1.0);
  if (first_part_ < 0) first_part_ = part;
  // The first percent says too little of the others.
  constexpr double kLeastPart = 0.01;
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(now - begin_);
  const bool is_known = part - first_part_ >= kLeastPart;
  const DonePart done{part - first_part_, 1 - first_part_};
  output_.show_status(MoveWords::say(
      language_, "-- {what}: {rows|row|rows}, {percent}%, {pace}",
      {{"what", what_},
       {"rows", in_thousands(rows_)},
       {"percent", std::to_string(static_cast<int>(part * 100))},
       {"pace", format_pace(rows_, time, is_known ? std::optional(done) : std::nullopt, language_)}}));
}

}  // namespace cellar
