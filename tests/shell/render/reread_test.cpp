// Texts that are hard to write, printed in each mode for programs and read again by a reader that is not Cellar's.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "run_program.h"
#include "types/text/hex.h"
#include "types/text/text.h"

namespace {

using Json = nlohmann::json;

constexpr const char* kTextTable =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "CREATE TABLE k.t (p int, c int, t text, l list<text>, PRIMARY KEY (p, c));\n";

/// Pieces that mean something to a form of results, to a shell, or to a terminal.
const std::vector<std::string> kHardPieces = {
    "",           "null",    "NULL",     "'",
    "\"",         "\"\"",    "|",        "\\",
    "\\n",        "\n",      "\r",       "\r\n",
    "\t",         "\x01",    "\x1b[31m", "\x7f",
    "\xC2\x85",   "\u2028",  "\u202e",   "\u05d0\u05d1",
    "\u0645",     "e\u0301", "\u200d",   "\U0001F469\u200D\U0001F467",
    "\U00020000", "\u4e2d",  "\uFEFF",   "<b>",
    "</td>",      "&amp;",   "&#10;",    "<!--",
    " ",          "#",       "- ",       "*b*",
    "_",          "`",       "[l](u)",   "=1+1",
    ",",          ";",       "--",       "/*",
    "$$",         "{",       "%s",       "a"};

/// Each piece alone, and random sequences of them.
std::vector<std::string> hard_texts() {
  std::vector<std::string> texts = kHardPieces;
  std::minstd_rand random(7);
  while (texts.size() < 400) {
    std::string text;
    for (std::size_t pieces = 1 + random() % 6; pieces > 0; --pieces)
      text += kHardPieces[random() % kHardPieces.size()];
    texts.push_back(std::move(text));
  }
  return texts;
}

/// A database with a row for each text, numbered by c, and a row of nulls behind them.
class HardRows {
 public:
  HardRows() {
    std::string script = kTextTable;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string literal = cellar::quote_text(texts[i]);
      script += "INSERT INTO k.t (p, c, t, l) VALUES (1, " + std::to_string(i) + ", " + literal + ", [" +
                literal + "]);\n";
    }
    folder.write("rows.cql",
                 script + "INSERT INTO k.t (p, c) VALUES (1, " + std::to_string(texts.size()) + ");\n");
    REQUIRE(folder.run("db -f rows.cql").status == 0);
  }

  /// Runs the program, and then what follows in the text for sh.
  std::string answer(const std::string& arguments) const {
    const ProgramRun run = folder.run(arguments);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return run.output;
  }
  std::string rows_in(const std::string& mode) const {
    return answer("db --mode " + mode + " -e 'SELECT * FROM k.t WHERE p = 1'");
  }

  ScratchFolder folder;
  std::vector<std::string> texts = hard_texts();
};

/// The texts of an element, and of those in it; `<br>` is a line end. Control characters were shown as escapes.
std::vector<std::string> html_cells(const std::string& html) {
  const std::vector<std::pair<std::string, std::string>> entities = {
      {"<br>", "\n"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
  std::vector<std::string> cells;
  std::size_t place = 0;
  while ((place = html.find("<td", place)) != html.npos) {
    place = html.find('>', place) + 1;
    const std::size_t end = html.find("</td>", place);
    std::string cell;
    while (place < end) {
      const auto entity = std::find_if(entities.begin(), entities.end(), [&](const auto& each) {
        return html.compare(place, each.first.size(), each.first) == 0;
      });
      if (entity == entities.end()) {
        REQUIRE((html[place] != '<' && html[place] != '&'));
        cell += html[place++];
      } else {
        cell += entity->second;
        place += entity->first.size();
      }
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace

TEST_CASE("hard texts come back from json and jsonl") {
  const HardRows rows;
  const Json all = Json::parse(rows.rows_in("json"));
  REQUIRE(all.size() == rows.texts.size() + 1);
  for (std::size_t i = 0; i < rows.texts.size(); ++i) {
    CHECK(all[i]["t"] == rows.texts[i]);
    CHECK(all[i]["l"] == Json::array({rows.texts[i]}));
  }
  CHECK(all.back()["t"].is_null());
  std::istringstream lines(rows.rows_in("jsonl"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) CHECK(Json::parse(line) == all.at(count));
  CHECK(count == all.size());
}

TEST_CASE("hard texts come back from csv and tsv, which sqlite3 reads") {
  const HardRows rows;
  if (rows.folder.run("--version && sqlite3 --version").status != 0) {
    WARN("sqlite3 is not there");
    return;
  }
  std::string expected;
  for (const std::string& text : rows.texts) expected += cellar::to_hex(text) + "\n";
  for (const auto& [mode, separator] : {std::pair("csv", ","), std::pair("tsv", "\\t")}) {
    INFO(mode);
    const std::string read = rows.answer("db --mode " + std::string(mode) +
                                         " -e 'SELECT * FROM k.t WHERE p = 1' >rows && sqlite3 :memory: " +
                                         "'.mode csv' '.separator \"" + separator +
                                         "\" \"\\n\"' '.import rows t' '.mode list' "
                                         "'SELECT lower(hex(t)) FROM t ORDER BY CAST(c AS INTEGER)'");
    CHECK(read == expected + "\n");
  }
}

TEST_CASE("hard texts come back from html, where control characters are escapes") {
  const HardRows rows;
  const std::vector<std::string> cells = html_cells(rows.rows_in("html"));
  REQUIRE(cells.size() == 4 * (rows.texts.size() + 1));
  for (std::size_t i = 0; i < rows.texts.size(); ++i)
    CHECK(cells[4 * i + 3] == cellar::show_on_terminal(rows.texts[i]));
}

TEST_CASE("hard texts are four cells of one line in markdown") {
  const HardRows rows;
  std::istringstream lines(rows.rows_in("markdown"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line) && !line.empty(); ++count) {
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\') {
        ++i;
      } else if (line[i] == '|') {
        ++bars;
      }
    }
    INFO(line);
    CHECK(bars == 5);
  }
  CHECK(count == rows.texts.size() + 3);
}

TEST_CASE("hard texts come back from insert") {
  const HardRows rows;
  rows.folder.write("table.cql", kTextTable);
  rows.folder.write("inserts.cql", rows.rows_in("insert"));
  rows.answer("again -f table.cql -f inserts.cql");
  CHECK(rows.answer("again --mode json -e 'SELECT * FROM k.t WHERE p = 1'") == rows.rows_in("json"));
}
