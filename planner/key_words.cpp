#include "planner/key_words.h"

#include <algorithm>
#include <span>

namespace cellar {

namespace {

constexpr std::string_view kTimes[] = {"day",    "days",      "date",   "month",    "year",
                                       "week",   "hour",      "minute", "yyyymmdd", "yyyymm",
                                       "yymmdd", "yearmonth", "ymd",    "quarter"};
constexpr std::string_view kBuckets[] = {"bucket",    "shard", "slot", "window",  "period", "epoch", "part",
                                         "partition", "chunk", "page", "segment", "season", "term"};
constexpr std::string_view kFewValues[] = {
    "status",  "state",    "type",     "kind",  "gender", "sex",      "country",  "flag",    "active",
    "enabled", "priority", "severity", "level", "role",   "currency", "language", "weekday", "continent"};
constexpr std::string_view kSources[] = {"sensor",   "device",         "station",     "meter",  "machine",
                                         "host",     "server",         "node",        "probe",  "symbol",
                                         "ticker",   "stock",          "metric",      "series", "instrument",
                                         "currency", "weatherstation", "thermometer", "vehicle"};
constexpr std::string_view kEnding[] = {"order", "session", "trip",    "ride",        "game",     "match",
                                        "cart",  "invoice", "flight",  "booking",     "ticket",   "job",
                                        "run",   "build",   "request", "reservation", "shipment", "payment"};

bool is_among(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool has_word(const Column& column, std::span<const std::string_view> words) {
  return std::ranges::any_of(words_of_name(column.name),
                             [&](std::string_view word) { return is_among(word, words); });
}

bool is_uuid(const Column& column) {
  return column.type.kind == TypeKind::uuid || column.type.kind == TypeKind::timeuuid;
}

}  // namespace

std::vector<std::string_view> words_of_name(std::string_view name) {
  std::vector<std::string_view> words;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('_'), name.size());
    if (end > 0) words.push_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return words;
}

bool is_part_of_time(const Column& column) {
  return column.type.kind == TypeKind::date || (!is_uuid(column) && has_word(column, kTimes));
}

bool is_bucket(const Column& column) {
  const TypeKind kind = column.type.kind;
  return is_part_of_time(column) || kind == TypeKind::timestamp || kind == TypeKind::time ||
         (!is_uuid(column) && has_word(column, kBuckets));
}

bool has_few_values(const Column& column) {
  if (column.type.kind == TypeKind::boolean || column.type.kind == TypeKind::tinyint) return true;
  if (is_uuid(column)) return false;
  const std::vector<std::string_view> words = words_of_name(column.name);
  // order_status and country_code, but not state_of_affairs
  return words.size() <= 2 && has_word(column, kFewValues) && !is_among("id", words);
}

bool is_id(const Column& column) {
  const std::vector<std::string_view> words = words_of_name(column.name);
  return is_uuid(column) || (!words.empty() && (words.back() == "id" || words.back() == "uuid"));
}

bool is_source_of_values(const Column& column) { return has_word(column, kSources); }
bool comes_to_an_end(const Column& column) { return has_word(column, kEnding); }

bool grows(const Column& column) {
  if (column.type.kind == TypeKind::timeuuid) return true;
  // opening_date is a property of something that is there; created_date is when it came.
  const std::vector<std::string_view> words = words_of_name(column.name);
  const bool is_date =
      !words.empty() && words.back() == "date" && words.front() != "created" && words.front() != "added";
  return column.type.kind == TypeKind::timestamp && !is_date;
}

bool is_plain_name(std::string_view name) {
  constexpr std::size_t kTelling = 3;
  constexpr std::string_view kPlain[] = {
      "key",        "name",        "note",    "notes",    "value",   "values",  "data",
      "tags",       "kind",        "payload", "body",     "type",    "state",   "status",
      "text",       "amount",      "total",   "count",    "created", "updated", "created_at",
      "updated_at", "description", "comment", "comments", "version"};
  return name.size() < kTelling || is_among(name, kPlain);
}

bool name_same_thing(std::string_view left, std::string_view right) {
  if (left.size() > right.size()) std::swap(left, right);
  if (is_plain_name(left)) return false;
  if (left == right) return true;
  return right.ends_with(left) && right[right.size() - left.size() - 1] == '_';
}

}  // namespace cellar
