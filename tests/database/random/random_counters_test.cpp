// Counters are the sums of what was added since their last deletion: in groups, submitted by several sessions at
// once, over reopened and compacted files, which are found sound.

#include <atomic>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include "../storage/store_fixture.h"
#include "fixture.h"
#include "storage/verify/verify.h"

namespace cellar {

namespace {

constexpr std::size_t kSessions = 3;

class CounterSequence {
 public:
  explicit CounterSequence(unsigned seed) : random_(seed) {
    open();
    sessions_[0].execute(
        "CREATE TABLE n (p int, c int, s counter STATIC, a counter, b counter, PRIMARY KEY (p, c)) WITH "
        "gc_grace_seconds = 10");
  }

  void run() {
    for (int left = 40 + roll(60); left > 0; --left) step();
    end_group();
    check();
    close();
    const VerifyActions actions{.on_damage = [](const Damage&) {}, .interrupted = [] { return false; }};
    CHECK(verify_file(path(), actions).damages == 0);
  }

 private:
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  std::filesystem::path path() const { return folder_ / "db"; }

  void open() {
    StoreOptions options;
    options.sync = false;
    options.clock = [this] { return now_; };
    database_.emplace(Database::open(path(), options));
    for (std::size_t i = 0; i < kSessions; ++i) sessions_.emplace_back(*database_);
    create_keyspace(sessions_[0]);
    for (Session& session : sessions_) session.use("k");
  }
  void close() {
    sessions_.clear();
    database_.reset();
  }

  void step() {
    now_ += roll(5) == 0 ? 4'000'000 : 1'000;
    switch (roll(12)) {
      case 0:
        return submit();
      case 1:
        return between();
      case 2:
        return group_ ? end_group() : begin_group();
      case 3:
        return check();
      default:
        break;
    }
    const std::size_t index = group_ ? *group_ : static_cast<std::size_t>(roll(kSessions));
    sessions_[index].execute(write(roll(3)));
  }

  void begin_group() {
    group_ = static_cast<std::size_t>(roll(kSessions));
    sessions_[*group_].begin_group();
  }
  void end_group() {
    if (!group_) return;
    if (roll(2) == 0) sessions_[*group_].commit_group_async();
    sessions_[*group_].commit_group();
    group_.reset();
  }

  void between() {
    end_group();
    if (roll(2) == 0) database_->compact();
    if (roll(2) == 0) return;
    close();
    open();
  }

  /// Each session has a partition of its own: the order of deletions and additions counts.
  void submit() {
    end_group();
    std::atomic<int> left = 0, refused = 0;
    for (std::size_t i = 0; i < kSessions; ++i) {
      for (int statements = roll(6); statements > 0; --statements) {
        Request request;
        request.statement = write(static_cast<int>(i));
        ++left;
        sessions_[i].submit(std::move(request), [&](const Reply& reply) {
          if (std::holds_alternative<Refusal>(reply)) ++refused;
          --left;
        });
      }
    }
    while (left != 0) std::this_thread::yield();
    CHECK(refused == 0);
  }

  std::string add(const std::string& column, std::optional<std::int64_t>& sum) {
    const int much = roll(9) - 4;
    sum = sum.value_or(0) + much;
    return column + " = " + column + (much < 0 ? " - " : " + ") + std::to_string(std::abs(much));
  }

  /// Tells the model, too.
  std::string write(int p) {
    const int c = roll(3);
    const std::string partition = " WHERE p = " + std::to_string(p);
    const std::string row = partition + " AND c = " + std::to_string(c);
    Sums& sums = rows_[{p, c}];
    switch (roll(10)) {
      case 0:
        sums = {};
        return "DELETE FROM n" + row;
      case 1:
        sums.a.reset();
        return "DELETE a FROM n" + row;
      case 2:
        if (roll(3) != 0) break;
        for (int each = 0; each < 3; ++each) rows_[{p, each}] = {};
        statics_[p].reset();
        return "DELETE FROM n" + partition;
      case 3:
        return "UPDATE n SET " + add("s", statics_[p]) + partition;
      default:
        break;
    }
    std::string set = add("a", sums.a);
    if (roll(2) == 0) set += ", " + add("b", sums.b);
    return "UPDATE n SET " + set + row;
  }

  void check() {
    Rows expected;
    const auto text = [](const std::optional<std::int64_t>& sum) {
      return sum ? std::to_string(*sum) : std::string("null");
    };
    for (int p = 0; p < 3; ++p) {
      const std::size_t before = expected.size();
      const std::string head = std::to_string(p) + "|", fixed = "|" + text(statics_[p]) + "|";
      for (int c = 0; c < 3; ++c) {
        const Sums& sums = rows_[{p, c}];
        if (sums.a || sums.b)
          expected.push_back(head + std::to_string(c) + fixed + text(sums.a) + "|" + text(sums.b));
      }
      if (expected.size() == before && statics_[p]) expected.push_back(head + "null" + fixed + "null|null");
    }
    Rows found;
    Session& session = sessions_[group_.value_or(0)];
    for (int p = 0; p < 3; ++p) {
      Result result = session.execute("SELECT p, c, s, a, b FROM n WHERE p = " + std::to_string(p));
      for (std::string& row : rows_of(result)) found.push_back(std::move(row));
    }
    REQUIRE(found == expected);
  }

  struct Sums {
    std::optional<std::int64_t> a, b;
  };

  std::mt19937 random_;
  Timestamp now_ = 1'790'000'000'000'000;
  const test::Folder folder_;
  std::optional<Database> database_;
  std::vector<Session> sessions_;
  std::optional<std::size_t> group_;
  std::map<std::pair<int, int>, Sums> rows_;
  std::map<int, std::optional<std::int64_t>> statics_;
};

}  // namespace

TEST_CASE("counters are the sums of random additions") {
  const char* text = std::getenv("CELLAR_SEQUENCES");
  const int sequences = text != nullptr ? std::atoi(text) : 50;
  for (int number = 0; number < sequences; ++number) {
    INFO("sequence " << number);
    CounterSequence(static_cast<unsigned>(number)).run();
  }
}

}  // namespace cellar
