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

#include <string>
#include <string_view>

#include "refusal/refusal.h"
#include "types/cpp/cpp_container.h"
#include "types/cpp/cpp_type.h"

namespace cellar {

/// Returns the usual C++ type for values of the CQL type, as it is written: "std::vector<std::int32_t>".
std::string usual_cpp_type(const Type& type);

[[noreturn]] void refuse_to_read(std::string_view column, const Type& type, const std::string& asked);
[[noreturn]] void refuse_to_bind(std::string_view marker, const Type& type, const std::string& given);
/// Adds to the refusal of a decode function the parameters that the function does not know.
void name_column(Refusal& refusal, std::string_view column, const Type& type, const std::string& asked);

/// Returns the value of a column. Refuses a type that does not match, and null for a type without null.
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

/// Returns the value of a marker as bytes. Refuses a type that does not match.
template <Bindable T>
BoundValue bind_value(std::string_view marker, const Type& type, const T& value) {
  if (!CppType<T>::is_bound_to(type)) refuse_to_bind(marker, type, CppType<T>::name());
  return {CppType<T>::encode(type, value)};
}

}  // namespace cellar
