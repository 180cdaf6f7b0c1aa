#include <nlohmann/json.hpp>

#include "shell/teach/advise/advise_output.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// An empty text as null.
nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

std::string_view name_of(AdviceVerdict verdict) {
  switch (verdict) {
    case AdviceVerdict::served:
      return "served";
    case AdviceVerdict::advice:
      return "advice";
    case AdviceVerdict::none:
      break;
  }
  return "none";
}

}  // namespace

std::string advice_json(const AdviceReport& report, std::string_view statement) {
  nlohmann::ordered_json object;
  object["statement"] = statement;
  object["verdict"] = name_of(report.verdict);
  object["code"] = text_or_null(report.code);
  object["tables"] = nlohmann::ordered_json::array();
  for (const ReportedTable& table : report.tables) {
    if (table.create.empty()) continue;
    object["tables"].push_back({{"name", table.name}, {"create", table.create}});
    if (!table.buckets) continue;
    const ReportedBuckets& buckets = *table.buckets;
    object["tables"].back()["buckets"] = {{"name", buckets.name},
                                          {"create", buckets.create},
                                          {"notes", note_texts(buckets.notes, Language::english)}};
  }
  object["queries"] = nlohmann::ordered_json::array();
  for (const ReportedQuery& query : report.queries) {
    object["queries"].push_back({{"original", query.original},
                                 {"rewritten", text_or_null(query.rewritten)},
                                 {"table", text_or_null(query.table)},
                                 {"code", text_or_null(query.code)}});
    if (!query.in_bucket.empty()) object["queries"].back()["in_bucket"] = query.in_bucket;
  }
  object["notes"] = nlohmann::ordered_json::array();
  for (const ReportedTable& table : report.tables) {
    for (const std::string& note : note_texts(table.notes, Language::english))
      object["notes"].push_back(note);
  }
  for (const ReportedTable& table : report.tables) {
    if (!table.filled) continue;
    const FilledTable& rows = *table.filled;
    object["applied"].push_back({{"table", table.name},
                                 {"read", rows.read},
                                 {"copied", rows.copied},
                                 {"without_value", rows.without_value},
                                 {"unfit", rows.unfit},
                                 {"deleted", rows.deleted}});
  }
  object["fill"] = report.fill;
  object["writes"] = report.writes;
  // Bytes that are no UTF-8 become U+FFFD.
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
