// Shows how far a move is: one line on a terminal, rewritten in place.
//
// In:      what is done with which table, and its rows as they are done, with their tokens.
// Out:     the line, after half a second and at most ten times a second; nothing if standard error is no terminal. How much is
//          done is told from the token: rows come in the order of tokens, which are spread evenly.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string>

#include "refusal/language.h"
#include "shell/connection/coarse_clock.h"
#include "shell/copy/times/timed_rows.h"
#include "shell/render/output.h"

namespace cellar {

class MoveProgress {
 public:
  MoveProgress(Output& output, const MoveSample& sample, Language language);
  ~MoveProgress();
  MoveProgress(const MoveProgress&) = delete;
  MoveProgress& operator=(const MoveProgress&) = delete;

  /// `what` is said before the rows: "shop.orders".
  void begin(std::string what);
  void note(std::int64_t token) {
    ++rows_;
    if (is_shown_ && CoarseClock::now() >= next_time_) show(token);
  }

 private:
  void show(std::int64_t token);

  Output& output_;
  const Language language_;
  const bool is_shown_;
  const double first_token_, last_token_;
  std::string what_;
  std::uint64_t rows_ = 0;
  double first_part_ = 0;  // that an earlier run has done
  CoarseClock::time_point begin_, next_time_;
};

}  // namespace cellar
