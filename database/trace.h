// What a traced statement did, and when (Session::set_tracing).
//
// In:      nothing; database/observe/running_trace.h fills it.
// Out:     the steps of a statement, each with the time at which it had ended.
// Refused: nothing.
//
// A traced statement is found by its shape as any other, but reads and writes by the general path, in which rows, cells
// and deletions are counted. The access to the rows is that which EXPLAIN names when the statement has ended. A trace
// belongs to its session; system_traces holds only what a program supplies (Database::supply_rows).
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace cellar {

struct TraceStep {
  std::string activity;
  std::chrono::nanoseconds elapsed{};  // since the statement began, when the step had ended
  std::string node{};                  // of a cluster, by its address; empty: it was done in this process
};

struct Trace {
  std::string id;         // a timeuuid, as text
  std::string statement;  // empty: it was prepared
  std::chrono::system_clock::time_point began;
  std::vector<TraceStep> steps;
  std::chrono::nanoseconds duration{};  // up to Session::end_trace()
  std::string node{};                   // of a cluster, to which the statement was sent
};
using TracePointer = std::shared_ptr<const Trace>;

}  // namespace cellar
