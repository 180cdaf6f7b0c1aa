// The file of refused rows, without a COPY.
#include "shell/connection/database_connection.h"
#include "shell/copy/from/refused_rows.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <memory>

#include "run_program.h"

using namespace cellar;
using Catch::Contains;

TEST_CASE("rows that cannot be taken out of the file of refused rows are named") {
  const ScratchFolder folder;
  DatabaseConnection connection(Database::open_temporary());
  KeptOutput output;
  const std::function<void()> make_durable;
  const std::function<bool(std::string&)> read_line;
  bool has_read_lines = false;
  std::optional<std::uint64_t> skipped_rows;
  std::vector<Diagnostic> notices;
  std::optional<CopyReport> report;
  std::vector<std::string> files_of_dry_run;
  CopyContext context{.connection = connection,
                      .output = output,
                      .stop = {},
                      .command = {},
                      .make_durable = make_durable,
                      .read_line = read_line,
                      .has_read_lines = has_read_lines,
                      .skipped_rows = skipped_rows,
                      .notices = notices,
                      .report = report,
                      .files_of_dry_run = files_of_dry_run};
  const auto refuse_rows = [&](const char* name, const auto& before_cut) {
    RefusedRows rows(context, folder.path / name);
    rows.add("a", 1, "in.csv", {"other_word", {}, {{"word", "a"}, {"command", "b"}}, std::nullopt});
    const RefusedRows::Kept first = rows.kept();
    rows.add("b", 2, "in.csv", {"other_word", {}, {{"word", "a"}, {"command", "b"}}, std::nullopt});
    before_cut();
    rows.keep_only(first);
  };
  refuse_rows("one.err", [] {});
  CHECK(folder.read("one.err") == "a\n");
  refuse_rows("two.err", [&] { std::filesystem::rename(folder.path / "two.err", folder.path / "moved"); });
  CHECK(folder.read("moved") == "a\nb\n");
  output.flush();
  const std::string told = output.take_diagnostics();
  CHECK_THAT(told, Contains("two.err could not be cut: what is in it behind row 1 will be refused again\n") &&
                       !Contains("one.err could not"));
}
