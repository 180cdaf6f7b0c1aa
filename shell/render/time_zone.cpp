#include "shell/render/time_zone.h"

#include <absl/time/time.h>

#include <ctime>
#include <mutex>
#include <utility>

#include "types/text/text.h"

namespace cellar {

struct ZoneOfDatabase {
  absl::TimeZone zone;
};

namespace {

constexpr std::string_view kLocal = "local";

/// Reads +hh, +hhmm or +hh:mm; nothing for other texts.
std::optional<std::int64_t> read_offset(std::string_view text) {
  if (text.empty() || (text.front() != '+' && text.front() != '-')) return std::nullopt;
  std::string digits;
  for (const char c : text.substr(1)) {
    if (c == ':' && digits.size() == 2) continue;
    if (c < '0' || c > '9') return std::nullopt;
    digits += c;
  }
  if (digits.size() == 2) digits += "00";
  if (digits.size() != 4) return std::nullopt;
  const std::int64_t hours = std::stoi(digits.substr(0, 2));
  const std::int64_t minutes = std::stoi(digits.substr(2));
  if (hours > 18 || minutes > 59) return std::nullopt;
  return (text.front() == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/// Abseil locks its zones itself, but the thread sanitizer does not see the locks of a library that it has not compiled.
bool load_zone(const std::string& name, absl::TimeZone& zone) {
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  return absl::LoadTimeZone(name, &zone);
}

}  // namespace

std::optional<TimeZone> TimeZone::find(std::string_view name) {
  TimeZone zone;
  const std::string lower = to_lower(name);
  if (lower == "utc" || lower == "z") return zone;
  zone.name_ = std::string(name);
  if (const std::optional<std::int64_t> offset = read_offset(name)) {
    zone.offset_ = *offset;
    return zone;
  }
  if (lower == kLocal) {
    zone.kind_ = Kind::of_machine;
    zone.name_ = "LOCAL";
    return zone;
  }
  // A path would name any file.
  if (name.empty() || name.front() == '/' || name.find(':') != name.npos || name.find("..") != name.npos)
    return std::nullopt;
  ZoneOfDatabase found;
  if (!load_zone(zone.name_, found.zone)) return std::nullopt;
  zone.kind_ = Kind::of_database;
  zone.of_database_ = std::make_shared<const ZoneOfDatabase>(std::move(found));
  return zone;
}

bool TimeZone::has_database() {
  absl::TimeZone zone;
  return load_zone("Etc/GMT", zone);
}

ZoneOffset TimeZone::at(std::int64_t seconds_since_1970) const {
  if (kind_ == Kind::fixed) return {offset_, is_utc() ? "UTC" : name_};
  if (kind_ == Kind::of_database) {
    const auto there = of_database_->zone.At(absl::FromUnixSeconds(seconds_since_1970));
    return {there.offset, there.zone_abbr};
  }
  const std::time_t moment = seconds_since_1970;
  std::tm parts = {};
  if (localtime_r(&moment, &parts) == nullptr) return {0, "UTC"};
  return {parts.tm_gmtoff, parts.tm_zone == nullptr ? "" : parts.tm_zone};
}

}  // namespace cellar
