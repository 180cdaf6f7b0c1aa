#include "types/text/fold.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "types/text/text.h"

namespace cellar {

namespace {

using CodePoint = utf8proc_int32_t;

std::vector<CodePoint> code_points(std::string_view text) {
  std::vector<CodePoint> points;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto rest = static_cast<utf8proc_ssize_t>(text.size());
  while (rest > 0) {
    CodePoint point = 0;
    const utf8proc_ssize_t size = utf8proc_iterate(bytes, rest, &point);
    if (size <= 0) return {};
    points.push_back(point);
    bytes += size;
    rest -= size;
  }
  return points;
}

void append(std::string& text, CodePoint point) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const utf8proc_ssize_t size = utf8proc_encode_char(point, bytes.data());
  text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size));
}

bool is_cased(CodePoint point) {
  const utf8proc_category_t category = utf8proc_category(point);
  return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LL ||
         category == UTF8PROC_CATEGORY_LT;
}

bool is_mark(CodePoint point) { return utf8proc_category(point) == UTF8PROC_CATEGORY_MN; }

/// After a letter and before none.
bool is_final(const std::vector<CodePoint>& points, std::size_t place) {
  const auto letter = [](CodePoint point) { return !is_mark(point); };
  const auto here = points.begin() + static_cast<std::ptrdiff_t>(place);
  const auto before = std::find_if(std::make_reverse_iterator(here), points.rend(), letter);
  const auto after = std::find_if(here + 1, points.end(), letter);
  return before != points.rend() && is_cased(*before) && (after == points.end() || !is_cased(*after));
}

/// Characters that ASCII has another form of and that do not decompose to it.
struct Variant {
  CodePoint point;
  std::string_view ascii;
};
constexpr auto kVariants = std::to_array<Variant>({
    {0xAB, "\""},   {0xBB, "\""},   {0xC6, "AE"},   {0xD0, "D"},   {0xD8, "O"},    {0xDE, "TH"},
    {0xDF, "ss"},   {0xE6, "ae"},   {0xF0, "d"},    {0xF8, "o"},   {0xFE, "th"},   {0x110, "D"},
    {0x111, "d"},   {0x126, "H"},   {0x127, "h"},   {0x131, "i"},  {0x138, "q"},   {0x141, "L"},
    {0x142, "l"},   {0x14A, "N"},   {0x14B, "n"},   {0x152, "OE"}, {0x153, "oe"},  {0x166, "T"},
    {0x167, "t"},   {0x180, "b"},   {0x181, "B"},   {0x182, "B"},  {0x183, "b"},   {0x187, "C"},
    {0x188, "c"},   {0x18A, "D"},   {0x18B, "D"},   {0x18C, "d"},  {0x191, "F"},   {0x192, "f"},
    {0x193, "G"},   {0x197, "I"},   {0x198, "K"},   {0x199, "k"},  {0x19A, "l"},   {0x19D, "N"},
    {0x1A4, "P"},   {0x1A5, "p"},   {0x1AC, "T"},   {0x1AD, "t"},  {0x1B5, "Z"},   {0x1B6, "z"},
    {0x1E4, "G"},   {0x1E5, "g"},   {0x1E9E, "SS"}, {0x2010, "-"}, {0x2011, "-"},  {0x2012, "-"},
    {0x2013, "-"},  {0x2014, "-"},  {0x2018, "'"},  {0x2019, "'"}, {0x201A, "'"},  {0x201B, "'"},
    {0x201C, "\""}, {0x201D, "\""}, {0x201E, "\""}, {0x2032, "'"}, {0x2033, "\""}, {0x2035, "'"},
    {0x2036, "\""}, {0x2039, "'"},  {0x203A, "'"},
});

/// Symbols and what is written for letters, such as Kelvin, are not variants of letters.
bool may_decompose(CodePoint point) {
  constexpr CodePoint kLetterlike = 0x2100, kLetterlikeEnd = 0x2150;
  constexpr CodePoint kEnclosed = 0x2460, kEnclosedEnd = 0x2500;
  constexpr CodePoint kFullWidth = 0xFF01, kFullWidthEnd = 0xFF5F;
  if (point > 0xFFFF || (point >= kLetterlike && point < kLetterlikeEnd)) return false;
  if (point >= kEnclosed && point < kEnclosedEnd) return true;
  if (point >= kFullWidth && point < kFullWidthEnd) return true;
  const utf8proc_category_t category = utf8proc_category(point);
  return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LL ||
         category == UTF8PROC_CATEGORY_LT || category == UTF8PROC_CATEGORY_NO;
}

/// Returns the ASCII characters that the character consists of besides marks; empty if it has others.
std::string ascii_parts(CodePoint point) {
  if (!may_decompose(point)) return {};
  std::array<CodePoint, 32> parts{};
  int boundary = 0;
  const utf8proc_ssize_t count = utf8proc_decompose_char(
      point, parts.data(), static_cast<utf8proc_ssize_t>(parts.size()),
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), &boundary);
  std::string ascii;
  for (utf8proc_ssize_t i = 0; i < count && i < static_cast<utf8proc_ssize_t>(parts.size()); ++i) {
    const CodePoint part = parts[static_cast<std::size_t>(i)];
    if (is_mark(part)) continue;
    if (part > 0x7F) return {};
    ascii.push_back(static_cast<char>(part));
  }
  return ascii;
}

}  // namespace

std::string to_unicode_lower(std::string_view text) {
  constexpr CodePoint kDottedI = 0x130, kDot = 0x307, kSigma = 0x3A3, kFinalSigma = 0x3C2;
  if (is_ascii(text)) return to_lower(text);
  const std::vector<CodePoint> points = code_points(text);
  if (points.empty()) return std::string(text);
  std::string lower;
  for (std::size_t place = 0; place < points.size(); ++place) {
    if (points[place] == kDottedI) {
      append(lower, 'i');
      append(lower, kDot);
    } else if (points[place] == kSigma && is_final(points, place)) {
      append(lower, kFinalSigma);
    } else {
      append(lower, utf8proc_tolower(points[place]));
    }
  }
  return lower;
}

std::string to_composed(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  utf8proc_uint8_t* composed = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
      &composed, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (size < 0) return std::string(text);
  std::string result(reinterpret_cast<const char*>(composed), static_cast<std::size_t>(size));
  std::free(composed);
  return result;
}

std::string to_ascii_letters(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  const std::vector<CodePoint> points = code_points(text);
  if (points.empty()) return std::string(text);
  std::string ascii;
  for (const CodePoint point : points) {
    const auto* const variant = std::ranges::find(kVariants, point, &Variant::point);
    const std::string parts = variant != kVariants.end() ? std::string(variant->ascii)
                              : point > 0x7F             ? ascii_parts(point)
                                                         : "";
    if (parts.empty())
      append(ascii, point);
    else
      ascii += parts;
  }
  return ascii;
}

}  // namespace cellar
