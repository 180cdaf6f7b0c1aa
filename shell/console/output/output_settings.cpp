#include "shell/console/output/output_settings.h"

#include <string>
#include <utility>

#include "shell/render/timestamp_form.h"

namespace cellar {

namespace {

void take_digits(Configuration& configuration, std::string_view key, std::optional<int>& digits) {
  constexpr std::size_t kMostDigits = 17;
  const std::optional<std::size_t> number = configuration.number_of("ui", key);
  if (!number) return;
  if (*number == 0 || *number > kMostDigits) {
    configuration.note_wrong_value("ui", key, "a number of digits from 1 to 17");
    return;
  }
  digits = static_cast<int>(*number);
}

}  // namespace

void OutputSettings::set_expanded(bool expanded) {
  if (expanded == is_expanded()) return;
  if (expanded) mode_before_expand = mode;
  mode = expanded ? kVerticalMode : mode_before_expand;
}

void take_output_settings(Configuration& configuration, OutputSettings& settings) {
  ValueFormat& format = settings.format;
  if (const auto text = configuration.value("ui", "time_format")) {
    const std::optional<std::string> unknown = unknown_directive(*text);
    if (!unknown) format.timestamp = *text;
    if (unknown) configuration.note_wrong_value("ui", "time_format", "directives of strftime (HELP FORMAT)");
  }
  if (const auto text = configuration.value("ui", "null")) format.null = *text;
  if (const auto name = configuration.value("ui", "timezone")) {
    const std::optional<TimeZone> zone = TimeZone::find(*name);
    if (zone) format.zone = zone;
    if (!zone) configuration.note_wrong_value("ui", "timezone", "a time zone such as Europe/Vienna");
  }
  take_digits(configuration, "float_precision", format.float_digits);
  take_digits(configuration, "double_precision", format.double_digits);
}

}  // namespace cellar
