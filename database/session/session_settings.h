// The settings of a session, which its statements obey.
//
// In:      what the client of the session has chosen.
// Out:     plain data, and what follows from several of them.
// Refused: nothing.
#pragma once

#include <string>

#include "database/database.h"

namespace cellar {

struct SessionSettings {
  Policy policy = Policy::cassandra;
  std::string keyspace;     // in use; empty: none
  NodeAddress rpc_address;  // at which the client reaches the node
  WaitForWriter wait;
  StatementPath path = StatementPath::shortest;
  Notices notices = Notices::usual;
  bool tracing = false;
  Language language = Language::english;  // of what EXPLAIN and traces say

  /// Returns true if answers come with notices that Cassandra does not give.
  bool teaches() const { return policy == Policy::teach && notices != Notices::off; }
  /// Returns true if writes read the rows before and after them, to say what became of them.
  bool watches_writes() const { return policy == Policy::teach && notices == Notices::all; }
};

}  // namespace cellar
