// Texts whose first word begins no statement: other databases and clients, and prose.
#include <algorithm>
#include <array>
#include <utility>

#include "parser/diagnosis/look_alikes.h"
#include "parser/diagnosis/syntax_view.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct ForeignWord {
  std::string_view word;
  std::string_view id;
};

constexpr ForeignWord kForeignWords[] = {
    {"COMMIT", "sql_transaction"},
    {"ROLLBACK", "sql_transaction"},
    {"START", "sql_transaction"},
    {"SAVEPOINT", "sql_transaction"},
    {"LOCK", "sql_lock"},
    {"UNLOCK", "sql_lock"},
    {"CALL", "sql_procedure"},
    {"DO", "sql_procedure"},
    {"DECLARE", "sql_procedure"},
    {"EXEC", "sql_procedure"},
    {"EXECUTE", "sql_procedure"},
    {"PRINT", "sql_procedure"},
    {"IF", "sql_procedure"},
    {"WHILE", "sql_procedure"},
    {"PREPARE", "sql_procedure"},
    {"DELIMITER", "sql_procedure"},
    {"WITH", "sql_with"},
    {"RENAME", "sql_rename_table"},
    {"VACUUM", "other_maintenance"},
    {"ANALYZE", "other_maintenance"},
    {"OPTIMIZE", "other_maintenance"},
    {"REINDEX", "other_maintenance"},
    {"CHECKPOINT", "other_maintenance"},
    {"FLUSH", "other_maintenance"},
    {"LOAD", "other_load"},
    {"IMPORT", "other_load"},
    {"BULK", "other_load"},
    {"CONNECT", "other_connect"},
    {"DISCONNECT", "other_connect"},
    {"ATTACH", "other_connect"},
    {"DETACH", "other_connect"},
    {"SET", "other_client"},
    {"GET", "other_client"},
    {"DEL", "other_client"},
    {"COUNT", "other_client"},
    {"INCR", "other_client"},
    {"DECR", "other_client"},
    {"INCRBY", "other_client"},
    {"KEYS", "other_client"},
    {"HGET", "other_client"},
    {"HGETALL", "other_client"},
    {"HSET", "other_client"},
    {"HDEL", "other_client"},
    {"LPUSH", "other_client"},
    {"RPUSH", "other_client"},
    {"LRANGE", "other_client"},
    {"SADD", "other_client"},
    {"SREM", "other_client"},
    {"SMEMBERS", "other_client"},
    {"ZADD", "other_client"},
    {"ZRANGE", "other_client"},
    {"EXPIRE", "other_client"},
    {"SETEX", "other_client"},
    {"MGET", "other_client"},
    {"MSET", "other_client"},
    {"EXISTS", "other_client"},
    {"TTL", "other_client"},
    {"FLUSHALL", "other_client"},
    {"FLUSHDB", "other_client"},
    {"PING", "other_client"},
    {"PUT", "other_client"},
    {"SCAN", "other_client"},
};

int end_of_statement(const SyntaxView& view) {
  int end = 0;
  while (view.exists(end) && !view.is_end(end)) ++end;
  return end;
}

bool has_after(const SyntaxView& view, std::string_view word) {
  for (int offset = 1; view.exists(offset) && !view.is_end(offset); ++offset)
    if (view.is(offset, word)) return true;
  return false;
}

/// The whole statement without its `;`.
Span whole_statement(const SyntaxView& view) {
  return {view.span(view.begin()).begin, view.span(end_of_statement(view) - 1).end};
}

/// What DESCRIBE says instead of SHOW; nothing if it cannot be told.
std::optional<Fix> description_instead(const SyntaxView& view) {
  const Span whole = whole_statement(view);
  if (view.is_any(1, {"TABLES", "COLLECTIONS"})) return Fix{whole, "DESCRIBE TABLES"};
  if (view.is_any(1, {"DATABASES", "SCHEMAS", "KEYSPACES", "DBS"})) return Fix{whole, "DESCRIBE KEYSPACES"};
  const int end = end_of_statement(view);
  const bool of_table = view.is_any(1, {"COLUMNS", "FIELDS", "INDEX", "INDEXES", "KEYS", "CREATE"});
  if (of_table && end > 3 && view.is_any(2, {"FROM", "IN", "TABLE"}) && view.is_name(3))
    return Fix{whole,
               "DESCRIBE TABLE " + std::string(view.text({view.span(3).begin, view.span(end - 1).end}))};
  return std::nullopt;
}

void refuse_shows(const SyntaxView& view) {
  // The shell takes these before they come here.
  const bool is_of_shell = view.is_end(1) || view.is_any(1, {"VERSION", "HOST", "SESSION", "REPLICAS"});
  if (view.is(0, "SHOW") && is_of_shell) refuse("other_show", view.span(0), {{"word", "SHOW"}});
  if (view.is(0, "SHOW"))
    refuse("show_of_definitions", view.span(0), {{"found", std::string(view.at(1))}},
           description_instead(view));
  if (view.is(0, "PRAGMA")) refuse("other_show", view.span(0), {{"word", std::string(view.at(0))}});
}

/// UPSERT INTO t (...) VALUES ... is an INSERT, UPSERT t SET ... an UPDATE.
void refuse_upserts(const SyntaxView& view) {
  if (!view.is_any(0, {"UPSERT", "REPLACE", "MERGE"})) return;
  const bool inserts = view.is(1, "INTO") && !view.is(0, "MERGE");
  bool sets = false;
  for (int offset = 1; !inserts && view.exists(offset) && !view.is_end(offset); ++offset)
    sets |= view.is(offset, "SET");
  const char* const instead = inserts ? "INSERT" : sets ? "UPDATE" : "INSERT or UPDATE";
  std::optional<Fix> fix;
  if (inserts || (sets && !view.is(0, "MERGE"))) fix = Fix{view.span(0), instead};
  refuse("sql_replace", view.span(0), {{"word", std::string(view.at(0))}, {"instead", instead}}, fix);
}

/// `{name: 'Ann', age: 5}` as columns and constants; nothing if a value is more than a constant.
using Members = std::vector<std::pair<std::string, std::string>>;
std::optional<Members> members_from(const SyntaxView& view, int open) {
  Members members;
  const int close = view.closing(open);
  for (int i = open + 1; i < close; i += 4) {
    const bool is_string = view.type(i + 2) == "QUOTED_NAME";
    const bool ends = i + 3 == close || view.is(i + 3, ",");
    if (!view.is(i + 1, ":") || !ends || (!is_string && !view.is_constant(i + 2))) return std::nullopt;
    const std::string_view key = view.at(i), value = view.at(i + 2);
    const bool quoted = view.type(i) == "STRING" || view.type(i) == "QUOTED_NAME";
    members.emplace_back(quoted ? key.substr(1, key.size() - 2) : key,
                         is_string ? quote_text(value.substr(1, value.size() - 2)) : std::string(value));
  }
  return close == kNoToken ? std::nullopt : std::optional(members);
}

std::string joined(const Members& members, std::string_view between,
                   std::string (*show)(const Members::value_type&)) {
  std::string text;
  for (const auto& member : members) text += (text.empty() ? "" : std::string(between)) + show(member);
  return text;
}

/// `db.posts.find({author: 'ann'})` as CQL; empty if it cannot be told, or if it removes: whoever wants that types it.
std::string collection_call_as_cql(const SyntaxView& view) {
  const std::string table(view.at(2));
  const bool bare = view.is(6, ")");
  const std::optional<Members> members = view.is(6, "{") ? members_from(view, 6) : std::nullopt;
  if (!bare && !members) return {};
  const std::string where =
      bare || members->empty() ? "" : " WHERE " + joined(*members, " AND ", [](const auto& member) {
                                        return member.first + " = " + member.second;
                                      });
  if (view.is(4, "find")) return "SELECT * FROM " + table + where;
  if (view.is(4, "findOne")) return "SELECT * FROM " + table + where + " LIMIT 1";
  if (view.is_any(4, {"count", "countDocuments"})) return "SELECT count(*) FROM " + table + where;
  if (where.empty()) return {};
  if (!view.is_any(4, {"insert", "insertOne", "save"})) return {};
  return "INSERT INTO " + table + " (" +
         joined(*members, ", ", [](const auto& member) { return member.first; }) + ") VALUES (" +
         joined(*members, ", ", [](const auto& member) { return member.second; }) + ")";
}

void refuse_collection_calls(const SyntaxView& view) {
  if (!view.is(0, "db") || !view.is(1, ".") || !view.is_name(2)) return;
  std::optional<Fix> fix;
  if (view.is(3, ".") && view.is(5, "(")) {
    const std::string cql = collection_call_as_cql(view);
    if (!cql.empty()) fix = Fix{whole_statement(view), cql};
  }
  refuse("other_document_call", view.span(0), {}, fix);
}

// Words of sentences that are rarely names.
constexpr std::array<std::string_view, 34> kWordsOfProse = {
    "the",  "an",   "this",  "that", "these", "those", "are",   "was",  "were",  "our",   "we",  "it",
    "its",  "each", "every", "here", "there", "now",   "which", "who",  "you",   "your",  "can", "should",
    "must", "has",  "have",  "does", "will",  "be",    "for",   "some", "holds", "stores"};

/// Returns true if the token is a number that makes one word of a sentence, whichever number it is.
bool is_counted_word(const SyntaxView& view, int offset) {
  const std::uint32_t begin = view.span(offset).begin;
  return view.type(offset) == "INTEGER" && begin > 0 &&
         kBlanks.find(view.unnoted()[begin - 1]) != kBlanks.npos;
}

constexpr std::string_view kSignsOfCode = "=*<>[]{}()";

/// Returns true if a sign that sentences do not have occurs in the first line before its first string, whatever the
/// literals are.
bool is_code(const SyntaxView& view) {
  int token = view.begin();
  const std::uint32_t begin = view.span(token).begin;
  while (view.exists(token) && view.type(token) != "STRING") ++token;
  const std::size_t end = view.exists(token) ? view.span(token).begin : view.span(token - 1).end;
  const std::string_view text = view.unnoted().substr(begin, end - begin);
  const std::size_t sign = text.find_first_of(kSignsOfCode);
  return sign != text.npos && text.find_first_of("\n;") > sign;
}

std::string_view first_line_of(const SyntaxView& view) {
  const int first = view.begin();
  const std::uint32_t begin = view.span(first).begin;
  const std::string_view rest = view.unnoted().substr(begin);
  const std::string_view line = rest.substr(0, rest.find_first_of("\n;"));
  const std::size_t end = begin + line.size();
  int token = first;
  for (; view.exists(token) && view.span(token).begin < end; ++token) {
    if (!is_counted_word(view, token)) view.note(view.span(token));
  }
  if (!view.exists(token)) view.text();  // the tokens further ahead are not known
  return line;
}

struct LineOfWords {
  std::size_t words = 0;
  std::size_t words_of_prose = 0;
  bool has_signs = false;  // that sentences do not have
};

/// Characters that may separate the words of a sentence.
constexpr std::array<bool, 256> kBetween = [] {
  std::array<bool, 256> between{};
  for (const unsigned char c : std::string_view(" \t\r.,:!?-\"'`")) between[c] = true;
  return between;
}();

LineOfWords read_line(std::string_view line) {
  LineOfWords read;
  while (!line.empty()) {
    const auto is_between = [](char c) { return kBetween[static_cast<unsigned char>(c)]; };
    line.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(line, is_between) - line.begin()));
    const auto end = static_cast<std::size_t>(std::ranges::find_if(line, is_between) - line.begin());
    const std::string_view word = line.substr(0, end);
    if (word.empty()) break;
    ++read.words;
    read.has_signs |= word.find_first_of(kSignsOfCode) != word.npos;
    if (std::ranges::find(kWordsOfProse, to_lower(word)) != kWordsOfProse.end()) ++read.words_of_prose;
    line.remove_prefix(word.size());
  }
  return read;
}

/// A comment whose -- is lost: a line of words, near the beginning of which the grammar gives up.
void refuse_prose(const SyntaxView& view) {
  const int first = view.begin();
  if (first < -2) return;
  const bool is_sign = view.type(first) == "OTHER";
  if (!is_sign && is_code(view)) return;
  const std::string_view line = first_line_of(view);
  const LineOfWords read = read_line(line);
  const bool misspelled = first == 0 && !misspelled_keyword(view).empty();
  const bool begins_unknown = first == 0 && view.type(0) == "IDENTIFIER" && !misspelled;
  const bool has_prose = read.words_of_prose > (misspelled ? 1 : 0);
  const bool article = first == -1 && view.is(0, "a") && view.is_name(1);
  const bool foreign_letters = first == 0 && is_sign &&
                               static_cast<unsigned char>(view.at(0).front()) >= 0x80 &&
                               !look_alike_at(view.unnoted(), view.span(0).begin);
  const bool sentence =
      !is_sign && !read.has_signs && read.words >= 3 && (has_prose || begins_unknown || article);
  if (!sentence && !foreign_letters) return;
  const std::uint32_t begin = view.span(first).begin;
  refuse("prose", {begin, begin + static_cast<std::uint32_t>(line.find_last_not_of(" \t\r") + 1)}, {},
         Fix{{begin, begin}, "-- "});
}

/// What scripts of other databases set at their beginning.
constexpr std::string_view kSettingsElsewhere[] = {"autocommit",
                                                   "search_path",
                                                   "foreign_key_checks",
                                                   "unique_checks",
                                                   "sql_mode",
                                                   "sql_notes",
                                                   "time_zone",
                                                   "timezone",
                                                   "client_encoding",
                                                   "client_min_messages",
                                                   "statement_timeout",
                                                   "lock_timeout",
                                                   "default_tablespace",
                                                   "default_table_access_method",
                                                   "check_function_bodies",
                                                   "row_security",
                                                   "xmloption",
                                                   "idle_in_transaction_session_timeout",
                                                   "standard_conforming_strings",
                                                   "character_set_client",
                                                   "character_set_results",
                                                   "collation_connection",
                                                   "max_statement_time",
                                                   "datestyle",
                                                   "timing",
                                                   "echo",
                                                   "feedback",
                                                   "linesize",
                                                   "pagesize"};

bool is_setting_elsewhere(const SyntaxView& view, int token) {
  return std::ranges::any_of(kSettingsElsewhere, [&](std::string_view each) { return view.is(token, each); });
}

}  // namespace

void refuse_foreign_statements(const SyntaxView& view) {
  if (!view.expects("SELECT") && view.begin() == 0) return;  // within a batch
  if (view.begin() == 0) {
    refuse_shows(view);
    refuse_upserts(view);
    const bool sets = view.is(0, "SET") && view.is_name(1) && view.is_any(2, {"=", "+=", "-=", "["});
    if (sets && (has_after(view, "WHERE") || !is_setting_elsewhere(view, 1)))
      refuse("set_without_update", view.span(0));
    if (view.is(0, "REMOVE") && view.is(1, "FROM"))  // the letters are nearer to REVOKE
      refuse("misspelled_word", view.span(0), {{"found", std::string(view.at(0))}, {"word", "DELETE"}},
             Fix{view.span(0), "DELETE"}, Subject{Subject::Kind::keyword, "DELETE"});
    for (const ForeignWord& foreign : kForeignWords)
      if (view.is(0, foreign.word)) refuse(foreign.id, view.span(0), {{"word", std::string(view.at(0))}});
    refuse_collection_calls(view);
  }
  refuse_prose(view);
}

void refuse_unknown_statements(const SyntaxView& view) {
  if (view.begin() != 0 || !view.expects("SELECT")) return;
  refuse("unknown_statement", view.span(0), {{"found", std::string(view.at(0))}});
}

}  // namespace cellar
