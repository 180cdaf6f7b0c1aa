// Files that the real cqlsh wrote: their rows are those that cqlsh read from its tables (cqlsh/exchange.py).

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "run_program.h"

namespace {

const std::filesystem::path kFiles = std::filesystem::path(CELLAR_SOURCE_DIR) / "tests/shell/copy/cqlsh";

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

struct CqlshFile {
  std::string table, name, options;

  std::string with(const std::string& more = "") const {
    const std::string all = options + (options.empty() || more.empty() ? "" : " AND ") + more;
    return all.empty() ? "" : " WITH " + all;
  }
};

/// The lines of files.txt.
std::vector<CqlshFile> cqlsh_files() {
  std::vector<CqlshFile> files;
  std::ifstream lines(kFiles / "files.txt");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(" | "), second = line.find(" |", first + 3);
    if (line.starts_with("#") || second == line.npos) continue;
    files.push_back({line.substr(0, first), line.substr(first + 3, second - first - 3),
                     line.size() > second + 3 ? line.substr(second + 3) : ""});
  }
  return files;
}

std::string families(const std::string& keyspace) {
  return "CREATE KEYSPACE " + keyspace +
         " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE " + keyspace +
         ";\n" + text_of(kFiles / "families.cql");
}

std::string without_carriage_returns(std::string text) {
  std::erase(text, '\r');
  return text;
}

}  // namespace

TEST_CASE("COPY FROM reads the files that cqlsh wrote") {
  const ScratchFolder folder;
  std::string script = families("written") + families("read");
  for (const CqlshFile& file : cqlsh_files()) {
    // cqlsh has a form of its own for a user type whose fields have blanks, which nobody reads.
    const bool is_fields = file.table == "fields";
    const std::string columns = is_fields ? " (id, t, u, uu, many)" : "";
    const std::string errors =
        is_fields ? "ERRFILE = 'refused' AND SKIPCOLS = 'mixed'" : "ERRFILE = 'refused'";
    const auto as_json = [&](const std::string& keyspace) {
      return "COPY " + keyspace + "." + file.table + columns + " TO '" + file.name + "." + keyspace +
             "' WITH FORMAT = jsonl;\n";
    };
    script += as_json("written") + "TRUNCATE read." + file.table + ";\nCOPY read." + file.table + " FROM '" +
              (kFiles / file.name).string() + "'" + file.with(errors) + ";\n" + as_json("read");
  }
  folder.write("a.cql", script);
  const ProgramRun run = folder.run("-f a.cql");
  INFO(run.output << run.errors);
  CHECK(cqlsh_files().size() >= 17);
  for (const CqlshFile& file : cqlsh_files()) {
    INFO(file.name);
    // With a separator of its own cqlsh rounds decimals.
    if (file.name == "escapes.csv" || file.name == "numbers_separators.csv") continue;
    CHECK_FALSE(folder.read(file.name + ".read").empty());
    CHECK(folder.read(file.name + ".read") == folder.read(file.name + ".written"));
  }
  CHECK_THAT(folder.read("numbers_separators.csv.read"),
             Catch::Contains(R"("bi": 9223372036854775807, "db": 1234.56789, "de": 12345.6789, "fl": 1.5)"));
  // cqlsh writes backslashes and control characters as Python shows them, and reads them as these letters.
  CHECK(folder.read("escapes.csv.read") == R"({"id": 1, "t": "back\\\\slash"}
{"id": 2, "t": "two\\nlines"}
{"id": 4, "t": ""}
{"id": 3, "t": "\\\\n"}
)");
}

TEST_CASE("COPY TO with cqlsh's precisions writes what cqlsh wrote, but for the ends of lines") {
  const ScratchFolder folder;
  std::string script = families("k");
  for (const CqlshFile& file : cqlsh_files()) {
    const bool is_precise = file.options.find("PRECISION") != file.options.npos;
    script += "COPY " + file.table + " TO '" + file.name + "'" +
              file.with(is_precise ? "" : "FLOATPRECISION = 5 AND DOUBLEPRECISION = 12") + ";\n";
  }
  folder.write("a.cql", script);
  const ProgramRun run = folder.run("-f a.cql");
  INFO(run.output << run.errors);
  for (const CqlshFile& file : cqlsh_files()) {
    // cqlsh escapes control characters and backslashes twice, has another form for a user type whose fields have
    // blanks, and rounds decimals when it replaces their point.
    if (file.name == "escapes.csv" || file.name == "fields.csv" || file.name == "numbers_separators.csv")
      continue;
    INFO(file.name);
    CHECK(folder.read(file.name) == without_carriage_returns(text_of(kFiles / file.name)));
  }
}
