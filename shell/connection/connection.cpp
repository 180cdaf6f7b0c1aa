#include "shell/connection/connection.h"

namespace cellar {

bool Connection::read_only() const {
  const Database* const here = database();
  return here != nullptr && here->read_only();
}

void Connection::refuse_if_read_only() const {
  if (read_only()) refuse("store_is_read_only", {}, {{"path", database()->path().string()}});
}

}  // namespace cellar
