// Shows the progress of a script or of COPY FROM: one line on a terminal, rewritten in place.
//
// In:      how many statements or rows were done, and how many bytes were read.
// Out:     the line, after half a second and at most ten times a second; nothing if standard error is not a
//          terminal.
// Refused: nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "refusal/language.h"
#include "shell/connection/coarse_clock.h"
#include "shell/render/output.h"

namespace cellar {

/// What is counted.
enum class LoadedThing : std::uint8_t { statement, row };

struct LoadState {
  LoadedThing thing = LoadedThing::statement;
  std::size_t count = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> all_bytes;  // nothing: the size of the file is not known
  std::chrono::milliseconds time{0};
  Language language = Language::english;
};

/// Returns "1,200,000".
std::string in_thousands(std::uint64_t number);
/// Returns "0:12", rounded up to a second.
std::string clock_of(std::chrono::milliseconds time);
/// How much of a work is done.
struct DonePart {
  double done;
  double all = 1;
};
/// Returns "250,000 a second, 0:12 left"; without the time that is left if nothing tells it.
std::string format_pace(std::uint64_t number, std::chrono::milliseconds time, std::optional<DonePart> part,
                        Language language);
/// Returns "-- 1,200,000 statements, 40% of 512.0 MB, 250,000 a second, 0:12 left".
std::string format_progress(const LoadState& state);

class LoadProgress {
 public:
  LoadProgress(Output& output, std::optional<std::uint64_t> all_bytes, Language language,
               LoadedThing thing = LoadedThing::statement);
  ~LoadProgress();
  LoadProgress(const LoadProgress&) = delete;
  LoadProgress& operator=(const LoadProgress&) = delete;

  /// To be called after each statement or row; `bytes` of the file were read so far.
  void note_one(std::uint64_t bytes) {
    ++count_;
    if (!is_shown_) return;
    const CoarseClock::time_point now = CoarseClock::now();
    if (now >= next_time_) show(bytes, now);
  }

 private:
  void show(std::uint64_t bytes, CoarseClock::time_point now);

  Output& output_;
  const LoadedThing thing_;
  const Language language_;
  bool is_shown_;
  std::optional<std::uint64_t> all_bytes_;
  std::size_t count_ = 0;
  CoarseClock::time_point begin_;
  CoarseClock::time_point next_time_;
};

}  // namespace cellar
