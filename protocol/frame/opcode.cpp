#include "protocol/frame/opcode.h"

#include <array>

namespace cellar {

namespace {

struct OpcodeEntry {
  Opcode opcode;
  std::string_view name;
  MessageDirection direction;
};

constexpr auto kRequest = MessageDirection::request;
constexpr auto kResponse = MessageDirection::response;

constexpr auto kOpcodes = std::to_array<OpcodeEntry>({
    {Opcode::error, "ERROR", kResponse},
    {Opcode::startup, "STARTUP", kRequest},
    {Opcode::ready, "READY", kResponse},
    {Opcode::authenticate, "AUTHENTICATE", kResponse},
    {Opcode::options, "OPTIONS", kRequest},
    {Opcode::supported, "SUPPORTED", kResponse},
    {Opcode::query, "QUERY", kRequest},
    {Opcode::result, "RESULT", kResponse},
    {Opcode::prepare, "PREPARE", kRequest},
    {Opcode::execute, "EXECUTE", kRequest},
    {Opcode::register_events, "REGISTER", kRequest},
    {Opcode::event, "EVENT", kResponse},
    {Opcode::batch, "BATCH", kRequest},
    {Opcode::auth_challenge, "AUTH_CHALLENGE", kResponse},
    {Opcode::auth_response, "AUTH_RESPONSE", kRequest},
    {Opcode::auth_success, "AUTH_SUCCESS", kResponse},
});

const OpcodeEntry* entry_of(Opcode opcode) {
  for (const OpcodeEntry& entry : kOpcodes)
    if (entry.opcode == opcode) return &entry;
  return nullptr;
}

}  // namespace

std::optional<Opcode> opcode_of(std::uint8_t number) {
  const auto opcode = static_cast<Opcode>(number);
  if (entry_of(opcode) == nullptr) return std::nullopt;
  return opcode;
}

std::string_view opcode_name(Opcode opcode) { return entry_of(opcode)->name; }

MessageDirection direction_of(Opcode opcode) { return entry_of(opcode)->direction; }

}  // namespace cellar
