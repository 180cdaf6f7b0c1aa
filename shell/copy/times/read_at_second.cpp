#include "shell/copy/times/read_at_second.h"

#include <chrono>

namespace cellar {

Seconds second_now(const Connection& connection) {
  if (const Database* const database = connection.database()) return database->now() / 1'000'000;
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

ReadAtSecond read_at_second(Connection& connection, const TableScan& scan) {
  // A clock that CLOCK has set may show another second each time.
  for (int attempts = 3;; --attempts) {
    const Seconds second = second_now(connection);
    Result rows = connection.scan(scan);
    if (attempts == 0 || second_now(connection) == second) return {std::move(rows), second};
  }
}

}  // namespace cellar
