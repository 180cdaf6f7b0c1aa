// MATRIX: which tables serve which queries of a program.
//
// In:      SELECT statements, the schema. Each query is planned on each table of its keyspace under `teach`, as if it
//          named that table, and without ALLOW FILTERING.
// Out:     for each pair whether the table serves the query, or the code for which it is refused; queries that no table
//          serves, and tables that serve no query.
// Refused: what is interrupted. A query that its own table could not even name is reported with the reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "refusal/language.h"
#include "shell/connection/connection.h"
#include "shell/teach/advise/advise_report.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

/// `reverse`: each partition is read backwards. `index`: through an index. `lacking`: the table lacks a column that the
/// query names.
enum class MatrixFit : std::uint8_t { forward, reverse, index, lacking, refused };

struct MatrixCell {
  MatrixFit fit = MatrixFit::refused;
  std::string code;  // of the refusal
};

struct MatrixQuery {
  std::string text;
  std::string name;                // that of its directive, or Q and its number among the queries of the file
  TablePointer own;                // the table that it names
  std::vector<std::size_t> after;  // queries whose answer leads to it
  std::vector<MatrixCell> cells;
  bool is_served() const;
};

struct FaultyQuery {
  std::size_t query = 0;  // into the queries that were given
  Diagnostic fault;
};

struct MatrixReport {
  std::vector<TablePointer> tables;
  std::vector<std::string> names;  // of the tables, with the keyspace unless it is in use
  std::vector<MatrixQuery> queries;
  std::vector<FaultyQuery> faulty;
  std::vector<std::size_t> unserved;  // into queries
  std::vector<std::size_t> unused;    // into tables
  std::size_t passed_over = 0;        // statements that are no SELECT, and reads of system tables
};

bool serves(MatrixFit fit);
/// "Q1, Q3"
std::string query_names(const MatrixReport& report, const std::vector<std::size_t>& queries);

/// The tables are those of the keyspaces that queries name, and of the one in use.
MatrixReport report_matrix(const std::vector<AskedQuery>& queries, const Connection& connection,
                           const StopToken& stop);
/// `file`: of the queries, as it was typed.
std::string matrix_text(const MatrixReport& report, std::string_view file, Language language,
                        std::size_t terminal);
/// docs/schema/matrix.schema.json
std::string matrix_json(const MatrixReport& report);

}  // namespace cellar
