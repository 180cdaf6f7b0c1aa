// Single statements of ten megabytes: their time against that of half the size, their memory against their
// text.
#include <fmt/format.h>

#include "bench/files.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

constexpr std::size_t kBytesOfInsert = 200;  // about

std::string blob_of(std::size_t size) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  Random random(size);
  std::string text = "INSERT INTO b.v (id, v) VALUES (1, 0x";
  for (std::size_t digits = size / 2 * 2; digits > 0; --digits) text += kDigits[random.below(16)];
  return text + ");\n";
}

std::string batch_of(std::size_t size) {
  std::string text = "BEGIN BATCH\n";
  for (std::size_t index = 0; index < size / kBytesOfInsert; ++index) append_insert(text, row_id(index));
  return text + "APPLY BATCH;\n";
}

struct Statement {
  std::string work;
  std::string (*text)(std::size_t size);
};

void measure(const Data& data, const Statement& statement, std::size_t size,
             const std::filesystem::path& database, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::filesystem::path whole = data.place("whole.cql"), half = data.place("half.cql");
  write_text(whole, "USE b;\n" + statement.text(size));
  write_text(half, "USE b;\n" + statement.text(size / 2));
  const std::filesystem::path copy = data.place("statement.cellar");
  const auto milliseconds = [&](const std::filesystem::path& script) {
    copy_database(database, copy);
    return run_cellar(settings, copy, script).seconds * 1e3;
  };
  const auto peak = [&] {
    copy_database(database, copy);
    return static_cast<double>(run_cellar_watched(settings, copy, whole).private_bytes) / 1e6;
  };
  const auto values = interleave(
      settings.rounds, {[&] { return milliseconds(whole); }, [&] { return milliseconds(half); }, peak});
  const std::string work = fmt::format("statement of {:.2f} MB, {}", megabytes(whole), statement.work);
  lines.push_back({"P11", work, "ms", "half the size", "2.2", values[0], values[1]});
  lines.push_back({"P11", work + ": private memory", "MB", "its text", "8.0", values[2], {megabytes(whole)}});
}

}  // namespace

void measure_large_statements(Data& data, std::vector<Line>& lines) {
  const std::size_t size = data.settings().pick(10'000'000, 10'000'000, 40'000);
  const std::filesystem::path database = data.place("statements.cellar"), script = data.place("tables.cql");
  write_text(script,
             fmt::format("{}{}CREATE TABLE v (id int PRIMARY KEY, v blob);\n", kKeyspaceInCql, kTableInCql));
  run_cellar(data.settings(), database, script);
  measure(data, {"one large blob", blob_of}, size, database, lines);
  measure(data, {fmt::format("a BATCH of {} INSERTs", size / kBytesOfInsert), batch_of}, size, database,
          lines);
}

}  // namespace cellar::bench
