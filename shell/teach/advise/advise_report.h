// What ADVISE answers, before it is written as text or as JSON.
//
// In:      queries, and the tables that serve them.
// Out:     an AdviceReport: all CQL in it runs, the writes with values for their markers.
// Refused: nothing. A query that nothing serves is reported with the reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner/advise/serving_rules.h"
#include "planner/advise/workload.h"
#include "planner/planner.h"
#include "shell/teach/workload/query_directive.h"

namespace cellar {

/// A query as it was asked, and where.
struct AskedQuery {
  std::string text;      // without its semicolon
  std::size_t line = 1;  // of its first character in the file
  std::size_t column = 1;
  QueryDirective directive{};  // of the comments before it
};

enum class AdviceVerdict { served, advice, none };

/// The rows that APPLY has found in the source of a table, and what became of them.
struct FilledTable {
  std::uint64_t read = 0;
  std::uint64_t copied = 0;
  std::uint64_t without_value = 0;  // of a column of the key
  std::uint64_t unfit = 0;          // whose value cannot be in a key
  std::uint64_t deleted = 0;        // of the table, since the source does not have them
};

/// The same table with a bucket in its partition key.
struct ReportedBuckets {
  std::string name, create;
  std::vector<KeyReason> key;
  std::vector<Diagnostic> notes;
};

struct ReportedTable {
  std::string name;
  std::string source;  // the table whose rows it holds
  std::string
      create;  // CREATE TABLE, or ALTER TABLE if a copy lacks columns; empty: it is there as it should be
  std::vector<KeyReason> key;  // why each column of the key is where it is
  std::vector<Diagnostic> notes;
  std::vector<std::size_t> queries;          // that it serves
  bool is_filled = true;                     // false: a view, which the database keeps
  std::optional<FilledTable> filled{};       // by APPLY
  std::optional<ReportedBuckets> buckets{};  // to be preferred, if there is one; APPLY cannot fill it
};

struct ReportedQuery {
  std::string original;
  std::string rewritten;  // empty: nothing serves it
  std::string table;      // likewise
  std::string in_bucket;  // the query for the table with buckets; empty: there is none
  std::string
      code;  // why its own table does not serve it, or why nothing does; empty: its own table serves it
  std::optional<Diagnostic> reason;  // why nothing serves it
  std::vector<KeptRule> rules;       // if its own table serves it
  bool is_refused = false;           // likewise, but not as it was asked
};

/// How often the rows of a table are kept.
struct ReportedCopies {
  std::string table;
  std::size_t columns = 0;  // of the table
  std::size_t kept = 0;     // columns of all tables that hold them
  std::size_t tables = 0;   // to which a write goes
};

struct AdviceReport {
  AdviceVerdict verdict = AdviceVerdict::served;
  std::string code;
  std::vector<ReportedTable> tables;
  std::vector<ReportedQuery> queries;
  std::vector<std::string> fill, writes;
  std::vector<ReportedCopies> copies;
  std::vector<std::string> unused;  // tables that serve no query
};

/// Returns the CREATE TABLE that APPLY runs: its comment says of which table it is a copy, so that a later APPLY may
/// delete there what the source does not have.
std::string create_as_copy(const WorkloadTable& table);

/// The notes in words. Several queries may get the same one.
std::vector<std::string> note_texts(const std::vector<Diagnostic>& notes, Language language);

AdviceReport report_advice(const std::vector<AskedQuery>& queries, const WorkloadAdvice& advice,
                           const PlanContext& context);

}  // namespace cellar
