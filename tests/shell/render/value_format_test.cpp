#include "shell/render/value_format.h"

#include <catch2/catch.hpp>

#include "shell/render/timestamp_form.h"
#include "types/number/number.h"
#include "types/value/value.h"

using namespace cellar;

namespace {

std::string moment(std::int64_t timestamp, std::string_view format, std::string_view zone = "UTC") {
  const std::optional<TimeZone> found = TimeZone::find(zone);
  REQUIRE(found);
  std::string text;
  append_timestamp(timestamp, format, *found, Fraction::microseconds, text);
  return text;
}

std::string shown(const Type& type, ValueView value, const ValueFormat& format,
                  TextForm form = TextForm::escaped, bool all_digits = false) {
  std::string text;
  ValueText(format, form, all_digits).append(type, value, text);
  return text;
}

}  // namespace

TEST_CASE("a timestamp is written by the directives of strftime, and %f and %z") {
  CHECK(moment(1700000000123, "%Y-%m-%d %H:%M:%S.%f%z") == "2023-11-14 22:13:20.123000+0000");
  CHECK(moment(-1, "%H:%M:%S.%f") == "23:59:59.999000");
  CHECK(moment(0, "%d.%m.%y %a %j %% %Z") == "01.01.70 Thu 001 % UTC");
  CHECK(moment(-62135596800000, "%Y-%m-%d") == "0001-01-01");
  CHECK(moment(253402300800000, "%Y") == "253402300800000");
  CHECK(moment(0, "100%") == "100%");
}

TEST_CASE("a timestamp is shown by the clocks of a zone, in summer and winter, and in centuries to come") {
  constexpr std::string_view kFormat = "%Y-%m-%d %H:%M%z";
  CHECK(moment(1700000000000, kFormat, "Europe/Vienna") == "2023-11-14 23:13+0100");
  CHECK(moment(1690000000000, kFormat, "Europe/Vienna") == "2023-07-22 06:26+0200");
  CHECK(moment(4114123200000, kFormat, "America/New_York") == "2100-05-16 00:00-0400");
  CHECK(moment(0, kFormat, "Asia/Kolkata") == "1970-01-01 05:30+0530");
  CHECK(moment(0, kFormat, "-03:30") == "1969-12-31 20:30-0330");
  CHECK(moment(0, kFormat, "+02") == "1970-01-01 02:00+0200");
  for (const char* wrong :
       {"", "Europe/Nowhere", "+25:00", "../etc/passwd", "/etc/passwd", "Europe", "+1", "zone.tab"})
    CHECK_FALSE(TimeZone::find(wrong));
}

TEST_CASE("floats have the digits that are asked for, also inside collections") {
  const Type list = list_of(native_type(TypeKind::double_));
  const std::string third = encode_double(1.0 / 3);
  const std::vector<Value> elements = {third};
  const std::string packed = pack(list, elements);
  ValueFormat format;
  CHECK(shown(list, packed, format) == "[0.333333]");
  CHECK(shown(list, packed, format, TextForm::raw, true) == "[0.3333333333333333]");
  format.double_digits = 3;
  CHECK(shown(list, packed, format, TextForm::raw, true) == "[0.3333]");
  CHECK(shown(native_type(TypeKind::float_), encode_float(0.1F), format) == "0.1");
  format.double_digits = ValueFormat::kAllDigits;
  CHECK(shown(native_type(TypeKind::double_), third, format) == "0.3333333333333333");
}

TEST_CASE("null is the text that is asked for, at the top alone") {
  ValueFormat format;
  format.null = "-";
  const Type list = list_of(native_type(TypeKind::int_));
  CHECK(shown(list, std::nullopt, format) == "-");
  const Type pair = tuple_of({native_type(TypeKind::int_)});
  const std::vector<Value> fields = {std::nullopt};
  CHECK(shown(pair, pack(pair, fields), format) == "(null)");
}

TEST_CASE("colours are cqlsh's: escapes within texts, brackets, the parts of collections") {
  const ValueFormat format;
  const Type text = native_type(TypeKind::text);
  CHECK(shown(text, "a\\b\n", format, TextForm::painted) ==
        "\033[0;1;33ma\\b\033[0;35m\\n\033[0;1;33m\033[0m");
  const Type list = list_of(native_type(TypeKind::int_));
  const std::vector<Value> elements = {encode_int32(1), encode_int32(2)};
  CHECK(shown(list, pack(list, elements), format, TextForm::painted) ==
        "\033[0;1;34m[\033[0m\033[0;1;32m1\033[0m\033[0;1;34m, "
        "\033[0m\033[0;1;32m2\033[0m\033[0;1;34m]\033[0m");
  CHECK(shown(native_type(TypeKind::blob), "\x01", format, TextForm::painted) == "\033[0;35m0x01\033[0m");
}

TEST_CASE("the plain format writes what to_display does") {
  const ValueFormat format;
  const Type list = list_of(native_type(TypeKind::text));
  const std::vector<Value> elements = {"it's", "a\nb", ""};
  const std::string packed = pack(list, elements);
  // Through the general way, by a format that does not concern texts.
  ValueFormat general;
  general.double_digits = 9;
  CHECK(shown(list, packed, general) == to_display(list, packed));
  CHECK(shown(list, packed, format) == to_display(list, packed));
}
