// A folder with tables to copy files into.
//
// In:      files, and statements that copy them.
// Out:     what the program prints, and its exit status.
// Refused: nothing.
#pragma once

#include <filesystem>
#include <string>

#include "run_program.h"

/// A folder with a script that makes the tables.
class CopyFolder {
 public:
  CopyFolder() {
    folder_.write(
        "world.cql",
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
        "USE k;\nCREATE TABLE t (id int PRIMARY KEY, b text, a text);\n"
        "CREATE TABLE c (id text PRIMARY KEY, n counter, m counter);\n");
  }

  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  std::string read(const std::string& name) const { return folder_.read(name); }
  bool has(const std::string& name) const { return std::filesystem::exists(folder_.path / name); }
  const std::filesystem::path& path() const { return folder_.path; }

  /// Runs statements in keyspace k.
  ProgramRun run(const std::string& statements, const std::string& options = "") const {
    folder_.write("copy.cql", statements);
    return folder_.run("--policy cassandra --diag short " + options + " -f world.cql -f copy.cql");
  }

 private:
  ScratchFolder folder_;
};

/// Reads the rows of t with ids from 1 to 8.
inline const std::string kRows = "SELECT JSON * FROM t WHERE id IN (1, 2, 3, 4, 5, 6, 7, 8);\n";

/// Returns the lines of the output that are documents.
std::string documents(const std::string& output);
