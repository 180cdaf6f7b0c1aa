// The settings of a session, which its statements obey.
#pragma once

#include <string>

#include "database/database.h"

namespace cellar {

struct SessionSettings {
  Policy policy = Policy::cassandra;
  std::string keyspace;  // in use; empty: none
  WaitForWriter wait;
  StatementPath path = StatementPath::shortest;
  Notices notices = Notices::usual;
  bool tracing = false;

  /// Returns true if answers come with notices that Cassandra does not give.
  bool teaches() const { return policy == Policy::teach && notices != Notices::off; }
  /// Returns true if writes read the rows before and after them, to say what became of them.
  bool watches_writes() const { return policy == Policy::teach && notices == Notices::all; }
};

}  // namespace cellar
