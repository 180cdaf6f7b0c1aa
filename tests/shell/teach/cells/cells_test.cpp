// What CELLS JSON shows, merged by the rules of timestamps, deletions and times to live, is what SELECT answers. And a
// script with a clock and a seed gives the same answers and the same bytes each time.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "random/random_writer.h"
#include "shell/check/checked_answer.h"
#include "shell/connection/database_connection.h"
#include "types/time/time.h"

using namespace cellar;

namespace {

using Json = nlohmann::json;

std::string text_of(const CheckedAnswer& answer) {
  std::string text;
  for (const std::string& line : answer.text) text += line + '\n';
  return text;
}

Timestamp time_of(const Json& text) {
  long long year = 0;
  unsigned month = 0, day = 0, hour = 0, minute = 0;
  double second = 0;
  std::sscanf(text.get<std::string>().c_str(), "%lld-%u-%uT%u:%u:%lf", &year, &month, &day, &hour, &minute,
              &second);
  const Timestamp minutes = days_from_civil({year, month, day}) * 1'440 + hour * 60 + minute;
  return minutes * 60'000'000 + static_cast<Timestamp>(second * 1e6 + 0.5);
}

/// A cell as a reader of the dump understands it.
struct DumpedCell {
  Timestamp written = 0;
  std::optional<Seconds> left;  // of its time to live
  std::string value;
};

/// The cells of a row or of a static row that live, by column; elements of a collection in their order.
struct DumpedRow {
  bool lives = false;
  std::map<std::string, std::vector<DumpedCell>> cells;

  std::string value(const std::string& column) const {
    const auto found = cells.find(column);
    if (found == cells.end()) return "null";
    if (column != "m" && column != "tags") return found->second[0].value;
    std::string text;
    for (const DumpedCell& cell : found->second) text += (text.empty() ? "" : ", ") + cell.value;
    return '{' + text + '}';
  }
  std::string times(const std::string& column) const {
    const auto found = cells.find(column);
    if (found == cells.end()) return "|null|null";
    const DumpedCell& cell = found->second[0];
    return fmt::format("|{}|{}", cell.written, cell.left ? std::to_string(*cell.left) : "null");
  }
};

std::string literal(const Json& value) {
  return value.is_string() ? '\'' + value.get<std::string>() + '\'' : value.dump();
}

Timestamp deleted_at(const Json& of) {
  const auto info = of.find("deletion_info");
  return info == of.end() || !info->contains("marked_deleted") ? INT64_MIN
                                                               : time_of((*info)["marked_deleted"]);
}

/// A reader of the dump merges: what is not younger than a deletion around it is gone, and so is what has expired.
DumpedRow merge(const Json& row, Timestamp deleted, Seconds now) {
  DumpedRow merged;
  deleted = std::max(deleted, deleted_at(row));
  const auto marker = row.find("liveness_info");
  const bool has_marker = marker != row.end();
  if (has_marker) merged.lives = time_of((*marker)["tstamp"]) > deleted && !marker->value("expired", false);
  std::map<std::string, Timestamp> column_deletions;
  for (const Json& cell : row["cells"]) {
    const std::string name = cell["name"];
    if (!cell.contains("value") && !cell.contains("path") && deleted_at(cell) != INT64_MIN) {
      column_deletions[name] = deleted_at(cell);
      continue;
    }
    // A cell without a time has that of the marker.
    const Timestamp written = time_of(cell.contains("tstamp") ? cell["tstamp"] : (*marker)["tstamp"]);
    const auto of_column = column_deletions.find(name);
    if (written <= deleted || (of_column != column_deletions.end() && written <= of_column->second)) continue;
    if (cell.contains("deletion_info")) continue;
    const bool is_like_marker = !cell.contains("ttl") && !cell.contains("tstamp");
    const Json& life = is_like_marker ? *marker : cell;
    if (life.value("expired", false)) continue;
    DumpedCell dumped{written, std::nullopt, literal(cell["value"])};
    if (life.contains("ttl")) dumped.left = time_of(life["expires_at"]) / 1'000'000 - now;
    if (name == "m") dumped.value = '\'' + cell["path"][0].get<std::string>() + "': " + dumped.value;
    if (name == "tags") dumped.value = cell["path"][0];
    merged.cells[name].push_back(dumped);
    merged.lives = true;
  }
  return merged;
}

std::string shown(int p, const std::string& clustering, const DumpedRow& row, const DumpedRow& fixed,
                  bool has_x) {
  std::string text =
      std::to_string(p) + '|' + clustering + '|' + fixed.value("fixed") + '|' + fixed.value("tags");
  for (const char* column : {"a", "b", "m"}) text += '|' + row.value(column);
  if (has_x) text += '|' + row.value("x");
  return text + fixed.times("fixed") + row.times("a") + row.times("b");
}

Rows rows_of_dump(const Json& dump, bool has_x, Seconds now) {
  Rows rows;
  for (const Json& partition : dump) {
    const int p = std::stoi(partition["partition"]["key"][0].get<std::string>());
    const Timestamp deleted = deleted_at(partition["partition"]);
    DumpedRow fixed;
    Timestamp range = INT64_MIN;
    bool has_rows = false;
    for (const Json& item : partition["rows"]) {
      if (item["type"] == "range_tombstone_bound") {
        range = item.contains("start") ? deleted_at(item["start"]) : INT64_MIN;
      } else if (item["type"] == "static_block") {
        fixed = merge(item, deleted, now);
      } else if (const DumpedRow row = merge(item, std::max(deleted, range), now); row.lives) {
        has_rows = true;
        const Json& key = item["clustering"];
        rows.push_back(shown(p, key[0].dump() + '|' + key[1].dump(), row, fixed, has_x));
      }
    }
    if (!has_rows && fixed.lives) rows.push_back(shown(p, "null|null", {}, fixed, has_x));
  }
  return rows;
}

}  // namespace

TEST_CASE("the merged cells of a dump are what SELECT answers") {
  const char* number = std::getenv("CELLAR_SEQUENCES");
  const int sequences = number != nullptr ? std::atoi(number) : 100;
  for (int sequence = 0; sequence < sequences; ++sequence) {
    Timestamp now = 1'790'000'000'000'000;
    StoreOptions options;
    options.clock = [&now] { return now; };
    const Database database = Database::open_temporary(options);
    DatabaseConnection connection(database);
    Session& session = connection.session();
    create_keyspace(session);
    RandomWriter writer("t", static_cast<unsigned>(sequence));
    StatementModel model;
    session.execute(writer.create());
    ShellSettings settings;
    CheckedConsole console(connection, settings);
    for (int step = 0; step < 60; ++step) {
      now += 1'000 + (writer.roll(7) == 0 ? 3'000'000 : 0);
      if (writer.roll(20) == 0) {
        session.execute(writer.define(model, now));
      } else {
        const StatementText write = writer.write(model, now);
        INFO(write.shown);
        session.execute(session.prepare(write.text), std::span<const BoundValue>(write.values));
      }
      if (step % 10 != 9) continue;
      INFO("sequence " << sequence << ", step " << step);
      const CheckedAnswer dump = console.answer("CELLS JSON t");
      REQUIRE_FALSE(dump.refusal);
      Result select = session.execute(
          std::string("SELECT p, c, d, fixed, tags, a, b, m") + (writer.has_x() ? ", x" : "") +
          ", writetime(fixed), ttl(fixed), writetime(a), ttl(a), writetime(b), ttl(b) FROM t");
      const Rows of_dump = rows_of_dump(Json::parse(text_of(dump)), writer.has_x(), now / 1'000'000);
      const Rows of_select = rows_of(select);
      REQUIRE(of_dump.size() == of_select.size());
      for (std::size_t row = 0; row < of_dump.size(); ++row) REQUIRE(of_dump[row] == of_select[row]);
    }
  }
}

TEST_CASE("a script with a clock and a seed gives the same bytes each time") {
  const auto run = [] {
    ShellSettings settings;
    const Database database =
        Database::open_temporary({.clock = [clock = settings.clock] { return clock->now(); }});
    DatabaseConnection connection(database);
    Session& session = connection.session();
    CheckedConsole console(connection, settings);
    std::string text;
    const auto ask = [&](const std::string& statement) {
      const CheckedAnswer answer = console.answer(statement);
      INFO(statement);
      CHECK_FALSE(answer.refusal);
      text += text_of(answer);
      for (const std::vector<Value>& row : answer.rows) {
        for (const Value& value : row) text += value.value_or("null") + '|';
      }
    };
    ask("CLOCK '2025-01-01T00:00:00Z' STEP 1ms");
    ask("SEED 7");
    create_keyspace(session);
    ask("CREATE TABLE t (k uuid, at timeuuid, l list<int>, m map<uuid, int>, v text, PRIMARY KEY (k, at))");
    for (int i = 0; i < 20; ++i) {
      ask("INSERT INTO t (k, at, l, m, v) VALUES (uuid(), now(), [1, 2], {uuid(): 1}, '" + std::to_string(i) +
          "') USING TTL 100");
    }
    ask("UPDATE t SET l = l + [3] WHERE k = 00000000-0000-4000-8000-000000000000 AND at = now()");
    ask("ADVANCE 1m");
    ask("SELECT k, at, l, m, v, ttl(v), writetime(v) FROM t");
    ask("CELLS t");
    ask("CELLS RAW t LIMIT 100");
    return text;
  };
  const std::string once = run();
  CHECK(once.size() > 5'000);
  CHECK(once == run());
}
