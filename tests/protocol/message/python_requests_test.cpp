// Requests as the Python driver encodes them (record_python_requests.py): each is read, and written again byte for byte.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <string>

#include "hex.h"
#include "protocol/frame/frame_decoder.h"
#include "protocol/message/requests.h"

namespace cellar {

namespace {

struct RecordedRequest {
  std::string name;  // "4 | QUERY plain"
  Frame frame;
  std::string bytes;
};

std::vector<RecordedRequest> recorded_requests() {
  std::ifstream file(CELLAR_SOURCE_DIR "/tests/protocol/message/python_requests.txt");
  std::vector<RecordedRequest> requests;
  for (std::string line; std::getline(file, line);) {
    const std::size_t bar = line.rfind(" | ");
    RecordedRequest request{
        .name = line.substr(0, bar), .frame = {}, .bytes = test::bytes_of(line.substr(bar + 3))};
    std::string_view bytes = request.bytes;
    FrameDecoder decoder(MessageDirection::request);
    DecodedFrame decoded = decoder.next(bytes);
    REQUIRE(std::holds_alternative<Frame>(decoded));
    request.frame = std::get<Frame>(std::move(decoded));
    requests.push_back(std::move(request));
  }
  return requests;
}

template <typename Message>
const Message& as(const ReceivedRequest& received) {
  REQUIRE(std::holds_alternative<Message>(received.message));
  return std::get<Message>(received.message);
}

}  // namespace

TEST_CASE("requests of the Python driver are read, and written byte for byte as it does") {
  const std::vector<RecordedRequest> requests = recorded_requests();
  CHECK(requests.size() == 44);
  for (const RecordedRequest& request : requests) {
    INFO(request.name);
    const ReceivedRequest received = read_request(request.frame);
    std::string again;
    append_request(again, received.message, received.head);
    CHECK(to_hex(again) == to_hex(request.bytes));
  }
}

TEST_CASE("the fields of the Python driver's requests are where they belong") {
  std::map<std::string, Frame> frames;
  for (RecordedRequest& request : recorded_requests()) frames[request.name] = std::move(request.frame);
  const auto read = [&](const std::string& name) { return read_request(frames.at(name)); };

  CHECK(as<StartupRequest>(read("5 | STARTUP")).option("COMPRESSION") == "lz4");
  CHECK(as<StartupRequest>(read("3 | STARTUP")).option("CQL_VERSION") == "3.4.7");
  CHECK_FALSE(as<StartupRequest>(read("3 | STARTUP")).option("NO_COMPACT"));
  CHECK(as<AuthResponseRequest>(read("4 | AUTH_RESPONSE")).token ==
        std::string_view("\0cassandra\0cassandra", 20));
  CHECK(as<RegisterRequest>(read("4 | REGISTER")).event_types ==
        StringList{"TOPOLOGY_CHANGE", "STATUS_CHANGE", "SCHEMA_CHANGE"});

  const ReceivedRequest paged = read("5 | QUERY paging");
  const QueryParameters& paging = as<QueryRequest>(paged).parameters;
  CHECK(paging.consistency == Consistency::local_one);
  CHECK(paging.page_size == 5000);
  CHECK(paging.paging_state == "\x01\x02\x03");
  CHECK(paging.common.serial_consistency == Consistency::local_serial);
  CHECK(paging.common.timestamp == 1'700'000'000'000'001);

  const ReceivedRequest executed = read("5 | EXECUTE");
  const auto& execute = as<ExecuteRequest>(executed);
  CHECK(to_hex(execute.id) == "000102030405060708090a0b0c0d0e0f");
  CHECK(to_hex(execute.metadata_id) == "101112131415161718191a1b1c1d1e1f");
  REQUIRE(execute.parameters.values.size() == 4);
  CHECK(execute.parameters.values[0].value == std::string("\0\0\0\x2a", 4));
  CHECK_FALSE(execute.parameters.values[1].value);
  CHECK(execute.parameters.values[2].value == "");
  CHECK(execute.parameters.values[3].unset);

  const ReceivedRequest batched = read("5 | BATCH in a keyspace");
  const auto& batch = as<BatchRequest>(batched);
  CHECK(batch.type == BatchType::unlogged);
  REQUIRE(batch.entries.size() == 2);
  CHECK(std::get<BatchTextEntry>(batch.entries[0].statement).text == "INSERT INTO t (a) VALUES (1)");
  CHECK(batch.entries[1].values.size() == 2);
  CHECK(batch.parameters.common.keyspace == "school");

  CHECK(as<PrepareRequest>(read("5 | PREPARE in a keyspace")).keyspace == "school");
  CHECK(read("4 | QUERY traced").head.is_traced);
  CHECK(read("4 | QUERY with payload").head.payload ==
        BytesMap{{"key", std::string_view("\x01\x02")}, {"empty", std::string_view("")}});
}

}  // namespace cellar
