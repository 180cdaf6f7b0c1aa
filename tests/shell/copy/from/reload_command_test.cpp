// The COPY that loads refused rows once they are mended.
#include "shell/copy/from/reload_command.h"
#include "shell/connection/database_connection.h"

#include <catch2/catch.hpp>

using namespace cellar;

namespace {

class ReloadedTable {
 public:
  ReloadedTable() {
    session_.execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session_.use("k");
    session_.execute("CREATE TABLE t (id int PRIMARY KEY, \"B\" text)");
  }

  /// `names` are those of the columns that the fields of the file are for, empty for a field that is left out; nothing: no
  /// row was read.
  std::string command(const std::string& text, const std::optional<std::vector<std::string>>& names) {
    const CopyStatement statement = parse_copy(text);
    const CopyTarget target = resolve_copy(statement, connection_);
    FileColumns columns;
    for (const std::string& name : names.value_or(std::vector<std::string>())) {
      const std::optional<std::size_t> index = target.table->find(name);
      columns.push_back({index ? &target.table->columns[*index] : nullptr});
    }
    return reload_command(statement, target, read_copy_options(statement, {}), names ? &columns : nullptr,
                          "it's.err");
  }

 private:
  const Database database_ = Database::open_temporary();
  DatabaseConnection connection_{database_, Policy::cassandra};
  Session& session_ = connection_.session();
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the command that loads refused rows names the columns of the file that was read") {
  ReloadedTable table;
  CHECK(table.command("COPY t FROM 'f'", Names{"B", "id"}) == "COPY k.t (\"B\", id) FROM 'it''s.err';");
  CHECK(table.command("COPY t FROM 'f'", std::nullopt) == "COPY k.t FROM 'it''s.err';");
  // A field that is left out has no name but that of the statement's list, which SKIPCOLS is about.
  CHECK(table.command("COPY t (id, \"B\") FROM 'f' WITH SKIPCOLS = 'B'", Names{"id", ""}) ==
        "COPY k.t (id, \"B\") FROM 'it''s.err' WITH SKIPCOLS = 'B';");
  CHECK(table.command("COPY t FROM 'f' WITH FORMAT = 'jsonl'", Names{"id"}) ==
        "COPY k.t FROM 'it''s.err' WITH FORMAT = 'jsonl';");
}

TEST_CASE("the command that loads refused rows has the options of rows alone") {
  ReloadedTable table;
  CHECK(
      table.command("COPY t FROM 'f' WITH HEADER = true AND DELIMITER = ';' AND MAXROWS = 10 AND NULL = ''''",
                    std::nullopt) == "COPY k.t FROM 'it''s.err' WITH DELIMITER = ';' AND NULL = '''';");
}
