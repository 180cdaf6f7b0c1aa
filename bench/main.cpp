// bench/run: measures Cellar beside sqlite3's shell and raw LMDB and prints one table (docs/performance.md).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "bench/files.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

constexpr int kSkipped = 77;  // what ctest is told where a peer is missing
const std::map<std::string, Size> kSizes = {
    {"tiny", Size::tiny}, {"small", Size::small}, {"full", Size::full}};

struct Work {
  std::vector<std::string> ids;
  void (*measure)(Data& data, std::vector<Line>& lines);
};

const Work kWorks[] = {
    {{"P1"}, measure_script_load},
    {{"P2"}, measure_newest_rows},
    {{"P3"}, measure_point_reads},
    {{"P4"}, measure_scan},
    {{"P4"}, measure_printing},
    {{"P5"}, measure_start},
    {{"P6", "P7"}, measure_large_load},
    {{"P8"}, measure_file_sizes},
    {{"P9"}, measure_changes},
    {{"P10"}, measure_large_partition},
    {{"P11"}, measure_large_statements},
    {{"P12"}, measure_narrow_sizes},
    {{"P13"}, measure_aggregates},
    {{"P14"}, measure_narrow_scan},
    {{"P15"}, measure_many_tables},
    {{"P16"}, measure_many_writers},
    {{"P17"}, measure_many_readers},
    {{"P18"}, measure_writer_beside_load},
    {{"P19", "P20"}, measure_known_shapes},
    {{"P21", "P22"}, measure_derived_loads},
    {{"P23"}, measure_index_reads},
    {{"P24"}, measure_conditional_inserts},
    {{"P25"}, measure_counters},
    {{"P26"}, measure_groups},
    {{"P27"}, measure_nearest},
    {{"P28"}, measure_copy_from},
    {{"P29"}, measure_copy_to},
    {{"P30"}, measure_completion},
    {{"P31"}, measure_requests},
};

struct Options {
  Size size = Size::small;
  unsigned rounds = 0;
  std::vector<std::string> only;
  std::string json;
  std::string cassandra;
  std::string cellar = CELLAR_PROGRAM;
  std::filesystem::path scratch = CELLAR_SCRATCH;
};

std::set<std::string> all_ids() {
  std::set<std::string> ids;
  for (const Work& work : kWorks) ids.insert(work.ids.begin(), work.ids.end());
  return ids;
}

void add_options(CLI::App& program, Options& options) {
  program.add_option("--size", options.size, "tiny, small (default) or full")
      ->transform(CLI::CheckedTransformer(kSizes).description("tiny|small|full"));
  program.add_option("--rounds", options.rounds, "Five by default, one at size tiny");
  program.add_option("--only", options.only, "Works by their ids: P1,P3")
      ->delimiter(',')
      ->check(CLI::IsMember(all_ids()));
  program.add_option("--json", options.json, "A file for the numbers as JSON");
  program.add_option("--cellar", options.cellar, "The program, if it is not the one of this build");
  program.add_option("--cassandra", options.cassandra, "A server of Cassandra for P31, HOST:PORT");
  program.add_option("--scratch", options.scratch, "A folder on a real disk; TMPDIR or the build folder")
      ->envname("TMPDIR");
}

std::optional<ServerAddress> address_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return ServerAddress{.host = text};
  return ServerAddress{text.substr(0, colon), static_cast<std::uint16_t>(std::stoi(text.substr(colon + 1)))};
}

bool is_wanted(const Options& options, const std::string& id) {
  return options.only.empty() ||
         std::find(options.only.begin(), options.only.end(), id) != options.only.end();
}

std::vector<Line> measure(const Options& options, const Settings& settings) {
  std::vector<Line> lines;
  Data data(settings);
  for (const Work& work : kWorks) {
    if (std::none_of(work.ids.begin(), work.ids.end(),
                     [&](const auto& id) { return is_wanted(options, id); })) {
      continue;
    }
    say(fmt::format("measuring {}", fmt::join(work.ids, ", ")));
    work.measure(data, lines);
  }
  std::erase_if(lines, [&](const Line& line) { return !is_wanted(options, line.id); });
  return lines;
}

Report describe(const Options& options, const Settings& settings, const std::string& sqlite_version) {
  Report report;
  report.machine = describe_machine(settings.folder, sqlite_version);
  report.rounds = settings.rounds;
  for (const auto& [name, size] : kSizes) report.size = size == options.size ? name : report.size;
  return report;
}

int run_works(const Options& options) {
  const ScratchFolder folder(options.scratch);
  Settings settings{
      .size = options.size, .rounds = options.rounds, .folder = folder.path(), .cellar = options.cellar};
  settings.cassandra = address_of(options.cassandra);
  if (settings.rounds == 0) settings.rounds = options.size == Size::tiny ? 1 : 5;
  const std::string version = output_of({.arguments = {settings.sqlite, "--version"}}, folder.path());
  if (version.empty()) {
    fmt::print(stderr, "The sqlite3 program is not there; nothing was measured.\n");
    return kSkipped;
  }
  Report report = describe(options, settings, version.substr(0, version.find(' ')));
  report.lines = measure(options, settings);
  fmt::print("{}", to_text(report));
  if (!options.json.empty()) write_text(options.json, to_json(report));
  return 0;
}

}  // namespace

}  // namespace cellar::bench

int main(int argument_count, char** arguments) {
  cellar::bench::Options options;
  CLI::App program("Measures Cellar beside sqlite3 and raw LMDB.", "bench/run");
  add_options(program, options);
  CLI11_PARSE(program, argument_count, arguments);
  std::signal(SIGINT, [](int) { cellar::bench::interrupted = 1; });
  try {
    return cellar::bench::run_works(options);
  } catch (const std::exception& error) {
    std::cerr << "bench/run: " << error.what() << "\n";
    return 1;
  }
}
