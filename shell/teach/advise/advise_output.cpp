#include "shell/teach/advise/advise_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "refusal/counted.h"
#include "refusal/messages.h"
#include "refusal/width.h"

namespace cellar {

namespace {

constexpr std::size_t kTextWidth = 100;
constexpr std::size_t kMostUnused = 12;

/// Returns the words as comment lines; a further line is indented by `indent` behind the dashes.
std::string comment(std::string_view words, std::size_t indent = 1) {
  std::string text = "--", line;
  std::size_t column = 2;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, end);
    const std::size_t width = display_width(word);
    if (column > 2 + indent && column + 1 + width > kTextWidth) {
      text += "\n--" + std::string(indent - 1, ' ');
      column = 1 + indent;
    }
    text += ' ';
    text += word;
    column += 1 + width;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return text + '\n';
}

std::string_view place_of(KeyPart part) {
  switch (part) {
    case KeyPart::partition:
      return "K ";
    case KeyPart::ascending:
      return "C↑";
    case KeyPart::descending:
      return "C↓";
    case KeyPart::static_column:
      return "S ";
    case KeyPart::regular:
      break;
  }
  return "  ";
}

std::string_view words_of_rule(const KeyReason& reason) {
  const bool is_partition = reason.part == KeyPart::partition;
  if (reason.rule.empty()) return "divides what would be one large partition";
  if (reason.rule == "MR2" && is_partition) return "compared by =, so it names the partition";
  if (reason.rule == "MR2") return "compared by = in some of the queries";
  if (reason.rule == "MR3") return "compared by IN or a range, after what is compared by =";
  if (reason.rule == "MR4") return "in the order and direction that the query asks for";
  return "makes the key unique";
}

std::string key_text(const std::vector<KeyReason>& key) {
  std::size_t names = 0;
  for (const KeyReason& reason : key) names = std::max(names, display_width(quote_name(reason.column)));
  std::string text;
  for (const KeyReason& reason : key) {
    const std::string name = quote_name(reason.column);
    text +=
        fmt::format("--   {}{}  {}  {}  {}\n", name, std::string(names - display_width(name), ' '),
                    place_of(reason.part), reason.rule.empty() ? "   " : reason.rule, words_of_rule(reason));
  }
  return text;
}

std::string table_lines(const ReportedTable& table) {
  std::string text = table.create.empty() ? "" : table.create + '\n';
  text += key_text(table.key);
  for (const std::string& note : table.notes) text += comment(note, 3);
  return text;
}

/// The table with buckets comes first, then the one without.
std::string bucket_lines(const ReportedTable& table) {
  if (!table.buckets) return {};
  std::string text = table.buckets->create + '\n' + key_text(table.buckets->key);
  for (const std::string& note : table.buckets->notes) text += comment(note, 3);
  return text;
}

std::string reason_text(const Diagnostic& reason, std::string_view head) {
  const Message* message = find_message(reason.id);
  std::string text = comment(fmt::format("{}{}: {}", head, reason.code(), title_of(reason)), 3);
  if (message == nullptr) return text;
  if (!message->why.empty()) text += comment("  " + fill(message->why, reason.parameters), 3);
  if (!message->fix.empty()) text += comment("  " + fill(message->fix, reason.parameters), 3);
  return text;
}

std::string rules_text(const ReportedQuery& query) {
  std::string text =
      comment(fmt::format("{} serves this query{}", query.table,
                          query.is_refused ? " in another form:" : ": there is nothing to do."));
  for (const KeptRule& rule : query.rules) text += comment(fmt::format("  {}  {}", rule.rule, rule.words), 7);
  if (query.is_refused) text += query.rewritten + '\n';
  return text;
}

std::string query_list(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (const std::size_t number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number + 1);
  return text;
}

std::string copies_text(const ReportedCopies& copies) {
  const double factor = static_cast<double>(copies.kept) / static_cast<double>(copies.columns);
  return comment(
      fmt::format("{}: a row is kept {} times, its {} {} times ({:.1f} copies each); one event is written to "
                  "{} tables.",
                  copies.table, copies.tables,
                  counted(std::to_string(copies.columns), "attribute", "attributes"), copies.kept, factor,
                  copies.tables),
      3);
}

std::string unused_text(const std::vector<std::string>& unused) {
  if (unused.empty()) return {};
  std::string names;
  for (std::size_t index = 0; index < std::min(unused.size(), kMostUnused); ++index)
    names += (index == 0 ? "" : ", ") + unused[index];
  if (unused.size() > kMostUnused) names += fmt::format(" and {} more", unused.size() - kMostUnused);
  return comment("Tables that serve no query of the file: " + names, 3);
}

/// "5 queries: 2 are served already, 3 by 2 new tables, 1 by none."
std::string summary(const AdviceReport& report) {
  std::size_t served = 0, refused = 0, created = 0;
  for (const ReportedQuery& query : report.queries) {
    if (query.reason) ++refused;
    if (query.code.empty()) ++served;
  }
  for (const ReportedTable& table : report.tables) created += table.create.starts_with("CREATE") ? 1 : 0;
  return fmt::format("{}: {} served already, {} by {} ({} new), {} by none.",
                     counted(std::to_string(report.queries.size()), "query", "queries"), served,
                     report.queries.size() - served - refused,
                     counted(std::to_string(report.tables.size()), "other table", "other tables"), created,
                     refused);
}

}  // namespace

std::string program_text(const AdviceReport& report) {
  if (report.writes.empty()) return {};
  std::string text =
      comment("From now on a write goes to all tables that hold the row, and so does a DELETE:");
  for (const std::string& batch : report.writes) {
    const bool inserts = batch.find("\n  INSERT") != batch.npos || batch.find("COUNTER") != batch.npos;
    // The batches for a key that changes are described by a note.
    if (inserts && batch.find("\n  DELETE") == batch.npos) text += batch + '\n';
  }
  return text;
}

std::string advice_text(const AdviceReport& report, std::string_view apply) {
  const ReportedQuery& query = report.queries.front();
  if (query.reason) return reason_text(*query.reason, "");
  if (report.tables.empty()) return rules_text(query);
  const ReportedTable& table = report.tables.front();
  const bool is_new = !table.create.empty();
  std::string text = comment(fmt::format("{}: {} does not serve this query; {}:", query.code, table.source,
                                         is_new ? "this table does" : "a copy of it that is there does"));
  if (table.buckets) {
    text += bucket_lines(table) + comment("The query for the first bucket:") + query.in_bucket + '\n';
    text += comment("Without buckets, if the partitions stay small all the same:");
  }
  text += table_lines(table);
  if (is_new) text += comment("The query for it:");
  text += query.rewritten + '\n';
  if (table.is_filled) text += comment(fmt::format("{} {}fills it.", apply, is_new ? "creates it and " : ""));
  return text + program_text(report);
}

std::string workload_text(const AdviceReport& report, const std::vector<AskedQuery>& queries,
                          std::string_view file) {
  std::string text = comment(fmt::format("{}: {}", file, summary(report)), 3);
  for (const ReportedTable& table : report.tables) {
    const std::string_view what = table.create.empty() ? "is there" : "is advised";
    text += comment(fmt::format("{} {}; it serves {} {}.", table.name, what,
                                table.queries.size() == 1 ? "query" : "queries", query_list(table.queries)));
    if (table.buckets)
      text += bucket_lines(table) + comment("Without buckets, if the partitions stay small all the same:");
    text += table_lines(table);
  }
  text += comment("The queries:");
  for (std::size_t index = 0; index < report.queries.size(); ++index) {
    const ReportedQuery& query = report.queries[index];
    const std::string place = fmt::format("{} (line {}) ", index + 1, queries[index].line);
    if (query.reason) {
      text += reason_text(*query.reason, place);
    } else {
      const std::string served =
          "is served by " + query.table + (query.is_refused ? " in another form:" : " as it is:");
      text += comment(place + (query.code.empty() ? served : query.code + ", becomes:"));
      text += query.rewritten + '\n';
      if (!query.in_bucket.empty()) text += comment("or, with buckets:") + query.in_bucket + '\n';
    }
  }
  for (const ReportedCopies& copies : report.copies) text += copies_text(copies);
  text += unused_text(report.unused);
  if (!report.tables.empty())
    text += comment(fmt::format("ADVISE FILE '{}' APPLY creates and fills the tables.", file));
  return text + program_text(report);
}

}  // namespace cellar
