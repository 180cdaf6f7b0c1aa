#include "shell/teach/advise/advise_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "refusal/messages.h"
#include "refusal/width.h"
#include "refusal/wrap_words.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

namespace {

constexpr std::size_t kTextWidth = 100;
constexpr std::size_t kMostUnused = 12;

using Speech = TeachWords::Speech;

/// Returns the size of what stays in one line: up to a blank, or to a place between characters of Chinese.
std::size_t piece_size(std::string_view words) {
  std::string_view before;
  std::size_t size = 0;
  while (size < words.size() && words[size] != ' ') {
    const std::string_view next = words.substr(size, first_character(words.substr(size)).bytes);
    if (!before.empty() && may_break_between(before, next)) break;
    before = next;
    size += next.size();
  }
  return size;
}

/// Returns the words as comment lines; a further line is indented by `indent` behind the dashes.
std::string comment(std::string_view words, std::size_t indent = 1) {
  std::string text = "--";
  std::size_t column = 2;
  bool has_blank = true;
  while (!words.empty()) {
    const std::string_view piece = words.substr(0, piece_size(words));
    const std::size_t width = display_width(piece);
    if (column > 2 + indent && column + (has_blank ? 1 : 0) + width > kTextWidth) {
      text += "\n--" + std::string(indent - 1, ' ');
      column = 1 + indent;
      has_blank = true;
    }
    text.append(has_blank ? " " : "").append(piece);
    column += (has_blank ? 1 : 0) + width;
    words.remove_prefix(piece.size());
    has_blank = words.starts_with(' ');
    if (has_blank) words.remove_prefix(1);
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

TeachWords::Text words_of_rule(const KeyReason& reason) {
  const bool is_partition = reason.part == KeyPart::partition;
  if (reason.rule.empty()) return "divides what would be one large partition";
  if (reason.rule == "MR2" && is_partition) return "compared by =, so it names the partition";
  if (reason.rule == "MR2") return "compared by = in some of the queries";
  if (reason.rule == "MR3") return "compared by IN or a range, after what is compared by =";
  if (reason.rule == "MR4") return "in the order and direction that the query asks for";
  return "makes the key unique";
}

std::string key_text(const std::vector<KeyReason>& key, const Speech& say) {
  std::size_t names = 0;
  for (const KeyReason& reason : key) names = std::max(names, display_width(quote_name(reason.column)));
  std::string text;
  for (const KeyReason& reason : key) {
    const std::string name = quote_name(reason.column);
    text += fmt::format("--   {}{}  {}  {}  {}\n", name, std::string(names - display_width(name), ' '),
                        place_of(reason.part), reason.rule.empty() ? "   " : reason.rule,
                        say(words_of_rule(reason)));
  }
  return text;
}

std::string notes_text(const std::vector<Diagnostic>& notes, const Speech& say) {
  std::string text;
  for (const std::string& note : note_texts(notes, say.language())) text += comment(note, 3);
  return text;
}

std::string table_lines(const ReportedTable& table, const Speech& say) {
  const std::string create = table.create.empty() ? "" : table.create + '\n';
  return create + key_text(table.key, say) + notes_text(table.notes, say);
}

/// The table with buckets comes first, then the one without.
std::string bucket_lines(const ReportedBuckets& buckets, const Speech& say) {
  return buckets.create + '\n' + key_text(buckets.key, say) + notes_text(buckets.notes, say);
}

std::string without_buckets(const Speech& say) {
  return comment(say("Without buckets, if the partitions stay small all the same:"));
}

std::string reason_text(const Diagnostic& reason, std::string_view head, const Speech& say) {
  const FilledWords words = words_of(reason, say.language());
  std::string text = comment(std::string(head) + say("{code}: {title}", {{"code", std::string(reason.code())},
                                                                         {"title", words.title}}),
                             3);
  if (!words.why.empty()) text += comment("  " + words.why, 3);
  if (!words.fix.empty()) text += comment("  " + words.fix, 3);
  return text;
}

std::string rules_text(const ReportedQuery& query, const Speech& say) {
  const Parameters table = {{"table", query.table}};
  std::string text =
      comment(query.is_refused ? say("{table} serves this query in another form:", table)
                               : say("{table} serves this query: there is nothing to do.", table));
  for (const KeptRule& rule : query.rules)
    text += comment(fmt::format("  {}  {}", rule.rule, rule.words(say.language())), 7);
  if (query.is_refused) text += query.rewritten + '\n';
  return text;
}

std::string query_list(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (const std::size_t number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number + 1);
  return text;
}

std::string copies_text(const ReportedCopies& copies, const Speech& say) {
  const double factor = static_cast<double>(copies.kept) / static_cast<double>(copies.columns);
  return comment(say("{table}: a row is kept {tables} times, its {columns|attribute|attributes} {kept} times "
                     "({factor} copies each); one event is written to {tables} tables.",
                     {{"table", copies.table},
                      {"tables", std::to_string(copies.tables)},
                      {"columns", std::to_string(copies.columns)},
                      {"kept", std::to_string(copies.kept)},
                      {"factor", fmt::format("{:.1f}", factor)}}),
                 3);
}

std::string unused_text(const std::vector<std::string>& unused, const Speech& say) {
  if (unused.empty()) return {};
  std::string names;
  for (std::size_t index = 0; index < std::min(unused.size(), kMostUnused); ++index)
    names += (index == 0 ? "" : ", ") + unused[index];
  if (unused.size() > kMostUnused)
    names += say(" and {count} more", {{"count", std::to_string(unused.size() - kMostUnused)}});
  return comment(say("Tables that serve no query of the file: {names}", {{"names", names}}), 3);
}

/// "5 queries: 2 are served already, 3 by 2 new tables, 1 by none."
std::string summary(const AdviceReport& report, const Speech& say) {
  std::size_t served = 0, refused = 0, created = 0;
  for (const ReportedQuery& query : report.queries) {
    if (query.reason) ++refused;
    if (query.code.empty()) ++served;
  }
  for (const ReportedTable& table : report.tables) created += table.create.starts_with("CREATE") ? 1 : 0;
  return say(
      "{queries|query|queries}: {served} served already, {others} by "
      "{tables|other table|other tables} ({created} new), {refused} by none.",
      {{"queries", std::to_string(report.queries.size())},
       {"served", std::to_string(served)},
       {"others", std::to_string(report.queries.size() - served - refused)},
       {"tables", std::to_string(report.tables.size())},
       {"created", std::to_string(created)},
       {"refused", std::to_string(refused)}});
}

std::string workload_table(const ReportedTable& table, const Speech& say) {
  const Parameters parameters = {{"table", table.name}, {"queries", query_list(table.queries)}};
  const bool is_there = table.create.empty(), is_one = table.queries.size() == 1;
  const TeachWords::Text there = is_one ? TeachWords::Text("{table} is there; it serves query {queries}.")
                                        : TeachWords::Text("{table} is there; it serves queries {queries}.");
  const TeachWords::Text advised = is_one
                                       ? TeachWords::Text("{table} is advised; it serves query {queries}.")
                                       : TeachWords::Text("{table} is advised; it serves queries {queries}.");
  std::string text = comment(say(is_there ? there : advised, parameters));
  if (table.buckets) text += bucket_lines(*table.buckets, say) + without_buckets(say);
  return text + table_lines(table, say);
}

std::string workload_query(const ReportedQuery& query, const std::string& place, const Speech& say) {
  if (query.reason) return reason_text(*query.reason, place, say);
  const Parameters parameters = {{"place", place}, {"table", query.table}, {"code", query.code}};
  std::string text =
      comment(!query.code.empty() ? say("{place}{code}, becomes:", parameters)
              : query.is_refused  ? say("{place}is served by {table} in another form:", parameters)
                                  : say("{place}is served by {table} as it is:", parameters));
  text += query.rewritten + '\n';
  if (!query.in_bucket.empty()) text += comment(say("or, with buckets:")) + query.in_bucket + '\n';
  return text;
}

}  // namespace

std::string program_text(const AdviceReport& report, Language language) {
  if (report.writes.empty()) return {};
  const Speech say(language);
  std::string text =
      comment(say("From now on a write goes to all tables that hold the row, and so does a DELETE:"));
  for (const std::string& batch : report.writes) {
    const bool inserts = batch.find("\n  INSERT") != batch.npos || batch.find("COUNTER") != batch.npos;
    // The batches for a key that changes are described by a note.
    if (inserts && batch.find("\n  DELETE") == batch.npos) text += batch + '\n';
  }
  return text;
}

std::string advice_text(const AdviceReport& report, std::string_view apply, Language language) {
  const Speech say(language);
  const ReportedQuery& query = report.queries.front();
  if (query.reason) return reason_text(*query.reason, "", say);
  if (report.tables.empty()) return rules_text(query, say);
  const ReportedTable& table = report.tables.front();
  const bool is_new = !table.create.empty();
  const Parameters about = {{"code", query.code}, {"table", table.source}};
  std::string text = comment(
      is_new ? say("{code}: {table} does not serve this query; this table does:", about)
             : say("{code}: {table} does not serve this query; a copy of it that is there does:", about));
  if (table.buckets) {
    text += bucket_lines(*table.buckets, say) + comment(say("The query for the first bucket:")) +
            query.in_bucket + '\n';
    text += without_buckets(say);
  }
  text += table_lines(table, say);
  if (is_new) text += comment(say("The query for it:"));
  text += query.rewritten + '\n';
  const Parameters command = {{"command", std::string(apply)}, {"table", table.name}};
  if (table.is_filled) {
    text += comment(!is_new ? say("{command} fills it.", command)
                    : table.buckets
                        ? say("{command} creates {table}, without buckets, and fills it; the program fills "
                              "the table with buckets, since it chooses the bucket.",
                              command)
                        : say("{command} creates it and fills it.", command));
  }
  return text + program_text(report, language);
}

std::string workload_text(const AdviceReport& report, const std::vector<AskedQuery>& queries,
                          std::string_view file, Language language) {
  const Speech say(language);
  const std::string name(file);
  std::string text =
      comment(say("{file}: {summary}", {{"file", name}, {"summary", summary(report, say)}}), 3);
  for (const ReportedTable& table : report.tables) text += workload_table(table, say);
  text += comment(say("The queries:"));
  for (std::size_t index = 0; index < report.queries.size(); ++index) {
    const std::string place = say("{number} (line {line}) ", {{"number", std::to_string(index + 1)},
                                                              {"line", std::to_string(queries[index].line)}});
    text += workload_query(report.queries[index], place, say);
  }
  for (const ReportedCopies& copies : report.copies) text += copies_text(copies, say);
  text += unused_text(report.unused, say);
  if (std::ranges::any_of(report.tables,
                          [](const ReportedTable& table) { return table.buckets.has_value(); }))
    text += comment(
        say("ADVISE FILE '{file}' APPLY creates and fills the tables, without buckets; the program fills "
            "those with buckets, since it chooses the bucket.",
            {{"file", name}}));
  else if (!report.tables.empty())
    text += comment(say("ADVISE FILE '{file}' APPLY creates and fills the tables.", {{"file", name}}));
  return text + program_text(report, language);
}

}  // namespace cellar
