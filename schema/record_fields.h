// The fields that records of the schema are made of.  ON DISK: schema/record.h says what they hold.
//
// In:      tags and values.
// Out:     their bytes; and from bytes, one field after another.
// Refused: bytes that are no fields, or hold an unknown field that is needed (`damaged_schema`).
//
//   field   tag varint | length varint | value, `length` bytes
//
// A reader that does not know an even tag must refuse the record: without the field it would mean something
// else. An odd tag may be skipped. schema/varint.h says what a varint is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

class FieldWriter {
 public:
  void put(unsigned tag, std::string_view bytes);
  void put_number(unsigned tag, std::uint64_t number);  // as a varint
  void put_time(unsigned tag, std::int64_t time);       // 8 bytes, big-endian
  /// Without a value: that the field is there says it.
  void put_flag(unsigned tag) { put(tag, ""); }

  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads the fields of a record, or of a field that holds fields. `record` is the name that refusals give,
/// and has to outlive the reader, as do the bytes.
class FieldReader {
 public:
  FieldReader(const std::string& record, std::string_view bytes) : record_(record), rest_(bytes) {}

  /// Goes to the next field; false at the end.
  bool next();
  unsigned tag() const { return tag_; }
  std::string_view bytes() const { return value_; }
  /// Refuses bytes that are no UTF-8.
  std::string text() const;
  std::uint64_t number() const;
  std::uint32_t number32() const;
  std::int64_t time() const;
  FieldReader fields() const { return {record_, value_}; }
  const std::string& record() const { return record_; }

  /// Called for each field whose tag the caller does not know.
  void refuse_if_needed() const {
    if (tag_ % 2 == 0) refuse_record();
  }
  [[noreturn]] void refuse_record() const;

 private:
  std::uint64_t varint(std::string_view& bytes) const;

  const std::string& record_;
  std::string_view rest_;
  unsigned tag_ = 0;
  std::string_view value_;
};

[[noreturn]] void refuse_damaged_record(const std::string& record);

/// A record of these fields: their version goes before them.
std::string record_of(const FieldWriter& fields);
/// Refuses a record of another version. `name` and `record` have to outlive the reader.
FieldReader open_record(const std::string& name, std::string_view record);

}  // namespace cellar
