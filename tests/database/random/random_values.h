// Tables, and literals for their columns, right and wrong, from a seed.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "types/type.h"

namespace cellar {

struct RandomColumn {
  std::string_view name;
  TypeKind type;
};

struct RandomTable {
  std::string_view name;
  std::string_view definition;
  std::vector<RandomColumn> key;
  std::vector<RandomColumn> others;  // scalars that are no part of the key
  std::string_view collections;      // "m", "l" and "s", if it has them
};

inline const std::vector<RandomTable>& random_tables() {
  using enum TypeKind;
  static const std::vector<RandomTable> tables = {
      {"plain",
       "(k int PRIMARY KEY, a text, b bigint, x blob, f double, o boolean)",
       {{"k", int_}},
       {{"a", text}, {"b", bigint}, {"x", blob}, {"f", double_}, {"o", boolean}},
       ""},
      {"wide",
       "(k int, u text, c timestamp, d decimal, fixed int STATIC, a text, b int, m map<text, int>, l "
       "list<int>, "
       "s set<int>, PRIMARY KEY ((k, u), c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC)",
       {{"k", int_}, {"u", text}, {"c", timestamp}, {"d", decimal}},
       {{"a", text}, {"b", int_}, {"fixed", int_}},
       "mls"},
      {"expiring",
       "(k text PRIMARY KEY, a uuid, b duration, v varint, h date, t time, n inet, e smallint, g float) WITH "
       "default_time_to_live = 40",
       {{"k", text}},
       {{"a", uuid},
        {"b", duration},
        {"v", varint},
        {"h", date},
        {"t", time},
        {"n", inet},
        {"e", smallint},
        {"g", float_}},
       ""},
      {"deep",
       "(k blob, c text, d blob, o boolean, a text, PRIMARY KEY (k, c, d, o))",
       {{"k", blob}, {"c", text}, {"d", blob}, {"o", boolean}},
       {{"a", text}},
       ""}};
  return tables;
}

class RandomValues {
 public:
  explicit RandomValues(unsigned seed) : random_(seed) {}

  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }

  template <std::size_t Size>
  std::string some(const std::string_view (&texts)[Size]) {
    return std::string(texts[static_cast<std::size_t>(roll(static_cast<int>(Size)))]);
  }

  /// A literal of the type; seldom one that is empty or too long for a key.
  std::string right(TypeKind type) {
    switch (type) {
      case TypeKind::text:
        return some_text();
      case TypeKind::blob:
        return some_blob();
      case TypeKind::int_:
        return some({"1", "2", "3", "-7", "0", "2147483647"});
      case TypeKind::bigint:
      case TypeKind::varint:
      case TypeKind::smallint:
        return some({"1", "0", "-12", "32767", "0012"});
      case TypeKind::decimal:
      case TypeKind::double_:
      case TypeKind::float_:
        return some({"1", "1.0", "1.50", "-2.5e1", "1E3", "0", "-0.0"});
      case TypeKind::boolean:
        return some({"true", "FALSE"});
      case TypeKind::uuid:
        return some({"550e8400-e29b-41d4-a716-446655440000", "123E4567-e89b-12d3-a456-426614174000"});
      case TypeKind::duration:
        return some({"1h30m", "2mo", "-3d"});
      case TypeKind::timestamp:
        return some({"'2020-01-01'", "1577836800000", "'2013-10-25 13:00:01+0000'", "0"});
      case TypeKind::date:
        return some({"'2020-01-01'", "2147483648"});
      case TypeKind::time:
        return some({"'10:00:00'", "'23:59:59.999'", "5"});
      default:
        return some({"'127.0.0.1'", "'::1'"});
    }
  }

  std::string wrong() {
    return some({"null",
                 "null",
                 "'x'",
                 "1.5",
                 "0x0102",
                 "true",
                 "1h30m",
                 "99999999999999999999",
                 "2147483648",
                 "'2013-13-45'",
                 "(1, 2)",
                 "[1]",
                 "{1}",
                 "NaN",
                 "P1D",
                 "-Infinity",
                 "550e8400-e29b-41d4-a716",
                 "(int)5",
                 "textAsBlob('y')",
                 "blobAsText(0x61)",
                 "token(1)",
                 "k",
                 "-1",
                 "''",
                 "0x",
                 "1.5.5"});
  }

 private:
  std::string some_text() {
    if (roll(60) == 0) return "'" + std::string(roll(3) == 0 ? 70'000 : 5'000, 'z') + "'";
    if (roll(20) == 0) return "'" + std::string(600, static_cast<char>('k' + roll(2))) + "'";
    if (roll(30) == 0) return "''";
    return some({"'a'", "'b'", "'it''s'", "$$c$$", "'\xc3\xa4'", "'a longer text than fits into a string'"});
  }
  std::string some_blob() {
    if (roll(60) == 0) return "0x" + std::string(roll(3) == 0 ? 140'000 : 10'000, 'a');
    return some({"0x01", "0xcafe", "0xCAFE00", "0x"});
  }

  std::mt19937 random_;
};

}  // namespace cellar
