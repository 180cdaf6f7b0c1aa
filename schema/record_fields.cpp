#include "schema/record_fields.h"

#include "refusal/refusal.h"
#include "schema/varint.h"
#include "types/number/byte_order.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr char kRecordVersion = 1;

}  // namespace

void refuse_damaged_record(const std::string& record) { refuse("damaged_schema", {}, {{"record", record}}); }

std::string record_of(const FieldWriter& fields) { return kRecordVersion + fields.bytes(); }

FieldReader open_record(const std::string& name, std::string_view record) {
  if (record.empty() || record.front() != kRecordVersion) refuse_damaged_record(name);
  return {name, record.substr(1)};
}

void FieldWriter::put(unsigned tag, std::string_view bytes) {
  append_varint(bytes_, tag);
  append_varint(bytes_, bytes.size());
  bytes_ += bytes;
}

void FieldWriter::put_number(unsigned tag, std::uint64_t number) {
  std::string bytes;
  append_varint(bytes, number);
  put(tag, bytes);
}

void FieldWriter::put_time(unsigned tag, std::int64_t time) {
  std::string bytes;
  append_big_endian(bytes, static_cast<std::uint64_t>(time));
  put(tag, bytes);
}

bool FieldReader::next() {
  if (rest_.empty()) return false;
  const std::uint64_t tag = varint(rest_);
  const std::uint64_t length = varint(rest_);
  if (tag > UINT16_MAX || length > rest_.size()) refuse_record();
  tag_ = static_cast<unsigned>(tag);
  value_ = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return true;
}

std::string FieldReader::text() const {
  if (!is_valid_utf8(value_)) refuse_record();
  return std::string(value_);
}

std::uint64_t FieldReader::number() const {
  std::string_view bytes = value_;
  const std::uint64_t number = varint(bytes);
  if (!bytes.empty()) refuse_record();
  return number;
}

std::uint32_t FieldReader::number32() const {
  const std::uint64_t value = number();
  if (value > UINT32_MAX) refuse_record();
  return static_cast<std::uint32_t>(value);
}

std::int64_t FieldReader::time() const {
  if (value_.size() != 8) refuse_record();
  return static_cast<std::int64_t>(load_big_endian(value_));
}

void FieldReader::refuse_record() const { refuse_damaged_record(record_); }

std::uint64_t FieldReader::varint(std::string_view& bytes) const {
  const std::optional<std::uint64_t> value = take_varint(bytes);
  if (!value) refuse_record();
  return *value;
}

}  // namespace cellar
