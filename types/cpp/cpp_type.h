// Which types of C++ go with which CQL types, and how their values are encoded: the rule, and the scalars.
// Containers: types/cpp/cpp_container.h. The table of all types: types/cpp/cpp_value.h.
//
// In:      a CQL type and native-protocol bytes or null; or a CQL type and a value of C++.
// Out:     the value of C++; or the bytes.
// Refused: null for a type of C++ without null; an integer out of the CQL type's range; a text that is no
//          uuid, inet or number.
#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/time/time.h"
#include "types/type.h"
#include "types/value/value.h"

namespace cellar {

struct Uuid {
  std::array<unsigned char, 16> bytes{};

  /// Reads 8-4-4-4-12 hexadecimal digits; refuses any other text.
  static Uuid parse(std::string_view text);
  std::string to_string() const;
  /// By bytes. CQL orders them by version and time.
  auto operator<=>(const Uuid&) const = default;
};

/// Which CQL types T matches, and how its values are encoded. A specialization has `name()`, the name of T in
/// messages, and the functions of Readable or of Bindable, or both: rows can then be read as T, and markers
/// bound from T, also within collections. A program may specialize it for a type of its own.
template <typename T>
struct CppType;

/// `is_read_from` must depend on the CQL type alone, so that a wrong type is found at the first row.
template <typename T>
concept Readable = requires(const Type& type, const ValueView& value) {
  { CppType<T>::name() } -> std::same_as<std::string>;
  { CppType<T>::is_read_from(type) } -> std::same_as<bool>;
  { CppType<T>::decode(type, value) } -> std::same_as<T>;
};

template <typename T>
concept Bindable = requires(const Type& type, const T& value) {
  { CppType<T>::name() } -> std::same_as<std::string>;
  { CppType<T>::is_bound_to(type) } -> std::same_as<bool>;
  { CppType<T>::encode(type, value) } -> std::same_as<Value>;
};

// ---- what the specializations share ------------------------------------------------------------

/// Returns the bytes; refuses null, and the empty value of a type that is not text or blob.
std::string_view bytes_of(const Type& type, const ValueView& value);
/// Returns true for zero bytes of a type that is not text, ascii or blob.
bool is_empty(const Type& type, std::string_view bytes);
/// Returns the size of an integer type in bytes; 0 for varint, and for other types.
std::size_t integer_size(const Type& type);
bool takes_integers(const Type& type);
bool takes_text(const Type& type);
std::int64_t decode_signed(std::string_view bytes);
Value encode_signed(const Type& type, std::int64_t value);
Value encode_unsigned(const Type& type, std::uint64_t value);
std::string decode_text(const Type& type, const ValueView& value);
Value encode_text(const Type& type, std::string_view value);
/// Returns the bytes of a list, set, vector, map (key, value, key, value), tuple or user type. Refuses null
/// in a collection, and another number of elements than a vector has.
Value encode_elements(const Type& type, const std::vector<Value>& elements);
/// Returns views into the value; an empty vector for null.
std::vector<ValueView> decode_elements(const Type& type, const ValueView& value);
std::string cpp_name(std::string_view base, std::initializer_list<std::string> arguments);

// ---- scalars -----------------------------------------------------------------------------------

template <typename T>
concept CppInteger = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                     !std::same_as<T, wchar_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

template <CppInteger T>
struct CppType<T> {
  static std::string name() {
    return (std::signed_integral<T> ? "std::int" : "std::uint") + std::to_string(8 * sizeof(T)) + "_t";
  }
  static bool is_read_from(const Type& type) requires std::signed_integral<T> {
    const std::size_t size = integer_size(type);
    return size != 0 && size <= sizeof(T);
  }
  static T decode(const Type& type, const ValueView& value) requires std::signed_integral<T> {
    return static_cast<T>(decode_signed(bytes_of(type, value)));
  }
  static bool is_bound_to(const Type& type) { return takes_integers(type); }
  static Value encode(const Type& type, T value) {
    if constexpr (std::signed_integral<T>) return encode_signed(type, value);
    return encode_unsigned(type, static_cast<std::uint64_t>(value));
  }
};

/// Read from and bound to the same types.
template <TypeKind... kinds>
struct OfKinds {
  static bool is_read_from(const Type& type) { return ((type.kind == kinds) || ...); }
  static bool is_bound_to(const Type& type) { return is_read_from(type); }
};

template <>
struct CppType<bool> : OfKinds<TypeKind::boolean> {
  static std::string name() { return "bool"; }
  static bool decode(const Type& type, const ValueView& value) { return bytes_of(type, value)[0] != 0; }
  static Value encode(const Type&, bool value) { return std::string(1, value ? '\1' : '\0'); }
};

template <>
struct CppType<float> {
  static std::string name() { return "float"; }
  static bool is_read_from(const Type& type) { return type.kind == TypeKind::float_; }
  static bool is_bound_to(const Type& type) { return is_read_from(type) || type.kind == TypeKind::double_; }
  static float decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, float value);
};

template <>
struct CppType<double> {
  static std::string name() { return "double"; }
  static bool is_read_from(const Type& type) { return is_bound_to(type) || type.kind == TypeKind::float_; }
  static bool is_bound_to(const Type& type) { return type.kind == TypeKind::double_; }
  static double decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, double value);
};

template <>
struct CppType<std::string> {
  static std::string name() { return "std::string"; }
  static bool is_read_from(const Type& type) { return takes_text(type); }
  static bool is_bound_to(const Type& type) { return takes_text(type); }
  static std::string decode(const Type& type, const ValueView& value) { return decode_text(type, value); }
  static Value encode(const Type& type, std::string_view value) { return encode_text(type, value); }
};

template <>
struct CppType<std::string_view> {
  static std::string name() { return "std::string_view"; }
  static bool is_read_from(const Type& type) {
    return type.kind == TypeKind::text || type.kind == TypeKind::ascii;
  }
  static bool is_bound_to(const Type& type) { return takes_text(type); }
  static std::string_view decode(const Type& type, const ValueView& value) { return bytes_of(type, value); }
  static Value encode(const Type& type, std::string_view value) { return encode_text(type, value); }
};

template <>
struct CppType<std::span<const std::byte>> : OfKinds<TypeKind::blob> {
  static std::string name() { return "std::span<const std::byte>"; }
  static std::span<const std::byte> decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, std::span<const std::byte> value);
};

template <>
struct CppType<std::vector<std::byte>> : OfKinds<TypeKind::blob> {
  static std::string name() { return "std::vector<std::byte>"; }
  static std::vector<std::byte> decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, std::span<const std::byte> value);
};

template <>
struct CppType<Uuid> : OfKinds<TypeKind::uuid, TypeKind::timeuuid> {
  static std::string name() { return "cellar::Uuid"; }
  static Uuid decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, const Uuid& value);
};

using Milliseconds = std::chrono::sys_time<std::chrono::milliseconds>;
template <>
struct CppType<Milliseconds> : OfKinds<TypeKind::timestamp> {
  static std::string name() { return "std::chrono::sys_time<std::chrono::milliseconds>"; }
  static Milliseconds decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, Milliseconds value);
};

template <>
struct CppType<std::chrono::system_clock::time_point> {
  static std::string name() { return "std::chrono::system_clock::time_point"; }
  static bool is_bound_to(const Type& type) { return type.kind == TypeKind::timestamp; }
  static Value encode(const Type& type, std::chrono::system_clock::time_point value) {
    return CppType<Milliseconds>::encode(type, std::chrono::floor<std::chrono::milliseconds>(value));
  }
};

template <>
struct CppType<std::chrono::sys_days> : OfKinds<TypeKind::date> {
  static std::string name() { return "std::chrono::sys_days"; }
  static std::chrono::sys_days decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, std::chrono::sys_days value);
};

template <>
struct CppType<std::chrono::nanoseconds> : OfKinds<TypeKind::time> {
  static std::string name() { return "std::chrono::nanoseconds"; }
  static std::chrono::nanoseconds decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, std::chrono::nanoseconds value);
};

template <>
struct CppType<Duration> : OfKinds<TypeKind::duration> {
  static std::string name() { return "cellar::Duration"; }
  static Duration decode(const Type& type, const ValueView& value);
  static Value encode(const Type& type, const Duration& value);
};

}  // namespace cellar
