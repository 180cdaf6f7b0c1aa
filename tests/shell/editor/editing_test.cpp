// What each key does to the text that is typed.
#include "shell/editor/editing.h"

#include <catch2/catch.hpp>

#include "shell/editor/candidate_list.h"
#include "shell/editor/syntax_highlights.h"

namespace cellar {

namespace {

/// Types bytes as a terminal sends them; the last request that was not none.
EditRequest type_into(Editing& editing, std::string_view bytes) {
  KeyDecoder decoder;
  EditRequest last = EditRequest::none;
  for (const char byte : bytes) {
    const std::optional<Key> key = decoder.feed(byte);
    if (!key) continue;
    const EditRequest request = editing.press(*key);
    if (request != EditRequest::none) last = request;
  }
  return last;
}

constexpr std::string_view kUp = "\x1b[A";
constexpr std::string_view kDown = "\x1b[B";

}  // namespace

TEST_CASE("Enter runs what is whole, and else begins a line") {
  const std::vector<std::string> history;
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  CHECK(type_into(editing, "SELECT 'a\r") == EditRequest::none);
  CHECK(type_into(editing, "b'\r") == EditRequest::none);
  CHECK(editing.drawing(false).prompts == std::vector<std::string>{"cellar> ", "   '... ", "    ... "});
  CHECK(type_into(editing, ";\x1b\r") == EditRequest::none);  // Alt-Enter
  CHECK(type_into(editing, "\r") == EditRequest::run);
  CHECK(editing.text() == "SELECT 'a\nb'\n;\n");
  // Within a text that is whole, too.
  CHECK(type_into(editing, std::string(kUp) + std::string(kUp) + "\r") == EditRequest::run);
}

TEST_CASE("Up and Down go through the lines, and behind them through the history") {
  const std::vector<std::string> history = {"first;", "SELECT *\nFROM t;"};
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  type_into(editing, "draft");
  type_into(editing, kUp);
  CHECK(editing.text() == history[1]);
  type_into(editing, "\x7f");
  type_into(editing, kUp);
  CHECK(editing.text() == "SELECT *\nFROM t");
  type_into(editing, kUp);
  CHECK(editing.text() == "first;");
  type_into(editing, kDown);
  CHECK(editing.text() == "SELECT *\nFROM t");
  type_into(editing, kDown);
  CHECK(editing.text() == "draft");
  type_into(editing, "\x1bp\x1bp");  // entry by entry
  CHECK(editing.text() == "first;");
}

TEST_CASE("Ctrl-D leaves at an empty text alone") {
  const std::vector<std::string> history;
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  CHECK(type_into(editing, "ab\x01\x04") == EditRequest::none);
  CHECK(editing.text() == "b");
  CHECK(type_into(editing, "\x04\x04") == EditRequest::leave);
}

TEST_CASE("Ctrl-R searches; Enter runs what it finds, an arrow edits it, Ctrl-G goes back") {
  const std::vector<std::string> history = {"SELECT 1;", "USE k;"};
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  type_into(editing,
            "draft\x12"
            "elec");
  CHECK(editing.text() == "SELECT 1;");
  CHECK(editing.drawing(false).prompts[0] == "search 'elec'> ");
  type_into(editing, "\x07");
  CHECK(editing.text() == "draft");
  // Ctrl-C leaves the search and the line, as in readline.
  CHECK(type_into(editing,
                  "\x12"
                  "elec\x03") == EditRequest::drop);
  CHECK(editing.text() == "draft");
  CHECK(editing.drawing(false).prompts[0] == "cellar> ");
  type_into(editing,
            "\x12"
            "elec\x1b[C!");
  CHECK(editing.text() == "SE!LECT 1;");
  Editing other("cellar> ", history, kills);
  CHECK(type_into(other,
                  "\x12"
                  "use\r") == EditRequest::run);
  CHECK(other.text() == "USE k;");
}

TEST_CASE("a paste is one edit, whatever it holds") {
  const std::vector<std::string> history;
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  CHECK(type_into(editing, "x\x1b[200~USE k;\n\tUSE l;\n\x1b[201~") == EditRequest::none);
  CHECK(editing.text() == "xUSE k;\n\tUSE l;\n");
  type_into(editing, "\x1f");
  CHECK(editing.text() == "x");
}

TEST_CASE("Alt means the same with a capital letter") {
  const std::vector<std::string> history;
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  type_into(editing,
            "one two\x1b"
            "B\x1b"
            "D");
  CHECK(editing.text() == "one ");
}

TEST_CASE("Ctrl-V takes the next key as it is") {
  const std::vector<std::string> history;
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  CHECK(type_into(editing, "\x16\t\x16\x01") == EditRequest::none);
  CHECK(editing.text() == "\t\x01");
}

TEST_CASE("what is to be done outside is asked for") {
  const std::vector<std::string> history;
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  CHECK(type_into(editing, "\x18\x05") == EditRequest::edit_outside);
  CHECK(type_into(editing, "\x1a") == EditRequest::suspend);
  CHECK(type_into(editing, "\x0c") == EditRequest::clear_terminal);
  CHECK(type_into(editing, "\x03") == EditRequest::drop);
  CHECK(type_into(editing, "\t") == EditRequest::complete);
}

TEST_CASE("an empty line, or a quote that swallows a semicolon, brings a hint") {
  const std::vector<std::string> history;
  KillRing kills;
  Editing editing("cellar> ", history, kills);
  type_into(editing, "SELECT 1\r");
  CHECK(editing.drawing(false).below.empty());
  type_into(editing, "\r");
  CHECK(editing.drawing(false).below ==
        std::vector<std::string>{"-- a statement ends with ;  (Ctrl-C drops it)"});
  type_into(editing, "x");
  CHECK(editing.drawing(false).below.empty());
}

TEST_CASE("candidates are listed in columns, with their notes, as many as there is room for") {
  std::vector<Candidate> candidates;
  for (const char* name : {"alpha", "beta", "gamma", "delta", "eta"}) candidates.push_back({name});
  CHECK(list_candidates(candidates, 0, {.columns = 20, .rows = 10}).lines ==
        std::vector<std::string>{"alpha  gamma  eta", "beta   delta"});
  const CandidateList first = list_candidates(candidates, 0, {.columns = 10, .rows = 6});
  CHECK(first.lines == std::vector<std::string>{"alpha", "beta", "... and 3 more, Tab shows them"});
  const CandidateList last = list_candidates(candidates, first.next, {.columns = 10, .rows = 6});
  CHECK(last.lines == std::vector<std::string>{"gamma", "delta", "eta"});
  CHECK(last.next == 0);
  candidates = {{"p", "int"}, {"value", "text"}};
  CHECK(list_candidates(candidates, 0, {.columns = 20, .rows = 10}).lines ==
        std::vector<std::string>{"p      int", "value  text"});
}

namespace {

std::string highlighted_words(std::string_view text) {
  std::string words;
  for (const HighlightedPart& part : syntax_highlights(text)) {
    if (part.highlight != Highlight::keyword) continue;
    words += (words.empty() ? "" : " ") + std::string(text.substr(part.begin, part.end - part.begin));
  }
  return words;
}

}  // namespace

TEST_CASE("phrases of the language, and commands, are highlighted whole") {
  CHECK(highlighted_words(
            "SELECT DISTINCT k FROM t GROUP BY k PER PARTITION LIMIT 1 LIMIT 2 ALLOW FILTERING;") ==
        "SELECT DISTINCT FROM GROUP BY PER PARTITION LIMIT LIMIT ALLOW FILTERING");
  CHECK(highlighted_words("create table if not exists t (a int, s text static, primary key ((a), c))") ==
        "create table if not exists static primary key");
  CHECK(highlighted_words("SELECT count(*) AS n FROM t WHERE tags CONTAINS 'x' AND m CONTAINS KEY 1") ==
        "SELECT AS FROM WHERE CONTAINS AND CONTAINS KEY");
  CHECK(highlighted_words("INSERT INTO t (a) VALUES (1) IF NOT EXISTS USING TTL 5") ==
        "INSERT INTO VALUES IF NOT EXISTS USING TTL");
  CHECK(highlighted_words("DESCRIBE TABLES") == "DESCRIBE TABLES");
  CHECK(highlighted_words("desc keyspace shop") == "desc keyspace");
  CHECK(highlighted_words("MODE box") == "MODE box");
  CHECK(highlighted_words("POLICY cassandra") == "POLICY cassandra");
  CHECK(highlighted_words("COPY orders FROM 'a.csv' WITH HEADER = true AND DELIMITER = ';'") ==
        "COPY FROM WITH HEADER AND DELIMITER");
  // Names that are words of the language elsewhere.
  CHECK(highlighted_words("SELECT key, static, ttl FROM filtering WHERE exists = 1 AND group = 2") ==
        "SELECT FROM WHERE AND");
  CHECK(highlighted_words("tracing on") == "tracing on");
  CHECK(highlighted_words("EXPAND ON\nSELECT expand FROM t; PAGING OFF") ==
        "EXPAND ON SELECT FROM PAGING OFF");
  CHECK(highlighted_words("EXPLAIN ANALYZE SELECT a FROM t") == "EXPLAIN ANALYZE SELECT FROM");
}

TEST_CASE("words, strings, numbers and comments have their highlights") {
  const std::string_view text = "SELECT a, 'x' FROM t1 WHERE b = 12 -- SELECT\n$$ 1 $$ /* 1";
  std::string highlighted;
  for (const HighlightedPart& part : syntax_highlights(text)) {
    highlighted += std::to_string(static_cast<int>(part.highlight)) + ":" +
                   std::string(text.substr(part.begin, part.end - part.begin)) + "|";
  }
  CHECK(highlighted == "2:SELECT|3:'x'|2:FROM|2:WHERE|4:12|5:-- SELECT|3:$$ 1 $$|5:/* 1|");
}

}  // namespace cellar
