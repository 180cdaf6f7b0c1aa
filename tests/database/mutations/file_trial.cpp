#include "file_trial.h"
#include "database/snapshot.h"

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
  Trial(const std::filesystem::path& path, bool goes_on) : path_(path), goes_on_(goes_on) {}

  void run() {
    opening_step("open", [&] { open(kWritten + 10); });
    read();
    for (const char* statement : writes()) execute(statement);
    step("COMPACT", [&] { database_->compact(); });
    later();
    read();
    delete_partitions();
    step("the last COMPACT", [&] { database_->compact(); });
  }

  const std::string& damage() const { return damage_; }
  const std::string& fault() const { return fault_; }
  std::size_t answers() const { return answers_; }

 private:
  /// Runs the action unless the trial has ended.
  template <class Action>
  void step(const std::string& what, Action action) {
    if (session_) opening_step(what, action);
  }

  template <class Action>
  void opening_step(const std::string& what, Action action) {
    if (!fault_.empty() || (!goes_on_ && !damage_.empty())) return;
    const std::string code = code_of(action);
    if (is_fault(code)) fault_ = what + ": " + code;
    if (damage_.empty() && (is_fault(code) || speaks_of_damage(code) || (!code.empty() && !session_)))
      damage_ = what + ": " + code;
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
    opening_step("open later", [&] { open(kWritten + kLater); });
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
  const bool goes_on_;
  std::optional<Database> database_;
  std::optional<Session> session_;
  std::string damage_;
  std::string fault_;
  std::size_t answers_ = 0;
};

}  // namespace

std::string told_by_child(const std::function<std::string()>& work) {
  constexpr unsigned kLimit = 120;  // seconds; a trial takes a fraction of one
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(kLimit);
    for (const int ending : {SIGSEGV, SIGABRT, SIGFPE})
      signal(ending, SIG_DFL);  // Catch's would speak for the parent
    const std::string told = work();
    _exit(write(ends[1], told.data(), told.size()) == static_cast<ssize_t>(told.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string told(4096, '\0');
  const ssize_t size = ::read(ends[0], told.data(), told.size());
  told.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  return status == 0 ? told : "it fails";
}

std::string code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    return std::string(refusal.diagnostic.code());
  } catch (const std::exception& error) {
    return std::string("E599 ") + error.what();
  }
  return "";
}

bool is_fault(const std::string& code) { return code.starts_with("E599"); }

bool speaks_of_damage(const std::string& code) {
  constexpr std::array kDamage{"E423", "E501", "E502"};
  return std::ranges::find(kDamage, code) != kDamage.end();
}

Met met_in(const std::filesystem::path& path, bool goes_on) {
  const std::string told = told_by_child([&] {
    Trial trial(path, goes_on);
    trial.run();
    return std::to_string(trial.answers()) + '\n' + trial.damage() + '\n' + trial.fault();
  });
  const std::size_t first = told.find('\n');
  if (first == told.npos) return {told, told, 0};
  const std::size_t second = told.find('\n', first + 1);
  return {told.substr(first + 1, second - first - 1), told.substr(second + 1),
          std::stoull(told.substr(0, first))};
}

}  // namespace cellar::test
