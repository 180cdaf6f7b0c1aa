#include "shell/render/time_zone.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "types/text/text.h"

namespace cellar {

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

std::filesystem::path zone_folder() {
  const char* folder = std::getenv("TZDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/usr/share/zoneinfo";
}

/// The zone database also holds files that are no zones (zone.tab), which the C library would take for UTC.
bool is_zone_file(std::string_view name) {
  constexpr std::string_view kMagic = "TZif";
  if (name.empty() || name.front() == '/' || name.find("..") != name.npos) return false;
  std::array<char, kMagic.size()> begin = {};
  std::ifstream(zone_folder() / name, std::ios::binary).read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == kMagic;
}

/// Makes the zone the C library's own; an empty one is that of TZ, or of the system. TZ is left as it was, for the programs
/// that the shell starts.
void set_zone_of_library(const std::string& zone) {
  static std::optional<std::string> known;
  if (known == zone) return;
  const char* before = std::getenv("TZ");
  const std::optional<std::string> kept =
      before == nullptr ? std::nullopt : std::optional<std::string>(before);
  if (!zone.empty()) setenv("TZ", zone.c_str(), 1);
  tzset();
  kept ? setenv("TZ", kept->c_str(), 1) : unsetenv("TZ");
  known = zone;
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
  zone.kind_ = Kind::system;
  if (lower == kLocal) {
    zone.name_ = "LOCAL";
    return zone;
  }
  if (!is_zone_file(name)) return std::nullopt;
  zone.of_library_ = ":" + zone.name_;
  return zone;
}

bool TimeZone::has_database() {
  std::error_code error;
  return std::filesystem::is_directory(zone_folder(), error);
}

ZoneOffset TimeZone::at(std::int64_t seconds_since_1970) const {
  if (kind_ == Kind::fixed) return {offset_, is_utc() ? "UTC" : name_};
  set_zone_of_library(of_library_);
  const std::time_t moment = seconds_since_1970;
  std::tm parts = {};
  if (localtime_r(&moment, &parts) == nullptr) return {0, "UTC"};
  return {parts.tm_gmtoff, parts.tm_zone == nullptr ? "" : parts.tm_zone};
}

}  // namespace cellar
