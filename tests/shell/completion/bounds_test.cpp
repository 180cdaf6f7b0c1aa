// Completion of text that nobody would complete: it ends, and does not throw.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "database/database.h"
#include "schema/schema.h"
#include "shell/completion/command_form.h"
#include "shell/completion/completer.h"

namespace cellar {

namespace {

std::vector<std::string> texts_at_end(std::string_view text, const std::filesystem::path& home = {}) {
  std::vector<std::string> texts;
  for (const Candidate& candidate : complete(Schema{}, "", text, text.size(), home).candidates)
    texts.push_back(candidate.text);
  return texts;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

std::vector<std::string> arguments_after(std::string_view form, const std::vector<std::string_view>& words) {
  std::vector<std::string> texts;
  for (const ExpectedArgument& argument : expected_arguments(form, words)) texts.push_back(argument.text);
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("completion gives up on what is too long to be read while somebody waits") {
  CHECK(texts_at_end(repeated("INSERT INTO t (a) VALUES (1);\n", 40'000) + "SEL").empty());
  CHECK(texts_at_end("SELECT " + repeated("a, ", 10'000)).empty());
  CHECK(texts_at_end(repeated("INSERT INTO t (a) VALUES (1);\n", 1'000) + "SEL") == Texts{"SELECT"});
}

TEST_CASE("completion of deep and ambiguous values ends") {
  const auto kDeep = GENERATE(as<std::string>(), "{", "[", "(", "{{", "({", "((int)", "-", "f(", "{a:");
  const std::string values = "INSERT INTO t (a) VALUES (" + repeated(kDeep, 500);
  CHECK(texts_at_end(values).size() < 100);
  CHECK(texts_at_end("SELECT " + repeated(kDeep, 500)).size() < 1000);
}

TEST_CASE("completion takes any bytes, and a cursor behind the end") {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = std::string("SELECT ") + static_cast<char>(byte) + " FROM ";
    for (std::size_t cursor = 0; cursor <= text.size(); ++cursor)
      CHECK(complete(Schema{}, "", text, cursor).begin <= cursor);
  }
  CHECK(complete(Schema{}, "", "SEL", 100).candidates.size() == 1);
}

TEST_CASE("the form of a command's arguments tells what comes next") {
  constexpr std::string_view kForm = "[HEX|JSON] table [LIMIT n] | LAST | FILE 'file' [APPLY]";
  CHECK(arguments_after(kForm, {}) == Texts{"HEX", "JSON", "table", "LAST", "FILE"});
  CHECK(arguments_after(kForm, {"hex"}) == Texts{"table"});
  CHECK(arguments_after(kForm, {"t"}) == Texts{"LIMIT"});
  CHECK(arguments_after(kForm, {"t", "LIMIT"}) == Texts{"n"});
  CHECK(arguments_after(kForm, {"LAST"}).empty());
  CHECK(arguments_after(kForm, {"FILE", "'x'"}) == Texts{"APPLY"});
  CHECK(arguments_after("[ON|OFF|rows]", {"20"}).empty());
  CHECK(arguments_after("[ON|OFF|rows] x", {"20"}) == Texts{"x"});
  CHECK(arguments_after("[teach|cassandra] x", {"other"}).empty());
  CHECK(arguments_after("[[", {}).empty());
  CHECK(arguments_after("", {"x"}).empty());
}

TEST_CASE("files are completed in quotes, folders go on") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "cellar_completion_files";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "a folder");
  for (const char* name : {"one.cql", "it's.csv", ".hidden", "a folder/two.cql"})
    std::ofstream(folder / name) << "x";
  const std::string place = folder.string() + "/";
  CHECK(texts_at_end("SOURCE '" + place) ==
        Texts{"'" + place + "a folder/", "'" + place + "it''s.csv'", "'" + place + "one.cql'"});
  CHECK(texts_at_end("SOURCE '" + place + "a f") == Texts{"'" + place + "a folder/"});
  CHECK(texts_at_end("source '" + place + "a folder/") == Texts{"'" + place + "a folder/two.cql'"});
  CHECK(texts_at_end("SOURCE '" + place + "it''") == Texts{"'" + place + "it''s.csv'"});
  CHECK(texts_at_end("SOURCE '" + place + ".h") == Texts{"'" + place + ".hidden'"});
  CHECK(texts_at_end("SOURCE '/no/such/folder/").empty());
  CHECK(texts_at_end("COPY t FROM '" + place + "o") == Texts{"'" + place + "one.cql'"});
  CHECK(texts_at_end("COPY t (a,\n b) TO '" + place + "a f") == Texts{"'" + place + "a folder/"});
  CHECK(texts_at_end("COPY t FROM 'x' WITH ERRFILE = '" + place + "o") == Texts{"'" + place + "one.cql'"});
  CHECK(texts_at_end("OUTPUT '" + place + "o") == Texts{"'" + place + "one.cql'"});
  CHECK(texts_at_end("ADVISE FILE '" + place + "o") == Texts{"'" + place + "one.cql'"});
  CHECK(texts_at_end("SOURCE '~/o", folder) == Texts{"'~/one.cql'"});
  std::filesystem::remove_all(folder);
}

}  // namespace cellar
