#include "database/observe/running_trace.h"

#include <algorithm>
#include <set>
#include <utility>

#include "types/names.h"

namespace cellar {

namespace {

constexpr std::size_t kNoStep = static_cast<std::size_t>(-1);

Parameters numbers_of(const ExplainedMeasures& measures) {
  return {{"partitions", std::to_string(measures.partitions)},
          {"rows", std::to_string(measures.rows)},
          {"entries", std::to_string(measures.entries)},
          {"cells", std::to_string(measures.cells)},
          {"tombstones", std::to_string(measures.tombstones)}};
}

}  // namespace

/// Returns ", index a, view b" for the tables of the mutations.
std::string RunningTrace::derived_from(const std::vector<Mutation>& mutations) const {
  std::string names;
  const Table* last = nullptr;
  std::set<const Table*> named;
  for (const Mutation& mutation : mutations) {
    const Table* const table = mutation.table.get();
    if (std::exchange(last, table) == table || !named.insert(table).second) continue;
    for (const Index& index : table->indexes)
      names += say(", index {name}", {{"name", quote_name(index.name)}});
    for (const View& view : table->views)
      names += say(", view {name}", {{"name", quote_name(view.table->name)}});
  }
  return names;
}

RunningTrace::RunningTrace(std::string id, Timestamp began, std::string_view statement,
                           std::string_view keyspace, Language language)
    : keyspace_(keyspace), language_(language), begin_(Clock::now()), planned_(kNoStep) {
  trace_.id = std::move(id);
  trace_.statement = statement;
  trace_.began = std::chrono::system_clock::time_point(std::chrono::microseconds(began));
}

void RunningTrace::add(std::string activity) {
  trace_.steps.push_back({std::move(activity), Clock::now() - begin_});
}

void RunningTrace::note(TraceWords::Text activity, const Parameters& parameters) {
  if (!left_) add(say(activity, parameters));
}

void RunningTrace::note_planned(TraceWords::Text activity) {
  if (left_) return;
  planned_ = trace_.steps.size();
  add(say(activity));
}

void RunningTrace::note_gathered(const ExplainedMeasures& written, const std::vector<Mutation>& mutations) {
  if (written.entries > 0) {
    note("Read {entries|entry|entries} before the write", numbers_of(written));
    note_skipped(written);
  }
  derived_ = derived_from(mutations);
  if (mutations.empty()) return note("Found nothing to write");
  note(
      "Gathered {rows|row|rows} of {partitions|partition|partitions}: {cells|cell|cells}, "
      "{tombstones|tombstone|tombstones}",
      numbers_of(written));
}

void RunningTrace::note_read(const ExplainedMeasures& read) {
  add(say("Read {partitions|partition|partitions}, {rows|row|rows}, {entries|entry|entries}",
          numbers_of(read)));
  note_skipped(read);
}

void RunningTrace::note_merged() {
  if (!left_) add(say("Merged with the stored rows") + derived_);
}

/// Repeats the time of the step before: what was passed over was met within it.
void RunningTrace::note_skipped(const ExplainedMeasures& measures) {
  if (trace_.steps.empty()) return;
  const std::chrono::nanoseconds elapsed = trace_.steps.back().elapsed;
  for (const ExplainedMeasures::Skipped& skipped : measures.skipped)
    trace_.steps.push_back(
        {say("Passed over {skipped}", {{"skipped", skipped_text(skipped, language_)}}), elapsed});
}

TracePointer RunningTrace::end(const std::string& access) {
  if (!access.empty() && planned_ < trace_.steps.size()) {
    std::string& activity = trace_.steps[planned_].activity;
    activity = say("{activity}: {access}", {{"activity", activity}, {"access", access}});
  }
  return std::make_shared<const Trace>(std::move(trace_));
}

}  // namespace cellar
