#include "fuzz_decoder.h"

#include <cstdlib>
#include <variant>

#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/protocol_fault.h"
#include "protocol/stream/inbound.h"

namespace cellar::test {

namespace {

void read_rows_of(const ResponseMessage& message, ProtocolVersion version) {
  const auto* result = std::get_if<ResultResponse>(&message);
  const auto* rows = result == nullptr ? nullptr : std::get_if<RowsResult>(result);
  if (rows == nullptr) return;
  RowCells cells(*rows, version);
  while (cells.next() != nullptr) {
  }
}

/// What is written from a message that was read is read again, and written the same.
void write_again(const Frame& frame, MessageDirection direction) {
  std::string first;
  std::string second;
  const auto frame_of = [&](const std::string& bytes) {
    return Frame{FrameHeader{frame.header.version, static_cast<std::uint8_t>(bytes[1]), frame.header.stream,
                             frame.header.opcode},
                 bytes.substr(kFrameHeaderSize)};
  };
  if (direction == MessageDirection::request) {
    const ReceivedRequest received = read_request(frame);
    append_request(first, received.message, received.head);
    const Frame again = frame_of(first);
    const ReceivedRequest repeated = read_request(again);
    append_request(second, repeated.message, repeated.head);
  } else {
    const ReceivedResponse received = read_response(frame);
    read_rows_of(received.message, received.head.version);
    append_response(first, received.message, received.head);
    const Frame again = frame_of(first);
    const ReceivedResponse repeated = read_response(again);
    append_response(second, repeated.message, repeated.head);
  }
  if (first != second) std::abort();
}

void take_frames(InboundStream& stream, std::string_view bytes, MessageDirection direction,
                 std::size_t piece) {
  while (!bytes.empty()) {
    std::string_view part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    for (;;) {
      const DecodedFrame decoded = stream.next(part);
      if (std::holds_alternative<NeedMoreBytes>(decoded)) break;
      if (const auto* fault = std::get_if<FrameFault>(&decoded)) {
        if (fault->is_last) return;
        continue;
      }
      try {
        write_again(std::get<Frame>(decoded), direction);
      } catch (const ProtocolFault&) {
      }
    }
    if (!part.empty()) std::abort();
  }
}

/// Puts bytes into segments of a size, whose checksums are right: no fuzzer finds those.
std::string in_segments(std::string_view bytes, std::size_t size, bool is_self_contained,
                        Compression compression) {
  std::string out;
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, size);
    bytes.remove_prefix(part.size());
    append_segment(out, part, is_self_contained, compression);
  }
  return out;
}

}  // namespace

void fuzz_decoder(std::string_view bytes) {
  constexpr std::size_t kChoices = 3;
  if (bytes.size() < kChoices) return;
  const auto choice = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const MessageDirection direction =
      choice(0) % 2 == 0 ? MessageDirection::request : MessageDirection::response;
  const ProtocolVersion version = *protocol_version(3 + choice(0) / 2 % 3);
  InboundStream stream(direction, std::size_t{1} << 20);
  std::string wrapped;
  std::string_view input = bytes.substr(kChoices);
  if (const unsigned number = choice(1) % 4; number < 3) {
    const bool is_possible = version < ProtocolVersion::v5 || number < 2;
    const auto compression = is_possible ? static_cast<Compression>(number) : Compression::none;
    stream.agree(version, compression);
    if (version >= ProtocolVersion::v5 && (choice(1) & 0x04) != 0) {
      wrapped = in_segments(input, std::size_t{20} + choice(2), (choice(1) & 0x08) != 0, compression);
      input = wrapped;
    }
  }
  take_frames(stream, input, direction, std::size_t{1} + choice(2));
}

}  // namespace cellar::test

#ifdef CELLAR_LIBFUZZER
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  cellar::test::fuzz_decoder({reinterpret_cast<const char*>(data), size});
  return 0;
}
#endif
