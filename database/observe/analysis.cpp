#include "database/observe/analysis.h"

#include "database/results/result_state.h"

namespace cellar {

void Analysis::read_to_end(ResultState& result) {
  while (const ResultRow* row = result.next()) {
    ++returned_;
    for (std::size_t column = 0; column < row->size(); ++column) {
      const ValueView value = (*row)[column];
      bytes_ += value ? value->size() : 0;
    }
  }
  work_.take_read(result.counters());
}

void Analysis::note_condition(ResultState& answer) {
  const ResultRow* const row = answer.next();
  if (row != nullptr) applied_ = (*row)[0] == ValueView(std::string_view("\x01", 1));
}

ExplainedMeasures Analysis::measures() const {
  ExplainedMeasures measures = work_.counted();
  measures.returned = returned_;
  measures.bytes = bytes_;
  measures.applied = applied_;
  if (explain().timing) measures.times = {parsing_, planning_, Clock::now() - begin_};
  return measures;
}

}  // namespace cellar
