// Random statements answer as a plain model does: under both policies, by one session and by several, by text
// with and without plans by shape, prepared, in groups, over reopened and compacted files.

#include <cstdlib>
#include <filesystem>
#include <random>

#include "fixture.h"
#include "statement_model.h"

namespace cellar {

namespace {

constexpr int kPartitions = 3;
constexpr Seconds kStart = 1'790'000'000;

/// A statement in the making: its values are literals in the text, or markers with values beside it.
struct StatementText {
  std::string text;
  std::string shown;  // for a person: values in place, long ones cut
  std::vector<BoundValue> values;
  bool has_markers = false;

  StatementText& operator<<(std::string_view part) {
    text += part;
    shown += part.size() > 1'000 ? part.substr(0, 3) : part;
    return *this;
  }
  StatementText& integer(std::int64_t value) {
    return bind(value, bound_int(static_cast<std::int32_t>(value)));
  }
  StatementText& timestamp(std::int64_t value) { return bind(value, {encode_int64(value)}); }

 private:
  StatementText& bind(std::int64_t value, BoundValue bytes) {
    if (!has_markers) return *this << std::to_string(value);
    values.push_back(std::move(bytes));
    text += "?";
    shown += std::to_string(value);
    return *this;
  }
};

/// Makes statements, and tells the model what they mean.
class Writer {
 public:
  Writer(std::string table, unsigned seed) : table_(std::move(table)), random_(seed) {
    has_explicit_timestamps_ = roll(2) == 0;
  }

  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  bool has_x() const { return has_x_; }

  std::string create() const {
    return "CREATE TABLE " + table_ +
           " (p int, c int, d int, fixed text STATIC, tags set<int> STATIC, a text, b int, m map<text, int>, "
           "x int, PRIMARY KEY (p, c, d)) WITH CLUSTERING ORDER BY (c ASC, d DESC)";
  }

  /// At `now` in microseconds, which is the timestamp of a statement that names none.
  StatementText write(StatementModel& model, Timestamp now) {
    StatementText text;
    text.has_markers = roll(2) == 0;
    if (roll(8) == 0) {
      write_batch(text, model, now);
    } else {
      const Timestamp at = has_explicit_timestamps_ ? 1 + roll(12) : now;
      write_one(text, model, {at, now, has_explicit_timestamps_});
    }
    return text;
  }

  /// ALTER or TRUNCATE.
  std::string define(StatementModel& model, Timestamp now) {
    if (roll(4) == 0) {
      model.truncate();
      return "TRUNCATE " + table_;
    }
    has_x_ = !has_x_;
    if (has_x_) return "ALTER TABLE " + table_ + " ADD x int";
    model.drop_column("x", now);
    return "ALTER TABLE " + table_ + " DROP x";
  }

  const std::string& table() const { return table_; }

 private:
  struct When {
    Timestamp timestamp;
    Timestamp now;
    bool is_written;  // USING TIMESTAMP says it
    Seconds seconds() const { return now / 1'000'000; }
  };

  std::string letter() { return std::string(1, static_cast<char>('u' + roll(4))); }
  ModelRow row() { return {roll(kPartitions), std::pair(roll(4), roll(3))}; }

  void write_batch(StatementText& text, StatementModel& model, Timestamp now) {
    const Timestamp at = has_explicit_timestamps_ ? 1 + roll(12) : now;
    text << "BEGIN BATCH ";
    if (has_explicit_timestamps_) (text << "USING TIMESTAMP ").timestamp(at) << " ";
    for (int statements = 1 + roll(4); statements > 0; --statements) {
      write_one(text, model, {at, now, false});
      text << "; ";
    }
    text << "APPLY BATCH";
  }

  void write_one(StatementText& text, StatementModel& model, const When& when) {
    switch (roll(10)) {
      case 0:
        return delete_rows(text, model, when);
      case 1:
        return delete_columns(text, model, when);
      case 2:
      case 3:
        return update_row(text, model, when);
      case 4:
        return update_static(text, model, when);
      default:
        return insert(text, model, when);
    }
  }

  /// Returns the time to live.
  std::int32_t append_using(StatementText& text, const When& when, bool may_expire) {
    const std::int32_t seconds = may_expire && roll(5) == 0 ? 1 + roll(20) : 0;
    if (!when.is_written && seconds == 0) return 0;
    text << " USING ";
    if (when.is_written) (text << "TIMESTAMP ").timestamp(when.timestamp);
    if (when.is_written && seconds != 0) text << " AND ";
    if (seconds != 0) (text << "TTL ").integer(seconds);
    return seconds;
  }

  static ModelVersion version(std::string value, const When& when, std::int32_t time_to_live) {
    return {when.timestamp, std::move(value), time_to_live, when.seconds() + time_to_live};
  }
  static ModelVersion tombstone(const When& when) {
    return {when.timestamp, std::nullopt, 0, when.seconds()};
  }

  void insert(StatementText& text, StatementModel& model, const When& when) {
    const ModelRow to = row();
    const bool with_b = roll(2) == 0, with_x = has_x_ && roll(3) == 0;
    std::string a = roll(6) == 0 ? "null" : "'" + std::string(roll(9) == 0 ? 5000 : 1, letter()[0]) + "'";
    text << "INSERT INTO " << table_ << " (p, c, d, a" << (with_b ? ", b" : "") << (with_x ? ", x" : "")
         << ") VALUES (";
    text.integer(to.p) << ", ";
    text.integer(to.clustering->first) << ", ";
    text.integer(to.clustering->second) << ", " << a;
    const int b = roll(5), x = roll(5);
    if (with_b) (text << ", ").integer(b);
    if (with_x) (text << ", ").integer(x);
    text << ")";
    const std::int32_t lives = append_using(text, when, true);
    model.write_marker(to, version("", when, lives));
    model.write_cell(to, "a", "", a == "null" ? tombstone(when) : version(a, when, lives));
    if (with_b) model.write_cell(to, "b", "", version(std::to_string(b), when, lives));
    if (with_x) model.write_cell(to, "x", "", version(std::to_string(x), when, lives));
  }

  void append_row(StatementText& text, const ModelRow& of) {
    (text << " WHERE p = ").integer(of.p);
    if (!of.clustering) return;
    (text << " AND c = ").integer(of.clustering->first);
    (text << " AND d = ").integer(of.clustering->second);
  }

  void update_row(StatementText& text, StatementModel& model, const When& when) {
    const ModelRow to = row();
    text << "UPDATE " << table_;
    const std::int32_t lives = append_using(text, when, true);
    const std::string key = "'" + letter() + "'", value = std::to_string(roll(5));
    switch (roll(5)) {
      case 0:
        text << " SET b = " << value;
        model.write_cell(to, "b", "", version(value, when, lives));
        break;
      case 1:
        text << " SET m[" << key << "] = " << value;
        model.write_cell(to, "m", key, version(value, when, lives));
        break;
      case 2:
        text << " SET m = m - {" << key << "}";
        model.write_cell(to, "m", key, tombstone(when));
        break;
      case 3:
        text << " SET a = null, m = {" << key << ": " << value << "}";
        model.write_cell(to, "a", "", tombstone(when));
        model.delete_column(to, "m", when.timestamp - 1);
        model.write_cell(to, "m", key, version(value, when, lives));
        break;
      default:
        text << " SET m = m + {" << key << ": " << value << "}, b = 1";
        model.write_cell(to, "m", key, version(value, when, lives));
        model.write_cell(to, "b", "", version("1", when, lives));
    }
    append_row(text, to);
  }

  void update_static(StatementText& text, StatementModel& model, const When& when) {
    const ModelRow to{roll(kPartitions), std::nullopt};
    text << "UPDATE " << table_;
    const std::int32_t lives = append_using(text, when, true);
    const std::string value = std::to_string(roll(3)), fixed = "'" + letter() + "'";
    switch (roll(4)) {
      case 0:
        text << " SET fixed = " << fixed;
        model.write_cell(to, "fixed", "", version(fixed, when, lives));
        break;
      case 1:
        text << " SET tags = tags - {" << value << "}";
        model.write_cell(to, "tags", value, tombstone(when));
        break;
      case 2:
        text << " SET tags = {" << value << "}, fixed = null";
        model.delete_column(to, "tags", when.timestamp - 1);
        model.write_cell(to, "tags", value, version("", when, lives));
        model.write_cell(to, "fixed", "", tombstone(when));
        break;
      default:
        text << " SET tags = tags + {" << value << "}";
        model.write_cell(to, "tags", value, version("", when, lives));
    }
    append_row(text, to);
  }

  void delete_columns(StatementText& text, StatementModel& model, const When& when) {
    ModelRow of = row();
    text << "DELETE ";
    switch (roll(4)) {
      case 0:
        text << "a, b";
        for (const char* column : {"a", "b"}) model.write_cell(of, column, "", tombstone(when));
        break;
      case 1:
        text << "m";
        model.delete_column(of, "m", when.timestamp);
        break;
      case 2: {
        const std::string key = "'" + letter() + "'";
        text << "m[" << key << "]";
        model.write_cell(of, "m", key, tombstone(when));
        break;
      }
      default:
        of.clustering.reset();
        text << "tags, fixed";
        model.delete_column(of, "tags", when.timestamp);
        model.write_cell(of, "fixed", "", tombstone(when));
    }
    text << " FROM " << table_;
    append_using(text, when, false);
    append_row(text, of);
  }

  void delete_rows(StatementText& text, StatementModel& model, const When& when) {
    text << "DELETE FROM " << table_;
    append_using(text, when, false);
    const int p = roll(kPartitions), from = roll(4), to = roll(4), d = roll(3);
    (text << " WHERE p = ").integer(p);
    ModelRange range{p, [=](int, int) { return true; }};
    switch (roll(6)) {
      case 0:
        return model.delete_partition(p, when.timestamp);
      case 1:
        (text << " AND c = ").integer(from);
        range.holds = [=](int c, int) { return c == from; };
        break;
      case 2:
        (text << " AND c > ").integer(from);
        (text << " AND c <= ").integer(to);
        range.holds = [=](int c, int) { return c > from && c <= to; };
        break;
      case 3:
        (text << " AND c = ").integer(from);
        (text << " AND d >= ").integer(d);
        range.holds = [=](int c, int e) { return c == from && e >= d; };
        break;
      case 4:
        (text << " AND c < ").integer(to);
        range.holds = [=](int c, int) { return c < to; };
        break;
      default:
        (text << " AND c = ").integer(from);
        (text << " AND d = ").integer(d);
        range.holds = [=](int c, int e) { return c == from && e == d; };
    }
    model.delete_range(std::move(range), when.timestamp);
  }

  std::string table_;
  std::mt19937 random_;
  bool has_explicit_timestamps_ = false;
  bool has_x_ = true;
};

struct Read {
  StatementText text;
  Rows expected;
};

/// Makes reads, and asks the model what they answer.
class Reader {
 public:
  Reader(Writer& dice, const StatementModel& model, Seconds now)
      : dice_(dice), model_(model), now_(now), has_x_(dice.has_x()) {
    // In the order of the ring.
    for (int p = 0; p < kPartitions; ++p) ring_.push_back(p);
    std::ranges::sort(ring_, {}, [](int p) { return token_of({encode_int32(p)}); });
  }

  Read make() {
    Read read;
    read.text.has_markers = dice_.roll(2) == 0;
    switch (dice_.roll(7)) {
      case 0:
        read_ring(read);
        break;
      case 1:
        read_distinct(read);
        break;
      case 2:
        read_count(read);
        break;
      case 3:
        read_one_row(read);
        break;
      case 4:
        read_filtered(read);
        break;
      default:
        read_partition(read);
    }
    return read;
  }

 private:
  std::string row_text(const ModelRow& row) const {
    const ModelRow fixed{row.p, std::nullopt};
    const bool is_row = row.clustering.has_value();
    const auto column = [&](const char* name) { return is_row ? model_.text(row, name, now_) : "null"; };
    std::string text = std::to_string(row.p) + "|";
    text += is_row ? std::to_string(row.clustering->first) : "null";
    text += "|" + (is_row ? std::to_string(row.clustering->second) : std::string("null"));
    for (const char* name : {"fixed", "tags"}) text += "|" + model_.text(fixed, name, now_);
    for (const char* name : {"a", "b", "m"}) text += std::string("|") + column(name);
    return text + (has_x_ ? "|" + std::string(column("x")) : "");
  }

  /// With the static row alone where no row lives.
  std::vector<ModelRow> partition(int p) const {
    std::vector<ModelRow> rows = model_.rows(p, now_);
    const ModelRow fixed{p, std::nullopt};
    if (rows.empty() && model_.is_live(fixed, now_)) rows.push_back(fixed);
    return rows;
  }

  void select(Read& read) const {
    read.text << "SELECT p, c, d, fixed, tags, a, b, m" << (has_x_ ? ", x" : "") << " FROM " << dice_.table();
  }

  void answer(Read& read, const std::vector<ModelRow>& rows) const {
    for (const ModelRow& row : rows) read.expected.push_back(row_text(row));
  }

  void read_ring(Read& read) {
    select(read);
    std::vector<ModelRow> rows;
    const int each = dice_.roll(3) == 0 ? 1 + dice_.roll(3) : 100;
    for (const int p : ring_) {
      std::vector<ModelRow> of = partition(p);
      if (of.size() > static_cast<std::size_t>(each)) of.resize(static_cast<std::size_t>(each));
      rows.insert(rows.end(), of.begin(), of.end());
    }
    if (each < 100) (read.text << " PER PARTITION LIMIT ").integer(each);
    limit(read, rows);
    read.text << " ALLOW FILTERING";
    answer(read, rows);
  }

  void limit(Read& read, std::vector<ModelRow>& rows) {
    if (dice_.roll(3) != 0) return;
    const int most = 1 + dice_.roll(5);
    (read.text << " LIMIT ").integer(most);
    if (rows.size() > static_cast<std::size_t>(most)) rows.resize(static_cast<std::size_t>(most));
  }

  void read_distinct(Read& read) {
    read.text << "SELECT DISTINCT p, fixed FROM " << dice_.table() << " ALLOW FILTERING";
    for (const int p : ring_) {
      if (partition(p).empty()) continue;
      read.expected.push_back(std::to_string(p) + "|" + model_.text({p, std::nullopt}, "fixed", now_));
    }
  }

  void read_count(Read& read) {
    const int p = dice_.roll(kPartitions), b = dice_.roll(5);
    const bool is_filtered = dice_.roll(2) == 0;
    (read.text << "SELECT count(*), sum(b), max(a) FROM " << dice_.table() << " WHERE p = ").integer(p);
    if (is_filtered) (read.text << " AND b >= ").integer(b) << " ALLOW FILTERING";
    int sum = 0, found = 0;
    std::string largest = "null";
    for (const ModelRow& row : partition(p)) {
      const std::string text = row.clustering ? model_.text(row, "b", now_) : "null";
      if (is_filtered && (text == "null" || std::stoi(text) < b)) continue;
      ++found;
      if (text != "null") sum += std::stoi(text);
      const std::string a = row.clustering ? model_.text(row, "a", now_) : "null";
      if (a != "null" && (largest == "null" || a > largest)) largest = a;
    }
    read.expected = {std::to_string(found) + "|" + std::to_string(sum) + "|" + largest};
  }

  void read_one_row(Read& read) {
    const ModelRow row{dice_.roll(kPartitions), std::pair(dice_.roll(4), dice_.roll(3))};
    read.text << "SELECT a, b, writetime(a), writetime(b) FROM " << dice_.table();
    (read.text << " WHERE p = ").integer(row.p);
    (read.text << " AND c = ").integer(row.clustering->first);
    (read.text << " AND d = ").integer(row.clustering->second);
    if (!model_.is_live(row, now_)) return;
    const auto written = [&](const char* column) {
      const auto version = model_.cell(row, column, now_);
      return version ? std::to_string(version->timestamp) : "null";
    };
    read.expected = {model_.text(row, "a", now_) + "|" + model_.text(row, "b", now_) + "|" + written("a") +
                     "|" + written("b")};
  }

  void read_filtered(Read& read) {
    const int b = dice_.roll(5);
    select(read);
    (read.text << " WHERE b = ").integer(b);
    std::vector<ModelRow> rows;
    for (const int p : ring_) {
      for (const ModelRow& row : model_.rows(p, now_)) {
        if (model_.text(row, "b", now_) == std::to_string(b)) rows.push_back(row);
      }
    }
    limit(read, rows);
    read.text << " ALLOW FILTERING";
    answer(read, rows);
  }

  void read_partition(Read& read) {
    const int p = dice_.roll(kPartitions), from = dice_.roll(4), to = dice_.roll(4);
    select(read);
    (read.text << " WHERE p = ").integer(p);
    std::vector<ModelRow> rows = model_.rows(p, now_);
    const auto keep = [&](const auto& holds) {
      std::erase_if(rows, [&](const ModelRow& row) { return !holds(row.clustering->first); });
    };
    switch (dice_.roll(4)) {
      case 0:
        (read.text << " AND c = ").integer(from);
        keep([&](int c) { return c == from; });
        break;
      case 1:
        (read.text << " AND c >= ").integer(from);
        (read.text << " AND c < ").integer(to);
        keep([&](int c) { return c >= from && c < to; });
        break;
      case 2:
        (read.text << " AND c IN (").integer(from) << ", ";
        read.text.integer(to) << ")";
        keep([&](int c) { return c == from || c == to; });
        break;
      default:
        rows = partition(p);
    }
    if (dice_.roll(2) == 0) {
      read.text << " ORDER BY c DESC, d ASC";
      std::ranges::reverse(rows);
    }
    limit(read, rows);
    answer(read, rows);
  }

  Writer& dice_;
  const StatementModel& model_;
  Seconds now_;
  bool has_x_;
  std::vector<int> ring_;
};

/// Long values as their length, to be read by a person.
Rows shortened(Rows rows) {
  for (std::string& row : rows) {
    const std::size_t begin = row.find_first_of("uvwx", 0);
    if (row.size() < 1'000 || begin == row.npos) continue;
    const std::size_t end = row.find('\'', begin);
    row.replace(begin + 1, end - begin - 1, std::to_string(end - begin));
  }
  return rows;
}

/// A database file and the sessions that work on it by turns.
class World {
 public:
  World() : folder_(std::filesystem::temp_directory_path() / "cellar-random-XXXXXX") {
    std::string name = folder_.string();
    folder_ = mkdtemp(name.data());
    open();
    create_keyspace(sessions_[0]);
  }
  ~World() {
    sessions_.clear();
    database_.reset();
    std::filesystem::remove_all(folder_);
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  void reopen() {
    sessions_.clear();
    database_.reset();
    open();
    for (Session& session : sessions_) session.use("k");
  }
  void compact() { database_->compact(); }

  std::vector<Session>& sessions() { return sessions_; }
  /// Each statement has a timestamp of its own.
  Timestamp tick() { return now_ += 1'000 + (now_ % 7 == 0 ? 3'000'000 : 0); }
  Timestamp now() const { return now_; }

 private:
  void open() {
    StoreOptions options;
    options.sync = false;
    options.clock = [this] { return now_; };
    database_.emplace(Database::open(folder_ / "file.cellar", options));
    for (int i = 0; i < 3; ++i) sessions_.emplace_back(*database_);
    if (now_ != kStart * 1'000'000) return;
    for (Session& session : sessions_) session.set_policy(Policy::cassandra);
  }

  std::filesystem::path folder_;
  Timestamp now_ = kStart * 1'000'000;
  std::optional<Database> database_;
  std::vector<Session> sessions_;
};

Result run(Session& session, const StatementText& statement) {
  if (!statement.has_markers) return session.execute(statement.text);
  const Prepared prepared = session.prepare(statement.text);
  return session.execute(prepared, statement.values);
}

int sequences() {
  const char* number = std::getenv("CELLAR_SEQUENCES");
  return number != nullptr ? std::atoi(number) : 200;
}

/// Statements of one table of its own, in one way of working.
class Sequence {
 public:
  Sequence(World& world, int number)
      : world_(world),
        writer_("t" + std::to_string(number), static_cast<unsigned>(number)),
        sessions_(writer_.roll(2) == 0 ? 1 : 3) {
    for (Session& session : world.sessions()) {
      session.set_policy(number % 2 == 0 ? Policy::teach : Policy::cassandra);
      session.set_shapes(writer_.roll(3) != 0);
      session.use("k");
    }
    world.tick();
    session(0).execute(writer_.create());
  }

  /// Returns how many reads were compared.
  int run_all() {
    for (int left = 20 + writer_.roll(40); left > 0; --left) step();
    end_group();
    for (int i = 0; i < sessions_; ++i) check(session(i), model_);
    world_.tick();
    session(0).execute("DROP TABLE " + writer_.table());
    return compared_;
  }

 private:
  Session& session(int index) { return world_.sessions()[static_cast<std::size_t>(index)]; }

  void step() {
    world_.tick();
    switch (writer_.roll(24)) {
      case 0:
        return between();
      case 1:
      case 2:
        return begin_or_end_group();
      case 3: {
        end_group();
        const std::string text = writer_.define(model_, world_.now());
        UNSCOPED_INFO(text);
        session(writer_.roll(sessions_)).execute(text);
        return;
      }
      default:
        break;
    }
    const int index = group_ ? *group_ : writer_.roll(sessions_);
    if (writer_.roll(3) != 0) {
      const StatementText statement = writer_.write(model_, world_.now());
      UNSCOPED_INFO("session " << index << " at " << world_.now() << ": " << statement.shown);
      run(session(index), statement);
      return;
    }
    if (writer_.roll(2) == 0) return check(session(index), model_);
    // Another session reads what was there before the group.
    check(session((index + 1) % sessions_), group_ && sessions_ > 1 ? before_group_ : model_);
  }

  void between() {
    end_group();
    if (writer_.roll(6) == 0) world_.reopen();
    if (writer_.roll(6) == 0) world_.compact();
    for (int i = 0; i < sessions_; ++i) session(i).set_shapes(writer_.roll(3) != 0);
  }

  void begin_or_end_group() {
    if (!group_) {
      group_ = writer_.roll(sessions_);
      before_group_ = model_;
      session(*group_).begin_group();
    } else if (writer_.roll(2) == 0) {
      session(*group_).commit_group_behind();
      // If it is not known whether the commit is done, others wait for it.
      while (!session(*group_).is_commit_done()) {
      }
      before_group_ = model_;
    } else {
      end_group();
    }
  }

  void end_group() {
    if (!group_) return;
    session(*group_).commit_group();
    group_.reset();
  }

  void check(Session& session, const StatementModel& model) {
    const Read read = Reader(writer_, model, world_.now() / 1'000'000).make();
    Result result = run(session, read.text);
    const Rows rows = rows_of(result);
    ++compared_;
    if (rows == read.expected) return;
    INFO("session at " << world_.now() << ": " << read.text.shown);
    REQUIRE(shortened(rows) == shortened(read.expected));
  }

  World& world_;
  Writer writer_;
  const int sessions_;
  StatementModel model_;
  StatementModel before_group_;
  std::optional<int> group_;
  int compared_ = 0;
};

}  // namespace

TEST_CASE("random statements answer as the model does") {
  World world;
  const char* first = std::getenv("CELLAR_FIRST_SEQUENCE");
  const int begin = first != nullptr ? std::atoi(first) : 0;
  int compared = 0;
  for (int number = begin; number < begin + sequences(); ++number) {
    INFO("sequence " << number);
    compared += Sequence(world, number).run_all();
  }
  CHECK(compared > sequences());
}

}  // namespace cellar
