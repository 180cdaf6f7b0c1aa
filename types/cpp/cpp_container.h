// Values of CQL as optional values, containers and tuples of C++ (types/cpp/cpp_type.h).
//
// In:      a CQL type and native-protocol bytes or null; or a CQL type and a value of C++.
// Out:     the value of C++; or the bytes.
// Refused: what the element types refuse; null in a collection; a vector of another size.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "types/cpp/cpp_type.h"

namespace cellar {

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

}  // namespace cellar
