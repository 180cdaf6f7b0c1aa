#include "database/observe/running_trace.h"

#include <algorithm>
#include <set>
#include <utility>

#include "refusal/counted.h"
#include "types/names.h"

namespace cellar {

namespace {

constexpr std::size_t kNoStep = static_cast<std::size_t>(-1);

std::string count_of(std::uint64_t number, std::string_view one, std::string_view many) {
  return counted(std::to_string(number), one, many);
}

/// Returns ", index a, view b" for the tables of the mutations.
std::string derived_from(const std::vector<Mutation>& mutations) {
  std::string names;
  const Table* last = nullptr;
  std::set<const Table*> named;
  for (const Mutation& mutation : mutations) {
    const Table* const table = mutation.table.get();
    if (std::exchange(last, table) == table || !named.insert(table).second) continue;
    for (const Index& index : table->indexes) names += ", index " + quote_name(index.name);
    for (const View& view : table->views) names += ", view " + quote_name(view.table->name);
  }
  return names;
}

}  // namespace

RunningTrace::RunningTrace(std::string id, std::string_view statement, std::string_view keyspace)
    : keyspace_(keyspace), begin_(Clock::now()), planned_(kNoStep) {
  trace_.id = std::move(id);
  trace_.statement = statement;
  trace_.began = std::chrono::system_clock::now();
}

void RunningTrace::add(std::string activity) {
  trace_.steps.push_back({std::move(activity), Clock::now() - begin_});
}

void RunningTrace::note(std::string activity) {
  if (!left_) add(std::move(activity));
}

void RunningTrace::note_planned(std::string activity) {
  if (left_) return;
  planned_ = trace_.steps.size();
  add(std::move(activity));
}

void RunningTrace::note_gathered(const ExplainedMeasures& written, const std::vector<Mutation>& mutations) {
  if (written.entries > 0) {
    note("Read " + count_of(written.entries, "entry", "entries") + " before the write");
    note_skipped(written);
  }
  derived_ = derived_from(mutations);
  if (mutations.empty()) return note("Found nothing to write");
  note("Gathered " + count_of(written.rows, "row", "rows") + " of " +
       count_of(written.partitions, "partition", "partitions") + ": " +
       count_of(written.cells, "cell", "cells") + ", " +
       count_of(written.tombstones, "tombstone", "tombstones"));
}

void RunningTrace::note_read(const ExplainedMeasures& read) {
  add("Read " + count_of(read.partitions, "partition", "partitions") + ", " +
      count_of(read.rows, "row", "rows") + ", " + count_of(read.entries, "entry", "entries"));
  note_skipped(read);
}

void RunningTrace::note_merged() { note("Merged with the stored rows" + derived_); }

/// Repeats the time of the step before: what was passed over was met within it.
void RunningTrace::note_skipped(const ExplainedMeasures& measures) {
  if (trace_.steps.empty()) return;
  const std::chrono::nanoseconds elapsed = trace_.steps.back().elapsed;
  for (const ExplainedMeasures::Skipped& skipped : measures.skipped) {
    const std::string_view many = skipped.what;
    trace_.steps.push_back(
        {"Passed over " + count_of(skipped.count, many.substr(0, many.size() - 1), many), elapsed});
  }
}

TracePointer RunningTrace::end(const std::string& access) {
  if (!access.empty() && planned_ < trace_.steps.size()) trace_.steps[planned_].activity += ": " + access;
  return std::make_shared<const Trace>(std::move(trace_));
}

}  // namespace cellar
