#include "bench/data.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/files.h"
#include "bench/rows.h"
#include "storage/store.h"
#include "types/number/number.h"
#include "types/token.h"

namespace cellar::bench {

namespace {

void order_by_token(std::vector<std::int32_t>& ids) {
  std::vector<std::pair<std::int64_t, std::int32_t>> tokens;
  tokens.reserve(ids.size());
  for (const std::int32_t id : ids) tokens.emplace_back(token_of({encode_int32(id)}), id);
  std::sort(tokens.begin(), tokens.end());
  std::transform(tokens.begin(), tokens.end(), ids.begin(), [](const auto& token) { return token.second; });
}

void add_inserts(TextFile& file, const std::vector<std::int32_t>& ids) {
  std::string text;
  for (const std::int32_t id : ids) {
    text.clear();
    append_insert(text, id);
    file.add(text);
  }
}

}  // namespace

std::filesystem::path Data::named(const char* kind, std::size_t rows) const {
  return place(fmt::format("rows-{}.{}", rows, kind));
}

std::filesystem::path Data::cql(std::size_t rows, Order order) {
  const std::filesystem::path path = named(order == Order::random ? "cql" : "token.cql", rows);
  if (std::filesystem::exists(path)) return path;
  std::vector<std::int32_t> ids = row_ids(rows);
  if (order == Order::token) order_by_token(ids);
  TextFile file(path);
  file.add(kKeyspaceInCql);
  file.add(kTableInCql);
  add_inserts(file, ids);
  file.close();
  return path;
}

std::filesystem::path Data::sql(std::size_t rows) {
  const std::filesystem::path path = named("sql", rows);
  if (std::filesystem::exists(path)) return path;
  TextFile file(path);
  file.add(kSettingsInSql);
  file.add(kTableInSql);
  file.add("BEGIN;\n");
  add_inserts(file, row_ids(rows));
  file.add("COMMIT;\n");
  file.close();
  return path;
}

std::filesystem::path Data::cellar_file(std::size_t rows) {
  if (!std::filesystem::exists(named("cellar", rows))) load_cellar(rows, Order::random);
  return named("cellar", rows);
}

std::filesystem::path Data::sqlite_file(std::size_t rows) {
  if (!std::filesystem::exists(named("sqlite", rows))) load_sqlite(rows);
  return named("sqlite", rows);
}

Ended Data::load_cellar(std::size_t rows, Order order, bool watched) {
  const std::filesystem::path script = cql(rows, order), database = place("load.cellar");
  remove_database(database);
  const Ended ended =
      watched ? run_cellar_watched(settings_, database, script) : run_cellar(settings_, database, script);
  const std::size_t commits = std::max<std::size_t>(commits_of_last_run(settings_), 1);
  groups_[{rows, order}] = (rows + commits - 1) / commits;
  if (order == Order::random && !std::filesystem::exists(named("cellar", rows))) {
    std::filesystem::rename(database, named("cellar", rows));
  }
  return ended;
}

Ended Data::load_sqlite(std::size_t rows) {
  const std::filesystem::path script = sql(rows), database = place("load.sqlite");
  remove_database(database);
  const Ended ended = run_sqlite(settings_, database, script);
  if (!std::filesystem::exists(named("sqlite", rows))) {
    std::filesystem::rename(database, named("sqlite", rows));
  }
  return ended;
}

void Data::forget(std::size_t rows) {
  for (const char* kind : {"cql", "token.cql", "sql", "cellar", "sqlite"}) remove_database(named(kind, rows));
}

}  // namespace cellar::bench
