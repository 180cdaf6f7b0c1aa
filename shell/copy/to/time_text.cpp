#include "shell/copy/to/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "shell/copy/times/moment.h"
#include "types/number/byte_order.h"
#include "types/time/time.h"
#include "types/value/value.h"

namespace cellar {

void TimeText::append_one(std::string_view bytes, std::string& text) const {
  if (part_ == FieldPart::writetime) {
    append_moment(load_big_endian<std::int64_t>(bytes.data()), text);
    return;
  }
  const auto seconds = load_big_endian<std::int32_t>(bytes.data());
  if (part_ == FieldPart::ttl) {
    fmt::format_to(std::back_inserter(text), "{}", seconds);
  } else {
    append_moment((read_at_ + seconds) * kMicrosecondsOfSecond, text);
  }
}

bool TimeText::is_null(const ValueView& time) const {
  if (!time || !is_list_) return !time;
  const std::vector<ValueView> elements = unpack(list_, *time);
  return std::ranges::none_of(elements, [](const ValueView& element) { return element.has_value(); });
}

void TimeText::append(std::string_view time, std::string& text) const {
  if (!is_list_) return append_one(time, text);
  const std::vector<ValueView> elements = unpack(list_, time);
  if (std::ranges::count(elements, elements.front()) == static_cast<std::ptrdiff_t>(elements.size()))
    return append_one(*elements.front(), text);
  text += '[';
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) text += ", ";
    elements[i] ? append_one(*elements[i], text) : void(text += "null");
  }
  text += ']';
}

}  // namespace cellar
