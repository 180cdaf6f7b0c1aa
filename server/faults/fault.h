// A fault that a test asks for: some requests are answered with an error, late, or not at all.
//
// In:      its words: KIND [TIME] [on reads|writes|NAME] [: N in M | : next N]
//
//              unavailable: 1 in 100
//              write timeout on orders: next 1
//              delay 200ms on reads
//              drop: next 1
//
//          KIND is unavailable, read timeout, write timeout, read failure, write failure, overloaded, bootstrapping,
//          truncate error, server error, unprepared, delay (with a time) or drop (the connection). NAME is a part of
//          the statement's text, as the name of its table. Read timeouts and failures strike reads, write timeouts and
//          failures writes, unless the words say otherwise; unprepared strikes what is prepared alone. Without a number all requests are struck. Statements on
//          system keyspaces, which drivers send by themselves, are not.
// Out:     the fault as data.
// Refused: other words (E534).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/answer/refusal_answer.h"

namespace cellar {

struct Fault {
  enum class Kind : std::uint8_t {
    unavailable,
    read_timeout,
    write_timeout,
    read_failure,
    write_failure,
    overloaded,
    bootstrapping,
    truncate_error,
    server_error,
    unprepared,
    delay,
    drop,
  };
  enum class Scope : std::uint8_t { all, reads, writes };

  Kind kind = Kind::unavailable;
  std::chrono::milliseconds delay{0};
  Scope scope = Scope::all;
  std::string name;  // that the text of the statement contains, in lower case; empty: any
  // Of each `of` requests the last `struck` are struck; or the next `struck` and no more.
  std::uint64_t struck = 1;
  std::uint64_t of = 1;
  bool is_for_next = false;
};

Fault parse_fault(std::string_view words);

/// Returns the error with which a request that is struck is answered. `prepared_id` is that of EXECUTE, or of the first
/// prepared part of a BATCH. Not for delay and drop.
ErrorResponse fault_answer(const Fault& fault, const RequestKind& request, std::string_view prepared_id);

}  // namespace cellar
