// Vector search: the ten nearest of many vectors, through the API.
#include <fmt/format.h>

#include "bench/files.h"
#include "bench/rows.h"
#include "bench/works.h"
#include "database/database.h"

namespace cellar::bench {

namespace {

constexpr std::size_t kDimensions = 128;

std::string random_vector(Random& random) {
  std::string text = "[";
  for (std::size_t index = 0; index < kDimensions; ++index)
    text +=
        fmt::format("{}{:.4f}", index == 0 ? "" : ", ", static_cast<double>(random.below(20'000)) / 1e4 - 1);
  return text + "]";
}

std::filesystem::path vectors_file(Data& data, const char* function, std::size_t rows) {
  const std::filesystem::path script = data.place("vectors.cql");
  const std::filesystem::path database = data.place(fmt::format("vectors-{}.cellar", function));
  TextFile file(script);
  file.add(kKeyspaceInCql);
  file.add(
      fmt::format("CREATE TABLE v (id int PRIMARY KEY, v vector<float, {}>);\n"
                  "CREATE INDEX ON v (v) USING 'sai' WITH OPTIONS = {{'similarity_function': '{}'}};\n",
                  kDimensions, function));
  Random random(rows);
  for (std::size_t index = 0; index < rows; ++index)
    file.add(fmt::format("INSERT INTO v (id, v) VALUES ({}, {});\n", row_id(index), random_vector(random)));
  file.close();
  run_cellar(data.settings(), database, script);
  return database;
}

}  // namespace

void measure_nearest(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t rows = settings.pick(100'000, 100'000, 300);
  for (const char* function : {"cosine", "dot_product", "euclidean"}) {
    Session session(Database::open(vectors_file(data, function, rows)));
    Random random(7);
    const auto search = [&] {
      const std::string select =
          fmt::format("SELECT id FROM b.v ORDER BY v ANN OF {} LIMIT 10", random_vector(random));
      return 1e3 * seconds_of([&] {
               Result result = session.execute(select);
               std::size_t found = 0;
               while (result.next() != nullptr) ++found;
               if (found != 10) throw std::runtime_error(fmt::format("{} of 10 neighbours", found));
             });
    };
    search();  // reads the file into memory
    const auto values = interleave(settings.rounds, {search});
    lines.push_back(
        {"P27",
         fmt::format("API: 10 nearest of {} vectors of {} dimensions, {}", rows, kDimensions, function),
         "ms",
         "",
         "50 ms",
         values[0],
         {}});
  }
}

}  // namespace cellar::bench
