// Responses byte for byte, laid out by hand from the specification.
#include <catch2/catch.hpp>

#include "hex.h"
#include "protocol/frame/frame_decoder.h"
#include "protocol/message/responses.h"
#include "protocol/message/rows_writer.h"

namespace cellar {

namespace {

using test::bytes_of;
using namespace std::string_view_literals;

std::string hex_of(const ResponseMessage& message, const ResponseHead& head) {
  std::string bytes;
  append_response(bytes, message, head);
  return to_hex(bytes);
}

std::string dense(std::string_view digits) { return to_hex(bytes_of(digits)); }

ResponseHead head_of(ProtocolVersion version, std::int16_t stream = 0) {
  return {.version = version, .stream = stream, .trace_id = {}, .warnings = {}, .payload = {}};
}

constexpr auto kV3 = ProtocolVersion::v3;
constexpr auto kV4 = ProtocolVersion::v4;
constexpr auto kV5 = ProtocolVersion::v5;

std::string error_hex(const ErrorDetail& detail, ProtocolVersion version) {
  // Without the header, and without the text "no".
  return hex_of(ErrorResponse{"no", detail}, head_of(version)).substr(18);
}

}  // namespace

TEST_CASE("READY, AUTHENTICATE, AUTH_CHALLENGE and AUTH_SUCCESS are written as specified") {
  CHECK(hex_of(ReadyResponse{}, head_of(kV4, 258)) == dense("84 00 0102 02 00000000"));
  CHECK(hex_of(AuthenticateResponse{"a.B"}, head_of(kV3)) == dense("83 00 0000 03 00000005 0003 612e42"));
  CHECK(hex_of(AuthChallengeResponse{"\x01"}, head_of(kV5)) == dense("85 00 0000 0e 00000005 00000001 01"));
  CHECK(hex_of(AuthSuccessResponse{std::nullopt}, head_of(kV4)) == dense("84 00 0000 10 00000004 ffffffff"));
}

TEST_CASE("SUPPORTED is a multimap") {
  CHECK(hex_of(SupportedResponse{{{"C", {"x", "yz"}}, {"D", {}}}}, head_of(kV4)) ==
        dense("84 00 0000 06 00000013 0002 0001 43 0002 0001 78 0002 797a 0001 44 0000"));
}

TEST_CASE("the id of a trace, warnings and a payload stand before the message, in this order") {
  const std::string trace(16, '\x11');
  const ResponseHead head{
      .version = kV4, .stream = -1, .trace_id = trace, .warnings = {"w"}, .payload = {{"k", std::nullopt}}};
  CHECK(hex_of(ResultResponse(VoidResult{}), head) ==
        dense("84 0e ffff 08 00000022 11111111111111111111111111111111 0001 0001 77 0001 0001 6b ffffffff "
              "00000001"));
  ResponseHead old = head;
  old.version = kV3;
  CHECK(hex_of(ResultResponse(VoidResult{}), old) ==
        dense("83 02 ffff 08 00000014 11111111111111111111111111111111 00000001"));
}

TEST_CASE("each class of errors has its fields") {
  const ReplicaAnswers answers{Consistency::quorum, 1, 2};
  const std::string address = bytes_of("7f000001");
  const ReplicaFailures failures{1, {{address, 3}}};
  CHECK(error_hex(PlainError{ErrorCode::protocol_error}, kV4) == dense("0000000a 0002 6e6f"));
  CHECK(error_hex(UnavailableError{Consistency::all, 3, 1}, kV4) ==
        dense("00001000 0002 6e6f 0005 00000003 00000001"));
  CHECK(error_hex(WriteTimeoutError{answers, "BATCH", 9}, kV5) ==
        dense("00001100 0002 6e6f 0004 00000001 00000002 0005 4241544348"));
  CHECK(error_hex(WriteTimeoutError{answers, "CAS", 9}, kV5) ==
        dense("00001100 0002 6e6f 0004 00000001 00000002 0003 434153 0009"));
  CHECK(error_hex(WriteTimeoutError{answers, "CAS", 9}, kV4) ==
        dense("00001100 0002 6e6f 0004 00000001 00000002 0003 434153"));
  CHECK(error_hex(ReadTimeoutError{answers, true}, kV3) ==
        dense("00001200 0002 6e6f 0004 00000001 00000002 01"));
  CHECK(error_hex(ReadFailureError{answers, failures, false}, kV4) ==
        dense("00001300 0002 6e6f 0004 00000001 00000002 00000001 00"));
  CHECK(error_hex(ReadFailureError{answers, failures, false}, kV5) ==
        dense("00001300 0002 6e6f 0004 00000001 00000002 00000001 04 7f000001 0003 00"));
  CHECK(error_hex(FunctionFailureError{"k", "f", {"int"}}, kV4) ==
        dense("00001400 0002 6e6f 0001 6b 0001 66 0001 0003 696e74"));
  CHECK(error_hex(WriteFailureError{answers, failures, "VIEW"}, kV5) ==
        dense("00001500 0002 6e6f 0004 00000001 00000002 00000001 04 7f000001 0003 0004 56494557"));
  CHECK(error_hex(CasWriteUnknownError{answers}, kV5) == dense("00001700 0002 6e6f 0004 00000001 00000002"));
  CHECK(error_hex(AlreadyExistsError{"k", ""}, kV4) == dense("00002400 0002 6e6f 0001 6b 0000"));
  CHECK(error_hex(UnpreparedError{"\x01\x02"}, kV4) == dense("00002500 0002 6e6f 0002 0102"));
}

TEST_CASE("an error that a version does not have becomes the nearest one") {
  const ReplicaAnswers answers{Consistency::one, 0, 1};
  CHECK(error_hex(ReadFailureError{answers, {}, true}, kV3) ==
        error_hex(ReadTimeoutError{answers, true}, kV3));
  CHECK(error_hex(WriteFailureError{answers, {}, "SIMPLE"}, kV3) ==
        error_hex(WriteTimeoutError{answers, "SIMPLE", {}}, kV3));
  CHECK(error_hex(FunctionFailureError{}, kV3) == error_hex(PlainError{ErrorCode::invalid}, kV3));
  CHECK(error_hex(CasWriteUnknownError{answers}, kV4) ==
        error_hex(WriteTimeoutError{answers, "CAS", {}}, kV4));
}

TEST_CASE("the class of a refusal is that of an error") {
  CHECK(error_code(ErrorClass::server) == ErrorCode::server);
  CHECK(error_code(ErrorClass::protocol_error) == ErrorCode::protocol_error);
  CHECK(error_code(ErrorClass::overloaded) == ErrorCode::overloaded);
  CHECK(error_code(ErrorClass::write_timeout) == ErrorCode::write_timeout);
  CHECK(error_code(ErrorClass::function_failure) == ErrorCode::function_failure);
  CHECK(error_code(ErrorClass::write_failure) == ErrorCode::write_failure);
  CHECK(error_code(ErrorClass::syntax) == ErrorCode::syntax);
  CHECK(error_code(ErrorClass::unauthorized) == ErrorCode::unauthorized);
  CHECK(error_code(ErrorClass::invalid) == ErrorCode::invalid);
  CHECK(error_code(ErrorClass::config) == ErrorCode::config);
  CHECK(error_code(ErrorClass::already_exists) == ErrorCode::already_exists);
  CHECK(error_code(ErrorClass::unprepared) == ErrorCode::unprepared);
  CHECK(ErrorResponse{"", UnavailableError{}}.code() == ErrorCode::unavailable);
}

TEST_CASE("the text of an error is cut before the character that does not fit") {
  std::string text(65'534, 'x');
  text += "\xC3\xA9tail";
  std::string bytes;
  append_response(bytes, ErrorResponse{text, PlainError{ErrorCode::invalid}}, head_of(kV4));
  CHECK(bytes.size() == kFrameHeaderSize + 4 + 2 + 65'534);
}

TEST_CASE("events are written as specified") {
  const std::string address = bytes_of("7f000001");
  CHECK(hex_of(EventResponse(StatusChange{StatusChange::Kind::up, {address, 9042}}),
               head_of(kV4, kEventStream)) ==
        dense("84 00 ffff 0c 0000001c 000d 5354415455535f4348414e4745 0002 5550 04 7f000001 00002352"));
  const SchemaChange table{SchemaChange::Kind::dropped, SchemaChange::Target::table, "k", "t", {}};
  CHECK(hex_of(ResultResponse(SchemaChangeResult{table}), head_of(kV3)) ==
        dense("83 00 0000 08 0000001a 00000005 0007 44524f50504544 0005 5441424c45 0001 6b 0001 74"));
  const SchemaChange function{SchemaChange::Kind::created, SchemaChange::Target::function, "k", "f", {"int"}};
  CHECK(hex_of(ResultResponse(SchemaChangeResult{function}), head_of(kV4)) ==
        dense("84 00 0000 08 00000024 00000005 0007 43524541544544 0008 46554e4354494f4e 0001 6b 0001 66"
              "0001 0003 696e74"));
  CHECK(hex_of(ResultResponse(SchemaChangeResult{function}), head_of(kV3)) ==
        dense("83 00 0000 08 0000001a 00000005 0007 55504441544544 0008 4b45595350414345 0001 6b"));
}

TEST_CASE(
    "the answer to PREPARE has the markers, their partition key since version 4 and a second id since "
    "version 5") {
  const ColumnSpec key{"k", "t", "a", native_type(TypeKind::int_)};
  const PreparedResult prepared{"\x01", "\x02", {{key}, {0}}, {}};
  CHECK(hex_of(ResultResponse(prepared), head_of(kV3)).substr(18) ==
        dense("00000004 0001 01  00000001 00000001  0001 6b 0001 74 0001 61 0009  00000004 00000000"));
  CHECK(hex_of(ResultResponse(prepared), head_of(kV4)).substr(18) ==
        dense("00000004 0001 01  00000001 00000001 00000001 0000  0001 6b 0001 74 0001 61 0009  00000004 "
              "00000000"));
  CHECK(hex_of(ResultResponse(prepared), head_of(kV5)).substr(18) ==
        dense("00000004 0001 01 0001 02  00000001 00000001 00000001 0000  0001 6b 0001 74 0001 61 0009"
              "00000004 00000000"));
}

TEST_CASE("rows have their table once, or with each column") {
  RowsResult result;
  result.metadata.columns = {{"k", "t", "a", native_type(TypeKind::int_)},
                             {"k", "t", "b", native_type(TypeKind::text)}};
  result.metadata.column_count = 2;
  result.row_count = 1;
  const std::string cells = bytes_of("00000004 0000002a ffffffff");
  result.cells = cells;
  CHECK(hex_of(ResultResponse(result), head_of(kV4)).substr(18) ==
        dense("00000002 00000001 00000002 0001 6b 0001 74  0001 61 0009  0001 62 000d  00000001"
              "00000004 0000002a ffffffff"));
  result.metadata.columns[1].table = "u";
  CHECK(
      hex_of(ResultResponse(result), head_of(kV4)).substr(18) ==
      dense("00000002 00000000 00000002 0001 6b 0001 74 0001 61 0009  0001 6b 0001 75 0001 62 000d  00000001"
            "00000004 0000002a ffffffff"));
  result.metadata.columns.clear();
  result.metadata.paging_state = "p";
  CHECK(hex_of(ResultResponse(result), head_of(kV4)).substr(18) ==
        dense("00000002 00000006 00000002 00000001 70  00000001  00000004 0000002a ffffffff"));
}

TEST_CASE("changed metadata have their id after the paging state") {
  RowsResult result;
  result.metadata.columns = {{"k", "t", "a", native_type(TypeKind::int_)}};
  result.metadata.column_count = 1;
  result.metadata.paging_state = "p";
  result.metadata.new_metadata_id = "\x07";
  CHECK(hex_of(ResultResponse(result), head_of(kV5)).substr(18) ==
        dense("00000002 0000000b 00000001 00000001 70 0001 07  0001 6b 0001 74 0001 61 0009  00000000"));
  CHECK(hex_of(ResultResponse(result), head_of(kV4)).substr(18) ==
        dense("00000002 00000003 00000001 00000001 70  0001 6b 0001 74 0001 61 0009  00000000"));
}

TEST_CASE("rows that are written one by one are the same as those that are written at once") {
  const std::vector<ColumnSpec> columns = {{"k", "t", "a", native_type(TypeKind::int_)},
                                           {"k", "t", "b", native_type(TypeKind::text)}};
  const std::string cells = bytes_of("00000004 0000002a ffffffff 00000004 0000002b 00000001 78");
  const std::string long_state(700, 's');
  const std::string trace(16, '\x11');
  for (const ProtocolVersion version : {kV3, kV4, kV5}) {
    for (const bool skips : {false, true}) {
      for (const std::string_view state :
           {std::string_view(), std::string_view("p"), std::string_view(long_state)}) {
        ResponseHead head = head_of(version, 7);
        if (!state.empty()) head.trace_id = trace;
        if (!state.empty()) head.warnings = {"slow"};
        RowsResult result;
        result.metadata = {.column_count = 2,
                           .columns = skips ? std::vector<ColumnSpec>() : columns,
                           .paging_state = state.empty() ? ValueView() : ValueView(state),
                           .new_metadata_id = skips ? std::nullopt : std::optional<std::string_view>("id")};
        result.row_count = 2;
        result.cells = cells;
        RowsWriter writer(encode_columns(columns, version), version, skips);
        const std::size_t before = writer.size();
        writer.append_cell("\0\0\0\x2a"sv);
        writer.append_cell(std::nullopt);
        writer.end_row();
        writer.append_row(std::vector<ValueView>{"\0\0\0\x2b"sv, "x"sv});
        CHECK(writer.row_count() == 2);
        CHECK(writer.size() == before + cells.size());
        const std::string_view frame =
            writer.finish(head, result.metadata.paging_state, result.metadata.new_metadata_id);
        CHECK(to_hex(frame) == hex_of(ResultResponse(result), head));
      }
    }
  }
}

}  // namespace cellar
