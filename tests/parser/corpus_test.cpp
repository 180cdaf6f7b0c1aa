// Statements of all kinds with what a Cassandra 5.0 says of their syntax: data/statements.txt holds each
// with `--> parses` or `--> syntax` after it.
#include <fstream>

#include "parsing.h"

using namespace cellar;

TEST_CASE("what is CQL parses, and nothing else") {
  std::ifstream file(CELLAR_SOURCE_DIR "/tests/parser/data/statements.txt");
  std::string statement;
  int read = 0;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("--> ")) {
      statement += line + "\n";
      continue;
    }
    statement.pop_back();
    const std::optional<Diagnostic> refusal = refusal_of(statement);
    INFO(statement);
    CHECK((refusal ? name(refusal->error_class()) : "parses") == line.substr(4));
    if (refusal) {
      CHECK(refusal->span.begin <= refusal->span.end);
      CHECK(refusal->span.end <= statement.size());
    }
    statement.clear();
    ++read;
  }
  CHECK(read > 4000);
}
