#include "shell/connection/connection.h"

namespace cellar {

Result Connection::execute(const Prepared& prepared, std::span<const BoundValue> values, Seconds) {
  return execute(prepared, values);
}

bool Connection::read_only() const {
  const Database* const here = database();
  return here != nullptr && here->read_only();
}

void Connection::refuse_if_read_only() const {
  if (read_only()) refuse("store_is_read_only", {}, {{"path", database()->path().string()}});
}

}  // namespace cellar
