// Random definitions, writes and reads of a table with indexes and views.
//
// In:      a seed, and the time for conditions.
// Out:     texts of statements. All but the definitions of indexes and views mean the same for a table without
//          them.
//
// The table is
//   (p int, q text, c int, d int, s int STATIC, g set<int> STATIC, a text, b int, l list<int>, m map<text, int>,
//    t set<int>, f frozen<list<int>>, x int, PRIMARY KEY ((p, q), c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC)
// and the column x comes and goes.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace cellar {

struct RandomView {
  std::string name;
  std::string key;                   // PRIMARY KEY
  std::vector<std::string> columns;  // all that it has; those of the key come first
  std::string column;                // the one of the key that is not in the key of the base; empty: none
  std::string filter;                // empty, or a restriction that ends with " AND "
};

inline const std::vector<RandomView>& random_views() {
  static const std::vector<RandomView> views = {
      {"by_a", "a, p, q, c, d", {"a", "p", "q", "c", "d", "b", "l", "m", "t", "f"}, "a", ""},
      {"by_b", "(b, q), c, p, d", {"b", "q", "c", "p", "d", "a", "t"}, "b", ""},
      {"by_f", "f, p, q, d, c", {"f", "p", "q", "d", "c", "b"}, "f", ""},
      {"by_c", "(c, d), p, q", {"c", "d", "p", "q", "b"}, "", ""},
      {"by_q", "q, p, c, d", {"q", "p", "c", "d", "m", "a"}, "", "c > 0 AND d IN (0, 2) AND "},
      {"by_d", "(p, q), d, c", {"p", "q", "d", "c"}, "", ""}};
  return views;
}

class RandomDerived {
 public:
  explicit RandomDerived(unsigned seed) : random_(seed) {
    has_explicit_timestamps_ = roll(2) == 0;
    // What is purged early or late shows only to older writes that come later.
    grace_ = !has_explicit_timestamps_ && roll(2) == 0 ? 10 : 864'000;
  }

  /// Nothing that ends during the test is purged from the table.
  bool purges_nothing() const { return grace_ > 10; }

  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }

  std::string create() const {
    return "CREATE TABLE t (p int, q text, c int, d int, s int STATIC, g set<int> STATIC, a text, b int, l "
           "list<int>, m map<text, int>, t set<int>, f frozen<list<int>>, x int, PRIMARY KEY ((p, q), c, d)) "
           "WITH CLUSTERING ORDER BY (c DESC, d ASC) AND gc_grace_seconds = " +
           std::to_string(grace_);
  }

  std::string create_index() {
    const std::string target = any({"p", "q", "c", "d", "s", "a", "b", "x", "l", "keys(m)", "values(m)",
                                    "entries(m)", "t", "full(f)", "g"});
    const bool is_sai = roll(2) == 0;
    const std::string name = "i" + std::to_string(++indexes_);
    names_.push_back(name);
    return "CREATE INDEX " + name + " ON t (" + target + ")" + (is_sai ? " USING 'sai'" : "");
  }
  /// Empty if none was made.
  std::string drop_index() {
    if (names_.empty()) return "";
    const auto place = names_.begin() + roll(static_cast<int>(names_.size()));
    const std::string name = *place;
    names_.erase(place);
    return "DROP INDEX IF EXISTS k." + name;
  }
  static std::string create_view(const RandomView& view) {
    std::string text = "CREATE MATERIALIZED VIEW IF NOT EXISTS " + view.name + " AS SELECT ";
    for (const std::string& column : view.columns) text += (column == view.columns[0] ? "" : ", ") + column;
    text += " FROM t WHERE " + view.filter;
    for (const char* column : {"p", "q", "c", "d"}) text += std::string(column) + " IS NOT NULL AND ";
    if (!view.column.empty()) text += view.column + " IS NOT NULL AND ";
    return text.substr(0, text.size() - 5) + " PRIMARY KEY (" + view.key + ")";
  }

  /// A write of the partitions with `p`; of all if it is below 0.
  std::string write(int p = -1) {
    p_ = p;
    // Several writes of one row, which may be of one transaction.
    if (--writes_of_one_row_ < 0 && roll(20) == 0) writes_of_one_row_ = 4 + roll(10);
    switch (roll(9)) {
      case 0:
        return batch();
      case 1:
        return conditional();
      default:
        is_plain_ = true;
        return write_one();
    }
  }

  /// A deletion of rows of one partition.
  std::string remove_rows() {
    p_ = -1;
    is_plain_ = true;
    return remove();
  }

  /// Restricts the partition key of a view to values.
  std::string partition_of(const RandomView& view) {
    const std::size_t columns = view.key.starts_with('(') ? 2 : 1;
    std::string text;
    for (std::size_t i = 0; i < columns; ++i) {
      const std::string& column = view.columns[i];
      text += (i == 0 ? "" : " AND ") + column + " = ";
      if (column == "p") text += p();
      if (column == "q") text += q();
      if (column == "c") text += c();
      if (column == "d") text += d();
      if (column == "a") text += letter();
      if (column == "b") text += number();
      if (column == "f") text += "[" + number() + "]";
    }
    return text;
  }

  std::string select() {
    std::string columns = any({"*", "*", "p, q, c, d, s, g, a, b, l, m, t, f", "count(*)", "DISTINCT p, q, s",
                               "DISTINCT p, q", "c, writetime(a), ttl(a), writetime(b), ttl(b), s",
                               "max(b), min(c), sum(d)", "p, q, c, count(*)"});
    const bool is_grouped = columns.ends_with("c, count(*)");
    const bool is_distinct = columns.starts_with("DISTINCT");
    std::string text = "SELECT " + columns + " FROM t WHERE " + restrictions(is_distinct);
    if (is_grouped) text += " GROUP BY p, q, c";
    if (!is_distinct && roll(6) == 0) text += " PER PARTITION LIMIT " + std::to_string(1 + roll(2));
    if (roll(4) == 0) text += " LIMIT " + std::to_string(1 + roll(4));
    return text + " ALLOW FILTERING";
  }

 private:
  std::string any(const std::vector<std::string>& texts) {
    return texts[static_cast<std::size_t>(roll(static_cast<int>(texts.size())))];
  }
  std::string number() { return std::to_string(roll(3)); }
  std::string letter() { return std::string("'") + static_cast<char>('u' + roll(3)) + "'"; }
  std::string text() {
    const int size = roll(12) == 0 ? (roll(2) == 0 ? 600 : 5'000) : 1;
    return "'" + std::string(static_cast<std::size_t>(size), static_cast<char>('u' + roll(3))) + "'";
  }
  bool writes_one_row() const { return writes_of_one_row_ > 0; }
  std::string p() { return std::to_string(p_ >= 0 ? p_ : writes_one_row() ? 0 : roll(2) * roll(3)); }
  std::string q() { return !writes_one_row() && roll(4) == 0 ? "'w'" : "'u'"; }
  std::string c() { return writes_one_row() ? "1" : number(); }
  std::string d() { return writes_one_row() ? "0" : std::to_string(roll(2)); }
  std::string partition() { return "p = " + p() + " AND q = " + q(); }
  std::string row() { return partition() + " AND c = " + c() + " AND d = " + d(); }

  /// USING, if the statement may have it.
  std::string using_clause(bool may_expire) {
    const std::string lives = may_expire && roll(4) == 0 ? "TTL " + std::to_string(1 + roll(20)) : "";
    const std::string at =
        is_plain_ && has_explicit_timestamps_ ? "TIMESTAMP " + std::to_string(1 + roll(12)) : "";
    if (lives.empty() && at.empty()) return "";
    return " USING " + lives + (lives.empty() || at.empty() ? "" : " AND ") + at;
  }

  std::string insert_into(const std::string& condition) {
    std::string columns = "p, q, c, d", values = p() + ", " + q() + ", " + c() + ", " + d();
    const auto add = [&](const char* column, const std::string& value) {
      if (roll(3) != 0) return;
      columns += std::string(", ") + column;
      values += ", " + (roll(8) == 0 ? "null" : value);
    };
    add("a", text());
    add("b", number());
    add("x", number());
    add("s", number());
    add("g", "{" + number() + "}");
    add("l", "[" + number() + ", " + number() + "]");
    add("m", "{" + letter() + ": " + number() + "}");
    add("t", "{" + number() + ", " + number() + "}");
    add("f", "[" + number() + "]");
    return "INSERT INTO t (" + columns + ") VALUES (" + values + ")" + condition + using_clause(true);
  }

  std::string assignment(const std::string& column) {
    if (column == "a") return "a = " + (roll(5) == 0 ? "null" : text());
    if (column == "b" || column == "x" || column == "s")
      return column + " = " + (roll(5) == 0 ? "null" : number());
    if (column == "f") return "f = " + (roll(5) == 0 ? "null" : "[" + number() + "]");
    if (column == "l")
      return any({"l = l + [" + number() + "]", "l = [" + number() + "] + l", "l = l - [" + number() + "]",
                  "l = [" + number() + ", " + number() + "]"});
    if (column == "m")
      return any({"m[" + letter() + "] = " + number(), "m = m - {" + letter() + "}",
                  "m = m + {" + letter() + ": " + number() + "}", "m = {" + letter() + ": " + number() + "}",
                  "m[" + letter() + "] = null"});
    const std::string set = "{" + number() + "}";
    return any(
        {column + " = " + column + " + " + set, column + " = " + column + " - " + set, column + " = " + set});
  }

  std::string update(const std::string& condition) {
    std::string set;
    std::vector<std::string> columns = {"a", "b", "x", "f", "l", "m", "t"};
    const bool is_static = roll(6) == 0;
    if (is_static) columns = {"s", "g"};
    std::shuffle(columns.begin(), columns.end(), random_);
    for (int i = roll(2); i >= 0; --i) {
      set += (set.empty() ? "" : ", ") + assignment(columns[static_cast<std::size_t>(i)]);
    }
    return "UPDATE t" + using_clause(true) + " SET " + set + " WHERE " + (is_static ? partition() : row()) +
           condition;
  }

  std::string remove() {
    const std::string n = std::to_string(roll(3));
    const std::string rows =
        any({"", " AND c = " + number(), " AND c > " + number() + " AND c <= " + number(),
             " AND c = " + number() + " AND d >= " + n, " AND c < " + number(),
             " AND (c, d) > (" + number() + ", 1)"});
    return "DELETE FROM t" + using_clause(false) + " WHERE " + (roll(3) == 0 ? row() : partition() + rows);
  }

  std::string remove_columns() {
    const bool is_static = roll(5) == 0;
    const std::string what =
        is_static ? any({"s", "g", "s, g", "g[" + number() + "]"})
                  : any({"a, b", "m", "t", "l", "f, x", "b", "m[" + letter() + "]", "t[" + number() + "]"});
    return "DELETE " + what + " FROM t" + using_clause(false) + " WHERE " + (is_static ? partition() : row());
  }

  std::string write_one() {
    switch (roll(10)) {
      case 0:
        return remove();
      case 1:
        return remove_columns();
      case 2:
      case 3:
      case 4:
        return update("");
      default:
        return insert_into("");
    }
  }

  std::string batch() {
    is_plain_ = false;
    std::string text = "BEGIN BATCH ";
    if (has_explicit_timestamps_) text += "USING TIMESTAMP " + std::to_string(1 + roll(12)) + " ";
    for (int left = 1 + roll(4); left > 0; --left) text += write_one() + "; ";
    return text + "APPLY BATCH";
  }

  std::string conditional() {
    is_plain_ = false;
    switch (roll(5)) {
      case 0:
        return insert_into(" IF NOT EXISTS");
      case 1:
        return update(" IF EXISTS");
      case 2:
        return "DELETE FROM t WHERE " + row() + " IF b = " + number();
      default:
        return update(any({" IF b = ", " IF s = ", " IF b != ", " IF x < "}) + number());
    }
  }

  std::string restrictions(bool is_distinct) {
    std::vector<std::string> tests;
    if (roll(3) == 0) tests.push_back(partition());
    if (!is_distinct && roll(4) == 0) {
      tests.push_back(any({"c = " + number(), "c > " + number(), "c <= " + number(), "d = 1",
                           "c = " + number() + " AND d < 2", "c IN (1, 2)"}));
    }
    if (roll(8) == 0 && tests.empty()) tests.push_back(any({"token(p, q) > 0", "token(p, q) <= 0"}));
    std::vector<std::string> others = {"s = " + number(), "s >= " + number(), "g CONTAINS " + number()};
    if (!is_distinct) {
      for (const std::string& test : std::vector<std::string>{
               "a = " + text(), "b = " + number(), "b > " + number(), "b >= 1 AND b < 3", "x = " + number(),
               "l CONTAINS " + number(), "m CONTAINS " + number(), "m CONTAINS KEY " + letter(),
               "m[" + letter() + "] = " + number(), "t CONTAINS " + number(), "f = [" + number() + "]",
               "t CONTAINS 1 AND t CONTAINS 2"}) {
        others.push_back(test);
      }
    }
    if (tests.empty() || tests[0][0] != 'p') {
      if (tests.empty()) others.push_back("p = " + p());
      if (tests.empty()) others.push_back("q = " + q());
    }
    std::shuffle(others.begin(), others.end(), random_);
    for (int left = roll(3) == 0 ? 1 : 0; left >= 0; --left) {
      const std::string& next = others[static_cast<std::size_t>(left)];
      const bool is_there = std::any_of(tests.begin(), tests.end(),
                                        [&](const std::string& test) { return test[0] == next[0]; });
      if (!is_there) tests.push_back(next);
    }
    std::string text;
    for (const std::string& test : tests) text += (text.empty() ? "" : " AND ") + test;
    return text;
  }

  std::mt19937 random_;
  bool has_explicit_timestamps_ = false;
  bool is_plain_ = true;  // USING TIMESTAMP may follow
  int grace_ = 10;
  int p_ = -1;
  int writes_of_one_row_ = 0;  // that are still to come
  int indexes_ = 0;
  std::vector<std::string> names_;
};

}  // namespace cellar
