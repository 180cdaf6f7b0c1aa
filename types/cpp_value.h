// Values of CQL as values of C++: how rows are read and markers are bound by type.
//
// In:      a CQL type and native-protocol bytes or null; or a CQL type and a value of C++.
// Out:     the value of C++; or the bytes.
// Refused: a type of C++ that is no match for the CQL type, whatever the value; null for a type of C++
//          without null; an integer out of the CQL type's range; a text that is no uuid, inet or number.
//
//     CQL                        read as, and bound from
//     tinyint, smallint, int,    a signed integer type of the same size or a larger one;
//     bigint, counter            bound from any integer type, if the value is in range
//     varint, decimal            std::string, its digits; bound from integers, too
//     float                      float, double; bound from float alone
//     double                     double; bound from float, too
//     boolean                    bool
//     ascii, text                std::string, std::string_view
//     blob                       std::vector<std::byte>, std::span<const std::byte>
//     uuid, timeuuid             Uuid, std::string
//     inet                       std::string: 127.0.0.1, ::1
//     timestamp                  std::chrono::sys_time<std::chrono::milliseconds>;
//                                bound from std::chrono::system_clock::time_point, too, rounded down
//     date                       std::chrono::sys_days
//     time                       std::chrono::nanoseconds since midnight
//     duration                   Duration (types/time/time.h)
//     list, set, vector          std::vector<T>; a set also std::set<T>, std::unordered_set<T>
//     map                        std::map<K, V>, std::unordered_map<K, V>
//     tuple, user type           std::tuple<T...>, one type a field
//     any of these, or null      std::optional<T>; bound from std::nullopt, too
//
// A string_view or span that was read shows the bytes of the row and lasts as long as they do. A text is
// bound from whatever converts to std::string_view. A null collection is read as an empty one: CQL does not
// keep the two apart in a column that is not frozen. An empty value (zero bytes) of a type other than text,
// ascii and blob is read as null. The elements of a set or map are bound in any order.
#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "refusal/refusal.h"
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

/// Which CQL types T matches, and how its values are encoded. A specialization has `name()`, the words for T
/// in messages, and the functions of Readable or of Bindable, or both: that makes T a type that rows are read
/// as and markers are bound from, also within collections. A type of your own can have one.
template <typename T>
struct CppType;

/// `is_read_from` must not depend on anything but the type, so that a wrong type is found with the first row.
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

/// The type that is usual for values of the CQL type, as C++ writes it: "std::vector<std::int32_t>".
std::string usual_cpp_type(const Type& type);

// ---- what the specializations share ------------------------------------------------------------

/// Returns the bytes; refuses null, and the empty value of a type that is not text or blob.
std::string_view bytes_of(const Type& type, const ValueView& value);
/// Zero bytes of a type that is not text, ascii or blob.
bool is_empty(const Type& type, std::string_view bytes);
std::size_t integer_size(const Type& type);  // in bytes; 0: no integer type, or varint
bool takes_integers(const Type& type);
bool takes_text(const Type& type);
std::int64_t decode_signed(std::string_view bytes);
Value encode_signed(const Type& type, std::int64_t value);
Value encode_unsigned(const Type& type, std::uint64_t value);
std::string decode_text(const Type& type, const ValueView& value);
Value encode_text(const Type& type, std::string_view value);
/// The bytes of a list, set, vector, map (key, value, key, value), tuple or user type. Refuses null where
/// there can be none, and another number of elements than a vector has.
Value encode_elements(const Type& type, const std::vector<Value>& elements);
/// Views into the value; none for null.
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

// ---- null --------------------------------------------------------------------------------------

/// std::nullopt can only be bound.
template <>
struct CppType<std::nullopt_t> {
  static std::string name() { return "std::nullopt"; }
  static bool is_bound_to(const Type&) { return true; }
  static Value encode(const Type&, std::nullopt_t) { return std::nullopt; }
};

template <typename T>
requires(Readable<T> || Bindable<T>) struct CppType<std::optional<T>> {
  static std::string name() { return cpp_name("std::optional", {CppType<T>::name()}); }
  static bool is_read_from(const Type& type) requires Readable<T> { return CppType<T>::is_read_from(type); }
  static std::optional<T> decode(const Type& type, const ValueView& value) requires Readable<T> {
    if (!value || is_empty(type, *value)) return std::nullopt;
    return CppType<T>::decode(type, value);
  }
  static bool is_bound_to(const Type& type) requires Bindable<T> { return CppType<T>::is_bound_to(type); }
  static Value encode(const Type& type, const std::optional<T>& value) requires Bindable<T> {
    return value ? CppType<T>::encode(type, *value) : std::nullopt;
  }
};

// ---- collections, tuples, user types -------------------------------------------------------------

/// A container of T that is read from, and bound to, the CQL types of these kinds.
template <typename Container, typename T, TypeKind... kinds>
struct SequenceType {
  static bool is_read_from(const Type& type) requires Readable<T> {
    return ((type.kind == kinds) || ...) && CppType<T>::is_read_from(type.arguments[0]);
  }
  static Container decode(const Type& type, const ValueView& value) requires Readable<T> {
    Container elements;
    for (const ValueView& element : decode_elements(type, value)) {
      elements.insert(elements.end(), CppType<T>::decode(type.arguments[0], element));
    }
    return elements;
  }
  static bool is_bound_to(const Type& type) requires Bindable<T> {
    return ((type.kind == kinds) || ...) && CppType<T>::is_bound_to(type.arguments[0]);
  }
  static Value encode(const Type& type, const Container& elements) requires Bindable<T> {
    std::vector<Value> encoded;
    encoded.reserve(elements.size());
    for (const T& element : elements) encoded.push_back(CppType<T>::encode(type.arguments[0], element));
    return encode_elements(type, encoded);
  }
};

template <typename T>
requires(Readable<T> || Bindable<T>) struct CppType<std::vector<T>>
    : SequenceType<std::vector<T>, T, TypeKind::list, TypeKind::set, TypeKind::vector> {
  static std::string name() { return cpp_name("std::vector", {CppType<T>::name()}); }
};

template <typename T>
requires(Readable<T> || Bindable<T>) struct CppType<std::set<T>>
    : SequenceType<std::set<T>, T, TypeKind::set> {
  static std::string name() { return cpp_name("std::set", {CppType<T>::name()}); }
};

template <typename T>
requires(Readable<T> || Bindable<T>) struct CppType<std::unordered_set<T>>
    : SequenceType<std::unordered_set<T>, T, TypeKind::set> {
  static std::string name() { return cpp_name("std::unordered_set", {CppType<T>::name()}); }
};

template <typename Map, typename K, typename V>
struct MapType {
  static bool is_read_from(const Type& type) requires(Readable<K>&& Readable<V>) {
    return type.kind == TypeKind::map && CppType<K>::is_read_from(type.arguments[0]) &&
           CppType<V>::is_read_from(type.arguments[1]);
  }
  static Map decode(const Type& type, const ValueView& value) requires(Readable<K>&& Readable<V>) {
    Map map;
    const std::vector<ValueView> parts = decode_elements(type, value);
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      map.emplace(CppType<K>::decode(type.arguments[0], parts[i]),
                  CppType<V>::decode(type.arguments[1], parts[i + 1]));
    }
    return map;
  }
  static bool is_bound_to(const Type& type) requires(Bindable<K>&& Bindable<V>) {
    return type.kind == TypeKind::map && CppType<K>::is_bound_to(type.arguments[0]) &&
           CppType<V>::is_bound_to(type.arguments[1]);
  }
  static Value encode(const Type& type, const Map& map) requires(Bindable<K>&& Bindable<V>) {
    std::vector<Value> parts;
    parts.reserve(2 * map.size());
    for (const auto& [key, value] : map) {
      parts.push_back(CppType<K>::encode(type.arguments[0], key));
      parts.push_back(CppType<V>::encode(type.arguments[1], value));
    }
    return encode_elements(type, parts);
  }
};

template <typename K, typename V>
requires((Readable<K> && Readable<V>) || (Bindable<K> && Bindable<V>)) struct CppType<std::map<K, V>>
    : MapType<std::map<K, V>, K, V> {
  static std::string name() { return cpp_name("std::map", {CppType<K>::name(), CppType<V>::name()}); }
};

template <typename K, typename V>
requires((Readable<K> && Readable<V>) ||
         (Bindable<K> && Bindable<V>)) struct CppType<std::unordered_map<K, V>>
    : MapType<std::unordered_map<K, V>, K, V> {
  static std::string name() {
    return cpp_name("std::unordered_map", {CppType<K>::name(), CppType<V>::name()});
  }
};

template <typename... T>
requires((Readable<T> && ...) || (Bindable<T> && ...)) struct CppType<std::tuple<T...>> {
  static std::string name() { return cpp_name("std::tuple", {CppType<T>::name()...}); }
  static bool is_read_from(const Type& type) requires(Readable<T>&&...) {
    std::size_t field = 0;
    return has_as_many_fields(type) && (CppType<T>::is_read_from(type.arguments[field++]) && ...);
  }
  static std::tuple<T...> decode(const Type& type, const ValueView& value) requires(Readable<T>&&...) {
    bytes_of(type, value);
    const std::vector<ValueView> fields = decode_elements(type, value);
    std::size_t field = 0;
    const auto next = [&]<typename Field>(std::type_identity<Field>) {
      const std::size_t index = field++;
      return CppType<Field>::decode(type.arguments[index], fields[index]);
    };
    return {next(std::type_identity<T>())...};  // braces: from left to right
  }
  static bool is_bound_to(const Type& type) requires(Bindable<T>&&...) {
    std::size_t field = 0;
    return has_as_many_fields(type) && (CppType<T>::is_bound_to(type.arguments[field++]) && ...);
  }
  static Value encode(const Type& type, const std::tuple<T...>& value) requires(Bindable<T>&&...) {
    return std::apply(
        [&](const T&... fields) {
          std::size_t field = 0;
          return encode_elements(type, {CppType<T>::encode(type.arguments[field++], fields)...});
        },
        value);
  }

 private:
  static bool has_as_many_fields(const Type& type) {
    const bool has_fields = type.kind == TypeKind::tuple || type.kind == TypeKind::user;
    return has_fields && type.arguments.size() == sizeof...(T);
  }
};

// ---- a value with its name -----------------------------------------------------------------------

[[noreturn]] void refuse_to_read(std::string_view column, const Type& type, const std::string& asked);
[[noreturn]] void refuse_to_bind(std::string_view marker, const Type& type, const std::string& given);
/// Adds what a refusal of a decode function cannot know.
void name_column(Refusal& refusal, std::string_view column, const Type& type, const std::string& asked);

/// The value of a column.
template <Readable T>
T read_value(std::string_view column, const Type& type, const ValueView& value) {
  if (!CppType<T>::is_read_from(type)) refuse_to_read(column, type, CppType<T>::name());
  try {
    return CppType<T>::decode(type, value);
  } catch (Refusal& refusal) {
    name_column(refusal, column, type, CppType<T>::name());
    throw;
  }
}

/// The value of a marker.
template <Bindable T>
BoundValue bind_value(std::string_view marker, const Type& type, const T& value) {
  if (!CppType<T>::is_bound_to(type)) refuse_to_bind(marker, type, CppType<T>::name());
  return {CppType<T>::encode(type, value)};
}

}  // namespace cellar
