// Tells listeners of each change of the schema, in the order of the commits.
//
// In:      pairs of schemas, as the database comes to know each newer one; listeners.
// Out:     each listener is called once with each event, in a thread that exists from the first listener on. While
//          there are listeners that thread looks for changes by other processes, too.
// Refused: nothing. If the system grants no thread, add() throws std::system_error.
//
// Changes that another process has committed between two looks arrive as one difference: a table that was created
// and dropped meanwhile is no event.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

#include "database/schema_event.h"

namespace cellar {

class SchemaListeners {
 public:
  using Listener = std::function<void(const SchemaEvent&)>;

  /// `look` lets the database read the newest schema, and so calls note() if there is a newer one.
  explicit SchemaListeners(std::function<void()> look) : look_(std::move(look)) {}
  ~SchemaListeners();
  SchemaListeners(const SchemaListeners&) = delete;
  SchemaListeners& operator=(const SchemaListeners&) = delete;

  /// Returns the number by which the listener is removed. It is told of what is noted from now on.
  std::uint64_t add(Listener listener);
  /// Waits until a call of the listener that is under way has returned, unless that call removes it.
  void remove(std::uint64_t number);
  /// Must be called in the order of versions.
  void note(SchemaPointer before, SchemaPointer after);

 private:
  struct Change {
    std::uint64_t last_listener;  // later ones are not told
    SchemaPointer before, after;
  };
  struct Entry {
    std::uint64_t number;
    Listener listener;
    bool is_removed = false;
  };

  void work();
  void tell(std::unique_lock<std::mutex>& lock, const Change& change);

  std::function<void()> look_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::deque<Change> changes_;
  std::list<Entry> entries_;
  std::uint64_t last_number_ = 0;
  std::uint64_t called_ = 0;  // the number of the listener that is being called; 0: none
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace cellar
