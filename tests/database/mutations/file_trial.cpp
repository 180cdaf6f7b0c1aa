#include "file_trial.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "../fixture.h"
#include "rich_database.h"
#include "storage/raw_entry.h"
#include "storage/raw_partition.h"

namespace cellar::test {

namespace {

class Trial {
 public:
  explicit Trial(const std::filesystem::path& path) : path_(path) {}

  std::string run() {
    step("open", [&] { open(kWritten + 10); });
    if (!database_) return damage_;
    read();
    for (const char* statement : writes()) execute(statement);
    step("COMPACT", [&] { database_->compact(); });
    later();
    read();
    delete_partitions();
    step("the last COMPACT", [&] { database_->compact(); });
    return damage_;
  }

  std::size_t answers() const { return answers_; }

 private:
  /// Runs the action unless damage was met before.
  template <class Action>
  void step(const std::string& what, Action action) {
    if (!damage_.empty()) return;
    try {
      action();
    } catch (const Refusal& refusal) {
      constexpr std::array kDamage{"E423", "E501", "E502", "E599"};
      const std::string code(refusal.diagnostic.code());
      if (!database_ || std::ranges::find(kDamage, code) != kDamage.end())
        damage_ = what + ": " + code + " " + std::string(refusal.diagnostic.id);
    } catch (const std::exception& error) {
      damage_ = what + ": " + error.what();
    }
  }

  void open(Timestamp second) {
    session_.reset();
    database_.reset();
    database_ = Database::open(path_, at_second(second));
    session_.emplace(*database_);
    session_->use("k");
  }

  void execute(const std::string& statement) {
    step(statement, [&] {
      Result result = session_->execute(statement);
      while (const ResultRow* row = result.next()) {
        for (std::size_t i = 0; i < row->size(); ++i)
          note_answer((*row)[i] ? std::string_view(*(*row)[i]) : "");
      }
    });
  }

  void note_answer(std::string_view value) {
    answers_ = answers_ * 31 + std::hash<std::string_view>()(value);
  }

  void read() {
    for (const char* statement : reads()) execute(statement);
    step("the schema", [&] {
      for (const auto& [name, keyspace] : database_->schema()->keyspaces) {
        for (const auto& [table_name, table] : keyspace.tables) {
          read_all(table);
          for (const View& view : table->views) read_all(view.table);
        }
      }
    });
  }

  void read_all(const TablePointer& table) {
    const std::string name = quote_name(table->keyspace) + "." + quote_name(table->name);
    execute("SELECT * FROM " + name);
    execute("SELECT count(*) FROM " + name);
    step("CELLS of " + name, [&] {
      Snapshot snapshot = database_->snapshot();
      RawPartitions partitions(snapshot.transaction, table, {});
      while (partitions.next()) {
        while (partitions.next_item() != nullptr) {
          while (partitions.next_part() != nullptr) {
          }
        }
      }
    });
    step("the entries of " + name, [&] {
      Snapshot snapshot = database_->snapshot();
      show(RawEntries(snapshot.transaction, table, RawPlace{}));
      for (std::size_t i = 0; i < table->indexes.size(); ++i)
        show(RawEntries(snapshot.transaction, table, i));
    });
  }

  static void show(RawEntries entries) {
    while (entries.next()) {
      entries.parts();
      entries.meaning();
    }
  }

  /// Writes once more after everything that may expire or be purged is due.
  void later() {
    step("open later", [&] { open(kWritten + kLater); });
    for (int i = 0; i < 4; ++i) execute("INSERT INTO plain (p, c, v) VALUES (1, 20, 'later')");
  }

  void delete_partitions() {
    step("the tables", [&] {
      for (const auto& [table_name, table] : database_->schema()->find_keyspace("k")->tables)
        delete_all(*table);
    });
  }

  void delete_all(const Table& table) {
    std::string columns;
    for (std::size_t i = 0; i < table.partition_key_size; ++i)
      columns += (i > 0 ? ", " : "") + quote_name(table.columns[i].name);
    std::vector<std::string> deletions;
    step("the partitions of " + table.name, [&] {
      Result result = session_->execute("SELECT DISTINCT " + columns + " FROM " + quote_name(table.name));
      while (const ResultRow* row = result.next()) {
        std::string where;
        for (std::size_t i = 0; i < row->size(); ++i) {
          where += (i > 0 ? " AND " : " WHERE ") + quote_name(table.columns[i].name) + " = " +
                   to_literal(table.columns[i].type, (*row)[i]);
        }
        deletions.push_back("DELETE FROM " + quote_name(table.name) + where);
      }
    });
    for (const std::string& deletion : deletions) execute(deletion);
  }

  const std::filesystem::path path_;
  std::optional<Database> database_;
  std::optional<Session> session_;
  std::string damage_;
  std::size_t answers_ = 0;
};

}  // namespace

Met met_in(const std::filesystem::path& path) {
  constexpr unsigned kLimit = 120;  // seconds; a trial takes a fraction of one
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(kLimit);
    for (const int ending : {SIGSEGV, SIGABRT, SIGFPE})
      signal(ending, SIG_DFL);  // Catch's would speak for the parent
    Trial trial(path);
    const std::string damage = trial.run();
    const std::string told = std::to_string(trial.answers()) + " " + damage;
    _exit(write(ends[1], told.data(), told.size()) == static_cast<ssize_t>(told.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string told(4096, '\0');
  const ssize_t size = ::read(ends[0], told.data(), told.size());
  told.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return {"signal " + std::to_string(WTERMSIG(status)), 0};
  const std::size_t space = told.find(' ');
  if (status != 0 || space == told.npos) return {"it fails", 0};
  return {told.substr(space + 1), std::stoull(told.substr(0, space))};
}

}  // namespace cellar::test
