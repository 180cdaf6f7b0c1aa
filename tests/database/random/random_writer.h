// Random writes and definitions of the table that statement_model.h describes.
//
// In:      a seed, the model, the time.
// Out:     a statement, of which the model has been told.
#pragma once

#include <random>

#include "fixture.h"
#include "random/statement_model.h"

namespace cellar {

inline constexpr int kPartitions = 3;

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
class RandomWriter {
 public:
  RandomWriter(std::string table, unsigned seed) : table_(std::move(table)), random_(seed) {
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

}  // namespace cellar
