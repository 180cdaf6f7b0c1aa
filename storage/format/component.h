// One value of a key as bytes whose memcmp order is the order of its type (types/value/value.h, compare).
//
// In:      native bytes of any type that may be in a key.
// Out:     a component that delimits itself, as storage/format/format.h specifies; and the way back.
// Refused: component bytes that were never written (`file_damaged`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "storage/format/bytes.h"
#include "types/type.h"
#include "types/value/value_form.h"

namespace cellar {

/// Appends the component. Returns true if read_component() gives exactly the same bytes back, false if the
/// type has several encodings of one value.
bool append_component(const Type& type, std::string_view value, std::string& out);
/// As append_component(), with all bits inverted.
bool append_descending_component(const Type& type, std::string_view value, std::string& out);

/// Returns the size of values of the type if all have one size, otherwise 0.
std::size_t fixed_size(TypeKind kind);

/// Reads components from the front of a key.
class ComponentReader {
 public:
  explicit ComponentReader(std::string_view key) : key_(key) {}

  /// For columns in descending order.
  void set_descending(bool descending) { mask_ = descending ? 0xFF : 0; }
  /// Toggles the inversion of what is read, until the next call (negative decimals).
  void invert() { mask_ = static_cast<std::uint8_t>(~mask_); }
  std::size_t position() const { return position_; }

  std::uint8_t byte();
  std::uint8_t peek() const;
  std::string take(std::size_t size);
  void take(std::size_t size, std::string& out);
  void skip(std::size_t size);

 private:
  std::string_view key_;
  std::size_t position_ = 0;
  std::uint8_t mask_ = 0;
};

/// Returns the next component as native bytes; null only within a tuple or user type.
Value read_component(const Type& type, ComponentReader& reader);
void skip_component(const Type& type, ComponentReader& reader);

/// Reads the components of one column or path, as read_component() does, into memory of the caller. What
/// depends on the type alone is computed once. The type must outlive this object.
class ComponentForm {
 public:
  ComponentForm(const Type& type, bool descending);

  /// Reads a component that is not null from the front of `key`. Refuses one whose value is none of the type.
  void read(std::string_view& key, std::string& out) const {
    if (!is_of_one_size(key)) return read_other(key, out);
    if (out.size() != size_) out.resize(size_);
    read_of_one_size(key, out.data());
  }
  /// As above, into `size` bytes at `out`. Returns the value there; nothing if it may be longer or is not read so.
  std::optional<std::string_view> read(std::string_view& key, char* out, std::size_t size) const {
    if (!is_of_one_size(key) || size_ > size) return std::nullopt;
    read_of_one_size(key, out);
    return std::string_view(out, size_);
  }

 private:
  bool is_of_one_size(std::string_view key) const {
    return size_ != 0 && key.size() > size_ && key[0] == tag_;
  }
  void read_of_one_size(std::string_view& key, char* out) const {
    copy_bytes(key.data() + 1, out, size_);
    if (descending_) {
      for (std::size_t i = 0; i < size_; ++i) out[i] = static_cast<char>(~out[i]);
    }
    out[0] = static_cast<char>(out[0] ^ sign_);
    key.remove_prefix(1 + size_);
  }
  void read_other(std::string_view& key, std::string& out) const;

  const Type* type_;
  ValueForm form_;
  bool descending_;
  char tag_;              // the tag of a value
  char sign_;             // the bit to flip in the first byte
  std::size_t size_ = 0;  // for types of one size whose bytes are native except for the sign; otherwise 0
};

}  // namespace cellar
