// The kinds of messages, as the headers of frames number them.
//
// In:      a number of one byte.
// Out:     the kind, its name, who sends it.
// Refused: nothing; an unknown number gives nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "protocol/version.h"

namespace cellar {

enum class Opcode : std::uint8_t {
  error = 0x00,
  startup = 0x01,
  ready = 0x02,
  authenticate = 0x03,
  options = 0x05,
  supported = 0x06,
  query = 0x07,
  result = 0x08,
  prepare = 0x09,
  execute = 0x0A,
  register_events = 0x0B,
  event = 0x0C,
  batch = 0x0D,
  auth_challenge = 0x0E,
  auth_response = 0x0F,
  auth_success = 0x10,
};

std::optional<Opcode> opcode_of(std::uint8_t number);
/// "QUERY"
std::string_view opcode_name(Opcode opcode);
MessageDirection direction_of(Opcode opcode);

}  // namespace cellar
