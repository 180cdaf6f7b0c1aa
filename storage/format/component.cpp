#include "storage/format/component.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <vector>

#include "storage/format/bytes.h"
#include "storage/format/component_number.h"
#include "types/number/byte_order.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr char kNullTag = 0x01;
constexpr char kEmptyTag = 0x02;
constexpr char kValueTag = 0x03;

constexpr char kEscaped = static_cast<char>(0xFF);  // after 00: a byte 00 of the value
constexpr char kTextEnd = 0x01;                     // after 00: the end
constexpr char kElementsEnd = 0x00;                 // below every tag

/// Returns true if the stored bytes are the native ones, except for a flipped sign bit.
bool keeps_its_bytes(TypeKind kind) {
  return kind != TypeKind::uuid && kind != TypeKind::timeuuid && kind != TypeKind::float_ &&
         kind != TypeKind::double_;
}

bool is_escaped(TypeKind kind) {
  return kind == TypeKind::ascii || kind == TypeKind::text || kind == TypeKind::blob ||
         kind == TypeKind::inet;
}

bool has_flipped_sign(TypeKind kind) {
  return kind == TypeKind::tinyint || kind == TypeKind::smallint || kind == TypeKind::int_ ||
         kind == TypeKind::bigint || kind == TypeKind::counter || kind == TypeKind::timestamp;
}

void append_escaped(std::string_view value, std::string& out) {
  std::size_t begin = 0;
  for (std::size_t zero = value.find('\0'); zero != value.npos; zero = value.find('\0', begin)) {
    out.append(value.substr(begin, zero + 1 - begin));
    out.push_back(kEscaped);
    begin = zero + 1;
  }
  out.append(value.substr(begin));
  out.push_back('\0');
  out.push_back(kTextEnd);
}

template <class Each>
void read_escaped(ComponentReader& reader, Each each) {
  while (true) {
    const auto byte = static_cast<char>(reader.byte());
    if (byte == '\0') {
      const auto next = static_cast<char>(reader.byte());
      if (next == kTextEnd) return;
      if (next != kEscaped) refuse_damaged_bytes();
    }
    each(byte);
  }
}

void append_bits(std::uint64_t bits, std::size_t size, std::string& out) {
  if (size == sizeof(std::uint32_t)) {
    append_u32(out, static_cast<std::uint32_t>(bits));
  } else {
    append_u64(out, bits);
  }
}

/// Appends a float of 4 or 8 bytes. Returns false if it is a NaN with other bits than the canonical one.
bool append_float(std::string_view value, std::string& out) {
  const std::size_t size = value.size();
  const std::uint64_t sign = std::uint64_t{1} << (8 * size - 1);
  const std::uint64_t infinity = size == 4 ? 0x7F800000 : 0x7FF0000000000000;
  const std::uint64_t nan = size == 4 ? 0x7FC00000 : 0x7FF8000000000000;
  const std::uint64_t given = load_big_endian(value);
  const std::uint64_t bits = (given & ~sign) > infinity ? nan : given;
  append_bits((bits & sign) != 0 ? ~bits : bits | sign, size, out);
  return bits == given;
}

std::string float_from(const std::string& bytes) {
  const std::uint64_t sign = std::uint64_t{1} << (8 * bytes.size() - 1);
  const std::uint64_t bits = load_big_endian(bytes);
  std::string out;
  append_bits((bits & sign) != 0 ? bits & ~sign : ~bits, bytes.size(), out);
  return out;
}

/// In the first half of a uuid the time is stored as its low, middle and high part, then the version.
std::uint64_t time_first(std::uint64_t half) {
  return half << 48 | (half << 16 & 0xFFFF00000000) | half >> 32;
}
std::uint64_t time_last(std::uint64_t half) { return half << 32 | (half >> 16 & 0xFFFF0000) | half >> 48; }

std::uint64_t version_first(std::uint64_t half) {
  return (half << 48 & 0xF000000000000000) | (half >> 4 & 0x0FFFFFFFFFFFF000) | (half & 0xFFF);
}
std::uint64_t version_back(std::uint64_t half) {
  return (half << 4 & 0xFFFFFFFFFFFF0000) | (half >> 48 & 0xF000) | (half & 0xFFF);
}

constexpr std::uint64_t kSignOfEachByte = 0x8080808080808080;

void append_uuid(TypeKind kind, std::string_view value, std::string& out) {
  const std::uint64_t first = load_big_endian(value.substr(0, 8));
  const std::uint64_t second = load_big_endian(value.substr(8));
  const bool by_time = kind == TypeKind::timeuuid || (first >> 12 & 0xF) == 1;
  append_u64(out, by_time ? time_first(first) : version_first(first));
  append_u64(out, kind == TypeKind::timeuuid ? second ^ kSignOfEachByte : second);
}

std::string uuid_from(TypeKind kind, const std::string& bytes) {
  const std::uint64_t first = load_big_endian(std::string_view(bytes).substr(0, 8));
  const std::uint64_t second = load_big_endian(std::string_view(bytes).substr(8));
  const bool by_time = kind == TypeKind::timeuuid || first >> 60 == 1;
  std::string out;
  append_u64(out, by_time ? time_last(first) : version_back(first));
  append_u64(out, kind == TypeKind::timeuuid ? second ^ kSignOfEachByte : second);
  return out;
}

const Type& part_type(const Type& type, std::size_t index) {
  switch (type.kind) {
    case TypeKind::map:
      return type.arguments[index % 2];
    case TypeKind::tuple:
    case TypeKind::user:
      if (index >= type.arguments.size()) refuse_damaged_bytes();
      return type.arguments[index];
    default:
      return type.arguments[0];
  }
}

bool is_of_fields(const Type& type) { return type.kind == TypeKind::tuple || type.kind == TypeKind::user; }

/// Vectors need no end mark, since their size is in the type; a user type may grow after a key was written.
bool ends_with_mark(const Type& type) { return type.kind != TypeKind::vector; }

bool append_parts(const Type& type, std::string_view value, std::string& out) {
  const std::vector<std::optional<std::string_view>> parts = unpack(type, value);
  std::size_t size = parts.size();
  while (is_of_fields(type) && size > 1 && !parts[size - 1]) --size;
  bool exact = true;
  for (std::size_t i = 0; i < size; ++i) {
    if (!parts[i]) {
      out.push_back(kNullTag);
    } else if (!append_component(part_type(type, i), *parts[i], out)) {
      exact = false;
    }
  }
  if (ends_with_mark(type)) out.push_back(kElementsEnd);
  if (exact && is_of_fields(type)) {
    // Trailing null fields may be written or left out: different bytes of one value.
    const std::vector<Value> fields(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(size));
    exact = pack(type, fields) == value;
  }
  return exact;
}

/// Calls `each` for every part. Parts end with a mark, except in a vector, whose type says how many there
/// are.
template <class Each>
void walk_parts(const Type& type, ComponentReader& reader, Each each) {
  if (ends_with_mark(type)) {
    for (std::size_t i = 0; reader.peek() != static_cast<std::uint8_t>(kElementsEnd); ++i) {
      each(part_type(type, i));
    }
    reader.byte();
    return;
  }
  for (std::size_t i = 0; i < type.dimension; ++i) each(type.arguments[0]);
}

std::string fixed_from(TypeKind kind, std::string bytes) {
  if (kind == TypeKind::uuid || kind == TypeKind::timeuuid) return uuid_from(kind, bytes);
  if (kind == TypeKind::float_ || kind == TypeKind::double_) return float_from(bytes);
  if (has_flipped_sign(kind)) bytes[0] = static_cast<char>(bytes[0] ^ 0x80);
  return bytes;
}

bool append_fixed(TypeKind kind, std::string_view value, std::string& out) {
  assert(value.size() == fixed_size(kind));
  if (kind == TypeKind::uuid || kind == TypeKind::timeuuid) {
    append_uuid(kind, value, out);
    return true;
  }
  if (kind == TypeKind::float_ || kind == TypeKind::double_) return append_float(value, out);
  if (kind == TypeKind::boolean) {
    out.push_back(value[0] != 0);
    return value[0] == 0 || value[0] == 1;
  }
  const std::size_t begin = out.size();
  out += value;
  if (has_flipped_sign(kind)) out[begin] = static_cast<char>(out[begin] ^ 0x80);
  return true;
}

std::string read_value(const Type& type, ComponentReader& reader) {
  if (const std::size_t size = fixed_size(type.kind)) return fixed_from(type.kind, reader.take(size));
  switch (type.kind) {
    case TypeKind::varint:
      return read_varint_component(reader);
    case TypeKind::decimal:
      return read_decimal_component(reader);
    case TypeKind::list:
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::tuple:
    case TypeKind::user:
    case TypeKind::vector: {
      std::vector<Value> parts;
      walk_parts(type, reader, [&](const Type& part) { parts.push_back(read_component(part, reader)); });
      return pack(type, parts);
    }
    default: {
      std::string text;
      read_escaped(reader, [&](char byte) { text.push_back(byte); });
      return text;
    }
  }
}

}  // namespace

std::size_t fixed_size(TypeKind kind) {
  switch (kind) {
    case TypeKind::boolean:
    case TypeKind::tinyint:
      return 1;
    case TypeKind::smallint:
      return 2;
    case TypeKind::date:
    case TypeKind::float_:
    case TypeKind::int_:
      return 4;
    case TypeKind::bigint:
    case TypeKind::counter:
    case TypeKind::double_:
    case TypeKind::time:
    case TypeKind::timestamp:
      return 8;
    case TypeKind::timeuuid:
    case TypeKind::uuid:
      return 16;
    default:
      return 0;
  }
}

std::uint8_t ComponentReader::peek() const {
  if (position_ >= key_.size()) refuse_damaged_bytes();
  return static_cast<std::uint8_t>(static_cast<std::uint8_t>(key_[position_]) ^ mask_);
}

std::uint8_t ComponentReader::byte() {
  const std::uint8_t byte = peek();
  ++position_;
  return byte;
}

std::string ComponentReader::take(std::size_t size) {
  std::string bytes;
  take(size, bytes);
  return bytes;
}

void ComponentReader::take(std::size_t size, std::string& out) {
  const std::size_t begin = position_;
  skip(size);
  assign_bytes(key_.substr(begin, size), out);
  if (mask_ != 0) {
    for (char& byte : out) byte = static_cast<char>(~byte);
  }
}

void ComponentReader::skip(std::size_t size) {
  if (key_.size() - position_ < size) refuse_damaged_bytes();
  position_ += size;
}

bool append_component(const Type& type, std::string_view value, std::string& out) {
  if (value.empty()) {
    out.push_back(kEmptyTag);
    return true;
  }
  out.push_back(kValueTag);
  if (fixed_size(type.kind) != 0) return append_fixed(type.kind, value, out);
  switch (type.kind) {
    case TypeKind::varint:
      return append_varint_component(value, out);
    case TypeKind::decimal:
      return append_decimal_component(value, out);
    case TypeKind::list:
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::tuple:
    case TypeKind::user:
    case TypeKind::vector:
      return append_parts(type, value, out);
    default:
      append_escaped(value, out);
      return true;
  }
}

bool append_descending_component(const Type& type, std::string_view value, std::string& out) {
  const std::size_t begin = out.size();
  const bool exact = append_component(type, value, out);
  for (std::size_t i = begin; i < out.size(); ++i) out[i] = static_cast<char>(~out[i]);
  return exact;
}

namespace {

/// Returns false for an empty component and for null.
bool begins_value(ComponentReader& reader) {
  const auto tag = static_cast<char>(reader.byte());
  if (tag != kValueTag && tag != kEmptyTag && tag != kNullTag) refuse_damaged_bytes();
  return tag == kValueTag;
}

}  // namespace

Value read_component(const Type& type, ComponentReader& reader) {
  switch (static_cast<char>(reader.byte())) {
    case kNullTag:
      return std::nullopt;
    case kEmptyTag:
      return std::string();
    case kValueTag:
      return read_value(type, reader);
    default:
      refuse_damaged_bytes();
  }
}

ComponentForm::ComponentForm(const Type& type, bool descending)
    : type_(&type),
      form_(type),
      descending_(descending),
      tag_(static_cast<char>(descending ? ~kValueTag : kValueTag)),
      sign_(has_flipped_sign(type.kind) ? static_cast<char>(0x80) : '\0'),
      size_(keeps_its_bytes(type.kind) ? fixed_size(type.kind) : 0) {}

void ComponentForm::read_other(std::string_view& key, std::string& out) const {
  ComponentReader reader(key);
  reader.set_descending(descending_);
  if (!begins_value(reader)) {
    out.clear();
  } else if (is_escaped(type_->kind)) {
    out.clear();
    read_escaped(reader, [&](char byte) { out.push_back(byte); });
  } else {
    out = read_value(*type_, reader);
  }
  if (!form_.holds(out)) refuse_damaged_bytes();
  key.remove_prefix(reader.position());
}

void skip_component(const Type& type, ComponentReader& reader) {
  if (!begins_value(reader)) return;
  if (const std::size_t size = fixed_size(type.kind)) return reader.skip(size);
  switch (type.kind) {
    case TypeKind::varint:
      return skip_varint_component(reader);
    case TypeKind::decimal:
      return skip_decimal_component(reader);
    case TypeKind::list:
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::tuple:
    case TypeKind::user:
    case TypeKind::vector:
      return walk_parts(type, reader, [&](const Type& part) { skip_component(part, reader); });
    default:
      return read_escaped(reader, [](char) {});
  }
}

}  // namespace cellar
