// How far a script has come: one line on a terminal, rewritten in place.
//
// In:      what has run and been read so far.
// Out:     the line, from half a second on, at most ten times a second. Nothing where standard error is no
//          terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "shell/coarse_clock.h"
#include "shell/terminal/output.h"

namespace cellar {

struct LoadState {
  std::size_t statements = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> all_bytes;  // nothing: how much comes is not known
  std::chrono::milliseconds time{0};
};

/// "-- 1,200,000 statements, 40% of 512.0 MB, 250,000 a second, 0:12 left"
std::string format_progress(const LoadState& state);

class LoadProgress {
 public:
  LoadProgress(Output& output, std::optional<std::uint64_t> all_bytes);
  ~LoadProgress();
  LoadProgress(const LoadProgress&) = delete;
  LoadProgress& operator=(const LoadProgress&) = delete;

  /// One more statement ran; `bytes` of the script were read.
  void note_statement(std::uint64_t bytes, CoarseClock::time_point now) {
    ++statements_;
    if (is_shown_ && now >= next_time_) show(bytes, now);
  }

 private:
  void show(std::uint64_t bytes, CoarseClock::time_point now);

  Output& output_;
  bool is_shown_;
  std::optional<std::uint64_t> all_bytes_;
  std::size_t statements_ = 0;
  CoarseClock::time_point begin_;
  CoarseClock::time_point next_time_;
};

}  // namespace cellar
