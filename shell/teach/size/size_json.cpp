#include <cmath>
#include <nlohmann/json.hpp>

#include "shell/teach/size/size_report.h"

namespace cellar {

namespace {

using nlohmann::ordered_json;

std::string_view json_name(SizeSource source) {
  switch (source) {
    case SizeSource::given:
      return "given";
    case SizeSource::type:
      return "type";
    case SizeSource::measured:
      return "measured";
    case SizeSource::assumed:
      break;
  }
  return "assumed";
}

std::string_view json_name(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::partition_key:
      return "partition_key";
    case ColumnKind::clustering:
      return "clustering";
    case ColumnKind::static_:
      return "static";
    case ColumnKind::regular:
      break;
  }
  return "regular";
}

ordered_json measures(const SizeReport& report) {
  if (report.partitions == 0) return nullptr;
  return {{"partitions", report.partitions},
          {"rows", report.total.rows},
          {"cells", report.total.cells},
          {"bytes", report.total.bytes},
          {"largest",
           {{"key", report.largest_key},
            {"rows", report.largest.rows},
            {"cells", report.largest.cells},
            {"bytes", report.largest.bytes}}}};
}

}  // namespace

std::string size_json(const SizeReport& report) {
  ordered_json object;
  object["table"] = report.table;
  object["rows"] = report.rows;
  object["columns"] = {
      {"all", report.columns}, {"primary_key", report.key_columns}, {"static", report.static_columns}};
  object["terms"] = ordered_json::array();
  for (const SizeTerm& term : report.terms) {
    ordered_json entry = {{"column", term.column},
                          {"kind", json_name(term.kind)},
                          {"type", term.type},
                          {"bytes", term.bytes},
                          {"from", json_name(term.source)}};
    entry["measured"] = term.measured ? ordered_json(*term.measured) : ordered_json();
    object["terms"].push_back(std::move(entry));
  }
  object["cells"] = report.cells;
  object["bytes"] = std::round(report.bytes);
  object["replicas"] = report.replicas;
  object["measured"] = measures(report);
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
