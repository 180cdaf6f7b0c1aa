#include <cmath>
#include <nlohmann/json.hpp>

#include "refusal/render.h"
#include "shell/check/readiness/readiness.h"

namespace cellar {

namespace {

using nlohmann::ordered_json;

/// A number without a part behind the point is one.
ordered_json number(double value) {
  if (value == std::floor(value) && value < 1e18) return static_cast<std::int64_t>(value);
  return value;
}

ordered_json said(const Diagnostic& what, Language language) {
  const SaidWords words = said_words(what, {}, language);
  return {
      {"code", what.code()}, {"id", what.id}, {"title", words.title}, {"why", words.why}, {"fix", words.fix}};
}

ordered_json finding_json(const ReadinessFinding& finding, Language language) {
  ordered_json object = {{"level", name(finding.level)}};
  object.update(said(finding.what, language));
  if (!finding.keyspace.empty()) object["keyspace"] = finding.keyspace;
  if (!finding.table.empty()) object["table"] = finding.table;
  if (!finding.partition.empty()) object["partition"] = finding.partition;
  if (!finding.file.empty()) {
    object["script"] = {{"file", finding.file}, {"line", finding.line}, {"column", finding.column}};
    object["times"] = finding.times;
  }
  object["measured"] = ordered_json::object();
  for (const MeasuredNumber& each : finding.measured) object["measured"][each.name] = number(each.value);
  return object;
}

ordered_json table_json(const ReadinessTable& table) {
  ordered_json object = {{"table", table.name},          {"partitions", table.partitions},
                         {"rows", table.rows},           {"cells", table.cells},
                         {"bytes", table.bytes},         {"tombstones", table.tombstones},
                         {"complete", table.is_complete}};
  object["largest"] = table.partitions == 0
                          ? ordered_json()
                          : ordered_json({{"partition", table.largest}, {"bytes", table.largest_bytes}});
  object["nodes"] = table.nodes;
  return object;
}

}  // namespace

std::string readiness_json(const ReadinessReport& report, Language language) {
  ordered_json object = {{"file", report.file.empty() ? ordered_json() : ordered_json(report.file)},
                         {"complete", !report.is_interrupted && report.unread.empty()},
                         {"interrupted", report.is_interrupted},
                         {"nodes", report.nodes},
                         {"keyspaces", report.keyspaces},
                         {"scripts", report.scripts},
                         {"statements", report.statements},
                         {"refused", report.refused},
                         {"error", report.count(LintLevel::error)},
                         {"warn", report.count(LintLevel::warn)},
                         {"info", report.count(LintLevel::info)},
                         {"left_out", report.left_out}};
  object["tables"] = ordered_json::array();
  for (const ReadinessTable& table : report.tables) object["tables"].push_back(table_json(table));
  object["findings"] = ordered_json::array();
  for (const ReadinessFinding& finding : report.findings)
    object["findings"].push_back(finding_json(finding, language));
  object["unread"] = ordered_json::array();
  for (const UnreadThing& thing : report.unread) {
    ordered_json entry = {{"what", thing.what}};
    entry.update(said(thing.why, language));
    object["unread"].push_back(std::move(entry));
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
