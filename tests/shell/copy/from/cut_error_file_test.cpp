// The file of refused rows, without a COPY.
#include "shell/copy/from/refused_rows.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <memory>

#include "run_program.h"

using namespace cellar;
using Catch::Contains;

TEST_CASE("rows that cannot be taken out of the file of refused rows are named") {
  const ScratchFolder folder;
  const Database database = Database::open_temporary();
  Session session(database);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> errors(
      std::fopen((folder.path / "errors").c_str(), "w"), std::fclose);
  Output output(errors.get(), errors.get());
  ShellSettings settings;
  CommandContext context{.database = database,
                         .session = session,
                         .output = output,
                         .results = output,
                         .settings = settings,
                         .run_script = {},
                         .make_durable = {},
                         .read_line = {},
                         .history = {},
                         .notices = {},
                         .result = {}};
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
  const std::string told = folder.read("errors");
  CHECK_THAT(told, Contains("two.err could not be cut: what is in it behind row 1 will be refused again\n") &&
                       !Contains("one.err could not"));
}
