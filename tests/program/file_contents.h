// All that can be read in a database, as lines of text that two databases can be compared by.
//
// In:      a database.
// Out:     for each table, view and index its rows; for a statement, what became of it.
// Refused: nothing: a refusal is one of the lines.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "database/database.h"

using Lines = std::vector<std::string>;

/// Returns "done", or the id of the refusal.
std::string outcome_of(const std::function<void()>& run);

/// Adds the query, its outcome, and its rows in the order of their text.
void add_rows(cellar::Session& session, const std::string& query, Lines& lines);

/// The definitions of a keyspace and the rows of its tables and views; the rows that each of its indexes finds for each
/// value of the column.
Lines contents_of(const cellar::Database& database, const std::string& keyspace);
/// The same for all keyspaces. Checks that no two tables, indexes or views have one id.
Lines contents_of(const cellar::Database& database);

/// The damages that `cellar verify` finds.
Lines damages_in(const std::filesystem::path& path);

/// A folder in memory, if the system has one: a kill leaves the system's cache alive, so tests of kills need no disk.
std::filesystem::path memory_folder();
