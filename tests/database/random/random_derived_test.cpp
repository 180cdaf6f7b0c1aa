// After any sequence of statements a read by an index answers as one that filters a table without indexes, and a
// view has the rows that its table gives: two files get the same statements, one of them with indexes and views.

#include <atomic>
#include <cstdlib>
#include <thread>

#include "../storage/store_fixture.h"
#include "fixture.h"
#include "random/random_derived.h"
#include "storage/verify/verify.h"

namespace cellar {

namespace {

constexpr std::size_t kTwinSessions = 3;
constexpr Seconds kTwinStart = 1'790'000'000;

using Answer = std::vector<std::string>;

Answer refused(const Refusal& refusal) { return {"refused", std::string(refusal.diagnostic.id)}; }

Answer taken_answer(Reply& reply) {
  if (const auto* refusal = std::get_if<Refusal>(&reply)) return refused(*refusal);
  try {
    return rows_of(std::get<Result>(reply));
  } catch (const Refusal& refusal) {
    return refused(refusal);
  }
}

bool is_refused(const Answer& answer) { return !answer.empty() && answer[0] == "refused"; }

/// A file and the sessions that work on it.
class File {
 public:
  explicit File(const Timestamp& now) : now_(now) { open(); }

  /// Returns its path.
  std::filesystem::path close() {
    sessions.clear();
    database_.reset();
    return folder_ / "file.cellar";
  }
  void reopen() {
    close();
    open();
  }
  void compact() { database_->compact(); }
  /// Purges, and leaves the clock of the file as it is.
  void commit_nothing() { Store::open(folder_ / "file.cellar", options()).write().commit(); }

  Answer run(std::size_t index, const std::string& text) {
    try {
      Result result = sessions[index].execute(text);
      return rows_of(result);
    } catch (const Refusal& refusal) {
      return refused(refusal);
    }
  }

  /// All pages of a read.
  Answer run_paged(std::size_t index, const std::string& text, std::size_t page) {
    Answer all;
    Request request;
    request.statement = text;
    request.page_size = page;
    try {
      do {
        Result result = sessions[index].execute(request);
        for (std::string& row : rows_of(result)) all.push_back(std::move(row));
        request.read_position = result.read_position();
      } while (!request.read_position.empty());
    } catch (const Refusal& refusal) {
      return refused(refusal);
    }
    return all;
  }

  /// Submits the texts of each session at once, and returns the answers when all are there.
  std::vector<std::vector<Answer>> submit(const std::vector<std::vector<std::string>>& texts) {
    std::vector<std::vector<Answer>> answers(texts.size());
    std::atomic<std::size_t> left = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      answers[i].resize(texts[i].size());
      left += texts[i].size();
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      for (std::size_t j = 0; j < texts[i].size(); ++j) {
        Request request;
        request.statement = texts[i][j];
        sessions[i].submit(std::move(request), [&left, &answer = answers[i][j]](Reply reply) {
          answer = taken_answer(reply);
          --left;
        });
      }
    }
    while (left != 0) std::this_thread::yield();
    return answers;
  }

  std::vector<Session> sessions;

 private:
  StoreOptions options() const {
    StoreOptions options;
    options.sync = false;
    options.clock = [this] { return now_; };
    return options;
  }

  void open() {
    database_.emplace(Database::open(folder_ / "file.cellar", options()));
    for (std::size_t i = 0; i < kTwinSessions; ++i) sessions.emplace_back(*database_);
    create_keyspace(sessions[0]);
    for (Session& session : sessions) session.use("k");
  }

  const Timestamp& now_;
  const test::Folder folder_;
  std::optional<Database> database_;
};

class DerivedSequence {
 public:
  explicit DerivedSequence(unsigned seed) : random_(seed), derived_(now_), plain_(now_) {
    set_ways();
    both(0, random_.create());
    if (!random_.purges_nothing() || roll(2) == 0) delete_early();
    for (int left = roll(6); left > 0; --left) define_derived();
  }

  /// Returns how many reads were compared.
  int run() {
    for (int left = 30 + roll(90); left > 0; --left) step();
    end_group();
    if (roll(2) == 0) outlive_all();
    check_views();
    for (int left = 10; left > 0; --left) check_read();
    check_file();
    return compared_;
  }

 private:
  int roll(int sides) { return random_.roll(sides); }
  std::size_t some_session() { return group_ ? *group_ : static_cast<std::size_t>(roll(kTwinSessions)); }
  void tick() { now_ += 1'000 + (roll(8) == 0 ? 3'000'000 : 0); }

  /// The clock is ahead for some commits, which purge, and is set back. What has expired meanwhile is then there again.
  void be_ahead() {
    const Timestamp by = 1'000'000 * (1 + roll(30));
    note("ahead by " + std::to_string(by));
    now_ += by;
    for (int commits = 1 + roll(3); commits > 0; --commits) {
      derived_.commit_nothing();
      plain_.commit_nothing();
    }
    if (roll(3) == 0) compact();
    now_ -= by;
  }

  /// What is deleted and what expires is purged, unless the grace is long.
  void outlive_all() {
    note("all has ended");
    now_ += 60'000'000;
    for (int commits = 0; commits < 10; ++commits) {
      derived_.commit_nothing();
      plain_.commit_nothing();
    }
  }

  /// Rows that are deleted while there is no index or view stay stored until they are purged.
  void delete_early() {
    for (int left = 10 + roll(30); left > 0; --left) {
      tick();
      both(0, roll(6) == 0 ? random_.remove_rows() : random_.write());
    }
    for (std::size_t place = 0; place < views_.size(); ++place) {
      if (roll(2) == 0) define_view(place);
    }
  }

  void define_view(std::size_t place) {
    const std::string text = RandomDerived::create_view(random_views()[place]);
    note(text);
    if (!is_refused(derived_.run(some_session(), text))) views_[place] = true;
  }

  void compact() {
    note("compacted");
    derived_.compact();
    plain_.compact();
  }

  /// Keeps what was done, for a person who looks into a failure.
  void note(const std::string& what) {
    history_ += "\nat " + std::to_string(now_ - kTwinStart * 1'000'000) + ": " + what.substr(0, 300);
  }

  void set_ways() {
    for (std::size_t i = 0; i < kTwinSessions; ++i) {
      const Policy policy = roll(2) == 0 ? Policy::teach : Policy::cassandra;
      const StatementPath path = roll(3) == 0 ? StatementPath::general : StatementPath::shortest;
      for (File* file : {&derived_, &plain_}) {
        file->sessions[i].set_policy(policy);
        file->sessions[i].set_path(path);
      }
    }
  }

  void both(std::size_t session, const std::string& text) {
    note("session " + std::to_string(session) + ": " + text);
    INFO(history_);
    const Answer of_derived = derived_.run(session, text);
    REQUIRE(of_derived == plain_.run(session, text));
  }

  void step() {
    tick();
    switch (roll(20)) {
      case 0:
        return between();
      case 1:
      case 2:
        return begin_or_end_group();
      case 3:
        return define();
      case 4:
        return submit();
      case 5:
        return check_views();
      default:
        break;
    }
    if (roll(3) == 0) return check_read();
    both(some_session(), random_.write());
  }

  void between() {
    end_group();
    if (roll(3) == 0) {
      note("opened again");
      derived_.reopen();
      plain_.reopen();
    }
    if (roll(3) == 0) compact();
    if (random_.purges_nothing() && roll(2) == 0) be_ahead();
    set_ways();
  }

  void begin_or_end_group() {
    const bool is_async = roll(2) == 0;
    if (group_ && !is_async) return end_group();
    if (!group_) group_ = static_cast<std::size_t>(roll(kTwinSessions));
    for (File* file : {&derived_, &plain_}) {
      Session& session = file->sessions[*group_];
      if (!session.in_group()) {
        session.begin_group();
        continue;
      }
      session.commit_group_async();
      // Whether the commit is done, others do not see before.
      while (!session.is_commit_done()) {
      }
    }
    note("group of session " + std::to_string(*group_));
  }

  void end_group() {
    if (!group_) return;
    note("end of the group");
    derived_.sessions[*group_].commit_group();
    plain_.sessions[*group_].commit_group();
    group_.reset();
  }

  void define() {
    end_group();
    if (roll(3) != 0) return define_derived();
    const std::string text = has_x_ ? "ALTER TABLE t DROP x" : "ALTER TABLE t ADD x int";
    if (roll(3) == 0) return both(some_session(), "TRUNCATE t");
    note(text);
    if (is_refused(derived_.run(0, text))) return;
    has_x_ = !has_x_;
    REQUIRE_FALSE(is_refused(plain_.run(0, text)));
  }

  void define_derived() {
    const auto place = static_cast<std::size_t>(roll(static_cast<int>(random_views().size())));
    const RandomView& view = random_views()[place];
    std::string text = random_.create_index();
    const int what = roll(8);
    if (what == 0) text = "DROP MATERIALIZED VIEW IF EXISTS " + view.name;
    if (what == 1 || what == 2) text = RandomDerived::create_view(view);
    if (what == 3) text = random_.drop_index();
    note(text);
    if (text.empty() || is_refused(derived_.run(some_session(), text))) return;
    if (what < 3) views_[place] = what != 0;
  }

  void submit() {
    end_group();
    std::vector<std::vector<std::string>> texts(kTwinSessions);
    for (std::size_t i = 0; i < kTwinSessions; ++i) {
      for (int left = roll(5); left > 0; --left) {
        texts[i].push_back(random_.write(static_cast<int>(i)));
        note("submitted by " + std::to_string(i) + ": " + texts[i].back());
      }
    }
    INFO(history_);
    REQUIRE(derived_.submit(texts) == plain_.submit(texts));
    has_times_ = false;
  }

  void check_read() {
    const std::string text = random_.select();
    if (!has_times_ && text.find("writetime") != text.npos) return;
    const auto session = static_cast<std::size_t>(roll(kTwinSessions));
    const std::size_t page = roll(3) == 0 ? static_cast<std::size_t>(1 + roll(3)) : 0;
    const auto ask = [&](File& file) {
      return page == 0 ? file.run(session, text) : file.run_paged(session, text, page);
    };
    const Answer by_index = ask(derived_), filtered = ask(plain_);
    // An index refuses what it does not serve.
    if (is_refused(by_index)) return;
    ++compared_;
    INFO(history_ << "\nsession " << session << " at " << now_ << ", pages of " << page << ": "
                  << text.substr(0, 300));
    REQUIRE(by_index == filtered);
  }

  /// Closes the file with indexes and views, and has it verified.
  void check_file() {
    const VerifyActions actions{
        .on_damage = [&](const Damage& damage) { note(damage.place + ": " + damage.reason); },
        .interrupted = [] { return false; },
        .now = now_ / 1'000'000};
    const VerifySummary summary = verify_file(derived_.close(), actions);
    INFO(history_);
    REQUIRE(summary.damages == 0);
  }

  void check_views() {
    for (std::size_t place = 0; place < views_.size(); ++place) {
      if (views_[place]) check_view(random_views()[place]);
    }
  }

  void check_view(const RandomView& view) {
    std::string columns;
    std::size_t count = 0, key = 0, clustering = 0;  // places in the answer
    for (const std::string& column : view.columns) {
      if (column == view.column) key = count;
      if (column == "c") clustering = count;
      columns += (columns.empty() ? "" : ", ") + column;
      ++count;
      const bool is_cell = column != view.column && (column == "a" || column == "b" || column == "f");
      if (!is_cell || !has_times_) continue;
      columns += ", writetime(" + column + "), ttl(" + column + ")";
      count += 2;
    }
    std::string filter = view.filter.empty() ? "" : " WHERE " + view.filter.substr(0, view.filter.size() - 5);
    std::string partition;
    if (roll(2) == 0) {
      const std::string restricted = random_.partition_of(view);
      partition = " WHERE " + restricted;
      filter += (filter.empty() ? " WHERE " : " AND ") + restricted;
    }
    const std::size_t session =
        group_ && roll(2) == 0 ? *group_ : static_cast<std::size_t>(roll(kTwinSessions));
    Answer found =
        derived_.run(session, "SELECT " + columns + " FROM " + view.name + partition + " ALLOW FILTERING");
    Answer given = plain_.run(session, "SELECT " + columns + " FROM t" + filter + " ALLOW FILTERING");
    // A view has no row for a partition without rows, nor for a row without a value for its key.
    std::erase_if(given, [&](const std::string& row) {
      return is_null(row, clustering) || (!view.column.empty() && is_null(row, key));
    });
    std::ranges::sort(found);
    std::ranges::sort(given);
    ++compared_;
    INFO(history_ << "\nview " << view.name << partition << " read by session " << session << " at " << now_);
    REQUIRE(found == given);
  }

  static bool is_null(const std::string& row, std::size_t place) {
    std::size_t begin = 0;
    for (; place > 0; --place) begin = row.find('|', begin) + 1;
    return row.substr(begin, row.find('|', begin) - begin) == "null";
  }

  RandomDerived random_;
  Timestamp now_ = kTwinStart * 1'000'000;
  File derived_, plain_;
  std::vector<bool> views_ = std::vector<bool>(random_views().size());
  std::optional<std::size_t> group_;
  bool has_x_ = true;
  bool has_times_ = true;  // both files give the same timestamps
  int compared_ = 0;
  std::string history_;
};

int number_of(const char* variable, int usual) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::atoi(text) : usual;
}

}  // namespace

TEST_CASE("indexes and views answer as their table does after random statements") {
  const int begin = number_of("CELLAR_FIRST_SEQUENCE", 0), sequences = number_of("CELLAR_SEQUENCES", 60);
  int compared = 0;
  for (int number = begin; number < begin + sequences; ++number) {
    INFO("sequence " << number);
    compared += DerivedSequence(static_cast<unsigned>(number)).run();
  }
  CHECK(compared > 10 * sequences);
}

}  // namespace cellar
